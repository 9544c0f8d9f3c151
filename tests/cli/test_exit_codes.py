"""Like refusals have like exit codes: 2 if nothing was done, 1 if it failed on the way."""

import os
import stat
from pathlib import Path

import pytest

import riparian
from riparian.training.alone import alone
from tests.runner import run

ROWS = "x,y\n" + "1,a\n2,b\n" * 50


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rows.csv").write_text(ROWS)
    Path("broken.csv").write_text(ROWS + "1\n")
    Path("folder.csv").mkdir()
    assert run("train", "rows.csv", "--out", "rows.model").exit_code == 0
    Path("damaged.model").write_bytes(Path("rows.model").read_bytes()[:-20])


def with_output(command: str, stream: str) -> list[str]:
    """A command on a stream, with what else it needs."""
    return {
        "evaluate": ["evaluate", stream],
        "show": ["show", stream],
        "train": ["train", stream, "--out", "new.model"],
        "predict": ["predict", "rows.model", stream, "--out", "new.csv"],
        "generate": ["generate", stream, "--out", "new.csv"],
    }[command]


ON_STREAMS = ("evaluate", "show", "train", "predict", "generate")
REFUSED = {
    "no such option": ["--nothing"],
    "a value that is none": ["--rows", "many"],
    "a column that is not there": ["--ignore", "z"],
    "both kinds of a column": ["--nominal", "x", "--numeric", "x"],
    "a format that is none": ["--format", "xls"],
    "an option of other streams": ["--concept", "10"],
    "a seed of a file": ["--seed", "1"],
}


@pytest.mark.parametrize("command", ON_STREAMS)
@pytest.mark.parametrize("words", REFUSED.values(), ids=REFUSED)
def test_options_that_are_wrong_are_refused_by_every_command(command: str, words: list[str]) -> None:
    done = run(*with_output(command, "rows.csv"), *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert not Path("new.csv").exists()
    assert not Path("new.model").exists()


@pytest.mark.parametrize("command", ON_STREAMS)
@pytest.mark.parametrize("stream", ["absent.csv", "absent-*.csv", "folder.csv", "absent", "sea:function=9"])
def test_streams_that_are_not_there_are_refused_by_every_command(command: str, stream: str) -> None:
    assert run(*with_output(command, stream)).exit_code == 2


@pytest.mark.parametrize("command", ON_STREAMS)
def test_lines_that_cannot_be_read_fail_in_every_command(command: str) -> None:
    done = run(*with_output(command, "broken.csv"))
    assert (done.exit_code, done.stdout) == (1, "")
    assert "line 102" in done.stderr


@pytest.mark.parametrize("file", ["absent.model", "rows.csv", "damaged.model", "folder.csv"])
@pytest.mark.parametrize(
    "words", [["predict", "FILE", "sea", "--out", "new.csv"], ["evaluate", "sea", "--load", "FILE"]]
)
def test_models_that_are_none_are_refused(words: list[str], file: str) -> None:
    assert run(*(file if word == "FILE" else word for word in words)).exit_code == 2


@pytest.mark.parametrize("words", [["--model", "vfd"], ["--model", "vfdt:tau=x"], ["--param", "budget=1KB"]])
@pytest.mark.parametrize("command", ["evaluate", "show", "train"])
def test_models_with_wrong_settings_are_refused(command: str, words: list[str]) -> None:
    assert run(*with_output(command, "rows.csv"), *words).exit_code == 2


OUTPUTS = {
    "evaluate": ["evaluate", "sea", "--rows", "10", "--out", "PLACE.json"],
    "report": ["evaluate", "sea", "--rows", "10", "--report", "PLACE.html"],
    "train": ["train", "sea", "--rows", "10", "--out", "PLACE.model"],
    "predict": ["predict", "rows.model", "rows.csv", "--out", "PLACE.csv"],
    "generate": ["generate", "sea", "--rows", "10", "--out", "PLACE.csv"],
    "compare": ["compare", "rows.csv", "--plot", "PLACE.png"],
}


@pytest.mark.parametrize("command", OUTPUTS)
@pytest.mark.parametrize("way", ["a slash at the end", "a folder", "no folder for it", "a file for a folder"])
def test_places_where_nothing_can_be_written_are_refused(command: str, way: str) -> None:
    suffix = Path(OUTPUTS[command][-1]).suffix
    (Path() / f"there{suffix}").mkdir()
    place, told = {
        "a slash at the end": (f"new{suffix}/", "names a folder: name a file in it"),
        "a folder": (f"there{suffix}", "names a folder: name a file in it"),
        "no folder for it": (f"nowhere/new{suffix}", "there is no folder for"),
        "a file for a folder": (f"rows.csv/new{suffix}", "there is no folder for"),
    }[way]
    before = {entry.name for entry in Path().iterdir()}
    done = run(*OUTPUTS[command][:-1], place)
    assert (done.exit_code, done.stdout) == (2, "")
    assert told in done.stderr
    assert {entry.name for entry in Path().iterdir()} == before


def test_a_file_that_would_be_written_over_is_refused() -> None:
    assert run("train", "rows.csv", "--out", "rows.csv", "--overwrite").exit_code == 2
    assert run("train", "sea", "--rows", "10", "--out", "rows.csv", "--overwrite").exit_code == 2
    assert run("train", "sea", "--rows", "10", "--out", "rows.model").exit_code == 2
    assert run("predict", "rows.model", "rows.csv", "--out", "rows.csv").exit_code == 2
    assert Path("rows.csv").read_text() == ROWS


def test_one_model_is_trained_and_shown_at_a_time() -> None:
    for command in ("train", "show"):
        done = run(*with_output(command, "sea"), "--rows", "10", "--model", "vfdt", "--model", "c-tree")
        assert done.exit_code == 2
        assert "one model at a time, got 'vfdt' and 'c-tree': `riparian evaluate` takes" in done.stderr
    assert not Path("new.model").exists()


@pytest.mark.skipif(os.name != "posix", reason="this system has no such locks")
def test_a_model_that_is_being_trained_is_refused() -> None:
    with alone("rows.model"):
        done = run("train", "rows.csv", "--out", "rows.model", "--resume")
    assert done.exit_code == 2
    assert done.stderr.startswith("error: rows.model is being trained by this process")


def test_a_file_that_may_not_be_read_is_refused() -> None:
    Path("rows.csv").chmod(stat.S_IWUSR)
    if os.access("rows.csv", os.R_OK):
        pytest.skip("whoever may do everything may read any file")
    assert run("evaluate", "rows.csv").exit_code == 2


def test_a_data_set_that_is_not_at_hand_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIPARIAN_DATA", str(tmp_path / "absent"))
    done = run("evaluate", "electricity")
    assert done.exit_code == 1
    assert "RIPARIAN_DATA names" in done.stderr


def test_training_that_fails_on_the_way_is_a_failure_that_tells_of_the_model() -> None:
    rows = ["1,a\n2,b\n"] * 3_000 + [f"1,class {n}\n" for n in range(3_000)]
    Path("many.csv").write_text("x,y\n" + "".join(rows))
    words = [
        "train",
        "many.csv",
        "--param",
        "budget=20000",
        "--checkpoint-every",
        "2000",
        "--out",
        "many.model",
    ]
    done = run(*words)
    assert done.exit_code == 1
    assert done.stderr.startswith("error: the model of 6,000 rows is in many.model: ")
    assert riparian.load("many.model").n_rows == 6_000


def test_files_are_told_by_their_names_whatever_these_are() -> None:
    Path("format=csv").mkdir()
    assert "format=csv/absent.csv" in run("evaluate", "format=csv/absent.csv").stderr
