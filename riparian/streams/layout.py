"""What a file that is written will hold: its columns in order, each with its values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.categories import Categories
from riparian.plain import shown
from riparian.streams.stream import Batch, Stream, Values

WEIGHT = "weight"
# Formats whose columns may grow from row to row.
GROWING = ("libsvm", "jsonl")


@dataclass
class Layout:
    """Names and values of the columns; None for the values of a numeric one. The class is the last."""

    columns: dict[str, list[Any] | None]
    target: str
    classes: list[Any] | None
    weighted: bool

    @property
    def names(self) -> list[str]:
        """The columns, the class behind them."""
        return [*self.columns, self.target]

    def of(self, batch: Batch) -> list[Values]:
        """The values of a batch in the order of the columns, missing where it has none."""
        unknown = next((name for name in batch.X if name not in self.columns), None)
        if unknown is not None:
            raise ValueError(
                f"column {shown(unknown)} first appears after the first row; a file needs all of them then"
            )
        return [
            *(batch.X.get(name, _missing(kind, len(batch))) for name, kind in self.columns.items()),
            batch.y,
        ]


def _missing(kind: list[Any] | None, rows: int) -> Values:
    return np.full(rows, np.nan) if kind is None else Categories(np.full(rows, -1), kind)


def layout(stream: Stream, rows: int | None, *, declared: bool) -> Layout:
    """The layout of a stream's first rows; they are read once beforehand where it takes all of them to know.

    Parameters
    ----------
    stream : Stream
        The rows.
    rows : int or None
        How many, None for all.
    declared : bool
        Whether the file declares all values of nominal columns and the class before the first row.
    """
    if not stream.target:
        raise ValueError(f"the rows of {stream.name} have no class, with which a file is written")
    first = next(stream.batches(rows=rows), None)
    known = {column.name: column.categories for column in stream.columns}
    open_sets = stream.classes is None or any(categories == () for categories in known.values())
    if first is not None and (getattr(stream, "format", None) in GROWING or (declared and open_sets)):
        return _seen(stream, stream.batches(rows=rows))
    columns = {name: None if values is None else list(values) for name, values in known.items()}
    if first is not None:
        columns = {name: _values(values, columns.get(name)) for name, values in first.X.items()}
    classes = None if stream.classes is None else list(stream.classes)
    return Layout(columns, stream.target, classes, first is not None and first.w is not None)


def _values(values: Values, known: list[Any] | None) -> list[Any] | None:
    if isinstance(values, Categories):
        return known or list(values.categories)
    return [False, True] if values.dtype == np.bool_ else None


def _seen(stream: Stream, batches: Iterator[Batch]) -> Layout:
    """What all rows together say."""
    columns: dict[str, list[Any] | None] = {}
    classes: dict[Any, None] = dict.fromkeys(stream.classes or ())
    weighted = False
    for X, y, w in batches:
        for name, values in X.items():
            columns[name] = _values(values, None)
        found = y.categories if isinstance(y, Categories) else np.unique(y).tolist()
        classes.update(dict.fromkeys(found))
        weighted = weighted or w is not None
    numbers = all(isinstance(label, int) for label in classes)
    return Layout(columns, stream.target, sorted(classes) if numbers else list(classes), weighted)


def as_categories(values: Values) -> Values:
    """Truth values as names; all else as it is."""
    if not isinstance(values, Categories) and values.dtype == np.bool_:
        return Categories(values.astype(np.int32), [False, True])
    return values


def as_numbers(values: NDArray[Any]) -> NDArray[Any]:
    """Whole numbers as int64, all others as float64."""
    whole = values.dtype.kind == "i" or (values.dtype.kind == "u" and values.dtype.itemsize < 8)
    return np.ascontiguousarray(values, dtype=np.int64 if whole else np.float64)
