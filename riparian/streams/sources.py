"""Where a file's bytes are, and which format they have: paths, globs, suffixes, first bytes."""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from riparian.aliases import suggestion
from riparian.plain import LONG, shown
from riparian.settings import listed

FORMATS = ("csv", "arff", "libsvm", "jsonl", "parquet", "arrow")
WRITTEN = ("csv", "arff", "parquet")
ARROW_FORMATS = ("parquet", "arrow")

# Names that formats have elsewhere, and suffixes of files.
NAMES = {
    **{name: name for name in FORMATS},
    "tsv": "csv",
    "txt": "csv",
    "data": "csv",
    "svmlight": "libsvm",
    "svm": "libsvm",
    "json": "jsonl",
    "ndjson": "jsonl",
    "pq": "parquet",
    "feather": "arrow",
    "ipc": "arrow",
    "arrows": "arrow",
}
# Suffixes that say too little: such files are told by their first lines.
VAGUE = ("txt", "data")
PACKED = {".gz": "gzip", ".gzip": "gzip", ".zst": "zstd", ".zstd": "zstd"}
# First bytes: of formats (an Arrow file, and an Arrow stream), and of what packs others.
ARROW_FILE = b"ARROW1"
MAGIC = {b"PAR1": "parquet", ARROW_FILE: "arrow", b"\xff\xff\xff\xff": "arrow"}
PACKED_MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
MAGIC_BYTES = 6

Source = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def located(source: Any) -> tuple[Path | None, ...]:
    """The files that are meant, in order; None is standard input.

    >>> located("-")
    (None,)
    """
    if isinstance(source, str | os.PathLike):
        return _expanded(source)
    if isinstance(source, bytes) or not isinstance(source, Iterable):
        raise TypeError(f"source must be a path, a glob, '-' or a list of these, got {shown(source, LONG)}")
    found = tuple(path for one in source for path in _expanded(one))
    if not found:
        raise ValueError("source must name at least one file, got an empty list")
    if None in found and len(found) > 1:
        raise ValueError("standard input ('-') is read alone, got it among other files")
    return found


def _expanded(source: Any) -> tuple[Path | None, ...]:
    if not isinstance(source, str | os.PathLike):
        raise TypeError(f"source must be a path, a glob, '-' or a list of these, got {shown(source, LONG)}")
    if source == "-":
        return (None,)
    path = Path(source).expanduser()
    if not path.exists() and isinstance(source, str) and glob.has_magic(source):
        matches = sorted(glob.glob(str(path), recursive=True))
        files = tuple(Path(match) for match in matches if not Path(match).is_dir())
        if not files:
            raise FileNotFoundError(f"no file matches {shown(source, LONG)}")
        return files
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder; name the files in it, as in {str(path / '*.csv')!r}")
    path.stat()  # raises FileNotFoundError, with the name
    return (path,)


def repeatable(paths: tuple[Path | None, ...]) -> bool:
    """Whether all can be read a second time: a pipe cannot."""
    return all(path is not None and stat.S_ISREG(path.stat().st_mode) for path in paths)


def format_of(paths: tuple[Path | None, ...], given: str | None) -> str | None:
    """The format: the one given, else by suffix, else by the first bytes; None if the first lines must tell.

    >>> format_of((Path("rows.csv.gz"),), None), format_of((None,), "svmlight")
    ('csv', 'libsvm')
    """
    if given is not None:
        if given not in NAMES:
            raise ValueError(
                f"format must be {listed(FORMATS)}, got {shown(given)}{suggestion(given, list(NAMES))}"
            )
        return NAMES[given]
    found = {path: _told(path) for path in paths if path is not None}
    if len(set(found.values())) > 1:
        (first, one), (second, other) = _different(found)
        raise ValueError(
            f"files of one stream must have one format, got {one or 'text'} ({first}) and {other or 'text'} "
            f"({second}); use format= if both are the same"
        )
    return next(iter(found.values()), None)


def _different(found: dict[Path, str | None]) -> list[tuple[Path, str | None]]:
    items = list(found.items())
    return [items[0], next(item for item in items if item[1] != items[0][1])]


def suffix(path: Path) -> str:
    """The suffix that tells the format, without the one that says how the file is packed.

    >>> suffix(Path("Rows.CSV.gz"))
    'csv'
    """
    name = path.name.lower()
    for packed in PACKED:
        name = name.removesuffix(packed)
    return Path(name).suffix.removeprefix(".")


def packing(path: Path) -> str | None:
    """How a file of this name is packed, by its suffix.

    >>> packing(Path("rows.csv.GZ")), packing(Path("rows.csv"))
    ('gzip', None)
    """
    return PACKED.get(path.suffix.lower())


def packed_as(start: bytes) -> str | None:
    """How a file is packed, by its first bytes."""
    return next((word for magic, word in PACKED_MAGIC.items() if start.startswith(magic)), None)


def _told(path: Path) -> str | None:
    word = suffix(path)
    if word in NAMES and word not in VAGUE:
        return NAMES[word]
    if not stat.S_ISREG(path.stat().st_mode):
        return None
    with path.open("rb") as file:
        start = file.read(MAGIC_BYTES)
    return next((name for magic, name in MAGIC.items() if start.startswith(magic)), None)
