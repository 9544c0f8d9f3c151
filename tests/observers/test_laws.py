"""Laws that every observer of numeric columns keeps, whatever comes.

A new observer joins by being listed in `_native.observers()`. Merging and forgetting have laws of their own
(test_merging.py); what exactly each observer counts is checked against slow ones (test_against_oracles.py).
"""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian import _native
from riparian._native import Summary
from tests.observers.columns import (
    OFFERING,
    STRANGE,
    VARIANTS,
    Column,
    below,
    column,
    columns,
    every_observer,
    hostile,
    kind,
    law,
    moderate,
    offered,
    summarised,
)

every_offering = pytest.mark.parametrize("variant", OFFERING)

# Some thousand additions of weights are each rounded to 1e-16; spreading a weight over bins costs a few more.
ROUNDING = 1e-12


def assert_same(a: Summary, b: Summary) -> None:
    """The same state, bit for bit, and the same bytes."""
    assert a.numbers().tobytes() == b.numbers().tobytes()
    assert a.memory_bytes() == b.memory_bytes()


def assert_same_answers(a: Summary, b: Summary) -> None:
    for mine, other in zip(offered(a), offered(b), strict=True):
        assert mine.tobytes() == other.tobytes()


# ---- class weights at a cut


@every_observer
@law
@given(given=columns(), asked=st.lists(hostile, max_size=8))
def test_weight_is_conserved_and_grows_with_the_cut(variant: str, given: Column, asked: list[float]) -> None:
    summary = summarised(variant, given)
    totals = given.totals()
    slack = ROUNDING * totals.sum()
    assert below(summary, np.inf) == pytest.approx(totals, rel=ROUNDING, abs=slack)
    points, _, _ = offered(summary)
    cuts = np.unique([-np.inf, -1e141, *points, *given.values, *asked, 1e141, np.inf])
    left = np.array([below(summary, cut) for cut in cuts])
    assert (left[0] == 0.0).all()
    assert (left >= 0.0).all()
    # What is on the right is the rest, so that nothing is lost; it must not be negative.
    assert (left <= left[-1] + slack).all()
    assert (np.diff(left, axis=0) >= -slack).all()


@every_offering
@law
@given(given=columns())
def test_offered_cuts_are_ascending_and_counted_as_below_counts(variant: str, given: Column) -> None:
    summary = summarised(variant, given)
    points, left, totals = offered(summary)
    assert np.isfinite(points).all()
    assert (np.diff(points) > 0.0).all()
    assert totals == pytest.approx(given.totals(), rel=ROUNDING, abs=ROUNDING * given.weights.sum())
    slack = ROUNDING * totals.sum()
    assert (np.diff(left, axis=0, prepend=0.0) >= -slack).all()
    for point, counted in zip(points, left, strict=True):
        assert below(summary, point).tobytes() == counted.tobytes()
        # A cut with nothing on one side is no cut.
        assert slack < counted.sum() < totals.sum() - slack
    if len(np.unique(given.values)) < 2:
        assert len(points) == 0
    elif kind(variant) != "histogram":
        assert len(points) > 0


@every_offering
@law
@given(given=columns())
def test_cuts_lie_within_the_values(variant: str, given: Column) -> None:
    points, _, _ = offered(summarised(variant, given))
    if len(points):
        assert points[0] >= given.values.min()
        assert points[-1] < given.values.max()


# ---- weights and classes


@every_observer
@law
@given(given=columns())
def test_weights_of_two_are_twice_weights_of_one(variant: str, given: Column) -> None:
    once = summarised(variant, given)
    twice = summarised(variant, Column(given.values, given.classes, 2.0 * given.weights, given.count))
    if variant == "gaussian":
        # A variance divides by the weight less one, so that cuts through it may move; all else doubles.
        moments = [s.numbers().reshape(given.count, -1) for s in (once, twice)]
        assert (moments[1][:, 0] == 2.0 * moments[0][:, 0]).all()
        assert np.allclose(moments[1][:, 1], moments[0][:, 1], rtol=1e-9, atol=0.0)
        assert (moments[1][:, 3:] == moments[0][:, 3:]).all()
        return
    if kind(variant) == "histogram" and len(np.unique(given.values)) > 32:
        # (1 + count) / (2 + total) of Gama & Pinto is another share for each row twice; and a row of weight
        # two must be the row twice (below). So both laws cannot hold: here only all weight is twice as much.
        assert below(twice, np.inf) == pytest.approx(2.0 * below(once, np.inf), rel=ROUNDING)
        return
    (points, left, totals), (same_points, double, double_totals) = offered(once), offered(twice)
    assert points.tobytes() == same_points.tobytes()
    assert (double == 2.0 * left).all()
    assert (double_totals == 2.0 * totals).all()


@every_observer
@law
@given(given=columns())
def test_a_row_of_weight_two_is_the_row_twice(variant: str, given: Column) -> None:
    heavy = summarised(variant, Column(given.values, given.classes, 2.0 * given.weights, given.count))
    doubled = summarised(variant, given.pick(np.repeat(np.arange(len(given)), 2)))
    if kind(variant) == "gk":
        # As in the paper and in MOA, each row has a tuple of its own: a row twice takes two of so many. Only
        # their weight is the same.
        assert below(heavy, np.inf) == pytest.approx(below(doubled, np.inf), rel=ROUNDING)
        return
    if variant == "gaussian":
        moments = [s.numbers().reshape(given.count, -1) for s in (heavy, doubled)]
        assert np.allclose(moments[1][:, 0], moments[0][:, 0], rtol=1e-12, atol=0.0)
        assert (moments[1][:, 3:] == moments[0][:, 3:]).all()
    else:
        (points, left, totals), (same_points, same, same_totals) = offered(heavy), offered(doubled)
        assert points.tobytes() == same_points.tobytes()
        assert left == pytest.approx(same, rel=ROUNDING, abs=ROUNDING * totals.sum())
        assert totals == pytest.approx(same_totals, rel=ROUNDING)
        # Not the offered cuts alone, but all that is stored, too; room is, and weights. Where rows are
        # counted, to be taken back one by one, a heavy row is not two.
        near = {"rel": 1e-9, "abs": 1e-9 * (1.0 + totals.sum())}
        assert kind(variant) in ("exhaustive", "segments") or heavy.numbers() == pytest.approx(
            doubled.numbers(), **near
        )


@law
@given(given=columns(moderate))
def test_moments_of_weight_two_are_those_of_the_row_twice(given: Column) -> None:
    once = summarised("gaussian", given)
    heavy = summarised("gaussian", Column(given.values, given.classes, 2.0 * given.weights, given.count))
    doubled = summarised("gaussian", given.pick(np.repeat(np.arange(len(given)), 2)))
    single, first, second = (s.numbers().reshape(given.count, 5) for s in (once, heavy, doubled))
    # Weight, mean and squared deviations; values lie within 6 of 0 and weigh at most 900 together.
    assert np.allclose(first[:, :3], second[:, :3], rtol=1e-9, atol=1e-9)
    assert np.allclose(first[:, :3], single[:, :3] * [2.0, 1.0, 2.0], rtol=1e-9, atol=1e-9)
    assert (first[:, 3:] == second[:, 3:]).all()


@every_observer
@law
@given(given=columns(), seed=st.integers(0, 99), asked=st.lists(hostile, max_size=4))
def test_the_order_of_classes_does_not_matter(
    variant: str, given: Column, seed: int, asked: list[float]
) -> None:
    order = np.random.default_rng(seed).permutation(given.count)
    renamed = Column(given.values, order[given.classes].astype(np.uint32), given.weights, given.count)
    first, second = summarised(variant, given), summarised(variant, renamed)
    points, left, totals = offered(first)
    same_points, other_left, other_totals = offered(second)
    assert points.tobytes() == same_points.tobytes()
    if variant != "gaussian":
        assert (other_left[:, order] == left).all()
        assert (other_totals[order] == totals).all()
    for cut in [*asked, *given.values[:4]]:
        assert (below(second, cut)[order] == below(first, cut)).all()
        density, other = first.density(cut), second.density(cut)
        if density is not None and other is not None:
            assert (np.array(other)[order] == density).all()


@every_observer
@law
@given(given=columns(), place=st.integers(0, 4), until=st.integers(0, 150))
def test_a_class_that_comes_late_might_have_been_there(
    variant: str, given: Column, place: int, until: int
) -> None:
    place = min(place, given.count)
    moved = (given.classes + (given.classes >= place)).astype(np.uint32)
    from_the_start = Column(given.values, moved, given.weights, given.count + 1)
    late = summarised(variant, given.pick(slice(until)))
    late.insert_class(place)
    rest = from_the_start.pick(slice(until, None))
    late.observe(rest.values, rest.classes, rest.weights)
    assert_same(late, summarised(variant, from_the_start))


# ---- states and bytes


@every_observer
@law
@given(given=columns(), batches=st.lists(st.integers(0, 150), max_size=4))
def test_batches_and_questions_leave_no_trace(variant: str, given: Column, batches: list[int]) -> None:
    whole = summarised(variant, given)
    parts = Summary(variant, given.count)
    edges = [0, *sorted(min(row, len(given)) for row in batches), len(given)]
    for start, stop in pairwise(edges):
        part = given.pick(slice(start, stop))
        parts.observe(part.values, part.classes, part.weights)
        parts.cuts(), parts.below(0.5), parts.density(1.0), parts.memory_bytes(), parts.restored()
    assert_same(whole, parts)


@every_observer
@law
@given(given=columns(), until=st.integers(0, 150))
def test_a_stored_summary_goes_on_where_it_stopped(variant: str, given: Column, until: int) -> None:
    summary = summarised(variant, given.pick(slice(until)))
    again = summary.restored()
    assert again is not None
    assert_same(summary, again)
    assert_same_answers(summary, again)
    rest = given.pick(slice(until, None))
    for each in (summary, again):
        each.observe(rest.values, rest.classes, rest.weights)
    assert_same(summary, again)


@every_observer
@law
@given(given=columns(), at=st.lists(st.integers(0, 150), min_size=1, max_size=5))
def test_nan_is_no_value(variant: str, given: Column, at: list[int]) -> None:
    assert_same(summarised(variant, given), summarised(variant, given.with_rows(at, np.nan, 3.0)))


@every_observer
@law
@given(given=columns(), at=st.lists(st.integers(0, 150), min_size=1, max_size=5))
def test_a_row_of_weight_0_is_no_row(variant: str, given: Column, at: list[int]) -> None:
    assert_same(summarised(variant, given), summarised(variant, given.with_rows(at, 7.25, 0.0)))


@every_observer
def test_minus_zero_is_zero(variant: str) -> None:
    values, classes = np.array([-1.0, 0.0, 0.0, 1.0, 5e-324]), np.array([0, 1, 0, 1, 0])
    zeros = np.where(values == 0.0, -0.0, values)
    plain, minus = summarised(variant, column(values, classes)), summarised(variant, column(zeros, classes))
    for cut in (-1.0, -5e-324, -0.0, 0.0, 5e-324, 1.0):
        assert (below(plain, cut) == below(minus, cut)).all()
    assert_same_answers(plain, minus)


@every_observer
def test_a_summary_of_nothing_has_nothing_to_say(variant: str) -> None:
    summary = Summary(variant, 3)
    assert len(offered(summary)[0]) == 0
    assert summary.below(0.0) == summary.below(np.inf) == [0.0] * 3
    density = summary.density(0.0)
    assert density is None or (len(set(density)) == 1 and 0.0 < density[0] < np.inf)


@pytest.mark.parametrize("variant", [v for v in VARIANTS if kind(v) in ("dyadic", "exhaustive")])
@law
@given(given=columns(), seed=st.integers(0, 99))
def test_the_order_of_values_does_not_matter(variant: str, given: Column, seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(given))
    first, second = summarised(variant, given), summarised(variant, given.pick(order))
    assert_same_answers(first, second)
    if kind(variant) == "dyadic":
        assert_same(first, second)


# ---- what splits and predictions need


def is_separated(summary: Summary, totals: np.ndarray, share: float) -> bool:
    """Whether a cut has the first class on its left and the second on its right, but for a share of them."""
    _, left, _ = offered(summary)
    return bool(((left[:, 0] >= (1.0 - share) * totals[0]) & (left[:, 1] <= share * totals[1])).any())


@every_observer
@pytest.mark.parametrize("first", ["constant", "spread", "mixed"])
def test_separable_classes_are_separated(variant: str, first: str) -> None:  # pitfall N2
    rng = np.random.default_rng(11)
    spread = rng.uniform(1.0, 2.0, 500)
    if kind(variant) == "bins":
        # The first different values make the bins: as many as there are bins are told apart.
        spread = np.resize(spread[: max(1, int((variant + ":10").split(":")[1]) - 1)], 500)
    values, classes = np.repeat([0.0, 1.0], 500), np.repeat([0, 1], 500)
    values[500:] = spread
    order = {"constant": np.arange(1000), "spread": np.arange(1000)[::-1], "mixed": rng.permutation(1000)}
    given = column(values[order[first]], classes[order[first]])
    summary = summarised(variant, given)
    if variant == "gaussian":
        assert summary.below(0.5) == summary.below(0.0) == [500.0, 0.0]
    else:
        # What comes from beyond the range of a histogram first counts at its end.
        guessed = kind(variant) == "histogram" and first == "spread"
        assert is_separated(summary, given.totals(), share=0.05 if guessed else 0.0)


@every_offering
@law
@given(given=columns(), asked=st.lists(hostile, max_size=6))
def test_densities_are_positive_and_finite(variant: str, given: Column, asked: list[float]) -> None:
    summary = summarised(variant, given)
    for x in [*asked, *STRANGE, *given.values[:5]]:
        density = np.array(summary.density(x))
        assert len(density) == given.count
        assert np.isfinite(density).all()
        assert (density > 0.0).all()


@every_offering
def test_densities_tell_different_classes_apart(variant: str) -> None:
    rng = np.random.default_rng(5)
    classes = np.arange(2000) % 2
    summary = summarised(variant, column(rng.normal(100.0 * classes, 1.0), classes))
    low, high = np.array(summary.density(0.0)), np.array(summary.density(100.0))
    assert low[0] > 1.2 * low[1]
    assert high[1] > 1.2 * high[0]


# ---- long columns in orders that are made to hurt


ROWS = 20_000
ORDERS = {
    "sorted": np.arange(ROWS),
    "reversed": np.arange(ROWS)[::-1],
    # Always the next from the other end: each value becomes the middle of those to come.
    "zig-zag": np.column_stack([np.arange(ROWS // 2), ROWS - 1 - np.arange(ROWS // 2)]).ravel(),
}


@pytest.mark.parametrize("order", ORDERS)
@every_observer
def test_hurtful_orders_keep_to_the_laws(variant: str, order: str) -> None:
    ascending = np.sort(np.random.default_rng(3).lognormal(size=ROWS))
    classes = np.where(np.arange(ROWS) % 7 == 0, 2, np.arange(ROWS) * 2 // ROWS)
    given = column(ascending, classes).pick(ORDERS[order])
    summary = summarised(variant, given)
    points, left, _ = offered(summary)
    some = np.unique(np.linspace(0, len(points) - 1, 40).astype(int)) if len(points) else []
    for at in some:
        assert below(summary, points[at]).tobytes() == left[at].tobytes()
    asked = [*np.quantile(ascending, np.linspace(0.01, 1.0, 60)), np.inf]
    counted = np.array([below(summary, cut) for cut in asked])
    slack = ROUNDING * ROWS
    assert (np.diff(counted, axis=0) >= -slack).all()
    assert counted[-1] == pytest.approx(given.totals(), rel=ROUNDING)
    again = summary.restored()
    assert again is not None
    assert_same(summary, again)


@pytest.mark.parametrize("observer", _native.observers())
def test_places_and_weights_that_cannot_be_are_refused(observer: str) -> None:
    summary = _native.Summary(observer, 2)
    for place in (3, 99):
        with pytest.raises(ValueError, match="place must be below"):
            summary.insert_class(place)
        with pytest.raises(ValueError, match="place must be below"):
            summary.forget(1.0, place, 1.0)
    for x, w in ((np.inf, 1.0), (1.0, -1.0), (1.0, np.nan)):
        with pytest.raises(ValueError, match="values must be finite"):
            summary.observe(np.array([x]), np.array([0], dtype=np.uint32), np.array([w]))
