"""Text files as streams: CSV, ARFF, libsvm and JSON lines, read by the native readers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from riparian import _native
from riparian.categories import Categories
from riparian.streams.broken import BrokenLine
from riparian.streams.file import File
from riparian.streams.options import Options
from riparian.streams.sources import suffix
from riparian.streams.stream import BATCH_ROWS, Batch, Column, Place, Values, finding


class TextFile(File):
    """Rows of text files; made by `read`."""

    def __init__(self, paths: tuple[Path | None, ...], format: str | None, options: Options) -> None:  # noqa: A002
        self._named(paths)
        self.options = options
        self._settings = _told(paths, format, options)
        self._header = self._reader = self._opened()
        self.format = self._header.format or "csv"
        options.fits(self.format)
        # As the first block has them: others may come later.
        self._described = self._header.columns
        self.usual_class = self._header.class_name or ""
        self.target = self.usual_class if options.labelled else ""

    def _opened(self) -> _native.Reader:
        return _native.Reader(list(self.paths), self._settings)

    @property
    def names(self) -> list[str]:
        """The columns that the first block of the file has, the class among them."""
        return [name for name, _, _ in self._described]

    @property
    def seen(self) -> set[str]:
        """The columns that the latest reading has come across so far."""
        return {name for name, _, _ in self._reader.columns}

    @property
    def numbers(self) -> set[str]:
        """Those of them that hold numbers, or classes that are whole numbers."""
        return {name for name, kind, _ in self._described if kind != "nominal"}

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns that the first block of the file has, without the target."""
        features = [entry for entry in self._described if entry[0] != self.target]
        return tuple(
            Column(name, None if kind == "numeric" else tuple(known or ())) for name, kind, known in features
        )

    @cached_property
    def classes(self) -> tuple[Any, ...] | None:
        """The classes in order, if they were given or the file declares them."""
        if self.options.classes is not None:
            return self.options.classes
        if not self.options.labelled:
            return None
        known = self._described[self._header.target][2]
        return None if known is None else tuple(known)

    @property
    def delimiter(self) -> str | None:
        """What stands between the fields of a CSV file."""
        return None if self._header.dialect is None else self._header.dialect[0]

    @property
    def header(self) -> bool | None:
        """Whether the first line of a CSV file names its columns."""
        return None if self._header.dialect is None else self._header.dialect[1]

    @property
    def skipped(self) -> int:
        """Lines left out so far in the latest reading."""
        return self._reader.skipped

    @property
    def faults(self) -> tuple[str, ...]:
        """What was wrong with the first ten of them."""
        return tuple(self._reader.faults)

    @property
    def may_weigh(self) -> bool:
        """Whether a column holds weights; in ARFF files any row may have one behind its values."""
        return self.options.weight is not None or self.format == "arff"

    def start(self) -> Iterator[Batch]:
        """Batches from the first row. A broken line raises `BrokenLine` after the rows before it."""
        return (batch for _, batch in self.placed())

    def placed(self, place: Place | None = None) -> Iterator[tuple[Place | None, Batch]]:
        """Batches with where they begin: in which file, behind how many bytes, on which line."""
        if not self._begin():
            self._reader = self._opened()
        if place is not None:
            with finding(self):
                late = [(name, numbers) for name, numbers in place["late"]]
                told = (place["file"], place["bytes"], place["line"], place["skipped"], late)
                self._reader.lead(told)
        return self._batches(self._reader)

    def _batches(self, reader: _native.Reader) -> Iterator[tuple[Place | None, Batch]]:
        names: list[str] = []
        texts: list[list[str]] = []
        while True:
            file, offset, line, skipped, late = reader.place()
            found = reader.next(BATCH_ROWS)
            if found is None:
                break
            columns, weights, rows = found
            if len(columns) > len(names):
                names = [name for name, _, _ in reader.columns]
                texts += [[] for _ in names[len(texts) :]]
            X: dict[str, Values] = {}
            for name, known, values in zip(names, texts, columns, strict=True):
                if isinstance(values, tuple):
                    codes, fresh = values
                    known += fresh
                    X[name] = Categories(codes, known)
                else:
                    X[name] = values
            y = X.pop(self.target) if self.options.labelled else np.full(rows, np.nan)
            place = {"file": file, "bytes": offset, "line": line, "skipped": skipped, "late": late}
            yield place, Batch(X, y, weights)
        if reader.failure is not None:
            raise BrokenLine(*reader.failure)


def _told(paths: tuple[Path | None, ...], format: str | None, options: Options) -> dict[str, Any]:  # noqa: A002
    tabs = all(path is not None and suffix(path) == "tsv" for path in paths)
    classes = options.classes
    return {
        "format": format,
        "delimiter": "\t" if options.delimiter is None and tabs else options.delimiter,
        "header": options.header,
        "comment": options.comment,
        "target": options.target,
        "labelled": options.labelled,
        "weight": options.weight,
        "ignore": options.ignore,
        "only": None if options.only is None else set(options.only),
        "numeric": options.numeric,
        "settled": options.settled,
        "nominal": options.nominal,
        "missing": options.missing,
        "classes": None if classes is None else [str(one) for one in classes],
        "whole_classes": classes is not None and isinstance(classes[0], int),
        "skip": options.skip,
        "max_line_bytes": options.max_line_bytes,
    }
