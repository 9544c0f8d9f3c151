"""Figure 2 of Frías-Blanco et al. (2019): a test is pulled up, and every leaf keeps its conditions.

before                            after

a                                 b
├── a1: b                         ├── b1: a
│       ├── b1: leaf 1            │       ├── a1: leaf 1
│       └── b2: leaf 2            │       └── a2: c
└── a2: c                         │               ├── c1: leaf 3
        ├── c1: b                 │               └── c2: leaf 5, its part with b1
        │       ├── b1: leaf 3    └── b2: a
        │       └── b2: leaf 4            ├── a1: leaf 2
        └── c2: leaf 5                    └── a2: c
                                                  ├── c1: leaf 4
                                                  └── c2: leaf 5, its part with b2
"""

import itertools
import random
from functools import cache
from typing import Any

import pytest

from riparian import OHyT, Tree
from riparian.settings import CHOICES

Path = frozenset[tuple[str, str]]
Nodes = list[dict[str, Any]]

# How probable "yes" is, once the first rows are over.
CHANCES = {
    ("a1", "b1", "c1"): 0.95,
    ("a1", "b1", "c2"): 0.95,
    ("a1", "b2", "c1"): 0.05,
    ("a1", "b2", "c2"): 0.05,
    ("a2", "b1", "c1"): 0.95,
    ("a2", "b2", "c1"): 0.2,
    ("a2", "b1", "c2"): 0.05,
    ("a2", "b2", "c2"): 0.05,
}
TAU = 500


def rows() -> list[tuple[dict[str, str], str]]:
    """At first only the first column tells something, and not much."""
    rng = random.Random("figure 2")
    found = []
    for number in range(6000):
        values = rng.choice("12"), rng.choice("12"), rng.choice("12")
        x = {name: name + value for name, value in zip("abc", values, strict=True)}
        # A leaf with one column left would split on it at once.
        x |= {name: rng.choice([f"{name}1", f"{name}2"]) for name in "de"}
        weak = 0.6 if x["a"] == "a1" else 0.4
        chance = weak if number < TAU else CHANCES[x["a"], x["b"], x["c"]]
        found.append((x, "yes" if rng.random() < chance else "no"))
    return found


def shape(nodes: Nodes, at: int = 0) -> Any:
    """Nested: the column, and what is below each category; None for a leaf."""
    node = nodes[at]
    if node["leaf"]:
        return None
    ways = zip(node["test"]["categories"], node["children"], strict=True)
    return node["test"]["column"], {category: shape(nodes, child) for category, child in sorted(ways)}


def leaves(nodes: Nodes) -> dict[Path, dict[str, float]]:
    """The conditions of every leaf, and its class weights."""
    paths: dict[int, Path] = {0: frozenset()}
    for node in nodes:
        if not node["leaf"]:
            for category, child in zip(node["test"]["categories"], node["children"], strict=True):
                paths[child] = paths[node["id"]] | {(node["test"]["column"], category)}
    return {paths[node["id"]]: node["counts"] for node in nodes if node["leaf"]}


@cache
def replaced(pushed_down: str) -> tuple[Nodes, Nodes, dict[str, str], str, Tree]:
    """The tree before and after the row at which its root gets another test, and that row."""
    tree = OHyT(tau=TAU, nu=0.05, grace_period=25, delta=0.05, pushed_down=pushed_down, predictor="mc")
    for x, y in rows():
        before = tree.nodes()
        tree.learn_one(x, y)
        after = tree.nodes()
        if not before[0]["leaf"] and before[0]["test"]["column"] != after[0]["test"]["column"]:
            return before, after, x, y, tree
    pytest.fail("the root was never replaced")


each_way = pytest.mark.parametrize("pushed_down", CHOICES["pushed_down"])


@each_way
def test_the_tree_is_that_of_the_figure_before_and_after(pushed_down: str) -> None:
    before, after, *_ = replaced(pushed_down)
    below_c = {"c1": ("b", {"b1": None, "b2": None}), "c2": None}
    assert shape(before) == ("a", {"a1": ("b", {"b1": None, "b2": None}), "a2": ("c", below_c)})
    half = ("a", {"a1": None, "a2": ("c", {"c1": None, "c2": None})})
    assert shape(after) == ("b", {"b1": half, "b2": half})


@each_way
def test_every_leaf_keeps_its_conditions(pushed_down: str) -> None:
    before, after, *_ = replaced(pushed_down)
    new = leaves(after)
    for values in itertools.product(("a1", "a2"), ("b1", "b2"), ("c1", "c2")):
        row = {(value[0], value) for value in values}
        (old_path,) = [path for path in leaves(before) if path <= row]
        (new_path,) = [path for path in new if path <= row]
        assert old_path <= new_path


@each_way
def test_leaves_keep_what_they_know_and_one_is_shared_out(pushed_down: str) -> None:
    before, after, x, y, _ = replaced(pushed_down)
    old, new = leaves(before), leaves(after)
    # The row itself was learned first.
    (met,) = [path for path in old if path <= set(x.items())]
    old[met] = {**old[met], y: old[met].get(y, 0.0) + 1.0}
    divided = frozenset({("a", "a2"), ("c", "c2")})
    for path, counts in old.items():
        if path != divided:
            assert new[path] == counts
    for label, votes in old[divided].items():
        parts = [new[divided | {("b", value)}].get(label, 0.0) for value in ("b1", "b2")]
        assert min(parts) > 0.0
        assert sum(parts) == pytest.approx(votes, rel=1e-12)  # two additions


@each_way
def test_the_new_root_is_settled_and_the_old_one_stays_provisional_or_not(pushed_down: str) -> None:
    before, after, *_, tree = replaced(pushed_down)
    assert [node["provisional"] for node in before if not node["leaf"]] == [True, False, False, False]
    copies, others = (
        [node for node in after if not node["leaf"] and node["test"]["column"] == column] for column in "ac"
    )
    assert not after[0]["provisional"]
    assert [node["provisional"] for node in copies] == [pushed_down == "fresh"] * 2
    assert tree.n_provisional == (2 if pushed_down == "fresh" else 0)
    # The copies keep the record of the split, the root has its own; c was settled, and stays so.
    assert {node["row"] for node in copies} == {before[0]["row"]}
    assert (after[0]["row"], after[0]["reason"]) == (tree.n_rows, "bound")
    assert [node["provisional"] for node in others] == [False, False]


@each_way
def test_nodes_have_the_sums_of_their_leaves(pushed_down: str) -> None:
    _, after, *_ = replaced(pushed_down)

    def below(node: dict[str, Any], label: str) -> float:
        if node["leaf"]:
            return float(node["counts"].get(label, 0.0))
        return sum(below(after[child], label) for child in node["children"])

    for node in after:
        for label in ("yes", "no"):
            assert node["counts"].get(label, 0.0) == pytest.approx(below(node, label), rel=1e-12)


@each_way
def test_answers_where_leaves_were_not_divided_stay_the_same(pushed_down: str) -> None:
    before, _, x, y, tree = replaced(pushed_down)
    twin = OHyT(tau=TAU, nu=0.05, grace_period=25, delta=0.05, pushed_down=pushed_down, predictor="mc")
    for earlier, label in rows()[: tree.n_rows - 1]:
        twin.learn_one(earlier, label)
    assert twin.nodes() == before
    for values in itertools.product("12", "12", "12"):
        row = {name: name + value for name, value in zip("abc", values, strict=True)}
        if (row["a"], row["c"]) != ("a2", "c2") and row != x:
            wanted, found = twin.predict_proba_one(row), tree.predict_proba_one(row)
            if not {(name, row[name]) for name in "abc"} >= met_by(before, x):
                assert found == wanted
            else:
                assert found[y] > wanted[y]


def met_by(nodes: Nodes, x: dict[str, str]) -> Path:
    (path,) = [path for path in leaves(nodes) if path <= set(x.items())]
    return path
