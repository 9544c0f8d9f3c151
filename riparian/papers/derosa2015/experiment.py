"""The whole experiment: runs what is not finished yet, and tells what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from riparian.papers.cells import kept, suffix
from riparian.papers.claims import told
from riparian.papers.derosa2015 import batches, cells, figures, tables
from riparian.papers.derosa2015.cells import Cell, Scale, Task
from riparian.papers.derosa2015.claims import CLAIMS
from riparian.papers.derosa2015.results import Results
from riparian.papers.derosa2015.training import run
from riparian.papers.ledger import Ledger

# A task that was finished, the tasks done and the tasks to do.
Tell = Callable[[Cell, int, int], None]


def run_all(
    ledger: Ledger, wanted: Mapping[str, Iterable[str]], scale: Scale, *, jobs: int, tell: Tell
) -> Results:
    """Run the cells that the ledger does not have, those of tuning first, and keep each at once."""
    if "batch" in wanted:
        batches.trees()  # before a long run, not at its end
    tuned = {figure: data for figure, data in wanted.items() if figure in ("controlled", "real")}
    some(ledger, [task for name in tuned for task in cells.tuning(name, tuned[name], scale)], jobs, tell)
    results, tasks = Results.of(ledger.lines()), []
    for figure, data in tuned.items():
        tasks += cells.runs(figure, results.best_settings(figure, data), scale)
    if "active" in wanted:
        tasks += cells.asking(wanted["active"], scale)
    if "batch" in wanted:
        tasks += cells.batches(wanted["batch"], scale)
    some(ledger, tasks, jobs, tell)
    return Results.of(ledger.lines())


def some(ledger: Ledger, tasks: Iterable[Task], jobs: int, tell: Tell) -> None:
    """Run those tasks of which a cell is missing."""
    there = set(Results.of(ledger.lines()).lines)
    missing = [task for task in tasks if not there.issuperset(task.cells)]
    for done, task, _ in kept(ledger, run, missing, jobs):
        tell(task.cells[-1], done, len(missing))


def shown(results: Results, wanted: Sequence[str], *, quick: bool) -> str:
    """Tables and claims as text; of a quick run no claims, which are about far more rows."""
    parts = [results.origin()]
    if quick:
        parts.append("A quick run, of a few streams: it shows that everything works, and no more.")
    parts += [part for figure in wanted for part in tables.of(results, figure) if part]
    if not quick and any(claim.test(results).holds is not None for claim in CLAIMS):
        parts.append(f"What the slides say, in our figures:\n{told(CLAIMS, results)}")
    return "\n\n".join(parts)


def draw(results: Results, folder: Path, *, quick: bool) -> tuple[list[Path], str]:
    """Write the curves, and draw them where that can be done; the files, and a remark where it cannot."""
    written = figures.write_curves(results, folder, suffix(quick=quick))
    try:
        return written + figures.draw_curves(results, folder, suffix(quick=quick)), ""
    except ImportError as missing:
        return written, f"no figures were drawn: {missing}"
