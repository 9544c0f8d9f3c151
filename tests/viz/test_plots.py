"""Plots: what is drawn is what was measured; nothing is shown, nothing leaks, names do not overlap."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

from riparian import VFDT
from riparian.evaluate import compare, folds, prequential
from tests.evaluate.models import MostFrequent, numbers

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402

from riparian import viz  # noqa: E402


@pytest.fixture(scope="module")
def result():
    models = {"tree": VFDT(), "same": VFDT(), "most": MostFrequent()}
    return prequential(models, numbers(2000), every=100, window=300, batch_rows=100)


@pytest.fixture(autouse=True)
def _closed():
    yield
    pyplot.close("all")


def test_the_curve_is_the_window_accuracy_of_every_model(result):
    ax = viz.learning_curve(result)
    assert [line.get_label() for line in ax.lines] == result.models
    for line in ax.lines:
        table = result.of(line.get_label())
        assert np.array_equal(line.get_xdata(), table["row"])
        assert np.array_equal(line.get_ydata(), table["window_accuracy"])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("rows", "accuracy in the last 300 rows")


def test_size_and_memory_are_drawn_for_trees_only(result):
    for ax, column in ((viz.size_curve(result), "nodes"), (viz.memory_curve(result), "memory_bytes")):
        assert [line.get_label() for line in ax.lines] == ["tree", "same"]
        assert np.array_equal(ax.lines[0].get_ydata(), result.of("tree")[column])
        assert ax.get_ylim()[0] == 0
    assert np.array_equal(viz.size_curve(result, "depth").lines[0].get_ydata(), result.of("tree")["depth"])


def test_names_stand_at_the_ends_of_their_lines_and_do_not_overlap(result):
    ax = viz.learning_curve(result)
    ax.figure.canvas.draw()
    boxes = sorted((text.get_window_extent() for text in ax.texts), key=lambda box: box.y0)
    assert [text.get_text() for text in ax.texts] == result.models
    for below, above in pairwise(boxes):
        assert below.y1 <= above.y0 + 1
    assert ax.get_legend() is None


def test_axes_that_are_given_are_drawn_on_and_no_other_figure_is_made(result):
    figure, ax = pyplot.subplots()
    assert viz.learning_curve(result, "kappa", ax=ax) is ax
    assert pyplot.get_fignums() == [figure.number]


def test_more_models_than_colours_differ_in_their_dashes(result):
    many = prequential({f"tree {n}": VFDT() for n in range(9)}, numbers(300), every=100)
    lines = viz.learning_curve(many).lines
    assert len({(line.get_color(), line.get_linestyle()) for line in lines}) == 9


def test_the_diagram_joins_what_cannot_be_told_apart():
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 0.001, 20)
    table = {f"set {n}": {"a": 0.9, "b": 0.9 + noise[n], "c": 0.5, "d": 0.1} for n in range(20)}
    comparison = compare(table)
    ax = viz.critical_difference(comparison)
    said = [text.get_text() for text in ax.texts]
    for name in "abcd":
        rank = comparison.ranks.mean[comparison.methods.index(name)]
        assert any(name in text.split() and f"{rank:.2f}" in text for text in said)
    assert sum(line.get_linewidth() == 4 for line in ax.lines) == len(comparison.groups) == 2
    assert any("critical difference" in text for text in said)
    without = viz.critical_difference(compare(table, correction="holm"))
    assert not any("critical difference" in text.get_text() for text in without.texts)


def test_what_cannot_be_drawn_is_refused(result):
    with pytest.raises(ValueError, match=r"measure must be .* got 'speed'"):
        viz.learning_curve(result, "speed")
    with pytest.raises(ValueError, match="a result of 'folds' has no rows to draw along"):
        viz.learning_curve(folds(VFDT(), numbers(20), k=2))
    with pytest.raises(ValueError, match="no model of this result has 'nodes'"):
        viz.size_curve(prequential(MostFrequent(), numbers(200)))


def test_without_matplotlib_one_line_says_what_to_install():
    program = """
import sys
sys.modules["matplotlib"] = None
from riparian import VFDT, viz
from riparian.evaluate import prequential
from riparian.streams import Generated
try:
    viz.learning_curve(prequential(VFDT(), Generated("sea"), rows=10))
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "matplotlib is not installed: pip install riparian[plot]\n"
