"""Finished cells, found by their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from riparian.evaluate.compare import Comparison, compare
from riparian.papers.elomaa2008.cells import FULL, PARTS, QUICK, Cell, Scale, Task, tasks
from riparian.papers.elomaa2008.domains import NAMED
from riparian.papers.elomaa2008.methods import TREES, WINDOWED
from riparian.papers.ledger import Line
from riparian.papers.provenance import made_by


def cell_of(line: Line) -> Cell:
    """The cell that a line is about."""
    return Cell(*(line[name] for name in Cell._fields))


@dataclass
class Results:
    """Finished cells; of several runs the last.

    Parameters
    ----------
    lines : dict
        A line for each cell.
    scale : Scale
        How much there should be.
    """

    lines: dict[Cell, Line]
    scale: Scale = FULL

    @classmethod
    def of(cls, lines: Iterable[Line], scale: Scale = FULL) -> Results:
        """Those that a ledger holds."""
        return cls({cell_of(line): line for line in lines}, scale)

    @cached_property
    def _found(self) -> dict[tuple[str, str], list[Line]]:
        found: dict[tuple[str, str], list[Line]] = {}
        for cell, line in self.lines.items():
            found.setdefault((cell.part, cell.data), []).append(line)
        return found

    def of_data(self, part: str, data: str) -> list[Line]:
        """All lines about some data, as they were found."""
        return self._found.get((part, data), [])

    def data(self, part: str) -> list[str]:
        """What was run of a part, in its order: all trees of it."""
        wanted = {"trees": TREES, "window": WINDOWED}.get(part, ())
        return [
            name
            for name in PARTS[part]
            if self.of_data(part, name)
            and {line["what"] for line in self.of_data(part, name)}.issuperset(wanted)
        ]

    def whole(self, part: str) -> bool:
        """Whether all of a part was run, with all its seeds and rows; of figure 4, what the paper names."""
        wanted = tasks({part: NAMED if part == "columns" else PARTS[part]}, self.scale)
        return all(self._is_done(task) for task in wanted)

    def _is_done(self, task: Task) -> bool:
        lines = self.of_data(*task[:2])
        quick = task.part != "growth" and any(line["rows"] == QUICK.real_rows for line in lines)
        return not quick and task.is_in(map(cell_of, lines))

    def mean(self, part: str, data: str, what: str, measure: str) -> float:
        """The mean over all seeds."""
        return fmean(line[measure] for line in self.of_data(part, data) if line["what"] == what)

    def overall(self, part: str, data: Sequence[str], what: str, measure: str) -> float:
        """The mean over some data."""
        return fmean(self.mean(part, name, what, measure) for name in data)

    def compared(self, measure: str, whats: Sequence[str]) -> Comparison | None:
        """Trees over all data: means of all seeds; None of less than two data sets."""
        data = self.data("trees")
        if len(data) < 2:
            return None
        table = {name: {what: self.mean("trees", name, what, measure) for what in whats} for name in data}
        return compare(table, measure=measure, tie=0.0001 if measure == "accuracy" else 0.01)

    def origin(self) -> str:
        """Which versions and commits the cells are of."""
        rows = sum(line["rows"] for line in self.lines.values())
        return f"{len(self.lines):,} cells of riparian {made_by(self.lines.values())}; {rows:,} rows"
