"""What a leaf with normal distributions keeps of a column, class by class, to draw it.

Written out plainly for pictures; the tree itself computes in the core.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.trees import Tree


@dataclass(frozen=True)
class ClassCurve:
    """What a Gaussian leaf keeps of one class and column: five numbers.

    Parameters
    ----------
    weight, mean, deviation : float
        The normal curve; the variance is divided by the weight less one.
    low, high : float
        The smallest and the largest value seen.
    """

    weight: float
    mean: float
    deviation: float
    low: float
    high: float

    def below(self, cut: float, *, ends: bool = True) -> float:
        """The weight at or below a cut; of a curve with ends none below `low`, and all from `high` on.

        >>> ClassCurve(weight=8, mean=1, deviation=2, low=-3, high=4).below(1)
        4.0
        """
        if self.deviation == 0:
            return self.weight if self.mean <= cut else 0.0
        if ends and not self.low <= cut < self.high:
            return self.weight if cut >= self.high else 0.0
        z = (cut - self.mean) / self.deviation
        return self.weight * 0.5 * math.erfc(-z / math.sqrt(2))

    def heights(self, x: NDArray[np.float64], *, ends: bool = True) -> NDArray[np.float64]:
        """The curve, as high as the class is heavy; with ends cut off where no value was seen."""
        if self.deviation == 0:
            return np.where(x == self.mean, self.weight, 0.0)
        z = (x - self.mean) / self.deviation
        curve = self.weight * np.exp(-0.5 * z**2) / (self.deviation * math.sqrt(2 * math.pi))
        return np.where((x >= self.low) & (x <= self.high), curve, np.nan) if ends else curve


def curves_of(tree: Tree, column: Any, node: int = 0) -> dict[Any, ClassCurve]:
    """What a leaf of a live tree with normal distributions keeps of a column, for each class with values.

    >>> from riparian import VFDT
    >>> tree = VFDT()
    >>> tree.learn_many({"x": [1.0, 3.0]}, ["a", "a"])
    >>> curves_of(tree, "x")["a"].mean
    2.0
    """
    native = tree._asked()
    summary = native.summary(node, native.columns.index(column))
    if summary is None:
        return {}
    found = {}
    for label, numbers in zip(tree.nodes()[node]["counts"], summary.numbers().reshape(-1, 5), strict=True):
        weight, mean, squares, low, high = numbers.tolist()
        if weight > 0:
            deviation = math.sqrt(squares / (weight - 1)) if weight > 1 else 0.0
            found[label] = ClassCurve(weight, mean, deviation, low, high)
    return found
