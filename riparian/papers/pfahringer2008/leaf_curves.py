"""The numbers of Figure 1: normal curves of the classes in a leaf, ten cuts A to J and their gains.

Written out plainly for the picture; the tree itself computes them in the core.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian import VFDT

CUTS = "ABCDEFGHIJ"


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

    def below(self, cut: float) -> float:
        """The weight at or below a cut: none below `low`, all from `high` on.

        >>> ClassCurve(weight=8, mean=1, deviation=2, low=-3, high=4).below(1)
        4.0
        """
        if cut < self.low:
            return 0.0
        if cut >= self.high or self.deviation == 0:
            return self.weight
        z = (cut - self.mean) / self.deviation
        return self.weight * 0.5 * math.erfc(-z / math.sqrt(2))

    def heights(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """The curve, as high as the class is heavy, cut off where no value was seen."""
        if self.deviation == 0:
            return np.where(x == self.mean, self.weight, 0.0)
        z = (x - self.mean) / self.deviation
        curve = self.weight * np.exp(-0.5 * z**2) / (self.deviation * math.sqrt(2 * math.pi))
        return np.where((x >= self.low) & (x <= self.high), curve, np.nan)


def curves_of(tree: VFDT, column: Any, node: int = 0) -> dict[str, ClassCurve]:
    """What a Gaussian leaf of a live tree keeps of a column, class by class; nothing if it is no such leaf.

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
        deviation = math.sqrt(squares / (weight - 1)) if weight > 1 else 0.0
        found[str(label)] = ClassCurve(weight, mean, deviation, low, high)
    return dict(sorted(found.items()))


def cuts_of(curves: Mapping[str, ClassCurve]) -> list[float]:
    """Ten cuts, equally spaced inside the range of all classes.

    >>> cuts_of({"a": ClassCurve(1, 0, 0, low=0, high=5), "b": ClassCurve(1, 0, 0, low=3, high=11)})
    [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]
    """
    low, high = min(c.low for c in curves.values()), max(c.high for c in curves.values())
    return [low + place * (high - low) / (len(CUTS) + 1) for place in range(1, len(CUTS) + 1)]


def entropy(weights: Sequence[float]) -> float:
    """The information of class weights, in bits.

    >>> entropy([2, 2]), entropy([3, 0])
    (1.0, 0.0)
    """
    total = sum(weights)
    return sum(-w / total * math.log2(w / total) for w in weights if w > 0) if total > 0 else 0.0


def gain(curves: Mapping[str, ClassCurve], cut: float) -> float:
    """What a cut takes off the information of the leaf, in bits."""
    left = [curve.below(cut) for curve in curves.values()]
    whole = [curve.weight for curve in curves.values()]
    right = [w - part for w, part in zip(whole, left, strict=True)]
    rest = sum(left) * entropy(left) + sum(right) * entropy(right)
    return entropy(whole) - rest / sum(whole)
