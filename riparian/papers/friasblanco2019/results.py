"""Finished cells, found by their names."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import stdev

import numpy as np
from numpy.typing import NDArray

from riparian.papers.friasblanco2019.cells import FULL, PARTS, QUICK, Cell, Scale
from riparian.papers.friasblanco2019.methods import IADEM, LISTING, OHYT, PLAIN
from riparian.papers.results import Compared

# The pairs that the paper compares, the same pairs with the listing, and the two readings of the paper.
PAIRS = ((OHYT, PLAIN), (OHYT, IADEM), (PLAIN, IADEM), (LISTING, PLAIN), (LISTING, IADEM), (LISTING, OHYT))


@dataclass
class Results(Compared[Cell]):
    """Finished cells, and how much there should be."""

    scale: Scale = FULL
    kind = Cell

    def data(self, part: str) -> list[str]:
        """What was run of a part, in its order: all methods of it."""
        return [
            name
            for name in PARTS[part][0]
            if all(self.below(part, name, method) for method in PARTS[part][1])
        ]

    def whole(self, part: str) -> bool:
        """Whether all of a part was run, with all its seeds and rows."""
        runs = self.scale.runs if part == "synthetic" else 1
        data, methods = PARTS[part]
        found = [self.below(part, name, method) for name in data for method in methods]
        quick = QUICK.real_rows if part == "real" else QUICK.rows
        return all(len(lines) >= runs and all(line["rows"] != quick for line in lines) for lines in found)

    def spread(self, part: str, data: str, method: str, measure: str) -> float:
        """The standard deviation between seeds; 0 of a single one."""
        found = [line[measure] for line in self.below(part, data, method)]
        return stdev(found) if len(found) > 1 else 0.0

    def curve(self, method: str) -> NDArray[np.float64]:
        """Accuracy and nodes of a method along the stream, means over all streams of the sweep."""
        points = []
        for name in self.data("sweep"):
            line = self.below("sweep", name, method)[-1]
            points.append([[float(x) for x in point.split(":")] for point in line["curve"].split()])
        found: NDArray[np.float64] = np.array(points).mean(axis=0)
        return found
