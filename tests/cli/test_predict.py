"""`riparian predict` on rows as they come in: without a class, with gaps, with columns more or less."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import riparian
from riparian.streams import open_stream, write
from tests.runner import run


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("train", "agrawal", "--rows", "20000", "--out", "agrawal.model").exit_code == 0
    write(open_stream("agrawal", seed=2), "labelled.csv", rows=2_000)
    table = [line.split(",") for line in Path("labelled.csv").read_text().splitlines()]
    Path("new.csv").write_text("".join(",".join(line[:-1]) + "\n" for line in table))
    Path("reordered.csv").write_text("".join(",".join(line[-2::-1]) + "\n" for line in table))
    Path("unknown.csv").write_text("".join(",".join(line[:-1]) + ",?\n" for line in table))
    Path("loan.csv").write_text("".join(line[-2] + "\n" for line in table))


def expected() -> str:
    tree = riparian.load("agrawal.model")
    X, _, _ = open_stream("agrawal", seed=2).take(2_000)
    lines = [f"{row},{label}\n" for row, label in enumerate(tree.predict_many(X).tolist())]
    return "row,prediction\n" + "".join(lines)


@pytest.mark.parametrize("file", ["labelled.csv", "new.csv", "reordered.csv", "unknown.csv"])
def test_rows_are_predicted_with_and_without_a_class(file: str) -> None:
    done = run("predict", "agrawal.model", file, "--out", "said.csv")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "wrote 2,000 predictions to said.csv\n"
    assert Path("said.csv").read_text() == expected()


def piped(path: str, model: str, *words: str, code: int = 0) -> str:
    """What is told of rows from standard input."""
    command = [sys.executable, "-m", "riparian", "predict", model, "-", *words, "--out", "said.csv"]
    root = str(Path(riparian.__file__).parents[1])
    with Path(path).open() as rows:
        done = subprocess.run(
            command, stdin=rows, capture_output=True, text=True, check=False, env={"PYTHONPATH": root}
        )
    assert done.returncode == code, done.stderr
    return done.stderr


def test_rows_from_standard_input_need_no_class_either() -> None:
    piped("new.csv", "agrawal.model")
    assert Path("said.csv").read_text() == expected()


def test_a_class_that_is_named_need_not_be_there() -> None:
    for file in ("labelled.csv", "new.csv"):
        done = run("predict", "agrawal.model", file, "--target", "class", "--out", "said.csv")
        assert done.stderr == "wrote 2,000 predictions to said.csv\n"
        assert Path("said.csv").read_text() == expected()


def test_one_column_of_a_model_is_predicted_and_the_others_are_told_as_missing() -> None:
    done = run("predict", "agrawal.model", "loan.csv", "--out", "said.csv")
    assert done.exit_code == 0
    absent, wrote = done.stderr.splitlines()
    assert absent == (
        "loan.csv has no 'salary', 'commission', 'age' and 5 more, which the model has learned: "
        "they are missing in every row"
    )
    assert wrote == "wrote 2,000 predictions to said.csv"
    assert Path("said.csv").read_text().count("\n") == 2_001


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["labelled.csv", "--target", "loan"], "name another one, or leave --target out"),
        (["other.csv"], "other.csv has none of the columns that the model has learned"),
        (["sea"], "sea has none of the columns that the model has learned"),
    ],
)
def test_what_cannot_be_predicted_is_refused(words: list[str], message: str) -> None:
    Path("other.csv").write_text("a,b\n1,2\n")
    done = run("predict", "agrawal.model", *words, "--out", "said.csv")
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
    assert not Path("said.csv").exists()


def test_broken_lines_are_told_with_their_place_or_left_out() -> None:
    with Path("new.csv").open("a") as file:
        file.write("much,1,2,level1,car1,zipcode1,3,4,5\n")
    done = run("predict", "agrawal.model", "new.csv", "--out", "said.csv")
    assert done.exit_code == 1
    assert "line 2002, column 1 'salary': wanted a number, got 'much'" in done.stderr
    assert not Path("said.csv").exists()
    done = run("predict", "agrawal.model", "new.csv", "--skip-broken", "--out", "said.csv")
    assert done.exit_code == 0
    assert "1 broken line was left out" in done.stderr
    assert Path("said.csv").read_text() == expected()


def test_numbers_where_names_were_learned_are_read_as_names_or_refused() -> None:
    rows = "".join(f"{row % 5},{'ab'[row % 5 in (0, 3)]}\n" for row in range(3_000))
    Path("codes.csv").write_text("code,y\n" + rows)
    Path("some.csv").write_text("code\n0\n1\n3\n")
    assert run("train", "codes.csv", "--nominal", "code", "--out", "codes.model").exit_code == 0
    answers = "row,prediction\n0,b\n1,a\n2,b\n"
    for words in ([], ["--nominal", "code"]):
        done = run("predict", "codes.model", "some.csv", *words, "--out", "said.csv")
        assert done.stderr == "wrote 3 predictions to said.csv\n"
        assert Path("said.csv").read_text() == answers
    # What can be read only once is read as it is told, and so is what was told otherwise.
    told = "has numbers in 'code', and the model has learned texts there: read it with --nominal code\n"
    Path("said.csv").unlink()
    assert told in piped("some.csv", "codes.model", code=2)
    assert told in run("predict", "codes.model", "some.csv", "--numeric", "code", "--out", "said.csv").stderr
    assert not Path("said.csv").exists()
    assert piped("some.csv", "codes.model", "--nominal", "code") == "wrote 3 predictions to said.csv\n"
    assert Path("said.csv").read_text() == answers
    # A column that holds nothing holds no numbers either.
    Path("none.csv").write_text("code,other\n,1\n,2\n")
    assert piped("none.csv", "codes.model") == "wrote 2 predictions to said.csv\n"


@pytest.mark.parametrize("kind", [list, np.array])
def test_columns_of_lists_and_arrays_are_taken_in_their_order(kind: Any) -> None:
    tree = riparian.VFDT(predictor="mc", grace_period=10)
    X = [[n % 7, n % 3] for n in range(2_000)]
    tree.learn_many(kind(X), ["low" if n % 7 < 4 else "high" for n in range(2_000)])
    tree.save("lists.model")
    Path("two.csv").write_text("a,b\n1,2\n6,0\n")
    assert run("predict", "lists.model", "two.csv", "--out", "said.csv").exit_code == 0
    assert Path("said.csv").read_text() == "row,prediction\n0,low\n1,high\n"
