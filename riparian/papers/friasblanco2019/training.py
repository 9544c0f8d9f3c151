"""One task: every row is asked, then learned, by all trees; a line for each."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.papers.friasblanco2019.cells import EVERY, Cell, Task
from riparian.papers.friasblanco2019.data import coded, rows_of
from riparian.papers.friasblanco2019.methods import tree_of
from riparian.papers.friasblanco2019.streams import stream
from riparian.papers.ledger import Line
from riparian.trees import Tree

COLUMNS: dict[str, Any] = {
    "version": str,
    "commit": str,
    "part": str,
    "data": str,
    "method": str,
    "seed": int,
    "rows": int,
    "accuracy": float,
    "accuracy_deviation": float,
    "nodes": float,
    "nodes_deviation": float,
    "end_nodes": int,
    "provisional": int,
    "seconds": float,
    "curve": str,
}
# Points of a curve, at equal distances; each is a mean over the samples since the last.
POINTS = 100


class Run:
    """One tree on its way: the samples of its accuracy and its size."""

    def __init__(self, cell: Cell, tree: Tree) -> None:
        self.cell, self.tree = cell, tree
        self.rows, self.seconds = 0, 0.0
        self.right: list[float] = []
        self.nodes: list[int] = []

    def ask_and_learn(self, X: Any, y: NDArray[np.int64]) -> None:
        """Take one window of rows, and a sample at its end."""
        started = perf_counter()
        answers = self.tree.predict_then_learn_many(X, y)
        self.seconds += perf_counter() - started
        self.rows += len(y)
        # The last rows may be too few for a window.
        if len(y) == EVERY[self.cell.part] or not self.right:
            self.right.append(float((answers == y).mean()))
            self.nodes.append(self.tree.n_nodes)

    def line(self) -> Line:
        """The line of the ledger."""
        return {
            **self.cell._asdict(),
            "rows": self.rows,
            "accuracy": round(float(np.mean(self.right)), 6),
            "accuracy_deviation": round(deviation(self.right), 6),
            "nodes": round(float(np.mean(self.nodes)), 3),
            "nodes_deviation": round(deviation(self.nodes), 3),
            "end_nodes": self.tree.n_nodes,
            "provisional": self.tree.n_provisional,
            "seconds": round(self.seconds, 4),
            "curve": curve(self.right, self.nodes) if self.cell.part == "sweep" else "",
        }


def deviation(samples: list[float] | list[int]) -> float:
    """The standard deviation of samples; 0 of a single one.

    >>> deviation([1.0, 3.0]), deviation([1.0])
    (1.4142135623730951, 0.0)
    """
    return float(np.std(samples, ddof=1)) if len(samples) > 1 else 0.0


def curve(right: list[float], nodes: list[int]) -> str:
    """Means of equal stretches, accuracy and nodes; fewer than a hundred if there are fewer samples.

    >>> curve([0.5, 0.75, 0.25, 0.5], [1, 1, 3, 3])
    '0.5:1 0.75:1 0.25:3 0.5:3'
    """
    stretches = np.array_split(np.arange(len(right)), min(POINTS, len(right)))
    points = [(np.array(right)[part].mean(), np.array(nodes)[part].mean()) for part in stretches]
    return " ".join(f"{accuracy:.5g}:{size:.5g}" for accuracy, size in points)


def run(task: Task) -> list[Line]:
    """The lines of a task."""
    classes, nominal, rows = opened(task, EVERY[task.part])
    runs = [Run(cell, tree_of(cell.method, classes, nominal)) for cell in task.cells()]
    for X, y in rows:
        for one in runs:
            one.ask_and_learn(X, y)
    # Handing over a hundred rows takes longer than learning them: there, time is taken of all rows at once.
    if task.part == "real":
        for one in runs:
            ((X, y),) = opened(task, one.rows)[2]
            timed = Run(one.cell, tree_of(one.cell.method, classes, nominal))
            timed.ask_and_learn(X, y)
            one.seconds = timed.seconds
    return [one.line() for one in runs]


def opened(task: Task, every: int) -> tuple[int, list[str], Iterator[tuple[Any, NDArray[np.int64]]]]:
    """The number of classes, nominal columns, and the rows, so many at a time."""
    if task.part == "real":
        found = rows_of(task.data)
        return found.classes, found.nominal, found.parts(every, task.rows)
    source = stream(task.data, task.seed)
    batches = ((batch.X, coded(batch.y)[0]) for batch in source.batches(every, task.rows))
    return len(source.classes or ()), [], batches
