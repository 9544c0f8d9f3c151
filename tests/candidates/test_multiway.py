"""Splits into several intervals: the best of all partitions, in a tree."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from riparian import VFDT, CTree, HTree, MultiwayTree, Tree
from tests.oracles.partitions import Partition, by_arity, gain, intervals

CRITERIA = ["entropy", "gini", "misclassification", "kearns-mansour", "gain-ratio"]
# One attempt, after the last row, that makes the best split whatever it gains.
ONCE: dict[str, Any] = {"tau": 1e3, "min_gain": 0.0, "max_depth": 1, "predictor": "mc"}


@st.composite
def tables(draw: st.DrawFn) -> tuple[NDArray[np.float64], list[int], NDArray[np.float64]]:
    """A few columns of few values, classes and weights."""
    rows, classes = draw(st.integers(8, 60)), draw(st.integers(2, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    X = np.column_stack(
        [rng.integers(0, draw(st.integers(2, 9)), rows) for _ in range(draw(st.integers(1, 3)))]
    )
    told = X[:, 0] * classes // 9 if draw(st.booleans()) else rng.integers(classes, size=rows)
    labels = np.where(rng.random(rows) < 0.3, rng.integers(classes, size=rows), told)
    weights = np.ones(rows) if draw(st.booleans()) else rng.integers(1, 9, rows) / 4.0
    return X.astype(float), [int(label) for label in labels], weights


def pieces_of(
    values: NDArray[np.float64], labels: list[int], weights: NDArray[np.float64]
) -> list[list[float]]:
    """Class weights of every different value."""
    classes = sorted(set(labels))
    return [
        [float(weights[(values == value) & (np.array(labels) == label)].sum()) for label in classes]
        for value in np.unique(values)
    ]


def offered_of(pieces: list[list[float]], fraction: float) -> list[list[float]]:
    """Neighbours of equal class shares joined, but for the first and last cut that leave enough."""
    whole = sum(map(sum, pieces))
    least, joined, left = fraction * whole, [pieces[0]], sum(pieces[0])
    before = 0.0
    for own, piece in pairwise(pieces):
        last, weight = joined[-1], sum(piece)
        # A hair's breadth of the limit counts as either side of it.
        hair = 1e-6 * whole
        first_cut = left > least - hair and before <= least + hair
        last_cut = whole - left > least - hair and whole - left - weight <= least + hair
        differs = any(a * weight != b * sum(own) for a, b in zip(own, piece, strict=True))
        if differs or first_cut or last_cut:
            joined.append(piece)
        else:
            joined[-1] = [a + b for a, b in zip(last, piece, strict=True)]
        before, left = left, left + weight
    return joined


def best_of(found: dict[int, Partition]) -> Partition | None:
    return max(found.values(), key=lambda one: one.score, default=None)


@settings(max_examples=150)
@given(
    table=tables(),
    criterion=st.sampled_from(CRITERIA),
    penalty=st.sampled_from(["bias", "mdl", "ratio"]),
    most=st.integers(2, 5),
    fraction=st.sampled_from([0.0, 0.1]),
)
def test_the_split_is_the_best_partition_of_the_best_column(
    table: Any, criterion: str, penalty: str, most: int, fraction: float
) -> None:
    X, labels, weights = table
    assume(len(set(labels)) > 1)
    tree = MultiwayTree(
        **ONCE,
        criterion=criterion,
        penalty=penalty,
        intervals=most,
        min_branch_fraction=fraction,
        grace_period=len(labels),
    )
    tree.learn_many(X, labels, w=weights)
    rows = weights.sum() ** 2 / (weights**2).sum()
    offers = []
    for values in X.T:
        pieces = offered_of(pieces_of(values, labels, weights), fraction)
        offers.append(
            by_arity(
                criterion,
                pieces,
                most_intervals=most,
                own=float(weights.sum()),
                rows=float(rows),
                penalised=penalty,
                min_branch_fraction=fraction,
            )
        )
    root = tree.nodes()[0]
    if root["leaf"]:
        # Nothing gains anything, beyond rounding.
        assert all(one.gain < 1e-9 or one.score < 1e-9 for found in offers for one in found.values())
        return
    column = root["test"]["column"]
    values = X[:, column]
    pieces = pieces_of(values, labels, weights)
    known = np.unique(values)
    ends = [int(np.flatnonzero(known == cut)[0]) for cut in root["test"]["cuts"]]
    # The children have exactly what lies in their intervals.
    classes = sorted(set(labels))
    for child, wanted in zip(root["children"], intervals(pieces, ends), strict=True):
        counts = tree.nodes()[child]["counts"]
        assert [counts.get(label, 0.0) for label in classes] == pytest.approx(wanted)
    # Of its column it is the best.
    best = best_of(offers[column])
    assert best is not None
    arity = len(ends) + 1
    assert gain(criterion, pieces, ends, float(weights.sum())) == pytest.approx(
        offers[column][arity].gain, abs=1e-9
    )
    assert offers[column][arity].score == pytest.approx(best.score, abs=1e-9)
    if penalty != "ratio" and criterion != "gain-ratio":
        # And of all columns.
        overall = max(found.score for one in offers if (found := best_of(one)) is not None)
        assert root["gain"] == pytest.approx(max(overall, 0.0), abs=1e-9)


def test_every_arity_is_chosen_where_it_is_due() -> None:
    rng = np.random.default_rng(2)
    x = rng.integers(0, 160, 4000)
    found = Counter()
    for bands in range(2, 9):
        tree = MultiwayTree(**ONCE, grace_period=4000)
        tree.learn_many(x[:, None], x * bands // 160 % 2)
        found[len(tree.nodes()[0]["test"]["cuts"]) + 1] += 1
    assert found == dict.fromkeys(range(2, 9), 1)


def test_noise_is_not_worth_an_interval() -> None:
    rng = np.random.default_rng(3)
    X, y = rng.integers(0, 50, (5000, 4)), rng.integers(0, 2, 5000)
    tree = MultiwayTree()
    tree.learn_many(X, y)
    assert tree.n_leaves == 1


def test_any_number_of_intervals_is_the_fewest_of_the_least_error() -> None:
    # Majorities by value: a a b b b a c c: four runs, of which two have a value in which classes tie.
    values = [v for v, many in enumerate([4, 3, 3, 2, 4, 5, 3, 2]) for _ in range(many)]
    labels = list("aaabaabbbaabbbbaaaaabccccc")
    tree = MultiwayTree(
        **ONCE, criterion="misclassification", intervals=None, grace_period=26, min_branch_fraction=0
    )
    tree.learn_many(np.array(values, dtype=float)[:, None], labels)
    assert tree.nodes()[0]["test"]["cuts"] == [1.0, 4.0, 5.0]
    with pytest.raises(ValueError, match="an interval of every segment; use a number of intervals"):
        MultiwayTree(intervals=None)


def test_more_intervals_than_a_node_has_are_the_best_sixteen() -> None:
    x = np.arange(4000) % 40
    tree = MultiwayTree(
        **ONCE, criterion="misclassification", intervals=None, grace_period=4000, min_branch_fraction=0
    )
    tree.learn_many(x[:, None], x % 2)
    assert len(tree.nodes()[0]["test"]["cuts"]) == 15
    assert tree.n_leaves == 16


# ---- where it fits


@pytest.mark.parametrize("preset", [VFDT, HTree, CTree])
def test_multiway_is_a_setting_of_other_trees(preset: type[Tree]) -> None:
    x = np.arange(6000) * 7 % 90
    given: dict[str, Any] = {"observer": "segments", "grace_period": 100, "tau": 1.0}
    tree = preset(**given, multiway=True)
    tree.learn_many(x[:, None], (x // 30) % 2)
    assert tree.nodes()[0]["test"]["cuts"] == [29.0, 59.0]
    assert "multiway=True" in repr(tree)


def test_candidates_by_name_are_the_same_tree() -> None:
    rng = np.random.default_rng(4)
    X, y = rng.integers(0, 30, (3000, 2)), rng.integers(0, 2, 3000)
    y |= X[:, 0] // 10 == 1
    trees = [
        MultiwayTree(),
        MultiwayTree(intervals=8, penalty="mdl"),
        VFDT(observer="segments", multiway=True),
        VFDT(observer="segments", candidates="multiway"),
        VFDT(observer="segments", candidates="multiway:8:mdl"),
    ]
    for tree in trees:
        tree.learn_many(X, y)
    assert len({tree.digest() for tree in trees}) == 1


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (
            lambda: VFDT(multiway=True),
            "a multi-way split does not go with observer 'gaussian': .*; use observer",
        ),
        (lambda: MultiwayTree(observer="gaussian"), "use observer 'segments'$"),
        (
            lambda: MultiwayTree(intervals=None),
            "intervals without a limit does not go with criterion 'entropy'",
        ),
        (lambda: MultiwayTree(penalty="MDL"), "did you mean 'mdl'"),
        (lambda: VFDT(multiway=True, candidates="grid"), "multiway=True does not go with candidates 'grid'"),
        (lambda: VFDT(observer="segments", multiway=True, rule="iadem"), "use another rule, or"),
        (lambda: CTree(observer="segments", multiway=True, rivals="candidates"), "use rivals 'columns'"),
        (lambda: VFDT(observer="segments", candidates="multiway:1"), "a number of intervals from 2 to 16"),
        (lambda: VFDT(observer="segments", candidates="multway"), "did you mean 'multiway'"),
    ],
)
def test_what_does_not_go_with_it_is_refused(make: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        make()


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: MultiwayTree(multiway=True), "its splits are multi-way as they are; leave it out"),
        (lambda: VFDT(intervals=4), "leave it out, or use MultiwayTree"),
        (lambda: CTree(multiway=True, penalty="bias"), "leave it out, or use MultiwayTree"),
    ],
)
def test_what_a_tree_does_not_have_is_refused_with_a_way_out_that_works(make: Any, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        make()


# ---- reading


def banded() -> MultiwayTree:
    levels = [7 * i % 100 for i in range(2000)]
    tree = MultiwayTree(predictor="mc")
    tree.learn_many({"level": levels}, ["flood" if 60 < x <= 80 else "dry" for x in levels])
    return tree


def test_intervals_are_drawn_told_and_explained() -> None:
    tree = banded()
    test = tree.nodes()[0]["test"]
    assert test == {
        "column": "level",
        "kind": "intervals",
        "cut": None,
        "cuts": [60.0, 80.0],
        "categories": [],
    }
    assert "60 < level <= 80: 'flood' 100 %" in tree.to_text()
    because = [tree.explain_one({"level": x})[0]["because"] for x in (60, 60.5, 81, None)]
    assert because == [
        "'level' is 60: level <= 60",
        "'level' is 60.5: 60 < level <= 80",
        "'level' is 81: level > 80",
        "'level' is missing and goes with most rows: level <= 60",
    ]


def test_numbers_at_beyond_and_between_cuts_go_where_they_belong() -> None:
    tree = banded()
    assert [tree.predict_one({"level": x}) for x in (-1e9, 60, math.nextafter(60, 61), 80, 80.1, 1e9)] == [
        "dry",
        "dry",
        "flood",
        "flood",
        "dry",
        "dry",
    ]
    assert tree.predict_one({"level": math.nan}) == tree.predict_one({}) == "dry"


def test_max_leaves_and_a_budget_limit_the_intervals() -> None:
    x = np.arange(4000) * 7 % 80
    for most in (2, 3, 5):
        tree = MultiwayTree(max_leaves=most, grace_period=500)
        tree.learn_many(x[:, None], (x // 10) % 2)
        assert 1 < tree.n_leaves <= most
    tree = MultiwayTree(budget="60KB", grace_period=500)
    for start in range(0, 4000, 100):
        tree.learn_many(x[start : start + 100, None], (x[start : start + 100] // 10) % 2)
        assert tree.memory_bytes() <= 60_000
    assert tree.n_leaves > 1
