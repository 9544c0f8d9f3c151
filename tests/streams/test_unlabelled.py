"""Files without a class are read like the same files with one, gaps and broken lines included."""

import gzip
import json
import os
import random
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riparian import VFDT
from riparian.categories import Categories
from riparian.streams import read, write
from riparian.streams.broken import BrokenLine

KINDS = {"whole": "numeric", "part": "numeric", "name": "nominal"}
ROWS = 20_000  # more than a batch


def table(gaps: set[str], seed: int = 1) -> list[dict[str, Any]]:
    """Rows of three columns; some of them have gaps, the more the rarer is the last to come."""
    drawn = random.Random(seed)
    rows = []
    for row in range(ROWS):
        values = {"whole": drawn.randrange(50), "part": round(drawn.gauss(0, 1), 3), "name": f"v{row % 7}"}
        # All of them in one row, too.
        rows.append(
            {k: "" if k in gaps and (row == 12_000 or drawn.random() < 0.1) else v for k, v in values.items()}
        )
    return rows


def lines(rows: list[dict[str, Any]], names: list[str]) -> str:
    return (
        "\n".join([",".join(names), *(",".join(str(row.get(name, "x")) for name in names) for row in rows)])
        + "\n"
    )


def listed(X: Any) -> dict[str, list[Any]]:
    return {name: values.tolist() for name, values in X.items()}


def same(found: Any, wanted: Any) -> bool:
    """Whether two tables have the same columns in the same order, and the same values in them."""
    if list(found) != list(wanted):
        return False
    for one, other in zip(found.values(), wanted.values(), strict=True):
        if isinstance(one, Categories) != isinstance(other, Categories):
            return False
        if isinstance(one, Categories) and one.tolist() != other.tolist():
            return False
        if not isinstance(one, Categories) and not np.array_equal(one, other, equal_nan=True):
            return False
    return True


@pytest.mark.parametrize("gaps", ["", "part", "whole", "name", "whole part", "whole name part"])
@pytest.mark.parametrize("order", ["whole part name", "name part whole", "whole name part"])
@pytest.mark.parametrize("other", [None, "always", "sometimes", "never"])
def test_csv_without_a_class_has_the_values_of_csv_with_one(
    gaps: str, order: str, other: str | None, tmp_path: Path
) -> None:
    rows, names = table(set(gaps.split())), order.split()
    (tmp_path / "with.csv").write_text(lines(rows, [*names, "y"]))
    wanted = read(tmp_path / "with.csv").take(ROWS)
    if other is not None:  # a column that nobody asks for, where a class may stand
        for place, row in enumerate(rows):
            row["z"] = {"always": "z", "sometimes": "z" * (place < 15_000), "never": ""}[other]
        names = [*names, "z"]
    (tmp_path / "without.csv").write_text(lines(rows, names))
    found = read(tmp_path / "without.csv", labelled=False)
    for _ in range(2):  # a stream begins anew
        X, y, _w = found.take(ROWS)
        assert same({name: X[name] for name in X if name != "z"}, wanted.X)
        assert [*X] == names == [column.name for column in found.columns]
        assert np.isnan(y).all()
        assert (len(y), found.classes, found.target, found.skipped) == (ROWS, None, "", 0)


@pytest.mark.parametrize("gaps", ["", "part", "whole name part"])
def test_one_column_is_enough(gaps: str, tmp_path: Path) -> None:
    rows = table(set(gaps.split()))
    for name in KINDS:
        (tmp_path / "one.csv").write_text(lines(rows, [name]))
        (tmp_path / "two.csv").write_text(lines(rows, [name, "y"]))
        # A gap in the only column of a line is a blank line, which is no row: it is written as '?'.
        for path in ("one.csv", "two.csv"):
            text = (tmp_path / path).read_text().replace("\n,", "\n?,").replace("\n\n", "\n?\n")
            (tmp_path / path).write_text(text.replace("\n\n", "\n?\n"))
        found = read(tmp_path / "one.csv", header=True, labelled=False).take(ROWS)
        assert len(found) == ROWS
        assert same(found.X, read(tmp_path / "two.csv", header=True).take(ROWS).X)


def test_other_formats_are_read_in_the_same_way(tmp_path: Path) -> None:
    rows = table({"part"})
    (tmp_path / "with.csv").write_text(lines(rows, [*KINDS, "y"]))
    wanted = read(tmp_path / "with.csv").take(ROWS).X
    (tmp_path / "new.csv.gz").write_bytes(gzip.compress(lines(rows, list(KINDS)).encode()))
    kept = [{name: value for name, value in row.items() if value != ""} for row in rows]
    (tmp_path / "new.jsonl").write_text("".join(json.dumps(row) + "\n" for row in kept))
    head = "@relation r\n@attribute whole real\n@attribute part real\n@attribute name string\n@data\n"
    body = lines(rows, list(KINDS)).partition("\n")[2].replace(",,", ",?,")
    (tmp_path / "new.arff").write_text(head + body)
    for name in ("new.csv.gz", "new.jsonl", "new.arff"):
        found = read(tmp_path / name, labelled=False).take(ROWS).X
        # The first row of the JSON lines has a gap, so that its column comes last.
        assert same({name: found[name] for name in wanted}, wanted)


@pytest.mark.parametrize("gaps", ["", "whole name part"])
def test_parquet_and_arrow_need_no_class(gaps: str, tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    feather = pytest.importorskip("pyarrow.feather")
    rows = table(set(gaps.split()))
    whole = arrow.Table.from_pylist([{k: None if v == "" else v for k, v in row.items()} for row in rows])
    labelled = whole.append_column("y", arrow.array(["a"] * ROWS))
    parquet.write_table(labelled, tmp_path / "with.parquet")
    wanted = read(tmp_path / "with.parquet").take(ROWS).X
    parquet.write_table(whole, tmp_path / "new.parquet")
    feather.write_feather(whole, tmp_path / "new.feather")
    unknown = whole.append_column("y", arrow.array([None] * ROWS, arrow.string()))
    parquet.write_table(unknown, tmp_path / "unknown.parquet")
    for name in ("new.parquet", "new.feather", "unknown.parquet", "with.parquet"):
        found = read(tmp_path / name, labelled=False)
        X = found.take(ROWS).X
        assert [*X] == [column.name for column in found.columns]
        assert same({name: X[name] for name in KINDS}, wanted)
    told = read(tmp_path / "with.parquet", target="name", labelled=False)
    assert list(told.take(10).X) == ["whole", "part", "y"]


@pytest.mark.skipif(os.name == "nt", reason="this system has no named pipes")
def test_a_pipe_is_read_once_and_all_of_it(tmp_path: Path) -> None:
    rows = table(set())
    (tmp_path / "with.csv").write_text(lines(rows, [*KINDS, "y"]))
    os.mkfifo(tmp_path / "pipe.csv")
    feeder = threading.Thread(
        target=(tmp_path / "pipe.csv").write_text, args=(lines(rows, ["name", "whole", "part"]),)
    )
    feeder.start()
    found = read(tmp_path / "pipe.csv", labelled=False).take(ROWS)
    feeder.join()
    wanted = read(tmp_path / "with.csv").take(ROWS).X
    assert listed(found.X) == listed({name: wanted[name] for name in ("name", "whole", "part")})


# ---- broken lines


@pytest.mark.parametrize("gaps", ["", "whole name part"])
def test_broken_lines_are_told_or_left_out(gaps: str, tmp_path: Path) -> None:
    rows = table(set(gaps.split()))
    header, *body = lines(rows, list(KINDS)).splitlines()
    # Too few values, and texts where numbers are wanted.
    broken = ["1,2.5", "few,2.5,v1", "1,much,v1"]
    for place, line in zip((3, 15_000, 16_000), broken, strict=True):
        body.insert(place, line)
    (tmp_path / "new.csv").write_text("\n".join([header, *body]) + "\n")
    (tmp_path / "with.csv").write_text(lines(rows, [*KINDS, "y"]))
    found = read(tmp_path / "new.csv", on_error="skip", labelled=False)
    assert same(found.take(ROWS).X, read(tmp_path / "with.csv").take(ROWS).X)
    assert (found.skipped, len(found.faults)) == (3, 3)
    assert "wanted 3 fields, got 2 fields" in found.faults[0]
    with pytest.raises(BrokenLine, match="line 5: wanted 3 fields, got 2 fields"):
        read(tmp_path / "new.csv", labelled=False).take(ROWS)
    (tmp_path / "new.csv").write_text(
        "\n".join([header, *(line for line in body if line != broken[0])]) + "\n"
    )
    with pytest.raises(BrokenLine, match=r"column .*'whole': wanted a number, got 'few'"):
        read(tmp_path / "new.csv", labelled=False).take(ROWS)


def test_rows_of_json_lines_need_no_column_in_common(tmp_path: Path) -> None:
    (tmp_path / "new.jsonl").write_text('{"a": 1}\n{"b": 2}\n{"a": 3}\n')
    X = read(tmp_path / "new.jsonl", labelled=False).take(3).X
    assert same(X, {"a": np.array([1, np.nan, 3]), "b": np.array([np.nan, 2, np.nan])})


def test_sparse_rows_of_arff_and_libsvm_need_no_class(tmp_path: Path) -> None:
    head = "@relation r\n@attribute a real\n@attribute class string\n@data\n"
    (tmp_path / "new.arff").write_text(head + "{0 2}\n{0 1, 1 x}\n")
    X = read(tmp_path / "new.arff", labelled=False).take(2).X
    assert X["a"].tolist() == [2, 1]
    (tmp_path / "new.svm").write_text("1 1:0.5\n0\n")
    assert list(read(tmp_path / "new.svm", labelled=False).take(2).X) == ["f1"]
    (tmp_path / "none.svm").write_text("0\n0\n")
    assert len(read(tmp_path / "none.svm", labelled=False).take(5)) == 2


def test_a_column_that_is_named_as_the_class_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "new.csv").write_text("a,b,c\n1,x,\n2,,y\n")
    for told in ("b", 1, -2):
        found = read(tmp_path / "new.csv", target=told, labelled=False)
        assert (found.names, list(found.take(2).X)) == (["a", "c"], ["a", "c"])
    assert read(tmp_path / "new.csv", target="d", labelled=False).names == ["a", "b", "c"]
    with pytest.raises(ValueError, match="classes are for rows that have one"):
        read(tmp_path / "new.csv", classes=["x"], labelled=False)
    with pytest.raises(TypeError, match="labelled must be True or False, got 'no'"):
        read(tmp_path / "new.csv", labelled="no")  # type: ignore[arg-type]


def test_rows_without_a_class_are_not_learned_and_not_written(tmp_path: Path) -> None:
    (tmp_path / "new.csv").write_text("a,b\n1,2\n3,4\n")
    stream = read(tmp_path / "new.csv", labelled=False)
    X, y, _ = stream.take(2)
    with pytest.raises(ValueError, match="row 0: a label must not be missing"):
        VFDT().learn_many(X, y)
    with pytest.raises(ValueError, match=r"the rows of .*new\.csv have no class"):
        write(stream, tmp_path / "again.csv")


@pytest.mark.parametrize("text", ["whole,part\n", "whole,part\n1,2\n", "whole\n1\n", "whole\n?\n"])
def test_tiny_files_are_read_too(text: str, tmp_path: Path) -> None:  # P4
    (tmp_path / "new.csv").write_text(text)
    found = read(tmp_path / "new.csv", header=True, labelled=False)
    assert len(found.take(10)) == text.count("\n") - 1
