"""Files as people have them: in several parts, with columns that have changed, without a class or a row."""

import os
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import riparian
from riparian.cli.app import app
from riparian.streams import open_stream, write
from riparian.training import train


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for day in (1, 2):
        write(open_stream("agrawal", seed=day), f"day{day}.csv", rows=5_000)


def test_files_of_an_unquoted_pattern_are_one_stream() -> None:
    assert run("train", "day1.csv", "day2.csv", "--out", "shell.model").exit_code == 0
    assert run("train", "day*.csv", "--out", "pattern.model").exit_code == 0
    assert Path("shell.model").read_bytes() == Path("pattern.model").read_bytes()
    done = run("predict", "shell.model", "day1.csv", "day2.csv", "--out", "said.csv")
    assert done.stderr == "wrote 10,000 predictions to said.csv\n"
    assert run("evaluate", "day1.csv", "day2.csv", "--json").exit_code == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["day1.csv", "sea"],
            "several files are one stream, but 'sea' is no file: give one stream at a time",
        ),
        (["day1.csv", "m.model"], "several files are one stream, but 'm.model' is a model"),
        (["day1.csv", "day2.csv", "--seed", "3"], "--seed is for streams that are made up"),
        (["day1.csv", "https://example.org/day2.csv"], "is an address: download the file first"),
        ([], "Missing argument 'STREAM...'"),
    ],
)
def test_what_is_not_one_stream_is_refused(words: list[str], message: str) -> None:
    train(riparian.VFDT(), "sea", "m.model", rows=10)
    done = run("train", *words, "--out", "new.model")
    assert (done.exit_code, message in done.stderr) == (2, True), done.stderr
    assert not Path("new.model").exists()


def test_settings_of_made_up_streams_are_not_for_files() -> None:
    done = run("generate", "day1.csv", "day2.csv", "--param", "noise=1", "--out", "both.csv")
    assert (done.exit_code, "--noise is for streams that are made up" in done.stderr) == (2, True)


def test_columns_that_a_model_does_not_know_may_hold_anything() -> None:
    rows = [f"{n % 7},{n % 3},{'abc' if n == 900 else n},{n % 7 > 3}" for n in range(1000)]
    Path("rows.csv").write_text("a,b,extra,y\n" + "\n".join([*rows, "1,1,1,unknown"]) + "\n")
    Path("known.csv").write_text("a,b,y\n" + "".join(f"{n % 7},{n % 3},{n % 7 > 3}\n" for n in range(999)))
    assert run("train", "known.csv", "--out", "known.model").exit_code == 0
    done = run("predict", "known.model", "rows.csv", "--out", "said.csv")
    assert (done.exit_code, done.stderr) == (0, "wrote 1,001 predictions to said.csv\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x,y\n", "error: rows.csv has no rows: there is nothing to learn"),
        (
            "x,score\n" + "".join(f"{n % 7},{n / 8}\n" for n in range(3000)),
            "too many for a class: name another column with --target",
        ),
    ],
)
def test_files_that_teach_nothing_are_refused(text: str, message: str) -> None:
    Path("rows.csv").write_text(text)
    done = run("train", "rows.csv", "--out", "rows.model")
    assert (done.exit_code, message in done.stderr, Path("rows.model").exists()) == (2, True, False)


def test_a_file_that_is_gone_on_the_way_is_a_failure_and_no_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("part").mkdir()
    Path("day2.csv").rename("part/day2.csv")
    opened = run("train", "day1.csv", "part/day2.csv", "--checkpoint-every", "1000", "--out", "a.model")
    assert opened.exit_code == 0

    def away(_self: object, rows: int) -> None:
        if rows >= 5_000:
            raise FileNotFoundError(2, os.strerror(2), "part/day2.csv")

    monkeypatch.setattr("riparian.cli.progress.Progress.rows", away)
    done = run("train", "day1.csv", "part/day2.csv", "--checkpoint-every", "1000", "--out", "b.model")
    told = "error: the model of 5,000 rows is in b.model: part/day2.csv: No such file or directory\n"
    assert (done.exit_code, done.stderr) == (1, told)


def test_new_labels_and_columns_by_position_are_told() -> None:
    assert run("train", "day1.csv", "--out", "a.model").exit_code == 0
    lines = Path("day2.csv").read_text().splitlines()
    Path("other.csv").write_text("\n".join([lines[0], *(f"{line}!" for line in lines[1:])]) + "\n")
    done = run("train", "other.csv", "--target", "class", "--load", "a.model", "--out", "b.model")
    assert "'groupA!', 'groupB!' in its first rows, and a.model has learned none of them" in done.stderr
    tree = riparian.VFDT()
    tree.learn_many(np.array([[1.0, 2.0], [3.0, 4.0]]), ["no", "yes"])
    tree.save("array.model")
    Path("rows.csv").write_text("id,a,b\n7,1,2\n")
    done = run("predict", "array.model", "rows.csv", "--out", "said.csv")
    assert "column 'b' of rows.csv is taken for the class; --ignore leaves others out" in done.stderr
