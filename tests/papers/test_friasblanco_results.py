"""The results that are published: complete, from clean code, and what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from riparian.papers.claims import WORDS
from riparian.papers.friasblanco2019 import tables
from riparian.papers.friasblanco2019.cells import FULL, PARTS, Task, tasks
from riparian.papers.friasblanco2019.claims import CLAIMS
from riparian.papers.friasblanco2019.replacing import drawn
from riparian.papers.friasblanco2019.results import Results
from riparian.papers.friasblanco2019.training import COLUMNS, run
from riparian.papers.ledger import Ledger

PAPERS = Path(__file__).resolve().parents[2] / "docs" / "papers"


@pytest.fixture(scope="module")
def results() -> Results:
    return Results.of(Ledger(PAPERS / "results" / "friasblanco2019.csv", COLUMNS).lines())


@pytest.fixture(scope="module")
def page() -> str:
    return (PAPERS / "friasblanco2019.md").read_text("utf-8")


def test_every_cell_was_run_whole_with_code_that_was_committed(results: Results) -> None:
    wanted = tasks({part: data for part, (data, _) in PARTS.items()}, FULL)
    assert set(results.lines) == {cell for task in wanted for cell in task.cells()}
    for cell, line in results.lines.items():
        assert line["commit"]
        assert not line["commit"].endswith("+")
        assert cell.part == "real" or line["rows"] == FULL.rows


def test_the_page_has_the_tables_of_the_file(results: Results, page: str) -> None:
    told = [text for number in ("2", "3", "5") for text in tables.of_table(results, number)]
    for text in [*told, *tables.of_figure(results)]:
        for line in text.partition("\n\n")[2].splitlines():
            assert line in page
    assert results.origin() in page


def test_the_page_says_of_each_claim_whether_it_holds(results: Results, page: str) -> None:
    for claim in CLAIMS:
        finding = claim.test(results)
        assert f"| {claim.says} | {WORDS[finding.holds]}, {finding.numbers} |" in page


def test_the_page_has_figure_2_as_it_is_drawn(page: str) -> None:
    for line in drawn().splitlines():
        assert line.startswith(("Figure 2", "and one row later")) or line in page


@pytest.mark.parametrize("stream", ["stagger-2", "agrawal-8"])
def test_a_run_that_is_published_begins_as_it_did(stream: str, results: Results) -> None:
    # The first of a hundred points is that of the first 10,000 rows.
    for line in run(Task("sweep", stream, 1, 10_000)):
        points = line["curve"].split()
        accuracy, nodes = (
            sum(float(point.split(":")[at]) for point in points) / len(points) for at in (0, 1)
        )
        first = results.lines[Results.cell_of(line)]["curve"].split()[0]
        assert first == f"{accuracy:.5g}:{nodes:.5g}"
