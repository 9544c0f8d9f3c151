"""Which classes a bound counts: those of the leaf, or all, if something is proved of it.

docs/definition.md, "The Hoeffding rule" and "The other rules".
"""

import math
from typing import Any

import pytest

from riparian import IADEM2, VFDT

ROWS = 4000
UNPROVED = [
    {"rule": "hoeffding"},
    {"rule": "hoeffding:2"},
    {"rule": "normal", "criterion": "gini"},
    {"rule": "practical:0.1", "criterion": "gini"},
]
PROVED = [
    {"rule": "tight", "criterion": "gini", "delta": 0.1},
    {"rule": "rutkowski", "criterion": "entropy", "delta": 0.5, "tau": 1e3},
]


def stream() -> tuple[dict[str, list[float]], list[int]]:
    """Two classes; one column tells them apart, the other does not."""
    level = [i * 37 % 1000 / 10 for i in range(ROWS)]
    return {"level": level, "noise": [i * 7 % 11 / 1.0 for i in range(ROWS)]}, [int(x > 50) for x in level]


def root(tree: VFDT | IADEM2) -> dict[str, Any]:
    X, y = stream()
    tree.learn_many(X, y)
    first = tree.nodes()[0]
    assert not first["leaf"]
    return {name: first[name] for name in ("row", "bound", "gain", "second", "reason")}


@pytest.mark.parametrize("settings", UNPROVED, ids=lambda settings: settings["rule"])
def test_a_class_that_never_came_to_the_leaf_does_not_widen_a_bound_without_a_proof(
    settings: dict[str, Any],
) -> None:
    assert root(VFDT(**settings, classes=range(30))) == root(VFDT(**settings))


def test_a_class_that_never_came_to_the_leaf_does_not_widen_the_spans_of_iadem() -> None:
    assert root(IADEM2(classes=range(30))) == root(IADEM2())


@pytest.mark.parametrize("settings", PROVED, ids=lambda settings: settings["rule"])
def test_a_proved_bound_provides_for_every_class_that_may_come(settings: dict[str, Any]) -> None:
    few, many = (root(VFDT(**settings, observer="exhaustive", classes=range(k))) for k in (2, 30))
    assert (many["row"], many["bound"]) > (few["row"], few["bound"])


def test_the_order_in_which_classes_are_numbered_does_not_matter() -> None:
    first, last = (root(VFDT(classes=order)) for order in ([0, 1, 2, 3], [3, 2, 1, 0]))
    assert first == last


def test_a_class_of_another_leaf_is_not_counted() -> None:
    """Three classes at the root, two of them on one side of it: a leaf there has the range of two."""
    side = [("left", "right")[i % 2] for i in range(ROWS)]
    x = [i * 37 % 100 / 10 for i in range(ROWS)]
    y = [2 if where == "left" else int(value > 5) for where, value in zip(side, x, strict=True)]
    tree = VFDT()
    tree.learn_many({"side": side, "x": x}, y)
    top, *others = tree.nodes()
    below = next(node for node in others if not node["leaf"])
    assert (top["test"]["column"], below["test"]["column"], sorted(below["counts"])) == ("side", "x", [0, 1])
    # Every second row until then came to its side, with the weight 1 that it was led there with at the split.
    rows = below["row"] / 2
    assert below["bound"] == pytest.approx(math.sqrt(math.log(1e7) / (2 * rows)), rel=1e-12)
    assert top["bound"] == pytest.approx(
        math.log2(3) * math.sqrt(math.log(1e7) / (2 * top["row"])), rel=1e-12
    )


def test_in_a_window_a_class_leaves_the_bound_with_its_last_row() -> None:
    """Three classes, then two; only when the window has forgotten the third, a column tells these apart."""
    window = 500
    tree = VFDT(window=window, predictor="mc")
    for rows, classes, gates in [(1000, 3, 1), (600, 2, 1), (1000, 2, 2)]:
        gate = [("shut", "open")[i % gates] for i in range(rows)]
        tree.learn_many(
            {"gate": gate, "noise": [f"{i % 7}" for i in range(rows)]}, [i % classes for i in range(rows)]
        )
        assert tree.n_leaves == gates
    first = tree.nodes()[0]
    assert first["bound"] == pytest.approx(math.sqrt(math.log(1e7) / (2 * window)), rel=1e-12)
