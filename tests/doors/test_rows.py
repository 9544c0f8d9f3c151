"""One row at a time: what may stand for a row, and that weights go by name."""

import math
from collections import OrderedDict
from types import MappingProxyType

import numpy as np
import pytest


def test_any_mapping_and_any_sequence_is_a_row(small):
    named, unnamed = set(), set()
    for row in ({"a": 1.5, "b": "x"}, OrderedDict(a=1.5, b="x"), MappingProxyType({"a": 1.5, "b": "x"})):
        tree = small()
        tree.learn_one(row, 1)
        named.add(tree.digest())
    for row in (
        [1.5, 2.0],
        (1.5, 2.0),
        np.array([1.5, 2.0]),
        np.array([1.5, 2.0], dtype=np.float32),
        {0: 1.5, 1: 2},
    ):
        tree = small()
        tree.learn_one(row, 1)
        unnamed.add(tree.digest())
    assert len(named) == len(unnamed) == 1


def test_values_may_be_scalars_of_numpy(small):
    tree, reference = small(nominal=["c"]), small(nominal=["c"])
    tree.learn_one(
        {"a": np.float32(0.5), "b": np.str_("x"), "c": np.int16(3), "d": np.bool_(True)}, np.int8(1)
    )
    reference.learn_one({"a": 0.5, "b": "x", "c": 3, "d": True}, 1)
    assert tree.digest() == reference.digest()
    assert type(tree.predict_one({"a": 0.5})) is int


def test_the_order_of_keys_does_not_matter_after_the_first_row(small, rows, labels, by_rows):
    tree = small()
    for i, (row, label) in enumerate(zip(rows, labels, strict=True)):
        tree.learn_one(dict(reversed(row.items())) if i else row, label)
    assert tree.digest() == by_rows.digest()


def test_half_a_weight_twice_is_a_weight_of_one_for_the_counts(small):
    tree = small()
    tree.learn_one({"a": 1.0}, "x", w=0.5)
    tree.learn_one({"a": 1.0}, "x", w=0.5)
    assert tree.nodes()[0]["counts"] == {"x": 1.0}
    assert tree.n_rows == 2


def test_weight_zero_changes_nothing(small):
    tree = small()
    before = tree.digest()
    tree.learn_one({"new": "column"}, "class", w=0)
    tree.learn_many([{"new": "column"}], ["class"], w=[0])
    assert tree.digest() == before
    assert tree.n_rows == 0


def test_weights_go_by_name_only(small):
    tree = small()
    with pytest.raises(TypeError):
        tree.learn_one({"a": 1.0}, 0, 2.0)
    with pytest.raises(TypeError):
        tree.learn_many([[1.0]], [0], [2.0])


def test_columns_never_learned_are_ignored_when_predicting(small, by_rows, rows):
    row = rows[0]
    assert by_rows.predict_proba_one({**row, "stranger": "x"}) == by_rows.predict_proba_one(row)
    assert by_rows.predict_many([{**row, "stranger": 1.0}])[0] == by_rows.predict_one(row)


@pytest.mark.parametrize("w", [-1.0, math.nan, math.inf, -math.inf])
def test_a_bad_weight_is_refused_and_nothing_is_learned(w, by_rows, rows):
    before = by_rows.digest()
    with pytest.raises(ValueError, match=r"w must be a number from 0 to 1e15, got"):
        by_rows.learn_one(rows[0], "up", w=w)
    with pytest.raises(ValueError, match=r"row 1: w must be a number from 0 to 1e15, got"):
        by_rows.learn_many(rows[:2], ["up", "up"], w=[1.0, w])
    assert by_rows.digest() == before
