"""A stream in pieces that are the same in every run, whichever row it begins at.

A piece ends where a batch of the stream does, after `BATCH_ROWS` rows of it, and at every checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterator

from riparian.streams.stream import BATCH_ROWS, Batch, Stream


def pieces(stream: Stream, *, start: int, stop: int | None, every: int) -> Iterator[tuple[int, Batch | None]]:
    """Rows from `start` on, each piece with the number of rows read by its end.

    The rows before are read, too, since the state of a generator, and the categories that a file has shown so
    far, come from them; they are told as None.

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

    Examples
    --------
    >>> from riparian.streams import open_stream
    >>> parts = list(pieces(open_stream("sea"), start=3000, stop=10_000, every=3000))
    >>> [(end, batch and len(batch)) for end, batch in parts]
    [(3000, None), (6000, 3000), (8192, 2192), (9000, 808), (10000, 1000)]
    """
    at = 0
    if at == stop:
        return
    for whole in stream.start():
        begin = at
        end = begin + len(whole) if stop is None else min(begin + len(whole), stop)
        while at < end:
            if at < start:
                at = min(end, start)
                yield at, None
                continue
            batch_end = begin + ((at - begin) // BATCH_ROWS + 1) * BATCH_ROWS
            cut = min(end, batch_end, (at // every + 1) * every)
            part = whole if cut - at == len(whole) else whole.part(at - begin, cut - begin)
            at = cut
            yield at, part
        if at == stop:
            return
