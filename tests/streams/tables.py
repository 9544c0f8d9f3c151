"""What the tests of files share: a file from text, a stream as plain lists."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from riparian.streams import Batch, Categories, File, read


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    return path


def plain(values: Any) -> list[Any]:
    """Values as Python objects, None where one is missing."""
    return [None if isinstance(v, float) and math.isnan(v) else v for v in values.tolist()]


def listed(stream: File) -> dict[str, list[Any]]:
    """All rows of a stream by column, the class under its own name."""
    found: dict[str, list[Any]] = {}
    rows = 0
    for X, y, _ in stream.batches():
        for name, values in {**X, stream.target: y}.items():
            found.setdefault(name, [None] * rows).extend(plain(values))
        rows += len(y)
    return found


def until_broken(stream: File) -> tuple[ValueError, list[Any]]:
    """What stops the reading, and the first column of the rows before it."""
    rows: list[Any] = []
    try:
        for X, _, _ in stream.batches():
            rows += plain(next(iter(X.values())))
    except ValueError as error:
        return error, rows
    raise AssertionError("all lines can be read")


def rows_of(folder: Path, name: str, content: str | bytes, **told: Any) -> dict[str, list[Any]]:
    return listed(read(written(folder, name, content), **told))


def equal(one: Batch, other: Batch) -> None:
    """The same columns, value for value."""
    assert list(one.X) == list(other.X)
    for a, b in [(one.y, other.y), *zip(one.X.values(), other.X.values(), strict=True)]:
        assert type(a) is type(b)
        if isinstance(a, Categories):
            assert a.categories == b.categories
            assert np.array_equal(a.codes, b.codes)
        else:
            assert a.dtype == b.dtype
            assert np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
