"""Parquet and Arrow files: beside pandas and pyarrow, by hand, and what must be refused."""

from __future__ import annotations

import datetime
import decimal
import gzip
import math
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from riparian.streams import BrokenLine, Categories, arrow_columns, read
from tests.streams.tables import listed, until_broken, written

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
feather = pytest.importorskip("pyarrow.feather")
ROOT = Path(__file__).resolve().parent.parent.parent


def saved(folder, table, how):
    path = (
        folder / {"parquet": "a.parquet", "file": "a.arrow", "stream": "a.arrows", "packed": "b.arrows"}[how]
    )
    if how == "parquet":
        parquet.write_table(table, path, row_group_size=7000)
    elif how == "file":
        feather.write_feather(table, path, compression="lz4", chunksize=9000)
    else:
        with arrow.OSFile(str(path), "wb") as sink, arrow.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table, max_chunksize=9000)
        if how == "packed":
            path.write_bytes(gzip.compress(path.read_bytes()))
    return path


def table_of(rows=20_000):
    rng = np.random.default_rng(4)
    numbers = rng.normal(size=rows)
    numbers[rng.random(rows) < 0.1] = np.nan
    words = rng.choice(["a", "b", "c", None], rows)
    return arrow.table(
        {
            "x": arrow.array(numbers, from_pandas=True),
            "n": arrow.array(rng.integers(0, 9, rows), arrow.int8()),
            "word": arrow.array(words.tolist()),
            "code": arrow.array(words.tolist()).dictionary_encode(),
            "flag": arrow.array([None if n % 5 == 0 else bool(n % 2) for n in range(rows)]),
            "class": arrow.array(rng.integers(0, 3, rows)),
        }
    )


@pytest.mark.parametrize("how", ["parquet", "file", "stream", "packed"])
def test_every_value_is_the_one_that_was_saved(tmp_path, how):
    table = table_of()
    stream = read(saved(tmp_path, table, how))
    assert stream.rows == (20_000 if how in ("parquet", "file") else None)
    assert stream.target == "class"
    expected = {name: table[name].to_pylist() for name in table.column_names}
    assert listed(stream) == expected
    assert listed(stream) == expected
    assert max(len(batch) for batch in stream.batches()) <= 8192


def test_columns_by_hand(tmp_path):
    table = arrow.table(
        {
            "day": arrow.array([datetime.date(1970, 1, 3), None]),
            "price": arrow.array([decimal.Decimal("1.50"), None]),
            "big": arrow.array([2**63 + 2**11, 7], arrow.uint64()),
            "half": arrow.array(np.array([0.5, 2], dtype=np.float16)),
            "nothing": arrow.nulls(2),
            "flag": arrow.array([True, None]),
            "class": ["u", "v"],
        }
    )
    stream = read(saved(tmp_path, table, "file"))
    (batch,) = stream.batches()
    assert listed(stream) == {
        "day": [2, None],
        "price": [1.5, None],
        "big": [2.0**63 + 2**11, 7],
        "half": [0.5, 2],
        "nothing": [None, None],
        "flag": [True, None],
        "class": ["u", "v"],
    }
    assert batch.X["flag"].categories == [False, True]
    assert [column.categories for column in stream.columns] == [None, None, None, None, None, (False, True)]


def test_codes_keep_their_meaning_although_dictionaries_differ(tmp_path):
    kind = arrow.dictionary(arrow.int32(), arrow.string())
    parts = [["p", "q"], ["r", "q", "p"], ["q"]]
    chunks = [arrow.array(part).dictionary_encode().cast(kind) for part in parts]
    table = arrow.table({"word": arrow.chunked_array(chunks), "class": [0] * 6})
    path = tmp_path / "a.arrows"
    with arrow.OSFile(str(path), "wb") as sink, arrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    batches = list(read(path).batches())
    assert [batch.X["word"].codes.tolist() for batch in batches] == [[0, 1], [2, 1, 0], [1]]
    assert batches[-1].X["word"].categories == ["p", "q", "r"]


def test_classes_are_whole_numbers_or_names(tmp_path):
    def classes(values, **told):
        (batch,) = read(
            saved(tmp_path, arrow.table({"x": [1.0, 2], "c": values}), "parquet"), **told
        ).batches()
        return batch.y

    assert classes([1.0, 2.0]).tolist() == [1, 2]
    assert classes([1.0, 2.0]).dtype == np.int64
    assert list(classes([1.5, 2.0])) == [1.5, 2.0]
    assert list(classes([True, False])) == [True, False]
    assert list(classes([1, 2], nominal=["c"])) == ["1", "2"]
    assert isinstance(classes([1, 2], nominal=["c"]), Categories)
    assert classes([1, 2], classes=[2, 1]).tolist() == [1, 2]


def test_classes_that_do_not_fit_into_64_bits_are_names_or_broken_and_never_others(tmp_path):
    def classes(values, **told):
        table = arrow.table({"x": [1.0, 2, 3], "c": values})
        stream = read(saved(tmp_path, table, "parquet"), on_error="skip", **told)
        return listed(stream)["c"], stream.skipped

    assert classes([1.0, math.inf, 2.0]) == ([1.0, math.inf, 2.0], 0)
    assert classes([1.0, 1e300, 2.0]) == ([1.0, 1e300, 2.0], 0)
    assert classes([1.0, math.inf, 2.0], classes=[1, 2]) == ([1, 2], 1)
    assert classes(arrow.array([1, 2**63 + 5, 2**63 - 1], arrow.uint64())) == ([1, 2**63 - 1], 1)
    assert classes([1.5, math.nan, 2.0]) == ([1.5, 2.0], 1)
    assert classes([1.5, math.nan, 2.0], nominal=["c"]) == (["1.5", "2.0"], 1)


def test_nan_is_no_category(tmp_path):
    path = saved(tmp_path, arrow.table({"x": [1.5, math.nan, 2.0], "c": [0, 1, 0]}), "parquet")
    (batch,) = read(path, nominal=["x"]).batches()
    assert (list(batch.X["x"]), batch.X["x"].categories) == (["1.5", None, "2.0"], ["1.5", "2.0"])


def test_names_that_are_whole_numbers_are_the_same_from_csv_and_parquet(tmp_path):
    path = saved(tmp_path, arrow.table({"zip": [7, 8, None], "c": [0, 1, 0]}), "parquet")
    text = written(tmp_path, "a.csv", "zip,c\n7,0\n8,1\n,0\n")
    assert listed(read(path, nominal=["zip"])) == listed(read(text, nominal=["zip"]))


@pytest.mark.parametrize("text", ["1_000", "\u0661", "x", ""])
def test_a_number_is_what_other_files_call_one(tmp_path, text):
    path = saved(tmp_path, arrow.table({"t": ["1", None, text], "c": [0, 1, 0]}), "parquet")
    stream = read(path, numeric=["t"], on_error="skip")
    assert (listed(stream)["t"], stream.skipped) == ([1, None], 1)


def test_texts_are_taken_for_numbers_once_and_not_batch_by_batch(tmp_path, monkeypatch):
    # 25,000 different texts come in four batches.
    texts = [str(number) for number in range(25_000)]
    path = saved(tmp_path, arrow.table({"t": texts, "c": [0] * 25_000}), "parquet")
    looked = []
    spells = arrow_columns.spells
    monkeypatch.setattr(arrow_columns, "spells", lambda text: looked.append(text) or spells(text))
    assert listed(read(path, numeric=["t"]))["t"] == list(range(25_000))
    assert len(looked) <= 2 * len(texts)


def test_what_is_told_wins_over_the_types(tmp_path):
    table = arrow.table({"t": ["1.5", "2"], "n": [3, 4], "z": [[1], [2]], "w": [1.0, 2.0], "c": ["u", "v"]})
    path = saved(tmp_path, table, "parquet")
    stream = read(path, numeric=["t"], nominal={"n": ["4", "3"]}, ignore=["z"], weight="w")
    (batch,) = stream.batches()
    assert batch.X["t"].tolist() == [1.5, 2]
    assert (batch.X["n"].codes.tolist(), list(batch.X["n"])) == ([1, 0], ["3", "4"])
    assert batch.w.tolist() == [1, 2]
    with pytest.raises(
        ValueError, match=r"column 'z' holds values of type list.*ignore=\['z'\] leaves it out"
    ):
        read(path)


def test_several_files_are_one_stream(tmp_path):
    for name, word in (("a", "p"), ("b", "q")):
        parquet.write_table(arrow.table({"k": [word], "c": [1]}), tmp_path / f"{name}.parquet")
    stream = read(str(tmp_path / "*.parquet"))
    assert stream.rows == 2
    assert [batch.X["k"].codes.tolist() for batch in stream.batches()] == [[0], [1]]
    parquet.write_table(arrow.table({"c": [1]}), tmp_path / "c.parquet")
    with pytest.raises(ValueError, match=r"c\.parquet has no column 'k', and .*a\.parquet has one"):
        listed(read(str(tmp_path / "*.parquet")))


@pytest.mark.parametrize(
    ("column", "told", "message"),
    [
        ({"c": ["u", None, "v"]}, {}, "row 2, column 'c': the class is missing"),
        ({"c": [1, None, 2]}, {}, "row 2, column 'c': the class is missing"),
        ({"c": [1.0, float("nan"), 2.0]}, {}, "row 2, column 'c': the class is missing"),
        (
            {"c": ["u", "w", "v"]},
            {"classes": ["u", "v"]},
            "row 2, column 'c': wanted one of the declared values",
        ),
        (
            {"c": [1, 5, 2]},
            {"classes": [1, 2]},
            r"row 2, column 'c': wanted one of the declared values \[1, 2\]",
        ),
        (
            {"c": ["1", "x", "2"], "t": [1, 2, 3]},
            {"numeric": ["c"], "target": "t"},
            "row 2.*wanted a number, got 'x'",
        ),
        ({"w": [1.0, -1.0, 2.0], "c": [1, 2, 3]}, {"weight": "w"}, "row 2, column 'w': a weight must be"),
    ],
)
def test_a_row_that_does_not_fit_stops_or_is_skipped(tmp_path, column, told, message):
    path = saved(tmp_path, arrow.table({"x": [1.0, 2, 3], **column}), "parquet")
    error, rows = until_broken(read(path, **told))
    assert isinstance(error, BrokenLine)
    assert re.search(message, str(error))
    assert (rows, error.line) == ([1], 2)
    stream = read(path, on_error="skip", **told)
    assert listed(stream)["x"] == [1, 3]
    assert (stream.skipped, len(stream.faults)) == (1, 1)


@pytest.mark.parametrize("name", ["a.parquet", "a.arrow"])
def test_damaged_files_are_refused_in_one_line(tmp_path, name):
    with pytest.raises(ValueError, match=r"no (parquet|arrow) file, or damaged") as caught:
        read(written(tmp_path, name, b"PAR1 this is none"))
    assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(ValueError, match="unpack the file with gzip first"):
        read(written(tmp_path, "b.parquet", gzip.compress(b"PAR1")))


def test_what_text_files_are_told_is_refused(tmp_path):
    path = saved(tmp_path, table_of(10), "parquet")
    with pytest.raises(ValueError, match="delimiter is for CSV files"):
        read(path, delimiter=",")
    with pytest.raises(ValueError, match="missing is for text files"):
        read(path, missing=["?"])
    with pytest.raises(ValueError, match=r"target: there is no column 'klass'.*did you mean 'class'"):
        read(path, target="klass")


def test_an_arrow_stream_is_read_from_standard_input(tmp_path):
    program = (
        "from riparian.streams import read\n"
        "stream = read('-', format='arrow')\n"
        "print(sum(len(batch) for batch in stream.batches()), stream.rows)"
    )
    content = saved(tmp_path, table_of(), "stream").read_bytes()
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, input=content, capture_output=True, check=True
    )
    assert done.stdout.decode().split() == ["20000", "None"]


def test_without_pyarrow_one_line_says_how_to_get_it(tmp_path, monkeypatch):
    path = saved(tmp_path, table_of(10), "parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install riparian\[frames\]"):
        read(path)


@pytest.mark.parametrize("name", ["electricity", "adult", "hypothyroid", "usenet1"])
def test_real_files_are_those_that_pandas_reads(real_data, name):
    pandas = pytest.importorskip("pandas")
    path = real_data(name)
    frame = pandas.read_parquet(path)
    found = listed(read(path))
    assert list(found) == list(frame.columns)
    for column in frame:
        theirs = [None if pandas.isna(value) else value for value in frame[column].tolist()]
        assert found[column] == theirs
