"""Figures 4 and 5 as numbers, trees and windows: all of it as text."""

from __future__ import annotations

from math import log2

from riparian.papers.elomaa2008.counting import WAVES
from riparian.papers.elomaa2008.domains import NAMED, OTHERS
from riparian.papers.elomaa2008.methods import (
    BIAS,
    BINARY,
    GAUSSIAN,
    MULTI,
    SHAPES,
    TREES,
    UNDER_WINDOW,
    WINDOWS,
)
from riparian.papers.elomaa2008.results import Results
from riparian.papers.elomaa2008.streams import MOVING, STATIONARY, SWITCHING, WINDOW_REAL
from riparian.papers.layout import count, percent, table
from riparian.papers.ledger import Line

PAIRS = (
    (MULTI, BINARY),
    (BIAS, BINARY),
    (MULTI, BIAS),
    (MULTI, GAUSSIAN),
    (BINARY, GAUSSIAN),
    (f"{MULTI} mc", f"{BINARY} mc"),
)
KINDS = {"stationary": STATIONARY, "switching": SWITCHING, "moving": MOVING, "real": WINDOW_REAL}


def of_part(results: Results, part: str) -> list[str]:
    """The tables that tell a part."""
    if not results.data(part):
        return []
    match part:
        case "columns":
            return [text for text in (columns(results), other_domains(results)) if text]
        case "growth":
            return [growth(results)]
        case "trees":
            return [accuracy(results), shapes(results), outcomes(results)]
        case _:
            return [windows(results), changes(results)]


def share(line: Line) -> float:
    """Segments as a share of bins."""
    return float(line["segments"] / line["bins"])


def columns(results: Results) -> str:
    """Every column of the domains that the paper names."""
    rows = [
        [
            name,
            line["what"],
            count(line["rows"]),
            count(line["bins"]),
            percent(line["bins"] / line["all_rows"], 1),
            count(line["blocks"]),
            count(line["segments"]),
            percent(share(line), 1),
        ]
        for name in NAMED
        for line in results.below("columns", name)
    ]
    names = ["domain", "column", "rows", "bins", "% of all rows", "blocks", "segments", "% of bins"]
    found = table(names, rows, left=2)
    return (
        f"Figure 4: columns of at least ten different values, in rows without missing numbers\n\n{found}"
        if rows
        else ""
    )


def other_domains(results: Results) -> str:
    """Domains that the paper does not name, in a line each."""
    rows = []
    for name in OTHERS:
        lines = results.below("columns", name)
        if lines:
            bins = [line["bins"] for line in lines]
            shares = [share(line) for line in lines]
            rows.append(
                [
                    name,
                    count(lines[0]["rows"]),
                    count(len(lines)),
                    f"{count(min(bins))} to {count(max(bins))}",
                    f"{percent(min(shares), 1)} to {percent(max(shares), 1)}",
                    percent(sum(shares) / len(shares), 1),
                ]
            )
    names = ["domain", "rows", "columns", "bins", "segments, % of bins", "mean"]
    return f"Domains that the paper does not name\n\n{table(names, rows)}" if rows else ""


def growth(results: Results) -> str:
    """Bins and segments of three columns at every size."""
    lines = {(line["what"], line["rows"]): line for line in results.below("growth", "waveform")}
    rows = []
    for size in sorted({size for _, size in lines}):
        fields = [count(size)]
        for name in WAVES:
            line = lines[name, size]
            fields += [count(line["bins"]), count(line["segments"]), percent(share(line), 1)]
        rows.append([*fields, f"{log2(max(lines[name, size]['bins'] for name in WAVES)):.1f}"])
    names = ["rows", *(text for name in WAVES for text in (f"{name} bins", "segments", "%")), "lg V"]
    title = "Figure 5: Waveform of two decimals; segments also as a share of bins, lg V of the most bins"
    return f"{title}\n\n{table(names, rows, left=0)}"


def accuracy(results: Results) -> str:
    """Every tree on all data."""
    data = results.data("trees")
    rows = [
        [name, *(percent(results.mean("trees", name, what, "accuracy")) for what in TREES)] for name in data
    ]
    rows.append(["mean", *(percent(results.overall("trees", data, what, "accuracy")) for what in TREES)])
    runs = max(line["seed"] for name in data for line in results.below("trees", name))
    return (
        f"Accuracy of all rows, each asked before it is learned; seeds of a generated stream: {runs}\n\n"
        f"{table(['data', *TREES], rows)}"
    )


def shapes(results: Results) -> str:
    """How large and how deep the trees are at the end."""
    data = results.data("trees")
    rows = []
    for name in data:
        fields = [name]
        for what in SHAPES:
            nodes, leaves, depth = (
                results.mean("trees", name, what, measure) for measure in ("nodes", "leaves", "depth")
            )
            fields += [count(nodes), count(leaves), count(depth, 1)]
        rows.append(fields)
    means = [
        count(results.overall("trees", data, what, measure), 1 if measure == "depth" else 0)
        for what in SHAPES
        for measure in ("nodes", "leaves", "depth")
    ]
    names = ["data", *(text for what in SHAPES for text in (f"{what}: nodes", "leaves", "depth"))]
    return f"Nodes, leaves and depth at the end\n\n{table(names, [*rows, ['mean', *means]])}"


def outcomes(results: Results) -> str:
    """Wins, ties and losses of pairs in accuracy, nodes and depth; Wilcoxon's test of the accuracy."""
    found = {
        measure: results.compared("trees", measure, TREES)
        for measure in ("accuracy", "nodes", "leaves", "depth")
    }
    rows = []
    for one, other in PAIRS:
        fields = [one, other]
        p = "-"
        for measure, comparison in found.items():
            if comparison is None:
                return ""
            pair = comparison.pair(one, other)
            fields.append(f"{pair.wins}/{pair.ties}/{pair.losses}")
            p = f"{pair.test.p:.2g}" if measure == "accuracy" else p
        rows.append([*fields, p])
    names = ["tree", "against", *found, "p of accuracy"]
    return (
        "Wins/ties/losses (more accurate; fewer nodes, fewer leaves, less deep); Wilcoxon's p\n\n"
        f"{table(names, rows, left=2)}"
    )


def windows(results: Results) -> str:
    """Accuracy under every window, on all data."""
    rows = []
    for name in results.data("window"):
        for tree in UNDER_WINDOW:
            found = [results.mean("window", name, named(tree, window), "accuracy") for window in WINDOWS]
            leaves = [
                count(results.mean("window", name, named(tree, window), "leaves")) for window in WINDOWS
            ]
            rows.append([name, tree, *map(percent, found), " / ".join(leaves)])
    names = ["data", "tree", "no window", *(count(window) for window in WINDOWS[1:]), "leaves"]
    title = "Accuracy of all rows, by the rows of the window; leaves at the end"
    return f"{title}\n\n{table(names, rows, left=2)}"


def changes(results: Results) -> str:
    """What a window changes, over data of a kind."""
    rows = []
    for kind, names in KINDS.items():
        data = [name for name in names if name in results.data("window")]
        for tree in UNDER_WINDOW:
            if data:
                found = [f"{change:+.2f}" for change in points(results, data, tree)]
                rows.append([kind, count(len(data)), tree, *found])
    heads = ["data", "sets", "tree", *(count(window) for window in WINDOWS[1:])]
    title = "What a window adds to the accuracy, in points, mean over data of a kind"
    return f"{title}\n\n{table(heads, rows, left=3)}"


def named(tree: str, window: int | None) -> str:
    """The name of a tree with a window.

    >>> named("binary", 1000), named("binary", None)
    ('binary 1000', 'binary')
    """
    return tree if window is None else f"{tree} {window}"


def points(results: Results, data: list[str], tree: str) -> list[float]:
    """What each window adds, in points."""
    without = results.overall("window", data, tree, "accuracy")
    return [
        100 * (results.overall("window", data, named(tree, window), "accuracy") - without)
        for window in WINDOWS[1:]
    ]
