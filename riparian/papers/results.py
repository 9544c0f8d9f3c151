"""Finished cells, found by their names: what the results of the papers have in common.

A cell is a named tuple of columns of its paper's ledger, the widest first: part, data, method, seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any, ClassVar, Generic, Self, TypeVar

from riparian.evaluate.compare import Comparison, compare
from riparian.papers.ledger import Line
from riparian.papers.provenance import made_by

Cell = TypeVar("Cell", bound=tuple[Any, ...])


@dataclass
class Finished(Generic[Cell]):
    """Finished cells; of several runs the last.

    Parameters
    ----------
    lines : dict
        A line for each cell.

    Examples
    --------
    >>> from typing import NamedTuple
    >>> Run = NamedTuple("Run", [("data", str), ("seed", int)])
    >>> class Results(Finished[Run]):
    ...     kind = Run
    >>> found = Results.of({"data": "sea", "seed": n % 2, "right": n} for n in range(3))
    >>> [line["right"] for line in found.below("sea")]
    [2, 1]
    """

    lines: dict[Cell, Line]
    # The named tuple that the cells of a paper are.
    kind: ClassVar[Any]

    @classmethod
    def of(cls, lines: Iterable[Line], *scale: Any) -> Self:
        """Those that a ledger holds, and how much there should be if that is not all."""
        return cls({cls.cell_of(line): line for line in lines}, *scale)

    @classmethod
    def cell_of(cls, line: Line) -> Cell:
        """The cell that a line is about."""
        found: Cell = cls.kind(*(line[name] for name in cls.kind._fields))
        return found

    def below(self, *names: Any) -> list[Line]:
        """The lines of all cells that begin with these names, as they were found."""
        return self._below.get(names, [])

    @cached_property
    def _below(self) -> dict[tuple[Any, ...], list[Line]]:
        found: dict[tuple[Any, ...], list[Line]] = {}
        for cell, line in self.lines.items():
            for length in range(1, len(cell)):
                found.setdefault(cell[:length], []).append(line)
        return found

    def origin(self) -> str:
        """Which versions and commits the cells are of."""
        rows = sum(line["rows"] for line in self.lines.values())
        return f"{len(self.lines):,} cells of riparian {made_by(self.lines.values())}; {rows:,} rows"


class Compared(Finished[Cell]):
    """Cells of a part, some data, a method and more: methods side by side, means over all that is more."""

    def data(self, part: str) -> list[str]:
        """What was run of a part with all its methods, in its order."""
        raise NotImplementedError

    def mean(self, part: str, data: str, method: str, measure: str) -> float:
        """The mean over all seeds."""
        return fmean(line[measure] for line in self.below(part, data, method))

    def overall(self, part: str, data: Sequence[str], method: str, measure: str) -> float:
        """The mean over some data."""
        return fmean(self.mean(part, name, method, measure) for name in data)

    def compared(self, part: str, measure: str, methods: Sequence[str]) -> Comparison | None:
        """Methods over all data of a part: means of all seeds; None of less than two data sets."""
        data = self.data(part)
        if len(data) < 2:
            return None
        table = {
            name: {method: self.mean(part, name, method, measure) for method in methods} for name in data
        }
        return compare(table, measure=measure, tie=0.0001 if measure == "accuracy" else 0.01)
