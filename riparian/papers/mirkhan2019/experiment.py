"""The whole experiment: runs the cells that are not finished yet, and tells what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from riparian.papers import provenance
from riparian.papers.claims import told
from riparian.papers.ledger import Ledger, Line
from riparian.papers.mirkhan2019.cells import Cell
from riparian.papers.mirkhan2019.claims import CLAIMS
from riparian.papers.mirkhan2019.results import Results, cell_of
from riparian.papers.mirkhan2019.tables import arithmetics, compared, times_by_classes
from riparian.papers.mirkhan2019.training import COLUMNS, Task, run
from riparian.papers.parallel import finished

# Of the epochs, for a quick look.
QUICK = 0.03
# A cell that was finished, its line, the cells done and the cells to do.
Tell = Callable[[Cell, Line, int, int], None]


def ledger_of(folder: Path, *, quick: bool) -> Ledger:
    """Where the cells are kept; those of a quick run apart, so that they are never taken for results."""
    return Ledger(folder / ("cells-quick.csv" if quick else "cells.csv"), COLUMNS)


def run_cells(ledger: Ledger, cells: Iterable[Cell], *, quick: bool, jobs: int, tell: Tell) -> Results:
    """Run the cells that the ledger does not have, and keep each as soon as it is finished."""
    kept = {cell_of(line) for line in ledger.lines()}
    tasks = [Task(cell, QUICK if quick else 1.0) for cell in cells if cell not in kept]
    origin = {"version": provenance.version(), "commit": provenance.commit()}
    for done, (task, line) in enumerate(finished(run, tasks, jobs), start=1):
        ledger.add([{**origin, **line}])
        tell(task.cell, line, done, len(tasks))
    return Results.of(ledger.lines())


def shown(results: Results, tables: Sequence[int], *, quick: bool) -> str:
    """Tables and claims as text; of a quick run no claims, which are about many more epochs."""
    parts = [results.origin(tables)]
    if quick:
        parts.append("A quick run, of a few epochs: it shows that everything works, and no more.")
    for number in tables:
        parts += [compared(results, number), arithmetics(results, number)]
        parts += [times_by_classes(results, number)] if number < 3 else []
    if not quick and any(claim.test(results).holds is not None for claim in CLAIMS):
        parts.append(f"What the paper concludes, in our figures:\n{told(CLAIMS, results)}")
    return "\n\n".join(parts)
