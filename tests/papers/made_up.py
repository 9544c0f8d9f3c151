"""Results that are made up, and a tree that takes every observer and budget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from riparian import VFDT
from riparian.papers.pfahringer2008.cells import Cell, Scale, all_cells
from riparian.papers.pfahringer2008.results import Results

SCALE = Scale(rows=2_000_000, holdout=1_000_000, seed=1)


def line(cell: Cell, accuracy: float, **other: Any) -> dict[str, Any]:
    return {
        "version": "0.1.0",
        "commit": "abc",
        "part": cell.part,
        "stream": cell.stream,
        "configuration": cell.configuration,
        "budget": cell.budget,
        "rows": SCALE.rows,
        "holdout": SCALE.holdout,
        "seed": SCALE.seed,
        "trained": SCALE.rows,
        "end": 1,
        "generating_seconds": 1.0,
        "training_seconds": 3.0,
        "accuracy": accuracy,
        "active_leaves": 10,
        "frozen_leaves": 5,
        "nodes": 29,
        "depth": 7,
        "bytes": 1000,
        "note": "",
        **other,
    }


def results(
    accuracy: Callable[[Cell], float],
    *,
    without: Callable[[Cell], bool] = lambda cell: False,
    **other: Callable[[Cell], Any],
) -> Results:
    """All cells of the tables but some, with accuracies and sizes made up by functions of the cell."""
    runs = {}
    for cell in all_cells():
        if not cell.is_curve and not without(cell):
            sizes = {name: make(cell) for name, make in other.items()}
            runs[cell] = [line(cell, accuracy(cell), **sizes)]
    return Results(SCALE, runs)


def tree(*, observer: str, budget: str, points: int = 10, **settings: Any) -> VFDT:
    """A Gaussian tree, whatever is asked for."""
    assert observer
    assert budget in ("100KB", "32MB", "400MB")
    return VFDT(points=points, **settings)
