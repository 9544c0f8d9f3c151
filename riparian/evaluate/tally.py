"""Rows into sums: the stream is cut where a sample is taken or a window begins, and each piece is summed.

Where the cuts are depends on row numbers only, and a piece is summed in the order of its rows once it is
complete: so the sums are the same bits however the rows arrive.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from riparian.evaluate.measures import LOSS, PER_CLASS, SHARED, Sums
from riparian.evaluate.rows import Rows

# Rows of a piece.
MOST_ROWS = 8192


def offsets(every: int, window: int | None) -> NDArray[np.int64]:
    """Where the pieces of a sampling period end: at its end, where a window begins, and between.

    >>> offsets(1000, 2300).tolist(), offsets(20_000, None).tolist()
    ([700, 1000], [8192, 16384, 20000])
    """
    found = {every, *range(MOST_ROWS, every, MOST_ROWS)}
    if window is not None and window % every:
        found.add(every - window % every)
    return np.array(sorted(found))


def ends(start: int, stop: int, every: int, within: NDArray[np.int64]) -> NDArray[np.int64]:
    """The ends of pieces after row `start`, up to `stop`."""
    periods = np.arange(start // every, stop // every + 1) * every
    found = (periods[:, None] + within).ravel()
    chosen: NDArray[np.int64] = found[(found > start) & (found <= stop)]
    return chosen


def summed(
    rows: Rows,
    lengths: NDArray[np.int64],
    classes: int,
    scratch: NDArray[np.int64],
    fade: NDArray[np.float64] | None = None,
) -> Sums:
    """The sums of each piece, each in the order of its rows.

    `scratch` has two lines with room for the rows: new arrays for each call would cost more than the sums.
    `fade` holds a factor for each row by its distance from the end of its piece.
    """
    count = len(lengths)
    found = np.empty((count, SHARED + PER_CLASS * classes))
    ends = np.cumsum(lengths)
    piece, cell = scratch[0, : len(rows)], scratch[1, : len(rows)]
    piece[:] = 0
    piece[ends[:-1]] = 1
    np.add.accumulate(piece, out=piece)
    weight = rows.weight
    if fade is not None:
        np.take(ends, piece, out=cell)
        cell -= np.arange(1, len(rows) + 1)
        weight = fade[cell] if weight is None else weight * fade[cell]
    right = rows.actual == rows.predicted
    for place, wrong in enumerate((~rows.no_change, ~rows.majority, ~right)):
        if weight is None:
            found[:, place] = np.add.reduceat(wrong, ends - lengths, dtype=np.int64)
        else:
            found[:, place] = np.bincount(piece, weight * wrong, minlength=count)
    found[:, LOSS] = 0.0
    if rows.loss is not None:
        loss = rows.loss if weight is None else rows.loss * weight
        found[:, LOSS] = np.bincount(piece, loss, minlength=count)
    if weight is None and len(rows) >= count * classes * (classes + 1):
        found[:, SHARED:] = _counted(rows, piece, cell, count, classes)
        return found
    # One number says which piece a row is in and what it was, then what was predicted; "no answer" is 0.
    np.multiply(piece, classes, out=cell)
    cell += rows.actual
    shape = (count, classes)
    hits = np.bincount(cell, right if weight is None else weight * right, minlength=count * classes)
    found[:, SHARED::PER_CLASS] = hits.reshape(shape)
    found[:, SHARED + 1 :: PER_CLASS] = np.bincount(cell, weight, minlength=count * classes).reshape(shape)
    np.multiply(piece, classes + 1, out=cell)
    cell += rows.predicted
    cell += 1
    predicted = np.bincount(cell, weight, minlength=count * (classes + 1))
    found[:, SHARED + 2 :: PER_CLASS] = predicted.reshape(count, classes + 1)[:, 1:]
    return found


def _counted(
    rows: Rows, piece: NDArray[np.int64], cell: NDArray[np.int64], count: int, classes: int
) -> NDArray[np.int64]:
    """The sums by class of rows without weights, from one count of all pairs: faster for few pairs."""
    np.multiply(piece, classes, out=cell)
    cell += rows.actual
    cell *= classes + 1
    cell += rows.predicted
    cell += 1
    joint = np.bincount(cell, minlength=count * classes * (classes + 1)).reshape(count, classes, classes + 1)
    hits = joint[:, np.arange(classes), np.arange(1, classes + 1)]
    sums = np.stack([hits, joint.sum(axis=2), joint[:, :, 1:].sum(axis=1)], axis=2)
    return sums.reshape(count, PER_CLASS * classes)


def confused(rows: Rows, confusion: NDArray[np.float64], scratch: NDArray[np.int64]) -> None:
    """Add rows to a confusion matrix with "no answer" as column 0, one after the other."""
    cell = scratch[1, : len(rows)]
    np.multiply(rows.actual, confusion.shape[1], out=cell)
    cell += rows.predicted
    cell += 1
    if rows.weight is None:
        confusion += np.bincount(cell, minlength=confusion.size).reshape(confusion.shape)
        return
    # What was there comes first, so that a cell is summed in the order of its rows however they arrive.
    cells = np.concatenate([np.arange(confusion.size), cell])
    weights = np.concatenate([confusion.ravel(), rows.weight])
    confusion[:] = np.bincount(cells, weights).reshape(confusion.shape)


def between(pieces: Sums, first: NDArray[np.int64], stop: NDArray[np.int64], *, counts: bool) -> Sums:
    """The sums of pieces from each of `first` up to the one before `stop`; the last piece is in none of them.

    A sum is that of its own pieces: nothing is taken away again, and no rounding stays behind. Only `counts`,
    all but the loss, are whole numbers, whose differences are exact.
    """
    if not len(first):
        return pieces[:0]
    pairs = np.stack([first, stop], axis=1).ravel()
    if not counts:
        found: Sums = np.add.reduceat(pieces, pairs, axis=0)[::2]
        return found
    running = np.zeros_like(pieces)
    np.add.accumulate(pieces[:-1], axis=0, out=running[1:])
    found = running[stop] - running[first]
    found[:, LOSS] = np.add.reduceat(pieces[:, LOSS], pairs)[::2]
    return found
