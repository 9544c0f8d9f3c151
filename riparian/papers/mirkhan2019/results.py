"""Finished cells, found by their names."""

from __future__ import annotations

from collections.abc import Sequence

from riparian.papers.ledger import Line
from riparian.papers.mirkhan2019.cells import VARIANTS, Cell
from riparian.papers.mirkhan2019.data import AS_PUBLISHED, REAL, SHAPES
from riparian.papers.provenance import made_by
from riparian.papers.results import Finished


class Results(Finished[Cell]):
    """Finished cells."""

    kind = Cell

    def line(self, table: int, data: str, variant: str, arithmetic: str = "published") -> Line | None:
        """A cell, None if it was not run."""
        return self.lines.get(Cell(table, data, variant, arithmetic))

    def data(self, table: int, arithmetic: str = "published") -> list[str]:
        """The rows of a table of which something was run, in its order."""
        run = {cell.data for cell in self.lines if (cell.table, cell.arithmetic) == (table, arithmetic)}
        return [name for name in (REAL if table == 3 else SHAPES) if name in run]

    def rows(self, table: int, arithmetic: str = "published") -> list[dict[str, Line]]:
        """The rows of a table of which all variants were run; of Table 3 each data set once."""
        found = []
        for data in self.data(table, arithmetic):
            lines = {variant: self.line(table, data, variant, arithmetic) for variant in VARIANTS}
            row = {variant: line for variant, line in lines.items() if line is not None}
            if len(row) == len(VARIANTS) and (table < 3 or data in AS_PUBLISHED):
                found.append(row)
        return found

    def origin_of(self, tables: Sequence[int]) -> str:
        """Which versions and commits the cells of some tables are of."""
        lines = [line for cell, line in self.lines.items() if cell.table in tables]
        rows = sum(line["rows"] for line in lines)
        return f"{len(lines)} cells of riparian {made_by(lines)}; {rows:,} rows learned"
