"""Provisional splits: when a leaf makes one, how they are counted, and what is refused."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from riparian import IADEM2, VFDT, OHyT, Tree
from riparian.settings import CHOICES
from tests.drawn import as_columns, as_labels, as_weights
from tests.tree.test_revise import OPTIONS, draw_case

# ---- numbers worked by hand


def ambiguous(rows: int) -> tuple[dict[str, list[str]], list[int]]:
    """Two columns that tell equally much: the rule prefers neither, and has too few rows to call it even."""
    rng = random.Random("two columns")
    pairs = [(rng.choice("uv"), rng.choice("uv")) for _ in range(rows)]
    labels = [int(rng.random() < (pair.count("u") / 2 + 0.2) / 1.4) for pair in pairs]
    return {"first": [a for a, _ in pairs], "second": [b for _, b in pairs]}, labels


def test_a_leaf_splits_provisionally_at_the_first_look_after_tau_rows() -> None:
    columns, labels = ambiguous(60)
    for tau, row in ((0, 10), (9, 10), (10, 20), (49, 50)):
        tree = OHyT(tau=tau, grace_period=10, predictor="mc")
        tree.learn_many(columns, labels)
        root = tree.nodes()[0]
        assert (root["row"], root["reason"], root["provisional"]) == (row, "tie", True)
    tree = OHyT(tau=60, grace_period=10)
    tree.learn_many(columns, labels)
    assert tree.n_nodes == 1


def test_columns_that_have_told_nothing_so_far_are_not_split_on() -> None:
    # As many of either class in every branch, at each look: nothing is known, surely or seen.
    rows = [(a, b, label) for a in "uv" for b in "uvw" for label in (0, 1)]
    tree = OHyT(tau=0, grace_period=len(rows), predictor="mc")
    for _ in range(20):
        tree.learn_many([{"first": a, "second": b} for a, b, _ in rows], [label for *_, label in rows])
        assert tree.n_nodes == 1


def test_at_every_row_means_the_first_row_after_tau() -> None:
    columns, labels = ambiguous(60)
    tree = OHyT(tau=33, grace_period=10, revise_at="row")
    tree.learn_many(columns, labels)
    assert tree.nodes()[0]["row"] == 34


def test_tau_counts_effective_rows() -> None:
    # Nine rows of weight 1/4 and one of weight 1, and so on: (n 3.25 / 10)^2 / (n 1.5625 / 10) = 0.676 n.
    columns, labels = ambiguous(200)
    weights = [1.0 if i % 10 == 0 else 0.25 for i in range(200)]
    for tau, row in ((66, 100), (68, 110)):
        tree = OHyT(tau=tau, grace_period=10)
        tree.learn_many(columns, labels, w=weights)
        assert tree.nodes()[0]["row"] == row


def test_without_a_share_for_them_there_are_no_provisional_splits() -> None:
    given, stream = draw_case(2)
    numbers = {name: given[name] for name in ("grace_period", "delta", "difference")}
    trees = [OHyT(tau=0, nu=0.0, **numbers), IADEM2(**numbers)]
    for tree in trees:
        tree.learn_many(as_columns(stream), as_labels(stream), w=as_weights(stream))
    assert trees[0].nodes() == trees[1].nodes()
    assert trees[0].n_provisional == 0


def test_the_first_provisional_split_is_one_of_all_nodes_or_all_of_the_inner_ones() -> None:
    # Three nodes, one inner: 1/3 is below 0.34, 1/1 is not. (2/5 is not, either, but 2/7 is.)
    columns, labels = ambiguous(400)
    # A leaf with one column left would split on it at once.
    columns["third"] = [random.Random(row).choice("uv") for row in range(400)]
    found = {}
    for nu_of in CHOICES["nu_of"]:
        tree = OHyT(tau=20, grace_period=10, nu=0.34, nu_of=nu_of, delta=1e-9)
        tree.learn_many(columns, labels)
        found[nu_of] = tree.n_provisional
    assert found == {"inner": 1, "nodes": 3}


# ---- what holds after every row


def assert_counted(tree: Tree) -> None:
    """Test 18 of the design: what is counted on the way is what a walk finds."""
    nodes = tree.nodes()
    inner = [node for node in nodes if not node["leaf"]]
    assert tree.n_nodes == len(nodes)
    assert tree.n_leaves == len(nodes) - len(inner)
    assert tree.n_provisional == sum(node["provisional"] for node in inner)
    children = [child for node in inner for child in node["children"]]
    assert sorted(children) == list(range(1, len(nodes)))
    depth = {0: 0}
    for node in inner:
        depth |= dict.fromkeys(node["children"], depth[node["id"]] + 1)
        assert all(nodes[child]["parent"] == node["id"] for child in node["children"])
        assert node["missing_to"] in node["children"]
        assert len(node["children"]) >= 2 or node["test"]["kind"] == "many"
    assert [node["depth"] for node in nodes] == [depth[node["id"]] for node in nodes]
    assert tree.depth == max(depth.values())
    report = tree.memory_report()
    parts = sum(report[name] for name in ("schema", "shape", "votes", "observers"))
    assert tree.memory_bytes() == report["bytes"] == parts


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_counters_equal_a_walk_and_no_share_is_exceeded(number: int) -> None:
    for seed in (number, number + len(OPTIONS)):
        given, stream = draw_case(seed)
        tree = OHyT(**given, predictor="mc")
        for at, (x, y, w) in enumerate(stream):
            inner = tree.n_nodes - tree.n_leaves
            of = tree.n_nodes if given["nu_of"] == "nodes" else inner
            share = tree.n_provisional / of if inner else 0.0
            before, rows = tree.n_provisional, tree.n_rows
            tree.learn_one(x, y, w=w)
            # A replacement pushes copies down, but its own record is of this row.
            made = [node for node in tree.nodes() if not node["leaf"] and node["row"] == tree.n_rows > rows]
            if any(node["provisional"] for node in made):
                assert tree.n_provisional == before + 1
                # The row itself may have made a leaf for a new category, which only lowers the share.
                assert share < given["nu"]
            if at % 10 == 0 or made:
                assert_counted(tree)


@pytest.mark.parametrize("limit", [{}, {"max_depth": 1}, {"max_leaves": 2}], ids=str)
def test_what_is_kept_counts_and_is_given_up_even_where_nothing_grows_any_more(limit: dict[str, Any]) -> None:
    tree = OHyT(tau=30, grace_period=10, delta=0.1, nu=0.05, **limit)
    tree.learn_many(*ambiguous(40))
    root = tree.nodes()[0]
    assert (root["row"], root["provisional"]) == (40, True)
    # From now on its column tells the class, four times in five, and the other one nothing.
    rng = random.Random("plain")
    before = tree.memory_bytes()
    for _ in range(500):
        x = {"first": rng.choice("uv"), "second": rng.choice("uv")}
        tree.learn_one(x, int((x[root["test"]["column"]] == "u") == (rng.random() < 0.8)))
        if not tree.n_provisional:
            break
        before = tree.memory_bytes()
    now = tree.nodes()[0]
    assert [now[name] for name in ("row", "test", "reason", "gain", "counts", "provisional")] == [
        *(root[name] for name in ("row", "test", "reason", "gain", "counts")),
        False,
    ]
    assert tree.memory_bytes() < before


# ---- what is refused


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"tau": 1.5}, ValueError, "tau must be a whole number of rows, got 1.5; 2000 is usual"),
        ({"tau": None}, TypeError, "tau must be a whole number of rows, got None; 2000 is usual"),
        ({"tau": -1}, ValueError, "tau must be at least 0 and finite, got -1"),
        ({"tau": "many"}, TypeError, "tau must be a number, got 'many'"),
        ({"nu": 1.5}, ValueError, "nu must be at least 0 and at most 1, got 1.5"),
        ({"nu": -0.1}, ValueError, "nu must be at least 0 and at most 1, got -0.1"),
        ({"nu": None}, TypeError, "nu must be a number, got None"),
        ({"nu_of": "x"}, ValueError, "nu_of must be 'inner' or 'nodes', got 'x'"),
        (
            {"revise_at": "rows"},
            ValueError,
            "got 'rows' (did you mean 'row'?)",
        ),
        ({"pushed_down": "frsh"}, ValueError, "got 'frsh' (did you mean 'fresh'?)"),
        ({"nuu": 0.1}, TypeError, "OHyT has no setting 'nuu' (did you mean 'nu'?)"),
        (
            {"budget": "1MB"},
            TypeError,
            "OHyT has no setting 'budget': what provisional splits keep cannot be given up; leave it out, "
            "or use IADEM2",
        ),
        (
            {"rule": "hoeffding"},
            TypeError,
            "OHyT has no setting 'rule': the preset is its rule",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_a_way_out(
    given: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=re.escape(message)):
        OHyT(**given)


@pytest.mark.parametrize("preset", [VFDT, IADEM2])
def test_trees_that_revise_nothing_say_who_does(preset: Callable[..., Tree]) -> None:
    for setting in ({"nu": 0.1}, {"nu_of": "inner"}, {"revise_at": "row"}, {"pushed_down": "fresh"}):
        (name,) = setting
        wanted = f"has no setting '{name}': only a tree that revises its splits has one; use OHyT"
        with pytest.raises(TypeError, match=wanted):
            preset(**setting)


def test_a_whole_number_of_rows_may_be_given_as_a_float() -> None:
    given: dict[str, Any] = {"tau": 2000.0}
    assert OHyT(**given).digest() == OHyT().digest()
