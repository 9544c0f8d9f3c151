"""Streams into Parquet files, through pyarrow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from riparian.categories import Categories
from riparian.guests import guest
from riparian.streams.layout import WEIGHT, Layout, as_categories, as_numbers
from riparian.streams.stream import Stream, Values

# A row group is written at once; larger ones pack better, smaller ones take less memory.
GROUP_VALUES = 1 << 21


def write_parquet(
    stream: Stream, path: Path, rows: int | None, shape: Layout, told: Callable[[int], object]
) -> int:
    """Write the first rows of a stream; how many they were."""
    arrow = guest("pyarrow", "frames", "Parquet and Arrow files are read and written by pyarrow")
    parquet = guest("pyarrow.parquet", "frames")
    names = [*shape.columns, *([WEIGHT] if shape.weighted else []), shape.target]
    group_rows = max(1, GROUP_VALUES // len(names))
    writer: Any = None
    waiting: list[Any] = []
    done = 0
    try:
        for batch in stream.batches(rows=rows):
            *features, y = shape.of(batch)
            weights = [np.ones(len(batch)) if batch.w is None else batch.w] if shape.weighted else []
            arrays = [_array(values) for values in (*features, *weights, y)]
            waiting.append(arrow.Table.from_arrays(arrays, names=names))
            done += len(batch)
            told(done)
            if writer is None:
                writer = parquet.ParquetWriter(path, waiting[0].schema, compression="zstd")
            if sum(table.num_rows for table in waiting) >= group_rows:
                writer.write_table(arrow.concat_tables(waiting).unify_dictionaries())
                waiting = []
        if writer is None:
            empty = [_array(_nothing(kind)) for kind in (*shape.columns.values(), shape.classes)]
            columns = [*shape.columns, shape.target]
            table = arrow.Table.from_arrays(empty, names=columns)
            writer = parquet.ParquetWriter(path, table.schema, compression="zstd")
        if waiting:
            writer.write_table(arrow.concat_tables(waiting).unify_dictionaries())
    finally:
        if writer is not None:
            writer.close()
    return done


def _nothing(kind: list[Any] | None) -> Values:
    return np.empty(0) if kind is None else Categories([], kind)


def _array(values: Values) -> Any:
    arrow = guest("pyarrow", "frames")
    values = as_categories(values)
    if not isinstance(values, Categories):
        numbers = as_numbers(values)
        return (
            arrow.array(numbers, mask=np.isnan(numbers))
            if numbers.dtype.kind == "f"
            else arrow.array(numbers)
        )
    codes = arrow.array(values.codes, mask=values.codes < 0)
    if values.categories == [False, True] and isinstance(values.categories[0], bool):
        return codes.cast(arrow.bool_())
    texts = [value if isinstance(value, str) else str(value) for value in values.categories]
    return arrow.DictionaryArray.from_arrays(codes, arrow.array(texts, arrow.string()))
