"""Data sets by name, as streams: rows, columns and classes known beforehand, nominal columns as categories.

Where the files are is decided in places; what they should be, in the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import index
from pathlib import Path
from typing import Any

import numpy as np

from riparian.categories import Categories
from riparian.guests import guest
from riparian.plain import shown
from riparian.settings import listed
from riparian.streams.arrow_columns import Names, numbers
from riparian.streams.catalogue import Entry, entry_of
from riparian.streams.download import Progress
from riparian.streams.originals import table
from riparian.streams.places import found
from riparian.streams.shuffle import shuffled
from riparian.streams.stream import (
    BATCH_ROWS,
    Batch,
    Column,
    NoSuchPlace,
    Place,
    Stream,
    Values,
    count_of,
    finding,
)

# Values in one batch of a very wide table: 64 MiB of codes, 420 rows of 39,916 words.
BATCH_VALUES = 1 << 24
ACTIVE = "active"

# Values of binary columns that are nominal. A row has them as they stand here, and of 0 and 1 a learner of
# rows could not know that they are names.
BINARY = (False, True)


class Dataset(Stream):
    """A data set as a stream, in the order of its file or in one that a seed chooses.

    It is made by `dataset(name)`. Files are looked for when it is made and read each time it is started.
    """

    def __init__(
        self,
        entry: Entry,
        *,
        shuffle: int | None = None,
        binary: str = "nominal",
        ignore: Sequence[str] = (),
        download: bool = True,
        progress: Progress | None = None,
    ) -> None:
        self.entry = entry
        self.name, self.target, self.rows = entry.name, entry.target, entry.rows
        self.shuffle, self.binary, self.ignore = _seed(shuffle), binary, tuple(ignore)
        if binary not in ("nominal", "numeric"):
            raise ValueError(f"binary must be 'nominal' or 'numeric', got {shown(binary)}")
        known, ignored = set(entry.columns), set(ignore)
        for name in ignore:
            if name not in known:
                raise ValueError(
                    f"{entry.name} has no column {shown(name)} to ignore; it has {_some(entry.columns)}"
                )
        guest("pyarrow", "frames", f"data set {entry.name!r} is read with pyarrow")
        self._names = [name for name in entry.columns if name not in ignored]
        self._paths = found(entry, fetch=download, progress=progress)

    def settings(self) -> dict[str, Any]:
        """What was chosen, without what was left as it is."""
        chosen = {"shuffle": self.shuffle, "binary": self.binary, "ignore": self.ignore}
        return {name: value for name, value in chosen.items() if value not in (None, "nominal", ())}

    def files(self) -> list[tuple[Path, str]]:
        """The files that are read, each with the SHA-256 that the catalogue has for it."""
        parts = () if self.entry.source is None else self.entry.source.parts
        known = {part.file: part.sha256 for part in parts}
        if self.entry.file is not None and self.entry.sha256 is not None:
            known[self.entry.file] = self.entry.sha256
        return [(path, known[path.name]) for path in self._paths]

    @property
    def classes(self) -> tuple[Any, ...]:
        """The classes, sorted."""
        return tuple(self.entry.classes)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns, without the target; nominal ones with all their values, sorted."""
        kept = set(self._names)
        values = self._distinct([name for name in self.entry.nominal if name in kept])
        if self.binary == "nominal":
            values |= dict.fromkeys(self.entry.binary, BINARY)
        return tuple(Column(name, values.get(name)) for name in self._names)

    @property
    def may_weigh(self) -> bool:
        """Whether a row may have another weight than 1: none has."""
        return False

    def start(self) -> Iterator[Batch]:
        """Batches from the first row."""
        return (batch for _, batch in self.placed())

    def placed(self, place: Place | None = None) -> Iterator[tuple[Place | None, Batch]]:
        """Batches with the number of rows before them; what comes before a place is not looked into."""
        wanted = 0
        if place is not None:
            with finding(self):
                wanted = count_of(place, "row")
        size = max(1, min(BATCH_ROWS, BATCH_VALUES // max(1, len(self._names))))
        texts = {column.name: Names(column.categories) for column in self.columns if column.categories}
        labels = Names(self.classes)
        row = 0
        for piece in self._pieces(size):
            if row >= wanted:
                values = zip(self.columns, self._values(piece, texts), strict=True)
                X = {column.name: found for column, found in values}
                yield {"row": row}, Batch(X, self._labels(piece.column(self.target), labels))
            row += piece.num_rows
            if row > wanted > row - piece.num_rows:
                raise NoSuchPlace(self)

    # ---- from Arrow to columns

    @property
    def _stored(self) -> list[str]:
        """Columns as the file has them."""
        return [ACTIVE] if self.entry.words else self._names

    @cached_property
    def _original(self) -> Any:
        """The publisher's files as a table, None where the rows stand in our own file."""
        own = self.entry.file is not None and self._paths[0].name == self.entry.file
        source = self.entry.source
        return None if own or source is None else table(self.entry, source, self._paths)

    def _whole(self, columns: Sequence[str]) -> Any:
        from pyarrow import parquet

        if self._original is not None:
            return self._original.select(columns)
        return parquet.read_table(self._paths[0], columns=list(columns))

    def _pieces(self, size: int) -> Iterator[Any]:
        """Record batches of at most `size` rows in the order of the stream."""
        wanted = [*self._stored, self.target]
        if self.shuffle is not None:
            whole = self._whole(wanted).combine_chunks()
            order = shuffled(whole.num_rows, self.shuffle)
            for at in range(0, len(order), size):
                yield whole.take(order[at : at + size]).combine_chunks().to_batches()[0]
        elif self._original is not None:
            yield from self._original.select(wanted).to_batches(max_chunksize=size)
        else:
            from pyarrow import parquet

            with parquet.ParquetFile(self._paths[0]) as file:
                yield from file.iter_batches(batch_size=size, columns=wanted)

    def _values(self, piece: Any, texts: dict[str, Names]) -> Iterator[Values]:
        if self.entry.words:
            yield from self._words(piece.column(ACTIVE))
            return
        for column in self.columns:
            values = piece.column(column.name)
            if column.categories is None:
                yield numbers(values)
            elif column.categories is BINARY:
                yield Categories(values.to_numpy(zero_copy_only=False), BINARY)
            else:
                yield texts[column.name](values).values

    def _labels(self, values: Any, labels: Names) -> Values:
        if isinstance(self.classes[0], int):
            return np.asarray(values.to_numpy(zero_copy_only=False), dtype=np.int64)
        return labels(values).values

    def _words(self, lists: Any) -> Iterator[Values]:
        """One column per word, from lists of the words that a row has."""
        present = np.zeros((self.entry.words, len(lists)), dtype=np.int32)
        lengths = np.diff(lists.offsets.to_numpy())
        present[lists.flatten().to_numpy(), np.repeat(np.arange(len(lists)), lengths)] = 1
        places = {name: place for place, name in enumerate(self.entry.columns)}
        for column in self.columns:
            codes = present[places[column.name]]
            yield codes.astype(np.float64) if column.categories is None else Categories(codes, BINARY)

    def _distinct(self, names: Sequence[str]) -> dict[str, tuple[Any, ...]]:
        if not names:
            return {}
        whole = self._whole(names)
        return {name: in_order(whole[name].unique().to_pylist()) for name in names}


def dataset(
    name: str | Entry,
    *,
    shuffle: int | None = None,
    binary: str = "nominal",
    ignore: Sequence[str] = (),
    download: bool = True,
    progress: Progress | None = None,
) -> Dataset:
    """A data set by its name, as a stream.

    It is looked for in the folder that the environment variable RIPARIAN_DATA names, then in a cache
    (RIPARIAN_CACHE, else the usual place of the platform), then downloaded into the cache. Wherever it is,
    it is read only if its SHA-256 is that of the catalogue.

    Parameters
    ----------
    name : str or Entry
        One of the names in `datasets()`, or an entry of your own.
    shuffle : int or None, default None
        Seed of another order of the rows, the same on every machine; None for the order of the file. The
        table is then held in memory.
    binary : str, 'nominal' or 'numeric', default 'nominal'
        What columns of 0 and 1 are: categories 0 and 1, as MOA declares them, or numbers.
    ignore : sequence of str, default ()
        Columns to leave out.
    download : bool, default True
        Fetch what is not at hand.
    progress : function or None, default None
        Called as `progress(file, bytes, bytes_in_all)` during a download.

    Returns
    -------
    Dataset

    Raises
    ------
    DatasetError
        It is nowhere, cannot be fetched, or differs from the catalogue.

    Examples
    --------
    >>> stream = dataset("iris", shuffle=1)  # doctest: +SKIP
    >>> stream.rows, stream.classes  # doctest: +SKIP
    (150, ('Iris-setosa', 'Iris-versicolor', 'Iris-virginica'))
    >>> dataset("iris", binary="text")
    Traceback (most recent call last):
    ValueError: binary must be 'nominal' or 'numeric', got 'text'
    """
    return Dataset(
        name if isinstance(name, Entry) else entry_of(name),
        shuffle=shuffle,
        binary=binary,
        ignore=ignore,
        download=download,
        progress=progress,
    )


def in_order(values: Sequence[str | None]) -> tuple[str, ...]:
    """Values sorted; as numbers if all of them are whole ones."""
    present = [value for value in values if value is not None]
    whole = all(value.lstrip("-").isdecimal() for value in present)
    return tuple(sorted(present, key=int) if whole else sorted(present))


def _seed(shuffle: int | None) -> int | None:
    if shuffle is None:
        return None
    if isinstance(shuffle, bool) or not hasattr(shuffle, "__index__"):
        raise TypeError(f"shuffle must be a whole number (the seed) or None, got {shown(shuffle)}")
    return index(shuffle)


def _some(names: Sequence[str]) -> str:
    return listed(names) if len(names) <= 12 else f"{len(names)} columns from {names[0]!r} to {names[-1]!r}"
