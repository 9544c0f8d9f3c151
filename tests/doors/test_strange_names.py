"""Columns with strange names: None, which is a name like any other, and one name twice."""

import warnings
from typing import Any

import pytest

import riparian
from riparian import VFDT, IdentifierWarning


class Pairs:
    """Keys and items, as a row of a frame has them, with one name twice."""

    def keys(self) -> list[str]:
        return ["a", "a"]

    def items(self) -> list[tuple[str, float]]:
        return [("a", 1.0), ("a", 2.0)]


def test_a_row_with_one_name_twice_is_refused() -> None:
    tree = VFDT()
    before = tree.digest()
    for ask in (lambda: tree.learn_one(Pairs(), "y"), lambda: tree.predict_one(Pairs())):
        with pytest.raises(ValueError, match="row 0: column 'a' appears twice: rename one"):
            ask()
    assert tree.digest() == before
    tree.learn_one({"a": 1.0}, "y")
    with pytest.raises(ValueError, match="row 1: column 'a' appears twice"):
        tree.learn_one(Pairs(), "y")


def test_a_row_of_a_frame_with_one_name_twice_is_refused() -> None:
    pandas = pytest.importorskip("pandas")
    tree = VFDT()
    with pytest.raises(ValueError, match="column 'a' appears twice"):
        tree.learn_one(pandas.Series([1.0, 2.0], index=["a", "a"]), "y")
    assert riparian.from_bytes(tree.to_bytes()).digest() == tree.digest()


@pytest.mark.parametrize("rows", [{None: [1.0, 2.0]}, [{None: 1.0}, {None: 2.0}]], ids=["columns", "rows"])
def test_a_column_named_none_is_not_one_without_a_name(rows: Any) -> None:
    tree, by_row = VFDT(), VFDT()
    tree.learn_many(rows, ["x", "y"])
    for value, label in ((1.0, "x"), (2.0, "y")):
        by_row.learn_one({None: value}, label)
    assert tree._asked().columns == by_row._asked().columns == [None]
    assert tree.digest() == by_row.digest()
    assert riparian.from_bytes(tree.to_bytes())._asked().columns == [None]


def test_values_of_a_column_named_none_are_not_learned_into_another() -> None:
    tree = VFDT()
    tree.learn_many({"a": [1.0, 2.0]}, ["x", "y"])
    tree.learn_many({None: [5.0, 6.0]}, ["x", "y"])
    assert tree._asked().columns == ["a", None]


def test_a_warning_that_is_an_error_comes_after_the_rows_are_learned() -> None:
    tree = VFDT()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(IdentifierWarning, match="it looks like an identifier"):
            tree.learn_many({"id": [f"n{i}" for i in range(12_000)]}, [i % 2 for i in range(12_000)])
    assert tree.n_rows == 12_000
