"""Measures along a stream: cumulative, over a sliding window, and fading, sampled every so many rows.

Memory does not grow with the stream, but for the samples themselves. What the measures are, measures says.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riparian.evaluate import tally
from riparian.evaluate.checks import fraction, known_measures, whole, whole_numbers
from riparian.evaluate.measures import LEAST_PROBABILITY, MEASURES, PER_CLASS, SHARED, USUAL, Sums
from riparian.evaluate.rows import Buffer, Rows, end_to_end
from riparian.evaluate.spacing import Spacing
from riparian.evaluate.yardsticks import Yardsticks
from riparian.labels import weights

# Rows that are measured at a time, and classes for which a confusion matrix is kept.
AT_ONCE = 65_536
MOST_CLASSES = 2000
# Numbers in sums of pieces that are made at a time, and in samples that wait to be turned into measures.
MOST_SUMS = 1 << 19
MOST_UNREAD = 1 << 16


class Meter:
    """Measures of predictions along a stream, from codes of classes.

    Parameters
    ----------
    every : int or Spacing, 1 <= every, default 1000
        A sample is taken after this many rows, and after the last row. A `Spacing` says how samples are
        thinned out as the stream goes on.
    window : int or None, 1 <= window, default None
        Rows of the sliding window; None for none. Rows of weight 0 are rows, too.
    fading : float or None, 0 < fading < 1, default None
        Factor by which all that was counted before a row shrinks with it; None for none. 0.999 is usual.
    measures : sequence of str
        Names out of `MEASURES`; all that need no probabilities by default.

    Examples
    --------
    >>> meter = Meter(every=2, window=2)
    >>> meter.add([0, 0, 1, 1], [-1, 0, 0, 1])
    >>> table = meter.table()
    >>> table["row"].tolist(), table["accuracy"].tolist(), table["window_accuracy"].tolist()
    ([2, 4], [0.5, 0.5], [0.5, 0.5])
    """

    def __init__(
        self,
        *,
        every: int | Spacing = 1000,
        window: int | None = None,
        fading: float | None = None,
        measures: Sequence[str] = USUAL,
    ) -> None:
        self.spacing = every if isinstance(every, Spacing) else Spacing(whole("every", every))
        self.every = self.spacing.first
        self.window = None if window is None else whole("window", window)
        self.fading = None if fading is None else fraction("fading", fading)
        self.measures = known_measures(measures)
        self.rows = 0
        self._confusion = np.zeros((0, 1))
        self._yardsticks = Yardsticks()
        self._within = tally.offsets(self.every, self.window)
        self._fade = None if self.fading is None else self.fading ** np.arange(tally.MOST_ROWS + 1.0)
        # Rows that wait, how many of them the yardsticks have seen, and the number of the first.
        self._buffer = Buffer(AT_ONCE + tally.MOST_ROWS, loss="log_loss" in self.measures)
        self._scratch = np.empty((2, self._buffer.capacity), dtype=np.int64)
        self._judged = 0
        self._start = 0
        # The sums so far, those of the pieces in the window with their ends, and the rows in the window.
        self._sums = np.zeros((1, SHARED))
        self._faded = np.zeros((1, SHARED))
        self._pieces = np.zeros((0, SHARED))
        self._ends = np.zeros(0, dtype=np.int64)
        self._recent: deque[Rows] = deque()
        # Samples as sums, and as measures.
        self._unread: list[tuple[NDArray[np.int64], dict[str, Sums]]] = []
        self._samples: list[tuple[NDArray[np.int64], dict[str, NDArray[np.float64]]]] = []
        self._closed = False

    # ---- rows in

    def add(
        self, actual: ArrayLike, predicted: ArrayLike, w: ArrayLike | None = None, p: ArrayLike | None = None
    ) -> None:
        """Measure some rows.

        Parameters
        ----------
        actual : array of integers, 0 <= actual
            The class of each row.
        predicted : array of integers, -1 <= predicted
            The class predicted; -1 for no answer, which is never right.
        w : array or None, 0 <= w, default None
            The weight of each row; None for 1 each.
        p : array or None, 0 <= p <= 1, default None
            The probability that was given to the true class; log loss needs it.
        """
        codes = [whole_numbers("actual", actual, 0), whole_numbers("predicted", predicted, -1)]
        if len(codes[0]) != len(codes[1]):
            raise ValueError(
                f"there must be one prediction per row: {len(codes[0])} rows, {len(codes[1])} predictions"
            )
        certainty = None if p is None else np.asarray(p, dtype=np.float64)
        if "log_loss" in self.measures and certainty is None:
            raise ValueError(
                "log_loss needs the probability of the true class: pass p, or leave it out of measures"
            )
        if certainty is not None and not ((certainty >= 0) & (certainty <= 1 + 1e-9)).all():
            row = int(np.flatnonzero(~((certainty >= 0) & (certainty <= 1 + 1e-9)))[0])
            raise ValueError(f"row {row}: p must lie between 0 and 1, got {certainty[row]}")
        if certainty is not None and certainty.shape != codes[0].shape:
            raise ValueError(f"p must hold one number per row: {len(codes[0])} rows, shape {certainty.shape}")
        self.take(codes[0], codes[1], weights(w, len(codes[0])), certainty)

    def take(
        self,
        actual: NDArray[np.integer],
        predicted: NDArray[np.integer],
        w: NDArray[np.float64] | None = None,
        p: NDArray[np.float64] | None = None,
    ) -> None:
        """`add` for codes that are known to be right."""
        if self._closed:
            raise ValueError("this meter has been read to its end: measure further rows with a new one")
        loss = None
        if p is not None and self._buffer.loss is not None:
            loss = -np.log(np.clip(p, LEAST_PROBABILITY, 1.0))
        for at in range(0, len(actual), AT_ONCE):
            some = slice(at, at + AT_ONCE)
            if self._buffer.filled + len(actual[some]) > self._buffer.capacity:
                self._measure()
            parts = (None if values is None else values[some] for values in (w, loss))
            self._buffer.put(actual[some], predicted[some], *parts)
            self.rows += len(actual[some])

    # ---- answers out

    def close(self) -> None:
        """Take the last sample, after the last row; nothing can be added any more."""
        if not self._closed:
            self._measure(last=True)
            self._read()
            self._closed = True

    def table(self) -> dict[str, NDArray[np.float64]]:
        """The samples: `row`, then the measures, then `window_` and `fading_` ones where asked for."""
        self.close()
        names = [prefix + name for prefix in self._prefixes() for name in self.measures]
        rows = [rows for rows, _ in self._samples]
        found = {"row": np.concatenate([np.zeros(0, dtype=np.int64), *rows])}
        for name in names:
            found[name] = np.concatenate([np.zeros(0), *[sample[name] for _, sample in self._samples]])
        return found

    def final(self) -> dict[str, float]:
        """The cumulative measures after the last row; NaN for each if there was none."""
        self.close()
        return {name: float(MEASURES[name](self._sums)[0]) for name in self.measures}

    @property
    def confusion(self) -> NDArray[np.float64]:
        """Weight by true class (lines) and predicted class; the last column holds rows without an answer."""
        self.close()
        return np.roll(self._confusion, -1, axis=1)

    def _prefixes(self) -> list[str]:
        chosen = [("", True), ("window_", self.window is not None), ("fading_", self.fading is not None)]
        return [prefix for prefix, there in chosen if there]

    # ---- measuring

    def _measure(self, *, last: bool = False) -> None:
        self._judge()
        while self._start + self._buffer.filled > self.spacing.last(self.every):
            self._advance(int(self.spacing.last(self.every)), last=False)
            self._thin_out()
        self._advance(self._start + self._buffer.filled, last=last)

    def _thin_out(self) -> None:
        """Drop every second sample, and take half as many from now on.

        A window that ends with one of them still begins where a piece does: at the old distance it did, too.
        """
        self._read()
        self.every *= 2
        self._within = tally.offsets(self.every, self.window)
        samples, self._samples = self._samples, []
        for rows, found in samples:
            kept = rows % self.every == 0
            self._samples.append((rows[kept], {name: values[kept] for name, values in found.items()}))

    def _advance(self, stop: int, *, last: bool) -> None:
        """Measure the pieces that are complete up to row `stop`."""
        rows = self._buffer.rows().part(0, stop - self._start)
        ends = tally.ends(self._start, stop, self.every, self._within)
        if last and len(rows) and (not len(ends) or ends[-1] < stop):
            ends = np.append(ends, stop)
        elif not last and len(ends) and ends[-1] == stop and stop % self.every:
            ends = ends[:-1]  # these may be the last rows, and then a sample is due
        if not len(ends):
            return
        done = int(ends[-1]) - self._start
        tally.confused(rows.part(0, done), self._confusion, self._scratch)
        at_once = max(1, MOST_SUMS // self._sums.shape[1])
        at = 0
        for first in range(0, len(ends), at_once):
            some = ends[first : first + at_once]
            until = at + int(some[-1]) - self._start
            self._sum(rows.part(at, until), some, last=last and some[-1] == ends[-1])
            at, self._start = until, int(some[-1])
        self._buffer.drop(done)
        self._judged -= done

    def _judge(self) -> None:
        """What the yardsticks say about the rows that came."""
        new = self._buffer.rows(self._judged)
        if len(new):
            self._widen(int(max(new.actual.max(), new.predicted.max())) + 1)
            right = self._yardsticks.answer(new.actual, new.weight, len(self._confusion))
            new.no_change[:], new.majority[:] = right
            self._judged = self._buffer.filled

    def _widen(self, classes: int) -> None:
        new = classes - len(self._confusion)
        if new <= 0:
            return
        if classes > MOST_CLASSES:
            raise ValueError(
                f"{classes} classes are too many to measure, at most {MOST_CLASSES}: is the target a class?"
            )
        self._confusion = np.pad(self._confusion, ((0, new), (0, new)))
        room = ((0, 0), (0, PER_CLASS * new))
        self._sums, self._faded = np.pad(self._sums, room), np.pad(self._faded, room)
        self._pieces = np.pad(self._pieces, room)

    def _sum(self, rows: Rows, ends: NDArray[np.int64], *, last: bool) -> None:
        """Sum the complete pieces that end after these rows, and sample."""
        lengths = np.diff(ends, prepend=self._start)
        pieces = tally.summed(rows, lengths, len(self._confusion), self._scratch)
        on_time = ends % self.every == 0
        late = last and not on_time[-1]
        on_time[-1] |= late
        sampled = np.flatnonzero(on_time)
        running = np.add.accumulate(np.concatenate([self._sums, pieces]))
        self._sums = running[-1:]
        views = {"": running[1:][sampled]}
        if self.window is not None:
            views["window_"] = self._windows(rows, pieces, ends, sampled)
            if late and ends[-1] > self.window:
                views["window_"][-1] = self._last_window()
        if self._fade is not None:
            views["fading_"] = self._fadings(rows, lengths, sampled)
        if len(sampled):
            self._unread.append((ends[sampled], views))
        if sum(line.size for _, lines in self._unread for line in lines.values()) > MOST_UNREAD:
            self._read()

    def _read(self) -> None:
        """Turn sums into measures, many samples at a time: one costs as much as a hundred."""
        if not self._unread:
            return
        width = self._sums.shape[1]
        found: dict[str, NDArray[np.float64]] = {}
        for prefix in self._prefixes():
            lines = [views[prefix] for _, views in self._unread]
            sums = np.concatenate([np.pad(line, ((0, 0), (0, width - line.shape[1]))) for line in lines])
            found |= {prefix + name: MEASURES[name](sums) for name in self.measures}
        self._samples.append((np.concatenate([rows for rows, _ in self._unread]), found))
        self._unread = []

    def _fadings(self, rows: Rows, lengths: NDArray[np.int64], sampled: NDArray[np.int64]) -> Sums:
        assert self._fade is not None
        pieces = tally.summed(rows, lengths, len(self._confusion), self._scratch, self._fade)
        for place, length in enumerate(lengths.tolist()):
            pieces[place] += self._faded[0] * self._fade[length]
            self._faded = pieces[place : place + 1]
        self._faded = self._faded.copy()
        return pieces[sampled]

    def _windows(self, rows: Rows, pieces: Sums, ends: NDArray[np.int64], sampled: NDArray[np.int64]) -> Sums:
        assert self.window is not None
        self._recent.append(rows.part(max(0, len(rows) - self.window), len(rows)).kept())
        pieces = np.concatenate([self._pieces, pieces, np.zeros((1, pieces.shape[1]))])
        sampled = sampled + len(self._ends)
        ends = np.concatenate([self._ends, ends])
        first = np.searchsorted(ends, ends[sampled] - self.window, side="right")
        found = tally.between(pieces, first, sampled + 1, counts=rows.weight is None)
        kept = int(np.searchsorted(ends, ends[-1] - self.window, side="right"))
        self._pieces, self._ends = pieces[kept:-1], ends[kept:]
        while sum(map(len, self._recent)) - len(self._recent[0]) >= self.window:
            self._recent.popleft()
        return found

    def _last_window(self) -> Sums:
        """The window that ends with the last row, which need not begin where a piece does."""
        assert self.window is not None
        rows = end_to_end(list(self._recent))
        rows = rows.part(len(rows) - self.window, len(rows))
        lengths = np.array([len(rows)])
        scratch = np.empty((2, len(rows)), dtype=np.int64)
        found: Sums = tally.summed(rows, lengths, len(self._confusion), scratch)[0]
        return found
