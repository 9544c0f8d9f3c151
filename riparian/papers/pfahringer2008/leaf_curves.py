"""The numbers of Figure 1: ten cuts A to J through the normal curves of a leaf, and their gains.

Written out plainly for the picture; the tree itself computes them in the core.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from riparian.viz.class_curves import ClassCurve

CUTS = "ABCDEFGHIJ"


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
