"""A nominal column as codes: how streams hand over texts without a Python object per row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Categories:
    """Values of a nominal column, each by its place in a list of all of them.

    Parameters
    ----------
    codes : array of integers
        The place of every row's value; -1 where it is missing.
    categories : sequence
        The values. A list is kept as it is, not copied: batches of one stream share a list that only ever
        grows, so that a column of many different names costs each of them once.

    Examples
    --------
    >>> gate = Categories([0, 1, -1], ["open", "shut"])
    >>> list(gate), gate[1], len(gate)
    (['open', 'shut', None], 'shut', 3)
    """

    __slots__ = ("categories", "codes")

    def __init__(self, codes: ArrayLike, categories: Sequence[Any]) -> None:
        self.codes: NDArray[np.int32] = np.ascontiguousarray(codes, dtype=np.int32)
        self.categories: list[Any] = categories if isinstance(categories, list) else list(categories)

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    @overload
    def __getitem__(self, at: int) -> Any: ...

    @overload
    def __getitem__(self, at: slice | NDArray[Any]) -> Categories: ...

    def __getitem__(self, at: int | slice | NDArray[Any]) -> Any:
        if isinstance(at, slice | np.ndarray):
            return Categories(self.codes[at], self.categories)
        code = self.codes[at]
        return None if code < 0 else self.categories[code]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """The values as an array of objects (of texts, say, if `dtype` asks for it)."""
        if copy is False:
            raise ValueError("values are made from codes: an array of them is always a copy")
        found = np.empty(len(self.categories) + 1, dtype=object)
        found[:-1] = self.categories
        taken = found[self.codes]  # code -1 takes the last entry, None
        return taken if dtype is None else taken.astype(dtype)

    def tolist(self) -> list[Any]:
        """The values, None where one is missing."""
        found: list[Any] = self.__array__().tolist()
        return found

    def __repr__(self) -> str:
        return f"Categories({len(self)} rows of {self.categories!r})"
