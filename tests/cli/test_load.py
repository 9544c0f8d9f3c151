"""What a model that is loaded goes on with: rows as it has learned them, or none at all."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import riparian
import riparian.streams
from tests.runner import run

EVALUATE = ["evaluate", "test.csv", "--target", "left", "--load", "z.model"]
TRAIN = ["train", "test.csv", "--target", "left", "--ignore", "day", "--load", "z.model"]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People with a code that looks like a number, a number, a class in the middle, and a day behind it."""
    monkeypatch.chdir(tmp_path)
    for name, start in (("train", 0), ("test", 1)):
        rows = [
            f"0{n % 8},{n % 11},{'yes' if n % 8 in (1, 6) else 'no'},day {n % 40}\n"
            for n in range(start, 6000)
        ]
        Path(f"{name}.csv").write_text("zip,age,left,day\n" + "".join(rows))
    words = [
        "train",
        "train.csv",
        "--target",
        "left",
        "--nominal",
        "zip",
        "--ignore",
        "day",
        "--out",
        "z.model",
    ]
    assert run(*words).exit_code == 0


def test_columns_are_read_as_the_model_has_learned_them() -> None:
    before = Path("z.model").read_bytes()
    words = ["evaluate", "test.csv", "--target", "left", "--load", "z.model", "--json"]
    told = run(*words, "--ignore", "day", "--nominal", "zip")
    assert told.stderr == ""
    assert run(*words, "--ignore", "day").stdout.split('"seconds"')[0] == told.stdout.split('"seconds"')[0]
    assert Path("z.model").read_bytes() == before


def test_new_and_absent_columns_are_told() -> None:
    done = run("evaluate", "test.csv", "--target", "left", "--load", "z.model")
    assert (
        "test.csv has 'day', which z.model has not learned: it is new to it; --ignore day leaves it out"
        in done.stderr
    )
    done = run("evaluate", "test.csv", "--target", "left", "--ignore", "age,day", "--load", "z.model")
    assert "test.csv has no 'age', which the model has learned: it is missing in every row" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["test.csv"],
            "test.csv has the classes 'day 1', 'day 2', 'day 3' and 37 more in its first rows, and the model "
            "has learned 'no', 'yes': name the class with --target",
        ),
        (
            ["test.csv", "--target", "zip"],
            "the class of test.csv, 'zip', is a column that the model has learned from: name the class with",
        ),
        (
            ["sea", "--rows", "9"],
            "sea has none of the columns that the model has learned, which are 'zip', 'age'",
        ),
    ],
)
def test_another_stream_is_refused(words: list[str], message: str) -> None:
    done = run("evaluate", *words, "--load", "z.model")
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_training_begins_with_a_model_and_goes_on_from_its_own_checkpoint() -> None:
    words = ["train", "test.csv", "--target", "left", "--ignore", "day", "--load", "z.model", "--out"]
    before = Path("z.model").read_bytes()
    assert run(*words, "whole.model").exit_code == 0
    assert run(*words, "two.model", "--rows", "2000").exit_code == 0
    assert run(*words, "two.model", "--resume").exit_code == 0
    assert Path("two.model").read_bytes() == Path("whole.model").read_bytes()
    both = riparian.load("z.model")
    rows = riparian.streams.read("test.csv", target="left", nominal=["zip"], ignore=["day"])
    for X, y, _ in rows.batches():
        both.learn_many(X, y)
    assert riparian.load("whole.model").digest() == both.digest()
    assert Path("z.model").read_bytes() == before


def test_another_model_to_begin_with_is_refused() -> None:
    words = ["train", "test.csv", "--target", "left", "--ignore", "day", "--out", "new.model"]
    assert run(*words, "--load", "z.model", "--rows", "2000").exit_code == 0
    assert "began with a tree that had learned already;" in run(*words, "--resume", "--nominal", "zip").stderr
    done = run(*words, "--load", "z.model", "--model", "vfdt")
    assert (done.exit_code, "give one of --model and --load" in done.stderr) == (2, True)
    done = run(*words, "--load", "z.model", "--param", "tau=0.1")
    assert (done.exit_code, "z.model has its settings, which stay" in done.stderr) == (2, True)


def test_other_rows_are_told_how_they_can_be_learned() -> None:
    words = ["--target", "left", "--nominal", "zip", "--ignore", "day", "--out", "z.model", "--resume"]
    done = run("train", "test.csv", *words)
    assert done.exit_code == 2
    assert "its stream was 'train.csv', and is 'test.csv' now" in done.stderr
    assert "which may begin with the tree of this one (--load)" in done.stderr


def test_columns_of_an_option_that_is_given_again_come_to_those_before() -> None:
    done = run(
        "train", "test.csv", "--target", "left", "--ignore", "day", "--ignore", "zip", "--out", "b.model"
    )
    assert "the class is 'left', of 2 labels" in done.stderr
    assert riparian.load("b.model")._asked().columns == ["age"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([*TRAIN, "--overwrite", "--out"], "z.model is the model to begin with"),
        (["predict", "z.model", "test.csv", "--out"], "z.model is the model"),
        ([*EVALUATE, "--out"], "z.model is a model that is loaded"),
        ([*EVALUATE, "--report"], "z.model is a model that is loaded"),
    ],
)
def test_a_model_is_not_written_over_by_what_is_made_with_it(words: list[str], message: str) -> None:
    # Under a name that the results could have.
    for suffix in ("json", "html", "csv", "model"):
        Path(f"z.{suffix}").write_bytes(Path("z.model").read_bytes())
    name = {"evaluate--out": "z.json", "evaluate--report": "z.html", "predict--out": "z.csv"}.get(
        words[0] + words[-1], "z.model"
    )
    before = Path("z.model").read_bytes()
    done = run(*[name if word == "z.model" else word for word in words], name)
    assert done.exit_code == 2
    assert message.replace("z.model", name) in done.stderr
    assert Path(name).read_bytes() == before


def test_the_rows_of_an_evaluation_are_not_written_over_by_it() -> None:
    before = Path("test.csv").read_bytes()
    done = run("evaluate", "test.csv", "--target", "left", "--out", "test.csv")
    assert (done.exit_code, "test.csv is what the rows are read from" in done.stderr) == (2, True)
    assert Path("test.csv").read_bytes() == before


def test_new_labels_are_learned_where_the_class_is_named() -> None:
    rows = "".join(f"0{n % 8},{n % 11},perhaps\n" for n in range(9_000))
    Path("new.csv").write_text("zip,age,left\n" + rows)
    assert run("evaluate", "new.csv", "--target", "left", "--load", "z.model").exit_code == 0
    assert run("evaluate", "new.csv", "--load", "z.model").exit_code == 2


def test_labels_that_are_digits_are_read_as_the_model_has_learned_them() -> None:
    assert run("generate", "led", "--rows", "3000", "--out", "led.csv").exit_code == 0
    assert run("train", "led", "--rows", "9000", "--seed", "2", "--out", "led.model").exit_code == 0
    done = run("evaluate", "led.csv", "--load", "led.model", "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    assert json.loads(done.stdout)["accuracy"] > 0.6


def test_numbers_in_place_of_names_are_refused() -> None:
    words = ["--target", "left", "--ignore", "day", "--load", "z.model"]
    told = "has numbers in 'zip', and the model has learned texts there: read it with --nominal zip"
    assert told in run("evaluate", "test.csv", "--numeric", "zip", *words).stderr
    command = [sys.executable, "-m", "riparian", "evaluate", "-", *words]
    env = {**os.environ, "PYTHONPATH": str(Path(riparian.__file__).parents[1])}
    with Path("test.csv").open() as rows:
        done = subprocess.run(command, stdin=rows, capture_output=True, text=True, check=False, env=env)
    assert (done.returncode, told in done.stderr) == (2, True)


def test_models_that_read_a_column_in_different_ways_are_refused() -> None:
    words = ["--target", "left", "--ignore", "day"]
    assert run("train", "train.csv", *words, "--out", "n.model").exit_code == 0
    done = run("evaluate", "test.csv", *words, "--load", "z.model", "--load", "n.model")
    told = "z.model has learned texts in 'zip', and n.model numbers: evaluate one by one"
    assert (done.exit_code, told in done.stderr) == (2, True)


def test_columns_that_come_late_are_not_told_as_missing() -> None:
    rows = [
        {"a": n % 5, "y": "no" if n % 5 < 3 else "yes"} | ({"late": n} if n > 9_000 else {})
        for n in range(20_000)
    ]
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run("train", "rows.jsonl", "--target", "y", "--out", "l.model").exit_code == 0
    assert run("evaluate", "rows.jsonl", "--target", "y", "--load", "l.model").stderr == ""


def test_models_of_columns_without_names_are_told_so() -> None:
    for kind in (list, np.array):
        tree = riparian.VFDT()
        tree.learn_many(kind([[1.0, 2.0], [3.0, 4.0]]), ["no", "yes"])
        tree.save("array.model")
        done = run("evaluate", "test.csv", "--target", "left", "--load", "array.model")
        assert "the model has learned columns without names, and those of test.csv have some" in done.stderr
