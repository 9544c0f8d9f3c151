"""Results that only ever grow: a killed run loses the line that it was writing, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from riparian.papers.ledger import Ledger

COLUMNS = {"stream": str, "rows": int, "accuracy": float, "note": str}
FIRST = {"stream": "rts", "rows": 10, "accuracy": 0.1 + 0.2, "note": ""}
SECOND = {"stream": "rtc", "rows": 20, "accuracy": None, "note": 'a "word", and\nanother line'}


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "new" / "folder" / "cells.csv", COLUMNS)


def test_no_file_is_no_line(ledger: Ledger) -> None:
    assert ledger.lines() == []
    assert not ledger.path.parent.exists()


def test_what_is_added_comes_back_value_for_value(ledger: Ledger) -> None:
    ledger.add([FIRST])
    ledger.add([SECOND, FIRST])
    assert ledger.lines() == [FIRST, SECOND, FIRST]
    assert ledger.path.read_text().startswith("stream,rows,accuracy,note\nrts,10,0.30000000000000004,\n")


@pytest.mark.parametrize("left", ["r", "rtc,20,0.", "rtc,20,0.5,"])
def test_a_half_written_line_is_ignored_and_then_cut_off(ledger: Ledger, left: str) -> None:
    ledger.add([FIRST])
    whole = ledger.path.read_text()
    ledger.path.write_text(whole + left)
    assert ledger.lines() == [FIRST]
    ledger.add([FIRST])
    assert ledger.path.read_text() == whole + whole.splitlines()[1] + "\n"


def test_a_half_written_head_is_a_file_without_lines(ledger: Ledger) -> None:
    ledger.path.parent.mkdir(parents=True)
    ledger.path.write_text("stream,ro")
    assert ledger.lines() == []
    ledger.add([FIRST])
    assert ledger.lines() == [FIRST]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stream,rows\nrts,1\n", "it is from another version, move it away"),
        ("stream,rows,accuracy,note\nrts,1\n", "line 2: 4 fields are wanted, 2 found"),
        ("stream,rows,accuracy,note\nrts,many,0.5,\n", "line 2: rows must be a number, got 'many'"),
    ],
)
def test_a_file_that_is_not_ours_is_refused_by_name_and_line(ledger: Ledger, text: str, message: str) -> None:
    ledger.path.parent.mkdir(parents=True)
    ledger.path.write_text(text)
    with pytest.raises(ValueError) as refused:
        ledger.lines()
    assert str(ledger.path) in str(refused.value)
    assert message in str(refused.value)
