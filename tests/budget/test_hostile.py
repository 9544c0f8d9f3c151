"""Budgets meet what nobody plans for: names without end, identifiers, and numbers that are none."""

from typing import Any

import numpy as np
import pytest

from riparian import VFDT

LONG = "c" * 50_000


@pytest.mark.parametrize(
    ("given", "least"),
    [
        ("100KB", 100_000),
        ("100 KiB", 102_400),
        ("5_000", 5000),
        (100_000, 100_000),
        (1e5, 100_000),
        (np.int64(100_000), 100_000),
    ],
)
def test_sizes_are_bytes_however_they_are_written(given: Any, least: int) -> None:
    assert VFDT(budget=given).memory_report()["budget"] == least


@pytest.mark.parametrize(
    "given", ["1e5", "-5KB", "KB", "", "nan", "10 K B", "0KB", "1.5", -1, 0, 2**63, np.nan]
)
def test_sizes_that_are_none_are_refused_with_what_was_given(given: Any) -> None:
    with pytest.raises(ValueError, match=r"budget must be .*bytes.* got") as refused:
        VFDT(budget=given)
    assert repr(given) in str(refused.value)


@pytest.mark.parametrize("given", [True, b"100KB", [100_000]])
def test_sizes_of_another_kind_are_refused(given: Any) -> None:
    with pytest.raises(TypeError, match="budget must be a number, got"):
        VFDT(budget=given)


def test_a_class_whose_name_does_not_fit_is_refused_at_its_row() -> None:
    first = VFDT(budget="10KB")
    with pytest.raises(ValueError, match="too small for one leaf of this table; give at least"):
        first.learn_one({"a": 1.0}, LONG)
    assert first.digest() == VFDT(budget="10KB").digest()
    by_row, by_batch = VFDT(budget="10KB"), VFDT(budget="10KB")
    X, y = {"a": np.arange(90.0)}, ["p", "q"] * 45
    for i in range(70):
        by_row.learn_one({"a": X["a"][i]}, y[i])
    y[70] = LONG
    with pytest.raises(ValueError, match="row 70: a budget of 10000 bytes no longer holds the names"):
        by_row.learn_one({"a": 70.0}, LONG)
    with pytest.raises(ValueError, match="row 70: a budget of 10000 bytes no longer holds the names"):
        by_batch.learn_many(X, y)
    assert by_batch.digest() == VFDT(budget="10KB").digest()
    by_batch.learn_many({"a": X["a"][:70]}, y[:70])
    assert by_batch.digest() == by_row.digest()
    assert list(by_batch.classes_) == ["p", "q"]
    by_batch.learn_one({"a": 1.0}, "p")
    assert (by_batch.n_rows, by_batch.memory_bytes() <= 10_000) == (71, True)


@pytest.mark.parametrize("length", [1, 40, 5000])
def test_five_thousand_categories_in_one_call_stay_within_their_quarter(length: int) -> None:
    X = {"id": np.array([f"{n}".ljust(length, "-") for n in range(5000)]), "x": np.arange(5000.0) % 7}
    y = np.arange(5000) % 7 > 3
    tree, by_batch = VFDT(budget="40KB", grace_period=50), VFDT(budget="40KB", grace_period=50)
    tree.learn_many(X, y)
    for start in range(0, 5000, 123):
        by_batch.learn_many(
            {name: values[start : start + 123] for name, values in X.items()}, y[start : start + 123]
        )
        assert by_batch.memory_bytes() <= 40_000
    assert tree.digest() == by_batch.digest()
    assert not tree.memory_report()["remembers_categories"]
    assert tree.predict_one({"id": "4999", "x": 6.0})


def test_as_many_classes_as_rows_are_learned_as_long_as_they_fit() -> None:
    tree, X, y = VFDT(budget="40KB", grace_period=50), np.arange(5000.0), np.arange(5000)
    with pytest.raises(ValueError, match=r"row \d+: a budget of 40000 bytes no longer holds") as refused:
        tree.learn_many({"x": X}, y)
    assert (tree.n_rows, tree.digest()) == (0, VFDT(budget="40KB", grace_period=50).digest())
    fit = int(str(refused.value).split(":")[0].removeprefix("row "))
    assert fit > 100
    tree.learn_many({"x": X[:fit]}, y[:fit])
    assert tree.memory_bytes() <= 40_000
    assert len(tree.classes_) == tree.n_rows == fit
    with pytest.raises(ValueError, match=r"row 0: a budget of 40000 bytes no longer holds"):
        tree.learn_many({"x": X[fit:]}, y[fit:])
