"""Figure 1: what every cut gains by three measures, and where two curves cross."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from riparian.papers.mirkhan2019 import figures
from riparian.papers.mirkhan2019.figures import CLASSES, figure_1, told
from tests.papers.commands import Command

COMMAND = Command("mirkhan2019")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_misclassification_error_alone_gains_most_where_two_curves_cross() -> None:
    found = figure_1()
    assert found.best("misclassification") in found.crossings
    for measure in ("entropy", "gini"):
        assert min(abs(found.best(measure) - cut) for cut in found.crossings) > 0.02
    # It is the cut that the tree would make: its candidates are the crossings.
    assert found.tree._asked().best_cut(0, 0) == pytest.approx(found.best("misclassification"), abs=1e-9)


def test_the_curves_are_those_of_the_classes_that_were_learned() -> None:
    for name, (rows, mean, deviation) in CLASSES.items():
        curve = figure_1().curves[name]
        assert curve.weight == rows
        # Four standard errors.
        assert curve.mean == pytest.approx(mean, abs=4 * deviation / rows**0.5)
        assert curve.deviation == pytest.approx(deviation, rel=4 / (2 * rows) ** 0.5)


def test_the_command_tells_the_best_cuts_and_writes_the_curves() -> None:
    found = COMMAND.run("--figure", "1")
    assert found.exit_code == 0, found.output
    assert found.stdout.strip() == told()
    assert [line.split()[-1] == "0.0000" for line in told().splitlines()[-3:]] == [False, False, True]
    with Path("mirkhan2019/figure-1.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["x", "class_a", "class_b", "class_c", *figures.MEASURES]
    best = max(rows, key=lambda row: float(row["misclassification"]))
    assert float(best["x"]) == pytest.approx(figure_1().best("misclassification"), abs=1e-9)
    assert Path("mirkhan2019/figure-1.png").exists() == ("no figure" not in found.stderr)
    assert not Path("mirkhan2019/cells.csv").exists()


def test_the_page_has_the_figure_as_it_is_drawn() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "papers" / "mirkhan2019.md").read_text("utf-8")
    assert told() in page


def test_show_writes_no_file() -> None:
    assert COMMAND.run("--figure", "1", "--show").stdout.strip() == told()
    assert not Path("mirkhan2019").exists()


def test_without_matplotlib_the_numbers_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: str) -> None:
        raise ImportError("pip install 'riparian[plot]'")

    monkeypatch.setattr(figures, "guest", missing)
    found = COMMAND.run("--figure", "1")
    assert found.exit_code == 0, found.output
    assert "no figure was drawn: pip install" in found.stderr
    assert Path("mirkhan2019/figure-1.csv").exists()
