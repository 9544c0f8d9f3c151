"""A column that stands in for the class of rows that have none: readers of text want one in every row.

It is found by reading the file, once as a rule, and handed over like the others afterwards (see unlabelled).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from riparian.categories import Categories
from riparian.streams.arrow_columns import number, spells
from riparian.streams.file import File
from riparian.streams.stream import Values

ROUNDS = 3
# How all readers tell that a row has no class.
NO_CLASS = "the class is missing"


def lacks_classes(file: File) -> bool:
    """Whether rows were left out for want of a class, as far as is told of them."""
    return any(NO_CLASS in fault for fault in file.faults)


class StandIn(NamedTuple):
    """A column by its name, and whether it is to be read as text: numbers with a fraction are no classes."""

    name: str | None
    as_text: bool


# The column that the reader takes for the class by itself.
USUAL = StandIn(None, as_text=False)


def stand_in(opened: Callable[[StandIn], File]) -> StandIn | None:
    """A column that is there in every row, names before numbers; None if none is found.

    Parameters
    ----------
    opened : function
        The file with a column in place of the class, told to leave broken lines out: those without a class
        are among them.
    """
    chosen, tried = USUAL, set[str]()
    for _ in range(ROUNDS):
        survey = opened(chosen)
        ranks = _always_there(survey)
        if not lacks_classes(survey):
            return chosen
        tried.add(survey.target)
        left = [name for name in ranks if name not in tried]
        if not left:
            return None
        best = min(left, key=ranks.__getitem__)
        chosen = StandIn(best, ranks[best] == 2)
    return None


def _always_there(survey: File) -> dict[str, int]:
    """Columns without a gap in any row that is read, by rank.

    Names have rank 0, since their different values are kept anyway; whole numbers, which are read as such, 1.
    """
    rows, present = 0, Counter[str]()
    ranks: dict[str, int] = {}
    for X, y, _ in survey.start():
        rows += len(y)
        for name, values in X.items():
            names = isinstance(values, Categories)
            there = values.codes >= 0 if isinstance(values, Categories) else ~np.isnan(values)
            whole = names or bool((values[there] == np.floor(values[there])).all())
            present[name] += int(there.sum())
            ranks[name] = max(ranks.get(name, 0), 0 if names else 1 if whole else 2)
    if not rows:
        return {column.name: 2 if column.categories is None else 0 for column in survey.columns}
    return {name: rank for name, rank in ranks.items() if present[name] == rows}


def as_feature(
    values: Values, *, numeric: bool, missing: Collection[str] = ()
) -> tuple[Values, NDArray[np.bool_]]:
    """Classes, or texts, as the values of a column; and which of them cannot be.

    Examples
    --------
    >>> as_feature(Categories([0, 1, 2], ["1.5", "low", "?"]), numeric=True, missing=["?"])
    (array([1.5, nan, nan]), array([False,  True, False]))
    >>> list(as_feature(Categories([0, 1, 2], ["1.5", "low", "?"]), numeric=False, missing=["?"])[0])
    ['1.5', 'low', None]
    """
    if not isinstance(values, Categories):
        return np.asarray(values, dtype=np.float64), np.zeros(len(values), dtype=np.bool_)
    codes, places = np.unique(values.codes, return_inverse=True)
    texts = [None if code < 0 else values.categories[code] for code in codes.tolist()]
    gaps = np.array([text is None or text in missing for text in texts], dtype=np.bool_)[places]
    if not numeric:
        return Categories(np.where(gaps, -1, values.codes), values.categories), np.zeros_like(gaps)
    numbers = np.array([number(text) for text in texts], dtype=np.float64)[places]
    strange = np.array([not spells(text) for text in texts], dtype=np.bool_)[places]
    return np.where(gaps, np.nan, numbers), strange & ~gaps
