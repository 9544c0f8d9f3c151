"""A warning about columns that look like identifiers, where nothing bounds what they cost.

The core finds each of them once, whatever the batches. The warning is silenced like any other:
`warnings.filterwarnings("ignore", category=riparian.IdentifierWarning)`. It comes after the rows are
learned: whoever turns warnings into errors gets an error, and a tree that has learned the rows.
"""

from __future__ import annotations

import sys
import warnings
from typing import Any

from riparian.plain import shown


class IdentifierWarning(UserWarning):
    """Most rows of a column have their own category: it tells a tree nothing, and the tree still grows."""

    # The name of the column.
    column: Any = None


def warn(column: Any, categories: int, rows: int, may_limit: bool) -> None:
    """Warn of a column; the warning points to the line outside this package that called it."""
    limit = ", or give the tree a budget" if may_limit else ""
    told = IdentifierWarning(
        f"column {shown(column)} has {categories:,} categories in {rows:,} rows: "
        f"it looks like an identifier; leave it out{limit}"
    )
    told.column = column
    warnings.warn(told, stacklevel=_outside())


def _outside() -> int:
    """How many calls lie between the warning in `warn` and the code that called the package."""
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "riparian":
        frame, level = frame.f_back, level + 1
    return level
