"""One task: columns are counted, or every row is asked, then learned, by all trees; lines of the ledger."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.papers.elomaa2008.cells import Task
from riparian.papers.elomaa2008.counting import of_domain, of_waves
from riparian.papers.elomaa2008.methods import TREES, WINDOWED, tree_of
from riparian.papers.elomaa2008.streams import Rows
from riparian.papers.ledger import Line
from riparian.papers.sizes import sizes
from riparian.trees import Tree

COLUMNS: dict[str, Any] = {
    "version": str,
    "commit": str,
    "part": str,
    "data": str,
    "what": str,
    "seed": int,
    "rows": int,
    "all_rows": int,
    "bins": int,
    "blocks": int,
    "segments": int,
    "accuracy": float,
    "nodes": int,
    "leaves": int,
    "depth": int,
    "bytes": int,
    "seconds": float,
}


def run(task: Task) -> list[Line]:
    """The lines of a task."""
    shared = {"part": task.part, "data": task.data, "seed": task.seed}
    match task.part:
        case "columns":
            found = list(of_domain(task.data, task.rows))
        case "growth":
            found = list(of_waves(task.seed, task.rows or 0))
        case _:
            found = grown(task, TREES if task.part == "trees" else WINDOWED)
    return [{**shared, **line} for line in found]


def grown(task: Task, whats: tuple[str, ...]) -> list[Line]:
    """One tree after the other on the same rows, so that only one is held at a time."""
    rows = Rows(task.data, task.seed, task.rows)
    found = []
    for what in whats:
        run = Run(what, tree_of(what, rows.classes))
        for X, y in rows:
            run.ask_and_learn(X, y)
        found.append(run.line())
    return found


class Run:
    """One tree on its way."""

    def __init__(self, what: str, tree: Tree) -> None:
        self.what, self.tree = what, tree
        self.rows = self.right = 0
        self.seconds = 0.0

    def ask_and_learn(self, X: dict[str, Any], y: NDArray[np.int64]) -> None:
        """Take some rows: each is asked before it is learned."""
        started = perf_counter()
        answers = self.tree.predict_then_learn_many(X, y)
        self.seconds += perf_counter() - started
        self.right += int((answers == y).sum())
        self.rows += len(y)

    def line(self) -> Line:
        """What there is to tell at the end."""
        size = sizes(self.tree)
        return {
            "what": self.what,
            "rows": self.rows,
            "accuracy": round(self.right / self.rows, 6),
            "nodes": size.nodes,
            "leaves": size.active_leaves + size.frozen_leaves,
            "depth": size.depth,
            "bytes": size.bytes,
            "seconds": round(self.seconds, 4),
        }
