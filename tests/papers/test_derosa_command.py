"""The command from end to end: what it prints, keeps, goes on with and refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from riparian import __version__
from riparian.papers.derosa2015 import experiment
from riparian.papers.derosa2015.training import COLUMNS
from riparian.papers.ledger import Ledger
from tests.papers.commands import Command

COMMAND = Command("derosa2015")
run = COMMAND.run
FEW = ("--quick", "--jobs", "1", "--figure", "controlled")


def cells(name: str = "cells-quick.csv") -> list[dict[str, Any]]:
    return Ledger(Path("derosa2015") / name, COLUMNS).lines()


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_settings_are_tuned_and_the_best_are_run_kept_told_and_drawn() -> None:
    found = run(*FEW)
    assert found.exit_code == 0, found.output
    parts = [line["part"] for line in cells()]
    assert (parts.count("tuning"), parts.count("run")) == (3 * 8, 3 * 5)
    assert {line["version"] for line in cells()} == {__version__}
    for part in ("The best settings", "at equal numbers of leaves, trees", "A quick run, of a few streams"):
        assert part in found.stdout
    assert "What the slides say" not in found.stdout
    assert (
        Path("derosa2015/controlled-quick.csv").read_text().startswith("data,method,leaves,accuracy,runs\n")
    )
    assert Path("derosa2015/controlled-quick.png").exists() == ("no figure" not in found.stderr)
    assert not Path("derosa2015/cells.csv").exists()


def test_a_second_run_has_nothing_to_do_and_show_tells_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(*FEW)
    lines = cells()
    monkeypatch.setattr(experiment, "run", None)
    assert run(*FEW).stdout == whole.stdout
    assert cells() == lines
    assert run("--quick", "--figure", "controlled", "--show").stdout == whole.stdout


def test_what_is_missing_is_run_again() -> None:
    whole = run(*FEW)
    path = Path("derosa2015/cells-quick.csv")
    text = path.read_text().splitlines(keepends=True)
    path.write_text("".join(text[:-2]))
    again = run(*FEW)
    assert "   1/1  controlled trees 5" in again.stderr
    assert again.stdout == whole.stdout


def test_the_whole_quick_run_works_where_there_are_data(real_data) -> None:
    for name in ("a9a", "airlines", "cod_rna_331k", "covtype", "electricity"):
        real_data(name)
    found = run("--quick", "--jobs", "1")
    assert found.exit_code == 0, found.output
    for part in ("Beside a batch tree", "by the labels that were learned", "numbers of leaves, electricity"):
        assert part in found.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--figure", "four"], "'four' is not one of 'controlled', 'real', 'batch', 'active'"),
        (["--only", "covtyp"], "did you mean 'covertype'?"),
        (["--figure", "controlled", "--only", "a9a"], "'a9a' is no data of controlled"),
    ],
)
def test_bad_usage_ends_with_2_and_says_what_to_do(words: list[str], message: str) -> None:
    COMMAND.refuses(words, message)
