"""A checkpoint holds the place of its stream, so that nothing is read again; a wrong place is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

import riparian
from riparian import model_files
from riparian.streams import open_stream, read, write
from riparian.training import train


@pytest.mark.parametrize("name", ["sea", "rows.csv", "rows.parquet"])
def test_going_on_reads_less_than_a_batch_again(name: str, tmp_path: Path) -> None:
    path, rows = tmp_path / "sea.model", tmp_path / name
    if "." in name:
        write(open_stream("sea"), rows, rows=50_000)
    stream = str(rows) if "." in name else name
    train(riparian.VFDT(), stream, path, rows=30_000)
    told: list[int] = []
    done = train(riparian.VFDT(), stream, path, rows=45_000, resume=True, progress=told.append)
    assert (done.before, done.rows) == (30_000, 45_000)
    # The batch of rows 24,576 to 32,768 is read again, for the sake of its second part.
    assert told == [30_000, 32_768, 40_960, 45_000]


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ({"rows": 31_000, "place": {"state": ""}}, "where its stream is to be opened makes no sense"),
        ({"rows": 24_576, "place": None}, "where its stream is to be opened makes no sense"),
        ({"rows": -1, "place": {"state": ""}}, "where its stream is to be opened makes no sense"),
        (7, "where its stream is to be opened makes no sense"),
        ({"rows": 24_576, "place": {"state": "00"}}, "stream 'sea' has no such place; overwrite=True begins"),
        ({"rows": 24_576, "place": {"bytes": 3}}, "stream 'sea' has no such place; overwrite=True begins"),
    ],
)
def test_a_mark_that_makes_no_sense_is_refused(mark: Any, message: str, tmp_path: Path) -> None:
    path = tmp_path / "sea.model"
    train(riparian.VFDT(), "sea", path, rows=30_000)
    tree, sections = model_files.loaded(path, "train")
    told = json.loads(sections["train"])
    model_files.save(tree, path, [("train", True, json.dumps({**told, "mark": mark}).encode())])
    before = path.read_bytes()
    with pytest.raises(riparian.ModelFileError, match=f"section 'train': {message}"):
        train(riparian.VFDT(), "sea", path, rows=40_000, resume=True)
    assert path.read_bytes() == before


def test_a_checkpoint_without_a_mark_is_gone_on_with_from_the_first_row(tmp_path: Path) -> None:
    path, whole = tmp_path / "sea.model", tmp_path / "whole.model"
    train(riparian.VFDT(), "sea", path, rows=30_000)
    train(riparian.VFDT(), "sea", whole, rows=40_000)
    tree, sections = model_files.loaded(path, "train")
    told = json.loads(sections["train"])
    del told["mark"]
    model_files.save(tree, path, [("train", True, json.dumps(told).encode())])
    train(riparian.VFDT(), "sea", path, rows=40_000, resume=True)
    assert path.read_bytes() == whole.read_bytes()


def test_a_stream_that_ends_before_the_mark_is_refused(tmp_path: Path) -> None:
    path, rows = tmp_path / "rows.model", tmp_path / "rows.csv"
    rows.write_text("x,w,y\n" + "1,1,a\n2,1,b\n" * 100)
    stream = read(rows, weight="w")
    train(riparian.VFDT(), stream, path, rows=100)
    tree, sections = model_files.loaded(path, "train")
    told = {**json.loads(sections["train"]), "read": 5_000, "rows": None}
    model_files.save(tree, path, [("train", True, json.dumps(told).encode())])
    with pytest.raises(ValueError, match=r"rows.csv has 200 rows, and 5,000 of it were learned before"):
        train(riparian.VFDT(), stream, path, resume=True)


@pytest.mark.parametrize("base", [0, 2_000])
@pytest.mark.parametrize("read", [1, 2_999, 3_001])
def test_a_checkpoint_that_says_other_rows_than_its_tree_has_learned_is_refused(
    base: int, read: int, tmp_path: Path
) -> None:
    path = tmp_path / "sea.model"

    def begun() -> riparian.VFDT:
        tree = riparian.VFDT()
        for X, y, _ in open_stream("sea", seed=5).batches(rows=base):
            tree.learn_many(X, y)
        return tree

    train(begun(), "sea", path, rows=3_000)
    tree, sections = model_files.loaded(path, "train")
    told = {**json.loads(sections["train"]), "read": read, "mark": None}
    model_files.save(tree, path, [("train", True, json.dumps(told).encode())])
    before = path.read_bytes()
    message = f"section 'train': it says that {read:,} rows were read, and the tree has learned 3,000"
    with pytest.raises(riparian.ModelFileError, match=message):
        train(begun(), "sea", path, rows=9_000, resume=True)
    assert path.read_bytes() == before


def test_rows_of_no_weight_in_an_arff_file_are_read_and_not_learned(tmp_path: Path) -> None:
    rows, path = tmp_path / "rows.arff", tmp_path / "rows.model"
    header = "@relation r\n@attribute x numeric\n@attribute y {a, b}\n@data\n"
    rows.write_text(header + "1,a\n2,b,{0}\n" * 100)
    train(riparian.VFDT(), read(rows), path, rows=100)
    done = train(riparian.VFDT(), read(rows), path, resume=True)
    assert (done.before, done.rows, done.tree.n_rows) == (100, 200, 100)


def test_rows_of_no_weight_are_read_and_not_learned(tmp_path: Path) -> None:
    rows, path = tmp_path / "rows.csv", tmp_path / "rows.model"
    rows.write_text("x,w,y\n" + "1,1,a\n2,0,b\n" * 100)
    train(riparian.VFDT(), read(rows, weight="w"), path, rows=100)
    done = train(riparian.VFDT(), read(rows, weight="w"), path, resume=True)
    assert (done.before, done.rows, done.tree.n_rows) == (100, 200, 100)
