"""A stream in pieces that are the same in every run, whichever row it begins at.

A piece ends where a batch of the stream does, after `BATCH_ROWS` rows of it, and at every checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from riparian.streams.stream import BATCH_ROWS, Batch, Place, Stream


@dataclass(frozen=True)
class Bookmark:
    """Where a stream can be opened again: at a batch of its own.

    Parameters
    ----------
    rows : int
        Rows before that batch.
    place : dict or None
        The place of the batch; None for the first one of a stream without places.
    """

    rows: int
    place: Place | None


class Piece(NamedTuple):
    """Rows to be learned in one go; none where rows that were learned before are passed over."""

    # Rows read by its end, and where the batch begins in which it ends.
    end: int
    mark: Bookmark
    rows: Batch | None


def pieces(
    stream: Stream, *, start: int, stop: int | None, every: int, mark: Bookmark | None = None
) -> Iterator[Piece]:
    """Rows from `start` on.

    The stream is opened at the bookmark, and what lies between that and `start` is passed over: less than a
    batch, or all of it if the stream has no places.

    Parameters
    ----------
    stream : Stream
        The rows, from the first one.
    start : int
        Rows to pass over; the end of a piece of an earlier run.
    stop : int or None
        Rows in all; None for all there are.
    every : int
        Rows between two checkpoints.
    mark : Bookmark or None
        What came with that piece.

    Examples
    --------
    >>> from riparian.streams import open_stream
    >>> first = list(pieces(open_stream("sea"), start=0, stop=10_000, every=9000))
    >>> [(piece.end, len(piece.rows)) for piece in first]
    [(8192, 8192), (9000, 808), (10000, 1000)]
    >>> later = pieces(open_stream("sea"), start=9000, stop=20_000, every=9000, mark=first[1].mark)
    >>> [(piece.end, piece.rows and len(piece.rows)) for piece in later]
    [(9000, None), (16384, 7384), (18000, 1616), (20000, 2000)]
    """
    at = 0 if mark is None else mark.rows
    if at == stop:
        return
    for place, whole in stream.placed(None if mark is None else mark.place):
        begin, here = at, Bookmark(at, place) if place is not None else Bookmark(0, None)
        end = begin + len(whole) if stop is None else min(begin + len(whole), stop)
        while at < end:
            if at < start:
                at = min(end, start)
                yield Piece(at, here, None)
                continue
            batch_end = begin + ((at - begin) // BATCH_ROWS + 1) * BATCH_ROWS
            cut = min(end, batch_end, (at // every + 1) * every)
            part = whole if cut - at == len(whole) else whole.part(at - begin, cut - begin)
            at = cut
            yield Piece(at, here, part)
        if at == stop:
            return
