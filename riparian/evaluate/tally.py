"""Rows into sums: the stream is cut where a sample is taken or a window begins, and each piece is summed.

Where the cuts are depends on row numbers only, and a piece is summed in the order of its rows once it is
complete: so the sums are the same bits however the rows arrive.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from riparian.evaluate.measures import PER_CLASS, SHARED, Sums
from riparian.evaluate.rows import Rows

# Rows of a piece, and cells of confusion matrices held at a time.
MOST_ROWS = 8192
MOST_CELLS = 1 << 20


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
    confusion: NDArray[np.float64],
    scratch: NDArray[np.int64],
    fade: NDArray[np.float64] | None = None,
) -> Sums:
    """The sums of each piece; `confusion`, with "no answer" as column 0, grows by all of them.

    `scratch` has two lines with room for the rows: new arrays for each call would cost more than the sums.
    `fade` holds a factor for each row by its distance from the end of its piece.
    """
    classes = len(confusion)
    found = np.empty((len(lengths), SHARED + PER_CLASS * classes))
    at_once = max(1, MOST_CELLS // confusion.size)
    row = 0
    for first in range(0, len(lengths), at_once):
        some = lengths[first : first + at_once]
        stop = row + int(some.sum())
        joint = _summed(rows.part(row, stop), some, fade, found[first : first + at_once], scratch)
        joint[0] += confusion
        confusion[:] = np.add.accumulate(joint, axis=0)[-1]
        row = stop
    return found


def _summed(
    rows: Rows,
    lengths: NDArray[np.int64],
    fade: NDArray[np.float64] | None,
    out: Sums,
    scratch: NDArray[np.int64],
) -> NDArray[np.float64]:
    count, classes = len(lengths), (out.shape[1] - SHARED) // PER_CLASS
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
    # One number says which piece a row is in, what it was and what was predicted.
    np.multiply(piece, classes, out=cell)
    cell += rows.actual
    cell *= classes + 1
    cell += rows.predicted
    cell += 1
    cells = np.bincount(cell, weight, minlength=count * classes * (classes + 1))
    joint = cells.reshape(count, classes, classes + 1).astype(np.float64, copy=False)
    for place, wrong in enumerate((~rows.no_change, ~rows.majority, rows.actual != rows.predicted)):
        if weight is None:
            out[:, place] = np.add.reduceat(wrong, ends - lengths, dtype=np.int64)
        else:
            out[:, place] = np.bincount(piece, weight * wrong, minlength=count)
    out[:, 3] = 0.0
    if rows.loss is not None:
        loss = rows.loss if weight is None else rows.loss * weight
        out[:, 3] = np.bincount(piece, loss, minlength=count)
    out[:, SHARED::PER_CLASS] = joint[:, np.arange(classes), np.arange(1, classes + 1)]
    out[:, SHARED + 1 :: PER_CLASS] = np.add.accumulate(joint, axis=2)[:, :, -1]
    out[:, SHARED + 2 :: PER_CLASS] = np.add.accumulate(joint[:, :, 1:], axis=1)[:, -1]
    return joint
