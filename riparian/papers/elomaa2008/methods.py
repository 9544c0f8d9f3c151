"""The trees: multi-way and binary over the same segments, and VFDT with its Gaussians beside them."""

from __future__ import annotations

from riparian import VFDT, MultiwayTree, Tree

MULTI, BIAS, BINARY, GAUSSIAN = "multi-way", "multi-way bias", "binary", "Gaussian"
SHAPES = (MULTI, BIAS, BINARY, GAUSSIAN)
# With the majority class in the leaves, the tree alone is asked.
MAJORITY = tuple(f"{name} mc" for name in (MULTI, BINARY, GAUSSIAN))
TREES = (*SHAPES, *MAJORITY)

# The last holds all rows of a stream: nothing is forgotten, but new leaves begin with the rows they get.
WINDOWS = (None, 1000, 10_000, 50_000, 100_000)
UNDER_WINDOW = (MULTI, BINARY, GAUSSIAN)
WINDOWED = tuple(
    name if window is None else f"{name} {window}" for name in UNDER_WINDOW for window in WINDOWS
)


def tree_of(what: str, classes: int) -> Tree:
    """The tree of a name, which knows its classes.

    >>> tree_of("multi-way mc", 2)
    MultiwayTree(predictor='mc', classes=[0, 1])
    >>> tree_of("binary 1000", 2)
    VFDT(observer='segments', classes=[0, 1], window=1000)
    """
    name, _, end = what.rpartition(" ")
    window = int(end) if end.isdigit() else None
    predictor = "mc" if end == "mc" else "nba"
    name = name if window or end == "mc" else what
    known = list(range(classes))
    if name in (MULTI, BIAS):
        penalty = "bias" if name == BIAS else "mdl"
        return MultiwayTree(penalty=penalty, predictor=predictor, window=window, classes=known)
    observer = "segments" if name == BINARY else "gaussian"
    return VFDT(observer=observer, predictor=predictor, window=window, classes=known)
