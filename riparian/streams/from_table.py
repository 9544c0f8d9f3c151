"""Tables in memory as streams: arrays, frames and dicts of columns with their labels."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np

from riparian import labels, sound, tables
from riparian.categories import Categories
from riparian.columns import Column as Given
from riparian.columns import described
from riparian.streams.stream import Batch, Column, Stream, Values


class Rows(Stream):
    """A table in memory as a stream; it is made by `from_table`."""

    def __init__(self, batch: Batch, classes: tuple[Any, ...], name: str) -> None:
        self.name, self.rows = name, len(batch)
        self._batch, self._classes = batch, classes

    def start(self) -> Iterator[Batch]:
        """All rows at once; `batches` cuts them."""
        if len(self._batch):
            yield self._batch

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns; nominal ones with their values."""
        return tuple(
            Column(name, tuple(values.categories) if isinstance(values, Categories) else None)
            for name, values in self._batch.X.items()
        )

    @property
    def classes(self) -> tuple[Any, ...]:
        """The labels that occur, sorted if they can be."""
        return self._classes

    @property
    def may_weigh(self) -> bool:
        """Whether weights were given."""
        return self._batch.w is not None


def from_table(X: Any, y: Any, *, w: Any = None, name: str = "table") -> Rows:
    """A table in memory as a stream.

    Parameters
    ----------
    X : table
        Whatever `learn_many` takes: a two-dimensional array, a frame, a dict of columns, a list of rows or
        dicts, anything that speaks Arrow. Columns without names are called x0, x1, ...
    y : array-like
        One label per row.
    w : array-like or None, default None
        One weight per row; None for 1 each.
    name : str, default 'table'
        What results call it.

    Examples
    --------
    >>> import numpy as np
    >>> from riparian import VFDT
    >>> from riparian.evaluate import prequential
    >>> X = np.random.default_rng(1).normal(size=(5000, 3))
    >>> stream = from_table(X, np.where(X[:, 0] > 0, "wet", "dry"))
    >>> stream.rows, [column.name for column in stream.columns]
    (5000, ['x0', 'x1', 'x2'])
    >>> round(prequential(VFDT(), stream)["VFDT"]["accuracy"], 2)
    0.99
    """
    given = labels.labels(y)
    found = tables.table(X, tables.Known("from_table"))
    columns = _columns(found)
    rows = len(next(iter(columns.values()))) if columns else given.rows
    if rows != given.rows:
        raise ValueError(f"X has {rows} rows, y has {given.rows}; give one label per row")
    coded = given.data
    target = Categories(coded[0], coded[1]) if isinstance(coded, tuple) else coded
    known = given.distinct()
    with suppress(TypeError):  # labels of several kinds have no order but that of their arrival
        known = sorted(known)
    return Rows(Batch(columns, target, labels.weights(w, given.rows)), tuple(known), name)


def _columns(found: tables.Table) -> dict[str, Values]:
    if isinstance(found.data, np.ndarray):
        return {f"x{place}": _values(values) for place, values in enumerate(found.data.T)}
    if isinstance(found.data, tuple):
        return {f"x{place}": _values(values) for place, values in enumerate(found.data)}
    if isinstance(found.data, list):
        return {str(name): _values(values) for name, values in found.data}
    from riparian.guests import guest
    from riparian.streams.arrow_columns import Names, is_nominal, numbers

    table = guest("pyarrow", "frames").table(found.data)
    for name, column in zip(table.column_names, table.columns, strict=True):
        sound.check(column, described(name))
    return {
        name: Names(None)(column.combine_chunks()).values if is_nominal(column.type) else numbers(column)
        for name, column in zip(table.column_names, table.columns, strict=True)
    }


def _values(values: Given) -> Values:
    if isinstance(values, tuple):
        return Categories(*values)
    return Categories(values, [False, True]) if values.dtype.kind == "b" else values
