"""Active learning: which labels a tree with confidence still wants."""

from __future__ import annotations

import math

import numpy as np
import pytest

from riparian import VFDT, CorrHTree, CTree, Tree
from riparian.streams import Generated

ROWS = 20_000


@pytest.fixture(scope="module")
def table() -> tuple[np.ndarray, np.ndarray]:
    found = Generated("derosa-tree", seed=1, leaves=8).take(ROWS)
    return np.column_stack(list(found.X.values())), np.asarray(found.y.tolist())


def asked_for(tree: Tree, X: np.ndarray, y: np.ndarray, tolerance: float) -> tuple[int, float]:
    """Labels that were asked for, and the accuracy before each."""
    asked = right = 0
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        right += tree.predict_one(row) == label
        if tree.label_wanted(row, tolerance=tolerance):
            tree.learn_one(row, label)
            asked += 1
    return asked, right / len(y)


def test_fewer_labels_for_the_same_accuracy(table) -> None:
    X, y = table
    settings = {"bound": "tight", "criterion": "misclassification", "tau": 0.4}
    asked, accuracy = asked_for(CTree(**settings), X, y, 0.2)
    all_labels = CTree(**settings)
    whole = float((np.asarray(all_labels.predict_then_learn_many(X, y)) == y).mean())
    assert 0 < asked < 0.5 * ROWS
    assert accuracy > whole - 0.005


def first_not_wanted(tree: Tree, labels: list[str], tolerance: float) -> int:
    """After so many rows of one value the label of the next is not wanted."""
    for row, label in enumerate(labels):
        if not tree.label_wanted({"x": 1.0}, tolerance=tolerance):
            return row
        tree.learn_one({"x": 1.0}, label)
    raise AssertionError("every label was wanted")


def log_of_share(delta: float, m: int) -> float:
    """`ln(1/delta')` at the root, one column, all rows seen there, and the next one asked about."""
    return math.log(2 * (m + 1) * m / delta)


@pytest.mark.parametrize("tolerance", [0.05, 0.2])
@pytest.mark.parametrize("criterion", ["gini", "misclassification", "entropy"])
def test_a_leaf_of_one_class_is_settled_when_another_would_be_too_rare_to_matter(
    criterion, tolerance
) -> None:
    def mixed(m: int) -> float:
        u = min(log_of_share(0.05, m) / m, 0.5)
        return {
            "gini": 2 * u * (1 - u),
            "misclassification": u,
            "entropy": -u * math.log2(u) - (1 - u) * math.log2(1 - u) if u < 1 else 0.0,
        }[criterion]

    wanted = next(
        m
        for m in range(1, 10_000)
        if 2 * math.sqrt(log_of_share(0.05, m) / (2 * m)) < 1 and mixed(m) < tolerance
    )
    tree = CTree(bound="tight", criterion=criterion, grace_period=10_000)
    assert first_not_wanted(tree, ["dry"] * 5000, tolerance) == wanted > 25


@pytest.mark.parametrize(
    ("bound", "criterion"),
    [
        ("tight", "gini"),
        ("tight", "misclassification"),
        ("theory", "gini"),
        ("theory", "kearns-mansour"),
        ("practical", "gini"),
    ],
)
def test_a_mixed_leaf_is_settled_when_no_lead_could_be_enough(bound, criterion) -> None:
    # One value: no cut at all, so that the best gain is 0. Of ten rows one is wet: ahead by 0.8.
    tolerance, labels = 0.4, ["wet" if row % 10 == 5 else "dry" for row in range(20_000)]

    def lead(m: int) -> float:
        log = log_of_share(0.05, m)
        return {
            "gini": math.sqrt(8 * log / m) + 1 / m,
            "misclassification": math.sqrt(2 * log / m) + math.sqrt(math.log(2) / m),
            "kearns-mansour": 2 * 4 * math.sqrt((math.log(8) + log) / m),
        }[criterion]

    def ahead(m: int) -> float:
        wet = labels[:m].count("wet")
        return (m - 2 * wet) / m

    wanted = next(
        m
        for m in range(10, 20_000)
        if ahead(m) > 2 * math.sqrt(log_of_share(0.05, m) / (2 * m)) and lead(m) < tolerance
    )
    tree = CTree(bound=bound, criterion=criterion, tau=0.0)
    assert first_not_wanted(tree, labels, tolerance) == wanted > 100


def test_a_rare_class_is_found_before_its_leaf_is_settled() -> None:
    # One row in twenty: a leaf that never saw one must not be settled after the first few rows.
    for seed in range(20):
        rng = np.random.default_rng(seed)
        X = rng.random((3000, 2))
        tree = CTree(c=0.02)
        asked_for(tree, X, X[:, 0] < 0.05, 0.05)
        assert tree.n_leaves > 1


def test_a_leaf_that_may_not_split_needs_its_majority_only() -> None:
    labels = ["wet" if row % 3 else "dry" for row in range(3000)]
    for limit in ({"max_depth": 0}, {"max_leaves": 1}):
        tree = CTree(**limit)
        tree.learn_many({"x": [1.0] * 3000}, labels)
        assert not tree.label_wanted({"x": 1.0}, tolerance=0)


def test_with_no_tolerance_every_label_is_wanted() -> None:
    tree = CTree()
    tree.learn_many({"x": [1.0] * 5000}, ["dry"] * 5000)
    assert tree.label_wanted({"x": 1.0}, tolerance=0)
    assert not tree.label_wanted({"x": 1.0})
    with pytest.raises(ValueError, match=r"tolerance must be at least 0 and finite, got -0\.5"):
        tree.label_wanted({"x": 1.0}, tolerance=-0.5)


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
