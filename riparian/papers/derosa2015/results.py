"""Finished cells, found by their names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

import numpy as np

from riparian.papers.derosa2015.cells import DATA, FULL, Cell, Scale, asking, batches, runs
from riparian.papers.derosa2015.curves import LEAVES, is_between
from riparian.papers.derosa2015.methods import METHODS, settings
from riparian.papers.ledger import Line
from riparian.papers.results import Finished

# A number of leaves, and the accuracy there in the order of each seed.
Curves = dict[int, dict[int, float]]


def mean(lines: Iterable[Line], name: str) -> float | None:
    """The mean of a figure, None of nothing."""
    found = [line[name] for line in lines]
    return fmean(found) if found else None


@dataclass
class Results(Finished[Cell]):
    """Finished cells, and how much there should be."""

    scale: Scale = FULL
    kind = Cell

    def whole(self, figure: str) -> bool:
        """Whether all that a figure is about was run, with the best settings of all methods."""
        if figure == "batch":
            tasks = batches(DATA[figure], self.scale)
        elif figure == "active":
            tasks = asking(DATA[figure], self.scale)
        else:
            best = self.best_settings(figure, DATA[figure])
            if len(best) < len(DATA[figure]) * len(METHODS):
                return False
            tasks = runs(figure, best, self.scale)
        return all(cell in self.lines for task in tasks for cell in task.cells)

    def best_settings(self, figure: str, data: Iterable[str]) -> dict[tuple[str, str], str]:
        """The best setting by data and method, of those that were tuned."""
        found = {(name, method): self.best(figure, name, method) for name in data for method in METHODS}
        return {key: line["setting"] for key, line in found.items() if line is not None}

    def asked(self, data: str, setting: str, ask: str) -> list[Line]:
        """The runs of a tree that asked for labels."""
        return [line for line in self.part("active", "run", data, ask) if line["setting"] == setting]

    def part(self, figure: str, part: str, data: str, method: str) -> list[Line]:
        """All settings and seeds of a part."""
        return self.below(figure, part, data, method)

    def data(self, figure: str) -> list[str]:
        """What was run for a figure, in its order."""
        run = {cell.data for cell in self.lines if cell.figure == figure}
        return [name for name in DATA[figure] if name in run]

    def best(self, figure: str, data: str, method: str) -> Line | None:
        """The setting of the largest accuracy where it was tuned; of equals the first in the list."""
        order = {setting: place for place, setting in enumerate(settings(method))}
        found = self.part(figure, "tuning", data, method)
        return max(found, key=lambda line: (line["accuracy"], -order[line["setting"]]), default=None)

    def runs(self, figure: str, data: str, method: str) -> list[Line]:
        """The runs of the best setting."""
        best = self.best(figure, data, method)
        return [
            line
            for line in self.part(figure, "run", data, method)
            if best is not None and line["setting"] == best["setting"]
        ]

    def curves(self, figure: str, data: str, method: str) -> Curves:
        """The accuracy at each number of leaves that was reached."""
        found: Curves = {leaves: {} for leaves in LEAVES}
        for line in self.runs(figure, data, method):
            for point in line["curve"].split():
                leaves, accuracy = point.split(":")
                found[int(leaves)][line["seed"]] = float(accuracy)
        return {leaves: by_seed for leaves, by_seed in found.items() if by_seed}

    def leads(self, figure: str, data: str, other: str) -> dict[int, list[float]]:
        """By how much C-Tree is ahead of another at each number of leaves, on streams where both had it."""
        ours, theirs = (self.curves(figure, data, method) for method in (METHODS[0], other))
        found = {
            leaves: [
                ours[leaves][seed] - theirs[leaves][seed] for seed in ours[leaves].keys() & theirs[leaves]
            ]
            for leaves in ours.keys() & theirs
        }
        return {leaves: found[leaves] for leaves in sorted(found) if found[leaves]}

    def frontier(self, figure: str, data: str, method: str) -> dict[int, float]:
        """What the best settings reach at numbers of leaves, where they were tuned.

        Settings that another beats with fewer leaves are left out; between the others the line counts, over
        the logarithm of leaves, unless leaves more than double.
        """
        found = sorted(
            self.part(figure, "tuning", data, method), key=lambda line: (line["leaves"], -line["accuracy"])
        )
        front: list[Line] = []
        for line in found:
            if not front or line["accuracy"] > front[-1]["accuracy"]:
                front.append(line)
        numbers, y = [line["leaves"] for line in front], [line["accuracy"] for line in front]
        return {
            at: float(np.interp(np.log(at), np.log(numbers), y)) for at in LEAVES if is_between(numbers, at)
        }
