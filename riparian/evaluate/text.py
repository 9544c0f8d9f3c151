"""Tables as text: numbers right, words left, columns two spaces apart."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

# Sizes and counts are shown whole, shares with four digits.
COUNTS = frozenset(
    {"row", "rows", "nodes", "leaves", "depth", "memory_bytes", "rows_per_second", "fold", "epoch"}
)
CHANCES = frozenset({"p", "p by Holm"})
WEIGHTS = frozenset({"weight", "predicted"})


def shown(name: str, value: Any) -> str:
    """A value for reading; a dash where there is none.

    >>> shown("accuracy", 0.98765), shown("memory_bytes", 1234567.0), shown("nodes", float("nan"))
    ('0.9877', '1,234,567', '-')
    """
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    if isinstance(value, str):
        return value
    if name in COUNTS or (isinstance(value, int) and not isinstance(value, bool)):
        return f"{value:,.0f}" if name == "rows_per_second" or value == int(value) else f"{value:,.1f}"
    if name.endswith("seconds"):
        return f"{value:.3g}"
    if name in CHANCES:
        return f"{value:.2g}"
    if name in WEIGHTS:
        return f"{value:,.10g}"
    if isinstance(value, float):
        return f"{value:.4f}" if abs(value) < 1000 else f"{value:,.6g}"
    return str(value)


def table(columns: Mapping[str, Iterable[Any]], width: int | None = None) -> str:
    """Columns under their names; if they are wider than `width`, a line for each of them instead.

    >>> columns = {"model": ["one", "another"], "accuracy": [0.5, 0.98765]}
    >>> print(table(columns))
    model    accuracy
    one        0.5000
    another    0.9877
    >>> print(table(columns, width=16))
    model        one  another
    accuracy  0.5000   0.9877
    """
    lines = _lines(columns)
    if width is None or max(map(len, lines)) <= width:
        return "\n".join(lines)
    names = [name.replace("_", " ") for name in columns]
    listed = {name: [_plain(value) for value in values] for name, values in columns.items()}
    rows = [[shown(name, value) for value in values] for name, values in listed.items()]
    lengths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    first = max(map(len, names))
    return "\n".join(
        "  ".join(
            [name.ljust(first), *(cell.rjust(length) for cell, length in zip(row, lengths, strict=True))]
        )
        for name, row in zip(names, rows, strict=True)
    )


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") else value


def _lines(columns: Mapping[str, Iterable[Any]]) -> list[str]:
    cells = []
    for name, values in columns.items():
        values = [_plain(value) for value in values]
        words = all(isinstance(value, str) for value in values)
        lines = [name.replace("_", " "), *(shown(name, value) for value in values)]
        width = max(map(len, lines))
        cells.append([line.ljust(width) if words else line.rjust(width) for line in lines])
    return ["  ".join(line).rstrip() for line in zip(*cells, strict=True)]
