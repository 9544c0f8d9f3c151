"""Rows and tables at the edge of what can be read: one tree whatever the door, and no half-learned row."""

import copy
import os
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from riparian import VFDT


def started() -> VFDT:
    tree = VFDT()
    tree.learn_one({"a": 1.0, "s": "x"}, "old")
    return tree


def test_text_that_cannot_be_encoded_is_refused_and_nothing_is_learned() -> None:
    tree = started()
    before = tree.digest()
    with pytest.raises(TypeError, match="row 1: feature 'new' must be a number, text"):
        tree.learn_one({"a": 1.0, "new": "\ud800"}, "fresh")
    assert tree.digest() == before
    assert list(tree.classes_) == ["old"]


def test_a_frame_is_no_row() -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    tree = VFDT()
    with pytest.raises(TypeError, match="row 0: feature 'a' must be a number, text"):
        tree.learn_one(pd.DataFrame({"a": [1.0], "b": [2.0]}), "x")
    assert tree.n_rows == 0


def test_a_row_of_a_frame_goes_by_its_names() -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    by_dict, by_series = VFDT(), VFDT()
    for i in range(50):
        row = {"a": float(i % 7), "b": float(i % 5)}
        by_dict.learn_one(row, i % 2)
        turned = dict(reversed(row.items())) if i else row
        by_series.learn_one(pd.Series(turned), i % 2)
    assert by_dict.digest() == by_series.digest()


def test_large_whole_categories_are_the_same_in_a_batch_and_row_by_row() -> None:
    values = [2**53 + 1, 2**53, 2**63 + 5, 2**53 + 1, 7, 2**63 + 5] * 20
    labels = [0, 1, 0, 0, 1, 1] * 20
    by_row, by_batch = VFDT(nominal=[0]), VFDT(nominal=[0])
    for value, label in zip(values, labels, strict=True):
        by_row.learn_one([value], label)
    by_batch.learn_many(np.array(values, dtype=np.uint64)[:, None], labels)
    assert by_row.digest() == by_batch.digest()


def test_bools_keep_their_kind_beside_a_numeric_column() -> None:
    by_row, by_array = VFDT(), VFDT()
    for tree in (by_row, by_array):
        tree.learn_one([1.0, None], "x")
    by_row.learn_one([True, True], "x")
    by_array.learn_many(np.array([[True, True]]), ["x"])
    assert by_row.digest() == by_array.digest()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda tree: pickle.loads(pickle.dumps(tree))])
def test_a_copy_of_a_tree_with_numbers_for_names_takes_new_names_as_the_original_does(again: Any) -> None:
    tree = VFDT()
    tree.learn_one({0: 1.0, 1: 2.0}, "x")
    other = again(tree)
    for one in (tree, other):
        one.learn_one({0: 1.0, 1: 2.0, "c": 3.0}, "y")
    assert tree.digest() == other.digest()


def test_a_missing_label_is_refused_in_a_row_as_in_a_table() -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    tree = started()
    before = tree.digest()
    with pytest.raises(ValueError, match="row 1: a label must not be <NA>"):
        tree.learn_one({"a": 1.0}, pd.NA)
    assert tree.digest() == before


def test_labels_keep_the_type_they_were_first_written_with() -> None:
    tree = VFDT()
    tree.learn_one({"a": 1.0}, 1.0)
    assert type(tree.predict_one({"a": 1.0})) is float


def test_several_threads_may_predict_with_one_tree() -> None:
    rng = np.random.default_rng(5)
    X = rng.normal(size=(20_000, 4))
    tree = VFDT()
    tree.learn_many(X, X[:, 0] > 0)
    expected = tree.predict_many(X)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: tree.predict_many(X), range(8)):
            assert (found == expected).all()


@pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "darwin", reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_threads_start_anew_in_a_forked_process() -> None:
    X = np.random.default_rng(6).normal(size=(5000, 3))
    tree = VFDT(threads=2)
    tree.learn_many(X, X[:, 0] > 0)
    expected = tree.predict_many(X)
    child = os.fork()
    if child == 0:
        os._exit(0 if (tree.predict_many(X) == expected).all() else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_split_that_does_not_fit_makes_way_for_one_category_against_the_rest() -> None:
    rng = np.random.default_rng(7)
    kind = rng.integers(0, 20, 4000)
    tree = VFDT(nominal=[0], max_leaves=10)
    tree.learn_many(kind[:, None], kind == 3)
    assert tree.n_leaves == 2
    assert tree.nodes()[0]["test"] == {
        "column": 0,
        "kind": "one",
        "cut": None,
        "cuts": [],
        "categories": [3],
    }


def test_a_wide_table_is_read_in_blocks_of_bounded_size() -> None:
    X = np.random.default_rng(8).normal(size=(300, 20_000))
    by_row, by_batch = VFDT(predictor="mc"), VFDT(predictor="mc")
    by_batch.learn_many(X, X[:, 0] > 0)
    for start in range(0, 300, 10):
        by_row.learn_many(X[start : start + 10], X[start : start + 10, 0] > 0)
    assert by_row.digest() == by_batch.digest()


class OneBatch:
    """An Arrow producer that hands over a single array and no stream."""

    def __init__(self, held: Any) -> None:
        self.held = held

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.held.__arrow_c_array__(requested_schema)


def test_a_single_arrow_array_is_a_table_if_it_has_fields() -> None:
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    batch = pa.RecordBatch.from_pydict({"a": [1.0, 2.0, None], "s": ["x", "y", None]})
    trees = [VFDT(), VFDT()]
    for tree, X in zip(trees, (OneBatch(batch), batch), strict=True):
        tree.learn_many(X, [0, 1, 0])
    assert trees[0].digest() == trees[1].digest()
    assert list(trees[0].feature_names_in_) == ["a", "s"]
    before = trees[0].digest()
    with pytest.raises(TypeError, match="must be a struct without nulls, one field per column, got Int64"):
        trees[0].learn_many(OneBatch(pa.array([1, 2])), [0, 1])
    assert trees[0].digest() == before


def test_whole_numbers_beyond_the_floats_are_one_category_through_every_door() -> None:
    values = [10**400, 7, 10**401, -(10**400)]
    by_row, by_table = VFDT(nominal=["a"]), VFDT(nominal=["a"])
    for value, label in zip(values, "abab", strict=True):
        by_row.learn_one({"a": value}, label)
    by_table.learn_many({"a": values}, list("abab"))
    assert by_row.digest() == by_table.digest()


def test_large_whole_numbers_beside_a_missing_one_keep_their_digits() -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    values = [2**60, 2**60 + 1, None]
    by_row, by_frame = VFDT(nominal=["a"]), VFDT(nominal=["a"])
    for value, label in zip(values, "aba", strict=True):
        by_row.learn_one({"a": value}, label)
    by_frame.learn_many(pd.DataFrame({"a": pd.array(values, dtype="Int64")}), list("aba"))
    assert by_row.digest() == by_frame.digest()


def test_an_infinite_category_is_missing() -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    trees = [VFDT(), VFDT()]
    trees[0].learn_many(pd.DataFrame({"a": pd.Categorical([np.inf, 1.0, 2.0])}), [0, 1, 0])
    trees[1].learn_many(pd.DataFrame({"a": pd.Categorical([None, 1.0, 2.0])}), [0, 1, 0])
    assert trees[0].digest() == trees[1].digest()


def test_an_array_of_one_element_is_neither_a_value_nor_a_label() -> None:
    tree = VFDT()
    tree.learn_one([1.0, 2.0], 1)
    before = tree.digest()
    with pytest.raises(TypeError, match=r"row 1: a label must be hashable, got array\(\[1\]\)"):
        tree.learn_one([1.0, 2.0], np.array([1]))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"row 1: feature 1 must be a number, text.*got array\(\[1.5\]\)"):
        tree.learn_one([1.0, np.array([1.5])], 1)
    assert tree.digest() == before


@pytest.mark.parametrize(
    ("w", "error"), [("1", TypeError), (None, TypeError), (10**400, ValueError), (-1, ValueError)]
)
def test_a_weight_that_is_none_is_named_with_its_row(w: Any, error: type[Exception]) -> None:
    tree = started()
    before = tree.digest()
    with pytest.raises(error, match=r"row 1: w must be a number from 0 to 1e15, got .*; leave it out for 1"):
        tree.learn_one({"a": 1.0}, "old", w=w)
    assert tree.digest() == before


def test_a_row_that_is_predicted_counts_as_the_first_of_its_call() -> None:
    tree = started()
    with pytest.raises(ValueError, match="row 0: feature 'a' must be a number, got 'oops'"):
        tree.predict_one({"a": "oops"})


def test_a_dictionary_of_large_whole_numbers_keeps_their_digits() -> None:
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    values = [2**60, 2**60 + 1, None, 2**60]
    plain, coded = VFDT(nominal=["a"]), VFDT(nominal=["a"])
    plain.learn_many(pa.table({"a": pa.array(values)}), [0, 1, 0, 0])
    coded.learn_many(pa.table({"a": pa.array(values).dictionary_encode()}), [0, 1, 0, 0])
    assert plain.digest() == coded.digest()


@pytest.mark.parametrize("labels", [[-1, 1], [-1.0, 1.0], [0.5, 2.5], [5000, 7]])
def test_labels_of_any_size_are_coded_alike_in_a_table_and_row_by_row(labels: list[Any]) -> None:
    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(3000, 2)), np.array(labels)[rng.integers(0, 2, 3000)]
    trees = [VFDT(), VFDT(threads=2), VFDT()]
    for tree in trees[:2]:
        tree.learn_many(X, y)
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        trees[2].learn_one(row, label)
    assert len({tree.digest() for tree in trees}) == 1
