"""IADEM-2: intervals worked by hand, their laws, and whole trees against the oracle."""

import itertools
import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from riparian import IADEM2, VFDT, OHyT, Tree
from tests.oracles.iadem import (
    Interval,
    Span,
    around,
    branch_span,
    concentrated,
    distance,
    entropy,
    span,
)
from tests.oracles.iadem import water_filled as filled
from tests.oracles.leaf import Weights

DELTA = 0.01
LOG = math.log(200.0)  # ln(2 / delta)


def known_natively(branches: Sequence[Weights], n_classes: int, delta: float = DELTA) -> Span:
    """What the core knows of a split: one column is alone, and splits without any test at the last row.

    A class without a row in any branch has one row without a value: the leaf knows of it.
    """
    elsewhere = [k for k in range(n_classes) if not any(branch.get(k) for branch in branches)]
    rows: list[tuple[str | None, int]] = [(None, k) for k in elsewhere]
    rows += [
        (f"branch {q}", k)
        for q, branch in enumerate(branches)
        for k, count in branch.items()
        for _ in range(int(count))
    ]
    tree = IADEM2(grace_period=len(rows), delta=delta, predictor="mc")
    tree.learn_many({"a": [value for value, _ in rows]}, [label for _, label in rows])
    root = tree.nodes()[0]
    assert not root["leaf"]
    return Span(root["gain"], root["gain"] + root["bound"])


# ---- numbers worked by hand


def test_a_share_is_as_far_off_as_hoeffding_or_chernoff_say() -> None:
    # sqrt(ln(200) / 200); (3 ln 200 + sqrt(9 ln^2 200 + 12 10,000 0.01 ln 200)) / 20,000
    assert distance(0.4, 100, DELTA) == pytest.approx(0.16276236307187292, rel=1e-14)
    assert distance(0.01, 10_000, DELTA) == pytest.approx(0.004860036752788184, rel=1e-14)
    assert distance(0.0, 0, DELTA) == 1.0
    assert around(0.3, 1, DELTA) == (0.0, 1.0)


def test_chernoff_is_the_narrower_one_below_a_sixth_if_there_are_many_rows() -> None:
    hoeffding = math.sqrt(LOG / 2e9)
    assert distance(1 / 6, 1e9, DELTA) == hoeffding
    assert distance(0.1666, 1e9, DELTA) < hoeffding
    # of few rows it is not: 3 ln 200 / 20 and more
    assert distance(0.1, 20, DELTA) == math.sqrt(LOG / 40)


def test_the_most_and_the_least_even_shares_of_three_intervals() -> None:
    intervals = [(0.5, 0.8), (0.1, 0.2), (0.0, 0.4)]
    # The first cannot sink below 0.5, the second cannot rise above 0.2: 0.3 is left.
    assert filled(intervals) == pytest.approx([0.5, 0.2, 0.3])
    # 0.4 is open: the first takes 0.3 of it. Of the others the second could become 0.2 and the third 0.1.
    assert concentrated(intervals) == pytest.approx([0.8, 0.2, 0.0])


def test_the_core_knows_of_a_split_what_the_formulas_say() -> None:
    # Two branches of 200 rows, 160 and 40 of each class: 0.8 -+ sqrt(ln 200 / 400), and entropies in bits.
    eps = math.sqrt(LOG / 400)
    sure, maybe = (1.0 - entropy([p, 1.0 - p]) for p in (0.8 - eps, 0.8 + eps))
    found = known_natively([{0: 160, 1: 40}, {0: 40, 1: 160}], 2)
    assert found.sure == pytest.approx(sure, rel=1e-12)
    assert found.maybe == pytest.approx(maybe, rel=1e-12)


def test_few_rows_tell_nothing_surely() -> None:
    assert known_natively([{0: 5, 1: 5}, {0: 6, 1: 4}], 2).sure == 0.0
    assert known_natively([{0: 3, 1: 2, 2: 4}, {0: 2, 1: 4}], 3).sure == 0.0


def test_a_class_of_the_leaf_may_be_in_branches_where_it_never_came() -> None:
    branches: list[Weights] = [{0: 190, 1: 10}, {0: 10, 1: 190}]
    two, three = known_natively(branches, 2), known_natively(branches, 3)
    wanted = branch_span({0: 190, 1: 10}, 3, 1.0, DELTA)
    assert three.sure == pytest.approx(wanted.sure, rel=1e-12)
    assert three.sure != two.sure


def test_intervals_that_miss_the_even_share_by_as_much_above_as_below_still_tell_something() -> None:
    # Shares 1/2, 1/4, 1/4 and 0 of 60 rows: eps is 0.21, so that the first cannot sink to 1/4, nor the last
    # rise to it, and both miss it by 1/4 - eps. The most even ones are 1/2 - eps, 1/4, 1/4 and eps.
    eps = math.sqrt(LOG / 120)
    assert distance(0.0, 60, DELTA) == eps < 0.25
    found = known_natively([{0: 30, 1: 15, 2: 15}, {0: 15, 1: 15, 2: 30}], 4)
    assert found.sure == pytest.approx(1.0 - entropy([0.5 - eps, 0.25, 0.25, eps]), rel=1e-9)


# ---- when a leaf splits


def labelled(table: dict[tuple[Any, ...], tuple[int, int]]) -> tuple[list[tuple[Any, ...]], list[int]]:
    """Rows of so many of either class for each combination of values."""
    rows, labels = [], []
    for values, counts in table.items():
        for label, count in enumerate(counts):
            rows += [values] * count
            labels += [label] * count
    return rows, labels


def split_of(table: dict[tuple[Any, ...], tuple[int, int]], **given: Any) -> dict[str, Any] | None:
    """How the root splits when all rows are there; None if it does not."""
    rows, labels = labelled(table)
    columns = {f"c{j}": [row[j] for row in rows] for j in range(len(rows[0]))}
    tree = IADEM2(grace_period=len(rows), classes=[0, 1], **given)
    tree.learn_many(columns, labels)
    root = tree.nodes()[0]
    return None if root["leaf"] else root


def test_one_column_splits_without_any_test() -> None:
    found = split_of({("a",): (30, 20), ("b",): (25, 25)})
    assert found is not None
    assert (found["reason"], found["second"]) == ("bound", found["gain"])


def test_a_branch_with_more_than_three_quarters_of_the_rows_forbids_a_split() -> None:
    assert split_of({("a",): (150, 0), ("b",): (0, 50)}) is not None
    assert split_of({("a",): (151, 0), ("b",): (0, 50)}) is None


@pytest.mark.parametrize("constant", ["z", 1.0])
def test_a_column_that_has_shown_one_value_does_not_compete(constant: Any) -> None:
    # The other one is alone, and splits at once.
    found = split_of({("a", constant): (30, 20), ("b", constant): (25, 25)})
    assert found is not None
    assert found["test"]["column"] == "c0"


def test_a_missing_value_is_no_category() -> None:
    assert split_of({("a", None): (30, 20), ("b", None): (25, 25)}) is not None


def test_equal_columns_split_by_a_tie_once_they_are_known_well() -> None:
    def twins(n: int) -> dict[str, Any] | None:
        return split_of({("a", "a"): (n, n), ("b", "b"): (n, n)})

    # Both branches: 1/2 -+ eps, so that maybe is 1 - H(1/2 + eps) and sure is 0; below 0.1 from some n on.
    few, many = 10, 2000
    for n in (few, many):
        eps = math.sqrt(LOG / (4 * n))
        width = 1.0 - entropy([0.5 + eps, 0.5 - eps])
        assert (width <= 0.1) == (n == many)
    assert twins(few) is None
    found = twins(many)
    assert found is not None
    assert (found["test"]["column"], found["reason"], found["gain"]) == ("c0", "tie", 0.0)


def test_the_worst_is_what_counts_and_not_the_second_best() -> None:
    # The first two columns are the same; the third tells nothing. A rule of the second best would wait.
    found = split_of({("a", "a", "u"): (160, 0), ("a", "a", "v"): (160, 0), ("b", "b", "u"): (0, 160)})
    assert found is not None
    assert (found["test"]["column"], found["reason"]) == ("c0", "bound")
    assert found["second"] < found["gain"]


@pytest.mark.parametrize("size", [2, 4, 5])
def test_of_columns_that_are_known_equally_well_the_first_is_taken(size: int) -> None:
    # Of a branch of 5 rows or fewer nothing is known: 0 surely, and 1 maybe. The third column is known well
    # and tells nothing, so that the others are different from it; they are equals, whatever their branches.
    rng = random.Random("equals")
    columns = {
        "first": [f"{i % 300}" for i in range(900)],
        "second": [f"{i % (900 // size)}" for i in range(900)],
        "third": [rng.choice("uv") for _ in range(900)],
    }
    tree = IADEM2(grace_period=900)
    tree.learn_many(columns, [rng.randrange(2) for _ in range(900)])
    root = tree.nodes()[0]
    assert (root["gain"], root["bound"], root["test"]["column"]) == (0.0, 1.0, "first")


def test_a_leaf_of_one_class_never_splits() -> None:
    assert split_of({("a",): (50, 0), ("b",): (50, 0)}) is None


# ---- laws

counts = st.lists(st.integers(0, 60), min_size=2, max_size=5)


@st.composite
def splits(draw: st.DrawFn) -> tuple[list[Weights], int]:
    """Two or three branches, no one of which has more than three quarters, and two classes at least."""
    n_classes = draw(st.integers(2, 5))
    size = st.lists(st.integers(0, 40), min_size=n_classes, max_size=n_classes)
    tables = draw(st.lists(size, min_size=2, max_size=3))
    weights = [sum(table) for table in tables]
    assume(min(weights) > 0 and max(weights) <= 0.75 * sum(weights))
    assume(sum(sum(column) > 0 for column in zip(*tables, strict=True)) >= 2)
    return [{k: float(n) for k, n in enumerate(table) if n} for table in tables], n_classes


@settings(max_examples=150)
@given(splits(), st.sampled_from([0.5, 0.1, 0.01, 1e-6]))
def test_the_core_and_the_oracle_know_the_same_of_any_split(
    drawn: tuple[list[Weights], int], delta: float
) -> None:
    found, wanted = known_natively(*drawn, delta), span(*drawn, 1.0, delta)
    # Both subtract an entropy near 1 from 1: 1e-16, and a few more for the sums.
    assert found.sure == pytest.approx(wanted.sure, rel=1e-12, abs=1e-14)
    assert found.maybe == pytest.approx(wanted.maybe, rel=1e-12, abs=1e-14)


@settings(max_examples=100)
@given(splits())
def test_less_is_known_surely_and_more_maybe_with_more_confidence(drawn: tuple[list[Weights], int]) -> None:
    spans = [known_natively(*drawn, delta) for delta in (0.9, 0.1, 1e-3, 1e-9)]
    for bold, timid in itertools.pairwise(spans):
        assert 0.0 <= timid.sure <= bold.sure + 1e-12
        assert bold.sure <= bold.maybe + 1e-12
        assert bold.maybe - 1e-12 <= timid.maybe <= 1.0 + 1e-12


@settings(max_examples=60)
@given(splits(), st.permutations(range(5)))
def test_the_names_of_classes_and_branches_do_not_matter(
    drawn: tuple[list[Weights], int], order: list[int]
) -> None:
    branches, n_classes = drawn
    places = [k for k in order if k < n_classes]
    renamed = [{places[k]: n for k, n in branch.items()} for branch in reversed(branches)]
    one, other = known_natively(branches, n_classes), known_natively(renamed, n_classes)
    # The classes are added in another order.
    assert one.sure == pytest.approx(other.sure, rel=1e-12, abs=1e-14)
    assert one.maybe == pytest.approx(other.maybe, rel=1e-12, abs=1e-14)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(1, 1e6), st.sampled_from([0.5, 0.01]))
def test_a_larger_share_has_an_interval_that_is_higher_at_both_ends(
    one: float, other: float, n: float, delta: float
) -> None:
    low, high = around(min(one, other), n, delta), around(max(one, other), n, delta)
    assert low[0] <= high[0] + 1e-12
    assert low[1] <= high[1] + 1e-12


# ---- the slow search


def grid(intervals: Sequence[Interval], steps: int) -> Iterator[list[float]]:
    """Shares within their intervals that sum to 1; the last is what the others leave."""
    ranges = [[low + (high - low) * i / steps for i in range(steps + 1)] for low, high in intervals[:-1]]
    for shares in itertools.product(*ranges):
        rest = 1.0 - sum(shares)
        if intervals[-1][0] - 1e-9 <= rest <= intervals[-1][1] + 1e-9:
            yield [*shares, max(0.0, rest)]


@pytest.mark.parametrize(("n_classes", "steps", "coarse"), [(2, 3000, 2e-3), (3, 120, 3e-2), (4, 24, 0.12)])
def test_no_shares_within_their_intervals_are_more_or_less_even(
    n_classes: int, steps: int, coarse: float
) -> None:
    rng = random.Random(f"grid {n_classes}")
    tried = 0
    for _ in range(25):
        weights = [rng.random() ** 3 for _ in range(n_classes)]
        n = rng.choice([20, 100, 700])
        intervals = [around(weight / sum(weights), n, DELTA) for weight in weights]
        found = [entropy(shares) for shares in grid(intervals, steps)]
        most, least = entropy(filled(intervals)), entropy(concentrated(intervals))
        assert sum(filled(intervals)) == pytest.approx(1.0)
        assert sum(concentrated(intervals)) == pytest.approx(1.0)
        if found:
            tried += 1
            # None is beyond, and some point is close: a step changes the entropy by no more than `coarse`.
            assert least - 1e-8 <= min(found) <= least + coarse
            assert most - coarse <= max(found) <= most + 1e-8
    assert tried >= 15


# ---- what is refused


@pytest.mark.parametrize(
    ("preset", "given", "error", "message"),
    [
        (IADEM2, {"difference": 0.7}, ValueError, "difference must lie between 0 and 0.5, got 0.7"),
        (IADEM2, {"difference": 0.5}, ValueError, "difference must lie between 0 and 0.5, got 0.5"),
        (IADEM2, {"difference": 0}, ValueError, "difference must lie between 0 and 0.5, got 0"),
        (IADEM2, {"difference": "a tenth"}, TypeError, "difference must be a number, got 'a tenth'"),
        (IADEM2, {"max_error": 0}, ValueError, "max_error must lie between 0 and 1, got 0"),
        (IADEM2, {"max_error": 1}, ValueError, "max_error must lie between 0 and 1, got 1"),
        (IADEM2, {"max_error": math.nan}, ValueError, "max_error must lie between 0 and 1, got nan"),
        (IADEM2, {"max_eror": 0.1}, TypeError, "did you mean 'max_error'?"),
        (
            VFDT,
            {"rule": "iadem", "criterion": "gini"},
            ValueError,
            "rule 'iadem' does not go with criterion 'gini': its intervals are those of the entropy; "
            "use criterion 'entropy'",
        ),
        (
            VFDT,
            {"rule": "iadem", "drop_poor": True, "predictor": "mc"},
            ValueError,
            "rule 'iadem' does not go with drop_poor: it compares the best column with the poorest; "
            "leave drop_poor out",
        ),
        (
            VFDT,
            {"rule": "iadem:0.6"},
            ValueError,
            "rule 'iadem' takes a number between 0 and 0.5 after a colon, or nothing, got 'iadem:0.6'",
        ),
        (VFDT, {"rule": "iadem:"}, ValueError, "rule 'iadem' takes a number between 0 and 0.5 after a colon"),
        (VFDT, {"rule": "idem"}, ValueError, "got 'idem' (did you mean 'iadem'?)"),
        (
            VFDT,
            {"difference": 0.2},
            TypeError,
            "VFDT has no setting 'difference': only a tree that",
        ),
        (
            VFDT,
            {"max_error": 0.2},
            TypeError,
            "VFDT has no setting 'max_error': only trees that know",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_a_way_out(
    preset: Callable[..., Tree], given: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=re.escape(message)):
        preset(**given)


@pytest.mark.parametrize("preset", [IADEM2, OHyT])
def test_who_asks_for_another_criterion_is_told_which_one_it_is(preset: Callable[..., Tree]) -> None:
    with pytest.raises(TypeError, match=r"has no setting 'criterion': .*entropy.*VFDT"):
        preset(criterion="gini")
