"""What training and predicting leave alone: the rows that they read, and files that are no models."""

from pathlib import Path

import pytest

import riparian
from riparian.predictions import write_predictions
from riparian.streams import open_stream, read, write
from riparian.training import train


def test_rows_are_never_written_over(tmp_path: Path) -> None:
    rows, other = tmp_path / "rows.csv", tmp_path / "notes.txt"
    write(open_stream("sea"), rows, rows=200)
    other.write_text("notes")
    before = rows.read_bytes()
    for overwrite in (False, True):
        with pytest.raises(ValueError, match="what the rows are read from: give the model another name"):
            train(riparian.VFDT(), read(rows), rows, overwrite=overwrite)
    with pytest.raises(ValueError, match="is there and is no model, so it is kept"):
        train(riparian.VFDT(), read(rows), other, overwrite=True)
    tree = train(riparian.VFDT(), read(rows), tmp_path / "a.model").tree
    with pytest.raises(ValueError, match="write the predictions to another file"):
        write_predictions(tree, read(rows), rows)
    assert (rows.read_bytes(), other.read_text()) == (before, "notes")


def test_a_column_that_was_learned_is_not_taken_for_the_class(tmp_path: Path) -> None:
    tree = riparian.VFDT()
    tree.learn_many({"level": [1.0, 2.0], "rain": [0.0, 1.0]}, ["dry", "wet"])
    (tmp_path / "new.csv").write_text("rain,level\n0,1\n1,2\n")
    with pytest.raises(
        ValueError, match=r"the class of new.csv, 'level', is a column that the model has learned"
    ):
        write_predictions(tree, read(tmp_path / "new.csv", target="level"), tmp_path / "said.csv")
    assert write_predictions(tree, read(tmp_path / "new.csv"), tmp_path / "said.csv") == 2
    assert (tmp_path / "said.csv").read_text() == "row,prediction\n0,dry\n1,wet\n"
