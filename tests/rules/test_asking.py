"""Active learning: which labels a tree with confidence still wants."""

from __future__ import annotations

import numpy as np
import pytest

from riparian import VFDT, CorrHTree, CTree, Tree
from riparian.streams import Generated

ROWS = 20_000


@pytest.fixture(scope="module")
def table() -> tuple[np.ndarray, np.ndarray]:
    found = Generated("derosa-tree", seed=1, leaves=8).take(ROWS)
    return np.column_stack(list(found.X.values())), np.asarray(found.y.tolist())


def asked_for(tree: Tree, X: np.ndarray, y: np.ndarray) -> tuple[int, float]:
    """Labels that were asked for, and the accuracy before each."""
    asked = right = 0
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        right += tree.predict_one(row) == label
        if tree.label_wanted(row):
            tree.learn_one(row, label)
            asked += 1
    return asked, right / len(y)


def test_fewer_labels_for_the_same_accuracy(table) -> None:
    X, y = table
    settings = {"bound": "tight", "criterion": "misclassification", "tau": 0.3}
    asked, accuracy = asked_for(CTree(**settings), X, y)
    all_labels = CTree(**settings)
    whole = float((np.asarray(all_labels.predict_then_learn_many(X, y)) == y).mean())
    assert 0 < asked < 0.5 * ROWS
    assert accuracy > whole - 0.005


def test_asking_changes_nothing(table) -> None:
    X, y = table
    tree = CTree(bound="tight")
    tree.learn_many(X, y)
    digest = tree.digest()
    for row in X[:100].tolist():
        tree.label_wanted(row)
    assert tree.digest() == digest


def test_a_new_tree_wants_every_label_and_a_pure_leaf_soon_none() -> None:
    tree = CorrHTree()
    assert tree.label_wanted({"x": 1.0})
    tree.learn_many({"x": [1.0] * 10}, ["dry"] * 10)
    assert tree.label_wanted({"x": 1.0})
    tree.learn_many({"x": [1.0] * 990}, ["dry"] * 990)
    assert not tree.label_wanted({"x": 1.0})


def test_a_category_without_a_leaf_is_wanted() -> None:
    tree = CorrHTree(delta=0.1, grace_period=100)
    tree.learn_many({"soil": ["clay", "sand"] * 1000}, ["dry", "wet"] * 1000)
    assert tree.n_leaves == 2
    assert not tree.label_wanted({"soil": "clay"})
    assert tree.label_wanted({"soil": "peat"})


def test_without_confidence_there_is_no_answer() -> None:
    with pytest.raises(ValueError, match=r"rule 'hoeffding' has no confidence .* use CTree, CorrHTree"):
        VFDT().label_wanted({"x": 1.0})
