"""Cells of an experiment: where they are kept, and how those that are missing are run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from riparian.papers import provenance
from riparian.papers.ledger import Ledger, Line
from riparian.papers.parallel import finished

Task = TypeVar("Task")


def suffix(*, quick: bool) -> str:
    """What the names of a quick run's files have before their ending.

    >>> suffix(quick=True)
    '-quick'
    """
    return "-quick" if quick else ""


def ledger_of(folder: Path, columns: dict[str, Any], *, quick: bool) -> Ledger:
    """Where the cells are kept; those of a quick run apart, so that they are never taken for results."""
    return Ledger(folder / f"cells{suffix(quick=quick)}.csv", columns)


def kept(
    ledger: Ledger, run: Callable[[Task], Sequence[Line]], tasks: Sequence[Task], jobs: int
) -> Iterator[tuple[int, Task, Sequence[Line]]]:
    """Run tasks and keep the lines of each, with their origin, as soon as it is finished; count them."""
    origin = {"version": provenance.version(), "commit": provenance.commit()}
    for done, (task, lines) in enumerate(finished(run, tasks, jobs), start=1):
        ledger.add([{**origin, **line} for line in lines])
        yield done, task, lines
