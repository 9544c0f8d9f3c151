"""What a budget refuses or leaves out does not depend on batches, and leaves no trace."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian import VFDT, _native
from riparian.streams import Generated


def outcome(tree: VFDT, X: Any, y: Any, *, by_row: bool) -> str | None:
    """The message of a refusal, if there is one."""
    try:
        if by_row:
            for i in range(len(y)):
                tree.learn_one({name: values[i] for name, values in X.items()}, y[i])
        else:
            tree.learn_many(X, y)
    except ValueError as refused:
        return str(refused)
    return None


def test_books_close_at_the_same_row_in_a_batch() -> None:
    # The tree is full, so the first new names do not fit beside it; a quarter of the budget would hold more.
    rng = np.random.default_rng(1)
    old = {"a": rng.random(12_000), "id": np.array(["x", "y"])[rng.integers(0, 2, 12_000)]}
    new = {"a": rng.random(600), "id": np.array([f"visitor number {i}" for i in range(600)])}
    labels = rng.integers(0, 3, 12_000), rng.integers(0, 3, 600)
    trees = []
    for by_row in (False, True):
        tree = VFDT(budget="10KB", grace_period=20, tau=1.0, predictor="mc")
        tree.learn_many(old, labels[0])
        assert not tree.memory_report()["growing"]
        assert outcome(tree, new, labels[1], by_row=by_row) is None
        trees.append(tree)
    assert trees[0].digest() == trees[1].digest()
    assert not trees[0].memory_report()["remembers_categories"]


def test_room_for_a_split_does_not_know_classes_to_come() -> None:
    rng = np.random.default_rng(1)
    X = {"a": rng.random(1500), "b": rng.random(1500)}
    y = np.array([f"c{k}" for k in rng.integers(0, 3, 1500)], dtype=object)
    y[-8:] = [f"new{k}" for k in range(8)]
    for budget in range(8000, 11_000, 200):
        trees = [VFDT(budget=budget, grace_period=20, tau=1.0, predictor="mc") for _ in range(2)]
        told = [outcome(tree, X, y, by_row=by_row) for tree, by_row in zip(trees, (False, True), strict=True)]
        assert told[0] == told[1]
        if told[0] is not None and trees[1].n_rows:
            assert trees[0].n_rows == 0
            learned = trees[1].n_rows
            trees[0].learn_many({name: values[:learned] for name, values in X.items()}, y[:learned])
        assert trees[0].digest() == trees[1].digest()


def test_a_refused_row_leaves_the_tree_as_it_was() -> None:
    rng = random.Random(1)
    tree = VFDT(budget="8KB", grace_period=20)
    for _ in range(500):
        x = rng.random()
        tree.learn_one({"a": x, "b": rng.random()}, "p" if x > 0.5 else "q")
    before, nodes, report = tree.digest(), tree.nodes(), tree.memory_report()
    with pytest.raises(ValueError, match="row 500: a budget of 8000 bytes no longer holds the names"):
        tree.learn_one({**{f"c{i}": 1.0 for i in range(400)}, "a": 0.9}, "p")
    assert (tree.digest(), tree.nodes(), tree.memory_report()) == (before, nodes, report)
    with pytest.raises(ValueError, match="no longer holds"):
        tree.learn_many([{f"c{i}": 1.0 for i in range(400)}] * 30, ["new"] * 30)
    assert (tree.digest(), tree.nodes(), tree.memory_report()) == (before, nodes, report)
    assert set(tree.classes_) == {"p", "q"}


def test_a_budget_too_small_for_any_table_is_refused_when_it_is_given() -> None:
    with pytest.raises(
        ValueError, match="500 bytes is too small for one leaf, even without a column; give at least"
    ):
        VFDT(budget=500)
    names = [f"class {i}" for i in range(5000)]
    with pytest.raises(
        ValueError, match="40000 bytes is too small for one leaf, even without a column"
    ) as small:
        VFDT(budget="40KB", classes=names)
    least = int(str(small.value).rsplit(maxsplit=1)[-1])
    assert VFDT(budget=least, classes=names).memory_bytes() <= least
    with pytest.raises(ValueError, match="too small"):
        VFDT(budget="40KB").set_params(classes=names)
    with pytest.raises(ValueError, match="too small"):
        VFDT(budget=least - 1, classes=names)


@pytest.mark.parametrize("observer", _native.observers())
def test_the_smallest_budget_is_what_a_tree_of_one_leaf_holds(observer: str) -> None:
    rng = np.random.default_rng(4)
    X, y = {f"x{j}": rng.permutation(200.0 + np.arange(200)) for j in range(12)}, ["p", "q"] * 100
    free = VFDT(observer=observer, classes=["p", "q"])
    free.learn_many({name: values[:199] for name, values in X.items()}, y[:199])
    with pytest.raises(ValueError, match="too small for one leaf of this table") as small:
        VFDT(observer=observer, budget=2200, classes=["p", "q"]).learn_many(X, y)
    least = int(str(small.value).rsplit(maxsplit=1)[-1])
    # A sixteenth is kept free.
    assert free.memory_bytes() <= least - least // 16 + 1 <= 1.1 * free.memory_bytes()
    with pytest.raises(ValueError, match="too small"):
        VFDT(observer=observer, budget=least - 1, classes=["p", "q"]).learn_many(X, y)
    tree = VFDT(observer=observer, budget=least, classes=["p", "q"])
    tree.learn_many({name: values[:199] for name, values in X.items()}, y[:199])
    assert tree.memory_report()["frozen_leaves"] == 0


@pytest.mark.parametrize("observer", _native.observers())
def test_the_budget_that_a_refusal_names_is_accepted(observer: str) -> None:
    # With names: a larger budget remembers more of them, and must still do.
    batch = next(Generated("random-tree", seed=1).batches(rows=1000))
    with pytest.raises(ValueError, match="too small for one leaf of this table") as small:
        VFDT(observer=observer, budget=2500).learn_many(batch.X, batch.y)
    least = int(str(small.value).rsplit(maxsplit=1)[-1])
    for budget in (least, least + 1, least + least // 10, 2 * least):
        tree = VFDT(observer=observer, budget=budget)
        tree.learn_many(batch.X, batch.y)
        assert tree.n_rows == 1000
    with pytest.raises(ValueError, match="too small for one leaf of this table"):
        VFDT(observer=observer, budget=least - 1).learn_many(batch.X, batch.y)


def test_a_long_text_in_the_first_row_is_refused_and_closes_no_books() -> None:
    text = {"note": "x" * 6000, "gate": "open"}
    with pytest.raises(ValueError, match="too small for one leaf of this table; give at least") as small:
        VFDT(budget="10KB").learn_one(text, "a")
    least = int(str(small.value).rsplit(maxsplit=1)[-1])
    tree = VFDT(budget=least)
    tree.learn_one(text, "a")
    assert tree.memory_report()["remembers_categories"]


def test_classes_that_do_not_fit_are_not_declared_later_either() -> None:
    names = [f"class {i}" for i in range(5000)]
    X, y = np.arange(60.0)[:, None], [names[0], names[1]] * 30
    for rows in (0, 60):
        tree = VFDT(budget="40KB")
        if rows:
            tree.partial_fit(X, y)
        before = tree.digest()
        with pytest.raises(ValueError, match="a budget of 40000 bytes"):
            tree.partial_fit(X, y, classes=names, sample_weight=np.zeros(60))
        assert tree.digest() == before
        tree.partial_fit(X, y)
        assert tree.memory_bytes() <= 40_000


def test_a_table_refused_at_its_first_row_leaves_no_trace_at_any_door() -> None:
    X, y = np.random.default_rng(0).normal(size=(50, 30)), [0, 1] * 25
    for door in ("learn_many", "predict_then_learn_many", "predict_proba_then_learn_many"):
        tree = VFDT(budget="5KB")
        with pytest.raises(ValueError, match="too small for one leaf"):
            getattr(tree, door)(X, y)
        assert tree.digest() == VFDT(budget="5KB").digest(), door
        tree.learn_many(X[:, :3], y)
        assert tree.n_rows == 50


def crowd(rows: int) -> tuple[Any, Any]:
    """Two classes, and then one more with every row."""
    return np.arange(float(rows))[:, None], np.r_[np.zeros(rows // 2, int), np.arange(rows - rows // 2)]


def test_a_refused_batch_leaves_the_tree_as_it_was_and_names_the_row_of_its_table() -> None:
    X, y = crowd(2000)
    for door in ("learn_many", "predict_then_learn_many", "predict_proba_then_learn_many"):
        tree, by_row = VFDT(budget=3000), VFDT(budget=3000)
        tree.learn_many(X[:10], y[:10])
        before = tree.digest(), tree.nodes(), tree.memory_report(), list(tree.classes_), tree.block_share
        with pytest.raises(ValueError, match=r"^row 1\d\d\d: a budget of 3000 bytes no longer") as refused:
            getattr(tree, door)(X[10:], y[10:])
        after = tree.digest(), tree.nodes(), tree.memory_report(), list(tree.classes_), tree.block_share
        assert after == before, door
        fit = int(str(refused.value).split(":")[0].removeprefix("row "))
        # What fits is learned, and leaves the tree of its rows one by one.
        tree.learn_many(X[10 : 10 + fit], y[10 : 10 + fit])
        for row in range(10 + fit):
            by_row.learn_one(X[row], int(y[row]))
        assert tree.digest() == by_row.digest()
        with pytest.raises(ValueError, match=f"^row {10 + fit}: a budget of 3000 bytes"):
            by_row.learn_one(X[10 + fit], int(y[10 + fit]))
        with pytest.raises(ValueError, match=r"^row 0: a budget of 3000 bytes"):
            tree.learn_many(X[10 + fit :], y[10 + fit :])
        assert tree.digest() == by_row.digest()


def test_rows_without_weight_count_in_the_number_of_a_refused_row() -> None:
    X, y = crowd(2000)
    told = []
    for every in (1, 3):
        w = (np.arange(2000) % every == 0).astype(float)
        tree = VFDT(budget=3000)
        with pytest.raises(ValueError, match="no longer holds") as refused:
            tree.learn_many(
                np.repeat(X, every, axis=0)[: 2000 * every], np.repeat(y, every), w=np.tile(w[:every], 2000)
            )
        told.append(int(str(refused.value).split(":")[0].removeprefix("row ")))
    assert told[1] == 3 * told[0]


def test_a_column_without_a_value_does_not_outlive_a_refused_batch() -> None:
    by_row, in_batch = VFDT(budget=2020), VFDT(budget=2020)
    by_row.learn_one({"c": None}, "k")
    with pytest.raises(ValueError, match="row 1: a budget of 2020 bytes"):
        by_row.learn_one({"c": 1.0}, "k")
    with pytest.raises(ValueError, match="row 1: a budget of 2020 bytes"):
        in_batch.learn_many([{"c": None}, {"c": 1.0}], ["k", "k"])
    assert in_batch.digest() == VFDT(budget=2020).digest()
    in_batch.learn_many([{"c": None}], ["k"])
    assert in_batch.digest() == by_row.digest()
    assert list(in_batch.feature_names_in_) == list(by_row.feature_names_in_)


@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**32 - 1),
    budget=st.integers(1800, 14_000),
    predictor=st.sampled_from(["mc", "nb"]),
    labels=st.sampled_from(["int", "text", "object"]),
)
def test_whatever_is_refused_a_batch_leaves_no_trace(
    seed: int, budget: int, predictor: str, labels: str
) -> None:
    rng = random.Random(seed)
    tree, by_row = (VFDT(budget=budget, grace_period=15, tau=1.0, predictor=predictor) for _ in range(2))
    width, rare = rng.randrange(1, 5), rng.choice([0.02, 0.2, 0.9])
    for _ in range(6):
        rows = rng.choice([1, 5, 40, 300])
        width += rng.random() < 0.4
        X = [{f"x{j}": rng.choice([None, rng.random()]) for j in range(width)} for _ in range(rows)]
        codes = [rng.randrange(10**6) if rng.random() < rare else rng.randrange(2) for _ in range(rows)]
        y: Any = np.array(codes) if labels == "int" else [f"class {code}" for code in codes]
        y = np.array(y, dtype=object) if labels == "object" else y
        before = tree.digest(), tree.memory_bytes(), list(getattr(tree, "classes_", ()))
        try:
            tree.learn_many(X, y)
        except ValueError as refused:
            assert (tree.digest(), tree.memory_bytes(), list(getattr(tree, "classes_", ()))) == before
            told = str(refused)
            fit = int(told.split(":")[0].removeprefix("row ")) if told.startswith("row") else 0
            if fit:
                tree.learn_many(X[:fit], y[:fit])
            X, y = X[:fit], y[:fit]
        for x, label in zip(X, y, strict=True):
            by_row.learn_one(x, label)
        assert tree.memory_bytes() <= budget or not tree.n_rows
        assert tree.digest() == by_row.digest()
