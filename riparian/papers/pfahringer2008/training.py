"""One cell: a tree is trained, and then tested.

As in the paper, training ends early once the last active leaf is frozen; that is looked at between batches.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import asdict
from functools import lru_cache
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from riparian.categories import Categories
from riparian.papers.ledger import Line
from riparian.papers.material import KEPT_BYTES, Material, row_bytes
from riparian.papers.pfahringer2008 import streams
from riparian.papers.pfahringer2008.cells import Cell, Scale
from riparian.papers.pfahringer2008.configurations import planted
from riparian.papers.sizes import Sizes, sizes
from riparian.streams.stream import Batch, Values
from riparian.trees import Tree

POINTS = 20  # of a curve
# How a tree says that its budget does not hold one leaf.
TOO_SMALL = re.compile(r"too small for one leaf")
# A leaf that is frozen stays so for as many rows at least: no moment without an active leaf is missed.
FROZEN_ROWS = 4096

COLUMNS: dict[str, Any] = {
    "version": str,
    "commit": str,
    "part": str,
    "stream": str,
    "configuration": str,
    "budget": str,
    "rows": int,
    "holdout": int,
    "seed": int,
    "trained": int,
    "end": int,
    "generating_seconds": float,
    "training_seconds": float,
    "accuracy": float,
    "active_leaves": int,
    "frozen_leaves": int,
    "nodes": int,
    "depth": int,
    "bytes": int,
    "note": str,
}


class Task(NamedTuple):
    """A cell to be run."""

    cell: Cell
    scale: Scale
    threads: int


class Rows(NamedTuple):
    """The rows of a stream, to learn and to test with."""

    training: Material
    holdout: Material


@lru_cache(maxsize=1)
def rows_of(stream: str, rows: int, scale: Scale) -> Rows:
    """Rows of a stream, kept for the next cell if they fit: the hold-out first, all cells need it whole."""
    learned = streams.training(stream, scale.seed, scale.rows)
    tested = streams.holdout(stream, scale.seed)
    room = KEPT_BYTES - scale.holdout * row_bytes(tested)
    # Short runs have short batches, so that a curve has its points and a frozen tree is noticed early.
    size = min(FROZEN_ROWS, math.ceil(rows / POINTS))
    return Rows(
        Material(learned, rows, size=size, keep=rows * row_bytes(learned) <= room),
        Material(tested, scale.holdout, keep=room >= 0),
    )


def run(task: Task) -> list[Line]:
    """Train and test: a line for a cell of the tables, a line per point of a curve; the last has `end`."""
    rows = rows_of(task.cell.stream, task.cell.rows(task.scale), task.scale)
    try:
        found = list(_moments(task, rows))
    except ValueError as refused:
        if not TOO_SMALL.search(str(refused)):
            raise
        found = [_frozen_at_once(rows, str(refused))]
    asked = {**asdict(task.cell), **asdict(task.scale)}
    return [{**asked, **moment, "end": int(moment is found[-1])} for moment in found]


def _moments(task: Task, rows: Rows) -> Iterator[Line]:
    """The tree at the end, and at the points of a curve before."""
    cell, scale, threads = task
    tree = planted(cell.configuration, cell.budget, threads)
    total = cell.rows(scale)
    every = max(1, total // POINTS) if cell.is_curve else total
    trained, generating, training = 0, 0.0, 0.0
    for batch, seconds in _cut(rows.training, every):
        generating += seconds
        started = perf_counter()
        tree.learn_many(batch.X, batch.y, w=batch.w)
        training += perf_counter() - started
        trained += len(batch)
        size = sizes(tree)
        over = trained >= total or size.active_leaves == 0
        if over or trained % every == 0:
            yield _moment(trained, generating, training, accuracy(tree, rows.holdout), size)
        if over:
            return


def _cut(material: Material, every: int) -> Iterator[tuple[Batch, float]]:
    """Batches that end at every multiple of so many rows, where a curve has its points."""
    done = 0
    for batch, seconds in material:
        at = 0
        while at < len(batch):
            stop = min(len(batch), at + every - done % every)
            yield batch.part(at, stop), seconds * (stop - at) / len(batch)
            done, at = done + stop - at, stop


def _moment(
    trained: int, generating: float, training: float, share: float, size: Sizes, note: str = ""
) -> Line:
    return {
        "trained": trained,
        "generating_seconds": round(generating, 6),
        "training_seconds": round(training, 6),
        "accuracy": share,
        **size._asdict(),
        "note": note,
    }


def accuracy(tree: Tree, holdout: Material) -> float:
    """The share of the hold-out that the tree gets right; a row without an answer is wrong."""
    right = total = 0
    for batch, _ in holdout:
        codes, classes = tree._predict_codes(batch.X)
        actual = _labels(batch)
        # A label that the tree never saw has no place among its classes; -2 is no code of an answer.
        place = {label: code for code, label in enumerate(classes)}
        wanted = np.array([place.get(label, -2) for label in actual.categories])
        right += int((codes == wanted[actual.codes]).sum())
        total += len(batch)
    return right / total


def _frozen_at_once(rows: Rows, refusal: str) -> Line:
    """A budget that not even one leaf fits into: in the paper, a tree whose first leaf is frozen.

    It answers with the most frequent class of the first rows.
    """
    first = _labels(next(iter(rows.training))[0])
    answer = int(np.bincount(first.codes).argmax())
    held = [_labels(batch) for batch, _ in rows.holdout]
    right = sum(int((labels.codes == answer).sum()) for labels in held)
    nothing = Sizes(active_leaves=0, frozen_leaves=1, nodes=1, depth=0, bytes=0)
    return _moment(0, 0.0, 0.0, right / sum(map(len, held)), nothing, refusal)


def _labels(batch: Batch) -> Categories:
    labels: Values = batch.y
    if not isinstance(labels, Categories):
        raise TypeError(f"the labels of a made-up stream are categories, got {type(labels).__name__}")
    return labels
