"""The picture of Figure 1: how a Gaussian leaf finds its cut, for two classes and for four.

Curves on top; below them, for each of ten cuts, the shares of the classes on either side; at the bottom the
gains.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from riparian import VFDT
from riparian.guests import guest
from riparian.papers.pfahringer2008.leaf_curves import CUTS, cuts_of, gain
from riparian.streams import Generated
from riparian.viz.axes import COLOURS
from riparian.viz.class_curves import ClassCurve, curves_of

ROWS = 2000


def leaf(classes: int) -> tuple[str, dict[str, ClassCurve]]:
    """The column of a leaf whose best cut gains most, and the curves of its classes.

    The leaf is the root of a tree that has learned rows of a few centroids and has not split yet.
    """
    stream = Generated("rbf", classes=classes, centroids=classes + 1, columns=10, model_seed=35, seed=1)
    batch = stream.take(ROWS)
    tree = VFDT(grace_period=ROWS + 1, predictor="mc")
    tree.learn_many(batch.X, batch.y)
    found = {column.name: curves_of(tree, column.name) for column in stream.columns}

    def best(name: str) -> float:
        return max(gain(found[name], cut) for cut in cuts_of(found[name]))

    column = max(found, key=best)
    return column, found[column]


def draw_leaves(path: Path) -> Path:
    """Draw a leaf of two classes beside one of four. Needs matplotlib."""
    page = guest("matplotlib.figure", "plot").Figure(figsize=(11, 6.5), layout="constrained")
    grid = page.subplots(3, 2, height_ratios=(3, 3, 1), sharex="col")
    for place, classes in enumerate((2, 4)):
        column, curves = leaf(classes)
        top, middle, bottom = grid[:, place]
        _curves(top, f"{column}, {classes} classes", curves)
        _shares(middle, curves)
        _gains(bottom, column, curves)
    page.savefig(path, dpi=150)
    return path


def _curves(ax: Any, title: str, curves: Mapping[str, ClassCurve]) -> None:
    low, high = min(c.low for c in curves.values()), max(c.high for c in curves.values())
    x = np.linspace(low, high, 500)
    for colour, (label, curve) in zip(COLOURS, curves.items(), strict=False):
        ax.plot(x, curve.heights(x), color=colour, label=label)
        ax.vlines([curve.low, curve.high], 0, curve.heights(np.array([curve.low, curve.high])), color=colour)
    ax.set_title(title, loc="left", fontsize="medium")
    ax.set_ylabel("weight")
    ax.legend(frameon=False, fontsize="small")
    _bare(ax)


def _shares(ax: Any, curves: Mapping[str, ClassCurve]) -> None:
    """A bar for each cut: class weights below it to the left, those above it to the right."""
    cuts = cuts_of(curves)
    total = sum(curve.weight for curve in curves.values())
    # The whole leaf is as long as half the range, so that bars of the outer cuts stay in sight.
    scale = (cuts[-1] - cuts[0]) / 2 / total
    for line, cut in enumerate(cuts):
        left = right = cut
        for colour, curve in zip(COLOURS, curves.values(), strict=False):
            below = curve.below(cut) * scale
            above = curve.weight * scale - below
            ax.barh(line, -below, left=left, color=colour, height=0.7)
            ax.barh(line, above, left=right, color=colour, height=0.7)
            left, right = left - below, right + above
        ax.plot([cut, cut], [line - 0.5, line + 0.5], color="black", linewidth=1.5)
    ax.set_yticks(range(len(cuts)), list(CUTS))
    ax.invert_yaxis()
    ax.set_ylabel("left and right of the cut")
    _bare(ax)


def _gains(ax: Any, column: str, curves: Mapping[str, ClassCurve]) -> None:
    cuts = cuts_of(curves)
    gains = [gain(curves, cut) for cut in cuts]
    colours = ["#d55e00" if found == max(gains) else "#8a979f" for found in gains]
    ax.bar(cuts, gains, width=(cuts[1] - cuts[0]) / 3, color=colours)
    ax.set_xticks(cuts, list(CUTS))
    ax.set_xlabel(column)
    ax.set_ylabel("gain")
    _bare(ax)


def _bare(ax: Any) -> None:
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
