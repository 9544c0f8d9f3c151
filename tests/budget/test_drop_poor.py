"""Columns that fall behind are dropped, if that is chosen: less to keep, the same tree for any batching."""

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian import VFDT, _native
from tests.budget.drawn import Case, cases, learn_twice
from tests.long_streams import NOMINAL, learn, make_stream

# Ten tuples as MOA keeps them are too few to tell signal from noise, and the tree splits soon: a hundred do.
OBSERVERS = [*(name for name in _native.observers() if name != "gk"), "gk:100", "quantiles:0.05"]


def lone_signal(rows: int, noise: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Two columns tell the class about equally well, so that no split comes soon; the others tell nothing."""
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, rows)
    signal = y[:, None] + rng.normal(size=(rows, 2))
    return np.hstack([signal, rng.normal(size=(rows, noise))]), y


@pytest.mark.parametrize("observer", OBSERVERS)
def test_columns_that_tell_nothing_are_dropped_and_their_bytes_come_back(observer: str) -> None:
    X, y = lone_signal(2800, 10)
    trees = [VFDT(observer=observer, predictor="mc", tau=0, drop_poor=chosen) for chosen in (False, True)]
    for tree in trees:
        tree.learn_many(X, y)
        assert tree.n_leaves == 1
    kept, dropped = trees
    assert dropped.memory_report()["dropped_columns"] == 10
    # Two of twelve columns are left, and the list of those that are not.
    assert dropped.memory_report()["observers"] < 0.3 * kept.memory_report()["observers"]


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_the_first_splits_are_those_of_a_tree_that_drops_nothing(seed: int) -> None:
    # What is dropped is further behind than the bound: in hindsight it hardly ever wins.
    stream = make_stream(seed, 20_000, numeric=6, nominal=3, classes=3, arrivals=False)
    trees = [VFDT(predictor="mc", nominal=NOMINAL, drop_poor=chosen) for chosen in (False, True)]
    for tree in trees:
        learn(tree, stream)
    kept, dropped = (
        sorted((node["row"], node["id"], node["test"]) for node in tree.nodes() if not node["leaf"])
        for tree in trees
    )
    assert len(kept) >= 3
    assert dropped[:3] == kept[:3]
    # And there were columns that did not compete any more.
    for row, _, _ in dropped[:3]:
        before = VFDT(predictor="mc", nominal=NOMINAL, drop_poor=True)
        learn(before, stream, 0, row - 1)
        assert before.memory_report()["dropped_columns"] > 0


def test_a_column_that_a_leaf_never_saw_is_kept_whatever_its_place() -> None:
    # Behind the gate "v", which the root asks, "late" never comes; "b" and "c" are alike, and neither wins.
    rng = np.random.default_rng(3)
    rows, labels = [], []
    for i in range(3000):
        gate, b, noise = "uv"[i % 2], rng.random(), rng.random()
        late = rng.random() if gate == "u" else None
        rows.append({"late": late, "b": b, "c": b, "noise": noise, "gate": gate})
        labels.append(f"v {b > 0.5}" if gate == "v" else "u")
    for order in (["late", "b", "c", "noise", "gate"], ["b", "c", "noise", "gate", "late"]):
        tree = VFDT(predictor="mc", drop_poor=True, tau=0.0)
        tree.learn_many([{name: row[name] for name in order} for row in rows], labels)
        assert tree.n_leaves == 2
        # At "v" the noise and the gate itself have fallen behind.
        assert tree.memory_report()["dropped_columns"] == 2, order


DRAWN = {
    "observer": st.sampled_from(OBSERVERS),
    "criterion": st.sampled_from(["entropy", "gini", "gain-ratio"]),
    "predictor": "mc",
    "drop_poor": True,
    "grace_period": st.integers(5, 40),
    "delta": st.sampled_from([1e-7, 0.05, 0.5]),
    "tau": st.sampled_from([0.0, 0.05, 0.3]),
    "budget": st.none() | st.integers(30_000, 120_000),
    "nominal": NOMINAL,
}


@settings(max_examples=80)
@given(cases(DRAWN, least=(0, 1)))
def test_any_batches_and_threads_give_the_tree_of_the_rows(case: Case) -> None:
    tree = learn_twice(case)
    again = pickle.loads(pickle.dumps(tree))
    assert again.digest() == tree.digest()
    assert again.memory_report() == tree.memory_report()


def test_a_tree_that_was_saved_goes_on_without_its_dropped_columns() -> None:
    stream = make_stream(5, 8000, numeric=6, nominal=4, classes=3)
    given: dict[str, Any] = {"predictor": "mc", "drop_poor": True, "grace_period": 50, "nominal": NOMINAL}
    whole, parted = VFDT(**given), VFDT(**given)
    learn(whole, stream)
    learn(parted, stream, 0, 3000)
    assert parted.memory_report()["dropped_columns"] > 0
    parted = pickle.loads(pickle.dumps(parted))
    learn(parted, stream, 3000)
    assert parted.digest() == whole.digest()
