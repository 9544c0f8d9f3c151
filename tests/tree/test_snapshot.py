"""Snapshots: the answers of the moment they were taken, for any number of threads, whatever the tree does."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian import VFDT, Snapshot
from tests.long_streams import NAMED, learn, make_stream
from tests.test_digest import KINDS, grown


@settings(max_examples=80)
@given(
    seed=st.integers(0, 2**32 - 1),
    rows=st.integers(0, 399),
    predictor=st.sampled_from(["mc", "nb", "nba"]),
    kind=st.sampled_from(KINDS),
)
def test_a_snapshot_answers_as_the_tree_did_whatever_the_tree_learns(
    seed: int, rows: int, predictor: str, kind: Any
) -> None:
    tree, stream = grown(seed, rows, predictor, kind)
    digest, size = tree.digest(), tree.memory_bytes()
    served = tree.snapshot()
    assert (tree.digest(), tree.memory_bytes()) == (digest, size)
    assert (served.n_rows, served.memory_bytes() <= size) == (tree.n_rows, True)
    X, row = NAMED[seed % 5](stream, 300, 400), stream.row(399)
    asked = [tree, served]
    codes, shares = ([one.predict_many(X) for one in asked], [one.predict_proba_many(X) for one in asked])
    singles = [(one.predict_one(row), one.predict_proba_one(row), one.predict_one({})) for one in asked]
    assert codes[0].tolist() == codes[1].tolist()
    assert codes[0].dtype == codes[1].dtype
    assert np.array_equal(*shares)
    assert (served.predict(X).tolist(), served.predict_proba(X).tolist()) == (
        codes[1].tolist(),
        shares[1].tolist(),
    )
    assert singles[0] == singles[1]
    learn(tree, stream, rows)
    assert np.array_equal(served.predict_proba_many(X), shares[0])
    assert (served.n_rows, served.predict_one(row)) == (served.n_rows, singles[0][0])


def test_a_snapshot_keeps_observers_only_where_naive_bayes_is_asked() -> None:
    stream = make_stream(3, 3000, numeric=8, classes=3)
    sizes = {}
    for predictor in ("mc", "nba", "nb"):
        tree = VFDT(predictor=predictor, observer="exhaustive", nominal=["code"])
        learn(tree, stream)
        sizes[predictor] = (tree.snapshot().memory_bytes(), tree.memory_bytes())
    assert 50 * sizes["mc"][0] < sizes["mc"][1]
    assert sizes["nba"][0] <= sizes["nb"][0] <= sizes["nb"][1]


def test_a_snapshot_has_nothing_to_learn_with_and_is_not_pickled() -> None:
    tree = VFDT(classes=["a", "b"])
    served = tree.snapshot()
    assert isinstance(served, Snapshot)
    with pytest.raises(AttributeError, match="a snapshot never changes, and keeps its _tree"):
        del served._tree
    assert repr(served) == "<snapshot of VFDT(classes=['a', 'b']) after 0 rows>"
    assert served.classes_.tolist() == ["a", "b"]
    assert not [name for name in dir(served) if "learn" in name or "fit" in name]
    with pytest.raises(AttributeError):
        served.other = 1  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="a snapshot cannot be pickled: save the tree it was taken of"):
        pickle.dumps(served)
    # What never changes needs no second one.
    assert copy.copy(served) is served is copy.deepcopy([served])[0]


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.float32, "<U1"])
def test_a_snapshot_answers_with_the_labels_dtype(dtype: Any) -> None:
    tree = VFDT()
    tree.learn_many([[0.1], [0.9]], np.array([1, 2]).astype(dtype))
    found = tree.snapshot().predict_many([[0.5]])
    assert found.dtype == tree.predict_many([[0.5]]).dtype == np.dtype(dtype)
    assert tree.snapshot().classes_.dtype == tree.classes_.dtype
