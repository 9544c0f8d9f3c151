"""All figures as text."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from riparian.papers.derosa2015.batches import LEARNERS
from riparian.papers.derosa2015.cells import ASKING, FULL
from riparian.papers.derosa2015.labels import STRATEGIES
from riparian.papers.derosa2015.methods import METHODS
from riparian.papers.derosa2015.published import PUBLISHED
from riparian.papers.derosa2015.results import Results, mean
from riparian.papers.layout import count, percent, table

OTHERS = METHODS[1:]


def of(results: Results, figure: str) -> list[str]:
    """The tables of a figure."""
    data = results.data(figure)
    if not data:
        return []
    if figure == "batch":
        return [batches(results, data)]
    if figure == "active":
        return [labels(results, data, setting) for setting in ASKING]
    ways = [at_equal_leaves(results, figure, name) for name in data]
    return [ends(results, figure, data), *ways, *(frontier(results, figure, name) for name in data)]


def ends(results: Results, figure: str, data: Sequence[str]) -> str:
    """The setting that was chosen for each method, and what came of it in the end."""
    rows = []
    for name in data:
        for method in METHODS:
            best, runs = results.best(figure, name, method), results.runs(figure, name, method)
            if best is not None:
                accuracy, leaves = (mean(runs, what) for what in ("accuracy", "leaves"))
                rows.append(
                    [name, method, best["setting"], percent(accuracy), count(leaves, 1), str(len(runs))]
                )
    names = ["data", "method", "tuned setting", "accuracy", "leaves", "runs"]
    return f"The best settings, at the end of the rows\n\n{table(names, rows, left=3)}"


def at_equal_leaves(results: Results, figure: str, name: str) -> str:
    """How far C-Tree is ahead at equal numbers of leaves, in points."""
    found = {method: results.curves(figure, name, method) for method in METHODS}
    leads = {other: results.leads(figure, name, other) for other in OTHERS}
    rows = []
    for leaves in sorted(set().union(*found.values())):
        row = [str(leaves)]
        for method in METHODS:
            values = found[method].get(leaves, {}).values()
            row += [percent(fmean(values) if values else None), str(len(values))]
        for other in OTHERS:
            both = leads[other].get(leaves, [])
            row += [f"{100 * fmean(both):+.2f}" if both else "-", str(len(both))]
        rows.append(row)
    names = ["leaves"]
    for method in METHODS:
        names += [method, "runs"]
    for other in OTHERS:
        names += [f"over {other}", "runs"]
    return (
        f"Accuracy so far at equal numbers of leaves, {name}: means of the runs that came by, and the\n"
        f"lead of C-Tree where both did\n\n{table(names, rows, left=0)}"
    )


def frontier(results: Results, figure: str, name: str) -> str:
    """What the best settings of each method reach with as many leaves at the end."""
    found = {method: results.frontier(figure, name, method) for method in METHODS}
    reached = sorted(set().union(*found.values()))
    rows = [[str(leaves), *(percent(found[method].get(leaves)) for method in METHODS)] for leaves in reached]
    return (
        f"The best of all settings by the leaves at the end, where they were tuned, {name}\n\n"
        f"{table(['leaves', *METHODS], rows, left=0)}"
    )


def batches(results: Results, data: Sequence[str]) -> str:
    """Hoeffding trees beside a tree that has all rows, with the figures of the slides below ours."""
    measures, rows = ("accuracy", "precision", "recall", "f1"), []
    for name in data:
        sizes = {cell.part for cell in results.lines if (cell.figure, cell.data) == ("batch", name)}
        for size in sorted(sizes, key=lambda part: (len(part), part)):
            for learner in LEARNERS:
                for line in results.part("batch", size, name, learner):
                    shares = [f"{line[measure]:.4f}" for measure in measures]
                    end = [count(line["leaves"]), f"{line['seconds']:.3f}"]
                    rows.append([name, count(line["rows"]), learner, "ours", *shares, *end])
                if (name, learner) in PUBLISHED and size in ("all", str(FULL.sizes[-1])):
                    theirs = [f"{share:.4f}" for share in PUBLISHED[name, learner]]
                    rows.append([name, "", learner, "slides", *theirs, "", ""])
    names = ["data", "rows", "learner", "", *measures, "leaves", "seconds"]
    return f"Beside a batch tree, on a fifth of the rows\n\n{table(names, rows, left=4)}"


def labels(results: Results, data: Sequence[str], setting: str) -> str:
    """What is made of as many labels as the tree wants."""
    rows = []
    for name in data:
        found = {ask: results.asked(name, setting, ask) for ask in STRATEGIES}
        if not found["all"]:
            continue
        asked = {ask: mean(lines, "labels") for ask, lines in found.items()}
        shares = [percent((asked[ask] or 0) / (asked["all"] or 1), 1) for ask in STRATEGIES[1:]]
        accuracies = [percent(mean(found[ask], "accuracy")) for ask in STRATEGIES]
        rows.append([name, *accuracies, *shares])
    names = ["data", *STRATEGIES, *(f"% {ask.removesuffix('-uncertainty')}" for ask in STRATEGIES[1:])]
    return f"Accuracy by the labels that were learned, and their share; {setting}\n\n{table(names, rows)}"
