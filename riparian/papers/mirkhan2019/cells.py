"""What is run: each cell is a row of a table, in one of three arithmetics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from riparian.aliases import suggestion
from riparian.papers.mirkhan2019.data import REAL, SHAPES

VARIANTS = ("bin", "intersect", "delayed", "combined")
# Settings of the tree: as the authors' program has it; the same where a gain of noise splits nothing; ours.
ARITHMETICS: dict[str, dict[str, Any]] = {
    "published": {"faithful": True},
    "floor": {"faithful": True, "min_gain": 2e-9},
    "mended": {},
}
TABLES = (1, 2, 3)


class Cell(NamedTuple):
    """A row of a table."""

    table: int
    data: str
    variant: str
    arithmetic: str


def all_cells(tables: Sequence[int] = TABLES) -> list[Cell]:
    """All cells of some tables, those of the same data one after the other.

    >>> len(all_cells([2])), all_cells([2])[0]
    (144, Cell(table=2, data='4,2', variant='bin', arithmetic='published'))
    """
    return [
        Cell(table, data, variant, arithmetic)
        for table in tables
        for data in (REAL if table == 3 else SHAPES)
        for arithmetic in ARITHMETICS
        for variant in VARIANTS
    ]


def chosen(tables: Sequence[int], only: Iterable[str]) -> list[Cell]:
    """The cells of some tables that all words agree on; words for one and the same thing are alternatives.

    Parameters
    ----------
    tables : sequence of int
        1, 2 and 3.
    only : words
        Shapes (`4,2` for 4 columns and 2 classes), data sets, variants and arithmetics.

    Examples
    --------
    >>> [cell.variant for cell in chosen([2], ["4,2,published", "bin", "delayed"])]
    ['bin', 'delayed']
    """
    known = {"data": (*SHAPES, *REAL), "variant": VARIANTS, "arithmetic": tuple(ARITHMETICS)}
    wanted: dict[str, set[str]] = {}
    # A comma between two numbers belongs to a shape; any other parts two words.
    for word in [word for words in only for word in re.findall(r"\d+,\d+|[^,]+|^$", words)]:
        kinds = [kind for kind, names in known.items() if word in names]
        if not kinds:
            names = [name for kind in known.values() for name in kind]
            raise ValueError(
                f"{word!r} is no data, variant or arithmetic of the paper{suggestion(word, names)}; "
                f"there are {' '.join(names)}"
            )
        wanted.setdefault(kinds[0], set()).add(word)
    cells = [
        cell for cell in all_cells(tables) if all(getattr(cell, kind) in wanted[kind] for kind in wanted)
    ]
    if not cells:
        asked = "table" if len(tables) == 1 else "tables"
        raise ValueError(
            f"nothing in {asked} {', '.join(map(str, tables))} is all of {' '.join(only)}; leave one out"
        )
    return cells
