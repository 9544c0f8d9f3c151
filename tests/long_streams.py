"""Long random streams, made column by column with NumPy: blocks of the core need thousands of rows.

Classes, categories and columns may open in mid-stream; values may be missing; weights may be fractions or 0.
`x0, x1, ...` hold numbers, `s0, s1, ...` text (of which `s1` has dozens of categories), `flag` bools, and
`code` whole numbers that stand for categories and must be named in `nominal=`. One stream can be cut into
batches and each batch be given through any door.
"""

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

import riparian

NOMINAL = ["code"]
LABELS: dict[str, list[Any]] = {"str": ["elm", "ash", "oak", "fir", "yew"], "int": [7, -3, 12, 0, 5]}


@dataclass(frozen=True)
class Stream:
    """Columns (NaN or None where missing), the row at which each opens, labels and weights."""

    columns: dict[str, NDArray[Any]]
    opens: dict[str, int]
    labels: list[Any]
    weights: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.labels)

    def row(self, i: int) -> dict[str, Any]:
        """One row as a dict; a column that has not opened yet is an absent key."""
        return {name: values[i] for name, values in self.columns.items() if self.opens[name] <= i}

    def opened(self, stop: int) -> dict[str, NDArray[Any]]:
        """Columns that a row of positive weight has brought before row `stop`, in order of arrival."""
        counted = np.flatnonzero(self.weights > 0)
        arrival = {}
        for name, opens in self.opens.items():
            later = counted[np.searchsorted(counted, opens) :]
            if len(later) and later[0] < stop:
                arrival[name] = int(later[0])
        return {name: self.columns[name] for name in sorted(arrival, key=lambda name: arrival[name])}

    def numeric(self) -> bool:
        """Whether a matrix of floats holds it all."""
        return all(name.startswith("x") for name in self.columns) and not any(self.opens.values())


def make_stream(
    seed: int,
    rows: int,
    *,
    numeric: int = 3,
    nominal: int = 3,
    classes: int = 3,
    labels: str = "str",
    missing: float = 0.05,
    weights: str = "unit",
    arrivals: bool = True,
    noise: float = 0.1,
) -> Stream:
    """A stream in which two clusters per class have centres in numbers and favourites among categories."""
    rng = np.random.default_rng(seed)
    count = len(LABELS[labels][:classes])
    row = np.arange(rows)
    class_from = np.zeros(count, dtype=np.int64)
    if arrivals and count > 2:
        class_from[2:] = np.sort(rng.integers(0, max(1, rows * 2 // 3), size=count - 2))
    here = np.searchsorted(class_from, row, side="right")
    true = (rng.random(rows) * here).astype(np.int64)
    shown = np.where(rng.random(rows) < noise, (rng.random(rows) * here).astype(np.int64), true)
    cluster = 2 * true + rng.integers(0, 2, size=rows)
    columns: dict[str, NDArray[Any]] = {}
    for name in [f"x{j}" for j in range(numeric)]:
        centre, spread = rng.normal(0, 1.5, 2 * count), rng.uniform(0.3, 1.0, 2 * count)
        unit, offset = 10.0 ** rng.uniform(-2, 3), rng.normal(0, 10)
        values = unit * (offset + centre[cluster] + spread[cluster] * rng.normal(size=rows))
        values = np.round(values) if name == "x2" else values
        gone = rng.random(rows) < missing
        columns[name] = np.where(gone, rng.choice([math.nan, math.inf, -math.inf], size=rows), values)
    for name in ["s0", "code", "flag", "s1", "s2"][:nominal]:
        words = categories(name, int(rng.integers(3, 7)))
        favourite = rng.integers(0, len(words), 2 * count)
        ready = np.full(rows, len(words))
        if arrivals:
            ready = np.minimum(2 + row * len(words) // max(1, rows * 2 // 3), len(words))
        other = (rng.random(rows) * ready).astype(np.int64)
        chosen = np.where(rng.random(rows) < 0.7, np.minimum(favourite[cluster], ready - 1), other)
        values = np.array(words, dtype=object)[chosen]
        values[rng.random(rows) < missing] = None
        columns[name] = values
    names = [list(columns)[at] for at in rng.permutation(len(columns))]
    opens = dict.fromkeys(names, 0)
    if arrivals:
        opens |= {name: int(rng.integers(1, max(2, rows // 2))) for name in names[1:] if rng.random() < 0.25}
    for name, first in opens.items():
        columns[name][:first] = math.nan if name.startswith("x") else None
    return Stream(
        {name: columns[name] for name in names},
        opens,
        [LABELS[labels][k] for k in shown],
        draw_weights(rng, rows, weights),
    )


def categories(name: str, count: int) -> list[Any]:
    if name == "flag":
        return [True, False]
    if name == "code":
        return list(range(10, 10 + count))
    return [f"{name}-{at}" for at in range(70 if name == "s1" else count)]


def draw_weights(rng: np.random.Generator, rows: int, weights: str) -> NDArray[np.float64]:
    if weights == "unit":
        return np.ones(rows)
    if weights == "eighths":
        return rng.integers(0, 17, size=rows) / 8.0
    found: NDArray[np.float64] = np.where(rng.random(rows) < 0.05, 0.0, rng.uniform(0.05, 2.5, size=rows))
    return found


# ---- doors: the rows from `start` to `stop` as a table


def by_dicts(stream: Stream, start: int, stop: int) -> Any:
    return [stream.row(i) for i in range(start, stop)]


def by_columns(stream: Stream, start: int, stop: int) -> Any:
    return {name: values[start:stop] for name, values in stream.opened(stop).items()}


def by_pandas(stream: Stream, start: int, stop: int) -> Any:
    found = {}
    for name, values in stream.opened(stop).items():
        if name in ("code", "flag"):
            found[name] = pd.array(list(values[start:stop]), dtype="Int64" if name == "code" else "boolean")
        else:
            found[name] = pd.Series(values[start:stop], dtype="category" if name == "s0" else None)
    # Another index than 0, 1, ...: rows go by position.
    return pd.DataFrame(found).set_axis(range(stop, 2 * stop - start))


DTYPES = {"x": pl.Float64, "c": pl.Int64, "f": pl.Boolean, "s": pl.String}


def by_polars(stream: Stream, start: int, stop: int) -> Any:
    columns = stream.opened(stop).items()
    return pl.DataFrame(
        [pl.Series(name, values[start:stop].tolist(), dtype=DTYPES[name[0]]) for name, values in columns]
    )


def by_arrow(stream: Stream, start: int, stop: int) -> Any:
    found: Any = by_polars(stream, start, stop).to_arrow()
    for at, name in enumerate(found.column_names):
        if name.startswith("s"):
            found = found.set_column(at, name, found.column(name).cast(pa.string()).dictionary_encode())
    middle = len(found) // 3
    return pa.concat_tables([found.slice(0, middle), found.slice(middle)])


def by_matrix(stream: Stream, start: int, stop: int) -> Any:
    return np.column_stack([values[start:stop] for values in stream.columns.values()])


def by_lists(stream: Stream, start: int, stop: int) -> Any:
    return [
        list(row) for row in zip(*(values[start:stop] for values in stream.columns.values()), strict=True)
    ]


Door = Callable[[Stream, int, int], Any]
NAMED: list[Door] = [by_dicts, by_columns, by_pandas, by_polars, by_arrow]
UNNAMED: list[Door] = [by_matrix, by_lists]


# ---- learning


def answers(found: NDArray[Any]) -> list[Any]:
    """Predicted labels, None where there was no answer."""
    return [None if label == "" or label == np.iinfo(np.int64).min else label for label in found.tolist()]


def learn_by_row(tree: riparian.Tree, stream: Stream, *, named: bool = True) -> list[Any]:
    """The definition: one row at a time; what the tree said of each before it learned it."""
    said = []
    for i, (label, weight) in enumerate(zip(stream.labels, stream.weights.tolist(), strict=True)):
        x: Any = stream.row(i) if named else list(stream.row(i).values())
        said.append(tree.predict_one(x))
        tree.learn_one(x, label, w=weight)
    return said


def learn_by_batch(
    tree: riparian.Tree, stream: Stream, cuts: Sequence[int], doors: Sequence[Door], threads: Sequence[int]
) -> list[Any]:
    """The same rows in batches, each through its own door and with its own number of threads."""
    said = []
    edges = [0, *cuts, len(stream)]
    for at, (start, stop) in enumerate(itertools.pairwise(edges)):
        tree.set_params(threads=threads[at % len(threads)])
        # A frame without columns has no rows, either: only dicts can say that there are some.
        door = doors[at % len(doors)] if stream.opened(stop) else by_dicts
        table = door(stream, start, stop)
        weight = stream.weights[start:stop]
        w = None if (weight == 1).all() else weight
        said += answers(tree.predict_then_learn_many(table, stream.labels[start:stop], w=w))
    return said


def learn(tree: riparian.Tree, stream: Stream, start: int = 0, stop: int | None = None) -> None:
    """Rows from `start` to `stop` in one call."""
    stop = len(stream) if stop is None else stop
    door = by_columns if stream.opened(stop) else by_dicts
    tree.learn_many(door(stream, start, stop), stream.labels[start:stop], w=stream.weights[start:stop])
