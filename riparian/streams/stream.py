"""What a stream is: rows in an order, in batches of columns, from the first row each time it is asked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.categories import Categories
from riparian.plain import shown

BATCH_ROWS = 8192

Values = NDArray[Any] | Categories
# Where a batch begins, as JSON has it: what its rows and all behind them depend on, beside the stream itself.
Place = dict[str, Any]


class NoColumns(dict[str, Values]):
    """The columns of rows that have no columns, as JSON lines may, and the number of these rows."""

    def __init__(self, rows: int) -> None:
        super().__init__()
        self.rows = rows


@dataclass(frozen=True)
class Batch:
    """Consecutive rows of a stream, ready for `learn_many(X, y, w=w)`; unpacks as `X, y, w`."""

    X: dict[str, Values]
    y: Values
    w: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        if not self.X:
            object.__setattr__(self, "X", NoColumns(len(self.y)))

    def __len__(self) -> int:
        return len(self.y)

    def __iter__(self) -> Iterator[Any]:
        return iter((self.X, self.y, self.w))

    def part(self, start: int, stop: int) -> Batch:
        """Some of the rows."""
        X = {name: values[start:stop] for name, values in self.X.items()}
        return Batch(X, self.y[start:stop], None if self.w is None else self.w[start:stop])


@dataclass(frozen=True)
class Column:
    """A column of a stream.

    Parameters
    ----------
    name : str
        Its name.
    categories : tuple or None
        The values of a nominal column, as far as they are known beforehand; None for a numeric one.
    """

    name: str
    categories: tuple[Any, ...] | None = None


class NoSuchPlace(ValueError):  # noqa: N818 - named by what it is
    """No batch of a stream begins at a place that it was asked for."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(f"stream {stream.name!r} has no such place")


class Stream(ABC):
    """Rows that can be read again from the beginning.

    Iterating gives one row after the other as a dict and its label; `batches` is the fast way.
    """

    name: str = "stream"
    target: str = "class"
    # Number of rows, None if it is not known beforehand; and whether there is an end at all.
    rows: int | None = None
    ends: bool = True

    @abstractmethod
    def start(self) -> Iterator[Batch]:
        """Batches of any length that suits the source, from the first row."""

    def placed(self, place: Place | None = None) -> Iterator[tuple[Place | None, Batch]]:
        """The batches of `start`, or those from a place on, each with its place.

        Where places are None the stream has none, and is read from its first row. A place that no batch of
        the stream has is refused (`NoSuchPlace`).
        """
        if place is not None:
            raise NoSuchPlace(self)
        return ((None, batch) for batch in self.start())

    @property
    @abstractmethod
    def columns(self) -> tuple[Column, ...]:
        """The columns, without the target."""

    @property
    @abstractmethod
    def classes(self) -> tuple[Any, ...] | None:
        """The classes in order, None if they are not known beforehand."""

    @property
    def may_weigh(self) -> bool:
        """Whether a row may have another weight than 1."""
        return True

    def settings(self) -> Mapping[str, Any]:
        """What the stream was made with, for reports."""
        return {}

    def batches(self, size: int = BATCH_ROWS, rows: int | None = None) -> Iterator[Batch]:
        """The first `rows` rows (all of them if None), never more than `size` at a time."""
        return self._cut(*amounts(size, rows))

    def _cut(self, size: int, left: int | None) -> Iterator[Batch]:
        if left == 0:
            return
        for whole in self.start():
            for at in range(0, len(whole), size):
                stop = min(at + size, len(whole))
                if left is not None:
                    stop = min(stop, at + left)
                    left -= stop - at
                yield whole if stop - at == len(whole) else whole.part(at, stop)
                if left == 0:
                    return

    def take(self, rows: int) -> Batch:
        """The first rows as one table."""
        return joined(list(self.batches(rows=rows)))

    def __iter__(self) -> Iterator[tuple[dict[str, Any], Any]]:
        """One row after the other: values by column, and the label.

        A missing number is NaN, a missing name None.
        """
        for X, y, _ in self.batches():
            lists = [_listed(values) for values in X.values()]
            for label, *values in zip(_listed(y), *lists, strict=True):
                yield dict(zip(X, values, strict=True)), label


@contextmanager
def finding(stream: Stream) -> Iterator[None]:
    """In here a place that is none is told as such, whatever is wrong: it may come from a file."""
    try:
        yield
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        raise NoSuchPlace(stream) from None


def count_of(place: Place, name: str) -> int:
    """A number that a place has under this name."""
    found = place[name]
    if isinstance(found, bool) or index(found) < 0:
        raise TypeError
    return index(found)


def amounts(size: int, rows: int | None) -> tuple[int, int | None]:
    """Rows of a batch and of all batches, if these make sense.

    >>> amounts(8192, None)
    (8192, None)
    """
    return _amount("size", size, 1), None if rows is None else _amount("rows", rows, 0)


def _amount(name: str, value: Any, least: int) -> int:
    wanted = f"{name} must be a whole number of at least {least}, got {shown(value)}"
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(wanted)
    if index(value) < least:
        raise ValueError(wanted)
    return index(value)


def _listed(values: Values) -> list[Any]:
    found: list[Any] = values.tolist()
    return found


def joined(batches: Sequence[Batch]) -> Batch:
    """Batches of one stream as one; categories only ever grow, so the last list of a column has them all."""
    if not batches:
        return Batch({}, np.empty(0))
    if len(batches) == 1:
        return batches[0]
    X = {
        name: _end_to_end([batch.X.get(name, _nothing(last, len(batch))) for batch in batches])
        for name, last in batches[-1].X.items()
    }
    weights = [np.ones(len(batch)) if batch.w is None else batch.w for batch in batches]
    unweighted = all(batch.w is None for batch in batches)
    return Batch(
        X, _end_to_end([batch.y for batch in batches]), None if unweighted else np.concatenate(weights)
    )


def _nothing(like: Values, rows: int) -> Values:
    """Missing values, for rows before the first one of a column that came later."""
    if isinstance(like, Categories):
        return Categories(np.full(rows, -1), like.categories)
    return np.full(rows, np.nan)


def _end_to_end(parts: Sequence[Values]) -> Values:
    last = parts[-1]
    if isinstance(last, Categories):
        codes = [part.codes for part in parts if isinstance(part, Categories)]
        return Categories(np.concatenate(codes), last.categories)
    return np.concatenate([np.asarray(part) for part in parts])
