"""Cells with the trees that they name: every configuration, a tree frozen for memory, a budget refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from riparian import VFDT
from riparian.papers.pfahringer2008 import training
from riparian.papers.pfahringer2008.cells import Cell, Scale
from riparian.papers.pfahringer2008.configurations import CONFIGURATIONS
from riparian.papers.pfahringer2008.streams import holdout, stream
from riparian.papers.pfahringer2008.training import TOO_SMALL, Task, run

# What each configuration of Table 1 is in our words, and the three that are ours.
SETTINGS: dict[str, dict[str, Any]] = {
    "vfml10": {"observer": "bins:10"},
    "vfml100": {"observer": "bins:100"},
    "vfml1000": {"observer": "bins:1000"},
    "bintree": {"observer": "exhaustive"},
    "gk10": {"observer": "gk:10"},
    "gk100": {"observer": "gk:100"},
    "gk1000": {"observer": "gk:1000"},
    "gauss10": {"observer": "gaussian", "points": 10},
    "gauss100": {"observer": "gaussian", "points": 100},
    "dyadic": {"observer": "dyadic"},
    "histogram": {"observer": "histogram"},
    "quantiles": {"observer": "quantiles"},
}
SCALE = Scale(rows=6000, holdout=1000)


@pytest.fixture(autouse=True, scope="module")
def _fresh() -> Iterator[None]:
    training.rows_of.cache_clear()
    yield
    training.rows_of.cache_clear()


def by_hand(name: str, settings: dict[str, Any], scale: Scale) -> tuple[VFDT, float]:
    """The tree of a stream and its accuracy on the hold-out, without any of the experiment's own code."""
    tree = VFDT(predictor="mc", **settings)
    X, y, _ = stream(name, seed=1).take(scale.rows)
    tree.learn_many(X, y)
    X, y, _ = holdout(name, seed=1).take(scale.holdout)
    return tree, float(np.mean(tree.predict_many(X) == np.asarray(y)))


def test_every_configuration_has_its_cell_here() -> None:
    assert set(SETTINGS) == set(CONFIGURATIONS)


@pytest.mark.parametrize("name", SETTINGS)
def test_a_cell_is_the_tree_of_its_configuration_and_budget(name: str) -> None:
    (found,) = run(Task(Cell("tables", "genF2", name, "32MB"), SCALE, 1))
    tree, accuracy = by_hand("genF2", {**SETTINGS[name], "budget": 32_000_000}, SCALE)
    assert (found["trained"], found["end"], found["note"]) == (6000, 1, "")
    assert found["accuracy"] == accuracy
    assert (found["nodes"], found["depth"]) == (tree.n_nodes, tree.depth)
    assert (found["active_leaves"], found["frozen_leaves"]) == (tree.n_leaves, 0)
    assert found["bytes"] == tree.memory_bytes()
    assert tree.n_leaves > 1


def test_no_two_configurations_are_the_same_tree() -> None:
    cells = [run(Task(Cell("tables", "genF2", name, "32MB"), SCALE, 1))[0] for name in SETTINGS]
    assert len({(cell["bytes"], cell["accuracy"]) for cell in cells}) == len(SETTINGS)


def test_training_stops_when_bintree_has_frozen_its_last_active_leaf_in_100_kb() -> None:
    scale = Scale(rows=20_000, holdout=1000)
    (found,) = run(Task(Cell("tables", "rts", "bintree", "100KB"), scale, 1))
    tree = VFDT(predictor="mc", observer="exhaustive", budget="100KB")
    trained = 0
    for X, y, _ in stream("rts", seed=1).batches(size=1000, rows=20_000):
        assert tree.memory_report()["active_leaves"] > 0
        tree.learn_many(X, y)
        trained += len(y)
        if tree.memory_report()["active_leaves"] == 0:
            break
    assert found["trained"] == trained < 20_000
    assert (found["active_leaves"], found["frozen_leaves"]) == (0, tree.n_leaves)
    assert found["bytes"] == tree.memory_bytes() <= 100_000
    assert (found["end"], found["note"]) == (1, "")


def test_a_budget_that_the_core_refuses_counts_as_a_tree_frozen_at_once() -> None:
    # Fifty numeric columns, of which a leaf keeps every value up to its first attempt.
    scale = Scale(rows=2000, holdout=1000)
    (found,) = run(Task(Cell("tables", "rtc", "bintree", "100KB"), scale, 1))
    X, y, _ = stream("rtc", seed=1).take(100)
    with pytest.raises(ValueError, match="too small") as refused:
        VFDT(predictor="mc", observer="exhaustive", budget="100KB").learn_many(X, y)
    assert found["note"] == str(refused.value)
    assert (found["trained"], found["active_leaves"], found["frozen_leaves"], found["end"]) == (0, 0, 1, 1)
    labels = np.asarray(holdout("rtc", seed=1).take(1000).y)
    most = max(set(np.asarray(y)), key=np.asarray(y).tolist().count)
    assert found["accuracy"] == np.mean(labels == most)


def test_too_small_is_what_the_core_says_of_a_leaf_and_of_nothing_else() -> None:
    row = {f"x{i}": 1.0 for i in range(200)}
    with pytest.raises(ValueError, match="budget of 500 bytes") as before:
        VFDT(budget=500)
    with pytest.raises(ValueError, match="budget of 8000 bytes") as at_first:
        VFDT(budget=8000).learn_one(row, "p")
    assert TOO_SMALL.search(str(before.value))
    assert TOO_SMALL.search(str(at_first.value))
    # Names that come later and do not fit are another matter: that tree has learned something.
    tree = VFDT(budget=8000)
    tree.learn_one({"a": 1.0}, "p")
    with pytest.raises(ValueError, match="budget of 8000 bytes") as later:
        tree.learn_one({**row, **{f"y{i}": 1.0 for i in range(400)}}, "p")
    assert not TOO_SMALL.search(str(later.value))
