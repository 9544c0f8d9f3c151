"""What kappa-T and kappa-M measure against: the label before, and the class most frequent so far.

Both answer a row before its label is known, and neither knows anything at the first row. A row of weight 0
leaves no trace. Here is how they are computed for many rows at once; measures says what they mean.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

# Running weights of contenders that are held at a time.
MOST_CELLS = 1 << 18
NOT_YET = np.iinfo(np.int64).max


class Yardsticks:
    """The no-change and the majority predictor along a stream of class codes."""

    def __init__(self) -> None:
        self.last = -1
        self.weights = np.zeros(0)
        # By class, the place of its first row among those of all classes; of equals the first one leads.
        self.places = np.zeros(0, dtype=np.int64)

    def answer(
        self, actual: NDArray[np.int64], weight: NDArray[np.float64] | None, classes: int
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which rows the label before, and which the class most frequent so far, predict right."""
        new = classes - len(self.weights)
        self.weights = np.pad(self.weights, (0, new))
        self.places = np.pad(self.places, (0, new), constant_values=NOT_YET)
        self._arrive(actual if weight is None else actual[weight > 0])
        return self._no_change(actual, weight), self._majority(actual, weight)

    def _arrive(self, actual: NDArray[np.int64]) -> None:
        """Note the order in which classes come; that of their codes may be another model's doing."""
        waiting = self.places == NOT_YET
        coming = np.bincount(actual, minlength=len(waiting)).astype(np.bool_) & waiting
        if coming.any():
            labels, rows = np.unique(actual[coming[actual]], return_index=True)
            known = len(waiting) - int(waiting.sum())
            self.places[labels[np.argsort(rows)]] = np.arange(known, known + len(labels))

    def _leader(self) -> int:
        """The class most frequent so far; -1 for none."""
        if not self.weights.any():
            return -1
        equals = np.flatnonzero(self.weights == self.weights.max())
        return int(equals[self.places[equals].argmin()])

    def _no_change(self, actual: NDArray[np.int64], weight: NDArray[np.float64] | None) -> NDArray[np.bool_]:
        right = np.empty(len(actual), dtype=np.bool_)
        if weight is not None and not weight.all():
            # The last row that counts, before each row.
            counts = np.flatnonzero(weight)
            place = np.searchsorted(counts, np.arange(len(actual)))
            labels = np.concatenate([[self.last], actual[counts]])
            right[:] = labels[place] == actual
            self.last = int(labels[-1])
            return right
        right[0] = actual[0] == self.last
        np.equal(actual[1:], actual[:-1], out=right[1:])
        self.last = int(actual[-1])
        return right

    def _majority(self, actual: NDArray[np.int64], weight: NDArray[np.float64] | None) -> NDArray[np.bool_]:
        right = np.empty(len(actual), dtype=np.bool_)
        waiting = [(0, len(actual))]
        while waiting:
            start, stop = waiting.pop()
            labels = actual[start:stop]
            grown = self._grown(labels, None if weight is None else weight[start:stop])
            leader = self._leader()
            # Weights only grow: who does not reach the leader's by the end is never ahead.
            ahead = np.flatnonzero(grown >= self.weights.max()) if leader >= 0 else np.flatnonzero(grown)
            if leader >= 0 and len(ahead) == 1:
                np.equal(labels, leader, out=right[start:stop])
            elif len(ahead) * (stop - start) > MOST_CELLS and stop - start > 1:
                middle = (start + stop) // 2
                waiting += [(middle, stop), (start, middle)]
                continue
            else:
                part = None if weight is None else weight[start:stop]
                right[start:stop] = self._contest(labels, part, ahead)
            self.weights = grown
        return right

    def _grown(self, labels: NDArray[np.int64], weight: NDArray[np.float64] | None) -> NDArray[np.float64]:
        """The classes' weights after these rows, each added in the order of its rows."""
        count = len(self.weights)
        if weight is None:
            return self.weights + np.bincount(labels, minlength=count)
        before = np.arange(count)
        both = np.concatenate([before, labels]), np.concatenate([self.weights, weight])
        return np.bincount(*both, minlength=count).astype(np.float64, copy=False)

    def _contest(
        self, labels: NDArray[np.int64], weight: NDArray[np.float64] | None, ahead: NDArray[np.int64]
    ) -> NDArray[np.bool_]:
        """Whether the leader before each row is the row's own class."""
        kind = np.int64 if weight is None else np.float64  # whole numbers add up faster, and as exactly
        most = np.zeros(len(labels), dtype=kind)
        right = np.zeros(len(labels), dtype=np.bool_)
        steps = np.empty(len(labels), dtype=kind)
        for contender in ahead[self.places[ahead].argsort()].tolist():
            own = labels == contender
            steps[0] = self.weights[contender]
            if weight is None:
                steps[1:] = own[:-1]
            else:
                np.multiply(own[:-1], weight[:-1], out=steps[1:])
            running = np.add.accumulate(steps)
            better = running > most  # of equals the first to come
            right &= ~better
            right |= better & own
            np.maximum(most, running, out=most)
        return right
