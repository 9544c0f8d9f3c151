"""Segments: bins, blocks and segments as rows come and go, and the trees that grow from their borders."""

from collections import deque
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from riparian import VFDT
from riparian._native import Summary, observers
from tests.observers.columns import Column, below, column, columns, law, moderate, offered, summarised
from tests.test_oracle import CRITERIA

Flags = NDArray[np.bool_]


def layers(summary: Summary) -> tuple[NDArray[np.float64], Flags, Flags]:
    found = summary.layers()
    assert found is not None
    assert summary.layer_counts() == (len(found[0]), int(found[1].sum()), int(found[2].sum()))
    return found


def defined_layers(given: Column) -> tuple[list[float], list[bool], list[bool]]:
    """Values, and whether a block and a segment begins with each, from the definition and with fractions."""
    values = np.unique(given.values).tolist()
    shares: list[list[Fraction]] = []
    for value in values:
        weights = [Fraction(w) for w in given.pick(given.values == value).totals()]
        shares.append([w / sum(weights) for w in weights])
    blocks = [before != after or max(after) < 1 for before, after in pairwise(shares)]
    segments = [before != after for before, after in pairwise(shares)]
    first = [True] * bool(values)
    return values, first + blocks, first + segments


def assert_layers(summary: Summary, given: Column) -> None:
    for found, wanted in zip(layers(summary), defined_layers(given), strict=True):
        assert found.tolist() == wanted


def test_bins_blocks_and_segments_by_hand() -> None:
    # 1 and 2 are pure of one class; 3 and 4 have it half and half; 5 is pure of the other.
    given = column([1, 2, 2, 3, 3, 4, 4, 4, 4, 5], [0, 0, 0, 0, 1, 0, 1, 0, 1, 1])
    values, blocks, segments = layers(summarised("segments", given))
    assert values.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0]
    assert blocks.tolist() == [True, False, True, True, True]
    assert segments.tolist() == [True, False, True, False, True]


def test_only_segments_have_layers() -> None:
    for observer in observers():
        summary = Summary(observer, 2)
        assert (summary.layers() is None) == (summary.layer_counts() is None) == (observer != "segments")


@law
@given(given=columns())
def test_layers_are_those_of_the_definition(given: Column) -> None:
    # Weights are multiples of 1/8: nothing is rounded.
    assert_layers(summarised("segments", given), given)


@law
@given(given=columns(), until=st.integers(0, 150))
def test_merged_and_restored_layers_are_those_of_the_definition(given: Column, until: int) -> None:
    merged = summarised("segments", given.pick(slice(until)))
    merged.merge(summarised("segments", given.pick(slice(until, None))))
    again = merged.restored()
    assert again is not None
    for each in (merged, again):
        assert_layers(each, given)


# ---- a window over a stream


@pytest.mark.parametrize("observer", ["exhaustive", "segments"])
@law
@given(given=columns(moderate, least=1), width=st.integers(1, 60))
def test_a_window_is_the_summary_of_its_rows(observer: str, given: Column, width: int) -> None:
    summary, held = Summary(observer, given.count), deque[int]()
    for row in range(len(given)):
        summary.observe(*(part[row : row + 1] for part in (given.values, given.classes, given.weights)))
        held.append(row)
        if len(held) > width:
            gone = held.popleft()
            x, place, w = given.values[gone], given.classes[gone], given.weights[gone]
            assert summary.forget(float(x), int(place), float(w))
    rest = given.pick(slice(max(0, len(given) - width), None))
    fresh = summarised(observer, rest)
    for mine, other in zip(offered(summary), offered(fresh), strict=True):
        assert mine.tobytes() == other.tobytes()
    for cut in given.values[:5]:
        assert (below(summary, cut) == rest.up_to(cut)).all()
        # Weights are multiples of 1/8, so that totals keep nothing of what went.
        assert summary.density(cut) == fresh.density(cut)
    if observer == "segments":
        assert_layers(summary, rest)


def test_a_long_window_over_many_values() -> None:
    rng = np.random.default_rng(4)
    rows, width = 60_000, 5_000
    given = column(rng.normal(size=rows).round(3) + 0.0, rng.integers(3, size=rows), rng.integers(1, 4, rows))
    summary = summarised("segments", given.pick(slice(width)))
    for row in range(width, rows):
        summary.observe(*(part[row : row + 1] for part in (given.values, given.classes, given.weights)))
        gone = row - width
        x, place, w = given.values[gone], given.classes[gone], given.weights[gone]
        assert summary.forget(float(x), int(place), float(w))
    rest = given.pick(slice(rows - width, None))
    assert_layers(summary, rest)
    fresh = summarised("segments", rest)
    assert offered(summary)[1].tobytes() == offered(fresh)[1].tobytes()
    assert summary.memory_bytes() < 2.2 * fresh.memory_bytes()


def test_real_weights_in_a_long_window_drift_by_rounding_alone() -> None:
    rng = np.random.default_rng(5)
    rows, width = 40_000, 500
    given = column(rng.integers(9, size=rows), rng.integers(2, size=rows), rng.uniform(0.1, 9.0, rows))
    summary = Summary("segments", 2)
    for row in range(rows):
        summary.observe(*(part[row : row + 1] for part in (given.values, given.classes, given.weights)))
        if row >= width:
            x, place, w = (part[row - width] for part in (given.values, given.classes, given.weights))
            assert summary.forget(float(x), int(place), float(w))
    rest = given.pick(slice(rows - width, None))
    # Two roundings for each of 40,000 rows, of sums below 500: each 3e-14 at most.
    for cut in range(9):
        assert below(summary, cut) == pytest.approx(rest.up_to(cut), abs=3e-9)


# ---- trees


def stream(seed: int) -> tuple[Any, Any]:
    """Few values in each column, so that bins are mixed and some neighbours equal; the classes overlap."""
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.integers(n, size=3000) for n in (5, 12, 40, 300)]).astype(float)
    y = (X[:, 1] > 5) + (X[:, 2] > 20) * rng.integers(2, size=3000)
    return X, y


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("criterion", CRITERIA)
def test_trees_are_those_of_exhaustive(criterion: str, seed: int) -> None:
    # No cut inside a segment gains more than its borders: the best one is the same, but for ties.
    X, y = stream(seed)
    trees = [
        VFDT(observer=observer, criterion=criterion, predictor="mc", grace_period=100, tau=0.2)
        for observer in ("segments", "exhaustive")
    ]
    for tree in trees:
        tree.learn_many(X, y)
    assert trees[0].n_leaves > 3
    assert trees[0].to_text() == trees[1].to_text()


def test_borders_of_segments_are_fewer_than_boundary_points() -> None:
    given = column([1, 1, 2, 2, 3, 3, 4], [0, 1, 0, 1, 0, 1, 0])
    assert offered(summarised("exhaustive", given))[0].tolist() == [1.0, 2.0, 3.0]
    # 1, 2 and 3 are one segment: 1 is only offered as the first cut.
    assert offered(summarised("segments", given))[0].tolist() == [1.0, 3.0]


# ---- what must be refused


def test_a_row_that_did_not_come_is_not_taken_back() -> None:
    summary = summarised("segments", column([1.0, 1.0, 2.0], [0, 0, 1], [2.0, 3.0, 0.5]))
    before = summary.numbers().tobytes()
    for x, place, w in [(1.5, 0, 1.0), (1.0, 1, 1.0), (1.0, 0, 6.0), (1.0, 0, 5.0), (2.0, 1, 0.25)]:
        assert not summary.forget(x, place, w)
    assert summary.numbers().tobytes() == before
    # That it has the weight of two rows is all that can be known of a bin: 4 and 1 might have come.
    assert summary.forget(1.0, 0, 4.0)
    assert summary.forget(1.0, 0, 1.0)
