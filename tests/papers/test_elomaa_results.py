"""The results that are published: complete, from clean code, and what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from riparian.papers.claims import WORDS
from riparian.papers.elomaa2008 import tables
from riparian.papers.elomaa2008.cells import FULL, PARTS, Task, tasks
from riparian.papers.elomaa2008.claims import CLAIMS, QUESTIONS
from riparian.papers.elomaa2008.counting import of_waves
from riparian.papers.elomaa2008.results import Results
from riparian.papers.elomaa2008.streams import REAL
from riparian.papers.elomaa2008.training import COLUMNS, run
from riparian.papers.ledger import Ledger

PAPERS = Path(__file__).resolve().parents[2] / "docs" / "papers"


@pytest.fixture(scope="module")
def results() -> Results:
    return Results.of(Ledger(PAPERS / "results" / "elomaa2008.csv", COLUMNS).lines())


@pytest.fixture(scope="module")
def page() -> str:
    return (PAPERS / "elomaa2008.md").read_text("utf-8")


def test_every_cell_was_run_whole_with_code_that_was_committed(results: Results) -> None:
    wanted = tasks(PARTS, FULL)
    assert all(task.is_in(results.lines) for task in wanted)
    assert {(cell.part, cell.data, cell.seed) for cell in results.lines} == {task[:3] for task in wanted}
    rows = {"trees": FULL.tree_rows, "window": FULL.window_rows}
    for cell, line in results.lines.items():
        assert line["commit"]
        assert not line["commit"].endswith("+")
        assert cell.part not in rows or cell.data in REAL or line["rows"] == rows[cell.part]


def test_the_page_has_the_tables_of_the_file(results: Results, page: str) -> None:
    for text in (text for part in PARTS for text in tables.of_part(results, part)):
        for line in text.partition("\n\n")[2].splitlines():
            assert line in page
    assert results.origin() in page


def test_the_page_says_of_each_claim_whether_it_holds(results: Results, page: str) -> None:
    for claim in (*CLAIMS, *QUESTIONS):
        finding = claim.test(results)
        assert f"| {claim.says} | {WORDS[finding.holds]}, {finding.numbers} |" in page


def test_figure_5_begins_as_it_did(results: Results) -> None:
    for line in of_waves(1, 10_000):
        kept = results.lines[Results.cell_of({**line, "part": "growth", "data": "waveform", "seed": 1})]
        assert [kept[layer] for layer in ("bins", "blocks", "segments")] == [
            line[layer] for layer in ("bins", "blocks", "segments")
        ]


def test_a_tree_that_is_published_grows_again(results: Results) -> None:
    for line in run(Task("trees", "stagger", 2, FULL.tree_rows)):
        kept = results.lines[Results.cell_of(line)]
        assert [kept[measure] for measure in ("accuracy", "nodes", "leaves", "depth", "bytes")] == [
            line[measure] for measure in ("accuracy", "nodes", "leaves", "depth", "bytes")
        ]
