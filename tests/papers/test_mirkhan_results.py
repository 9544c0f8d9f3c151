"""The results that are published: complete, from clean code, and what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from riparian.papers.claims import WORDS
from riparian.papers.ledger import Ledger
from riparian.papers.mirkhan2019.cells import TABLES, all_cells
from riparian.papers.mirkhan2019.claims import CLAIMS
from riparian.papers.mirkhan2019.data import REAL
from riparian.papers.mirkhan2019.results import Results
from riparian.papers.mirkhan2019.tables import arithmetics, compared, times_by_classes
from riparian.papers.mirkhan2019.training import COLUMNS, EPOCHS

PAPERS = Path(__file__).resolve().parents[2] / "docs" / "papers"


@pytest.fixture(scope="module")
def results() -> Results:
    return Results.of(Ledger(PAPERS / "results" / "mirkhan2019.csv", COLUMNS).lines())


@pytest.fixture(scope="module")
def page() -> str:
    return (PAPERS / "mirkhan2019.md").read_text("utf-8")


def test_every_cell_was_run_whole_with_code_that_was_committed(results: Results) -> None:
    assert set(results.lines) == set(all_cells())
    for cell, line in results.lines.items():
        assert line["commit"]
        assert not line["commit"].endswith("+")
        assert line["epochs"] == (REAL[cell.data].epochs if cell.table == 3 else EPOCHS)


def test_the_page_has_the_tables_of_the_file(results: Results, page: str) -> None:
    tables = [part(results, number) for number in TABLES for part in (compared, arithmetics)]
    tables += [times_by_classes(results, number) for number in (1, 2)]
    for line in "\n".join(tables).splitlines():
        assert line in page


def test_the_page_says_of_each_claim_whether_it_holds(results: Results, page: str) -> None:
    for claim in CLAIMS:
        finding = claim.test(results)
        assert f"| {claim.says} | {WORDS[finding.holds]}, {finding.numbers} |" in page


def test_table_2_is_as_near_to_the_paper_as_was_aimed_at(results: Results) -> None:
    assert "within 0.015 of the paper's in 48 of 48 rows" in compared(results, 2)
