"""Rows for many cells of one stream: made once and kept while they fit, made again otherwise.

Either way the time it took to make them is told with every batch, so that a cell can say how its own time
compares with that of the generator.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from riparian.categories import Categories
from riparian.streams.stream import BATCH_ROWS, Batch, Column, Stream, joined

# Per process. The widest streams of the papers are made again for every cell, the others are kept.
KEPT_BYTES = 1 << 30


class Material:
    """The first rows of a stream in batches, each with the seconds that it took to make.

    Parameters
    ----------
    stream : Stream
        Where the rows come from.
    rows : int
        How many.
    size : int, default 8192
        Rows of a batch.
    keep : bool, default False
        Keep what was made for the next time. Rows are made as they are asked for, not before.

    Examples
    --------
    >>> from riparian.streams import Generated
    >>> material = Material(Generated("sea"), 250, size=100, keep=True)
    >>> [len(batch) for batch, seconds in material]
    [100, 100, 50]
    >>> next(iter(material))[0] is next(iter(material))[0]
    True
    """

    def __init__(self, stream: Stream, rows: int, *, size: int = BATCH_ROWS, keep: bool = False) -> None:
        self.stream, self.rows, self.size, self.keep = stream, rows, size, keep
        self._source = self._timed()
        self._kept: list[tuple[Batch, float]] = []

    def __iter__(self) -> Iterator[tuple[Batch, float]]:
        return self._again() if self.keep else self._timed()

    def _again(self) -> Iterator[tuple[Batch, float]]:
        at = 0
        while True:
            if at == len(self._kept):
                made = next(self._source, None)
                if made is None:
                    return
                self._kept.append(made)
            yield self._kept[at]
            at += 1

    def _timed(self) -> Iterator[tuple[Batch, float]]:
        batches = self.stream.batches(self.size, self.rows)
        while True:
            started = perf_counter()
            batch = next(batches, None)
            seconds = perf_counter() - started
            if batch is None:
                return
            yield batch, seconds


def row_bytes(stream: Stream) -> int:
    """Bytes of one row in memory: a number takes eight, a category or a label four.

    >>> from riparian.streams import Generated
    >>> row_bytes(Generated("agrawal"))
    64
    """
    return 4 + sum(8 if column.categories is None else 4 for column in stream.columns)


class SortedBlocks(Stream):
    """A stream whose rows come in blocks, each block sorted by one column; equal values stay in their order.

    Parameters
    ----------
    stream : Stream
        Where the rows come from.
    column : str
        The numeric column to sort by.
    block : int
        Rows of a block.

    Examples
    --------
    >>> from riparian.streams import Generated
    >>> X, y, w = SortedBlocks(Generated("sea"), "attrib1", 3).take(6)
    >>> X["attrib1"].round(1).tolist()
    [6.6, 7.3, 9.4, 1.2, 7.6, 9.1]
    """

    def __init__(self, stream: Stream, column: str, block: int) -> None:
        self.name = f"{stream.name}, sorted by {column}"
        self.rows, self.ends, self.target = stream.rows, stream.ends, stream.target
        self._stream, self._column, self._block = stream, column, block

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns, those of the stream."""
        return self._stream.columns

    @property
    def classes(self) -> tuple[Any, ...] | None:
        """The classes, those of the stream."""
        return self._stream.classes

    def start(self) -> Iterator[Batch]:
        """One sorted block after the other."""
        waiting: list[Batch] = []
        held = 0
        for batch in self._stream.batches(min(self._block, BATCH_ROWS)):
            at = 0
            while at < len(batch):
                stop = min(len(batch), at + self._block - held)
                waiting.append(batch.part(at, stop))
                held, at = held + stop - at, stop
                if held == self._block:
                    yield in_order(joined(waiting), self._column)
                    waiting, held = [], 0
        if waiting:
            yield in_order(joined(waiting), self._column)


def in_order(batch: Batch, column: str) -> Batch:
    """Rows sorted by a numeric column."""
    values = batch.X[column]
    if isinstance(values, Categories):
        raise ValueError(f"rows are sorted by a column of numbers, and {column!r} holds categories")
    order = values.argsort(kind="stable")
    X = {name: held[order] for name, held in batch.X.items()}
    return Batch(X, batch.y[order], None if batch.w is None else batch.w[order])
