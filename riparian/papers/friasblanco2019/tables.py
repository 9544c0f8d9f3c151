"""Tables 2, 3 and 5 as text, with the published figures beside ours."""

from __future__ import annotations

from riparian.evaluate.ranks import SignedRanks
from riparian.papers.friasblanco2019 import published
from riparian.papers.friasblanco2019.methods import ADAPTIVE, METHODS, OHYT, REAL_METHODS, SWEPT
from riparian.papers.friasblanco2019.results import PAIRS, Results
from riparian.papers.layout import count, percent, table

WORDS = {"accuracy": "Accuracy", "nodes": "Nodes"}


def of_table(results: Results, number: str) -> list[str]:
    """The tables that tell a table of the paper."""
    if number == "5":
        return [real(results)] if results.data("real") else []
    measure, theirs = ("accuracy", published.TABLE_2) if number == "2" else ("nodes", published.TABLE_3)
    return (
        [streams(results, measure), outcomes(results, measure, theirs)] if results.data("synthetic") else []
    )


def of_figure(results: Results) -> list[str]:
    """The ends of the curves of figures 3 and 4."""
    return [sweep(results)] if results.data("sweep") else []


def streams(results: Results, measure: str) -> str:
    """Every method on every stream: the mean over all seeds and the deviation between them."""
    told = percent if measure == "accuracy" else count
    rows, data = [], results.data("synthetic")
    for name in data:
        found = []
        for method in METHODS:
            mean = results.mean("synthetic", name, method, measure)
            spread = results.spread("synthetic", name, method, measure)
            digits = (2, 2) if measure == "accuracy" else (1, 1)
            found.append(f"{told(mean, digits[0])} ± {told(spread, digits[1])}")
        runs = len(results.below("synthetic", name, METHODS[0]))
        rows.append([name, *found, str(runs)])
    means = [results.overall("synthetic", data, method, measure) for method in METHODS]
    rows.append(["mean", *(told(mean, 2 if measure == "accuracy" else 1) for mean in means), ""])
    if measure == "nodes":
        theirs = [published.MEAN_NODES.get(published.name_of(method)) for method in METHODS]
        rows.append(["mean, paper", *map(count, theirs), ""])
    return (
        f"{WORDS[measure]}, mean over the stream: mean ± deviation of all runs\n\n"
        f"{table(['stream', *METHODS, 'runs'], rows)}"
    )


def outcomes(results: Results, measure: str, theirs: dict[tuple[str, str], tuple[int, int, int]]) -> str:
    """Wins, ties and losses of pairs, Wilcoxon's test, and what the paper has."""
    found = results.compared("synthetic", measure, METHODS)
    if found is None:
        return ""
    rows = []
    for one, other in (*PAIRS, (OHYT, ADAPTIVE)):
        pair = found.pair(one, other)
        paper = "/".join(map(str, theirs.get((published.name_of(one), other), ["-"])))
        ours = f"{pair.wins}/{pair.ties}/{pair.losses}"
        rows.append([one, other, ours, paper, *tested(pair.test)])
    names = ["method", "against", "wins/ties/losses", "paper", "z", "p"]
    return (
        f"{WORDS[measure]}: wins, ties (below a hundredth of a point, or of a node) and losses; Wilcoxon\n\n"
        f"{table(names, rows, left=2)}"
    )


def tested(test: SignedRanks) -> list[str]:
    """The z and the p of a test."""
    return [f"{test.z:.3f}", f"{test.p:.2g}"]


def real(results: Results) -> str:
    """Every method on every real data set: accuracy and nodes with their deviations, and seconds."""
    rows = []
    for name in results.data("real"):
        for method in REAL_METHODS:
            (line,) = results.below("real", name, method)
            theirs = published.TABLE_5.get(published.name_of(method), {}).get(name)
            paper = ["-"] * 3
            if theirs is not None:
                paper = [
                    f"{theirs[0]:.2f} ± {theirs[1]:.2f}",
                    f"{theirs[2]:.1f} ± {theirs[3]:.1f}",
                    str(theirs[4]),
                ]
            rows.append(
                [
                    name,
                    method,
                    f"{percent(line['accuracy'])} ± {percent(line['accuracy_deviation'])}",
                    paper[0],
                    f"{line['nodes']:.1f} ± {line['nodes_deviation']:.1f}",
                    paper[1],
                    f"{line['seconds']:.2f}",
                    paper[2],
                ]
            )
    names = ["data", "method", "accuracy", "paper", "nodes", "paper", "seconds", "paper"]
    return (
        "Real data, windows of 100 rows: mean ± deviation of the samples, ours and the paper's\n\n"
        f"{table(names, rows, left=2)}"
    )


def sweep(results: Results) -> str:
    """What becomes of other waiting times, over all streams of one run."""
    rows = []
    for method in SWEPT:
        accuracy, nodes = results.curve(method).T
        rows.append(
            [
                method,
                percent(float(accuracy.mean())),
                percent(float(accuracy[-1])),
                count(float(nodes.mean()), 1),
                count(float(nodes[-1]), 1),
            ]
        )
    names = ["method", "accuracy", "at the end", "nodes", "at the end"]
    streams = len(results.data("sweep"))
    return f"One run of a stream: means over {streams} of 25 streams\n\n{table(names, rows)}"
