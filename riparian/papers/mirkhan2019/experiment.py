"""The whole experiment: runs the cells that are not finished yet, and tells what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from riparian.papers.cells import kept
from riparian.papers.claims import told
from riparian.papers.ledger import Ledger, Line
from riparian.papers.mirkhan2019 import figures
from riparian.papers.mirkhan2019.cells import Cell
from riparian.papers.mirkhan2019.claims import CLAIMS
from riparian.papers.mirkhan2019.results import Results
from riparian.papers.mirkhan2019.tables import arithmetics, compared, times_by_classes
from riparian.papers.mirkhan2019.training import Task, run

# Of the epochs, for a quick look.
QUICK = 0.03
# A cell that was finished, its line, the cells done and the cells to do.
Tell = Callable[[Cell, Line, int, int], None]


def run_cells(ledger: Ledger, cells: Iterable[Cell], *, quick: bool, jobs: int, tell: Tell) -> Results:
    """Run the cells that the ledger does not have, and keep each as soon as it is finished."""
    there = set(Results.of(ledger.lines()).lines)
    tasks = [Task(cell, QUICK if quick else 1.0) for cell in cells if cell not in there]
    for done, task, lines in kept(ledger, run, tasks, jobs):
        tell(task.cell, lines[-1], done, len(tasks))
    return Results.of(ledger.lines())


def shown(results: Results, tables: Sequence[int], *, quick: bool) -> str:
    """Tables and claims as text; of a quick run no claims, which are about many more epochs."""
    parts = [results.origin_of(tables)]
    if quick:
        parts.append("A quick run, of a few epochs: it shows that everything works, and no more.")
    for number in tables:
        parts += [compared(results, number), arithmetics(results, number)]
        parts += [times_by_classes(results, number)] if number < 3 else []
    if not quick and any(claim.test(results).holds is not None for claim in CLAIMS):
        parts.append(f"What the paper concludes, in our figures:\n{told(CLAIMS, results)}")
    return "\n\n".join(parts)


def draw(folder: Path) -> tuple[list[Path], str]:
    """Write Figure 1, and draw it if matplotlib is there; returns the files, and a remark if it is not."""
    written = [figures.write_figure(folder)]
    try:
        return [*written, figures.draw_figure(folder)], ""
    except ImportError as missing:
        return written, f"no figure was drawn: {missing}"
