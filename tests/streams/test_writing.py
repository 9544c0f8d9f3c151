"""Written, then read: every value is what it was."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian.streams import Batch, Categories, Column, Generated, Stream, kinds, read, write
from riparian.streams.file import File
from tests.streams.tables import listed, plain, written


class Given(Stream):
    """Rows that are given, in two batches."""

    name = "given"

    def __init__(self, X, y, w=None, classes=None):
        self.X, self.y, self.w = X, y, w
        self.declared = classes

    @property
    def columns(self):
        return tuple(
            Column(name, tuple(values.categories) if isinstance(values, Categories) else None)
            for name, values in self.X.items()
        )

    @property
    def classes(self):
        return self.declared

    def start(self) -> Iterator[Batch]:
        whole = Batch(self.X, self.y, self.w)
        half = len(whole) // 2
        yield from (part for part in (whole.part(0, half), whole.part(half, len(whole))) if len(part))


# ---- by hand


def test_a_csv_file_by_hand(tmp_path):
    X = {
        "a b": np.array([1.0, math.nan, 0.1]),
        "g,h": Categories([0, 1, -1], ["NA", 'x "y"']),
        "n": np.array([1, 2, 3]),
        "t": np.array([True, False, True]),
    }
    path = tmp_path / "a.csv"
    assert write(Given(X, np.array([1, 2, 3])), path, 3) == 3
    assert path.read_text() == ('a b,"g,h",n,t,class\n1,"NA",1,True,1\n,"x ""y""",2,False,2\n0.1,,3,True,3\n')


def test_an_arff_file_by_hand(tmp_path):
    X = {"a b": np.array([1.5, math.nan]), "g": Categories([1, -1], ["?", "it's"])}
    path = tmp_path / "a.arff"
    write(Given(X, Categories([0, 1], ["u", "v w"]), w=np.array([2.0, 0.5])), path, 2)
    assert path.read_text() == (
        "@relation given\n\n@attribute 'a b' numeric\n@attribute g {'?','it\\'s'}\n"
        "@attribute class {u,'v w'}\n\n@data\n1.5,'it\\'s',u,{2}\n?,?,'v w',{0.5}\n"
    )


@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.csv.zst", "a.arff", "a.arff.gz", "a.parquet"])
@pytest.mark.parametrize("kind", ["sea", "agrawal", "led", "stagger"])
def test_generated_rows_read_back_as_they_were(tmp_path, kind, name):
    stream = Generated(kind, seed=3)
    path = tmp_path / name
    assert write(stream, path, 9000) == 9000
    told = {}
    if "csv" in name:
        told = {"nominal": [column.name for column in stream.columns if column.categories], "header": True}
        told["nominal"].append("class")
    back = read(path, **told)
    X, y, _ = stream.take(9000)
    found = listed(back)
    assert list(found) == [*X, "class"]
    assert found["class"] == y.tolist()
    for column, values in X.items():
        assert found[column] == plain(values)
    if "arff" in name:
        assert back.classes == stream.classes
        assert back.columns == stream.columns


def test_every_kind_of_stream_can_be_written_as_arff(tmp_path):
    for kind in kinds():
        if kind not in ("drift", "noise"):
            stream = Generated(kind)
            write(stream, tmp_path / "a.arff", 50)
            assert listed(read(tmp_path / "a.arff"))["class"] == stream.take(50).y.tolist()


def test_suffixes_pack(tmp_path):
    for name, magic in (("a.csv.gz", b"\x1f\x8b"), ("a.csv.zst", b"\x28\xb5\x2f\xfd"), ("a.csv", b"att")):
        write(Generated("sea"), tmp_path / name, 5)
        assert (tmp_path / name).read_bytes().startswith(magic)


def test_a_file_is_written_from_a_file(tmp_path):
    text = "x,g,class\n" + "".join(f"{n},{'pqr'[n % 3]},{'uv'[n % 2]}\n" for n in range(20_000))
    stream = read(written(tmp_path, "a.csv", text))
    for name in ("b.arff", "b.parquet", "b.csv"):
        assert write(stream, tmp_path / name) == 20_000
        assert listed(read(tmp_path / name)) == listed(stream)
    arff = (tmp_path / "b.arff").read_text()
    assert "@attribute g {p,q,r}\n@attribute class {u,v}\n" in arff


def test_columns_that_come_late_are_there_from_the_first_row(tmp_path):
    rows = '{"a": 1, "class": "u"}\n' * 60_000 + '{"z": "late", "class": "v"}\n'
    stream = read(written(tmp_path, "a.jsonl", rows))
    for name in ("b.arff", "b.parquet", "b.csv"):
        assert write(stream, tmp_path / name) == 60_001
        back = listed(read(tmp_path / name, **({"nominal": ["z"]} if name == "b.csv" else {})))
        assert back["z"] == [None] * 60_000 + ["late"]
        assert back["a"] == [1] * 60_000 + [None]


def test_whole_classes_are_names_in_arff_and_numbers_elsewhere(tmp_path):
    stream = Given({"x": np.array([1.0, 2.0])}, np.array([10, 9]))
    for name, classes in (("a.csv", [10, 9]), ("a.parquet", [10, 9]), ("a.arff", ["10", "9"])):
        write(stream, tmp_path / name, 2)
        assert listed(read(tmp_path / name))["class"] == classes
    assert read(tmp_path / "a.arff").classes == ("9", "10")
    assert listed(read(tmp_path / "a.arff", classes=[9, 10]))["class"] == [10, 9]


@pytest.mark.parametrize("name", ["a.csv", "a.arff", "a.parquet"])
def test_weights_are_kept(tmp_path, name):
    weights = np.array([0.5, 1.0, 3.0])
    stream = Given({"x": np.arange(3.0)}, Categories([0, 1, 0], ["u", "v"]), w=weights)
    write(stream, tmp_path / name, 3)
    back = read(tmp_path / name, **({} if "arff" in name else {"weight": "weight"}))
    assert np.concatenate([batch.w for batch in back.batches()]).tolist() == [0.5, 1, 3]
    assert [column.name for column in back.columns] == ["x"]


# ---- properties

letters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
texts = st.lists(st.text(letters, max_size=5), min_size=1, max_size=4, unique=True)


@st.composite
def tables(draw):
    rows = draw(st.integers(1, 6))
    X = {}
    names = draw(st.lists(st.text(letters, min_size=1, max_size=4), max_size=4, unique=True))
    for name in names:
        if name.lower() in ("class", "weight") or name.strip(" \t") != name:
            continue
        if draw(st.booleans()):
            values = draw(st.lists(st.floats() | st.none(), min_size=rows, max_size=rows))
            X[name] = np.array([math.nan if value is None else value for value in values])
        else:
            known = draw(texts)
            codes = draw(st.lists(st.integers(-1, len(known) - 1), min_size=rows, max_size=rows))
            X[name] = Categories(codes, known)
    known = draw(texts)
    y = Categories(draw(st.lists(st.integers(0, len(known) - 1), min_size=rows, max_size=rows)), known)
    return Given(X, y)


@given(stream=tables(), name=st.sampled_from(["a.csv", "a.arff", "a.parquet", "a.csv.zst"]))
def test_any_table_reads_back_value_for_value(stream, name, tmp_path_factory):
    path = tmp_path_factory.mktemp("any") / name
    write(stream, path, len(stream.y))
    told = {}
    if "csv" in name:
        nominal = [column for column, values in stream.X.items() if isinstance(values, Categories)]
        numeric = [column for column in stream.X if column not in nominal]
        told = {"header": True, "delimiter": ",", "nominal": [*nominal, "class"], "numeric": numeric}
    back = read(path, **told)
    assert back.target == "class"
    (batch,) = back.batches()
    assert list(batch.X) == list(stream.X)
    assert list(batch.y) == list(stream.y)
    for column, values in stream.X.items():
        if isinstance(values, Categories):
            assert list(batch.X[column]) == list(values)
        else:
            # Bit by bit, but for the payload of NaN.
            ours, theirs = batch.X[column], values
            assert np.array_equal(ours, theirs, equal_nan=True)
            assert np.array_equal(np.signbit(ours[~np.isnan(ours)]), np.signbit(theirs[~np.isnan(theirs)]))


@pytest.mark.parametrize("name", ["electricity", "adult", "hypothyroid", "iris"])
@pytest.mark.parametrize("layout", ["csv", "arff"])
def test_real_data_reads_back_value_for_value(real_data, tmp_path, name, layout):
    stream = read(real_data(name))
    path = tmp_path / f"rows.{layout}.zst"
    write(stream, path)
    nominal = [column.name for column in stream.columns if column.categories is not None]
    back = read(path, **({"nominal": nominal, "header": True} if layout == "csv" else {}))
    expected = listed(stream)
    if layout == "arff":
        expected[stream.target] = [str(label) for label in expected[stream.target]]
    assert listed(back) == expected


# ---- what must be refused


def test_a_failure_leaves_no_half_a_file_and_keeps_the_old_one(tmp_path):
    path = written(tmp_path, "a.csv", "old")
    broken = read(written(tmp_path, "b.csv", "x,class\n" + "1,u\n" * 10_000 + "oops\n"))
    with pytest.raises(ValueError, match="wanted 2 fields"):
        write(broken, path)
    assert path.read_text() == "old"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.csv", "b.csv"]


@pytest.mark.parametrize(
    ("name", "told", "message"),
    [
        ("a.csv", {}, "sea has no end: say how many rows to write"),
        ("a.csv", {"rows": -1}, "rows must be a whole number of at least 0, got -1"),
        ("a.txtt", {"rows": 1}, "the suffix of 'a.txtt' must be 'csv', 'arff' or 'parquet', got 'txtt'"),
        ("a.csv", {"rows": 1, "format": "libsvm"}, "format must be 'csv', 'arff' or 'parquet', got 'libsvm'"),
        ("a.parquet.gz", {"rows": 1}, "Parquet packs its own pages: leave the suffix '.gz' out"),
    ],
)
def test_what_cannot_be_written_is_refused(tmp_path, name, told, message):
    with pytest.raises(ValueError, match=message):
        write(Generated("sea"), tmp_path / name, **told)
    assert list(tmp_path.iterdir()) == []


def test_a_zero_byte_is_refused_in_text_files(tmp_path):
    stream = Given({"x": np.array([1.0])}, Categories([0], ["a\0b"]))
    with pytest.raises(ValueError, match="a text file cannot hold a zero byte"):
        write(stream, tmp_path / "a.csv", 1)
    write(stream, tmp_path / "a.parquet", 1)
    assert listed(read(tmp_path / "a.parquet"))["class"] == ["a\0b"]


def test_no_rows_make_a_file_without_rows(tmp_path):
    for name in ("a.csv", "a.arff", "a.parquet"):
        assert write(Generated("sea"), tmp_path / name, 0) == 0
        back = read(tmp_path / name)
        assert isinstance(back, File)
        assert [column.name for column in back.columns] == ["attrib1", "attrib2", "attrib3"]
        assert list(back.batches()) == []


# ---- what stands in the place of a file


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege on this system")
def test_a_link_stays_a_link_and_its_file_gets_the_rows(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    real = written(tmp_path / "elsewhere", "real.csv", "old\n")
    for link, target in (("here.csv", real), ("fresh.csv", tmp_path / "elsewhere" / "new.csv")):
        (tmp_path / link).symlink_to(target)
        assert write(Generated("sea", seed=1), tmp_path / link, rows=5) == 5
        assert (tmp_path / link).is_symlink()
        assert len(target.read_text().splitlines()) == 6
    assert sorted(path.name for path in (tmp_path / "elsewhere").iterdir()) == ["new.csv", "real.csv"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_gets_the_rows_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    assert write(Generated("sea", seed=1), pipe, rows=5) == 5
    reader.join()
    assert pipe.is_fifo()
    assert len(got[0].splitlines()) == 6
    with pytest.raises(ValueError, match=r"pipe\.csv is none; write CSV or ARFF to it"):
        write(Generated("sea", seed=1), pipe, rows=5, format="parquet")


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="no such device on this system")
def test_standard_output_can_be_written_to_by_its_device():
    program = (
        "from riparian.streams import Generated, write\n"
        "write(Generated('sea', seed=1), '/dev/stdout', rows=5, format='csv')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert len(done.stdout.splitlines()) == 6
