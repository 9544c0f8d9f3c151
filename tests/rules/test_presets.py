"""H-Tree, CorrH-Tree and C-Tree: what they are put together from, and what sets them apart."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from riparian import VFDT, CorrHTree, CTree, HTree, Tree
from riparian.streams import Generated


def grown(tree: Tree, rows: int = 30_000) -> Tree:
    for X, y, _ in Generated("derosa-tree", seed=1).batches(rows=rows):
        tree.learn_many(X, y)
    return tree


PARTS: list[tuple[Tree, dict[str, Any]]] = [
    (HTree(), {"rule": "hoeffding:2", "tau": 0.0}),
    (HTree(factor=1), {"rule": "hoeffding", "tau": 0.0}),
    (CorrHTree(), {"rule": "jaworski", "criterion": "misclassification", "tau": 0.0}),
    (CTree(c=0.1), {"rule": "practical:0.1", "criterion": "gini", "delta": 0.05, "tau": 0.0}),
    (CTree(bound="tight"), {"rule": "tight", "criterion": "gini", "delta": 0.05, "tau": 0.1}),
    (CTree(bound="theory"), {"rule": "theorem", "criterion": "gini", "delta": 0.05, "tau": 0.1}),
]


@pytest.mark.parametrize(("tree", "parts"), PARTS, ids=[repr(tree) for tree, _ in PARTS])
def test_a_preset_is_its_parts(tree: Tree, parts: dict[str, Any]) -> None:
    assert grown(tree).digest() == grown(VFDT(**{"predictor": "mc", **parts})).digest()


def test_twice_the_bound_waits_longer() -> None:
    once, twice = grown(HTree(factor=1)), grown(HTree(factor=2))
    assert once.nodes()[0]["row"] < twice.nodes()[0]["row"]
    assert once.n_leaves >= twice.n_leaves > 2


def test_a_smaller_constant_splits_earlier() -> None:
    leaves = [grown(CTree(c=c)).n_leaves for c in (1.0, 0.5, 0.2, 0.1)]
    assert leaves == sorted(leaves)
    assert leaves[0] < leaves[-1]


@pytest.mark.parametrize("order", [("bound", "c"), ("c", "bound")])
def test_bound_and_constant_change_together_in_any_order(order: tuple[str, str]) -> None:
    for tree, change in (
        (CTree(c=0.1), {"bound": "tight", "c": None}),
        (CTree(bound="tight"), {"bound": "practical", "c": 0.1}),
    ):
        tree.set_params(**{name: change[name] for name in order})
        assert {name: tree.get_params()[name] for name in change} == change
    tree = CTree(c=0.1)
    with pytest.raises(ValueError, match="c is the constant of bound 'practical', got bound 'tight'"):
        tree.set_params(delta=0.3, bound="tight")
    assert repr(tree) == "CTree(c=0.1)"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"bound": "tight", "c": 0.1},
            "constant of bound 'practical', got bound 'tight'; leave c out",
        ),
        (
            {"bound": "theory", "criterion": "misclassification"},
            "bound 'theory' does not go with criterion 'misclassification': it is one for 'entropy', 'gini' "
            "or 'kearns-mansour'; use one of these, or bound 'tight'",
        ),
        ({"criterion": "entropy"}, "bound 'practical' does not go with criterion 'entropy'"),
        ({"criterion": "gain-ratio"}, "it is one for 'gini' or 'kearns-mansour'; use one of these"),
    ],
)
def test_what_does_not_go_together_is_told_in_the_words_of_the_preset(
    given: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        CTree(**given)


def test_a_clean_cut_is_hardly_ahead_of_its_neighbours() -> None:
    # The exhaustive observer offers only the cut between the classes; the next value gains nearly as much.
    rng = np.random.default_rng(1)
    X = rng.random((5000, 2))
    split = {}
    for rivals in ("columns", "candidates"):
        tree = CTree(bound="tight", tau=0.0, observer="exhaustive", rivals=rivals)
        tree.learn_many(X, X[:, 0] > 0.4)
        split[rivals] = tree.n_leaves > 1
    assert split == {"columns": True, "candidates": False}


def test_neighbouring_cuts_as_rivals_leave_ties_only() -> None:
    # Two cuts beside each other gain nearly the same: no lead is ever large enough.
    rng = np.random.default_rng(1)
    rows = rng.uniform(size=(3000, 2))
    labels = (rows[:, 0] > 0.3) ^ (rng.uniform(size=3000) < 0.1)
    trees = [CTree(c=0.2, observer="exhaustive", rivals=rivals) for rivals in ("columns", "candidates")]
    for tree in trees:
        tree.learn_many(rows, labels)
    by_columns, by_candidates = trees
    assert by_columns.n_leaves > 1
    assert by_candidates.n_leaves == 1
    tied = CTree(c=0.2, observer="exhaustive", rivals="candidates", tau=0.08)
    tied.learn_many(rows, labels)
    assert tied.nodes()[0]["reason"] == "tie"
    assert tied.nodes()[0]["second"] > 0.75 * tied.nodes()[0]["gain"]


def test_the_hybrid_rule_takes_whichever_criterion_is_sure_first() -> None:
    settings = {"predictor": "mc", "delta": 0.01, "tau": 0.0}
    first = [
        grown(VFDT(rule=rule, criterion=criterion, **settings)).nodes()[0]["row"]
        for rule, criterion in (("jaworski", "gini"), ("jaworski", "misclassification"), ("hybrid", "gini"))
    ]
    assert first[2] == min(first[:2])


def test_kearns_mansour_waits_where_nothing_is_proved() -> None:
    tree = CTree(bound="theory", criterion="kearns-mansour", tau=100.0)
    rows = np.random.default_rng(1).uniform(size=(2000, 1))
    tree.learn_many(rows, (3 * rows[:, 0]).astype(int))
    assert tree.n_leaves == 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {"rule": "tight", "criterion": "gain-ratio"},
            "rule 'tight' does not go with criterion 'gain-ratio'",
        ),
        ({"rule": "practical", "criterion": "entropy"}, "its width is one for Gini and Kearns-Mansour"),
        ({"rule": "theorem", "criterion": "misclassification"}, "its theorems are about entropy, Gini and"),
        ({"rule": "jaworski"}, "rule 'jaworski' does not go with criterion 'entropy'"),
        ({"rule": "rutkowski", "criterion": "misclassification"}, "its bounds are those of Gini and entropy"),
        ({"rule": "hybrid"}, "it asks misclassification and then Gini; use criterion 'gini'"),
    ],
)
def test_a_criterion_without_a_bound_is_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        VFDT(**settings)
