"""Merging: summaries of parts against that of the whole."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian._native import Summary
from tests.observers.columns import (
    EXACT,
    VARIANTS,
    Column,
    below,
    column,
    columns,
    every_observer,
    kind,
    law,
    moderate,
    offered,
    summarised,
)
from tests.observers.costs import stated_cost, uncertain

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
        if kind(variant) == "quantiles" and "." in variant:
            # The adaptive ones take the occasion to drop what has become dispensable.
            assert offered(found)[2].tobytes() == wanted[2].tobytes()
        elif kind(variant) in ("dyadic", "exhaustive", "gaussian", "gk", "quantiles", "segments"):
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
        ("gk:10", "gk:100"),
        ("histogram:10", "histogram:10:width"),
        ("quantiles:100", "quantiles:0.01"),
    ],
)
def test_other_limits_are_refused_and_named(mine: str, other: str) -> None:
    rows = column([1.0, 2.0, 3.0], [0, 1, 0])
    first, second = summarised(mine, rows), summarised(other, rows)
    before = first.numbers().tobytes()
    with pytest.raises(
        ValueError, match=f"can be merged, got '{mine}' of 2 classes and '{other}' of 2 classes"
    ):
        first.merge(second)
    assert first.numbers().tobytes() == before


# ---- what merging may cost where it is not exact, as docs/observers.md states it

ESTIMATING = [variant for variant in VARIANTS if kind(variant) in ("bins", "gk", "histogram", "quantiles")]


@law
@pytest.mark.parametrize("variant", ESTIMATING)
@given(given=columns(moderate), seed=st.integers(0, 99), asked=st.lists(moderate, max_size=6))
def test_merging_costs_no_more_than_stated(
    variant: str, given: Column, seed: int, asked: list[float]
) -> None:
    first, second, third = (summarised(variant, part) for part in parts_of(given, seed, 3))
    for other in (second, third):
        before = first.restored()
        assert before is not None
        first.merge(other)
        for cut in np.unique([*asked, *given.values, *offered(first)[0]]):
            away = np.abs(below(first, cut) - below(before, cut) - below(other, cut))
            slack = ROUNDING * given.weights.sum()
            assert (away <= stated_cost(variant, before, other, first, cut) + slack).all()


@pytest.mark.parametrize("order", ["as drawn", "one after the other", "moving on"])
@pytest.mark.parametrize("variant", ESTIMATING)
def test_merged_ranks_are_as_near_as_stated(variant: str, order: str) -> None:
    rng = np.random.default_rng(8)
    classes = rng.integers(2, size=8000)
    values = rng.normal(classes, 1.0)
    if order == "moving on":
        values += np.arange(8000) / 500.0
    given = column(values, classes, rng.integers(1, 9, 8000) / 4.0)
    parts = parts_of(given, 1, 4)
    if order != "as drawn":
        # Ranges that overlap little: what one part calls its end is nothing special to another.
        place = np.argsort(given.values) if order == "one after the other" else np.arange(8000)
        parts = [given.pick(np.sort(some)) for some in np.array_split(place, 4)]
    summaries = [summarised(variant, part) for part in parts]
    cuts = np.quantile(given.values, np.linspace(0.01, 0.99, 99))
    allowed = sum(
        np.array([np.abs(below(summary, cut) - part.up_to(cut)) for cut in cuts])
        for part, summary in zip(parts, summaries, strict=True)
    )
    found = summaries[0]
    for other in summaries[1:]:
        before = found.restored()
        assert before is not None
        found.merge(other)
        allowed += np.array([stated_cost(variant, before, other, found, cut) for cut in cuts])
    wrong = np.array([np.abs(below(found, cut) - given.up_to(cut)) for cut in cuts])
    assert (wrong <= allowed + ROUNDING * given.weights.sum()).all()
    if kind(variant) == "quantiles":
        # And whatever was merged, the tuples know how far they may be from the truth.
        assert (wrong <= np.array([uncertain(found, cut) for cut in cuts]) / 2.0 + ROUNDING).all()
        if "." in variant:
            assert (wrong <= float(variant.partition(":")[2]) * given.totals()).all()
