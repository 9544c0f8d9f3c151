"""A column of identifiers is learned with a word of warning, once, whatever the door."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riparian import VFDT, IdentifierWarning, OHyT, from_bytes

TOLD = "column 'id' has 10,000 categories in 10,000 rows: it looks like an identifier; leave it out"


def ids(rows: int, first: int = 0) -> tuple[dict[str, list[str]], list[int]]:
    return {"id": [f"visitor {row}" for row in range(first, first + rows)]}, [row % 2 for row in range(rows)]


def words(tree: Any, batches: list[tuple[dict[str, list[str]], list[int]]]) -> list[str]:
    """What is said while a tree learns."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for X, y in batches:
            tree.learn_many(X, y)
    return [str(one.message) for one in said]


@pytest.mark.parametrize("size", [300, 9999, 10_000, 12_500])
def test_it_is_said_once_whatever_the_batches(size: int) -> None:
    batches = [ids(size, first) for first in range(0, 25_000, size)]
    assert words(VFDT(), batches) == [f"{TOLD}, or give the tree a budget"]


def test_it_is_said_at_the_row_where_rows_come_one_by_one() -> None:
    tree, (X, y) = VFDT(), ids(10_002)
    for row in range(9999):
        tree.learn_one({"id": X["id"][row]}, y[row])
    with pytest.warns(IdentifierWarning, match="10,000 categories in 10,000 rows") as said:
        tree.learn_one({"id": X["id"][9999]}, 1)
    assert [Path(one.filename).name for one in said] == [Path(__file__).name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for row in range(10_000, 10_002):
            tree.learn_one({"id": X["id"][row]}, y[row])


@pytest.mark.parametrize("door", ["learn_many", "predict_then_learn_many", "partial_fit", "fit"])
def test_it_points_at_whoever_calls(door: str) -> None:
    X, y = ids(10_000)
    with pytest.warns(IdentifierWarning, match="identifier") as said:
        getattr(VFDT(), door)(X if door.endswith("many") else np.array(X["id"], object)[:, None], y)
    assert [Path(one.filename).name for one in said] == [Path(__file__).name]


def test_a_tree_without_a_budget_is_not_told_to_have_one() -> None:
    assert words(OHyT(), [ids(10_000)]) == [TOLD]


def test_nothing_is_said_where_names_are_bounded_or_columns_repeat() -> None:
    X, y = ids(12_000)
    for settings in ({"budget": "10MB"}, {"window": 11_000}):
        assert words(VFDT(**settings), [(X, y)]) == []
    thrice = {"id": [f"visitor {row // 3}" for row in range(36_000)]}
    assert words(VFDT(), [(thrice, [0, 1, 1] * 12_000)]) == []


def test_a_tree_that_was_read_back_does_not_say_it_again() -> None:
    tree = VFDT()
    assert len(words(tree, [ids(11_000)])) == 1
    assert words(from_bytes(tree.to_bytes()), [ids(11_000, 11_000)]) == []


def test_the_command_line_says_it_in_options(tmp_path: Path) -> None:
    table = tmp_path / "visits.csv"
    lines = [f"visitor {row},{row % 7},{'ab'[row % 2]}" for row in range(11_000)]
    table.write_text("\n".join(["the id,level,label", *lines]), "utf-8")
    command = [sys.executable, "-m", "riparian", "train", str(table), "--out", str(tmp_path / "visits.model")]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    budget = "give the model a budget, as in --model vfdt:budget=10MB"
    told = f"warning: {TOLD} with --ignore 'id', or {budget}\n"
    assert told.replace("'id'", "'the id'") in ended.stderr
