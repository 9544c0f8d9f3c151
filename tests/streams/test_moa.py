"""Streams are those of MOA, value for value: names, the first rows, and a digest of ten thousand.

What MOA made is recorded by tools/moa/record.py.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riparian import _native

RECORDED = json.loads((Path(__file__).parent / "moa_rows.json").read_text())


def recipe(listed: list[Any]) -> tuple[Any, ...]:
    name, settings, *parts = listed
    return (name, {key: float(value) for key, value in settings.items()}, *(recipe(part) for part in parts))


@pytest.mark.parametrize("recorded", RECORDED["streams"], ids=lambda recorded: recorded["moa"])
def test_rows_are_those_of_moa(recorded: dict[str, Any]) -> None:
    stream = _native.Generated(recipe(recorded["recipe"]))
    assert [[name, *(values or [])] for name, values in stream.columns] == recorded["columns"]
    assert stream.classes == recorded["classes"]
    columns, classes = stream.next(RECORDED["rows"])
    rows = np.column_stack([*columns, classes]).astype("<f8")
    shown = [[value.hex() for value in row] for row in rows[: len(recorded["rows"])].tolist()]
    assert shown == recorded["rows"]
    assert hashlib.sha256(rows.tobytes()).hexdigest() == recorded["digest"]
