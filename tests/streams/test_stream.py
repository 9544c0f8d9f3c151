"""What every stream does alike: how many rows are asked for, how they come, and what must be refused."""

from __future__ import annotations

import math

import pytest

from riparian.streams import Categories, Generated, read
from tests.streams.tables import written


@pytest.fixture(params=["made up", "a file"])
def stream(request, tmp_path):
    if request.param == "made up":
        return Generated("sea", seed=1)
    return read(written(tmp_path, "a.csv", "x,class\n" + "1,u\n2,v\n" * 10))


@pytest.mark.parametrize(("size", "rows", "lengths"), [(8, 20, [8, 8, 4]), (1, 2, [1, 1]), (5, 0, [])])
def test_batches_hold_what_was_asked_for(stream, size, rows, lengths):
    assert [len(batch) for batch in stream.batches(size, rows)] == lengths


@pytest.mark.parametrize(
    ("asked", "kind", "message"),
    [
        ({"size": 0, "rows": 10}, ValueError, "size must be a whole number of at least 1, got 0"),
        ({"size": -3}, ValueError, "size must be a whole number of at least 1, got -3"),
        ({"rows": -1}, ValueError, "rows must be a whole number of at least 0, got -1"),
        ({"rows": 1.5}, TypeError, "rows must be a whole number of at least 0, got 1.5"),
        ({"size": None}, TypeError, "size must be a whole number of at least 1, got None"),
        ({"size": True}, TypeError, "size must be a whole number of at least 1, got True"),
    ],
)
def test_amounts_that_make_no_sense_are_refused_before_the_first_row(stream, asked, kind, message):
    with pytest.raises(kind, match=message):
        stream.batches(**asked)


def test_rows_one_by_one_have_nan_for_a_missing_number_and_none_for_a_missing_name(tmp_path):
    stream = read(written(tmp_path, "a.csv", "x,gate,class\n1,open,u\n?,?,v\n"))
    (first, _), (second, label) = stream
    assert first == {"x": 1, "gate": "open"}
    assert math.isnan(second["x"])
    assert (second["gate"], label) == (None, "v")


def test_the_list_of_names_is_shared_by_all_batches_and_not_copied(tmp_path):
    names = ["open", "shut"]
    assert Categories([0, 1], names).categories is names
    assert Categories([0, 1], names)[:1].categories is names
    path = written(tmp_path, "a.csv", "gate,class\n" + "".join(f"g{number},1\n" for number in range(20_000)))
    lists = [batch.X["gate"].categories for batch in read(path).batches()]
    assert len(lists) > 2
    assert all(found is lists[0] for found in lists)
