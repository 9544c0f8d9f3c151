"""Labels of any hashable type; predictions in the dtype of the labels; no answer is no label."""

import copy
import os
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian import VFDT

X = np.array([[0.0], [1.0], [2.0], [3.0]])


@pytest.mark.parametrize(
    "dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "?", "U3", ">i4", ">f8"]
)
def test_predictions_keep_the_dtype_of_the_labels(dtype):
    y = np.array([0, 1, 1, 1]).astype(dtype)
    for learn in (
        lambda tree: tree.learn_many(X, y),
        lambda tree: tree.fit(X, y),
        lambda tree: tree.partial_fit(X, y),
    ):
        tree = VFDT()
        learn(tree)
        wanted = np.dtype(dtype).newbyteorder("=") if dtype != "U3" else np.dtype("U1")
        assert tree.predict_many(X).dtype == wanted
        assert tree.predict(X).dtype == wanted
        assert tree.classes_.dtype == wanted
        assert tree.classes_.tolist() == [y[0].item(), y[1].item()]


@pytest.mark.parametrize(
    ("y", "kind"),
    [
        (["no", "yes", "no", "no"], "U"),
        ([1, 2, 2, 2], "i"),
        ([True, False, True, True], "b"),
        ([0.5, 1.5, 0.5, 0.5], "f"),
        ([1, "one", 1, 1], "O"),
        ([(0, 1), (1, 0), (0, 1), (0, 1)], "O"),
        ([Fraction(1, 2), "half", Fraction(1, 2), 3], "O"),
        ([b"a", b"b", b"a", b"a"], "O"),
        ([2**70, 5, 2**70, 2**70], "O"),
        ([2**63, 5, 2**63, 2**63], "u"),
        ((np.int64(3), np.int64(4), np.int64(3), np.int64(3)), "i"),
    ],
)
def test_lists_of_labels_take_their_natural_dtype(y, kind):
    tree = VFDT()
    tree.learn_many(X, y)
    assert tree.predict_many(X).dtype.kind == kind
    assert tree.classes_.tolist() == list(dict.fromkeys(y))
    assert all(label in y for label in tree.predict_many(X).tolist())


def test_labels_may_come_in_any_array_like():
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    y = ["no", "yes", "yes", "no"]
    digests = set()
    for labels in (
        y,
        tuple(y),
        np.array(y),
        np.array(y, dtype=object),
        pandas.Series(y),
        pandas.Series(y, index=[3, 3, 1, 0]),
        pandas.Series(y, dtype="category"),
        pandas.Series(y, dtype=object),
        polars.Series(y),
        polars.Series(y, dtype=polars.Categorical),
        pyarrow.array(y),
        pyarrow.chunked_array([y[:1], y[1:]]),
    ):
        tree = VFDT()
        tree.learn_many(X, labels)
        digests.add(tree.digest())
        assert tree.predict_many(X).dtype.kind == "U"
    assert len(digests) == 1


def test_whole_labels_are_the_same_class_in_any_dtype():
    digests = set()
    for dtype in ("i1", "u8", "f4", "f8", object, ">i2"):
        tree = VFDT()
        tree.learn_many(X, np.array([0, 1, 1, 0], dtype=dtype))
        digests.add(tree.digest())
    assert len(digests) == 1


def test_a_wider_label_widens_the_dtype():
    tree = VFDT()
    tree.learn_many(X, np.array([1, 2, 1, 2], dtype=np.int8))
    assert tree.predict_many(X).dtype == np.int8
    tree.learn_one([0.0], 1000)
    assert tree.predict_many(X).dtype == np.int64
    assert tree.classes_.tolist() == [1, 2, 1000]


def test_declared_classes_come_first_and_sorted_and_later_ones_in_order_of_arrival():
    tree = VFDT(classes=["m", "f"])
    tree.learn_many(X, ["z", "m", "a", "f"])
    assert tree.classes_.tolist() == ["f", "m", "z", "a"]


def test_the_column_of_a_class_never_moves():
    tree = VFDT()
    seen = []
    for label in ["c", "a", "b", "a", "d"]:
        tree.learn_one([1.0], label)
        now = tree.classes_.tolist()
        assert now[: len(seen)] == seen
        assert tree.predict_proba_many(X).shape == (4, len(now))
        assert list(tree.predict_proba_one([1.0])) == now
        seen = now


class Named:
    """A label that knows nothing of how to show itself."""

    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Named) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


@pytest.mark.parametrize("learn", ["learn_many", "partial_fit"])
def test_equal_labels_are_one_class_in_every_batch(learn):
    tree, reference = VFDT(), VFDT()
    for _ in range(3):
        getattr(tree, learn)(X, [Named("a"), Named("b"), (1,), (1.0,)])
        for row, label in zip(X, [Named("a"), Named("b"), (1,), (1.0,)], strict=True):
            reference.learn_one(row, label)
    assert tree.classes_.tolist() == reference.classes_.tolist() == [Named("a"), Named("b"), (1,)]


def test_large_whole_labels_lose_no_digit():
    y = np.array([2**63 + 5, 3, 2**64 - 1, 3], dtype=np.uint64)
    tree = VFDT()
    tree.learn_many(X, y)
    assert tree.classes_.dtype == np.uint64
    assert tree.classes_.tolist() == [2**63 + 5, 3, 2**64 - 1]


# ---- no answer


def test_a_tree_that_has_learned_nothing_answers_none():
    assert VFDT().predict_one({"a": 1}) is None
    assert VFDT(classes=[0, 1]).predict_one({"a": 1}) is None
    assert VFDT().predict_proba_one({"a": 1}) == {}
    assert VFDT(classes=[0, 1]).predict_proba_one({"a": 1}) == {0: 0.5, 1: 0.5}
    assert VFDT().predict_many(X).tolist() == [None] * 4
    assert VFDT().predict_proba_many(X).shape == (4, 0)


@pytest.mark.parametrize(
    ("y", "nothing", "dtype"),
    [
        (np.array([1, 2, 2, 2], dtype=np.int16), -(2**15), np.int16),
        (np.array([1, 2, 2, 2]), -(2**63), np.int64),
        (np.array([1, 2, 2, 2], dtype=np.uint8), 255, np.uint8),
        (np.array([1, 255, 2, 2], dtype=np.uint8), None, object),
        (np.array([-128, 2, 2, 2], dtype=np.int8), None, object),
        (["no", "yes", "yes", "yes"], "", np.dtype("U3")),
        (["no", "", "yes", "yes"], None, object),
        ([True, False, True, True], None, object),
        ([("t",), ("u",), ("t",), ("t",)], None, object),
    ],
)
def test_no_answer_is_a_value_that_no_label_has(y, nothing, dtype):
    found = VFDT().predict_then_learn_many(X, y)
    assert found.dtype == dtype
    assert found.tolist()[0] == nothing
    assert nothing not in list(y)
    assert found.tolist()[1] == next(iter(y))


def test_no_answer_among_floats_is_nan():
    found = VFDT().predict_then_learn_many(X, np.array([0.5, 1.5, 0.5, 0.5], dtype=np.float32))
    assert found.dtype == np.float32
    assert np.isnan(found[0])
    assert found[1] == 0.5


# ---- properties

label = st.one_of(
    st.integers(-3, 3), st.text(max_size=2), st.booleans(), st.tuples(st.integers(0, 1)), st.floats(0, 2)
)


@given(st.lists(label, min_size=1, max_size=30))
def test_labels_of_any_type_come_back_as_they_were(y):
    table = np.zeros((len(y), 1))
    tree, one_by_one = VFDT(), VFDT()
    tree.learn_many(table, y)
    for row, one in zip(table, y, strict=True):
        one_by_one.learn_one(row, one)
    distinct = list(dict.fromkeys(y))
    assert tree.classes_.tolist() == one_by_one.classes_.tolist() == distinct
    assert tree.digest() == one_by_one.digest()
    assert tree.predict_many(table[:1]).tolist()[0] in distinct


# ---- refusals


@pytest.mark.parametrize(
    ("y", "error", "message"),
    [
        (None, ValueError, "learning requires y to be passed"),
        ("abcd", TypeError, "y must hold one label per row, got 'abcd'"),
        (3, TypeError, "y must hold one label per row, got 3"),
        ([0, 1, None, 1], ValueError, "row 2: a label must not be missing, got None; leave the row out"),
        (np.array([0, 1, np.nan, 1]), ValueError, "row 2: a label must not be missing, got nan"),
        (["a", float("nan"), "b", "c"], ValueError, "row 1: a label must not be missing, got nan"),
        (["a", ["b"], "b", "c"], TypeError, r"row 1: a label must be hashable, got \['b'\]"),
        ([{}, 1, 2, 3], TypeError, r"row 0: a label must be hashable, got \{\}"),
        ([0, 1], ValueError, "X has 4 rows, y has 2"),
        (np.zeros((4, 2)), ValueError, r"y should be a 1d array, got an array of shape \(4, 2\)"),
    ],
)
def test_bad_labels_are_refused_and_nothing_is_learned(y, error, message):
    tree = VFDT()
    tree.learn_many(X, [0, 1, 1, 0])
    before = tree.digest()
    for learn in (tree.learn_many, tree.predict_then_learn_many, tree.partial_fit, tree.fit):
        with pytest.raises(error, match=message):
            learn(X, y)
        assert tree.digest() == before


@pytest.mark.parametrize("y", [["a"], {}, None, float("nan")])
def test_a_bad_label_of_one_row_is_refused_and_nothing_is_learned(y):
    tree = VFDT()
    before = tree.digest()
    with pytest.raises((TypeError, ValueError), match="a label must"):
        tree.learn_one({"a": 1.0}, y)
    assert tree.digest() == before


def test_large_whole_labels_keep_their_digits_in_a_table() -> None:
    X, y = np.arange(8.0).reshape(4, 2), np.array([2**60, 2**60 + 1, 2**60, 2**60 + 1])
    by_table, by_row = VFDT(), VFDT()
    by_table.learn_many(X, y)
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        by_row.learn_one(row, label)
    assert by_table.classes_.tolist() == [2**60, 2**60 + 1]
    assert by_table.digest() == by_row.digest()


class Lookalike:
    """A label that looks like any other of its name, and equals itself only."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


def test_unequal_labels_that_look_the_same_are_two_classes() -> None:
    one, other = Lookalike("same"), Lookalike("same")
    X = [[float(i)] for i in range(40)]
    by_row, by_table = VFDT(), VFDT()
    for row, label in zip(X, [one, other] * 20, strict=True):
        by_row.learn_one(row, label)
    by_table.learn_many(X, [one, other] * 20)
    assert list(by_row.classes_) == list(by_table.classes_) == [one, other]
    assert by_row.digest() == by_table.digest()
    again = copy.deepcopy(by_row)
    assert again.digest() == by_row.digest()
    assert len(again.classes_) == 2


def test_a_fraction_that_equals_a_number_is_that_label() -> None:
    tree = VFDT()
    tree.learn_many([[1.0], [2.0]], [1, 2])
    tree.learn_many([[1.0]], [Fraction(1)])
    tree.learn_one([2.0], Fraction(2))
    assert list(tree.classes_) == [1, 2]


KEPT = """
import pickle, sys
from riparian import VFDT
if sys.argv[1] == "write":
    tree = VFDT()
    for i in range(40):
        tree.learn_one({"x": float(i)}, frozenset({"elm", "ash", "oak"} if i % 2 else {"yew", "fir"}))
    sys.stdout.buffer.write(pickle.dumps(tree))
else:
    tree = pickle.load(sys.stdin.buffer)
    tree.learn_one({"x": 3.0}, frozenset({"oak", "elm", "ash"}))
    print(len(tree.classes_), tree.n_rows)
"""


def test_a_tree_with_sets_for_labels_is_read_back_under_another_hash_seed() -> None:
    def run(seed: int, task: str, given: bytes = b"") -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
        command = [sys.executable, "-c", KEPT, task]
        return subprocess.run(command, input=given, capture_output=True, check=True, env=environment).stdout

    kept = run(1, "write")
    for seed in (1, 2, 3, 4):
        assert run(seed, "read", kept).split() == [b"2", b"41"]


@pytest.mark.parametrize("kind", [np.float64, np.float32, float])
def test_float_labels_are_drawn_alike_whichever_door_they_came_through(kind: Any) -> None:
    y = [0.0, 1.0, -0.0, 0.5, 1e18]
    by_rows, by_table, by_list = VFDT(), VFDT(), VFDT()
    for label in y:
        by_rows.learn_one([1.0], kind(label))
    by_table.learn_many([[1.0]] * 5, np.array(y, dtype=kind))
    by_list.learn_many([[1.0]] * 5, [kind(label) for label in y])
    assert by_rows.digest() == by_table.digest() == by_list.digest()
    for tree in (by_table, by_list):
        assert tree.to_text() == by_rows.to_text()
        assert [repr(label) for label in tree._asked().classes] == [
            "0.0",
            "1.0",
            "0.5",
            repr(float(kind(1e18))),
        ]
        assert repr(tree.predict_one([1.0])) == repr(by_rows.predict_one([1.0])) == "0.0"
        assert repr(tree.nodes()[0]["counts"]) == repr(by_rows.nodes()[0]["counts"])


def test_a_class_is_drawn_as_it_came_first() -> None:
    tree = VFDT()
    tree.learn_many([[1.0]], np.array([1]))
    tree.learn_many([[1.0]], np.array([1.0]))
    tree.learn_many([[1.0]], np.array([2.0]))
    tree.learn_one([1.0], 2)
    assert [repr(label) for label in tree._asked().classes] == ["1", "2.0"]
