"""Finished cells, found by their names."""

from __future__ import annotations

from dataclasses import dataclass

from riparian.papers.elomaa2008.cells import FULL, PARTS, QUICK, Cell, Scale, Task, tasks
from riparian.papers.elomaa2008.domains import NAMED
from riparian.papers.elomaa2008.methods import TREES, WINDOWED
from riparian.papers.results import Compared


@dataclass
class Results(Compared[Cell]):
    """Finished cells, and how much there should be."""

    scale: Scale = FULL
    kind = Cell

    def data(self, part: str) -> list[str]:
        """What was run of a part, in its order: all trees of it."""
        wanted = {"trees": TREES, "window": WINDOWED}.get(part, ())
        return [
            name
            for name in PARTS[part]
            if self.below(part, name) and {line["what"] for line in self.below(part, name)}.issuperset(wanted)
        ]

    def whole(self, part: str) -> bool:
        """Whether all of a part was run, with all its seeds and rows; of figure 4, what the paper names."""
        wanted = tasks({part: NAMED if part == "columns" else PARTS[part]}, self.scale)
        return all(self._is_done(task) for task in wanted)

    def _is_done(self, task: Task) -> bool:
        lines = self.below(*task[:2])
        quick = task.part != "growth" and any(line["rows"] == QUICK.real_rows for line in lines)
        return not quick and task.is_in(map(self.cell_of, lines))
