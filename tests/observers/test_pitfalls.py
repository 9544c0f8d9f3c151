"""Pitfalls of other libraries' observers, by their number: memory without end, and ranges that move on."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian import VFDT
from riparian._native import Summary, observers
from tests.observers.columns import VARIANTS, Column, column, columns, kind, summarised

CAPPED = [variant for variant in VARIANTS if Summary(variant, 2).most_bytes() is not None]
every_capped = pytest.mark.parametrize("variant", CAPPED)


def block(size: int) -> int:
    """What an allocation takes: eight bytes more, a multiple of sixteen, thirty-two at least."""
    return max(32, -(-(size + 8) // 16) * 16)


# ---- M10: every observer declares a byte cap


def test_all_but_three_observers_declare_a_byte_cap() -> None:  # pitfall M10
    uncapped = {"exhaustive", "quantiles:0.05", "quantiles:0.001", "segments"}
    assert set(VARIANTS) - set(CAPPED) == uncapped
    # And these a budget holds: see tests/budget.


@pytest.mark.parametrize(
    ("variant", "numbers"),
    [
        # K = 3 classes; bins and slots have a key and class weights each, bins two numbers more.
        ("bins:10", 3 + 10 * (3 + 3)),
        ("dyadic:32", 3 + 32 * (3 + 1)),
        ("histogram:10", 3 + 1000 * (3 + 1)),
        ("gaussian", 3 * 5),
    ],
)
def test_the_cap_is_the_formula_of_the_docs_and_what_holds_the_column(variant: str, numbers: int) -> None:
    capped = Summary(variant, 3).most_bytes()
    assert capped is not None
    assert 0 <= capped - block(8 * numbers) <= 200


@pytest.mark.parametrize("tuples", [3, 10, 100, 1000])
@pytest.mark.parametrize("classes", [1, 2, 3, 40])
def test_the_cap_of_quantiles_is_the_formula_of_the_docs(tuples: int, classes: int) -> None:
    capped = Summary(f"quantiles:{tuples}", classes).most_bytes()
    assert capped is not None
    # Every class has memory, and so a header, of its own: up to 24 bytes more. Up to 16 tuples have their
    # order beside them: with an odd number, 16 more.
    beside = 40 if tuples <= 16 and tuples % 2 else 24
    assert 0 <= capped - 24 * (tuples + 1) * classes <= 200 + beside * classes


@pytest.mark.parametrize("tuples", [3, 10, 1000])
@pytest.mark.parametrize("classes", [1, 2, 3, 40])
def test_the_cap_of_gk_is_the_formula_of_the_docs(tuples: int, classes: int) -> None:
    capped = Summary(f"gk:{tuples}", classes).most_bytes()
    assert capped is not None
    assert 0 <= capped - 24 * (tuples - 1) * classes <= 200 + (24 + 32) * classes


@every_capped
@settings(max_examples=25)
@given(given=columns(), late=st.lists(st.integers(0, 150), max_size=2), seed=st.integers(0, 99))
def test_no_column_grows_beyond_its_cap(
    variant: str, given: Column, late: list[int], seed: int
) -> None:  # pitfall M10
    summary = Summary(variant, given.count)
    edges = [0, *sorted(min(row, len(given)) for row in late), len(given)]
    for start, stop in pairwise(edges):
        for row in range(start, stop):
            part = given.pick(slice(row, row + 1))
            summary.observe(part.values, part.classes, part.weights)
            assert summary.memory_bytes() <= (summary.most_bytes() or 0)
        if stop < len(given):
            # A class that comes late: the cap is that of one class more.
            before = summary.most_bytes() or 0
            summary.insert_class(seed % (given.count + 1))
            assert summary.memory_bytes() <= (summary.most_bytes() or 0)
            assert (summary.most_bytes() or 0) > before


@every_capped
@pytest.mark.parametrize("order", ["sorted", "reversed", "zig-zag", "growing", "one value"])
def test_no_hurtful_order_grows_a_column_beyond_its_cap(variant: str, order: str) -> None:  # pitfall M10
    rows = 20_000
    up = np.sort(np.random.default_rng(3).lognormal(size=rows))
    values = {
        "sorted": up,
        "reversed": up[::-1],
        "zig-zag": np.column_stack([up[: rows // 2], up[: rows // 2 - 1 : -1]]).ravel(),
        "growing": 1.01 ** np.arange(rows) * (-1.0) ** np.arange(rows),
        "one value": np.where(np.arange(rows) < 100, up, 1.0),
    }[order]
    rest = column(values.copy(), np.arange(rows) % 3)
    summary = summarised(variant, rest.pick(slice(rows // 2)))
    full = summary.memory_bytes()
    assert full <= (summary.most_bytes() or 0)
    rest = rest.pick(slice(rows // 2, None))
    summary.merge(summarised(variant, rest))
    assert summary.memory_bytes() <= (summary.most_bytes() or 0)
    summary.insert_class(3)
    summary.observe(rest.values, np.full(len(rest), 3, dtype=np.uint32), rest.weights)
    assert summary.memory_bytes() <= (summary.most_bytes() or 0)
    if kind(variant) in ("bins", "dyadic", "gaussian") and order == "sorted":
        # No idle promise: with as many different values as there is room for, it is reached.
        assert summary.memory_bytes() == summary.most_bytes()


# ---- N9: a range that moves on


@cache
def right(observer: str, noise: bool, seed: int) -> float:
    """Share of right answers, predicted before learned, when the range moves on after 1000 of 30,000 rows."""
    rng = np.random.default_rng(seed)
    x = np.concatenate([rng.uniform(0.0, 1.0, 1_000), rng.uniform(100.0, 200.0, 29_000)])
    y = x > 160.0
    if noise:
        # As many of either class as later on: nothing is gained by a cut between the two ranges.
        y[:1_000] = rng.random(1_000) < 0.4
    tree = VFDT(observer=observer)
    return float(np.mean(tree.predict_then_learn_many(x[:, None], y) == y))


# Where a cut between the ranges gains something, even bins recover: the leaf behind it begins anew.
@pytest.mark.parametrize("observer", observers())
@pytest.mark.parametrize("seed", [1, 2])
def test_a_range_that_moves_on_costs_less_than_two_points(observer: str, seed: int) -> None:  # pitfall N9
    assert right(observer, False, seed) >= right("exhaustive", False, seed) - 0.02


# Bins are placed by the first values, as in VFML and in the paper: what comes later falls into the last one,
# and no cut parts it. That is their design, and stated in docs/observers.md; dyadic has no such weakness.
@pytest.mark.parametrize("observer", [name for name in observers() if name != "bins"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_range_that_moves_on_from_noise_costs_less_than_two_points(
    observer: str, seed: int
) -> None:  # pitfall N9
    assert right(observer, True, seed) >= right("exhaustive", True, seed) - 0.02


@pytest.mark.parametrize("seed", [1, 2])
def test_only_bins_are_left_behind_by_a_range_that_moves_on(seed: int) -> None:
    # Measured: 3 points. If this fails, bins need no exemption above any more.
    assert right("bins", True, seed) < right("exhaustive", True, seed) - 0.02
