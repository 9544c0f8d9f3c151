"""The results that are published: complete, from clean code, and what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from riparian.papers.claims import WORDS
from riparian.papers.ledger import Ledger
from riparian.papers.pfahringer2008.cells import FULL, all_cells
from riparian.papers.pfahringer2008.claims import CLAIMS
from riparian.papers.pfahringer2008.results import Results
from riparian.papers.pfahringer2008.tables import table2, table3
from riparian.papers.pfahringer2008.training import COLUMNS

PAPERS = Path(__file__).resolve().parents[2] / "docs" / "papers"


@pytest.fixture(scope="module")
def results() -> Results:
    return Results.of(Ledger(PAPERS / "results" / "pfahringer2008.csv", COLUMNS).lines(), FULL)


@pytest.fixture(scope="module")
def page() -> str:
    return (PAPERS / "pfahringer2008.md").read_text("utf-8")


def test_every_cell_was_run_with_code_that_was_committed(results: Results) -> None:
    assert set(results.runs) == set(all_cells())
    commits = {line["commit"] for run in results.runs.values() for line in run}
    assert all(commit and not commit.endswith("+") for commit in commits)


def test_the_page_has_the_tables_of_the_file(results: Results, page: str) -> None:
    for line in f"{table2(results)}\n{table3(results)}".splitlines():
        assert line in page or line.startswith("Not one leaf fits")
    assert sum(bool(run[-1]["note"]) for run in results.runs.values()) == 37
    assert "These 37 cells" in page


def test_the_page_says_of_each_claim_whether_it_holds(results: Results, page: str) -> None:
    for claim in CLAIMS:
        assert f"| {claim.says} | {WORDS[claim.test(results).holds]} |" in page
