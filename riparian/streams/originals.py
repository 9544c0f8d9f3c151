"""Publishers' own files as Arrow tables with the columns of the catalogue.

A dozen lines per form suffice for files whose checksum is known; files of any other kind are not read here.
The rows of each class are counted and compared with the catalogue, so that a wrong reading is refused.
"""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from riparian.streams.catalogue import Entry, Part, Source
from riparian.streams.download import DatasetError
from riparian.streams.sources import packed_as


def table(entry: Entry, source: Source, paths: Sequence[Path]) -> Any:
    """The rows of all files in their order, columns first and the target last."""
    import pyarrow

    tables = [
        _read(_lines(path, part), entry, source) for path, part in zip(paths, source.parts, strict=True)
    ]
    found = pyarrow.concat_tables(tables).select([*entry.columns, entry.target])
    counts = {pair["values"]: pair["counts"] for pair in found[entry.target].value_counts().to_pylist()}
    if counts != dict(entry.classes):
        told = f"{found.num_rows} rows in classes {sorted(counts.items())}"
        raise DatasetError(
            f"{paths[0]} was read as {told}, which is not what the catalogue has of {entry.name}"
        )
    return found


def _lines(path: Path, part: Part) -> bytes:
    """The text of a file, unpacked, without the lines at the top that are no rows."""
    content = path.read_bytes()
    if part.member:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            content = archive.read(part.member)
    elif packed_as(content) == "gzip":
        content = gzip.decompress(content)
    return content.split(b"\n", part.skip)[part.skip]


def _read(text: bytes, entry: Entry, source: Source) -> Any:
    return _libsvm(text, entry) if source.form == "libsvm" else _separated(text, entry, source)


def _separated(text: bytes, entry: Entry, source: Source) -> Any:
    """Values between commas or blanks."""
    import pyarrow
    from pyarrow import compute, csv

    if source.delimiter == " ":
        text = re.sub(rb"[ \t]+", b",", re.sub(rb"(?m)^[ \t]+|[ \t]+(?=\r?$)", b"", text))
    elif b", " in text or b" ," in text:
        text = re.sub(rb"[ \t]*,[ \t]*", b",", text)
    whole = all(isinstance(label, int) for label in entry.classes)
    kinds = dict.fromkeys(entry.columns, pyarrow.float64())
    kinds |= dict.fromkeys(entry.binary, pyarrow.int8())
    kinds |= dict.fromkeys((*source.before, *entry.nominal), pyarrow.string())
    kinds |= {entry.target: pyarrow.int64() if whole else pyarrow.string()}
    named = [*source.before, *entry.columns]
    names = [entry.target, *named] if source.target == "first" else [*named, entry.target]
    found = csv.read_csv(
        io.BytesIO(text),
        read_options=csv.ReadOptions(column_names=names),
        convert_options=csv.ConvertOptions(
            column_types=kinds, null_values=["?"], strings_can_be_null=True, quoted_strings_can_be_null=True
        ),
    )
    if source.label_end:
        trimmed = compute.utf8_rtrim(found[entry.target], source.label_end)
        found = found.set_column(names.index(entry.target), entry.target, trimmed)
    return found


def _libsvm(text: bytes, entry: Entry) -> Any:
    """A label, then `column:value` for what is not 0; columns count from 1."""
    import pyarrow

    rows = [line.split() for line in text.splitlines() if line]
    values = np.zeros((len(entry.columns), len(rows)))
    for place, row in enumerate(rows):
        for pair in row[1:]:
            column, value = pair.split(b":")
            values[int(column) - 1, place] = float(value)
    columns = {name: values[place] for place, name in enumerate(entry.columns)}
    columns |= {name: columns[name].astype(np.int8) for name in entry.binary}
    return pyarrow.table({**columns, entry.target: np.array([int(row[0]) for row in rows])})
