"""Merging and forgetting: summaries of parts against that of the whole, and values that are taken back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian._native import Summary
from tests.observers.columns import (
    VARIANTS,
    Column,
    below,
    column,
    columns,
    kind,
    moderate,
    offered,
    summarised,
)

every_observer = pytest.mark.parametrize("variant", VARIANTS)
law = settings(max_examples=25)
EXACT = [variant for variant in VARIANTS if kind(variant) in ("dyadic", "exhaustive")]
# Rounding of some hundred additions and spreads.
ROUNDING = 1e-9


def parts_of(given: Column, seed: int, count: int) -> list[Column]:
    """The rows dealt out at random, most to the first parts, each part in the order in which they came."""
    rng = np.random.default_rng(seed)
    part = (rng.random(len(given)) ** rng.integers(1, 6) * count).astype(int)
    return [given.pick(part == i) for i in range(count)]


def merged(variant: str, parts: list[Column]) -> Summary:
    whole = summarised(variant, parts[0])
    for part in parts[1:]:
        whole.merge(summarised(variant, part))
    return whole


# ---- merging


@pytest.mark.parametrize("variant", EXACT)
@law
@given(given=columns(), seed=st.integers(0, 99), count=st.integers(1, 4))
def test_merged_parts_are_the_whole(variant: str, given: Column, seed: int, count: int) -> None:
    parts, whole = parts_of(given, seed, count), summarised(variant, given)
    for found in (merged(variant, parts), merged(variant, parts[::-1])):
        for mine, other in zip(offered(found), offered(whole), strict=True):
            assert mine.tobytes() == other.tobytes()
        if kind(variant) == "dyadic":
            assert found.numbers().tobytes() == whole.numbers().tobytes()
            assert found.memory_bytes() == whole.memory_bytes()


@every_observer
@law
@given(given=columns(), seed=st.integers(0, 99), count=st.integers(1, 4))
def test_merging_loses_no_weight(variant: str, given: Column, seed: int, count: int) -> None:
    found = merged(variant, parts_of(given, seed, count))
    totals = given.totals()
    assert below(found, np.inf) == pytest.approx(totals, rel=ROUNDING, abs=ROUNDING * totals.sum())
    points, left, _ = offered(found)
    slack = ROUNDING * totals.sum()
    assert (np.diff(points) > 0.0).all()
    assert (np.diff(left, axis=0, prepend=0.0) >= -slack).all()
    assert (left <= totals + slack).all()
    for point, counted in zip(points, left, strict=True):
        assert below(found, point).tobytes() == counted.tobytes()
    again = found.restored()
    assert again is not None
    assert again.numbers().tobytes() == found.numbers().tobytes()
    assert again.memory_bytes() == found.memory_bytes()


@pytest.mark.parametrize("variant", [v for v in VARIANTS if kind(v) == "bins"])
@law
@given(given=columns(moderate), seed=st.integers(0, 99))
def test_bins_that_are_left_hold_what_the_parts_held_there(variant: str, given: Column, seed: int) -> None:
    # Fusing bins drops boundaries; those that stay are exact for what the two summaries say of them.
    first, second = (summarised(variant, part) for part in parts_of(given, seed, 2))
    both = Summary(variant, given.count)
    both.merge(first)
    both.merge(second)
    points, left, totals = offered(both)
    for point, counted in zip(points, left, strict=True):
        # The cut is the number before the next bin; a bin that is spread evenly has as much up to either.
        border = np.nextafter(point, np.inf)
        known = below(first, point) + below(second, point)
        beyond = below(first, border) + below(second, border)
        slack = ROUNDING * totals.sum()
        assert (counted >= known - slack).all()
        assert (counted <= beyond + slack).all()


@pytest.mark.parametrize("variant", [v for v in VARIANTS if v == "gaussian"])
@law
@given(given=columns(moderate), seed=st.integers(0, 99), count=st.integers(1, 4))
def test_merged_normals_have_the_moments_of_the_whole(
    variant: str, given: Column, seed: int, count: int
) -> None:
    shape = (given.count, 5)
    found = merged(variant, parts_of(given, seed, count)).numbers().reshape(shape)
    whole = summarised(variant, given).numbers().reshape(shape)
    assert found[:, 0].tobytes() == whole[:, 0].tobytes()
    assert found[:, 3:].tobytes() == whole[:, 3:].tobytes()
    # Values lie within 6 of 0 and weigh at most 450 together.
    assert np.allclose(found[:, 1:3], whole[:, 1:3], rtol=ROUNDING, atol=1e-9)


@every_observer
@law
@given(given=columns())
def test_merging_nothing_changes_nothing_but_room(variant: str, given: Column) -> None:
    for nothing_first in (False, True):
        found = Summary(variant, given.count) if nothing_first else summarised(variant, given)
        found.merge(summarised(variant, given) if nothing_first else Summary(variant, given.count))
        wanted = offered(summarised(variant, given))
        if kind(variant) == "quantiles":
            # The adaptive ones take the occasion to drop what has become dispensable.
            assert offered(found)[2].tobytes() == wanted[2].tobytes()
        elif kind(variant) in ("dyadic", "exhaustive", "gaussian"):
            for mine, other in zip(offered(found), wanted, strict=True):
                assert mine.tobytes() == other.tobytes()
        else:
            assert offered(found)[0].tobytes() == wanted[0].tobytes()
            assert np.allclose(offered(found)[1], wanted[1], rtol=ROUNDING, atol=ROUNDING)


def test_other_summaries_are_refused() -> None:
    for other in (Summary("bins", 3), Summary("gaussian", 2)):
        with pytest.raises(ValueError, match="only summaries of one kind and the same classes"):
            Summary("bins", 2).merge(other)


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        ("bins:10", "bins:20"),
        ("dyadic:32", "dyadic:64"),
        ("histogram:10", "histogram:10:width"),
        ("quantiles:100", "quantiles:0.01"),
    ],
)
def test_other_limits_are_refused_and_named(mine: str, other: str) -> None:
    rows = column([1.0, 2.0, 3.0], [0, 1, 0])
    first, second = summarised(mine, rows), summarised(other, rows)
    before = first.numbers().tobytes()
    with pytest.raises(ValueError, match=f"can be merged, got '{mine}' of 2 classes and '{other}' of 2 classes"):
        first.merge(second)
    assert first.numbers().tobytes() == before


@pytest.mark.parametrize("variant", [v for v in VARIANTS if kind(v) in ("quantiles", "histogram")])
def test_merged_ranks_are_near_those_of_the_whole(variant: str) -> None:
    rng = np.random.default_rng(8)
    classes = rng.integers(2, size=8000)
    given = column(rng.normal(classes, 1.0), classes)
    found = merged(variant, parts_of(given, 1, 4))
    whole = summarised(variant, given)
    worst = {True: 0.0, False: 0.0}
    for cut in np.quantile(given.values, np.linspace(0.02, 0.98, 49)):
        exact = given.up_to(cut)
        for parted, summary in ((True, found), (False, whole)):
            worst[parted] = max(worst[parted], float(np.abs(below(summary, cut) - exact).max()) / 4000)
    # One pass errs by so much; four parts, compressed three times more, may err four times as much.
    assert worst[True] <= 4.0 * worst[False] + 0.01


# ---- forgetting


@every_observer
@law
@given(given=columns(least=1), seed=st.integers(0, 99))
def test_forgetting_is_exact_or_refused(variant: str, given: Column, seed: int) -> None:
    at = np.random.default_rng(seed).integers(len(given))
    kept = given.pick(np.arange(len(given)) != at)
    x, place, w = float(given.values[at]), int(given.classes[at]), float(given.weights[at])
    # The value comes last, or anywhere.
    for order in (np.append(np.delete(np.arange(len(given)), at), at), np.arange(len(given))):
        summary = summarised(variant, given.pick(order))
        before = summary.numbers().tobytes()
        if not summary.forget(x, place, w):
            assert summary.numbers().tobytes() == before
            assert kind(variant) not in ("dyadic", "exhaustive")
            continue
        # What is offered now is exact for the values left; a grid may have become coarser for ever.
        points, left, totals = offered(summary)
        assert (totals == kept.totals()).all()
        for point, counted in zip(points, left, strict=True):
            assert (counted == kept.up_to(point)).all()
        again = summary.restored()
        assert again is not None
        assert again.memory_bytes() == summary.memory_bytes()


@every_observer
@law
@given(given=columns(), x=moderate)
def test_what_never_came_is_not_forgotten(variant: str, given: Column, x: float) -> None:
    summary = summarised(variant, given)
    before = summary.numbers().tobytes()
    assert not summary.forget(x, 0, 1e6)
    assert not summary.forget(3e139, 0, 1e6)
    assert summary.numbers().tobytes() == before


@pytest.mark.parametrize("variant", EXACT)
@law
@given(given=columns())
def test_forgetting_everything_leaves_nothing(variant: str, given: Column) -> None:
    summary = summarised(variant, given)
    for x, place, w in zip(given.values, given.classes, given.weights, strict=True):
        assert summary.forget(float(x), int(place), float(w))
    points, _, totals = offered(summary)
    assert len(points) == 0
    assert (totals == 0.0).all()
