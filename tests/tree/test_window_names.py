"""Under a window a category that no row of it has gives its place to the next new one: names are bounded."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian import VFDT, from_bytes

EAGER: dict[str, Any] = {"grace_period": 15, "tau": 2.0, "delta": 0.1, "nominal": ["code"]}


def churning(seed: int, rows: int) -> tuple[dict[str, list[Any]], list[str], list[float]]:
    """Categories that come, tell something for a while, go, and sometimes come back."""
    rng = random.Random(seed)
    pace = rng.choice([3, 20, 60])
    code = [
        None if rng.random() < 0.05 else 7 * ((row // pace + rng.randrange(4)) % 40) for row in range(rows)
    ]
    name = [
        None if rng.random() < 0.05 else rng.choice(["often", f"visitor {row % 90}", f"day {row // pace}"])
        for row in range(rows)
    ]
    level = [float(rng.randrange(6)) for _ in range(rows)]
    y = [
        "wet" if (hash_of(code[row]) + int(level[row] > 3) + (rng.random() < 0.1)) % 2 else "dry"
        for row in range(rows)
    ]
    w = [rng.choice([0.0, 0.5, 1.0, 1.0, 1.0]) for _ in range(rows)]
    return {"code": code, "name": name, "level": level}, y, w


def hash_of(code: int | None) -> int:
    return 0 if code is None else (code * 2654435761 >> 7) % 3


def columns(X: dict[str, list[Any]], rows: slice) -> dict[str, list[Any]]:
    return {name: values[rows] for name, values in X.items()}


def arrow(X: dict[str, list[Any]], rows: slice) -> pa.Table:
    kinds = {"code": pa.int64(), "name": pa.string(), "level": pa.float64()}
    cut = {name: pa.array(values[rows], kinds[name]) for name, values in X.items()}
    return pa.table({**cut, "name": cut["name"].dictionary_encode()})


def dicts(X: dict[str, list[Any]], rows: slice) -> list[dict[str, Any]]:
    cut = columns(X, rows)
    return [dict(zip(cut, values, strict=True)) for values in zip(*cut.values(), strict=True)]


DOORS: list[Callable[[dict[str, list[Any]], slice], Any]] = [columns, arrow, dicts]


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    window=st.sampled_from([1, 7, 40, 120, 600]),
    predictor=st.sampled_from(["mc", "nb", "nba"]),
    max_leaves=st.sampled_from([None, None, 9]),
)
def test_rows_and_batches_give_one_tree_and_the_same_answers(
    seed: int, window: int, predictor: str, max_leaves: int | None
) -> None:
    X, y, w = churning(seed, 700)
    trees = [VFDT(**EAGER, window=window, predictor=predictor, max_leaves=max_leaves) for _ in range(4)]
    said, shares = [], []
    for row, values in enumerate(dicts(X, slice(None))):
        said.append(trees[0].predict_one(values))
        shares.append(trees[0].predict_proba_one(values))
        trees[0].learn_one(values, y[row], w=w[row])
    rng, start = random.Random(seed), 0
    asked, shared = [], []
    while start < 700:
        cut = slice(start, start + rng.choice([1, 2, 30, 400]))
        door = rng.choice(DOORS)
        asked += list(trees[1].predict_then_learn_many(door(X, cut), y[cut], w=w[cut]))
        given = trees[2].predict_proba_then_learn_many(door(X, cut), y[cut], w=w[cut]).tolist()
        shared += [dict(zip(getattr(trees[2], "classes_", ()), row, strict=True)) for row in given]
        trees[3].learn_many(door(X, cut), y[cut], w=w[cut])
        if rng.random() < 0.3:
            trees[3] = from_bytes(trees[3].to_bytes())
        start = cut.stop
    assert len({tree.digest() for tree in trees}) == 1
    assert len({tree.memory_bytes() for tree in trees}) == 1
    assert [None if label == "" else label for label in asked] == said
    for one, other in zip(shares, shared, strict=True):
        assert {label: share for label, share in other.items() if label in one or share} == one


def test_a_matrix_of_codes_gives_the_tree_of_its_rows() -> None:
    rng = np.random.default_rng(1)
    X = np.column_stack([np.arange(3000) // 40 * 3 + rng.integers(0, 5, 3000), rng.random(3000)])
    y = (X[:, 0] % 2).astype(int)
    by_row, at_once, in_batches = (VFDT(window=150, grace_period=20, nominal=[0]) for _ in range(3))
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        by_row.learn_one(row, label)
    at_once.learn_many(X, y)
    for start in range(0, 3000, 70):
        in_batches.learn_many(X[start : start + 70], y[start : start + 70])
    assert by_row.digest() == at_once.digest() == in_batches.digest()
    assert by_row.n_leaves > 1


@pytest.mark.parametrize("kind", ["numbers", "texts"])
def test_a_column_of_identifiers_takes_no_more_the_longer_it_gets(kind: str) -> None:
    tree = VFDT(window=1000, nominal=["id"])
    rng = np.random.default_rng(3)
    held = []
    for part in range(8):
        ids = np.arange(part * 4000, part * 4000 + 4000) + 10**6
        X = {"id": ids if kind == "numbers" else ids.astype(str), "x": rng.random(4000)}
        tree.learn_many(X, rng.integers(0, 2, 4000))
        held.append((tree.memory_bytes(), tree.memory_report()["schema"]))
    # The first place beyond those of the window is taken at row 1001.
    assert held[0] == held[-1]


def test_no_node_has_more_branches_than_the_window_has_categories() -> None:
    # The day tells the class, so that the tree splits on it; each day the first rows bring a new one.
    days, rows = 200, 50
    tree = VFDT(window=500, grace_period=25, tau=1.0)
    for day in range(days):
        tree.learn_many({"day": [f"day {day}"] * rows, "x": list(range(rows))}, [day % 2] * rows)
    split = [node for node in tree.nodes() if not node["leaf"] and node["test"]["column"] == "day"]
    assert split
    assert all(len(node["children"]) <= 11 for node in split)
    assert tree.n_nodes < 40


def test_a_name_is_known_as_long_as_nobody_has_taken_its_place() -> None:
    tree = VFDT(window=3)
    for name in ["a", "b", "c"]:
        tree.learn_one({"s": name}, "yes")
    schema = tree.memory_report()["schema"]
    tree.learn_one({"s": "d"}, "yes")  # the window was full: a fourth place
    wider = tree.memory_report()["schema"]
    for name in ["e", "f", "g", "h"]:
        tree.learn_one({"s": name}, "yes")
    assert schema < wider == tree.memory_report()["schema"]


def test_every_node_counts_the_window_whoever_had_the_place_before() -> None:
    X, y, _ = churning(5, 900)
    for max_leaves in (None, 6):
        tree = VFDT(**EAGER, window=80, max_leaves=max_leaves)
        tree.learn_many(X, y)
        wanted: dict[str, int] = {}
        for label in y[-80:]:
            wanted[label] = wanted.get(label, 0) + 1
        root = tree.nodes()[0]
        assert {label: weight for label, weight in root["counts"].items() if weight} == wanted
        for node in tree.nodes():
            if node["leaf"]:
                continue
            below = [tree.nodes()[child]["counts"] for child in node["children"]]
            for label, weight in node["counts"].items():
                assert sum(counts.get(label, 0) for counts in below) == weight
