"""What the paper leaves open: what trees of multi-way splits are like, and what a window costs and gains."""

from __future__ import annotations

from collections.abc import Callable

from riparian.papers.claims import MISSING, Finding
from riparian.papers.elomaa2008.methods import BINARY, MULTI, TREES, UNDER_WINDOW, WINDOWS
from riparian.papers.elomaa2008.results import Results
from riparian.papers.elomaa2008.tables import KINDS, points
from riparian.papers.layout import count, score


def ahead(measure: str, one: str = MULTI, other: str = BINARY) -> Callable[[Results], Finding]:
    """Whether a tree is better than another on more data than it is worse."""

    def test(results: Results) -> Finding:
        found = results.compared("trees", measure, TREES)
        if found is None:
            return MISSING
        pair = found.pair(one, other)
        scale, digits = (100, 2) if measure == "accuracy" else (1, 1)
        means = " and ".join(
            count(scale * results.overall("trees", results.data("trees"), what, measure), digits)
            for what in (one, other)
        )
        return Finding(pair.wins > pair.losses, f"{score(pair)}; on average {means}")

    return test


def windows_change(
    kind: str, sign: int, *, against_all: bool = False, longest: int = 50_000
) -> Callable[[Results], Finding]:
    """Whether every window, up to the longest, changes the mean accuracy of every tree in one direction.

    Against no window, or against one that holds all rows.
    """
    windows = [window for window in WINDOWS if window is not None and window <= longest]

    def test(results: Results) -> Finding:
        found = {}
        for tree in UNDER_WINDOW:
            changes = points(results, list(KINDS[kind]), tree)
            nothing = changes[-1] if against_all else 0.0
            found[tree] = [change - nothing for change in changes[: len(windows)]]
        told = "; ".join(
            f"{tree} {', '.join(f'{change:+.2f}' for change in changes)}" for tree, changes in found.items()
        )
        sizes = ", ".join(map(count, windows))
        holds = all(sign * change > 0 for changes in found.values() for change in changes)
        return Finding(holds, f"points with {sizes} rows: {told}")

    return test
