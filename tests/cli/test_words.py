"""Messages on the command line name its options, and only such as there are."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import riparian
from riparian.cli.app import app
from riparian.cli.words import FLAGS, PHRASES, RENAMED, VALUED, in_options
from riparian.predictions import write_predictions
from riparian.streams import dataset, open_stream, read
from riparian.streams.notation import generated
from riparian.training import train
from tests.runner import run

ROOT = Path(__file__).resolve().parents[2]
ON_STREAMS = ("evaluate", "train", "predict", "generate", "show")
# Settings that the command line knows under the same words, as in --param threads=2, or sea:seed=2.
NOTATION = {"seed", "settings", "binary"}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def options(command: str) -> set[str]:
    found = app.commands[command].params
    return {
        word
        for each in found
        if isinstance(each, click.Option)
        for word in (*each.opts, *each.secondary_opts)
    }


# ---- the table


def test_every_option_that_a_message_may_name_is_one_of_the_command() -> None:
    ours = {"--resume", "--overwrite", "--load"}, {"--proba"}
    named = {*VALUED.values(), *FLAGS.values(), *RENAMED.values()}
    named |= {word for here in PHRASES.values() for word in re.findall(r"--[a-z-]+", here)}
    for command in ON_STREAMS:
        assert named - {"--threads"} - set().union(*ours) <= options(command)
    assert ours[0] <= options("train")
    assert ours[1] <= options("predict")
    assert all("--threads" in options(command) for command in ON_STREAMS if command != "generate")


def literals(path: Path) -> Iterator[str]:
    """Texts in a file of code; what is put in is shown as 'x'."""
    if path.suffix == ".rs":
        text = path.read_text("utf-8").partition("#[cfg(test)]")[0]
        text = re.sub(r"""b?'(\\.|[^\\])'""", "", text)  # characters, of which one is a quote
        for found in re.findall(r'"((?:[^"\\]|\\.)*)"', text):
            yield re.sub(r"\{[^{}]*\}", "'x'", found)
        return
    tree = ast.parse(path.read_text("utf-8"))
    nodes = list(ast.walk(tree))
    elsewhere = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}  # documentation
    elsewhere |= {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            yield "".join(part.value if isinstance(part, ast.Constant) else "'x'" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in elsewhere:
            yield node.value


def test_no_message_about_streams_is_left_in_the_words_of_python() -> None:
    doors = (read, open_stream, dataset, generated, train, write_predictions)
    settings = {
        each.name
        for door in doors
        for each in inspect.signature(door).parameters.values()
        if each.kind is each.KEYWORD_ONLY
    } - NOTATION
    pattern = re.compile(rf"\b({'|'.join(sorted(settings))})=")
    sources = [*(ROOT / "readers/src").rglob("*.rs"), *(ROOT / "bridge/src").rglob("*.rs")]
    sources += [*(ROOT / "riparian/streams").glob("*.py"), *(ROOT / "riparian/training").glob("*.py")]
    sources += [ROOT / "riparian" / name for name in ("predictions.py", "model_files.py", "aliases.py")]
    told = [text for path in sources for text in literals(path)]
    assert sum(bool(pattern.search(text)) for text in told) > 10  # they are found at all
    assert [text for text in told if pattern.search(in_options(text))] == []


@pytest.mark.parametrize("phrase", PHRASES)
def test_every_phrase_of_the_table_is_one_of_the_library(phrase: str) -> None:
    sources = [*(ROOT / "readers/src").rglob("*.rs"), *(ROOT / "bridge/src").rglob("*.rs")]
    texts = [path.read_text("utf-8") for path in [*sources, *(ROOT / "riparian").rglob("*.py")]]
    # A message may go over several lines of code.
    joined = [re.sub(r'"\s*\n\s*f?"', "", text) for text in texts if "PHRASES = {" not in text]
    assert any(phrase in text for text in joined)


@pytest.mark.parametrize(
    ("told", "here"),
    [
        ("got 'x'; use nominal=['it's']", "got 'x'; use --nominal 'it'\"'\"'s'"),
        ("ignore=['a', 'b'] leaves it out", "--ignore a,b leaves it out"),
        ("got 'x'; use nominal= to read names", "got 'x'; use --nominal to read names"),
        ("rename one, or use header=False if", "rename one, or use --no-header if"),
        ("a Parquet file: use format='parquet'", "a Parquet file: use --format parquet"),
        (
            "its stream had no shuffle, and has shuffle=2 now",
            "its stream had no --seed, and has --seed 2 now",
        ),
        (
            "its stream had no on_error, and has on_error='skip' now",
            "its stream had no --skip-broken, and has --skip-broken now",
        ),
        ("every and width can be given for it", "--concept and --drift-width can be given for it"),
        # What is written so on the command line, too, stays.
        ("a setting is written name=value, got 'tau'", "a setting is written name=value, got 'tau'"),
        ("model 'vfdt:threads=2,window=10': no", "model 'vfdt:threads=2,window=10': no"),
        ("its stream had seed=1, and has seed=2 now", "its stream had seed=1, and has seed=2 now"),
    ],
)
def test_settings_become_options(told: str, here: str) -> None:
    assert in_options(told) == here


# ---- where they are shown

ROWS = "x,gate,y\n" + "1,open,a\n2,shut,b\n" * 300


@pytest.mark.parametrize(
    ("text", "words", "message"),
    [
        (ROWS + "1,open\n", [], "wanted 3 fields, got 2 fields; --skip-broken leaves such lines out"),
        (ROWS + "1,open,\n", [], "the class is missing; --skip-broken leaves such rows out\n"),
        (ROWS + "one,open,a\n", [], "read it with --nominal x; --skip-broken leaves such lines out\n"),
        ("x,x,y\n1,2,a\n", [], "rename one, or use --no-header if the first line is a row"),
        ("PAR1", ["--format", "csv"], "a Parquet file: use --format parquet"),
        (ROWS, ["--concept", "5"], "--concept can be given for streams that are made up only"),
        (ROWS, ["--seed", "5"], "leave the seed out"),
    ],
)
@pytest.mark.parametrize("command", ["evaluate", "show", "train"])
def test_what_is_wrong_with_a_file_is_told_with_options(
    command: str, text: str, words: list[str], message: str
) -> None:
    Path("rows.csv").write_text(text)
    done = run(command, "rows.csv", *words, *(["--out", "rows.model"] if command == "train" else []))
    assert message in done.stderr
    for word in re.findall(r"--[a-z][a-z-]+", done.stderr):
        assert word in options(command) | {"--help"}


def test_lines_that_were_left_out_are_told_without_the_option_that_was_given() -> None:
    Path("rows.csv").write_text(ROWS + "1,open,\n")
    done = run("show", "rows.csv", "--skip-broken")
    assert done.exit_code == 0
    assert "line 602, column 3 'y': the class is missing\n" in done.stderr


def test_what_differs_from_a_training_before_is_told_with_options(real_data: object) -> None:
    Path("rows.csv").write_text(ROWS)
    words = ("train", "rows.csv", "--out", "rows.model")
    assert run(*words, "--skip-broken", "--rows", "300").exit_code == 0
    done = run(*words, "--resume")
    assert "its stream had --skip-broken, and has no --skip-broken now" in done.stderr
    done = run(*words, "--resume", "--skip-broken", "--ignore", "x,gate")
    assert "its stream had no --ignore, and has --ignore x,gate now" in done.stderr


def test_a_model_of_another_origin_is_refused_with_the_ways_out() -> None:
    tree = riparian.VFDT()
    tree.learn_one({"x": 1.0}, "a")
    tree.save("own.model")
    done = run("train", "sea", "--rows", "10", "--out", "own.model", "--resume")
    assert done.exit_code == 2
    assert "it was not saved by training" in done.stderr
    assert "--overwrite begins anew" in done.stderr


def test_a_seed_of_a_data_set_is_told_as_one(real_data: object) -> None:
    real_data("electricity")  # type: ignore[operator]
    words = ("train", "electricity", "--rows", "10", "--out", "e.model")
    run(*words)
    assert "its stream had no --seed, and has --seed 2 now" in run(*words, "--seed", "2", "--resume").stderr


def test_the_warning_of_an_identifier_names_both_remedies_as_options() -> None:
    Path("rows.csv").write_text("id,y\n" + "".join(f"n{row},{row % 2}\n" for row in range(10_000)))
    seen = "warning: column 'id' has 10,000 categories in 10,000 rows: it looks like an identifier; "
    remedies = "leave it out with --ignore id, or give the model a budget, as in --model vfdt:budget=10MB"
    assert run("show", "rows.csv").stderr == f"{seen}{remedies}\n"
    assert run("show", "rows.csv", "--ignore", "id").stderr == ""
    assert run("show", "rows.csv", "--model", "vfdt:budget=10MB").stderr == ""


def test_the_library_itself_keeps_its_words() -> None:
    program = "from riparian.streams import read; read('rows.csv').take(1000)"
    Path("rows.csv").write_text(ROWS + "1,open\n")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "on_error='skip' leaves such lines out" in done.stderr
