"""What has names goes by them, what has none goes by position, and all of it can be loaded again."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import riparian
from riparian import VFDT


class Keyed:
    """A row that has keys and items, and is no mapping that Python knows of."""

    def __init__(self, **values: Any) -> None:
        self.values = values

    def keys(self) -> Iterator[str]:
        return iter(self.values)

    def items(self) -> Iterator[tuple[str, Any]]:
        return iter(self.values.items())


def loads(tree: VFDT) -> VFDT:
    """The tree again, from its file."""
    again = riparian.from_bytes(tree.to_bytes())
    assert again.digest() == tree.digest()
    assert again._asked().columns == tree._asked().columns
    assert again._asked().by_position == tree._asked().by_position
    return again


def test_rows_of_a_frame_have_names() -> None:
    frame = pytest.importorskip("pandas").DataFrame({"level": [1.0, 2.0], "gate": ["open", "shut"]})
    tree = VFDT()
    for _, row in frame.iterrows():
        tree.learn_one(row, "y")
    assert tree._asked().columns == ["level", "gate"]
    assert not tree._asked().by_position
    for one in (loads(tree), tree):
        one.learn_one({"level": 1.0, "new": 2.0}, "y")
        loads(one)


def test_whatever_has_keys_and_items_has_names() -> None:
    tree = VFDT()
    tree.learn_one(Keyed(level=1.0), "y")
    tree.learn_one({"new": 1.0}, "y")
    assert loads(tree)._asked().columns == ["level", "new"]


@pytest.mark.parametrize("door", ["learn_many", "predict_then_learn_many", "predict_proba_then_learn_many"])
@pytest.mark.parametrize("nothing", [[{}, {}], np.empty((2, 0)), [[], []]], ids=["dicts", "array", "lists"])
@pytest.mark.parametrize("w", [None, [0.0, 1.0]])
def test_names_may_follow_rows_without_a_column(door: str, nothing: Any, w: Any) -> None:
    tree, reference = VFDT(), VFDT()
    getattr(tree, door)(nothing, ["y", "n"], w=w)
    tree.learn_many([{"c": 1.0}], ["y"])
    for x, y in [({}, "y"), ({}, "n")][0 if w is None else 1 :]:
        reference.learn_one(x, y)
    reference.learn_one({"c": 1.0}, "y")
    assert tree.digest() == reference.digest()
    assert tree._asked().columns == ["c"]
    loads(tree).learn_one({"c": 1.0, "d": 2.0}, "n")


@pytest.mark.parametrize(
    "names", [[("a", "x"), ("b", "y")], [0.5, 1.5], [5, 6], ["a", "b"], [0, "b"], [True, 7], [3, 2]], ids=repr
)
def test_a_tree_without_names_takes_none(names: list[Any]) -> None:
    tree = VFDT()
    tree.learn_many(np.array([[1.0, 2.0]]), ["y"])
    before = tree.digest()
    tables: list[Any] = [
        {name: [1.0] for name in names},
        [dict.fromkeys(names, 1.0)],
        pytest.importorskip("pandas").DataFrame(
            [[1.0, 2.0]], columns=pytest.importorskip("pandas").Index(names)
        ),
    ]
    for table in tables:
        for door in (tree.learn_many, tree.predict_then_learn_many, tree.predict_proba_then_learn_many):
            with pytest.raises(ValueError, match=r"learned columns by position, .*got a column named"):
                door(table, ["n"])
    with pytest.raises(ValueError, match=r"learned columns by position, .*got a column named"):
        tree.learn_one(dict.fromkeys(names, 1.0), "n")
    assert tree.digest() == before
    assert loads(tree)._asked().columns == [0, 1]


def test_numbers_go_on_where_the_columns_end() -> None:
    tree, by_rows = VFDT(), VFDT()
    for one in (tree, by_rows):
        one.learn_many(np.array([[1.0, 2.0]]), ["y"])
    tree.learn_many({0: [1.0], 1: [2.0], 2: [3.0]}, ["n"])
    by_rows.learn_one({0: 1.0, 1: 2.0, 2: 3.0}, "n")
    assert tree.digest() == by_rows.digest()
    assert loads(tree)._asked().columns == [0, 1, 2]
    assert tree._asked().by_position


@pytest.mark.parametrize(
    "table", [[["a", 1.0]], np.array([["a", 1.0]], dtype=object)], ids=["lists", "objects"]
)
def test_rows_without_names_go_by_position_through_every_door(table: Any) -> None:
    tree, by_rows = VFDT(), VFDT()
    tree.learn_many(table, ["y"])
    by_rows.learn_one(["a", 1.0], "y")
    assert tree.to_bytes() == by_rows.to_bytes()
    for one in (tree, by_rows):
        with pytest.raises(ValueError, match=r"learned columns by position, .*got a column named 'c'"):
            one.learn_one({"c": 1.0}, "y")


@pytest.mark.parametrize(
    "names",
    [["a", "b"], [("a", 1), ("b", 2)], [0.5, 1], [7, 3], [True, "x"], [-1, 2**70], ["é\0", ""]],
    ids=repr,
)
def test_a_tree_with_names_of_any_kind_is_loaded_again(names: list[Any]) -> None:
    tree = VFDT()
    tree.learn_many(
        [dict(zip(names, values, strict=True)) for values in ([1.0, "u"], [2.0, "v"])], ["y", "n"]
    )
    tree.learn_one(dict(zip(names, [1.0, "u"], strict=True)), "n")
    again = loads(tree)
    again.learn_many(np.array([[3.0, "v"]], dtype=object), ["y"])
    assert again._asked().columns == names
