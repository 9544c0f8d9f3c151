"""Figures 4 and 5: bins, blocks and segments by hand and by a slow count, and what is left out before."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby, pairwise

import numpy as np
import pytest

from riparian.papers.elomaa2008 import counting
from riparian.papers.elomaa2008.cells import Task
from riparian.papers.elomaa2008.counting import WAVES, counts, of_waves, parts, rounded, sizes
from riparian.papers.elomaa2008.domains import complete
from riparian.papers.elomaa2008.training import run
from riparian.streams import Generated


def coded(classes: str) -> np.ndarray:
    return np.array(["ab".index(name) for name in classes], dtype=np.uint32)


def test_a_column_by_hand() -> None:
    # value:   1   2  3   4   5     6  7  8
    # classes: aa  a  ab  ab  aabb  b  b  a
    values = np.array([1, 1, 2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 7, 8], dtype=np.float64)
    codes = coded("aaaababaabbbba")
    # Eight bins. Blocks: 1 and 2 (all a), 3, 4, 5 (mixed values stay alone), 6 and 7 (all b), 8.
    # Segments: 1 and 2, 3 to 5 (half and half each), 6 and 7, 8.
    assert counts(values, codes, 2) == (8, 6, 4) == slow(values, codes, 2)


def test_the_order_of_rows_does_not_matter() -> None:
    values = np.array([3.0, 1.0, 2.0, 1.0, 3.0, 2.0])
    codes = coded("abbaab")
    order = np.argsort(values, kind="stable")
    assert counts(values, codes, 2) == counts(values[order], codes[order], 2) == (3, 3, 3)


def slow(values: np.ndarray, codes: np.ndarray, classes: int) -> tuple[int, int, int]:
    """Shares of every value as fractions, and a comparison of neighbours."""
    shares = []
    for value in np.unique(values):
        there = codes[values == value]
        shares.append([Fraction(int((there == place).sum()), len(there)) for place in range(classes)])
    borders = [one != other or max(one) < 1 for one, other in pairwise(shares)]
    blocks = 1 + sum(borders)
    return len(shares), blocks, len(list(groupby(shares)))


@pytest.mark.parametrize("seed", range(20))
def test_random_columns_are_counted_as_by_a_slow_count(seed: int) -> None:
    chance = np.random.default_rng(seed)
    rows, classes = int(chance.integers(1, 80)), int(chance.integers(2, 5))
    values = chance.integers(0, 12, rows).astype(np.float64)
    codes = chance.integers(0, classes, rows).astype(np.uint32)
    assert counts(values, codes, classes) == slow(values, codes, classes)


def test_a_column_that_is_mostly_missing_goes_first_and_then_rows() -> None:
    nan = np.nan
    numbers = {
        "rare": np.array([nan, nan, nan, 1.0]),
        "half": np.array([nan, nan, 1.0, 2.0]),
        "full": np.array([1.0, 2.0, 3.0, 4.0]),
    }
    found = complete(numbers, coded("abab"), 2)
    assert {name: values.tolist() for name, values in found.columns.items()} == {
        "half": [1.0, 2.0],
        "full": [3.0, 4.0],
    }
    assert (found.codes.tolist(), found.all_rows) == ([0, 1], 4)


def test_values_have_two_decimals_and_zero_has_one_sign() -> None:
    found = rounded(np.array([-0.004, 0.126, 12.0]))
    assert found.tolist() == [0.0, 0.13, 12.0]
    assert not np.signbit(found).any()


def test_there_are_two_sizes_a_decade() -> None:
    assert sizes(10**7) == [
        *(1000, 3162, 10_000, 31_623, 100_000, 316_228, 1_000_000, 3_162_278, 10_000_000),
    ]


def test_batches_end_where_a_size_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "BATCH", 700)
    found = [len(codes) for _, codes in parts(Generated("waveform"), [1000, 3162])]
    assert found == [700, 300, 400, 700, 700, 362]


def test_a_growing_stream_is_counted_as_if_from_the_start() -> None:
    lines = list(of_waves(1, 3162))
    assert [(line["what"], line["rows"]) for line in lines] == [
        (name, size) for size in (1000, 3162) for name in WAVES
    ]
    batch = Generated("waveform", seed=1).take(3162)
    codes = np.asarray(batch.y.codes, dtype=np.uint32)
    for line in lines[3:]:
        whole = counts(rounded(batch.X[line["what"]]), codes, 3)
        assert (line["bins"], line["blocks"], line["segments"]) == whole


def test_a_task_gives_the_same_lines_each_time() -> None:
    task = Task("trees", "sine", 2, 1500)
    lines, again = run(task), run(task)
    for line in lines + again:
        del line["seconds"]
    assert lines == again
    assert all(line["rows"] == 1500 and line["data"] == "sine" for line in lines)
    assert task.is_in([]) is False
