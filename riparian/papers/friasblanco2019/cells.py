"""What is run, in which order: a task has all methods on the same rows, which are made once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from riparian.papers import cells
from riparian.papers.friasblanco2019.data import REAL
from riparian.papers.friasblanco2019.methods import METHODS, REAL_METHODS, SWEPT
from riparian.papers.friasblanco2019.streams import STREAMS

# What is run, with what, for which tables and figures.
PARTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "real": (tuple(REAL), REAL_METHODS),
    "sweep": (STREAMS, SWEPT),
    "synthetic": (STREAMS, METHODS),
}
TABLES = {"2": "synthetic", "3": "synthetic", "5": "real"}
FIGURES = {"3": "sweep", "4": "sweep"}


@dataclass(frozen=True)
class Scale:
    """How much is run.

    Parameters
    ----------
    rows : int
        Rows of a synthetic stream.
    real_rows : int or None
        Rows of a real data set; None for all.
    runs : int
        Seeds of each synthetic stream.
    """

    rows: int = 1_000_000
    real_rows: int | None = None
    runs: int = 30


FULL = Scale()
QUICK = Scale(rows=10_000, real_rows=5000, runs=2)
# Rows of the window, and between two samples.
EVERY = {"real": 100, "sweep": 1000, "synthetic": 1000}


class Cell(NamedTuple):
    """A line of the results: what was run on what, with which seed."""

    part: str
    data: str
    method: str
    seed: int


class Task(NamedTuple):
    """Cells of the same rows."""

    part: str
    data: str
    seed: int
    rows: int | None

    def cells(self) -> list[Cell]:
        """One for each method."""
        return [Cell(self.part, self.data, method, self.seed) for method in PARTS[self.part][1]]


def tasks(wanted: Mapping[str, Iterable[str]], scale: Scale) -> list[Task]:
    """All tasks; those of the widest streams first, so that no process is left alone with them."""
    found = []
    for part, data in wanted.items():
        runs = scale.runs if part == "synthetic" else 1
        rows = scale.real_rows if part == "real" else scale.rows
        found += [Task(part, name, seed, rows) for seed in range(1, runs + 1) for name in data]
    return sorted(found, key=lambda task: not task.data.endswith("-complex"))


def parts_of(tables: Sequence[str], figures: Sequence[str]) -> list[str]:
    """What must be run for tables and figures; all of it if none is named.

    >>> parts_of(["5"], []), parts_of([], [])
    (['real'], ['real', 'sweep', 'synthetic'])
    """
    wanted = {TABLES[table] for table in tables} | {FIGURES[figure] for figure in figures if figure != "2"}
    return sorted(wanted) if tables or figures else list(PARTS)


def chosen(parts: Sequence[str], only: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The data of some parts, or those of them that are named, in capitals or not.

    >>> chosen(["real", "sweep"], ["elec2,led-5"])
    {'real': ('Elec2',), 'sweep': ('led-5',)}
    """
    return cells.chosen({part: PARTS[part][0] for part in parts}, only)
