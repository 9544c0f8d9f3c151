"""A stream that is opened at a place has the rows of one that was read so far, and the places behind it."""

import gzip
import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riparian.streams import dataset, from_table, open_stream, read, write
from riparian.streams.stream import NoSuchPlace, Stream

ROWS = 60_000


def as_told(value: Any) -> Any:
    """What is kept of a place in a file."""
    return json.loads(json.dumps(value))


def listed(batch: Any) -> Any:
    """Columns in their order, labels and weights; NaN is equal to itself."""
    lists = {name: np.asarray(values.tolist(), dtype=object) for name, values in batch.X.items()}
    shown = {name: [None if x != x else x for x in values.tolist()] for name, values in lists.items()}
    return list(shown), shown, batch.y.tolist(), None if batch.w is None else batch.w.tolist()


def check(make: Callable[[], Stream], most: int = 12) -> list[Any]:
    """Open a stream at each of its places; those places."""
    stream = make()
    whole = [(as_told(place), listed(batch)) for place, batch in islice(stream.placed(), most)]
    assert len(whole) > 2
    assert len({json.dumps(place) for place, _ in whole}) == len(whole)
    for at in {0, 1, 2, len(whole) // 2, len(whole) - 1}:
        again = make()
        behind = islice(again.placed(whole[at][0]), most - at)
        rest = [(as_told(place), listed(batch)) for place, batch in behind]
        assert rest == whole[at:]
        if hasattr(stream, "skipped") and len(whole) < most:
            assert again.skipped == stream.skipped
    return [place for place, _ in whole]


@pytest.mark.parametrize(
    "text",
    [
        "random-tree:seed=3",
        "clusters",
        "rbf:drifting=20,change=0.01",
        "hyperplane:drifting=5,change=0.1,turns=30",
        "agrawal:balanced=true > agrawal:function=4",
    ],
)
def test_generators(text: str) -> None:
    options = {"every": 20_000, "width": 9_000} if ">" in text else {}
    check(lambda: open_stream(text, **options), most=5)
    check(lambda: open_stream(text, **options).noisy(), most=5)  # type: ignore[attr-defined]


def rows_of(folder: Path, name: str = "rows.csv") -> Path:
    """A file of several blocks, with numbers and names."""
    path = folder / name
    if not path.exists():
        write(open_stream("agrawal", seed=2), path, rows=ROWS)
    return path


@pytest.mark.parametrize("name", ["rows.csv", "rows.csv.gz", "rows.csv.zst", "rows.arff"])
def test_text_files(name: str, tmp_path: Path) -> None:
    path = rows_of(tmp_path, name)
    places = check(lambda: read(path))
    assert places[-1]["bytes"] > 1 << 20  # behind the first block
    assert places[2]["line"] - places[1]["line"] == 8192


def test_a_place_of_a_file_is_where_the_line_stands(tmp_path: Path) -> None:
    path = rows_of(tmp_path)
    place = check(lambda: read(path))[3]
    head = path.read_bytes()[: place["bytes"]]
    assert head.count(b"\n") == place["line"] - 1
    assert head.endswith(b"\n")


def test_marks_blank_lines_and_values_over_several_lines(tmp_path: Path) -> None:
    rows = "".join(f'{n % 97},"a\n{n % 5}",{"xy"[n % 2]}\n' + "\n" * (n % 1000 == 7) for n in range(40_000))
    (tmp_path / "rows.csv").write_bytes(b"\xef\xbb\xbf" + f"n,text,y\n{rows}".encode())
    check(lambda: read(tmp_path / "rows.csv"))


def test_a_last_line_without_an_end(tmp_path: Path) -> None:
    text = "n,y\n" + "1,a\n2,b\n" * 20_000
    (tmp_path / "rows.csv").write_text(text[:-1])
    check(lambda: read(tmp_path / "rows.csv"))


def test_several_files(tmp_path: Path) -> None:
    text = rows_of(tmp_path).read_text().splitlines(keepends=True)
    parts = [(1, 1), (1, 9_000), (9_000, 30_000), (30_000, 30_001), (30_001, None)]
    for place, (start, stop) in enumerate(parts):
        body = "".join([text[0], *text[start:stop]]).encode()
        part = tmp_path / f"part-{place}.csv{'.gz' if place == 2 else ''}"
        part.write_bytes(gzip.compress(body) if place == 2 else body)
    places = check(lambda: read(str(tmp_path / "part-*.csv*")), most=20)
    assert {place["file"] for place in places} == {1, 2, 3, 4}


def test_broken_lines_that_are_left_out(tmp_path: Path) -> None:
    lines = rows_of(tmp_path).read_text().splitlines(keepends=True)
    for at in (5_000, 20_000, 20_001, 45_000):
        lines[at] = "broken\n"
    lines[30_000] = "x" * 3_000_000 + "\n"
    (tmp_path / "broken.csv").write_text("".join(lines))
    options: Any = {"on_error": "skip", "max_line_bytes": 100_000}
    places = check(lambda: read(tmp_path / "broken.csv", **options))
    assert [place["skipped"] for place in places] == [0, 1, 1, 3, 4, 4, 5, 5]


def test_columns_that_come_late(tmp_path: Path) -> None:
    names = [{"n": n, "y": "ab"[n % 2]} for n in range(40_000)]
    for n in range(25_000, 40_000, 3):
        names[n] |= {"late": n / 2, "word": "xyz"[n % 3]}
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in names))
    places = check(lambda: read(tmp_path / "rows.jsonl", target="y"))
    assert places[0]["late"] == []
    assert places[-1]["late"] == [["late", True], ["word", False]]
    rows = [f"{n % 2} 1:{n} {'90:2.5' if n % 9_999 == 9_998 else '7:1'}\n" for n in range(150_000)]
    late = "".join(rows[90_000:]).replace("7:1", "3:1")
    (tmp_path / "rows.libsvm").write_text("".join(rows[:90_000]) + late)
    places = check(lambda: read(tmp_path / "rows.libsvm"), most=20)
    assert places[-1]["late"] == [["f3", True]]


def test_what_is_zero_where_it_is_not_mentioned_is_so_behind_a_place(tmp_path: Path) -> None:
    # f9 comes once, long before the place, and would be missing in a reading that has never seen it.
    rows = ["1 1:1\n0 2:1\n"] * 100_000
    rows[90_000] = "1 1:1 9:4\n0 2:1\n"
    (tmp_path / "rows.libsvm").write_text("".join(rows))
    whole = list(read(tmp_path / "rows.libsvm").placed())
    place, batch = next(iter(read(tmp_path / "rows.libsvm").placed(whole[-1][0])))
    assert place == whole[-1][0]
    assert np.array_equal(batch.X["f9"], np.zeros(len(batch)))


@pytest.mark.parametrize("name", ["rows.parquet", "rows.arrow", "rows.arrows"])
def test_files_of_arrow(name: str, tmp_path: Path) -> None:
    arrow, ipc = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.ipc")
    numbers = np.arange(40_000)
    table = arrow.table({"n": numbers, "g": [f"g{n % 9}" for n in numbers], "y": (numbers % 3).astype(float)})
    path = tmp_path / name
    if name.endswith("parquet"):
        pytest.importorskip("pyarrow.parquet").write_table(table, path, row_group_size=15_000)
    else:
        make = ipc.new_file if name.endswith("arrow") else ipc.new_stream
        with make(str(path), table.schema) as file:
            file.write_table(table, max_chunksize=10_000)
    places = check(lambda: read(path, format="parquet" if name.endswith("parquet") else "arrow"))
    # The first batch says that the classes are whole numbers, though they are written as others.
    assert [place["whole"] for place in places] == [None, *[True] * (len(places) - 1)]


@pytest.mark.parametrize("options", [{}, {"shuffle": 3}])
def test_data_sets(options: Any, real_data: Any) -> None:
    real_data("electricity")
    assert check(lambda: dataset("electricity", **options))[2] == {"row": 16384}


def test_tables_in_memory_have_no_places() -> None:
    stream = from_table([[1.0], [2.0]], ["a", "b"])
    assert [place for place, _ in stream.placed()] == [None]
    with pytest.raises(NoSuchPlace, match="stream 'table' has no such place"):
        stream.placed({"row": 0})


def made(kind: str, folder: Path) -> Stream:
    if kind == "rows.parquet":
        write(open_stream("agrawal"), folder / kind, rows=20_000)
        return read(folder / kind)
    return read(rows_of(folder, kind)) if "." in kind else open_stream(kind)


@pytest.mark.parametrize("kind", ["sea", "rows.csv", "rows.parquet"])
@pytest.mark.parametrize("value", [None, -1, 3, 2**70, 0.5, "x", [], [["f1", True]], {}, True])
def test_a_place_that_makes_no_sense_is_refused_or_read(kind: str, value: Any, tmp_path: Path) -> None:
    place = next(iter(made(kind, tmp_path).placed()))[0]
    assert place is not None
    for name in place:
        for changed in ({**place, name: value}, {key: place[key] for key in place if key != name}):
            try:
                batch = next(iter(made(kind, tmp_path).placed(changed)), None)
            except ValueError:  # a place in the middle of a line may look like a broken one
                continue
            assert batch is None or len(batch[1]) > 0
