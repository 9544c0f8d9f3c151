"""Test-then-train accuracy against the number of leaves, as the stream is fed.

Where a tree has a number of leaves for many rows, the mean over them counts; where it skipped a number, the
line between those before and after, unless that is more than twice as many: a split into hundreds of
categories says nothing about trees of ten leaves.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from riparian.papers.derosa2015.data import Rows
from riparian.trees import Tree

LEAVES = (2, 3, 4, 5, 6, 8, 10, 15, 20, 25, 30, 35, 40, 45, 50, 75, 100, 150, 200, 300, 500, 1000)
# Leaves are counted after so many rows.
EVERY_ROWS = 500


class Online(NamedTuple):
    """What came of a tree that was asked each row and then learned it."""

    accuracy: float
    leaves: int
    curve: dict[int, float]


def whole(tree: Tree, rows: Rows) -> Online:
    """Only the end."""
    right = tree.predict_then_learn_many(rows.X, rows.y) == rows.y
    return Online(float(right.mean()), tree.n_leaves, {})


def online(tree: Tree, rows: Rows) -> Online:
    """The end, and the way there: the accuracy of all rows so far at numbers of leaves."""
    leaves, right = [], []
    for start in range(0, len(rows.y), EVERY_ROWS):
        X, y = rows.part(start, start + EVERY_ROWS)
        right.append(int((tree.predict_then_learn_many(X, y) == y).sum()))
        leaves.append(tree.n_leaves)
    seen = np.minimum(EVERY_ROWS * np.arange(1, len(right) + 1), len(rows.y))
    accuracy = np.cumsum(right) / seen
    return Online(float(accuracy[-1]), tree.n_leaves, by_leaves(np.array(leaves), accuracy))


def by_leaves(leaves: NDArray[np.int64], accuracy: NDArray[np.float64]) -> dict[int, float]:
    """The accuracy at each number of leaves between the first and the last.

    >>> by_leaves(np.array([2, 2, 4]), np.array([0.5, 0.7, 0.8]))
    {2: 0.6, 3: 0.7, 4: 0.8}
    """
    numbers, place = np.unique(leaves, return_inverse=True)
    means = np.bincount(place, weights=accuracy) / np.bincount(place)
    return {
        at: round(float(np.interp(at, numbers, means)), 4)
        for at in LEAVES
        if is_between(numbers.tolist(), at)
    }


def is_between(numbers: Sequence[float], at: float) -> bool:
    """Whether a number is one of some (ascending), or between two of which one is at most twice the other.

    >>> is_between([1, 18, 30], 18), is_between([1, 18, 30], 25), is_between([1, 18, 30], 10)
    (True, True, False)
    """
    after = bisect_left(numbers, at)
    if after == len(numbers):
        return False
    return numbers[after] == at or (after > 0 and numbers[after] <= 2 * numbers[after - 1])
