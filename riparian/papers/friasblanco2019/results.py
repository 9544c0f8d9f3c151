"""Finished cells, found by their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, stdev

import numpy as np
from numpy.typing import NDArray

from riparian.evaluate.compare import Comparison, compare
from riparian.papers.friasblanco2019.cells import FULL, PARTS, QUICK, Cell, Scale
from riparian.papers.friasblanco2019.methods import IADEM, METHODS, OHYT, PLAIN
from riparian.papers.ledger import Line
from riparian.papers.provenance import made_by

# The three of the paper, in its order.
COMPARED = (OHYT, PLAIN, IADEM)
PAIRS = ((OHYT, PLAIN), (OHYT, IADEM), (PLAIN, IADEM))


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
    def _runs(self) -> dict[tuple[str, str, str], list[Line]]:
        found: dict[tuple[str, str, str], list[Line]] = {}
        for cell, line in sorted(self.lines.items()):
            found.setdefault((cell.part, cell.data, cell.method), []).append(line)
        return found

    def runs(self, part: str, data: str, method: str) -> list[Line]:
        """All seeds of a method on some data, in their order."""
        return self._runs.get((part, data, method), [])

    def data(self, part: str) -> list[str]:
        """What was run of a part, in its order: all methods of it."""
        return [
            name for name in PARTS[part][0] if all(self.runs(part, name, method) for method in PARTS[part][1])
        ]

    def whole(self, part: str) -> bool:
        """Whether all of a part was run, with all its seeds and rows."""
        runs = self.scale.runs if part == "synthetic" else 1
        data, methods = PARTS[part]
        found = [self.runs(part, name, method) for name in data for method in methods]
        quick = QUICK.real_rows if part == "real" else QUICK.rows
        return all(len(lines) >= runs and all(line["rows"] != quick for line in lines) for lines in found)

    def mean(self, part: str, data: str, method: str, measure: str) -> float:
        """The mean over all seeds."""
        return fmean(line[measure] for line in self.runs(part, data, method))

    def spread(self, part: str, data: str, method: str, measure: str) -> float:
        """The standard deviation between seeds; 0 of a single one."""
        found = [line[measure] for line in self.runs(part, data, method)]
        return stdev(found) if len(found) > 1 else 0.0

    def overall(self, part: str, method: str, measure: str) -> float:
        """The mean over all data of a part."""
        return fmean(self.mean(part, name, method, measure) for name in self.data(part))

    def compared(self, part: str, measure: str, methods: Sequence[str] = METHODS) -> Comparison | None:
        """Methods over all data of a part: means of all seeds; None of less than two data sets."""
        data = self.data(part)
        if len(data) < 2:
            return None
        table = {
            name: {method: self.mean(part, name, method, measure) for method in methods} for name in data
        }
        return compare(table, measure=measure, tie=0.0001 if measure == "accuracy" else 0.01)

    def curve(self, method: str) -> NDArray[np.float64]:
        """Accuracy and nodes of a method along the stream, means over all streams of the sweep."""
        points = []
        for name in self.data("sweep"):
            line = self.runs("sweep", name, method)[-1]
            points.append([[float(x) for x in point.split(":")] for point in line["curve"].split()])
        found: NDArray[np.float64] = np.array(points).mean(axis=0)
        return found

    def origin(self) -> str:
        """Which versions and commits the cells are of."""
        rows = sum(line["rows"] for line in self.lines.values())
        return f"{len(self.lines):,} cells of riparian {made_by(self.lines.values())}; {rows:,} rows"
