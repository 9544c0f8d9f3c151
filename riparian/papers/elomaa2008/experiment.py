"""The whole experiment: runs what is not finished yet, and tells what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from riparian.papers.cells import kept, suffix
from riparian.papers.claims import told
from riparian.papers.elomaa2008 import figures, tables
from riparian.papers.elomaa2008.cells import PARTS, Scale, Task, tasks
from riparian.papers.elomaa2008.claims import CLAIMS, QUESTIONS
from riparian.papers.elomaa2008.domains import DOMAINS
from riparian.papers.elomaa2008.results import Results
from riparian.papers.elomaa2008.streams import REAL
from riparian.papers.elomaa2008.training import run
from riparian.papers.ledger import Ledger
from riparian.streams.download import DatasetError
from riparian.streams.named import dataset

# A task that was finished, the tasks done and the tasks to do.
Tell = Callable[[Task, int, int], None]


def run_all(
    ledger: Ledger, wanted: Mapping[str, Iterable[str]], scale: Scale, *, jobs: int, tell: Tell
) -> Results:
    """Run the tasks of which the ledger has not all cells, and keep each at once.

    Data sets that are not at hand are left out.
    """
    there = Results.of(ledger.lines()).lines
    left = [task for task in tasks(wanted, scale) if not task.is_in(there)]
    missing = [task for task in left if is_at_hand(task)]
    for done, task, _ in kept(ledger, run, missing, jobs):
        tell(task, done, len(missing))
    return Results.of(ledger.lines())


def is_at_hand(task: Task) -> bool:
    """Whether the rows of a task can be had here."""
    name = DOMAINS[task.data] if task.part == "columns" else task.data
    if task.part != "columns" and name not in REAL:
        return True
    try:
        dataset(name)
    except DatasetError:
        return False
    return True


def shown(results: Results, parts: Sequence[str], *, quick: bool) -> str:
    """Tables and claims as text; of a quick run no claims, which are about far more rows."""
    found = [results.origin()]
    if quick:
        found.append("A quick run, of a few rows: it shows that everything works, and no more.")
    for part in parts:
        found += [text for text in tables.of_part(results, part) if text]
        absent = [name for name in PARTS[part] if name not in results.data(part)]
        if absent and part != "growth":
            found.append(f"Not among the {part}: {', '.join(absent)}: not run, or not at hand.")
    for title, claims in (
        ("What the paper says, in our figures:", CLAIMS),
        ("What it leaves open, in our figures:", QUESTIONS),
    ):
        if not quick and any(claim.test(results).holds is not None for claim in claims):
            found.append(f"{title}\n{told(claims, results)}")
    return "\n\n".join(found)


def draw(results: Results, folder: Path, *, quick: bool) -> tuple[list[Path], str]:
    """Write figure 5, and draw both where that can be done; the files, and a remark where it cannot."""
    end = suffix(quick=quick)
    written = figures.write_growth(results, folder, end)
    try:
        drawn = figures.draw_columns(results, folder, end) + figures.draw_growth(results, folder, end)
    except ImportError as missing:
        return written, f"no figures were drawn: {missing}"
    return written + drawn, ""
