"""Whether columns of pyarrow, polars and pandas keep the rules of Arrow, checked before anything reads them.

A Parquet file may hold texts that are not UTF-8. pyarrow does not check them when it reads the file, and
polars takes them over as they are. The native tree checks everything that comes as a table. This module
checks what comes as a single column, or as labels.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from riparian.plain import shown


def check(values: Any, what: str) -> None:
    """Refuse a column of pyarrow, polars or pandas that breaks the rules of Arrow.

    Other values are not checked.
    """
    guest = type(values).__module__.partition(".")[0]
    if guest == "pyarrow" and hasattr(values, "validate"):
        _check(values, what, _broken)
    elif guest == "pandas" and type(getattr(values, "array", None)).__name__.startswith("Arrow"):
        _check(values.array.__arrow_array__(), what, _broken)
    elif guest == "polars" and str(getattr(values, "dtype", None)) == "String":
        _check(values, what, _no_texts)


def check_lengths(table: Any) -> None:
    """Refuse a table of pyarrow with a buffer that is too short: the native tree cannot see its length."""
    for name, column in zip(table.schema.names, table.columns, strict=True):
        if (wrong := _broken(column, full=False)) is not None:
            raise ValueError(f"column {shown(name)} breaks the rules of Arrow: {wrong}")


def _check(column: Any, what: str, wrong_with: Callable[[Any], str | None]) -> None:
    if (wrong := wrong_with(column)) is None:
        return
    said = f"{what} breaks the rules of Arrow: {wrong}"
    if wrong_with(column.slice(0, 0)) is not None:  # the fault is not in a row, but in what all rows refer to
        raise ValueError(said)
    low, high = 0, len(column)
    while high - low > 1:
        middle = (low + high) // 2
        if wrong_with(column.slice(low, middle - low)) is None:
            low = middle
        else:
            high = middle
    raise ValueError(f"row {low}: {said}")


def _broken(array: Any, *, full: bool = True) -> str | None:
    """What pyarrow finds wrong."""
    try:
        array.validate(full=full)
    except (ValueError, IndexError) as wrong:
        return str(wrong)
    return None


def _no_texts(series: Any) -> str | None:
    """What polars finds wrong when it makes its own texts of the bytes."""
    polars: Any = sys.modules["polars"]
    try:
        series.cast(polars.Binary).cast(polars.String)
    except polars.exceptions.ComputeError as wrong:
        return str(wrong)
    return None
