"""The whole experiment: runs what is not finished yet, and tells what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from riparian.papers.cells import kept, suffix
from riparian.papers.claims import told
from riparian.papers.friasblanco2019 import figures, tables
from riparian.papers.friasblanco2019.cells import Scale, Task, tasks
from riparian.papers.friasblanco2019.claims import CLAIMS
from riparian.papers.friasblanco2019.data import REAL, is_at_hand
from riparian.papers.friasblanco2019.results import Results
from riparian.papers.friasblanco2019.training import run
from riparian.papers.ledger import Ledger

# A task that was finished, the tasks done and the tasks to do.
Tell = Callable[[Task, int, int], None]


def run_all(
    ledger: Ledger, wanted: Mapping[str, Iterable[str]], scale: Scale, *, jobs: int, tell: Tell
) -> Results:
    """Run the tasks of which the ledger has not all cells, and keep each at once.

    Real data sets that are not at hand are left out.
    """
    there = set(Results.of(ledger.lines()).lines)
    left = [task for task in tasks(wanted, scale) if not there.issuperset(task.cells())]
    missing = [task for task in left if task.part != "real" or is_at_hand(task.data)]
    for done, task, _ in kept(ledger, run, missing, jobs):
        tell(task, done, len(missing))
    return Results.of(ledger.lines())


def shown(results: Results, numbers: Sequence[str], curves: bool, *, quick: bool) -> str:
    """Tables and claims as text; of a quick run no claims, which are about far more rows."""
    parts = [results.origin()]
    if quick:
        parts.append("A quick run, of a few rows: it shows that everything works, and no more.")
    parts += [part for number in numbers for part in tables.of_table(results, number) if part]
    absent = [name for name in REAL if name not in results.data("real")] if "5" in numbers else []
    if absent:
        parts.append(f"Table 5 is without {', '.join(absent)}: not run, or not at hand.")
    if curves:
        parts += tables.of_figure(results)
    if not quick and any(claim.test(results).holds is not None for claim in CLAIMS):
        parts.append(f"What the paper says, in our figures:\n{told(CLAIMS, results)}")
    return "\n\n".join(parts)


def draw(results: Results, folder: Path, *, quick: bool) -> tuple[list[Path], str]:
    """Write the curves, and draw them where that can be done; the files, and a remark where it cannot."""
    written = figures.write_curves(results, folder, suffix(quick=quick))
    try:
        return written + figures.draw_curves(results, folder, suffix(quick=quick)), ""
    except ImportError as missing:
        return written, f"no figures were drawn: {missing}"
