"""C-Tree: a row is led through a split more than `tau` worse than the best with chance `delta` at most.

Theorem 4 of De Rosa & Cesa-Bianchi (2015), measured on streams of known trees, where "worse" is exact (see
oracles/true_impurity). Constants are not tested here (see test_against_oracle): a tenth of a width would do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import pytest

from riparian import VFDT, CTree, HTree, Tree
from tests.oracles.true_impurity import Box, KnownTree, cube, draw_known_tree, splits_of

CRITERIA = ("entropy", "gini", "kearns-mansour", "misclassification")
DELTA = 0.1
ROUNDING = 1e-9  # far more than sums of a dozen volumes have; without a tie, an equal column is no worse


class Case(NamedTuple):
    """What is run, and how many splits there are at least, by their reason: without them nothing is shown."""

    bound: str
    criterion: str
    rivals: str
    tau: float
    rows: int
    streams: int
    by_bound: int
    by_tie: int


# Strictly, 2 tau is proved of "theory", whose tie looks at half of the lead. Here it is held to tau itself.
# Neighbouring cuts gain nearly the same: where they are rivals, all splits are ties. Where tau is 0, none is.
# Entropy: a tie within half a bit comes after 60 000 rows, and Theorem 1 waits for half a million: not here.
CASES = [
    Case("theory", "gini", "columns", 0.2, 25_000, 100, by_bound=5, by_tie=150),
    Case("theory", "gini", "candidates", 0.2, 25_000, 100, by_bound=0, by_tie=150),
    Case("theory", "kearns-mansour", "columns", 0.15, 25_000, 100, by_bound=5, by_tie=80),
    Case("tight", "gini", "columns", 0.15, 25_000, 100, by_bound=70, by_tie=120),
    Case("tight", "gini", "columns", 0.0, 20_000, 100, by_bound=80, by_tie=0),
    Case("tight", "gini", "candidates", 0.15, 25_000, 100, by_bound=0, by_tie=150),
    Case("tight", "misclassification", "columns", 0.1, 20_000, 100, by_bound=80, by_tie=30),
    Case("tight", "entropy", "columns", 0.0, 40_000, 40, by_bound=6, by_tie=0),
]
cases = pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case[:4])))
criteria = pytest.mark.parametrize("criterion", CRITERIA)


def worlds(count: int) -> Iterator[tuple[KnownTree, np.random.Generator]]:
    for seed in range(count):
        rng = np.random.default_rng(seed)
        yield draw_known_tree(rng, columns=int(rng.integers(3, 6)), leaves=int(rng.integers(6, 13))), rng


def left_by(test: Mapping[str, Any], known: KnownTree, criterion: str, box: Box) -> float:
    return float(known.remaining(criterion, box, test["column"], np.array([test["cut"]]))[0])


def bad_share(tree: Tree, known: KnownTree, case: Case) -> float:
    """The share of all points that meet a split more than tau worse than the best."""
    share, bad = 0.0, set()
    for node, box in splits_of(tree.nodes(), known.columns):
        least = [known.least(case.criterion, box, column) for column in range(known.columns)]
        if case.rivals == "columns":
            # A lead over the other columns says nothing about the cut: the column is judged by its best one.
            left = least[node["test"]["column"]]
        else:
            left = left_by(node["test"], known, case.criterion, box)
        if node["parent"] in bad:
            bad.add(node["id"])  # its points have been counted
        elif left - min(least) > case.tau + ROUNDING:
            bad.add(node["id"])
            share += box.volume()
    return share


def measured(
    case: Case, learner: Callable[..., Tree], settings: dict[str, Any], rows: int, streams: int
) -> tuple[float, Counter[str]]:
    """The mean share over the streams, and the number of splits by their reason."""
    shares, reasons = [], Counter[str]()
    for known, rng in worlds(streams):
        tree = learner(**settings, criterion=case.criterion, observer="exhaustive")
        tree.learn_many(*known.rows(rng, rows))
        shares.append(bad_share(tree, known, case))
        reasons.update(node["reason"] for node in tree.nodes() if not node["leaf"])
    return float(np.mean(shares)), reasons


# ---- the oracle


def test_a_cut_leaves_what_is_worked_by_hand() -> None:
    # Chance 0 up to 1/4, then 1/2. A cut there leaves 3/4 g(1/2), one at 1/2 leaves 1/2 g(1/4) + 1/2 g(1/2).
    known = KnownTree(list(zip(cube(2).halves(0, 0.25), (0.0, 0.5), strict=True)))
    assert known.remaining("gini", cube(2), 0, np.array([0.25, 0.5])).tolist() == [0.375, 0.4375]
    assert known.remaining("misclassification", cube(2), 0, np.array([0.25, 0.5])).tolist() == [0.375, 0.375]
    assert [known.least(criterion, cube(2), 0) for criterion in CRITERIA] == [0.75, 0.375, 0.375, 0.375]
    # The other column leaves the second class its 3/8 everywhere: 2 · 3/8 · 5/8.
    assert known.least("gini", cube(2), 1) == 0.46875


@criteria
def test_no_cut_of_a_fine_grid_leaves_less_than_the_best(criterion: str) -> None:
    for known, rng in worlds(20):
        low, high = np.sort(rng.uniform(size=(2, known.columns)), axis=0)
        for column in range(known.columns):
            grid = np.linspace(low[column], high[column], 2001)
            on_grid = known.remaining(criterion, Box(low, high), column, grid).min()
            # A step moves 1/m of the points, m = 2000: at most (1 + ln m) / m nats, that is 0.0062 bits.
            assert -0.0063 < known.least(criterion, Box(low, high), column) - on_grid < ROUNDING


@criteria
def test_the_gains_of_a_tree_are_near_the_true_ones(criterion: str) -> None:
    errors = []
    for known, rng in worlds(15):
        tree = VFDT(criterion=criterion, observer="exhaustive", grace_period=2000, tau=9.0)
        tree.learn_many(*known.rows(rng, 20_000))
        for node, box in splits_of(tree.nodes(), known.columns):
            before = known.remaining(criterion, box, 0, box.low[:1])[0]
            errors.append(node["gain"] - (before - left_by(node["test"], known, criterion, box)))
    assert len(errors) > 20
    # The standard error of a gain in 2000 rows is about 0.01, and 0.02 in bits.
    assert max(map(abs, errors)) < 0.05


# ---- the theorem


@cases
def test_a_row_rarely_meets_a_suboptimal_split(case: Case) -> None:
    settings = {"bound": case.bound, "rivals": case.rivals, "delta": DELTA, "tau": case.tau}
    looks = {"grace_period": case.rows // 50}
    share, reasons = measured(case, CTree, settings | looks, case.rows, case.streams)
    assert share <= DELTA
    assert reasons["bound"] >= case.by_bound
    assert reasons["tie"] >= case.by_tie


@cases
def test_rows_of_a_careless_tree_often_meet_one(case: Case) -> None:
    settings = {"factor": 1, "delta": 0.5, "tau": 2.0, "grace_period": 5}
    share, _ = measured(case, HTree, settings, rows=500, streams=25)
    assert share > 2 * DELTA
