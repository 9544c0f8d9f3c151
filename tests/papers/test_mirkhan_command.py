"""The command from end to end: what it prints, keeps, goes on with and refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from riparian import __version__
from riparian.papers.ledger import Ledger
from riparian.papers.mirkhan2019 import experiment
from riparian.papers.mirkhan2019.training import COLUMNS
from tests.papers.commands import Command

COMMAND = Command("mirkhan2019")
run = COMMAND.run
FEW = ("--quick", "--jobs", "1", "--table", "2", "--only", "4,2", "--only", "published")


def cells(name: str = "cells-quick.csv") -> list[dict[str, Any]]:
    return Ledger(Path("mirkhan2019") / name, COLUMNS).lines()


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_cells_are_run_kept_and_told() -> None:
    found = run(*FEW)
    assert found.exit_code == 0, found.output
    assert [line["variant"] for line in cells()] == ["bin", "intersect", "delayed", "combined"]
    assert {line["version"] for line in cells()} == {__version__}
    assert {line["epochs"] for line in cells()} == {3}
    for part in ("Table 2, rows labelled by random trees", "of 4 rows", "A quick run, of a few epochs"):
        assert part in found.stdout
    assert "What the paper concludes" not in found.stdout
    assert not Path("mirkhan2019/cells.csv").exists()


def test_a_second_run_goes_on_and_show_runs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    run(*FEW, "--only", "bin")
    assert len(cells()) == 1
    whole = run(*FEW)
    assert len(cells()) == 4
    assert "   3/3" in whole.stderr
    monkeypatch.setattr(experiment, "run", None)
    assert run("--quick", "--table", "2", "--show").stdout == whole.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--table", "4"], "4 is not in the range 1<=x<=3"),
        (["--only", "intersects"], "did you mean 'intersect'?"),
        (["--table", "3", "--only", "4,2"], "nothing in table 3 is all of 4,2"),
    ],
)
def test_bad_usage_ends_with_2_and_says_what_to_do(words: list[str], message: str) -> None:
    COMMAND.refuses(words, message)
