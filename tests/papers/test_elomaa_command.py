"""The command from end to end: what it prints, keeps, goes on with and refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from riparian import __version__
from riparian.papers.elomaa2008 import experiment
from riparian.papers.elomaa2008.counting import WAVES
from riparian.papers.elomaa2008.methods import TREES, WINDOWED
from riparian.papers.elomaa2008.training import COLUMNS
from riparian.papers.ledger import Ledger
from riparian.streams.download import DatasetError
from tests.papers.commands import Command

COMMAND = Command("elomaa2008")
run = COMMAND.run
FEW = ("--quick", "--jobs", "1", "--only", "sea,stagger,waveform,stagger-switch")


def cells(name: str = "cells-quick.csv") -> list[dict[str, Any]]:
    return Ledger(Path("elomaa2008") / name, COLUMNS).lines()


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(name: str) -> None:
        raise DatasetError(f"{name} is not here")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(experiment, "dataset", nowhere)


def test_all_parts_are_run_kept_told_and_drawn() -> None:
    found = run(*FEW)
    assert found.exit_code == 0, found.output
    lines = cells()
    counted = {part: sum(line["part"] == part for line in lines) for part in ("growth", "trees", "window")}
    assert counted == {"growth": 4 * len(WAVES), "trees": 3 * len(TREES), "window": 2 * len(WINDOWED)}
    assert {line["version"] for line in lines} == {__version__}
    for part in ("Figure 5", "each asked before it is learned", "Wins/ties/losses", "What a window adds"):
        assert part in found.stdout
    assert "What the paper says" not in found.stdout
    growth = Path("elomaa2008/growth-quick.csv").read_text()
    assert growth.startswith("column,rows,bins,segments\natt1,1000,378,338\n")
    assert Path("elomaa2008/growth-quick.png").exists() == ("no figure" not in found.stderr)
    assert not Path("elomaa2008/cells.csv").exists()


def test_a_second_run_has_nothing_to_do_and_show_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(*FEW)
    lines = cells()
    monkeypatch.setattr(experiment, "run", None)
    assert run(*FEW).stdout == whole.stdout
    assert cells() == lines
    assert run("--quick", "--show").stdout == whole.stdout


def test_a_figure_is_told_without_what_others_need() -> None:
    found = run("--quick", "--jobs", "1", "--figure", "5")
    assert {line["part"] for line in cells()} == {"growth"}
    assert "Figure 5" in found.stdout
    assert "asked before" not in found.stdout


def test_data_that_are_not_at_hand_are_left_out_and_named() -> None:
    found = run("--quick", "--jobs", "1", "--figure", "4", "--only", "yeast,German")
    assert found.exit_code == 0, found.output
    assert not Path("elomaa2008/cells-quick.csv").exists()
    assert "Not among the columns: Abalone, Adult, Covertype" in found.stdout
    assert "not run, or not at hand." in found.stdout


def test_data_that_are_not_there_are_named_with_those_that_are() -> None:
    COMMAND.refuses(
        ["--only", "agrawal-11"],
        "'agrawal-11' is no data of columns, growth, trees, window (did you mean 'agrawal-1'?)",
    )
    COMMAND.refuses(["--figure", "4", "--only", "sea"], "there are Abalone Adult")
