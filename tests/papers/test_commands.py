"""What the commands of all papers have in common."""

from __future__ import annotations

import shlex
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from riparian.papers import PAPERS
from tests.papers.commands import Command

# A part of each that takes a moment; the first of all has a tiny scale of its own (see its tests).
FEW = {
    "derosa2015": ("--quick", "--jobs", "1", "--figure", "controlled"),
    "elomaa2008": ("--quick", "--jobs", "1", "--figure", "5"),
    "friasblanco2019": ("--quick", "--jobs", "1", "--table", "2", "--only", "led-5,stagger-1"),
    "mirkhan2019": ("--quick", "--jobs", "1", "--table", "2", "--only", "4,2", "--only", "published"),
}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", FEW)
def test_a_stopped_run_says_how_to_go_on(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(task: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module(f"riparian.papers.{name}.experiment"), "run", stop)
    found = Command(name).run(*FEW[name])
    assert found.exit_code == 1
    assert found.stderr == "stopped; the same command goes on, and with --show it tells the results so far\n"


@pytest.mark.parametrize(
    ("name", "example"), [(name, text) for name in FEW for text in Command(name).examples]
)
def test_examples_are_good_usage(name: str, example: str) -> None:
    words, command = shlex.split(example)[3:], Command(name)
    if "--show" in words:
        command.run(*FEW[name])
    found = command.run(*words, *(() if "--show" in words else ("--jobs", "1")))
    assert found.exit_code == 0, found.output


@pytest.mark.parametrize("name", PAPERS)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--show"], "run the command without --show first"),
        (["--show", "--only", "some"], "--only chooses what is run, and --show runs nothing"),
        (["--jobs", "0"], "jobs must be from 1 to 4096, or -1 for all cores, got 0"),
    ],
)
def test_bad_usage_ends_with_2_and_says_what_to_do(name: str, words: list[str], message: str) -> None:
    Command(name).refuses(words, message)
