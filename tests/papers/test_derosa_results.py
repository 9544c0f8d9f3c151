"""The results that are published: complete, from clean code, and what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from riparian.papers.claims import WORDS
from riparian.papers.derosa2015 import tables
from riparian.papers.derosa2015.cells import DATA, FULL, Task, asking, batches, runs, tuning
from riparian.papers.derosa2015.claims import CLAIMS
from riparian.papers.derosa2015.labels import STRATEGIES
from riparian.papers.derosa2015.methods import METHODS
from riparian.papers.derosa2015.results import Results
from riparian.papers.derosa2015.training import COLUMNS
from riparian.papers.ledger import Ledger

PAPERS = Path(__file__).resolve().parents[2] / "docs" / "papers"


@pytest.fixture(scope="module")
def results() -> Results:
    return Results.of(Ledger(PAPERS / "results" / "derosa2015.csv", COLUMNS).lines())


@pytest.fixture(scope="module")
def page() -> str:
    return (PAPERS / "derosa2015.md").read_text("utf-8")


def test_every_cell_was_run_whole_with_code_that_was_committed(results: Results) -> None:
    tasks: list[Task] = []
    for figure in ("controlled", "real"):
        tasks += tuning(figure, DATA[figure], FULL)
        tasks += runs(figure, results.best_settings(figure, DATA[figure]), FULL)
    tasks += batches(DATA["batch"], FULL)
    cells = {cell for task in tasks for cell in task.cells}
    cells |= {
        cell._replace(method=ask)
        for task in asking(DATA["active"], FULL)
        for cell in task.cells
        for ask in STRATEGIES
    }
    assert set(results.lines) == cells
    for line in results.lines.values():
        assert line["commit"]
        assert not line["commit"].endswith("+")


def test_settings_were_tuned_on_fifty_streams_and_a_thousand_were_run(results: Results) -> None:
    for method in METHODS:
        lines = results.part("controlled", "tuning", "trees", method)
        assert [(line["streams"], line["rows"]) for line in lines] == [(50, 5_000_000)] * 200
        assert len(results.runs("controlled", "trees", method)) == 1000


def test_the_page_has_the_tables_of_the_file(results: Results, page: str) -> None:
    told = [*tables.of(results, "controlled"), tables.of(results, "real")[0]]
    told += [*tables.of(results, "batch"), *tables.of(results, "active")]
    for text in told:
        for line in text.partition("\n\n")[2].splitlines():
            assert line in page
    assert results.origin() in page


def test_the_page_says_of_each_claim_whether_it_holds(results: Results, page: str) -> None:
    for claim in CLAIMS:
        finding = claim.test(results)
        assert f"| {claim.says} | {WORDS[finding.holds]}, {finding.numbers} |" in page


def test_what_the_slides_show_is_reproduced(results: Results) -> None:
    assert [claim.test(results).holds for claim in CLAIMS[:2]] == [True, True]
