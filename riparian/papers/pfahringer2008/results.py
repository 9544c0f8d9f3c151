"""The results of one scale: finished cells by name, curves, and means over the eighteen streams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from riparian.papers.ledger import Line
from riparian.papers.pfahringer2008.cells import Cell, Scale
from riparian.papers.pfahringer2008.streams import STREAMS
from riparian.papers.provenance import made_by


def finished(lines: Iterable[Line]) -> dict[tuple[Cell, Scale], list[Line]]:
    """The lines of each cell that was run to its end; of several runs the last.

    What a killed run has left of a curve begins before the curve begins again, and is dropped.
    """
    open_runs: dict[tuple[Cell, Scale], list[Line]] = {}
    found = {}
    for line in lines:
        cell = Cell(line["part"], line["stream"], line["configuration"], line["budget"])
        key = cell, Scale(line["rows"], line["holdout"], line["seed"])
        run = open_runs.setdefault(key, [])
        if run and line["trained"] <= run[-1]["trained"]:
            run.clear()
        run.append(line)
        if line["end"]:
            found[key] = open_runs.pop(key)
    return found


def scale_of(lines: Iterable[Line], rows: int | None, holdout: int | None, seed: int | None) -> Scale:
    """The scale that agrees with what is given; of several the one with the most cells."""
    wanted = (rows, holdout, seed)
    counted = Counter(
        scale
        for _, scale in finished(lines)
        if all(
            one is None or one == other
            for one, other in zip(wanted, (scale.rows, scale.holdout, scale.seed), strict=True)
        )
    )
    if not counted:
        raise ValueError("the results have no finished cell of these rows, hold-out and seed")
    return counted.most_common(1)[0][0]


@dataclass
class Results:
    """Finished cells of one scale."""

    scale: Scale
    runs: dict[Cell, list[Line]]

    @classmethod
    def of(cls, lines: Iterable[Line], scale: Scale) -> Results:
        """Those of the lines that have this scale."""
        return cls(scale, {cell: run for (cell, found), run in finished(lines).items() if found == scale})

    def cell(self, stream: str, configuration: str, budget: str) -> Line | None:
        """The end of a cell of the tables, None if it was not run."""
        run = self.runs.get(Cell("tables", stream, configuration, budget))
        return None if run is None else run[-1]

    def accuracy(self, stream: str, configuration: str, budget: str) -> float | None:
        """The accuracy of a cell of the tables."""
        found = self.cell(stream, configuration, budget)
        return None if found is None else float(found["accuracy"])

    def of_streams(self, configuration: str, budget: str) -> list[Line]:
        """The cells of a configuration, stream by stream, as far as they were run."""
        found = [self.cell(stream, configuration, budget) for stream in STREAMS]
        return [line for line in found if line is not None]

    def mean(self, configuration: str, budget: str, what: str = "accuracy") -> float | None:
        """The mean over all eighteen streams, None if one is missing: others could not be compared."""
        lines = self.of_streams(configuration, budget)
        return fmean(line[what] for line in lines) if len(lines) == len(STREAMS) else None

    def curve(self, part: str, stream: str, configuration: str) -> Sequence[Line] | None:
        """The points of a curve, None if it was not run."""
        for cell, run in self.runs.items():
            if (cell.part, cell.stream, cell.configuration) == (part, stream, configuration):
                return run
        return None

    def origin(self) -> str:
        """Which versions and commits the cells are of, and how much they were trained."""
        lines = [line for run in self.runs.values() for line in run]
        return f"{self.scale}; {len(self.runs)} cells of riparian {made_by(lines)}"
