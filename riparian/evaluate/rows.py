"""Rows as they are measured, and the buffer in which they wait until there are enough to be worth it.

The buffer is made once: memory that is given back and asked for again costs more than the sums over it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Rows:
    """Consecutive rows as they are measured: codes of classes, predicted -1 for no answer."""

    actual: NDArray[np.int64]
    predicted: NDArray[np.int64]
    weight: NDArray[np.float64] | None
    loss: NDArray[np.float64] | None
    no_change: NDArray[np.bool_]
    majority: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.actual)

    def part(self, start: int, stop: int) -> Rows:
        """Some of the rows."""
        return Rows(
            self.actual[start:stop],
            self.predicted[start:stop],
            None if self.weight is None else self.weight[start:stop],
            None if self.loss is None else self.loss[start:stop],
            self.no_change[start:stop],
            self.majority[start:stop],
        )

    def kept(self) -> Rows:
        """A copy of its own."""
        return Rows(
            self.actual.copy(),
            self.predicted.copy(),
            None if self.weight is None else self.weight.copy(),
            None if self.loss is None else self.loss.copy(),
            self.no_change.copy(),
            self.majority.copy(),
        )


def end_to_end(parts: Sequence[Rows]) -> Rows:
    """Rows one after the other."""
    if len(parts) == 1:
        return parts[0]
    weighted = any(part.weight is not None for part in parts)
    lossy = any(part.loss is not None for part in parts)
    return Rows(
        np.concatenate([part.actual for part in parts]),
        np.concatenate([part.predicted for part in parts]),
        np.concatenate([_or_ones(part.weight, len(part)) for part in parts]) if weighted else None,
        np.concatenate([part.loss for part in parts if part.loss is not None]) if lossy else None,
        np.concatenate([part.no_change for part in parts]),
        np.concatenate([part.majority for part in parts]),
    )


def _or_ones(weight: NDArray[np.float64] | None, rows: int) -> NDArray[np.float64]:
    return np.ones(rows) if weight is None else weight


class Buffer:
    """Rows that wait; once one of them has a weight, all have.

    Parameters
    ----------
    capacity : int
        How many there may be.
    loss : bool
        Whether each has a loss.
    """

    def __init__(self, capacity: int, *, loss: bool) -> None:
        self.capacity = capacity
        self.filled = 0
        self.actual = np.empty(capacity, dtype=np.int64)
        self.predicted = np.empty(capacity, dtype=np.int64)
        self.weight: NDArray[np.float64] | None = None
        self.loss = np.empty(capacity) if loss else None
        self.no_change = np.empty(capacity, dtype=np.bool_)
        self.majority = np.empty(capacity, dtype=np.bool_)

    def put(
        self,
        actual: NDArray[np.integer],
        predicted: NDArray[np.integer],
        w: NDArray[np.float64] | None,
        loss: NDArray[np.float64] | None,
    ) -> None:
        """Rows at the end; there must be room for them."""
        new = slice(self.filled, self.filled + len(actual))
        self.actual[new] = actual
        self.predicted[new] = predicted
        if w is not None and self.weight is None:
            self.weight = np.ones(self.capacity)
        if self.weight is not None:
            self.weight[new] = 1.0 if w is None else w
        if self.loss is not None:
            self.loss[new] = loss
        self.filled += len(actual)

    def rows(self, start: int = 0) -> Rows:
        """A view of the rows from `start` on."""
        whole = Rows(self.actual, self.predicted, self.weight, self.loss, self.no_change, self.majority)
        return whole.part(start, self.filled)

    def drop(self, count: int) -> None:
        """Forget the first rows; those that stay move to the front."""
        left = self.filled - count
        for values in (self.actual, self.predicted, self.weight, self.loss, self.no_change, self.majority):
            if values is not None:
                values[:left] = values[count : self.filled].copy()
        self.filled = left
