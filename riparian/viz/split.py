"""How a leaf sees a column: the curves of its classes, what a cut would gain, and the cut that it would make.

The picture of Figure 1 of Mirkhan, Amir Haeri & Meybodi (2019), of a live leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian import _native
from riparian.guests import guest
from riparian.trees import Tree
from riparian.viz.axes import plain, style
from riparian.viz.class_curves import ClassCurve, curves_of

POINTS = 1001
Numbers = NDArray[np.float64]


def entropy(p: Numbers) -> Numbers:
    """In bits, of class shares along the first axis."""
    logs = np.log2(p, out=np.zeros_like(p), where=p > 0)
    return np.asarray(-(p * logs).sum(axis=0))


def gini(p: Numbers) -> Numbers:
    """Of class shares along the first axis."""
    return np.asarray(1.0 - (p * p).sum(axis=0))


def misclassification(p: Numbers) -> Numbers:
    """Of class shares along the first axis."""
    return np.asarray(1.0 - p.max(axis=0))


MEASURES: dict[str, Callable[[Numbers], Numbers]] = {
    "entropy": entropy,
    "gini": gini,
    "misclassification": misclassification,
}


def plot_split(tree: Tree, node: int, column: Any, *, axes: Any = None) -> Any:
    """Draw how a leaf of normal distributions sees a column: see `Tree.plot_split`."""
    native = tree._asked()
    if column not in native.columns:
        known = ", ".join(map(repr, native.columns))
        raise ValueError(f"there is no column {column!r}; there are {known or 'none yet'}")
    curves = curves_of(tree, column, node) if 0 <= node < tree.n_nodes else {}
    if not curves:
        raise ValueError(
            f"node {node!r} keeps no normal distributions of column {column!r}: choose a leaf that observes "
            "and has seen values of it, a numeric column, and a tree with observer 'gaussian'"
        )
    if axes is None:
        figure = guest("matplotlib.pyplot", "plot").figure(figsize=(7.0, 5.0), layout="constrained")
        axes = figure.subplots(2, 1, sharex=True)
    top, bottom = axes
    low = min(curve.low for curve in curves.values())
    high = max(curve.high for curve in curves.values())
    x = np.linspace(low, high, POINTS)
    for place, (label, curve) in enumerate(curves.items()):
        top.plot(x, curve.heights(x, ends=False), label=str(label), **style(place))
    for cut in crossings(list(curves.values()), low, high):
        top.axvline(cut, color="#8a979f", linewidth=0.8, linestyle=":")
    for place, (name, measure) in enumerate(MEASURES.items()):
        bottom.plot(x, gains(list(curves.values()), x, measure), label=name, **style(place))
    chosen = native.best_cut(node, native.columns.index(column))
    for ax in (top, bottom) if chosen is not None else ():
        ax.axvline(chosen, color="#000000", linewidth=0.8, label=f"cut at {chosen:.4g}")
    plain(top, "", "weight")
    plain(bottom, str(column), "gain")
    for ax in (top, bottom):
        ax.legend(frameon=False, fontsize="small")
    return axes


def crossings(curves: Sequence[ClassCurve], low: float, high: float) -> list[float]:
    """Where two of the curves cross, between the smallest and the largest value."""
    wide = [(c.weight, c.mean, c.deviation) for c in curves if c.deviation > 0 and c.weight > 0]
    found = [cut for one, other in combinations(wide, 2) for cut in _native.crossings(one, other)]
    return sorted(cut for cut in found if low < cut < high)


def gains(curves: Sequence[ClassCurve], x: Numbers, measure: Callable[[Numbers], Numbers]) -> Numbers:
    """What a cut at each of `x` takes off a measure."""
    left = np.array([[curve.below(cut, ends=False) for cut in x] for curve in curves])
    whole = np.array([[curve.weight] for curve in curves])
    total = whole.sum()
    rest = np.zeros(len(x))
    for side in (left, whole - left):
        weight = side.sum(axis=0)
        shares = np.divide(side, weight, out=np.zeros_like(side), where=weight > 0)
        rest += weight / total * np.where(weight > 0, measure(shares), 0.0)
    return np.asarray(measure(whole / total)[0] - rest)
