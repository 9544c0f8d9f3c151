"""Rows that many cells share, and blocks that are sorted."""

from __future__ import annotations

import numpy as np
import pytest

from riparian.papers.material import Material, SortedBlocks, row_bytes
from riparian.streams import Generated, Stream

GENF2 = Generated("agrawal", function=2, seed=5)


def salaries(stream: Stream, rows: int) -> np.ndarray:
    return np.asarray(stream.take(rows).X["salary"])


@pytest.mark.parametrize("keep", [True, False])
def test_kept_or_made_again_the_rows_are_those_of_the_stream(keep: bool) -> None:
    material = Material(GENF2, 1000, size=300, keep=keep)
    for batch, _ in material:  # a cell that ends early
        assert len(batch) == 300
        break
    for _ in range(2):
        batches = [batch for batch, seconds in material if seconds >= 0]
        assert [len(batch) for batch in batches] == [300, 300, 300, 100]
        found = np.concatenate([batch.X["salary"] for batch in batches])
        assert np.array_equal(found, salaries(GENF2, 1000))


def test_kept_rows_are_made_once() -> None:
    material = Material(GENF2, 1000, size=300, keep=True)
    first, second = ([batch for batch, _ in material] for _ in range(2))
    assert all(one is other for one, other in zip(first, second, strict=True))


def test_a_row_is_as_large_as_the_arrays_that_hold_it() -> None:
    X, y, _ = GENF2.take(100)
    held = sum(getattr(values, "codes", values).nbytes for values in [*X.values(), y])
    assert 100 * row_bytes(GENF2) == held


@pytest.mark.parametrize("block", [1, 7, 300, 8192, 10_000])
def test_every_block_is_sorted_and_holds_its_own_rows(block: int) -> None:
    rows = 20_000 if block > 1000 else 2 * block
    plain, ordered = salaries(GENF2, rows), salaries(SortedBlocks(GENF2, "salary", block), rows)
    for at in range(0, rows - block + 1, block):
        assert np.array_equal(ordered[at : at + block], np.sort(plain[at : at + block]))


def test_rows_stay_together_when_they_are_sorted() -> None:
    plain, ordered = GENF2.take(500), SortedBlocks(GENF2, "salary", 500).take(500)
    order = np.argsort(plain.X["salary"], kind="stable")
    for name, values in plain.X.items():
        assert np.asarray(ordered.X[name]).tolist() == np.asarray(values)[order].tolist()
    assert np.asarray(ordered.y).tolist() == np.asarray(plain.y)[order].tolist()


def test_a_sorted_stream_has_the_columns_and_classes_of_its_rows() -> None:
    ordered = SortedBlocks(GENF2, "salary", 10)
    assert (ordered.columns, ordered.classes, ordered.ends) == (GENF2.columns, GENF2.classes, False)


def test_categories_have_no_order() -> None:
    with pytest.raises(ValueError, match="'car' holds categories"):
        SortedBlocks(GENF2, "car", 10).take(10)
