"""Files whose rows are to be predicted: they have no class, or one that is not looked at, and may lack.

What is asked for is handed over, every column of it, whichever a reader takes for the class. Readers of text
want one in every row: if it is not there, another column stands in for it. If each of them has gaps, all are
read as texts, which takes memory for every different one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riparian.streams.broken import BrokenLine
from riparian.streams.file import File
from riparian.streams.lasting import Lists
from riparian.streams.options import Options
from riparian.streams.sources import ARROW_FORMATS
from riparian.streams.stand_in import NO_CLASS, StandIn, as_feature, lacks_classes, stand_in
from riparian.streams.stream import Batch, Column, Stream, Values

# What stands for a missing value in CSV files, as in `readers/src/settings.rs`.
MISSING = ("", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "None")


class Way(NamedTuple):
    """A way to read a file: columns that come as texts or classes, and texts that mean a gap."""

    file: File
    texts: frozenset[str] = frozenset()
    missing: tuple[str, ...] = ()
    last: bool = True


class Unlabelled(Stream):
    r"""The columns of a file that are asked for.

    Parameters
    ----------
    file : File
        The rows. A column that it was told to be the class is none of those that are asked for.
    kinds : mapping from names to 'numeric', 'nominal' or None
        The columns that are asked for; those that the file does not have are left out. A text in one that is
        numeric is a broken line, however many there are.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from riparian.streams import read
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "new.csv"
    >>> _ = path.write_text("gate,level\nopen,1.5\nshut,\n")
    >>> X, _, _ = Unlabelled(read(path), {"level": "numeric", "rain": "numeric"}).take(2)
    >>> X
    {'level': array([1.5, nan])}
    """

    def __init__(self, file: File, kinds: Mapping[str, str | None]) -> None:
        self.name, self.paths, self.rows = file.name, file.paths, file.rows
        self._given, self._kinds = file, kinds
        self._way = Way(file)
        self._dropped: list[str] = []
        self._lists = Lists()

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns that are asked for and there."""
        found = {column.name: column for column in self._given.columns}
        return tuple(found.get(name, Column(name)) for name in self._given.names if name in self._kinds)

    @property
    def classes(self) -> None:
        """Not known."""
        return

    @property
    def skipped(self) -> int:
        """Lines left out so far in the latest reading."""
        return self._way.file.skipped + len(self._dropped)

    @property
    def faults(self) -> tuple[str, ...]:
        """What was wrong with the first of them."""
        return (*self._way.file.faults, *self._dropped)

    def start(self) -> Iterator[Batch]:
        """Batches from the first row, with zeros in place of the class."""
        done, self._dropped, self._lists = 0, [], Lists()
        for way in self._ways():
            self._way, read = way, 0
            try:
                for batch in way.file.start():
                    if lacks_classes(way.file) and not way.last:
                        break
                    if read + len(batch) > done:
                        yield from self._asked(batch.part(max(0, done - read), len(batch)), max(done, read))
                    read += len(batch)
                    done = max(done, read)
                if way.last or not lacks_classes(way.file):
                    return
            except BrokenLine as wrong:
                if NO_CLASS not in str(wrong):
                    raise
                if way.last:
                    raise _no_way(wrong) from None

    def _asked(self, batch: Batch, before: int) -> Iterator[Batch]:
        """What is asked for, in the order of the file."""
        given = {self._way.file.target: batch.y, **batch.X}
        bad: NDArray[np.bool_] = np.zeros(len(batch), dtype=np.bool_)
        broken: dict[int, BrokenLine] = {}
        X: dict[str, Values] = {}
        numeric = {*self._given.numbers, *(name for name, kind in self._kinds.items() if kind == "numeric")}
        for name in [*(name for name in self._given.names if name in given), *batch.X]:
            if name in self._kinds and name not in X:
                X[name] = given[name]
                if name in self._way.texts:
                    X[name], wrong = as_feature(X[name], numeric=name in numeric, missing=self._way.missing)
                    bad |= wrong
                    for row in np.flatnonzero(wrong).tolist():
                        broken.setdefault(row, self._broken(given[name][row], name, before + row + 1))
        X = {name: self._lists.joined(name, values) for name, values in X.items()}
        whole = Batch(X, np.zeros(len(batch)))
        if not broken:
            yield whole
            return
        first = min(broken)
        if not self._way.file.options.skip:
            yield whole.part(0, first)
            raise broken[first]
        self._dropped += [str(broken[row]) for row in sorted(broken)]
        yield Batch({name: values[~bad] for name, values in X.items()}, whole.y[~bad])

    # ---- ways to read the file, each until a row has no class

    def _ways(self) -> Iterator[Way]:
        file, told = self._given, self._given.options
        asked = frozenset(name for name in file.names if name in self._kinds)
        if not file.repeatable:
            yield Way(file, asked & {file.target})
            return
        if file.format in ARROW_FORMATS:
            ignored = told.ignore if told.target is None else (*told.ignore, told.target)
            yield Way(self._again(replace(told, target=None, ignore=ignored, unlabelled=True)))
            return
        told = replace(told, numeric=(*told.numeric, *self._misread()))
        if file.target not in self._kinds:
            yield Way(file if told == file.options else self._again(told), last=False)
        found = stand_in(lambda chosen: self._again(replace(_with(told, chosen), skip=True)))
        texts = file.format == "csv" and bool(asked)  # other formats tell texts from gaps
        if found is not None or not texts:
            reader = self._again(told if found is None else _with(told, found))
            yield Way(reader, asked & {reader.target}, last=not texts)
        if texts:
            yield self._as_texts(asked)

    def _as_texts(self, asked: frozenset[str]) -> Way:
        """All columns as texts, of which none stands for a gap: so there is a class in every row."""
        file, told = self._given, self._given.options
        others = (name for name in file.names if name not in asked)
        reader = replace(
            told,
            target=min(asked),
            nominal=tuple((name, None) for name in sorted(asked)),
            numeric=(),
            ignore=(*told.ignore, *others),
            missing=(),
            # What would be guessed depends on what counts as missing.
            header=getattr(file, "header", None),
            delimiter=getattr(file, "delimiter", None),
        )
        return Way(self._again(reader), asked, MISSING if told.missing is None else told.missing)

    def _misread(self) -> Iterator[str]:
        """Numeric columns that are taken for names since the first block has texts in them."""
        told = {key for key, _ in self._given.options.nominal}
        for column in self._given.columns:
            is_name = column.categories is not None and column.name not in told
            if is_name and self._kinds.get(column.name) == "numeric":
                yield column.name

    def _again(self, told: Options) -> File:
        kind: Any = type(self._given)
        made: File = kind(self._given.paths, self._given.format, told)
        return made

    def _broken(self, value: Any, column: str, row: int) -> BrokenLine:
        told = f"{self.name}, row {row}, column {column!r}: wanted a number, got {value!r}"
        return BrokenLine(told, self.name, row, column, str(value))


def _with(told: Options, chosen: StandIn) -> Options:
    """What a file is told to take a column for its class."""
    if chosen.name is None:
        return told
    numeric = tuple(key for key in told.numeric if key != chosen.name)
    nominal = (*told.nominal, (chosen.name, None)) if chosen.as_text else told.nominal
    return replace(told, target=chosen.name, numeric=numeric, nominal=nominal)


def _no_way(wrong: BrokenLine) -> BrokenLine:
    place = str(wrong).partition(f": {NO_CLASS}")[0]
    told = "rows without a class need a column that is there in every row: add one, of any word"
    told = f"{place}: a value is missing here; {told}"
    return BrokenLine(told, wrong.file, wrong.line, wrong.column, wrong.value)
