"""How a leaf sees a column: the curves of its classes, what a cut would gain, and the cut that it would make.

The picture of Figure 1 of Mirkhan, Amir Haeri & Meybodi (2019), of a live leaf.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian import _native
from riparian.features import some
from riparian.guests import guest
from riparian.plain import shown
from riparian.trees import Tree
from riparian.viz.axes import plain, style
from riparian.viz.class_curves import ClassCurve, curves_of

POINTS = 501
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
    curves = seen(tree, node, column)
    if axes is None:
        figure = guest("matplotlib.pyplot", "plot").figure(figsize=(7.5, 5.0), layout="constrained")
        axes = figure.subplots(2, 1, sharex=True)
    if np.size(axes) != 2:
        raise ValueError(f"axes must be two matplotlib Axes, the curves and the gains, got {shown(axes)}")
    top, bottom = axes
    x = points(list(curves.values()))
    for place, (label, curve) in enumerate(curves.items()):
        if curve.deviation > 0:
            top.plot(x, curve.heights(x, ends=False), label=name_of(label), **style(place))
        else:
            top.axvline(curve.mean, label=f"{name_of(label)}, a single value", **style(place))
    for cut in crossings(list(curves.values()), x[0], x[-1]):
        top.axvline(cut, color="#8a979f", linewidth=0.8, linestyle=":")
    for place, (name, measure) in enumerate(MEASURES.items()):
        bottom.plot(x, gains(list(curves.values()), x, measure), label=name, **style(place))
    native = tree._asked()
    chosen = native.best_cut(node, native.columns.index(column))
    for ax in (top, bottom) if chosen is not None else ():
        ax.axvline(chosen, color="#000000", linewidth=0.8, label=f"cut at {chosen:.4g}")
    total = sum(curve.weight for curve in curves.values())
    top.set_title(f"node {node}, values of weight {total:g}", loc="left", fontsize="medium")
    plain(top, "", "weight times density")
    plain(bottom, column if isinstance(column, str) else f"[{column}]", "gain")
    bottom.xaxis.label.set_parse_math(False)
    for ax in (top, bottom):
        legend = ax.legend(frameon=False, fontsize="small", loc="center left", bbox_to_anchor=(1.0, 0.5))
        for text in legend.get_texts():
            text.set_parse_math(False)
    return axes


def seen(tree: Tree, node: Any, column: Any) -> dict[Any, ClassCurve]:
    """The curves that a leaf has of a column, or the reason why it has none."""
    if isinstance(node, bool) or not isinstance(node, numbers.Integral):
        raise TypeError(f"node must be a whole number, the id of a leaf in nodes(), got {shown(node)}")
    node, native = int(node), tree._asked()
    if column not in native.columns:
        known = some(native.columns) or "none yet"
        raise ValueError(f"there is no column {shown(column)}; there are {known}")
    nodes = tree.nodes()
    leaves = [one["id"] for one in nodes if one["leaf"]]
    few = ", ".join(map(str, leaves[:10])) + (", ..." if len(leaves) > 10 else "")
    if not 0 <= node < len(nodes):
        raise ValueError(f"there is no node {node}; the leaves are {few}")
    if not nodes[node]["leaf"]:
        raise ValueError(f"node {node} has split; choose a leaf: {few}")
    if tree._settings()["observer"] != "gaussian":
        raise ValueError(
            f"plot_split draws normal distributions, and this is {shown(tree)}; use observer 'gaussian'"
        )
    curves = curves_of(tree, column, node)
    if not curves:
        raise ValueError(
            f"node {node} knows nothing of column {shown(column)}: it has seen no value of it, the column is "
            "nominal, or the leaf is frozen or has dropped it"
        )
    if len({end for curve in curves.values() for end in (curve.low, curve.high)}) == 1:
        raise ValueError(f"column {shown(column)} has a single value in node {node}: there is nothing to cut")
    return curves


def name_of(label: Any) -> str:
    """A class as a legend shows it: matplotlib leaves out what begins with an underscore."""
    return f"\u200b{label}" if str(label).startswith("_") else str(label)


def points(curves: Sequence[ClassCurve]) -> Numbers:
    """Where to draw: along the whole range, and closely about every class."""
    low, high = min(curve.low for curve in curves), max(curve.high for curve in curves)
    near = np.linspace(-5.0, 5.0, 201)
    about = [curve.mean + curve.deviation * near for curve in curves if curve.deviation > 0]
    found = np.unique(np.concatenate([np.linspace(low, high, POINTS), *about]))
    return found[(found >= low) & (found <= high)]


def crossings(curves: Sequence[ClassCurve], low: float, high: float) -> list[float]:
    """Where two of the curves cross, between the smallest and the largest value."""
    wide = [(curve.weight, curve.mean, curve.deviation) for curve in curves if curve.deviation > 0]
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
