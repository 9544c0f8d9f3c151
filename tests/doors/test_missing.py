"""NaN, infinities, None, NA, NaT, masked, null and an absent key are one thing: missing."""

import math
from decimal import Decimal

import numpy as np
import pytest

MISSING = [
    None,
    math.nan,
    math.inf,
    -math.inf,
    np.float32("nan"),
    np.float64("inf"),
    Decimal("NaN"),
    Decimal("-Infinity"),
]


def pandas_missing():
    pandas = pytest.importorskip("pandas")
    return [pandas.NA, pandas.NaT]


def test_masked_values_of_a_list_are_missing(learned):
    row = {"size": 3.0, "word": "a", "code": 2}
    for name in row:
        assert (
            learned({**row, name: np.ma.masked}, "learn_many").digest()
            == learned({**row, name: None}, "learn_many").digest()
        )


@pytest.fixture
def learned(small):
    """A tree that has learned numbers, texts and a nominal number, and its digest after one more row."""

    def grown(values=None, how="learn_one"):
        tree = small(nominal=["code"])
        rows = [{"size": i % 20 / 2, "word": "ab"[i % 2], "code": i % 3} for i in range(100)]
        tree.learn_many(rows, [int(i % 20 > 9) for i in range(100)])
        assert tree.n_leaves > 1
        if values is not None and how == "learn_one":
            tree.learn_one(values, 1)
        elif values is not None:
            tree.learn_many([values], [1])
        return tree

    return grown


@pytest.mark.parametrize("name", ["size", "word", "code"])
@pytest.mark.parametrize("how", ["learn_one", "learn_many"])
def test_every_missing_value_is_as_an_absent_key(name, how, learned):
    row = {"size": 3.0, "word": "a", "code": 2}
    without = {other: value for other, value in row.items() if other != name}
    expected = learned(without).digest()
    for value in [*MISSING, *pandas_missing()]:
        assert learned({**row, name: value}, how).digest() == expected, value


@pytest.mark.parametrize("name", ["size", "word", "code"])
def test_every_missing_value_is_predicted_as_an_absent_key(name, learned):
    tree = learned()
    row = {"size": 3.0, "word": "a", "code": 2}
    without = {other: value for other, value in row.items() if other != name}
    expected = tree.predict_proba_one(without)
    for value in [*MISSING, *pandas_missing()]:
        assert tree.predict_proba_one({**row, name: value}) == expected, value
        assert tree.predict_proba_many([{**row, name: value}]).tolist() == [list(expected.values())], value


def test_nan_and_infinities_in_arrays_are_missing(small):
    X = np.array([[1.0, 2.0], [math.nan, 3.0], [math.inf, 4.0], [-math.inf, 5.0]])
    tree, reference = small(), small()
    tree.learn_many(X, [0, 1, 0, 1])
    reference.learn_one({0: 1.0, 1: 2.0}, 0)
    for value, label in ((3.0, 1), (4.0, 0), (5.0, 1)):
        reference.learn_one({1: value}, label)
    assert tree.digest() == reference.digest()


def test_masked_values_of_an_array_are_missing(small):
    X = np.ma.masked_array([[1.0, 2.0], [8.0, 3.0]], mask=[[False, False], [True, False]])
    tree, reference = small(), small()
    tree.learn_many(X, [0, 1])
    reference.learn_many(np.array([[1.0, 2.0], [math.nan, 3.0]]), [0, 1])
    assert tree.digest() == reference.digest()


def test_a_column_that_begins_with_missing_values_takes_its_kind_from_the_first_value(small):
    tree, reference = small(), small()
    tree.learn_many({"a": [None, None, "x"], "b": [None, 1.0, None]}, [0, 1, 0])
    for row, label in (({"a": None, "b": None}, 0), ({"b": 1.0}, 1), ({"a": "x"}, 0)):
        reference.learn_one(row, label)
    assert tree.digest() == reference.digest()
    with pytest.raises(ValueError, match="row 0: feature 'b' must be a number, got 'x'"):
        tree.learn_many({"a": [1.0], "b": ["x"]}, [0])


def test_huge_numbers_count_as_the_largest_that_can_be_squared(small):
    # docs/definition.md: beyond 1e140 a number counts as 1e140
    digests = set()
    for value in (1e140, 1e141, 1e308, 10**200, 10**400):
        tree = small()
        tree.learn_many([[value], [1.0]], [0, 1])
        digests.add(tree.digest())
    assert len(digests) == 1
