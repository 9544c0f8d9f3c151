"""The picture of a leaf: its numbers are those that a Gaussian leaf works with."""

from __future__ import annotations

import math

import numpy as np
import pytest

from riparian import VFDT
from riparian.papers.pfahringer2008.leaf_curves import cuts_of, gain
from riparian.papers.pfahringer2008.leaf_picture import leaf
from riparian.viz.class_curves import ClassCurve, curves_of


def small() -> VFDT:
    tree = VFDT()
    tree.learn_many({"x": np.array([1.0, 3.0, 5.0, 11.0])}, np.array(["a", "a", "b", "b"]))
    return tree


def test_curves_hold_weight_mean_deviation_and_range() -> None:
    # (1, 3): variance 2 by n - 1; (5, 11): 18
    assert curves_of(small(), "x") == {
        "a": ClassCurve(2, 2.0, math.sqrt(2), 1.0, 3.0),
        "b": ClassCurve(2, 8.0, math.sqrt(18), 5.0, 11.0),
    }


def test_a_cut_between_the_classes_gains_everything() -> None:
    assert gain(curves_of(small(), "x"), 4.0) == 1.0
    assert gain(curves_of(small(), "x"), 0.0) == 0.0


def test_ten_cuts_lie_inside_the_range() -> None:
    cuts = cuts_of(curves_of(small(), "x"))
    assert cuts == pytest.approx([1 + 10 * place / 11 for place in range(1, 11)])


@pytest.mark.parametrize("classes", [2, 4])
def test_the_leaf_that_is_drawn_has_all_its_classes(classes: int) -> None:
    _, curves = leaf(classes)
    assert len(curves) == classes
    assert sum(curve.weight for curve in curves.values()) == 2000


def test_the_tree_splits_where_the_picture_has_its_highest_bar() -> None:
    rng = np.random.default_rng(7)
    y = np.where(rng.random(2000) < 0.4, "a", "b")
    x = np.where(y == "a", rng.normal(0, 1, 2000), rng.normal(2, 1.5, 2000))
    tree = VFDT(grace_period=2000, tau=1.0, predictor="mc")
    tree.learn_many({"x": x}, y)
    root = tree.nodes()[0]
    waiting = VFDT(grace_period=2001, predictor="mc")
    waiting.learn_many({"x": x}, y)
    curves = curves_of(waiting, "x")
    assert curves_of(tree, "x") == {}
    best = max(cuts_of(curves), key=lambda cut: gain(curves, cut))
    assert root["test"]["cut"] == pytest.approx(best)
    # Rounding of the sums is all that differs.
    assert root["gain"] == pytest.approx(gain(curves, best), rel=1e-6)
