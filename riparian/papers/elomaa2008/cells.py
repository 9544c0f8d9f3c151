"""What is run, in which order: a task has all that is done with the same rows, which are made once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from riparian.papers import cells
from riparian.papers.elomaa2008.counting import WAVES, sizes
from riparian.papers.elomaa2008.domains import DOMAINS
from riparian.papers.elomaa2008.methods import TREES, WINDOWED
from riparian.papers.elomaa2008.streams import GENERATED, REAL, TREE_REAL, WINDOW

# What is run, on what.
PARTS: dict[str, tuple[str, ...]] = {
    "columns": tuple(DOMAINS),
    "growth": ("waveform",),
    "trees": (*GENERATED, *TREE_REAL),
    "window": WINDOW,
}
TABLES = {"trees": "trees", "window": "window"}
FIGURES = {"4": "columns", "5": "growth"}


@dataclass(frozen=True)
class Scale:
    """How much is run.

    Parameters
    ----------
    tree_rows, window_rows : int
        Rows of a generated stream.
    real_rows : int or None
        Rows of a real data set; None for all.
    wave_rows : int
        Rows of the largest stream of figure 5.
    runs : int
        Seeds of each generated stream that trees are grown on.
    """

    tree_rows: int = 200_000
    window_rows: int = 100_000
    real_rows: int | None = None
    wave_rows: int = 10_000_000
    runs: int = 3


FULL = Scale()
QUICK = Scale(tree_rows=4000, window_rows=4000, real_rows=4000, wave_rows=31_623, runs=1)


class Cell(NamedTuple):
    """A line of the results: what was counted or grown on what, with which seed, after how many rows."""

    part: str
    data: str
    what: str
    seed: int
    rows: int


class Task(NamedTuple):
    """What is done with the same rows; None for all rows there are."""

    part: str
    data: str
    seed: int
    rows: int | None

    def is_in(self, found: Iterable[Cell]) -> bool:
        """Whether all lines of the task are there. Columns are known only once a domain was read."""
        there = [cell for cell in found if cell[:2] == self[:2] and cell.seed == self.seed]
        whats = {cell.what for cell in there}
        match self.part:
            case "columns":
                return bool(there)
            case "growth":
                wanted = {(name, size) for name in WAVES for size in sizes(self.rows or 0)}
                return wanted <= {(cell.what, cell.rows) for cell in there}
            case "trees":
                return whats.issuperset(TREES)
            case _:
                return whats.issuperset(WINDOWED)


def tasks(wanted: Mapping[str, Iterable[str]], scale: Scale) -> list[Task]:
    """All tasks; those that take longest first, so that no process is left alone with them."""
    found = []
    for part, data in wanted.items():
        for name in data:
            generated = part in ("trees", "window") and name not in REAL
            rows = {"growth": scale.wave_rows, "trees": scale.tree_rows, "window": scale.window_rows}
            seeds = range(1, scale.runs + 1) if part == "trees" and generated else (1,)
            most = rows[part] if generated or part == "growth" else scale.real_rows
            found += [Task(part, name, seed, most) for seed in seeds]
    order = {"window": 0, "trees": 1, "growth": 2, "columns": 3}
    return sorted(found, key=lambda task: (order[task.part], task.data not in ("covtype", "kddcup99_10pct")))


def parts_of(tables: Sequence[str], figures: Sequence[str]) -> list[str]:
    """What must be run for tables and figures; all of it if none is named.

    >>> parts_of(["window"], ["4"]), len(parts_of([], []))
    (['columns', 'window'], 4)
    """
    wanted = {TABLES[table] for table in tables} | {FIGURES[figure] for figure in figures}
    return [part for part in PARTS if part in wanted or not wanted]


def chosen(parts: Sequence[str], only: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The data of some parts, or those of them that are named, in capitals or not.

    >>> chosen(["columns", "trees"], ["adult,sea"])
    {'columns': ('Adult',), 'trees': ('sea', 'adult')}
    """
    return cells.chosen({part: PARTS[part] for part in parts}, only)
