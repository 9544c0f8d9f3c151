"""Figure 1: three classes as normal curves, and what every cut gains by three measures; as PNG and as CSV.

The paper does not report the parameters of its curves. Ours are those of a leaf of mDT-intersect that has
learned three classes: the misclassification error gains most where two curves cross, the other measures do
not.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import numpy as np

from riparian.guests import guest
from riparian.papers.layout import table
from riparian.presets import MDT
from riparian.viz.axes import style
from riparian.viz.class_curves import ClassCurve, curves_of
from riparian.viz.split import MEASURES, Numbers, crossings, gains, plot_split, points

SEED, COLUMN = 1, "x"
# Rows, mean and deviation of each class.
CLASSES = {"a": (2000, 2.0, 1.0), "b": (2500, 5.5, 1.5), "c": (1500, 9.5, 0.8)}


class Picture(NamedTuple):
    """What Figure 1 shows."""

    tree: MDT
    curves: dict[str, ClassCurve]
    x: Numbers
    # Where two curves cross, and the gains of every measure at each of `x`.
    crossings: list[float]
    gains: dict[str, Numbers]

    def best(self, measure: str) -> float:
        """The cut that gains most."""
        return float(self.x[self.gains[measure].argmax()])


def figure_1() -> Picture:
    """A leaf that has learned the three classes, and what it knows."""
    rng = np.random.default_rng(SEED)
    values = [rng.normal(mean, deviation, rows) for rows, mean, deviation in CLASSES.values()]
    labels = np.repeat(list(CLASSES), [rows for rows, *_ in CLASSES.values()])
    # With this depth the tree keeps what it has learned and does not split.
    tree = MDT(variant="intersect", max_depth=0)
    tree.learn_many({COLUMN: np.concatenate(values)}, labels)
    curves = curves_of(tree, COLUMN)
    known = list(curves.values())
    cuts = crossings(known, *(end(getattr(curve, name) for curve in known) for end, name in ENDS))
    x = np.unique(np.concatenate([points(known), cuts]))
    return Picture(tree, curves, x, cuts, {name: gains(known, x, of) for name, of in MEASURES.items()})


ENDS = ((min, "low"), (max, "high"))


def told() -> str:
    """The cut that gains most by each measure, and how far it is from where two curves cross."""
    found, rows = figure_1(), []
    for measure in MEASURES:
        cut = found.best(measure)
        away = min(abs(cut - crossing) for crossing in found.crossings)
        rows.append([measure, f"{cut:.4f}", f"{found.gains[measure].max():.4f}", f"{away:.4f}"])
    crossed = ", ".join(f"{cut:.4f}" for cut in found.crossings)
    names = ["measure", "best cut", "gain", "from a crossing"]
    return f"Figure 1: curves of three classes cross at {crossed}\n\n{table(names, rows)}"


def write_figure(folder: Path) -> Path:
    """Write the curves and the gains, and return the file."""
    found, path = figure_1(), folder / "figure-1.csv"
    folder.mkdir(parents=True, exist_ok=True)
    heights = [curve.heights(found.x, ends=False) for curve in found.curves.values()]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([COLUMN, *(f"class_{name}" for name in found.curves), *MEASURES])
        writer.writerows(np.round(np.stack([found.x, *heights, *found.gains.values()], axis=1), 12).tolist())
    return path


def draw_figure(folder: Path) -> Path:
    """Draw it, with the best cut of every measure, and return the file. This needs matplotlib."""
    page = guest("matplotlib.figure", "plot").Figure(figsize=(8, 5.5), layout="constrained")
    found = figure_1()
    _, bottom = plot_split(found.tree, 0, COLUMN, axes=page.subplots(2, 1, sharex=True))
    for place, measure in enumerate(MEASURES):
        bottom.axvline(found.best(measure), linewidth=0.8, **(style(place) | {"linestyle": "--"}))
    path = folder / "figure-1.png"
    folder.mkdir(parents=True, exist_ok=True)
    page.savefig(path, dpi=150)
    return path
