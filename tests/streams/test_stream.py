"""What every stream does alike: how many rows are asked for, how they come, and what must be refused."""

from __future__ import annotations

import importlib
import math

import numpy as np
import pytest

from riparian.streams import Categories, Generated, dataset, from_table, read
from riparian.streams.stream import Batch, Stream
from tests.streams.tables import written


@pytest.fixture(params=["made up", "a file"])
def stream(request, tmp_path):
    if request.param == "made up":
        return Generated("sea", seed=1)
    return read(written(tmp_path, "a.csv", "x,class\n" + "1,u\n2,v\n" * 10))


class Own(Stream):
    """A stream of somebody who says nothing of weights."""

    columns, classes = (), None

    def start(self):
        yield Batch({"x": np.ones(1)}, np.zeros(1))


def parquet(folder, **told):
    arrow = pytest.importorskip("pyarrow")
    path = folder / "a.parquet"
    importlib.import_module("pyarrow.parquet").write_table(
        arrow.table({"w": [1.0, 0.0], "c": ["u", "v"]}), path
    )
    return read(path, **told)


ARFF = "@relation r\n@attribute x numeric\n@attribute class {u, v}\n@data\n1,u,{0}\n2,v\n"


@pytest.mark.parametrize(
    ("opened", "may"),
    [
        (lambda _: Generated("sea"), False),
        (lambda _: Generated("sea").noisy(), False),
        (lambda _: from_table([[1.0]], ["u"]), False),
        (lambda _: from_table([[1.0]], ["u"], w=[0.0]), True),
        (lambda folder: read(written(folder, "a.csv", "x,w,class\n1,0,u\n")), False),
        (lambda folder: read(written(folder, "a.csv", "x,w,class\n1,0,u\n"), weight="w"), True),
        (lambda folder: read(written(folder, "a.arff", ARFF)), True),
        (lambda folder: parquet(folder), False),
        (lambda folder: parquet(folder, weight="w"), True),
        (lambda _: Own(), True),
    ],
)
def test_a_stream_says_whether_rows_may_have_weights(tmp_path, opened, may):
    stream = opened(tmp_path)
    assert stream.may_weigh is may
    weighed = [batch.w is not None for batch in stream.batches(rows=2)]
    assert may or not any(weighed)
    assert any(weighed) is (may and not isinstance(stream, Own))


def test_no_row_of_a_data_set_has_a_weight(real_data):
    real_data("electricity")
    stream = dataset("electricity")
    assert not stream.may_weigh
    assert stream.take(10).w is None


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


@pytest.mark.parametrize(("name", "more"), [("delimiter", "+-."), ("comment", "")])
def test_what_numbers_and_quotes_need_separates_nothing_and_begins_no_comment(tmp_path, name, more):
    numbers = ", a sign, a point" if more else ""
    kinds = f"not a letter, a digit{numbers}, a double quote, a line break or NUL, got"
    for letter in f'a7"\n\r\0é{more}':
        with pytest.raises(ValueError, match=kinds):
            read(written(tmp_path, "a.csv", "a,c\n1,u\n"), **{name: letter})
