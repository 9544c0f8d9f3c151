"""The command line: what it prints where, how it ends, and every example in its help."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

from riparian import evaluate
from riparian.cli.app import app
from tests.runner import run

ROOT = Path(__file__).resolve().parents[2]
MOA = json.loads((ROOT / "tests" / "streams" / "moa_rows.json").read_text())
EXAMPLES = [
    line.strip()
    for command in app.commands.values()
    for line in (command.epilog or "").splitlines()
    if line.strip().startswith("riparian ")
]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", app.commands)
def test_every_command_shows_examples_in_its_help(name: str) -> None:
    found = run(name, "--help")
    assert found.exit_code == 0
    assert "Examples:" in found.stdout
    assert f"riparian {name}" in found.stdout


@pytest.mark.parametrize("example", EXAMPLES)
def test_examples_run(example: str) -> None:
    if example.startswith("riparian compare"):
        for name in ("first", "second"):
            made = run(
                "evaluate",
                "sea",
                "--rows",
                "5000",
                "--model",
                "vfdt",
                "--model",
                "vfdt:predictor=mc",
                "--out",
                f"{name}.json",
            )
            assert made.exit_code == 0, made.output
    if "agrawal.model" in example and "--out agrawal.model" not in example:
        made = run("train", "agrawal", "--rows", "5000", "--out", "agrawal.model")
        assert made.exit_code == 0, made.output
    found = run(*shlex.split(example)[1:])
    assert found.exit_code == 0, found.output
    assert found.stdout or "--out" in example


def test_json_is_one_object_with_what_was_promised_and_nothing_else() -> None:
    found = run("evaluate", "sea", "--rows", "5000", "--seed", "3", "--json")
    told = json.loads(found.stdout)
    promised = "model rows accuracy kappa nodes leaves depth memory_bytes seconds rows_per_second"
    assert set(promised.split()) <= set(told)
    assert (told["model"], told["rows"]) == ("vfdt", 5000)
    assert 0.7 < told["accuracy"] < 1
    assert found.stderr == ""


def test_the_table_is_that_of_the_result() -> None:
    found = run("evaluate", "sea", "--rows", "5000", "--seed", "3", "--out", "found.json")
    assert found.stdout == f"{evaluate.Result.load('found.json')}\n"


def test_a_result_file_without_its_stream_is_refused_by_name() -> None:
    run("evaluate", "sea", "--rows", "1000", "--out", "whole.json")
    parts = json.loads(Path("whole.json").read_text())
    Path("bare.json").write_text(json.dumps({**parts, "settings": {}}))
    found = run("compare", "whole.json", "bare.json")
    assert found.exit_code == 2
    assert "bare.json does not say what it was measured on" in found.stderr


def test_evaluating_twice_gives_the_same_numbers() -> None:
    words = ("evaluate", "random-tree+noise", "--rows", "20000", "--seed", "5", "--json", "--threads", "2")
    first, second = (json.loads(run(*words).stdout) for _ in range(2))
    for name in ("seconds", "rows_per_second"):
        first.pop(name), second.pop(name)
    assert first == second


def test_several_models_stand_side_by_side() -> None:
    words = (
        "evaluate",
        "agrawal",
        "--rows",
        "5000",
        "--model",
        "vfdt",
        "--model",
        "vfdt:predictor=mc,tau=0.1",
    )
    told = json.loads(run(*words, "--json").stdout)
    assert [one["model"] for one in told["results"]] == ["vfdt", "vfdt:predictor=mc,tau=0.1"]
    lines = run(*words).stdout.splitlines()
    assert any(line.startswith("vfdt:predictor=mc") for line in lines)


def test_the_model_whose_budget_is_too_small_is_named() -> None:
    found = run("evaluate", "waveform", "--rows", "500", "--model", "vfdt", "--model", "vfdt:budget=4KB")
    assert found.exit_code == 2
    assert found.stderr.startswith("error: model 'vfdt:budget=4KB': a budget of 4000 bytes is too small")


def test_settings_reach_the_model_and_the_stream() -> None:
    small = json.loads(
        run("evaluate", "sea:noise=0", "--rows", "9000", "--param", "max_leaves=1", "--json").stdout
    )
    assert (small["leaves"], small["nodes"]) == (1, 1)


def test_results_are_written_as_asked(tmp_path: Path) -> None:
    found = run(
        "evaluate", "sea", "--rows", "3000", "--every", "1000", "--out", "curve.csv", "--report", "page.html"
    )
    assert found.exit_code == 0, found.output
    assert (tmp_path / "curve.csv").read_text().count("\n") == 4
    page = (tmp_path / "page.html").read_text()
    assert page.lower().startswith("<!doctype html>")
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert "https://" not in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["evaluate", "rondom-tree"], "did you mean 'random-tree'?"),
        (["evaluate", "sea:function=9"], "function must be a whole number from 1 to 4, got 9"),
        (["evaluate", "sea", "--model", "vfd"], "did you mean 'vfdt'?"),
        (["evaluate", "sea", "--model", "MultiwayTree"], "did you mean 'multiway'?"),
        (["evaluate", "sea", "--param", "tau"], "a setting is written name=value, got 'tau'"),
        (["evaluate", "sea", "--param", "tua=0.1"], "tua"),
        (["evaluate", "sea", "--rows", "0"], "--rows"),
        (["evaluate", "sea", "--rows", "10", "--out", "results.xls"], "'.json', '.csv' or '.parquet'"),
        (["evaluate", "sea", "--rows", "10", "--out", "nowhere/results.json"], "there is no folder for"),
        (["evaluate", "sea", "--rows", "10", "--report", "page.txt"], "'.html' or '.htm'"),
        (["evaluate", "sea", "--rows", "10", "--fading", "2"], "--fading"),
        (["evaluate", "sea > sea:function=2", "--rows", "10"], "how long does a concept"),
        (["generate", "sea"], "--out"),
        (["models", "vfd"], "did you mean 'vfdt'?"),
        (["streams", "see"], "there is no stream 'see'"),
        (["nothing"], "No such command"),
        (["evaluate", "missing.csv"], "missing.csv"),
    ],
)
def test_bad_usage_ends_with_2_and_says_what_to_do(words: list[str], message: str) -> None:
    found = run(*words)
    assert found.exit_code == 2, found.output
    assert message in found.stderr
    assert found.stdout == ""
    assert "Traceback" not in found.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n1,x\n2\n3,y\n", "line 3"),
        ("a,b\n" + "1,x\n" * 20_000 + "oops,y\n", "line 20002"),
    ],
)
def test_a_file_that_cannot_be_read_fails_with_1_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "broken.csv").write_text(text)
    found = run("evaluate", "broken.csv", "--json")
    assert found.exit_code == 1, found.output
    assert message in found.stderr
    assert found.stderr.startswith("error: ")
    assert len(found.stderr.splitlines()) == 1
    assert found.stdout == ""


def test_rows_are_written_with_the_spelling_of_moa(tmp_path: Path) -> None:
    found = run("generate", "agrawal", "--rows", "3", "--seed", "1", "--out", "rows.csv")
    assert found.exit_code == 0, found.output
    header, first, *_ = (tmp_path / "rows.csv").read_text().splitlines()
    assert header == "salary,commission,age,elevel,car,zipcode,hvalue,hyears,loan,class"
    # The first row of MOA's AgrawalGenerator, as it was recorded.
    recorded = next(
        entry for entry in MOA["streams"] if entry["moa"] == "generators.AgrawalGenerator -i 1 -f 1"
    )
    values = [float.fromhex(value) for value in recorded["rows"][0]]
    level, car, zipcode, group = (int(values[place]) for place in (3, 4, 5, 9))
    assert first.split(",")[3:6] == [f"level{level}", f"car{car + 1}", f"zipcode{zipcode + 1}"]
    assert first.split(",")[-1] == ("groupA", "groupB")[group]
    assert [float(text) for text in first.split(",")[:3]] == values[:3]


def test_written_rows_are_evaluated_like_the_stream_itself() -> None:
    assert (
        run("generate", "random-tree", "--rows", "20000", "--seed", "9", "--out", "rows.csv").exit_code == 0
    )
    words = ("--rows", "20000", "--seed", "9", "--json")
    stream = json.loads(run("evaluate", "random-tree", *words).stdout)
    file = json.loads(run("evaluate", "rows.csv", "--json").stdout)
    for name in ("rows", "accuracy", "kappa", "nodes", "leaves", "depth"):
        assert file[name] == stream[name]


def test_show_draws_the_tree() -> None:
    found = run("show", "stagger:function=3", "--rows", "3000")
    assert found.exit_code == 0
    assert "size" in found.stdout


INTERRUPTED = """
import os, signal, sys, threading
sys.argv = ["riparian", *sys.argv[1:]]
threading.Timer(1.0, os.kill, (os.getpid(), int(os.environ["SIGNAL"]))).start()
from riparian.cli import main
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="this system sends no interrupt to a process")
@pytest.mark.parametrize("signal_name", ["SIGINT", "SIGTERM"])
def test_ctrl_c_ends_with_the_results_so_far(signal_name: str) -> None:
    done = interrupted("evaluate", "waveform", "--rows", "1000000000", "--json", by=signal_name)
    assert done.returncode == 1, done.stderr
    told = json.loads(done.stdout)
    assert 0 < told["rows"] < 1_000_000_000
    assert "results so far" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="this system sends no interrupt to a process")
def test_ctrl_c_ends_with_the_tree_so_far() -> None:
    done = interrupted("show", "stagger", "--rows", "1000000000")
    assert done.returncode == 1, done.stderr
    assert "size" in done.stdout
    assert "this is the tree of" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="this system sends no interrupt to a process")
@pytest.mark.parametrize("signal_name", ["SIGINT", "SIGTERM"])
def test_predictions_that_are_stopped_leave_nothing(signal_name: str, tmp_path: Path) -> None:
    run("train", "sea", "--rows", "5000", "--out", str(tmp_path / "sea.model"))
    words = ["predict", str(tmp_path / "sea.model"), "sea", "--rows", "1000000000"]
    done = interrupted(*words, "--out", str(tmp_path / "said.csv"), by=signal_name)
    assert (done.returncode, done.stderr.strip()) == (1, "stopped")
    assert [entry.name for entry in tmp_path.iterdir()] == ["sea.model"]


def interrupted(*words: str, by: str = "SIGINT") -> subprocess.CompletedProcess[str]:
    # It would take minutes; a command that did not listen would run into the limit.
    command = [sys.executable, "-c", INTERRUPTED, *words]
    env = {**os.environ, "SIGNAL": str(int(getattr(signal, by)))}
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60, env=env)


def test_without_click_the_command_says_what_to_install() -> None:
    program = "import sys; sys.modules['click'] = None; from riparian.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.strip() == "the command line needs click: pip install 'riparian[cli]'"


def test_the_version_is_told() -> None:
    assert run("--version").stdout.startswith("riparian 0.")


def test_commands_are_click_commands() -> None:
    assert all(isinstance(command, click.Command) for command in app.commands.values())
    assert set(app.commands) >= {"evaluate", "streams", "models", "generate", "show", "compare"}
