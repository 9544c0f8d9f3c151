"""Counts that a crafted file may hold: what is learned from there on can be saved, and read again."""

import struct
from typing import Any

import pytest

import riparian
from riparian import ModelFileError
from riparian.trees import Tree
from tests.model_files.anatomy import changed, sealed, sections
from tests.model_files.trees import OTHERS, small_tree


def counted(tree: Tree, rows: int, freezes: int, thaws: int) -> bytes:
    """The file of a tree with other counts of its rows and frozen leaves."""
    file = sections(tree.to_bytes())
    place = next(at for at, section in enumerate(file) if section.name == "counts")
    kept = struct.unpack("<5Q", file[place].body)
    return sealed(changed(file, place, struct.pack("<5Q", rows, kept[1], freezes, thaws, kept[4])))


@pytest.mark.parametrize("learn", ["learn_one", "learn_many"])
def test_a_tree_that_has_learned_all_rows_that_can_be_learns_no_more(learn: str) -> None:
    tree = riparian.from_bytes(counted(small_tree("mc"), 2**63 - 1, 0, 0))
    given: Any = ({"x": 1.0}, "elm") if learn == "learn_one" else ({"x": [1.0]}, ["elm"])
    getattr(tree, learn)(*given)
    again = riparian.from_bytes(tree.to_bytes())
    before = again.digest()
    told = (
        r"a tree can learn at most 2\^63 rows, and this one has learned 9223372036854775808: begin a new tree"
    )
    with pytest.raises(ValueError, match=told):
        getattr(again, learn)(*given)
    assert again.digest() == before
    assert riparian.from_bytes(again.to_bytes()).n_rows == 2**63


@pytest.mark.parametrize(("freezes", "thaws"), [(2**63, 2**63 - 1), (2**63, 2**63), (0, 0), (7, 7)])
def test_leaves_are_not_thawed_more_often_than_frozen(freezes: int, thaws: int) -> None:
    tree = OTHERS["budget"]()
    assert tree.memory_report()["frozen_leaves"] > 0
    again = riparian.from_bytes(counted(tree, tree.n_rows, freezes, thaws))
    for row in range(20_000):
        again.learn_one({"x": row % 7, "s": "abc"[row % 3], "rich": row % 2, "twin": row % 5}, row % 2)
    assert riparian.from_bytes(again.to_bytes()).digest() == again.digest()
    told = f"frozen leaves {freezes} times and thawed them {freezes + 1} times"
    with pytest.raises(ModelFileError, match=told):
        riparian.from_bytes(counted(tree, tree.n_rows, freezes, freezes + 1))
