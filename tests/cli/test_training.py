"""`riparian train`, `predict`, `show MODEL` and `evaluate --load`: what they write, tell and refuse."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import riparian
from riparian.streams import open_stream, read
from tests.runner import run

ROOT = Path(__file__).resolve().parents[2]
TRAIN = ("train", "agrawal", "--seed", "1", "--rows", "20000", "--out", "agrawal.model")


def piped(rows: str, *words: str) -> tuple[int, str]:
    """How a command ends that reads rows from standard input, and what it tells."""
    done = subprocess.run(
        [sys.executable, "-m", "riparian", *words],
        input=rows,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def learned(rows: int = 20_000) -> riparian.VFDT:
    tree = riparian.VFDT()
    for X, y, _ in open_stream("agrawal", seed=1).batches(rows=rows):
        tree.learn_many(X, y)
    return tree


def test_a_trained_model_is_the_tree_of_the_stream() -> None:
    done = run(*TRAIN, "--checkpoint-every", "7000")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "learned 20,000 rows; the model is in agrawal.model\n"
    assert riparian.load("agrawal.model").digest() == learned().digest()


def test_the_same_words_may_be_said_again_with_resume() -> None:
    run(*TRAIN)
    again = run(*TRAIN, "--resume")
    assert again.exit_code == 0
    assert again.stderr == "nothing to do: agrawal.model has learned all 20,000 rows\n"
    more = run(*TRAIN, "--rows", "30000", "--resume")
    assert more.stderr == "learned 30,000 rows, 20,000 of them before; the model is in agrawal.model\n"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ([*TRAIN], 2, "agrawal.model is there already: --resume goes on with it, --overwrite begins anew"),
        ([*TRAIN, "--resume", "--overwrite"], 2, "--resume goes on with a model, --overwrite gives it up"),
        ([*TRAIN, "--resume", "--param", "tau=0.1"], 2, "its model has tau=0.05"),
        ([*TRAIN, "--resume", "--seed", "2"], 2, "its stream had seed=1, and has seed=2 now"),
        ([*TRAIN, "--resume", "--rows", "10"], 2, "it has learned 20,000 rows, more than the 10"),
        (["train", "sea", "--out", "nowhere/sea.model"], 2, "there is no folder for"),
        (["train", "agrawal.model", "--out", "other.model"], 2, "agrawal.model is a model"),
        (["evaluate", "sea", "--load", "agrawal.model", "--param", "tau=1"], 2, "has its settings"),
        (
            ["predict", "agrawal.model", "agrawal", "--out", "said.xls"],
            2,
            "must be 'csv', 'csv.gz', 'csv.zst' or 'parquet', got 'xls'",
        ),
        (["predict", "rows.csv", "sea", "--out", "said.csv"], 2, "rows.csv: "),
        (["show", "agrawal.model", "--rows", "10"], 2, "a model file is drawn as it is"),
        (["show", "agrawal.model", "--seed", "1"], 2, "agrawal.model is a model: --seed is for streams"),
    ],
)
def test_what_cannot_be_done_is_told(words: list[str], code: int, message: str) -> None:
    run(*TRAIN)
    Path("rows.csv").write_text("x,y\n1,a\n2,b\n")
    before = Path("agrawal.model").read_bytes()
    done = run(*words)
    assert (done.exit_code, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert Path("agrawal.model").read_bytes() == before


def test_standard_input_can_be_trained_on_but_not_resumed() -> None:
    rows, words = "x,y\n" + "1,a\n2,b\n" * 300, ("train", "-", "--out", "piped.model")
    code, told = piped(rows, *words, "--resume")
    assert code == 2
    assert "standard input cannot be read again" in told
    assert piped(rows, *words) == (
        0,
        "learned 600 rows; the class is 'y', of 2 labels; the model is in piped.model\n",
    )
    assert riparian.load("piped.model").n_rows == 600


def test_predictions_of_standard_input_are_written_while_it_is_read() -> None:
    run("train", "sea", "--rows", "2000", "--out", "sea.model")
    rows = "attrib1,attrib2,y\n9,9,a\n0,0,b\n"
    assert piped(rows, "predict", "sea.model", "-", "--out", "said.csv")[0] == 0
    assert Path("said.csv").read_text() == "row,prediction\n0,groupB\n1,groupA\n"


@pytest.mark.skipif(os.name == "nt", reason="this system sends no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_saves_and_the_message_says_how_to_go_on(name: str, tmp_path: Path) -> None:
    words = [
        "train",
        "waveform",
        "--rows",
        "1000000000",
        "--checkpoint-every",
        "20000",
        "--out",
        "wave.model",
    ]
    # Where tests run without a terminal, what is started by them does not hear of its end.
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    process = subprocess.Popen(
        [sys.executable, "-m", "riparian", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        text=True,
    )
    signal.signal(signal.SIGHUP, before)
    while not (tmp_path / "wave.model").exists():
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.01)
        assert process.returncode is None
    process.send_signal(getattr(signal, name))
    _, told = process.communicate(timeout=60)
    assert process.returncode == 1
    rows = riparian.load("wave.model").n_rows
    assert told == f"stopped at row {rows:,}; the model is in wave.model, --resume goes on there\n"
    more = run(*words[:2], "--rows", str(rows + 10), *words[4:], "--resume")
    assert more.stderr == f"learned {rows + 10:,} rows, {rows:,} of them before; the model is in wave.model\n"


# ---- predictions


def test_predictions_are_those_of_the_tree_row_by_row() -> None:
    run(*TRAIN)
    before = Path("agrawal.model").read_bytes()
    words = ("predict", "agrawal.model", "agrawal", "--seed", "2", "--rows", "9000", "--proba")
    done = run(*words, "--out", "said.csv")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "wrote 9,000 predictions to said.csv\n"
    assert Path("agrawal.model").read_bytes() == before
    tree = learned()
    X, _, _ = open_stream("agrawal", seed=2).take(9000)
    header, *lines = Path("said.csv").read_text().splitlines()
    assert header == "row,prediction," + ",".join(f"p({label})" for label in tree.classes_)
    table = [line.split(",") for line in lines]
    assert [line[0] for line in table] == [str(row) for row in range(9000)]
    assert [line[1] for line in table] == tree.predict_many(X).tolist()
    shares = np.array([[float(share) for share in line[2:]] for line in table])
    assert np.array_equal(shares, tree.predict_proba_many(X))


def test_predictions_are_written_to_parquet_too() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    Path("rows.csv").write_text("x,extra,y\n" + "1,u,3\n2,v,7\n" * 400)
    Path("fewer.csv").write_text("z,extra,y\n1,other,3\n2,other,7\n")
    run("train", "rows.csv", "--out", "rows.model")
    assert run("predict", "rows.model", "rows.csv", "--threads", "2", "--out", "said.parquet").exit_code == 0
    said = parquet.read_table("said.parquet")
    assert said.column_names == ["row", "prediction"]
    assert said["prediction"].to_pylist() == [3, 7] * 400  # numbers stay numbers
    # A column that was never learned is ignored, those that are absent are missing.
    assert run("predict", "rows.model", "fewer.csv", "--proba", "--out", "few.parquet").exit_code == 0
    few = parquet.read_table("few.parquet")
    assert few.column_names == ["row", "prediction", "p(3)", "p(7)"]
    assert few["p(3)"].to_pylist() == [0.5, 0.5]


def test_no_half_of_a_file_of_predictions_is_left() -> None:
    run("train", "sea", "--rows", "100", "--out", "sea.model")
    Path("broken.csv").write_text("attrib1,y\n" + "1,a\n" * 20_000 + "oops,y\n")
    done = run("predict", "sea.model", "broken.csv", "--out", "said.csv")
    assert done.exit_code == 1
    assert "line 20002" in done.stderr
    assert {path.name for path in Path().iterdir()} == {"sea.model", "broken.csv"}
    skipping = run("predict", "sea.model", "broken.csv", "--skip-broken", "--out", "said.csv")
    assert skipping.exit_code == 0
    assert "1 broken line was left out" in skipping.stderr
    assert len(read("said.csv").take(30_000)) == 20_000


# ---- models elsewhere


def test_show_draws_the_tree_of_a_model_file() -> None:
    run(*TRAIN)
    done = run("show", "agrawal.model", "--max-depth", "2")
    assert done.exit_code == 0
    assert done.stdout == learned().to_text(max_depth=2) + "\n"
    assert done.stderr == "VFDT(), 20,000 rows\n"


def test_a_loaded_model_goes_on_learning_beside_others() -> None:
    run(*TRAIN)
    before = Path("agrawal.model").read_bytes()
    words = ("evaluate", "agrawal", "--seed", "2", "--rows", "5000", "--load", "agrawal.model", "--json")
    alone = json.loads(run(*words).stdout)
    tree, right = learned(), 0
    for X, y, _ in open_stream("agrawal", seed=2).batches(rows=5000):
        right += int((tree.predict_then_learn_many(X, y) == np.asarray(y, dtype=str)).sum())
    assert (alone["model"], alone["rows"]) == ("agrawal.model", 5000)
    assert (alone["accuracy"], alone["nodes"]) == (right / 5000, tree.n_nodes)
    beside = json.loads(run(*words, "--model", "vfdt", "--threads", "2").stdout)["results"]
    assert [one["model"] for one in beside] == ["vfdt", "agrawal.model"]
    assert beside[1]["accuracy"] == alone["accuracy"] > beside[0]["accuracy"]
    assert Path("agrawal.model").read_bytes() == before


@pytest.mark.skipif(os.name == "nt", reason="this system sends no such signals")
@pytest.mark.parametrize("command", ["train", "evaluate"])
def test_a_job_in_the_background_of_a_script_can_be_ended(command: str, tmp_path: Path) -> None:
    # A shell starts such jobs with Ctrl-C ignored.
    words = [command, "waveform", "--rows", "1000000000"]
    words += ["--checkpoint-every", "20000", "--out", "wave.model"] if command == "train" else []
    process = subprocess.Popen(
        ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-m", "riparian", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    while command == "train" and not (tmp_path / "wave.model").exists():
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.01)
    if command == "evaluate":
        with suppress(subprocess.TimeoutExpired):
            process.wait(2)
    process.send_signal(signal.SIGTERM)
    _, told = process.communicate(timeout=60)
    assert (process.returncode, "stopped" in told) == (1, True)
    if command == "train":
        assert "the model is in wave.model" in told
