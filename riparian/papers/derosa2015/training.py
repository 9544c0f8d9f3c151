"""One task: its rows are made once, and each of its cells is a line."""

from __future__ import annotations

from statistics import fmean
from time import perf_counter
from typing import Any

from riparian.papers.derosa2015 import batches, curves, labels
from riparian.papers.derosa2015.cells import Cell, Task
from riparian.papers.derosa2015.data import Rows, rows_of
from riparian.papers.derosa2015.methods import tree_of
from riparian.papers.ledger import Line

COLUMNS: dict[str, Any] = {
    "version": str,
    "commit": str,
    "figure": str,
    "part": str,
    "data": str,
    "method": str,
    "setting": str,
    "seed": int,
    "streams": int,
    "rows": int,
    "labels": int,
    "leaves": float,
    "accuracy": float,
    "precision": float,
    "recall": float,
    "f1": float,
    "seconds": float,
    "curve": str,
}


def run(task: Task) -> list[Line]:
    """The lines of a task."""
    first = task.cells[0]
    if first.part == "tuning":
        return tuned(task)
    rows = rows_of(first.data, task.seeds[0], task.rows)
    by_figure = {"batch": beside_a_batch, "active": with_few_labels}
    return by_figure.get(first.figure, on_the_way)(task.cells, rows)


def tuned(task: Task) -> list[Line]:
    """Means over all seeds."""
    found: dict[Cell, list[tuple[float, int, float]]] = {cell: [] for cell in task.cells}
    count = 0
    for seed in task.seeds:
        rows = rows_of(task.cells[0].data, seed, task.rows)
        count += len(rows.y)
        for cell in task.cells:
            started = perf_counter()
            end = curves.whole(tree_of(cell.method, cell.setting), rows)
            found[cell].append((end.accuracy, end.leaves, perf_counter() - started))
    return [
        line(
            cell,
            streams=len(ends),
            rows=count,
            accuracy=fmean(end[0] for end in ends),
            leaves=fmean(end[1] for end in ends),
            seconds=sum(end[2] for end in ends),
        )
        for cell, ends in found.items()
    ]


def on_the_way(cells: tuple[Cell, ...], rows: Rows) -> list[Line]:
    """Accuracy against the number of leaves."""
    lines = []
    for cell in cells:
        started = perf_counter()
        end = curves.online(tree_of(cell.method, cell.setting), rows)
        curve = " ".join(f"{leaves}:{accuracy:g}" for leaves, accuracy in end.curve.items())
        lines.append(
            line(
                cell,
                rows=len(rows.y),
                accuracy=end.accuracy,
                leaves=end.leaves,
                seconds=perf_counter() - started,
                curve=curve,
            )
        )
    return lines


def beside_a_batch(cells: tuple[Cell, ...], rows: Rows) -> list[Line]:
    """A learner on four fifths of the rows, asked about the rest."""
    return [
        line(cell, rows=len(rows.y), **batches.compared(cell.method, rows, cell.seed)._asdict())
        for cell in cells
    ]


def with_few_labels(cells: tuple[Cell, ...], rows: Rows) -> list[Line]:
    """Every strategy of asking, the first of which says how many labels there are."""
    return [
        line(cell._replace(method=ask), rows=len(rows.y), labels=count, accuracy=accuracy, leaves=leaves)
        for cell in cells
        for ask, (count, accuracy, leaves) in labels.asked(cell.setting, rows, cell.seed).items()
    ]


def line(cell: Cell, *, rows: int, **figures: Any) -> Line:
    """A line of the ledger."""
    told = {
        name: round(value, 6 if name != "leaves" else 2) if isinstance(value, float) else value
        for name, value in figures.items()
    }
    return {"streams": 1, **cell._asdict(), "rows": rows, **told}
