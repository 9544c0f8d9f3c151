"""Columns and labels that come as codes: the same tree as the values they stand for."""

from __future__ import annotations

import numpy as np
import pytest

from riparian import VFDT
from riparian.categories import Categories
from riparian.streams import Generated


def rows(count: int = 3000):
    batch = Generated("agrawal", seed=3).take(count)
    values = {name: list(column) for name, column in batch.X.items()}
    return batch, values


def test_codes_and_their_values_grow_the_same_tree():
    batch, values = rows()
    by_codes, by_values = VFDT(grace_period=50), VFDT(grace_period=50)
    codes = by_codes.predict_then_learn_many(batch.X, batch.y)
    assert codes.tolist() == by_values.predict_then_learn_many(values, list(batch.y)).tolist()
    assert by_codes.digest() == by_values.digest()
    assert by_codes.predict_many(batch.X).tolist() == by_values.predict_many(values).tolist()


def test_a_pandas_categorical_in_a_dict_of_columns_goes_by_its_codes():
    pandas = pytest.importorskip("pandas")
    gate = pandas.Categorical(["open", None, "shut", "open"], categories=["never", "shut", "open"])
    label = pandas.Categorical(["b", "a", "b", "b"], categories=["a", "b", "c"])
    by_codes, by_values = VFDT(), VFDT()
    by_codes.learn_many({"gate": gate}, label)
    by_values.learn_many({"gate": ["open", None, "shut", "open"]}, ["b", "a", "b", "b"])
    assert by_codes.digest() == by_values.digest()
    assert by_codes.classes_.tolist() == ["b", "a"]


def test_categories_that_do_not_occur_become_no_classes():
    tree = VFDT()
    tree.learn_many({"x": np.arange(2.0)}, Categories([2, 2], ["never", None, "yes"]))
    assert tree.classes_.tolist() == ["yes"]


def test_equal_categories_become_one_class():
    tree = VFDT()
    tree.learn_many({"x": np.arange(3.0)}, Categories([0, 1, 2], [1, 1.0, 2]))
    assert tree.classes_.tolist() == [1, 2]


def test_codes_of_numbers_fit_a_numeric_column():
    tree, other = VFDT(), VFDT()
    for learner in (tree, other):
        learner.learn_many({"x": [1.0, 2.0]}, ["a", "b"])
    tree.learn_many({"x": Categories([1, 0], [3, 4])}, ["a", "b"])
    other.learn_many({"x": [4, 3]}, ["a", "b"])
    assert tree.digest() == other.digest()


@pytest.mark.parametrize("missing", [Categories([0, -1], ["a"]), Categories([0, 1], ["a", None])])
def test_a_missing_label_is_refused_with_its_row(missing):
    with pytest.raises(ValueError, match="row 1: a label must not be missing, got None; leave the row out"):
        VFDT().learn_many({"x": [1.0, 2.0]}, missing)


def test_a_label_that_cannot_be_hashed_is_refused_with_its_row():
    with pytest.raises(TypeError, match="row 1: a label must be hashable"):
        VFDT().learn_many({"x": [1.0, 2.0]}, Categories([1, 0], [[1], "a"]))


def test_a_code_beyond_the_categories_is_refused_with_its_row():
    with pytest.raises(
        ValueError,
        match="row 1: code 2 belongs to no category: there are 2, codes are at least 0 and below 2",
    ):
        VFDT().learn_many({"x": Categories([0, 2], ["a", "b"])}, ["a", "b"])
    with pytest.raises(ValueError, match="row 0: code -2 belongs to no category"):
        VFDT().learn_many({"x": [1.0, 2.0]}, Categories([-2, 0], ["a", "b"]))


def test_answers_as_codes_are_the_answers():
    batch, _ = rows(2000)
    tree, same = VFDT(), VFDT()
    codes, classes = tree._predict_then_learn_codes(batch.X, batch.y)
    answers = same.predict_then_learn_many(batch.X, batch.y)
    assert codes[0] == -1
    assert answers[0] == ""
    assert [classes[code] for code in codes[1:]] == answers[1:].tolist()
    codes, classes = tree._predict_codes(batch.X)
    assert [classes[code] for code in codes] == same.predict_many(batch.X).tolist()
