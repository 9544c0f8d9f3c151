"""The whole experiment: runs the cells that are not finished yet, and tells what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from riparian.papers.cells import kept, suffix
from riparian.papers.claims import told
from riparian.papers.ledger import Ledger
from riparian.papers.pfahringer2008 import results as found
from riparian.papers.pfahringer2008.cells import Cell, Scale
from riparian.papers.pfahringer2008.claims import CLAIMS
from riparian.papers.pfahringer2008.figures import draw_curves, write_curves
from riparian.papers.pfahringer2008.leaf_picture import draw_leaves
from riparian.papers.pfahringer2008.results import Results
from riparian.papers.pfahringer2008.tables import table1, table2, table3
from riparian.papers.pfahringer2008.training import Task, run

# A cell that was finished, its accuracy, the cells done and the cells to do.
Tell = Callable[[Cell, float, int, int], None]


def run_cells(
    ledger: Ledger, cells: Iterable[Cell], scale: Scale, *, jobs: int, threads: int, tell: Tell
) -> Results:
    """Run the cells that the ledger does not have, and keep each as soon as it is finished."""
    there = found.finished(ledger.lines())
    tasks = [Task(cell, scale, threads) for cell in cells if (cell, scale) not in there]
    for done, task, lines in kept(ledger, run, tasks, jobs):
        tell(task.cell, lines[-1]["accuracy"], done, len(tasks))
    return Results.of(ledger.lines(), scale)


def shown(results: Results) -> str:
    """Tables and claims as text."""
    parts = [results.origin(), table1(), table2(results), table3(results)]
    return "\n\n".join([*parts, f"What the paper claims, in our figures:\n{told(CLAIMS, results)}"])


def draw(results: Results, folder: Path, *, quick: bool) -> tuple[list[Path], str]:
    """Write the curves, draw them and the leaf; the files, and a remark if nothing can be drawn."""
    written = write_curves(results, folder, suffix(quick=quick))
    try:
        written += draw_curves(results, folder, suffix(quick=quick))
        written.append(draw_leaves(folder / f"figure1{suffix(quick=quick)}.png"))
    except ImportError as absent:
        return written, f"no figure was drawn: {absent}"
    return written, ""
