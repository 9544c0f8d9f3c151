"""The command from end to end, on a tiny scale: what it prints, keeps, finishes and refuses."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from riparian import VFDT, __version__
from riparian.papers.ledger import Ledger
from riparian.papers.pfahringer2008 import configurations, experiment, leaf_picture, training
from riparian.papers.pfahringer2008.training import COLUMNS
from tests import runner
from tests.papers import made_up
from tests.papers.commands import Command

COMMAND = Command("pfahringer2008")
run = COMMAND.run
TINY = ("--rows", "2000", "--holdout", "500", "--jobs", "1")


def cells(name: str = "cells.csv") -> list[dict[str, Any]]:
    return Ledger(Path("pfahringer2008") / name, COLUMNS).lines()


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(configurations, "VFDT", made_up.tree)
    monkeypatch.setattr(experiment, "draw_leaves", lambda path: path)  # takes its time, has its own test
    training.rows_of.cache_clear()


def test_all_configurations_of_two_streams_are_run_and_told() -> None:
    found = run(*TINY, "--only", "rts,genF2")
    assert found.exit_code == 0, found.output
    assert len(cells()) == 2 * 36 + 3 * 20 + 2 * 20
    for part in ("Table 1", "Table 2", "Table 3", "What the paper claims", "2,000 rows, hold-out of 500"):
        assert part in found.stdout
    assert {line["version"] for line in cells()} == {__version__}
    assert "77/77" in found.stderr
    folder = Path("pfahringer2008")
    assert folder.joinpath("figure2.csv").read_text().count("\n") == 61
    assert folder.joinpath("figure3.csv").read_text().count("\n") == 41


def test_a_second_run_runs_what_is_missing_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    words = (*TINY, "--only", "wave21", "--only", "gauss10,vfml10")
    first = run(*words)
    kept = cells()
    assert len(kept) == 6
    path = Path("pfahringer2008/cells.csv")
    path.write_text(path.read_text()[:-7])  # killed while it wrote the last cell
    again = run(*words)
    assert "1/1" in again.stderr
    assert cells()[:5] == kept[:5]
    monkeypatch.setattr(experiment, "run", None)  # nothing is left to do
    third = run(*words)
    assert third.exit_code == 0, third.output
    assert third.stdout.splitlines()[6:20] == first.stdout.splitlines()[6:20]


def test_other_rows_seeds_and_hold_outs_are_other_cells() -> None:
    words = ("--jobs", "1", "--only", "genF1,gauss10,32MB")
    for other in (("--rows", "1000"), ("--rows", "1500"), ("--rows", "1000", "--seed", "2")):
        assert run("--holdout", "200", *words, *other).exit_code == 0
    assert run("--holdout", "300", "--rows", "1000", *words).exit_code == 0
    assert [(line["rows"], line["holdout"], line["seed"]) for line in cells()] == [
        *[(1000, 200, 1), (1500, 200, 1), (1000, 200, 2), (1000, 300, 1)],
    ]


def test_a_quick_run_never_touches_the_file_of_results() -> None:
    assert run(*TINY, "--only", "genF1,gauss10,32MB").exit_code == 0
    before = Path("pfahringer2008/cells.csv").read_bytes()
    found = run("--quick", "--jobs", "1", "--only", "genF1,rts", "--only", "gauss10,gk10,32MB")
    assert found.exit_code == 0, found.output
    assert "this was a quick run" in found.stderr
    assert Path("pfahringer2008/cells.csv").read_bytes() == before
    assert {line["rows"] for line in cells("cells-quick.csv")} == {20_000}
    made = {path.name for path in Path("pfahringer2008").iterdir() if "figure2" in path.name}
    assert made
    assert all("-quick" in name for name in made)


def test_show_prints_the_same_and_runs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run(*TINY, "--only", "wave40,gauss10")
    monkeypatch.setattr(experiment, "run", None)
    assert run("--show").stdout == ran.stdout
    Path("pfahringer2008/cells.csv").rename("elsewhere.csv")
    assert run("--show", "elsewhere.csv").stdout == ran.stdout
    assert run("--show", "elsewhere.csv", "--rows", "2000").stdout == ran.stdout


def test_show_tells_of_other_scales() -> None:
    cell = ("--only", "wave40,gauss10,100KB")
    ran = run(*TINY, *cell)
    run("--rows", "1000", "--holdout", "500", "--jobs", "1", *cell)
    assert run("--show", "--rows", "2000").stdout == ran.stdout
    told = run("--show", "--rows", "2000").stderr
    assert "also has cells of 1,000 rows, hold-out of 500, seed 1: ask with --rows" in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--only", "gaus10"], "did you mean 'gauss10'?"),
        (["--only", ""], "'' is no stream, configuration or budget"),
        (
            ["--only", "gauss10,genF2-sorted,100KB"],
            "no cell of the paper is all of gauss10, genF2-sorted, 100KB",
        ),
        (["--rows", "0"], "--rows"),
    ],
)
def test_bad_usage_ends_with_2_and_says_what_to_do(words: list[str], message: str) -> None:
    COMMAND.refuses(words, message)


def test_a_stopped_run_says_how_to_go_on_and_does(monkeypatch: pytest.MonkeyPatch) -> None:
    words = (*TINY, "--only", "wave21", "--only", "gauss10,vfml10")
    whole = run(*words).stdout
    kept = Path("pfahringer2008/cells.csv").read_text().splitlines(keepends=True)
    Path("pfahringer2008/cells.csv").write_text("".join(kept[:3]))

    def stop(task: Any) -> Any:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(experiment, "run", stop)
        found = run(*words)
    assert found.exit_code == 1
    assert found.stderr == "stopped; the same command goes on, and with --show it tells the results so far\n"
    assert len(cells()) == 2
    assert run(*words).stdout.count("\n") == whole.count("\n")
    assert len(cells()) == 6


def test_without_matplotlib_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    found = run(*TINY, "--only", "rts,gk10,32MB")
    assert found.exit_code == 0, found.output
    assert "no figure was drawn: matplotlib is not installed: pip install riparian[plot]" in found.stderr
    assert Path("pfahringer2008/figure2.csv").exists()
    assert not list(Path("pfahringer2008").glob("*.png"))


def test_figures_are_drawn_with_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(experiment, "draw_leaves", leaf_picture.draw_leaves)
    assert run(*TINY, "--only", "genF2,genF2-sorted,vfml10,gauss10,32MB").exit_code == 0
    for name in ("figure1", "figure3"):
        assert Path(f"pfahringer2008/{name}.png").read_bytes().startswith(b"\x89PNG")


def test_the_papers_are_listed() -> None:
    found = runner.run("paper")
    assert found.exit_code == 0
    assert "pfahringer2008" in found.stdout


def test_cells_are_the_same_side_by_side_and_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(configurations, "VFDT", VFDT)
    words = ("--quick", "--rows", "2000", "--holdout", "500", "--only", "rts,genF2,gauss10,100KB,32MB")
    for jobs in ("1", "2"):
        found = run(*words, "--jobs", jobs, "--out", jobs)
        assert found.exit_code == 0, found.output
    one, two = (
        sorted(
            tuple(value for name, value in line.items() if not name.endswith("seconds"))
            for line in Ledger(Path(jobs) / "cells-quick.csv", COLUMNS).lines()
        )
        for jobs in ("1", "2")
    )
    assert one == two


def test_the_examples_of_the_help_run_with_real_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(configurations, "VFDT", VFDT)
    assert COMMAND.examples
    for example in COMMAND.examples:
        found = runner.run(*shlex.split(example)[1:])
        assert found.exit_code == 0, found.output
