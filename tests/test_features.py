"""What of a stream a tree is asked about: its columns, by name or by position, and nothing else."""

import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import riparian
from riparian.features import Features
from riparian.predictions import write_predictions
from riparian.streams import from_table, open_stream, read
from riparian.streams.broken import BrokenLine


def by_name() -> riparian.VFDT:
    tree = riparian.VFDT(grace_period=10)
    X, y = values()
    tree.learn_many({"level": X[:, 0], "rain": X[:, 1]}, y)
    return tree


def by_position() -> riparian.VFDT:
    tree = riparian.VFDT(grace_period=10)
    tree.learn_many(*values())
    return tree


def values() -> tuple[Any, Any]:
    X = np.random.default_rng(1).normal(size=(400, 2))
    return X, np.where(X[:, 1] > 0, "wet", "dry")


def rows_of(path: Path, names: str, *, header: bool = True) -> Path:
    """A file with the same values, and others in columns of other names."""
    X, y = values()
    columns = {
        "level": X[:, 0],
        "rain": X[:, 1],
        "class": y,
        "a": X[:, 0],
        "b": X[:, 1],
        "id": np.arange(400),
    }
    lines = [",".join(str(columns[name][row]) for name in names.split()) for row in range(400)]
    path.write_text("\n".join([names.replace(" ", ",")] * header + lines) + "\n")
    return path


def said(path: Path) -> list[str]:
    return [line.split(",")[1] for line in path.read_text().splitlines()[1:]]


@pytest.mark.parametrize(
    "names", ["level rain", "rain level", "class level id rain", "rain level class", "id rain level"]
)
def test_columns_are_found_by_their_names_wherever_they_stand(names: str, tmp_path: Path) -> None:
    tree = by_name()
    path = rows_of(tmp_path / "new.csv", names)
    assert write_predictions(tree, read(path), tmp_path / "said.csv") == 400
    assert said(tmp_path / "said.csv") == tree.predict_many(values()[0]).tolist()


@pytest.mark.parametrize("names", ["rain", "class rain", "rain class"])
def test_columns_that_are_not_there_are_missing(names: str, tmp_path: Path) -> None:
    tree = by_name()
    found = Features(tree, read(rows_of(tmp_path / "new.csv", names)))
    assert found.absent == ["level"]
    assert write_predictions(tree, found, tmp_path / "said.csv") == 400
    assert said(tmp_path / "said.csv") == tree.predict_many({"rain": values()[0][:, 1]}).tolist()


@pytest.mark.parametrize(
    ("names", "told"), [("a b", {}), ("level rain class", {}), ("class a b", {"target": "class"})]
)
@pytest.mark.parametrize("header", [True, False])
def test_columns_without_names_are_those_of_the_file_in_its_order(
    names: str, told: dict[str, Any], header: bool, tmp_path: Path
) -> None:
    tree = by_position()
    path = rows_of(tmp_path / "new.csv", names, header=header)
    told = {"target": 0} if told and not header else told
    assert write_predictions(tree, read(path, header=header, **told), tmp_path / "said.csv") == 400
    assert said(tmp_path / "said.csv") == tree.predict_many(values()[0]).tolist()


def test_streams_that_are_no_files_have_their_class_elsewhere(tmp_path: Path) -> None:
    X, y = values()
    for tree in (by_name(), by_position()):
        # The target of a table is called 'class'; a column of that name is one like others.
        stream = from_table({"level": X[:, 0], "rain": X[:, 1]}, y)
        assert write_predictions(tree, stream, tmp_path / "said.csv") == 400
        assert said(tmp_path / "said.csv") == tree.predict_many(X).tolist()


@pytest.mark.parametrize(
    ("tree", "names", "told", "message"),
    [
        (by_name(), "a b", {}, "new.csv has none of the columns .* 'level', 'rain': it has 'a', 'b'"),
        (by_name(), "level rain class", {"target": "rain"}, "the class of new.csv, 'rain', is a column that"),
        (
            by_position(),
            "a b id class",
            {},
            "has learned 2 columns by position, and new.csv has 4, 'a', 'b', ",
        ),
        (by_position(), "a b", {"target": "b"}, "has learned 2 columns by position, and new.csv has 1, 'a'"),
        (riparian.VFDT(), "level rain", {}, "has learned no row"),
    ],
)
def test_what_is_another_table_is_refused_before_anything_is_written(
    tree: riparian.VFDT, names: str, told: dict[str, Any], message: str, tmp_path: Path
) -> None:
    stream = read(rows_of(tmp_path / "new.csv", names), **told)
    with pytest.raises(ValueError, match=message):
        write_predictions(tree, stream, tmp_path / "said.csv")
    with pytest.raises(ValueError, match=message):
        Features(tree, stream)
    assert {path.name for path in tmp_path.iterdir()} == {"new.csv"}


def test_a_text_among_few_numbers_is_a_broken_line_and_no_name(tmp_path: Path) -> None:
    (tmp_path / "new.csv").write_text("level,rain\n1,2.5\nx,2.5\n")
    assert read(tmp_path / "new.csv").columns[0].categories is not None
    with pytest.raises(BrokenLine, match="line 3, column 1 'level': wanted a number, got 'x'"):
        Features(by_name(), read(tmp_path / "new.csv")).take(2)
    with pytest.raises(
        ValueError, match="has names in 'level', and the model has learned numbers there: leave"
    ):
        Features(by_name(), read(tmp_path / "new.csv", nominal=["level"]))


def test_columns_that_might_have_come_are_absent_once_all_rows_are_read(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    path.write_text('{"level": 1.5}\n' * 3)
    found = Features(by_name(), read(path))
    assert found.absent == []
    assert (len(found.take(10)), found.absent) == (3, ["rain"])
    path.write_text('{"LEVEL": 1.5, "RAIN": 1}\n' * 3)
    with pytest.raises(ValueError, match="has none of the columns that the model has learned"):
        Features(by_name(), read(path))


def test_columns_of_sparse_rows_may_come_late_but_not_never(tmp_path: Path) -> None:
    tree = riparian.VFDT()
    tree.learn_many({"f1": [1.0, 2.0], "f5": [0.0, 1.0]}, ["a", "b"])
    path = tmp_path / "new.svm"
    for last, told in (("1 1:4\n", ["f5"]), ("1 7:4\n", None)):
        path.write_text("1 3:4\n" * 70_000 + last)
        found = Features(tree, read(path))
        if told is None:
            with pytest.raises(
                ValueError, match=r"new\.svm has none of the columns that the model has learned"
            ):
                found.take(80_000)
        else:
            assert (len(found.take(80_000)), found.absent) == (70_001, told)


@pytest.mark.skipif(os.name == "nt", reason="this system has no named pipes")
@pytest.mark.parametrize("labelled", [True, False])
@pytest.mark.parametrize("names", ["level rain", "level rain class", "id level rain id"])
def test_what_can_be_read_once_is_read_once(names: str, labelled: bool, tmp_path: Path) -> None:
    text = rows_of(tmp_path / "new.csv", " ".join(dict.fromkeys(names.split()))).read_text()
    os.mkfifo(tmp_path / "pipe.csv")
    feeder = threading.Thread(target=(tmp_path / "pipe.csv").write_text, args=(text,))
    feeder.start()
    pipe = read(tmp_path / "pipe.csv", labelled=labelled)
    if labelled and "class" not in names:  # the last column was taken for the class
        with pytest.raises(ValueError, match=r"its column 'rain', .* open it with labelled=False"):
            Features(by_name(), pipe)
        len(pipe.take(400))
    else:
        assert write_predictions(by_name(), pipe, tmp_path / "said.csv") == 400
        assert said(tmp_path / "said.csv") == by_name().predict_many(values()[0]).tolist()
    feeder.join()


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
def test_numbers_are_texts_where_the_tree_has_learned_texts(kind: str, tmp_path: Path) -> None:
    tree = riparian.VFDT(grace_period=10, predictor="mc")
    codes = np.arange(400) % 4
    tree.learn_many({"zip": codes.astype(str)}, codes > 1)
    lines = ["zip", *map(str, codes)] if kind == "csv" else [f'{{"zip": {code}}}' for code in codes]
    (tmp_path / f"new.{kind}").write_text("\n".join(lines) + "\n")
    stream = read(tmp_path / f"new.{kind}", labelled=False)
    assert Features(tree, stream).as_numbers == []
    write_predictions(tree, stream, tmp_path / "said.csv")
    assert said(tmp_path / "said.csv") == [str(code > 1) for code in codes]
    # Whole numbers that were learned as categories are found as they stand.
    tree = riparian.VFDT(grace_period=10, predictor="mc", nominal=["zip"])
    tree.learn_many({"zip": codes}, codes > 1)
    write_predictions(tree, stream, tmp_path / "said.csv")
    assert said(tmp_path / "said.csv") == [str(code > 1) for code in codes]


def test_a_made_up_stream_of_other_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="sea has none of the columns that the model has learned"):
        Features(by_name(), open_stream("sea"))


def test_rows_of_which_nothing_is_known_are_predicted_too(tmp_path: Path) -> None:
    # A row of a libsvm file may be a label alone.
    (tmp_path / "all.svm").write_text("1 1:0.5 2:1\n-1 1:0.1\n" * 50)
    (tmp_path / "none.svm").write_text("0\n0\n")
    tree = riparian.VFDT()
    for X, y, _ in read(tmp_path / "all.svm").batches():
        tree.learn_many(X, y)
    assert write_predictions(tree, read(tmp_path / "none.svm"), tmp_path / "said.csv") == 2
