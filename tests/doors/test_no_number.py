"""What is no number, no row and no column, though Python could take it for one, is refused."""

import datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from riparian import VFDT

DAYS = np.array(["2020-01-01", "2021-01-01"], dtype="M8[D]")


@pytest.mark.parametrize(
    "w",
    [
        DAYS,
        DAYS - DAYS[0],
        list(DAYS),
        np.array([1 + 0j, 2 + 3j]),
        [1 + 0j, 2.0],
        ["1", "2"],
        np.array(["1", "2"]),
        [b"1", b"2"],
        [datetime.date(2020, 1, 1)] * 2,
        np.array([1.0, "2"], dtype=object),
        np.array([1.0, 2j], dtype=object),
    ],
    ids=repr,
)
def test_weights_that_are_no_numbers_are_refused(w: Any) -> None:
    tree = VFDT()
    for learn in (tree.learn_many, tree.predict_then_learn_many, tree.predict_proba_then_learn_many):
        with pytest.raises(TypeError, match="w must hold one number per row, got"):
            learn([[1.0], [2.0]], ["a", "b"], w=w)
    with pytest.raises(TypeError, match="sample_weight must hold one number per row, got"):
        tree.fit([[1.0], [2.0]], ["a", "b"], w)
    assert tree.n_rows == 0


@pytest.mark.parametrize("make", [list, np.array, lambda w: np.ma.masked_array(w, [False] * 3), np.float32])
def test_weights_may_be_numbers_of_any_kind(make: Any) -> None:
    tree, reference = VFDT(), VFDT()
    tree.learn_many([[1.0], [2.0], [3.0]], ["a", "b", "a"], w=make([1.0, 2.0, 0.5]))
    reference.learn_many([[1.0], [2.0], [3.0]], ["a", "b", "a"], w=[1, Fraction(2), Decimal("0.5")])
    assert tree.digest() == reference.digest()


@pytest.mark.parametrize(
    "w", [np.ma.masked_array([1.0, 9.0], [False, True]), [1.0, None], [1.0, float("nan")]], ids=repr
)
def test_a_weight_that_is_missing_is_refused_with_its_row(w: Any) -> None:
    tree = VFDT()
    with pytest.raises(ValueError, match="row 1: w must be a number from 0 to 1e15, got nan"):
        tree.learn_many([[1.0], [2.0]], ["a", "b"], w=w)
    assert tree.n_rows == 0


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "w",
    [DAYS[0], DAYS[1] - DAYS[0], np.complex128(1), 1j, np.ma.masked, "1", None, datetime.date(2020, 1, 1)],
    ids=repr,
)
def test_the_weight_of_a_row_that_is_no_number_is_refused(w: Any) -> None:
    tree = VFDT()
    with pytest.raises(TypeError, match="row 0: w must be a number from 0 to 1e15, got"):
        tree.learn_one([1.0], "a", w=w)
    assert tree.n_rows == 0


@pytest.mark.parametrize(
    "w", [2, True, np.float32(0.5), np.int8(2), np.array(2.0), Fraction(1, 2), Decimal(2)], ids=repr
)
def test_the_weight_of_a_row_may_be_a_number_of_any_kind(w: Any) -> None:
    tree, reference = VFDT(), VFDT()
    tree.learn_one([1.0], "a", w=w)
    reference.learn_one([1.0], "a", w=float(w))
    assert tree.digest() == reference.digest()


@pytest.mark.parametrize("row", [b"ab", bytearray(b"ab"), "ab"], ids=repr)
def test_letters_are_no_row(row: Any) -> None:
    tree = VFDT()
    tree.learn_one([1.0, 2.0], "a")
    before = tree.digest()
    for ask in (lambda: tree.learn_one(row, "a"), lambda: tree.predict_one(row)):
        with pytest.raises(
            TypeError, match=r"row \d: a row must be a mapping .* or a sequence by position, got"
        ):
            ask()
    with pytest.raises((TypeError, ValueError), match=r"Expected 2D array|X must be a table|must be a list"):
        tree.learn_many([row, row], ["a", "a"])
    assert tree.digest() == before


@pytest.mark.parametrize("column", [{1.0, 2.0}, frozenset([1.0, 2.0])], ids=repr)
def test_a_set_is_no_column(column: Any) -> None:
    tree = VFDT()
    for ask in (lambda X: tree.learn_many(X, ["a", "b"]), tree.predict_many):
        with pytest.raises(
            TypeError, match="column 'x' must be a sequence of values, got a set, which has no order"
        ):
            ask({"x": column})
    tree.learn_many({"x": {1.0: "a", 2.0: "b"}.keys()}, ["a", "b"])  # in the order of their dict
    assert tree.n_rows == 2
