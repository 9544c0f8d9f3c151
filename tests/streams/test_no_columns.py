"""Rows of a stream that have no column: as many as there are labels, and learned like all others."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import riparian
from riparian import VFDT
from riparian.evaluate import prequential
from riparian.predictions import write_predictions
from riparian.streams import read
from riparian.streams.stream import Batch
from riparian.training import train

EMPTY = 9000  # more than a batch has


def written(folder: Path, kind: str, late: bool = True) -> Path:
    """A file of which the first rows have nothing but a class."""
    path = folder / f"rows.{kind}"
    rows = [({}, "ab"[n % 2]) for n in range(EMPTY)]
    rows += [({"1": n / 2}, "ab"[n % 2]) for n in range(300 * late)]
    lines = {
        "jsonl": lambda x, y: json.dumps({**x, "class": y}),
        "libsvm": lambda x, y: " ".join(
            [str("ab".index(y)), *(f"{name}:{value}" for name, value in x.items())]
        ),
        "csv": lambda _, y: y,
    }[kind]
    head = ["class"] if kind == "csv" else []
    path.write_text("\n".join([*head, *(lines(x, y) for x, y in rows)]) + "\n")
    return path


def by_rows(stream: Any) -> VFDT:
    tree = VFDT()
    for x, y in stream:
        tree.learn_one({name: value for name, value in x.items() if value == value}, y)
    return tree


@pytest.mark.parametrize(
    ("kind", "late"), [("jsonl", True), ("libsvm", True), ("csv", False), ("jsonl", False)]
)
@pytest.mark.parametrize("size", [1000, 8192])
def test_rows_without_a_column_are_learned_as_they_come(
    kind: str, late: bool, size: int, tmp_path: Path
) -> None:
    stream = read(written(tmp_path, kind, late))
    tree = VFDT()
    for X, y, w in stream.batches(size):
        before = tree.n_rows
        assert len(tree.predict_many(X)) == len(y)
        assert len(tree.predict_proba_many(X)) == len(y)
        assert len(tree.predict_then_learn_many(X, y, w=w)) == len(y)
        assert tree.n_rows == before + len(y)
    assert tree.n_rows == EMPTY + 300 * late
    assert tree.digest() == by_rows(stream).digest()


@pytest.mark.parametrize(("kind", "late"), [("jsonl", True), ("libsvm", True), ("csv", False)])
def test_such_files_are_evaluated_trained_and_predicted(kind: str, late: bool, tmp_path: Path) -> None:
    path, model, said = written(tmp_path, kind, late), tmp_path / "m.model", tmp_path / "said.csv"
    for delay in (0, 50):
        found = prequential(VFDT(), read(path), delay=delay, measures=["accuracy", "log_loss"])
        assert found["VFDT"]["accuracy"] == pytest.approx(0.5, abs=0.05)
    train(VFDT(), read(path), model)
    tree = riparian.load(model)
    assert tree.n_rows == EMPTY + 300 * late
    assert write_predictions(tree, read(path), said) == tree.n_rows
    assert write_predictions(tree, read(path), said, probabilities=True) == tree.n_rows


def test_a_batch_says_how_many_rows_have_no_column() -> None:
    batch = Batch({}, np.array(["a", "b", "a"]))
    tree = VFDT()
    tree.learn_many(batch.X, batch.y)
    tree.learn_many({"x": [1.0]}, ["a"])
    assert len(tree.predict_many(batch.part(1, 3).X)) == 2
    tree.learn_many(batch.part(1, 3).X, batch.part(1, 3).y)
    assert tree.n_rows == 6


def test_columns_that_were_forgotten_are_still_a_mistake() -> None:
    tree = VFDT()
    with pytest.raises(ValueError, match="X has 0 rows, y has 2; give one label per row"):
        tree.learn_many({}, ["a", "b"])
    assert tree.n_rows == 0
