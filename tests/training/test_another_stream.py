"""Training goes on with the stream that it began with, and with no other."""

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest

import riparian
from riparian.streams import open_stream, read, write
from riparian.training import identity, train


@pytest.mark.parametrize(
    ("tree", "stream", "rows", "message"),
    [
        (riparian.MDT(), "sea", 5_000, "its model is VFDT, not MDT"),
        (riparian.VFDT(tau=0.1), "sea", 5_000, "its model has tau=0.05, and is to have tau=0.1 now"),
        (riparian.VFDT(), "stagger", 5_000, "its stream was 'sea', and is 'stagger' now"),
        (riparian.VFDT(), "sea:seed=2", 5_000, "its stream had seed=1, and has seed=2 now"),
        (riparian.VFDT(), "sea:function=2", 5_000, "its stream had no function, and has function=2 now"),
        (riparian.VFDT(), "sea", 2_999, "it has learned 3,000 rows, more than the 2,999 that are wanted now"),
    ],
)
def test_another_training_is_refused(
    tree: riparian.VFDT, stream: str, rows: int, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "sea.model"
    train(riparian.VFDT(), "sea", path, rows=3_000)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=f"cannot go on with .*sea.model: {message}"):
        train(tree, stream, path, rows=rows, resume=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": 0}, "its stream had no target, and has target=0 now"),
        ({"header": False}, "its stream had no header, and has header=False now"),
        ({"missing": ["none"]}, r"its stream had no missing, and has missing=\['none'\] now"),
    ],
)
def test_a_file_that_is_read_in_another_way_is_another_stream(
    options: Any, message: str, tmp_path: Path
) -> None:
    rows, path = tmp_path / "rows.csv", tmp_path / "rows.model"
    rows.write_text("1,2\n" * 20)
    train(riparian.VFDT(), read(rows), path, rows=10)
    with pytest.raises(ValueError, match=message):
        train(riparian.VFDT(), read(rows, **options), path, resume=True)


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "csv.model"
    write(open_stream("agrawal", seed=4), tmp_path / "rows.csv", rows=30_000)
    train(riparian.VFDT(), read(tmp_path / "rows.csv", nominal=["elevel"]), path, rows=10_000)
    told = lambda **options: read(tmp_path / "rows.csv", **options)  # noqa: E731
    with pytest.raises(ValueError, match="its stream had nominal="):
        train(riparian.VFDT(), told(), path, resume=True)
    with pytest.raises(ValueError, match="its stream had no ignore, and has ignore="):
        train(riparian.VFDT(), told(nominal=["elevel"], ignore=["age"]), path, resume=True)
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    (tmp_path / "rows.csv").rename(moved / "rows.csv")
    again = train(
        riparian.VFDT(), read(moved / "rows.csv", nominal=["elevel"]), path, rows=20_000, resume=True
    )
    assert again.before == 10_000  # the same file in another folder is the same file
    text = (moved / "rows.csv").read_text()
    (moved / "rows.csv").write_text(text[:-8] + text[-8:].swapcase())
    with pytest.raises(ValueError, match=r"file 'rows.csv' has changed: its SHA-256 was"):
        train(riparian.VFDT(), read(moved / "rows.csv", nominal=["elevel"]), path, resume=True)
    (moved / "rows.csv").write_text(text + text[-60:].splitlines()[-1] + "\n")
    with pytest.raises(ValueError, match=r"file 'rows.csv' has changed: it had [\d,]+ bytes, and has"):
        train(riparian.VFDT(), read(moved / "rows.csv", nominal=["elevel"]), path, resume=True)


def monday(folder: Path) -> riparian.VFDT:
    """A tree that has learned a code as a name."""
    (folder / "monday.csv").write_text(
        "zip,v,y\n" + "".join(f"{n % 7},{n},{'ab'[n % 7 > 3]}\n" for n in range(999))
    )
    return train(riparian.VFDT(), read(folder / "monday.csv", nominal=["zip"]), folder / "monday.model").tree


def test_columns_are_read_as_the_tree_has_learned_them(tmp_path: Path) -> None:
    monday(tmp_path)
    (tmp_path / "tuesday.csv").write_text("zip,v,y\n" + "3,4,a\n6,1,b\n" * 500)
    given: dict[str, Any]
    for name, given in (("told", {"nominal": ["zip"]}), ("plain", {})):
        tree = riparian.load(tmp_path / "monday.model")
        train(tree, read(tmp_path / "tuesday.csv", **given), tmp_path / f"{name}.model")
    assert (tmp_path / "told.model").read_bytes() == (tmp_path / "plain.model").read_bytes()


def test_a_stream_that_the_tree_cannot_have_learned_from_is_refused(tmp_path: Path) -> None:
    tree, path = monday(tmp_path), tmp_path / "other.model"
    with pytest.raises(ValueError, match="sea has none of the columns that the model has learned"):
        train(tree, "sea", path, rows=100)
    with pytest.raises(
        ValueError, match=r"the class of monday.csv, 'v', is a column that the model has learned"
    ):
        train(tree, read(tmp_path / "monday.csv", target="v"), path)
    with pytest.raises(ValueError, match="has numbers in 'zip', and the model has learned texts there"):
        train(tree, read(tmp_path / "monday.csv", numeric=["zip"]), path)
    assert not path.exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_of_numbers_is_not_learned_beside_texts(tmp_path: Path) -> None:
    tree = monday(tmp_path)
    os.mkfifo(tmp_path / "pipe.csv")
    text = (tmp_path / "monday.csv").read_text()
    feeder = threading.Thread(target=(tmp_path / "pipe.csv").write_text, args=(text,))
    feeder.start()
    pipe = read(tmp_path / "pipe.csv")
    with pytest.raises(ValueError, match="has numbers in 'zip', and the model has learned texts there"):
        train(tree, pipe, tmp_path / "other.model")
    pipe.take(1000)
    feeder.join()


@pytest.mark.parametrize("asked", [{"checkpoint_every": 500}, {"rows": 500}, {}])
def test_labels_that_are_all_different_are_told_before_they_are_learned(
    asked: dict[str, int], tmp_path: Path
) -> None:
    (tmp_path / "rows.csv").write_text("x,score\n" + "".join(f"{n % 7},{n / 8}\n" for n in range(20_000)))
    told = "'score' of rows.csv has 8,192 labels in its first 8,192 rows, too many for a class: name another"
    with pytest.raises(ValueError, match=told):
        train(riparian.VFDT(), read(tmp_path / "rows.csv"), tmp_path / "rows.model", **asked)
    assert {entry.name for entry in tmp_path.iterdir()} == {"rows.csv"}


def test_labels_that_were_declared_may_be_as_many_as_there_are(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("x,score\n" + "".join(f"{n % 7},n{n}\n" for n in range(2_000)))
    rows = read(tmp_path / "rows.csv", classes=[f"n{n}" for n in range(2_000)])
    assert train(riparian.VFDT(), rows, tmp_path / "rows.model").rows == 2_000
    tree = riparian.VFDT(classes=[f"n{n}" for n in range(2_000)])
    assert train(tree, read(tmp_path / "rows.csv"), tmp_path / "again.model").rows == 2_000


def test_a_stream_without_rows_makes_no_model(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("x,y\n")
    with pytest.raises(ValueError, match=r"rows.csv has no rows: there is nothing to learn"):
        train(riparian.VFDT(), read(tmp_path / "rows.csv"), tmp_path / "rows.model")
    assert not (tmp_path / "rows.model").exists()


def test_what_is_no_tree_is_told_how_it_becomes_one(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"tree must be a tree, got 'monday.model': riparian.load gives"):
        train("monday.model", "sea", tmp_path / "a.model", rows=10)  # type: ignore[arg-type]


def test_the_tree_that_was_trained_goes_on_with_its_own_file(tmp_path: Path) -> None:
    for base in (False, True):
        trees = []
        for _ in range(2):
            trees.append(riparian.VFDT())
            if base:
                trees[-1].learn_many({"attrib1": [1.0, 2.0]}, ["groupA", "groupB"])
        whole, path = tmp_path / f"whole{base}.model", tmp_path / f"sea{base}.model"
        train(trees[0], "sea", whole, rows=20_000)
        train(trees[1], "sea", path, rows=10_000)
        assert trees[1].digest() == riparian.load(path).digest()
        train(trees[1], "sea", path, rows=20_000, resume=True)
        assert path.read_bytes() == whole.read_bytes()
        with pytest.raises(ValueError, match="it began with"):
            train(trees[1], "sea", path, rows=30_000, resume=True)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_the_tree_of_the_model_file_goes_on_with_the_files_it_was_trained_on(
    kind: str, tmp_path: Path
) -> None:
    rows, whole, path = tmp_path / f"rows.{kind}", tmp_path / "whole.model", tmp_path / "path.model"
    write(open_stream("agrawal", seed=4), rows, rows=6_000)
    train(riparian.VFDT(), str(rows), whole)
    train(riparian.VFDT(), str(rows), path, rows=2_000)
    train(riparian.load(path), str(rows), path, rows=4_000, resume=True)
    train(riparian.VFDT(), str(rows), path, resume=True)
    assert path.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_so_it_does_where_it_began_with_another_tree_and_columns_are_new(kind: str, tmp_path: Path) -> None:
    base = monday(tmp_path)
    names = ("zip", "v", "e", "y")
    values = [(n % 7, n, f"e{n % 3}", "ab"[n % 7 > 3]) for n in range(6_000)]
    lines = [json.dumps(dict(zip(names, row, strict=True))) for row in values]
    if kind == "csv":
        lines = [",".join(names), *(",".join(map(str, row)) for row in values)]
    rows, whole, path = tmp_path / f"rows.{kind}", tmp_path / "whole.model", tmp_path / "path.model"
    rows.write_text("\n".join(lines) + "\n")
    begun = base.to_bytes()
    train(riparian.from_bytes(begun), read(rows, target="y"), whole)
    train(riparian.from_bytes(begun), read(rows, target="y"), path, rows=2_000)
    train(riparian.load(path), read(rows, target="y"), path, rows=4_000, resume=True)
    train(riparian.from_bytes(begun), read(rows, target="y"), path, resume=True)
    assert path.read_bytes() == whole.read_bytes()
    with pytest.raises(ValueError, match=r"cannot go on with .*: its stream had "):
        train(riparian.load(path), read(rows, target="y", ignore=["e"]), path, resume=True)


def test_a_file_is_read_once_for_its_checksum(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base, counted, sha256 = monday(tmp_path), [], identity._sha256
    monkeypatch.setattr(identity, "_sha256", lambda path: counted.append(path) or sha256(path))
    path, monday_rows = tmp_path / "tuesday.model", read(tmp_path / "monday.csv")
    train(base, monday_rows, path, rows=500)
    assert len(counted) == 1
    train(riparian.load(path), monday_rows, path, rows=900, resume=True)
    assert len(counted) == 2


@pytest.mark.parametrize(
    ("kept", "wanted", "message"),
    [
        (False, True, "it began with a new tree, and is to begin with one that has learned already now"),
        (True, False, "it began with a tree that had learned already"),
        (True, True, "it began with another tree that had learned already"),
    ],
)
def test_another_beginning_is_told(kept: bool, wanted: bool, message: str, tmp_path: Path) -> None:
    def begun(learned: bool, value: float) -> riparian.VFDT:
        tree = riparian.VFDT()
        if learned:
            tree.learn_many({"attrib1": [value, 2.0]}, ["groupA", "groupB"])
        return tree

    train(begun(kept, 1.0), "sea", tmp_path / "sea.model", rows=1_000)
    with pytest.raises(ValueError, match=message):
        train(begun(wanted, 0.5), "sea", tmp_path / "sea.model", rows=2_000, resume=True)
