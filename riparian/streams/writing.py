"""Streams into files: CSV, ARFF or Parquet, batch by batch, in a form that reads back value for value."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from riparian import _native
from riparian.aliases import suggestion
from riparian.categories import Categories
from riparian.replacing import complete
from riparian.settings import listed
from riparian.streams.layout import WEIGHT, Layout, as_categories, as_numbers, layout
from riparian.streams.sources import NAMES, WRITTEN, packing, suffix
from riparian.streams.stream import BATCH_ROWS, Stream, Values, amounts

Progress = Callable[[int], object]


def write(
    stream: Stream,
    path: str | os.PathLike[str],
    rows: int | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
    progress: Progress | None = None,
) -> int:
    """Write the first rows of a stream to a file; how many they were.

    The file appears under its name when it is complete, and not before. A pipe or a device is written to
    directly, as CSV or ARFF; say `format=` there.

    Parameters
    ----------
    stream : Stream
        The rows.
    path : path
        The file. A suffix '.gz' or '.zst' packs a CSV or ARFF file.
    rows : int, default: all rows of a file
        How many rows. A stream that is made up has no end, so it must be said there.
    format : 'csv', 'arff' or 'parquet', default: by suffix
        The layout. All have the class as the last column. CSV files begin with the names of the columns. An
        ARFF file declares the values of each nominal column; where these are not known beforehand the rows
        are read twice.
    progress : callable or None
        Called as progress(rows written) now and then.

    Notes
    -----
    Numbers have the shortest form that reads back exactly. Weights, if there are any, are a column 'weight'
    of CSV and Parquet files, and stand in braces at the end of the rows of ARFF files. A CSV file does not
    say which columns are nominal: a column of names that all spell numbers is read back with `nominal=`. An
    ARFF file declares its classes, so that whole numbers are read back as names.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from riparian.streams import Generated, read
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "sea.csv.gz"
    >>> write(Generated("sea", seed=1), path, rows=1000)
    1000
    >>> list(read(path).take(1).y)
    ['groupB']
    """
    path = Path(path)
    found = _format(path, format)
    if rows is None and not stream.ends:
        raise ValueError(f"{stream.name} has no end: say how many rows to write")
    _, rows = amounts(BATCH_ROWS, rows)
    shape = layout(stream, rows, declared=found == "arff")
    return write_as(stream, path, shape, rows=rows, format=found, progress=progress)


def write_as(
    stream: Stream,
    path: Path,
    shape: Layout,
    *,
    rows: int | None = None,
    format: str | None = None,  # noqa: A002 - the word users know
    progress: Progress | None = None,
) -> int:
    """Write the first rows of a stream whose layout is known: no row is read before it is written."""
    found = _format(path, format)
    told = progress or (lambda _done: None)
    if shape.weighted and WEIGHT in shape.names and found != "arff":
        raise ValueError(f"the weights need a column {WEIGHT!r}, and there is one already; rename it")
    with complete(path) as part:
        if found == "parquet":
            from riparian.streams.parquet_writing import write_parquet

            return write_parquet(stream, part, rows, shape, told)
        columns = len(shape.names) + (shape.weighted and found == "csv")
        writer = _native.Writer(part, found, packing(path), columns)
        return _write_text(writer, stream, rows, shape, found, told)


def _format(path: Path, given: str | None) -> str:
    word = suffix(path) if given is None else given
    found = NAMES.get(word)
    if found not in WRITTEN:
        what = f"the suffix of {path.name!r}" if given is None else "format"
        raise ValueError(f"{what} must be {listed(WRITTEN)}, got {word!r}{suggestion(word, list(WRITTEN))}")
    if found == "parquet" and path.exists() and not path.is_file():
        raise ValueError(f"a Parquet file is written to a file: {path} is none; write CSV or ARFF to it")
    if found == "parquet" and packing(path) is not None:
        raise ValueError(f"Parquet packs its own pages: leave the suffix {path.suffix!r} out")
    return found


def _write_text(
    writer: _native.Writer, stream: Stream, rows: int | None, shape: Layout, found: str, told: Progress
) -> int:
    columnar = shape.weighted and found == "csv"
    if found == "arff":
        classes = None if shape.classes is None else _texts(shape.classes)
        kinds = [None if values is None else _texts(values) for values in shape.columns.values()]
        writer.attributes(stream.name, list(zip(shape.names, [*kinds, classes], strict=True)))
    else:
        writer.names([*shape.columns, *([WEIGHT] if columnar else []), shape.target])
    done = 0
    known = [0] * len(shape.names)
    for batch in stream.batches(rows=rows):
        if batch.w is not None and not shape.weighted and found == "csv":
            raise ValueError(
                "weights first appear after the first row; a CSV file needs their column from there"
            )
        cells = [_cell(values, known, place) for place, values in enumerate(shape.of(batch))]
        weights = np.ones(len(batch)) if batch.w is None and shape.weighted else batch.w
        if columnar and weights is not None:
            # The class is last: its texts are numbered one place further right.
            cells.insert(len(cells) - 1, np.ascontiguousarray(weights, dtype=np.float64))
            weights = None
        writer.rows(cells, None if weights is None else np.ascontiguousarray(weights, dtype=np.float64))
        done += len(batch)
        told(done)
    writer.finish()
    return done


def _cell(values: Values, known: list[int], place: int) -> Any:
    values = as_categories(values)
    if not isinstance(values, Categories):
        return as_numbers(values)
    fresh = _texts(values.categories[known[place] :])
    known[place] = len(values.categories)
    return values.codes, fresh


def _texts(values: Sequence[Any]) -> list[str]:
    found = [str(value) for value in values]
    wrong = next((text for text in found if "\0" in text), None)
    if wrong is not None:
        raise ValueError(f"a text file cannot hold a zero byte, got {wrong!r}; write Parquet")
    return found
