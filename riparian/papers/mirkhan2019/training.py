"""One cell: ten folds of each of its files, the training part learned again and again.

As the authors did it: folds are contiguous in the order of the file and not stratified, each has a tenth of
the rows, rounded down, and what is left over is always learned. "Time" is that of learning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from statistics import fmean
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riparian.papers.ledger import Line
from riparian.papers.mirkhan2019.cells import ARITHMETICS, Cell
from riparian.papers.mirkhan2019.data import REAL, File, files
from riparian.presets import MDT

FOLDS, EPOCHS = 10, 100

COLUMNS: dict[str, Any] = {
    "version": str,
    "commit": str,
    "table": int,
    "data": str,
    "variant": str,
    "arithmetic": str,
    "epochs": int,
    "runs": int,
    "rows": int,
    "seed": str,
    "train_accuracy": float,
    "test_accuracy": float,
    "nodes": float,
    "depth": float,
    "zero_gain_splits": float,
    "seconds": float,
}
# A gain below this is noise.
NOISE = 1e-9


class Task(NamedTuple):
    """A cell to be run; a share of the epochs for a quick look."""

    cell: Cell
    share: float = 1.0


class Run(NamedTuple):
    """What one fold gives."""

    rows: int
    train_accuracy: float
    test_accuracy: float
    nodes: int
    depth: int
    zero_gain_splits: float
    seconds: float


def run(task: Task) -> list[Line]:
    """One line: the means over all folds of all files."""
    cell = task.cell
    usual = REAL[cell.data].epochs if cell.table == 3 else EPOCHS
    epochs = max(1, round(task.share * usual))
    grace_period = REAL[cell.data].grace_period if cell.table == 3 else 500
    settings = {"variant": cell.variant, "grace_period": grace_period, **ARITHMETICS[cell.arithmetic]}
    found = list(runs(files(cell.table, cell.data), settings, epochs))
    means = {name: fmean(getattr(one, name) for one in found) for name in Run._fields if name != "rows"}
    seeds = {1: "0 to 9", 2: "1, 2 and 3 times 10, 15, 20 and 25", 3: ""}
    rows = sum(one.rows for one in found)
    told = {**cell._asdict(), "epochs": epochs, "runs": len(found), "rows": rows, "seed": seeds[cell.table]}
    return [{**told, **{name: round(value, 6) for name, value in means.items()}}]


def runs(data: Iterable[File], settings: Mapping[str, Any], epochs: int) -> Iterator[Run]:
    """Every fold of some files, each learned by a tree of its own."""
    for X, y in data:
        for train, test in folds(len(y)):
            yield fold(MDT(**settings), (X[train], y[train]), (X[test], y[test]), epochs)


def folds(rows: int) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Rows to learn and rows to test.

    >>> [test.tolist() for train, test in folds(21)][:2], len(next(folds(21))[0])
    ([[0, 1], [2, 3]], 19)
    """
    size = rows // FOLDS
    for at in range(FOLDS):
        test = np.arange(at * size, (at + 1) * size)
        yield np.delete(np.arange(rows), test), test


def fold(tree: MDT, learned: tuple[Any, Any], asked: tuple[Any, Any], epochs: int) -> Run:
    """Learn and test. Depth counts nodes: a single leaf has depth 1."""
    started = perf_counter()
    for _ in range(epochs):
        tree.learn_many(*learned)
    seconds = perf_counter() - started
    splits = [node for node in tree.nodes() if not node["leaf"]]
    return Run(
        rows=epochs * len(learned[1]),
        train_accuracy=right(tree, *learned),
        test_accuracy=right(tree, *asked),
        nodes=tree.n_nodes,
        depth=tree.depth + 1,
        zero_gain_splits=sum(abs(node["gain"]) < NOISE for node in splits),
        seconds=seconds,
    )


def right(tree: MDT, X: Any, y: Any) -> float:
    """The share of rows that are answered rightly."""
    return float(np.mean(tree.predict_many(X) == y))
