"""The picture of a split: what a leaf knows of a column, and the cut that it would make."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from riparian import MDT, VFDT

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402

from riparian.viz.class_curves import curves_of  # noqa: E402
from riparian.viz.split import MEASURES, gains  # noqa: E402

# One row more, or the distance of two points of a curve that is drawn.
NEAR = 0.05


@pytest.fixture(autouse=True)
def _closed():
    yield
    pyplot.close("all")


def grown(tree, rows: int = 900):
    """A tree that has seen three classes of normal values in a column, and is not yet asked to split."""
    rng = np.random.default_rng(5)
    y = np.arange(rows) % 3
    X = {"depth": rng.normal(3.0 * y, 1.0 + 0.5 * y), "flow": rng.normal(size=rows)}
    tree.learn_many(X, np.array(["ford", "pool", "race"])[y])
    return tree


def lines(ax, style: str) -> list[float]:
    """Where the vertical lines of a style stand."""
    upright = [line for line in ax.lines if len(line.get_xdata()) == 2]
    return [line.get_xdata()[0] for line in upright if line.get_linestyle() == style]


def test_the_curves_are_those_of_the_classes_and_meet_where_the_dotted_lines_are():
    top, _ = grown(MDT(grace_period=10_000)).plot_split(0, "depth")
    curves = {line.get_label(): line for line in top.lines if len(line.get_xdata()) > 2}
    assert list(curves) == ["ford", "pool", "race"]
    for cut in lines(top, ":"):
        heights = sorted(np.interp(cut, line.get_xdata(), line.get_ydata()) for line in curves.values())
        nearest = min(above - below for below, above in pairwise(heights))
        assert nearest == pytest.approx(0, abs=0.05 * max(heights))
    assert len(lines(top, ":")) >= 2


@pytest.mark.parametrize("variant", ["bin", "intersect", "delayed", "combined"])
def test_the_line_is_the_cut_that_the_tree_makes_next(variant):
    tree = grown(MDT(variant=variant, grace_period=1000), rows=999)
    top, bottom = tree.plot_split(0, "depth")
    (drawn,) = lines(top, "-")
    assert lines(bottom, "-") == [drawn]
    tree.learn_one({"depth": 3.0, "flow": 0.0}, "pool")
    made = tree.nodes()[0]["test"]
    assert made["column"] == "depth"
    assert made["cut"] == pytest.approx(drawn, abs=NEAR)


def test_the_best_crossing_is_the_top_of_the_misclassification_curve():
    tree = grown(MDT(grace_period=10_000))
    _, bottom = tree.plot_split(0, "depth")
    drawn = {line.get_label(): line for line in bottom.lines}
    assert set(MEASURES) < set(drawn)
    gain = drawn["misclassification"]
    (cut,) = lines(bottom, "-")
    assert cut == pytest.approx(gain.get_xdata()[np.argmax(gain.get_ydata())], abs=NEAR)


def test_gains_are_those_of_the_formulas():
    tree = MDT(grace_period=10_000)
    tree.learn_many({"x": [-1.0, 1.0, 9.0, 11.0]}, ["a", "a", "b", "b"])
    curves = list(curves_of(tree, "x").values())
    # Far apart and equally heavy: a cut in the middle gains all there is.
    found = {name: float(gains(curves, np.array([5.0]), measure)[0]) for name, measure in MEASURES.items()}
    assert found == pytest.approx({"entropy": 1.0, "gini": 0.5, "misclassification": 0.5}, abs=0.01)
    assert math.isclose(float(gains(curves, np.array([-1e9]), MEASURES["gini"])[0]), 0.0)


def test_axes_that_are_given_are_drawn_on():
    figure, axes = pyplot.subplots(2, 1)
    assert grown(VFDT(grace_period=10_000)).plot_split(0, "depth", axes=axes) is axes
    assert pyplot.get_fignums() == [figure.number]


def test_narrow_classes_and_single_values_are_drawn_in_full() -> None:
    tree = MDT(grace_period=10_000)
    rng = np.random.default_rng(3)
    values = [*rng.normal(0, 1, 200), *rng.normal(6, 1, 200), 1e4, *[3.0] * 50]
    tree.learn_many({"x": values}, [*["low"] * 200, *["high"] * 201, *["spike"] * 50])
    top, _ = tree.plot_split(0, "x")
    peak = next(line for line in top.lines if line.get_label() == "low").get_ydata().max()
    assert peak == pytest.approx(200 / math.sqrt(2 * math.pi), rel=0.15)
    assert "spike, a single value" in [line.get_label() for line in top.lines]


def test_names_are_shown_as_they_are() -> None:
    tree = MDT(grace_period=10_000)
    tree.learn_many({"$a_$ {": [1.0, 2.0, 5.0, 6.0]}, ["_hidden", "_hidden", "$x", "$x"])
    top, bottom = tree.plot_split(0, "$a_$ {")
    assert [text.get_text().strip("\u200b") for text in top.get_legend().get_texts()][:2] == ["_hidden", "$x"]
    bottom.figure.canvas.draw()


@pytest.mark.parametrize(
    ("node", "column", "message"),
    [
        (0, "depth", "node 0 has split; choose a leaf: 1, 2"),
        (99, "depth", "there is no node 99; the leaves are 1, 2"),
        (1, "deepness", "there is no column 'deepness'; there are 'depth', 'flow'"),
        (1, "bank", "node 1 knows nothing of column 'bank'"),
        (1, "even", "column 'even' has a single value in node 1"),
        ("1", "depth", "node must be a whole number, the id of a leaf in nodes.., got '1'"),
        (True, "depth", "node must be a whole number"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_reason(node, column: str, message: str) -> None:
    tree = grown(MDT(grace_period=300, max_depth=1))
    assert tree.n_nodes == 3
    rows = {"depth": [0.0, 9.0] * 3, "bank": ["left"] * 6, "even": [1.0] * 6}
    tree.learn_many(rows, ["ford", "race"] * 3)
    with pytest.raises((ValueError, TypeError), match=message):
        tree.plot_split(node, column)


def test_other_summaries_and_other_axes_are_refused() -> None:
    with pytest.raises(ValueError, match=r"this is VFDT.*use observer 'gaussian'"):
        grown(VFDT(observer="bins:10", grace_period=10_000)).plot_split(0, "depth")
    _, axes = pyplot.subplots(3, 1)
    with pytest.raises(ValueError, match="axes must be two matplotlib Axes"):
        grown(MDT(grace_period=10_000)).plot_split(0, "depth", axes=axes)
