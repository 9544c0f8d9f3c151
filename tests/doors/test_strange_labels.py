"""Labels and values that libraries stumble over: the same through every door, or refused with the row."""

import enum
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from riparian import VFDT


class Level(str, enum.Enum):  # noqa: UP042 (a StrEnum would be written as its text)
    LOW = "low"
    HIGH = "high"

    def __str__(self) -> str:
        return f"level {self.value}"


def by_row(rows: list[Any], labels: list[Any], **settings: Any) -> VFDT:
    tree = VFDT(**settings)
    for x, y in zip(rows, labels, strict=True):
        tree.learn_one(x, y)
    return tree


def by_table(rows: list[Any], labels: list[Any], **settings: Any) -> VFDT:
    tree = VFDT(**settings)
    for x, y in zip(rows, labels, strict=True):
        tree.learn_many([x], [y])
    return tree


def by_array(rows: list[Any], labels: list[Any], **settings: Any) -> VFDT:
    tree = VFDT(**settings)
    for x, y in zip(rows, labels, strict=True):
        # NumPy itself writes a text out, whatever class it is of, unless it is an object.
        tree.learn_many(np.array([x]), np.array([y], dtype=object if isinstance(y, str) else None))
    return tree


LABELS = [
    [Fraction(1), 1, 1.0, True],
    [1, Fraction(1), Decimal(1)],
    [1 + 0j, 1],
    [10**19, 1e19],
    [9_100_000_000_000_000_000, 9.1e18],
    [-(2**63), -(2.0**63)],
    [np.longdouble(1.5), 1.5],
    [Level.LOW, "low", np.str_("low")],
    [np.datetime64("2020-01-01"), np.datetime64("2020-01-01", "D")],
]


@pytest.mark.parametrize("labels", LABELS, ids=str)
def test_labels_that_python_calls_equal_are_one_class_in_any_order_and_door(labels: list[Any]) -> None:
    for given in (labels, labels[::-1]):
        rows = [[1.0]] * len(given)
        trees = [make(rows, given) for make in (by_row, by_table, by_array)]
        assert [len(tree.classes_) for tree in trees] == [1, 1, 1]
        assert trees[0].digest() == trees[1].digest()
        if not isinstance(given[0], np.datetime64 | np.longdouble):  # an array of one dtype has another repr
            assert trees[0].digest() == trees[2].digest()


@pytest.mark.parametrize("value", [9_100_000_000_000_000_000, -(2**63), 2**62, 0])
def test_whole_numbers_are_one_category_written_either_way(value: int) -> None:
    trees = [make([[value], [float(value)]], [0, 1], nominal=[0]) for make in (by_row, by_table, by_array)]
    assert len({tree.digest() for tree in trees}) == 1
    both = VFDT(nominal=[0])
    both.learn_many([[value], [float(value)]], [0, 1])
    assert both.digest() == trees[0].digest()


def test_a_wide_float_is_a_number_in_a_row() -> None:
    rows = np.array([[1.5], [2.5]], dtype=np.longdouble)
    tree, table = VFDT(), VFDT()
    for x, y in zip(rows, [0, 1], strict=True):
        tree.learn_one(x, y)
    table.learn_many(rows, [0, 1])
    assert tree.digest() == table.digest()
    assert VFDT(classes=[np.longdouble(1.5)]).clone().predict_proba_one([0.0]) == {1.5: 1.0}


def test_zero_has_no_sign() -> None:
    X = np.array([[0.0], [-0.0], [3.0]])
    trees = [VFDT() for _ in range(3)]
    trees[0].learn_many(X, [0, 1, 0])
    trees[1].learn_many(X.astype(np.int64), [0, 1, 0])
    for x, y in zip(X, [0, 1, 0], strict=True):
        trees[2].learn_one([float(x[0])], y)
    assert len({tree.digest() for tree in trees}) == 1


@pytest.mark.parametrize("label", [np.datetime64("NaT"), Decimal("NaN"), np.longdouble("nan")], ids=repr)
def test_a_label_that_is_none_is_refused_with_its_row(label: Any) -> None:
    tree = VFDT()
    tree.learn_one([1.0], "yes")
    before = tree.digest()
    with pytest.raises(ValueError, match=r"row 1: a label must not be"):
        tree.learn_one([1.0], label)
    with pytest.raises(ValueError, match=r"row 0: a label must not be missing"):
        tree.learn_many([[1.0]], [label])
    assert tree.digest() == before


@pytest.mark.parametrize("value", [np.datetime64("2020-01-01", "ns"), np.timedelta64(3, "s")], ids=repr)
def test_a_date_is_no_number(value: Any) -> None:
    with pytest.raises(TypeError, match=r"row 0: feature 0 must be"):
        VFDT().learn_one([value], "yes")
    with pytest.raises(TypeError, match=r"row 0: feature 0 must be"):
        VFDT().learn_many([[value]], ["yes"])


def test_text_that_cannot_be_written_is_refused_with_its_row() -> None:
    with pytest.raises(ValueError, match=r"row 0: .*surrogates not allowed"):
        VFDT().learn_one([1.0], "\ud800")


def test_a_number_of_thousands_of_digits_is_a_label() -> None:
    tree = VFDT()
    tree.learn_many([[1.0], [2.0]], [10**5000, 7])
    tree.learn_one([1.0], 10**5000)
    assert tree.predict_one([1.0]) in (10**5000, 7)
    assert len(tree.classes_) == 2


class Quarrel:
    """Equal to itself; asking about others is an error."""

    def __hash__(self) -> int:
        return 1

    def __eq__(self, other: object) -> bool:
        if other is self:
            return True
        raise ZeroDivisionError


@pytest.mark.parametrize("door", ["learn_one", "learn_many"])
def test_a_label_whose_comparison_fails_leaves_the_tree_as_it_was(door: str) -> None:
    tree = VFDT()
    tree.learn_one({"x": 1.0}, Quarrel())
    before = tree.digest()
    x = {"x": 1.0, "z": 2.0}
    call = (lambda y: tree.learn_one(x, y)) if door == "learn_one" else (lambda y: tree.learn_many([x], [y]))
    with pytest.raises(ZeroDivisionError):
        call(Quarrel())
    assert tree.digest() == before
    assert tree.predict_proba_many([{"x": 1.0}] * 3).shape == (3, 1)


class Lookalike:
    """Different things that are written alike."""

    def __repr__(self) -> str:
        return "thing"


def test_a_row_without_weight_takes_no_name_from_others() -> None:
    silent, heard = Lookalike(), Lookalike()
    rows, table = VFDT(), VFDT()
    rows.learn_one([1.0], silent, w=0.0)
    rows.learn_one([1.0], heard)
    table.learn_many([[1.0], [1.0]], [silent, heard], w=[0.0, 1.0])
    assert rows.digest() == table.digest()
    assert table.classes_.tolist() == [heard]


def test_a_refused_table_does_not_widen_the_labels() -> None:
    tree = VFDT()
    tree.learn_many(pa.table({"a": [1.0, 2.0]}), np.array([1, 2]))
    with pytest.raises(ValueError, match="must be a number"):
        tree.learn_many(pa.table({"a": ["x"]}), np.array([1.5]))
    assert tree.predict_many(pa.table({"a": [1.0]})).dtype == np.int64


def test_large_labels_of_either_sign_stay_apart() -> None:
    tree = VFDT()
    tree.learn_many([[1.0]], np.array([2**60]))
    tree.learn_many([[1.0]], np.array([2**60 + 1], dtype=np.uint64))
    assert tree.classes_.tolist() == [2**60, 2**60 + 1]


def test_weights_of_any_size_give_the_same_answers_row_by_row() -> None:
    # A mean may overshoot beside a weight 1e16 times as large; a variance must not become negative for that.
    X = np.array([[1.2], [-0.1], [0.4], [-0.1], [-0.8]] + [[0.0]] * 16)
    y = np.array([1, 1, 0, 1, 1] + [0] * 16)
    w = np.array([1e-20, 1, 1e-20, 1, 1e-20] + [0] * 16)
    for predictor in ("nb", "nba"):
        table, rows = VFDT(predictor=predictor), VFDT(predictor=predictor)
        told = table.predict_then_learn_many(X, y, w=w)
        one_by_one = []
        for x, label, weight in zip(X, y, w, strict=True):
            one_by_one.append(rows.predict_one(x))
            rows.learn_one(x, label, w=weight)
        assert told.tolist()[1:] == one_by_one[1:]
        assert table.digest() == rows.digest()


def test_blocks_are_not_cut_far_from_the_limit_on_leaves() -> None:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(50_000, 3))
    X[:, 2] = rng.integers(0, 2, len(X))
    y = (X[:, 0] > 0).astype(int) + 2 * (X[:, 1] > X[:, 2])
    tree, limited = VFDT(nominal=[2], grace_period=50), VFDT(nominal=[2], grace_period=50, max_leaves=3000)
    for one in (tree, limited):
        one.learn_many(X, y)
    assert limited.n_leaves > 10
    assert limited.block_share > 0.99
    assert limited.nodes() == tree.nodes()
