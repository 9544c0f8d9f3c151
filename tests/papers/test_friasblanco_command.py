"""The command from end to end: what it prints, keeps, goes on with and refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from riparian import __version__
from riparian.papers.friasblanco2019 import experiment
from riparian.papers.friasblanco2019.methods import METHODS, SWEPT
from riparian.papers.friasblanco2019.training import COLUMNS
from riparian.papers.ledger import Ledger
from tests.papers.commands import Command

COMMAND = Command("friasblanco2019")
run = COMMAND.run
FEW = ("--quick", "--jobs", "1", "--only", "led-5,stagger-1")


def cells(name: str = "cells-quick.csv") -> list[dict[str, Any]]:
    return Ledger(Path("friasblanco2019") / name, COLUMNS).lines()


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_streams_are_run_kept_told_and_drawn() -> None:
    found = run(*FEW)
    assert found.exit_code == 0, found.output
    lines = cells()
    synthetic = [line for line in lines if line["part"] == "synthetic"]
    assert len(synthetic) == 2 * 2 * len(METHODS)
    assert len(lines) - len(synthetic) == 2 * len(SWEPT)
    assert {line["version"] for line in lines} == {__version__}
    for part in (
        "Accuracy, mean over the stream",
        "Nodes: wins, ties",
        "means over 2 of 25 streams",
        "Figure 2",
    ):
        assert part in found.stdout
    assert "What the paper says" not in found.stdout
    curves = Path("friasblanco2019/sweep-quick.csv").read_text()
    assert curves.startswith("method,share_of_rows,accuracy,nodes\n")
    assert Path("friasblanco2019/nodes-quick.png").exists() == ("no figure" not in found.stderr)
    assert not Path("friasblanco2019/cells.csv").exists()


def test_a_second_run_has_nothing_to_do_and_show_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(*FEW)
    lines = cells()
    monkeypatch.setattr(experiment, "run", None)
    assert run(*FEW).stdout == whole.stdout
    assert cells() == lines
    assert run("--quick", "--show").stdout == whole.stdout


def test_a_table_is_told_without_what_others_need() -> None:
    found = run(*FEW, "--table", "3")
    assert {line["part"] for line in cells()} == {"synthetic"}
    assert "Nodes, mean over the stream" in found.stdout
    assert "Accuracy, mean" not in found.stdout
    assert "Figure 2" not in found.stdout


def test_figure_2_needs_no_run() -> None:
    found = run("--figure", "2")
    assert found.exit_code == 0
    assert found.stdout.startswith("Figure 2, after ")
    assert not Path("friasblanco2019").exists()


def test_data_that_are_not_there_are_named_with_those_that_are() -> None:
    COMMAND.refuses(
        ["--only", "led-6"], "'led-6' is no data of real, sweep, synthetic (did you mean 'led-5'?)"
    )
    COMMAND.refuses(["--table", "5", "--only", "led-5"], "there are Elec2 Adult")
