"""Each observer against its oracle (tests/oracles/observers.py): the same cuts, weights and densities."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian._native import Summary
from tests.observers.columns import OFFERING, Column, columns, hostile, offered, summarised
from tests.oracles import observers as oracles

RECORDED = Path(__file__).resolve().parent / "moa_bins.json"
CASES = json.loads(RECORDED.read_text("utf-8"))["cases"]
# Both round each of some hundred additions and spreads; weights are at most some hundred.
NEAR = {"rel": 1e-10, "abs": 1e-9}


def told(observer: oracles.Observer, given: Column) -> None:
    for x, k, w in zip(given.values.tolist(), given.classes.tolist(), given.weights.tolist(), strict=True):
        observer.observe(x, k, w)


@pytest.mark.parametrize("variant", OFFERING)
@settings(max_examples=25)
@given(given=columns(), asked=st.lists(hostile, max_size=4))
def test_cuts_weights_and_densities_are_those_of_the_oracle(
    variant: str, given: Column, asked: list[float]
) -> None:
    oracle, summary = oracles.make(variant), summarised(variant, given)
    told(oracle, given)
    points, left, totals = offered(summary)
    wanted = oracle.cuts(0.0)
    assert points.tolist() == [cut for cut, _ in wanted]
    for counted, (_, weights) in zip(left, wanted, strict=True):
        assert counted == pytest.approx([weights.get(k, 0.0) for k in range(given.count)], **NEAR)
    assert totals == pytest.approx([oracle.totals().get(k, 0.0) for k in range(given.count)], **NEAR)
    for x in [*asked, *given.values[:4].tolist()]:
        density = summary.density(x)
        assert density is not None
        assert density == pytest.approx([oracle.density(x, k) for k in range(given.count)], rel=1e-9)


# ---- the oracles themselves, by hand


def test_a_value_inside_a_bin_takes_what_an_even_spread_would_give_it() -> None:
    bins = oracles.Bins(4)
    for x, k, w in [(0.0, 0, 1.0), (8.0, 0, 1.0), (8.0, 1, 2.0)]:
        bins.observe(x, k, w)
    bins.limit = 2
    for x in (2.0, 3.0):
        bins.observe(x, 1, 4.0)  # counted in [0, 8), which now holds 1 on its boundary and 8 somewhere
    bins.limit = 4
    bins.observe(6.0, 0, 1.0)  # a quarter of the 8 lies beyond 6
    assert [(b.lower, b.upper, b.weights) for b in bins.bins] == [
        (0.0, 6.0, {0: 1.0, 1: 6.0}),
        (6.0, 8.0, {0: 1.0, 1: 2.0}),
        (8.0, 8.0, {0: 1.0, 1: 2.0}),
    ]
    bins.observe(9.0, 1, 1.0)
    bins.observe(99.0, 1, 1.0)  # no room for a bin: the last one takes it
    assert [(b.lower, b.upper) for b in bins.bins][2:] == [(8.0, 9.0), (9.0, 9.0)]
    assert bins.totals() == {0: 3.0, 1: 12.0}
    assert bins.density(7.0, 1) == (2.0 + 1.0) / (12.0 + 4.0)


def test_a_dyadic_grid_drops_bits_until_there_is_room() -> None:
    grid = oracles.Dyadic(4)
    for x in (1.0, 2.0, 3.0, 4.0):
        grid.observe(x, 0, 1.0)
    assert grid.shift() == 0
    assert [cut for cut, _ in grid.cuts(0.0)] == [1.0, 2.0, 3.0]
    grid.observe(5.0, 0, 1.0)
    # 4 and 5 differ in the second bit of the mantissa, 2 and 3 in the first: 51 bits go, 4 to 6 is a slot.
    assert grid.shift() == 51
    assert [(np.nextafter(cut, 9.0), w) for cut, w in grid.cuts(0.0)] == [
        (1.5, {0: 1.0}),
        (3.0, {0: 2.0}),
        (4.0, {0: 3.0}),
    ]


def test_boundary_points_part_values_of_different_classes() -> None:
    exact = oracles.Exhaustive()
    for x, k in [(1.0, 0), (2.0, 0), (3.0, 0), (4.0, 1), (5.0, 1), (5.0, 0), (6.0, 0), (7.0, 0)]:
        exact.observe(x, k, 1.0)
    assert [cut for cut, _ in exact.cuts(0.4)] == [3.0, 4.0, 5.0]
    # With a fifth of eight on each side, 2 is the first cut that is allowed, and 5 the last.
    assert [cut for cut, _ in exact.cuts(0.2)] == [2.0, 3.0, 4.0, 5.0]
    assert [cut for cut, _ in exact.cuts(0.0)] == [1.0, 3.0, 4.0, 5.0, 6.0]


# ---- MOA's own bins (tools/moa/record_bins.py)


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_bins_are_those_of_moa(case: dict[str, Any]) -> None:
    values, classes, weights = (np.array(column) for column in zip(*case["rows"], strict=True))
    given = Column(values, classes.astype(np.uint32), weights, case["classes"])
    summary = Summary(f"bins:{case['limit']}", given.count)
    oracle = oracles.Bins(case["limit"])
    summary.observe(given.values, given.classes, given.weights)
    told(oracle, given)
    numbers = summary.numbers().tolist()
    found = len(case["bins"])
    assert int(numbers[1]) == len(oracle.bins) == found
    lowers = numbers[3 + given.count :][:found]
    rows = np.array(numbers[3 + given.count + found :]).reshape(found, 2 + given.count)
    assert numbers[0] == case["bins"][-1]["upper"]
    for lower, row, mine, moa in zip(lowers, rows, oracle.bins, case["bins"], strict=True):
        assert lower == mine.lower == moa["lower"]
        assert row[0] == mine.boundary_class == moa["class"]
        assert row[1] == pytest.approx(moa["boundary"], **NEAR)
        assert row[2:] == pytest.approx(moa["weights"], **NEAR)
        assert [mine.weights.get(k, 0.0) for k in range(given.count)] == pytest.approx(moa["weights"], **NEAR)
