"""Samples of streams of unknown length: thinned out by row numbers alone, and the same as if asked for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian import VFDT
from riparian.evaluate import Meter, prequential
from riparian.evaluate.spacing import Spacing
from riparian.streams import Generated
from tests.evaluate.models import LastLabel, MostFrequent, numbers


def endless(rows: int, size: int = 100):
    """A stream that does not know its length."""
    stream = numbers(rows, size=size)
    stream.rows = None
    return stream


# ---- by hand


@pytest.mark.parametrize(
    ("rows", "every"), [(9000, 1000), (100_000, 1000), (250_000, 2500), (1_000_000, 10_000)]
)
def test_a_known_length_gives_a_hundred_samples_at_least_a_thousand_rows_apart(rows, every):
    result = prequential(VFDT(), Generated("stagger"), rows=rows)
    assert result.table["row"].tolist() == list(range(every, rows + 1, every))
    assert result.settings["evaluation"]["every"] == every


def test_a_short_stream_of_unknown_length_has_a_curve():
    result = prequential(VFDT(), endless(9500))
    assert result.table["row"].tolist() == [*range(1000, 9001, 1000), 9500]


def test_a_stream_that_ends_before_the_rows_asked_for_has_a_curve():
    assert len(prequential(VFDT(), endless(3000), rows=1_000_000).table["row"]) == 3
    assert len(prequential(VFDT(), numbers(3000), rows=1_000_000).table["row"]) == 3


def test_a_warm_up_does_not_count():
    result = prequential(VFDT(), Generated("stagger"), rows=202_000, warmup=2000)
    assert result.table["row"].tolist() == list(range(4000, 202_001, 2000))


def test_the_distance_doubles_with_the_row_after_the_two_hundredth_sample():
    for rows, every in ((200_000, 1000), (200_001, 2000), (400_000, 2000), (400_001, 4000)):
        result = prequential(VFDT(), endless(rows, size=50_000), measures=["accuracy"], window=None)
        expected = list(range(every, rows + 1, every))
        assert result.table["row"].tolist() == expected + [rows] * (rows % every > 0)
        assert result.settings["evaluation"]["every"] == every


# ---- properties


@given(
    seed=st.integers(0, 10**6),
    sizes=st.lists(st.integers(1, 90), max_size=12),
    first=st.integers(1, 9),
    most=st.integers(1, 9),
    window=st.sampled_from([None, 1, 7, 33]),
)
def test_thinned_samples_depend_on_no_batch_and_equal_those_asked_for(seed, sizes, first, most, window):
    rng = np.random.default_rng(seed)
    actual, predicted = rng.integers(0, 3, (2, 400))
    asked = {"window": window, "fading": 0.9}
    thinned = Spacing(first, most)
    meters = [Meter(every=thinned, **asked), Meter(every=thinned, **asked)]
    meters.append(Meter(every=thinned.at(400), **asked))
    meters[0].add(actual, predicted)
    meters[2].add(actual, predicted)
    at = 0
    for size in [*sizes, 400]:
        meters[1].add(actual[at : at + size], predicted[at : at + size])
        meters[1]._measure()
        at += size
    whole, parts, plain = (meter.table() for meter in meters)
    assert {name: values.tobytes() for name, values in whole.items()} == {
        name: values.tobytes() for name, values in parts.items()
    }
    for name, values in plain.items():
        # Other pieces are summed when samples are taken further apart: counts are exact, fading rounds.
        assert values.tolist() == pytest.approx(whole[name].tolist(), rel=1e-9, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("make", [VFDT, LastLabel, MostFrequent], ids=lambda make: make.__name__)
def test_sizes_are_noted_at_the_samples_that_stay(monkeypatch, make):
    monkeypatch.setattr("riparian.evaluate.spacing.FEWEST_ROWS", 10)
    monkeypatch.setattr("riparian.evaluate.spacing.MOST_SAMPLES", 5)
    tables = []
    for size in (1, 64, 1000):
        result = prequential(make(), endless(333, size), window=30, batch_rows=64)
        assert result.table["row"].tolist() == [80, 160, 240, 320, 333]
        tables.append({n: v.tolist() for n, v in result.table.items() if "second" not in n})
    assert repr(tables[0]) == repr(tables[1]) == repr(tables[2])
    expected = prequential(make(), numbers(333), every=80, window=30, batch_rows=64).table
    for name in ("nodes", "depth", "memory_bytes", "window_accuracy"):
        assert repr(expected[name].tolist()) == repr(tables[0][name])
