"""Parquet and Arrow files, opened: schema, number of rows, and record batches, never the whole file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from riparian.guests import guest
from riparian.streams.sources import ARROW_FILE, MAGIC_BYTES, packed_as
from riparian.streams.stream import BATCH_ROWS

BUFFER_BYTES = 1 << 20


class Opened:
    """One file, from its first row: its schema, and its rows if it says how many."""

    _source: Any

    def __init__(self, path: Path | None, format: str) -> None:  # noqa: A002 - the word users know
        self.name = "standard input" if path is None else str(path)
        self.rows: int | None = None
        self._path = path
        start = self._start()
        packed = packed_as(start)
        try:
            if format == "parquet":
                self._open_parquet(packed)
            elif start.startswith(ARROW_FILE):
                self._open_file()
            else:
                self._open_stream(packed)
        except guest("pyarrow", "frames").ArrowInvalid as error:
            raise ValueError(
                f"{self.name}: no {format} file, or damaged ({str(error).splitlines()[0]})"
            ) from None
        self.schema: Any = self._source.schema

    def _start(self) -> bytes:
        if self._path is None:
            standard: Any = sys.stdin.buffer
            found: bytes = standard.peek(MAGIC_BYTES)[:MAGIC_BYTES]
            return found
        with self._path.open("rb") as file:
            return file.read(MAGIC_BYTES)

    def _open_parquet(self, packed: str | None) -> None:
        if self._path is None:
            raise ValueError("a Parquet file is read from its end: save standard input to a file first")
        if packed is not None:
            raise ValueError(f"{self.name}: Parquet packs its own pages; unpack the file with {packed} first")
        parquet = guest("pyarrow.parquet", "frames")
        file = parquet.ParquetFile(self._path, buffer_size=BUFFER_BYTES, pre_buffer=False)
        self.rows = file.metadata.num_rows
        self._source = _Parquet(file)

    def _open_file(self) -> None:
        if self._path is None:
            raise ValueError(
                "an Arrow file is read from its end: send standard input an Arrow stream instead"
            )
        arrow = guest("pyarrow", "frames")
        self.rows = guest("pyarrow.dataset", "frames").dataset(self._path, format="ipc").count_rows()
        self._source = _Pages(guest("pyarrow.ipc", "frames").open_file(arrow.memory_map(str(self._path))))

    def _open_stream(self, packed: str | None) -> None:
        arrow = guest("pyarrow", "frames")
        source = arrow.PythonFile(sys.stdin.buffer) if self._path is None else arrow.OSFile(str(self._path))
        if packed is not None:
            source = arrow.CompressedInputStream(source, packed)
        self._source = guest("pyarrow.ipc", "frames").open_stream(source)

    def batches(self, names: Sequence[str]) -> Iterator[Any]:
        """Record batches of some columns, none longer than a batch of a stream."""
        if isinstance(self._source, _Parquet):
            yield from self._source.batches(names)
            return
        for batch in self._source:
            kept = batch.select(list(names))
            for at in range(0, kept.num_rows, BATCH_ROWS):
                yield kept.slice(at, BATCH_ROWS)


class _Parquet:
    def __init__(self, file: Any) -> None:
        self._file = file
        self.schema = file.schema_arrow

    def batches(self, names: Sequence[str]) -> Iterator[Any]:
        for batch in self._file.iter_batches(batch_size=BATCH_ROWS, columns=list(names), use_threads=False):
            yield batch.select(list(names))


class _Pages:
    """The record batches of an Arrow file in order."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self.schema = reader.schema

    def __iter__(self) -> Iterator[Any]:
        for place in range(self._reader.num_record_batches):
            yield self._reader.get_batch(place)
