"""Categories of a stream that come from one reader after the other, under codes that last."""

from __future__ import annotations

from typing import Any

import numpy as np

from riparian.categories import Categories
from riparian.streams.stream import Values


class Lists:
    """A list of categories for each column, which only grows.

    Examples
    --------
    >>> lists = Lists()
    >>> _ = lists.joined("gate", Categories([0, 1], ["open", "shut"]))
    >>> lists.joined("gate", Categories([0, 1, -1], ["half", "open"]))
    Categories(3 rows of ['open', 'shut', 'half'])
    """

    def __init__(self) -> None:
        self._lists: dict[str, list[Any]] = {}
        self._codes: dict[str, dict[Any, int]] = {}

    def joined(self, column: str, values: Values) -> Values:
        """The same values by their places in the list of the column."""
        if not isinstance(values, Categories):
            return values
        known = self._lists.setdefault(column, values.categories)
        if known is values.categories:
            return values
        codes = self._codes.setdefault(column, {category: code for code, category in enumerate(known)})
        used, places = np.unique(values.codes, return_inverse=True)
        own = [
            -1 if code < 0 else codes.setdefault(values.categories[code], len(codes))
            for code in used.tolist()
        ]
        known += list(codes)[len(known) :]
        return Categories(np.array(own, dtype=np.int32)[places], known)
