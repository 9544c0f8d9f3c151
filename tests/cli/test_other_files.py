"""Files as people have them: in several parts, with columns that have changed, without a class or a row."""

import errno
import gzip
import json
import os
from pathlib import Path

import numpy as np
import pytest

import riparian
from riparian.streams import open_stream, write
from riparian.training import train
from tests.runner import run


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


def test_columns_that_a_model_does_not_know_may_come_in_any_row_and_file() -> None:
    assert run("train", "day1.csv", "--out", "day1.model").exit_code == 0
    known = {"age": 30, "salary": 1e5}
    rows = [known | ({"late": "abc" if n > 30_000 else n} if n > 20_000 else {}) for n in range(40_000)]
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    Path("more.csv").write_text("age,salary,more\n30,1,x\n")
    Path("few.csv").write_text("age,salary\n30,1\n")
    for files in (["rows.jsonl"], ["more.csv", "few.csv"], ["few.csv", "more.csv"]):
        done = run("predict", "day1.model", *files, "--out", "said.csv")
        assert done.exit_code == 0, done.stderr
    # So do they where only some rows are asked for.
    assert (
        "'commission'"
        in run("predict", "day1.model", "rows.jsonl", "--rows", "9", "--out", "said.csv").stderr
    )


def test_columns_that_never_came_are_told_of_every_format() -> None:
    assert run("train", "day1.csv", "--out", "day1.model").exit_code == 0
    rows = [json.dumps({"age": n % 60, "class": "groupA"}) for n in range(500)]
    Path("rows.jsonl").write_text("\n".join(rows) + "\n")
    for words in (
        ["predict", "day1.model", "rows.jsonl", "--out", "said.csv"],
        ["evaluate", "rows.jsonl", "--load", "day1.model"],
        ["train", "rows.jsonl", "--load", "day1.model", "--out", "later.model"],
    ):
        done = run(*words)
        told = "rows.jsonl has no 'salary', 'commission', 'elevel' and 5 more, which the model has learned"
        assert (done.exit_code, done.stderr.count(told)) == (0, 1), done.stderr


def test_a_text_where_numbers_were_learned_is_told_with_what_can_be_done() -> None:
    assert run("train", "day1.csv", "--out", "day1.model").exit_code == 0
    lines = Path("day2.csv").read_text().splitlines()
    place = lines[0].split(",").index("age")
    lines[4000] = ",".join([*lines[4000].split(",")[:place], "old", *lines[4000].split(",")[place + 1 :]])
    Path("day2.csv").write_text("\n".join(lines) + "\n")
    told = (
        f"line 4001, column {place + 1} 'age': wanted a number, got 'old'; --ignore age leaves the column out"
    )
    for words in (
        ["predict", "day1.model", "day2.csv", "--out", "said.csv"],
        ["evaluate", "day2.csv", "--load", "day1.model"],
    ):
        done = run(*words)
        assert (done.exit_code, f"{told}; --skip-broken leaves such lines out" in done.stderr) == (1, True)
        done = run(*words, "--skip-broken")
        assert (done.exit_code, f"{told}\n" in done.stderr) == (0, True)


def test_what_is_wrong_with_a_model_that_is_shown_is_told_of_a_model() -> None:
    assert run("train", "sea", "--rows", "1000", "--out", "sea.model").exit_code == 0
    data = Path("sea.model").read_bytes()
    Path("damaged.model").write_bytes(b"R" + data[1:])
    Path("packed.model.gz").write_bytes(gzip.compress(data))
    for name, told in (
        ("damaged.model", "it begins with other bytes"),
        ("packed.model.gz", "it is compressed"),
    ):
        done = run("show", name)
        assert (done.exit_code, told in done.stderr) == (2, True), done.stderr


def test_a_table_may_have_model_in_its_name() -> None:
    Path("day1.csv").rename("day1.model.csv")
    assert run("show", "day1.model.csv").exit_code == 0
    assert run("train", "day1.model.csv", "--out", "new.model").exit_code == 0
    assert run("predict", "new.model", "day1.model.csv", "--out", "said.pq").exit_code == 0


def test_predictions_are_not_written_under_names_of_other_formats() -> None:
    assert run("train", "sea", "--rows", "1000", "--out", "sea.model").exit_code == 0
    for name in ("said", "said.txt", "said.tsv"):
        done = run("predict", "sea.model", "sea", "--rows", "3", "--out", name)
        assert (done.exit_code, "must be 'csv', 'csv.gz', 'csv.zst' or 'parquet'" in done.stderr) == (2, True)


def test_results_replace_others_once_they_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    outputs = ["--out", "found.json", "--report", "found.html"]
    assert run("evaluate", "sea", "--rows", "1000", *outputs).exit_code == 0
    before = [Path(name).read_bytes() for name in outputs[1::2]]

    def full(path: Path, text: str, **_how: str) -> None:
        path.write_bytes(text[:10].encode())
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    done = run("evaluate", "sea", "--rows", "2000", *outputs)
    assert (done.exit_code, done.stderr) == (1, "error: found.json: No space left on device\n")
    assert [Path(name).read_bytes() for name in outputs[1::2]] == before


def test_settings_of_made_up_streams_are_not_for_files() -> None:
    done = run("generate", "day1.csv", "day2.csv", "--param", "noise=1", "--out", "both.csv")
    assert (done.exit_code, "'noise' is a setting of streams that are made up" in done.stderr) == (2, True)


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
