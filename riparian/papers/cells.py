"""Cells of an experiment: where they are kept, and how those that are missing are run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from riparian.aliases import suggestion
from riparian.papers import provenance
from riparian.papers.ledger import Ledger, Line
from riparian.papers.parallel import finished

Task = TypeVar("Task")


def chosen(data: Mapping[str, Sequence[str]], only: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The data of some parts, or those of them that are named, in capitals or not.

    >>> chosen({"columns": ["Adult", "Wine"], "trees": ["adult", "sea"], "window": ["sea"]}, ["adult,wine"])
    {'columns': ('Adult', 'Wine'), 'trees': ('adult',)}
    """
    names = list(dict.fromkeys(name for part in data.values() for name in part))
    words = [word for words in only for word in words.split(",")]
    for word in words:
        if word.lower() not in map(str.lower, names):
            raise ValueError(
                f"{word!r} is no data of {', '.join(data)}{suggestion(word, names)}; "
                f"there are {' '.join(names)}"
            )
    plain = {word.lower() for word in words}
    found = {part: tuple(name for name in data[part] if not plain or name.lower() in plain) for part in data}
    return {part: kept for part, kept in found.items() if kept}


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
