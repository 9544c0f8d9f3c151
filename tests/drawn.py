"""Random streams for tests, drawn from a seed: every kind of row that a tree may meet.

Each class has two clusters; a cluster has a centre in every numeric column and a favourite category in every
nominal one, so that trees have something to find. The numbers are continuous, so that two candidates of equal
gain are an accident. Classes, categories and columns may arrive in mid-stream. The columns are called by what
they hold: `x0, x1, ...` are numeric (the last of three or more in whole numbers), `s0, s1, ...` text, `flag`
is bool, and `code` is a whole number that stands for a category and must be named in `nominal=`.
"""

import math
import random
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Row = tuple[dict[str, Any], Any, float]  # values, label, weight

NAMED_NOMINAL = ["code"]
LABELS: dict[str, list[Any]] = {
    "str": ["elm", "ash", "oak", "fir", "yew", "box"],
    "int": [7, -3, 12, 0, 5, 40],
    "bool": [True, False],
}


def draw_stream(
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
    extremes: float = 0.0,
    noise: float = 0.1,
) -> list[Row]:
    """Rows of a stream.

    Parameters
    ----------
    seed, rows : int
        Equal seeds (and settings) give equal streams, and the first rows of a longer one.
    numeric, nominal : int
        Number of columns of either kind; nominal ones are in turn text, `code`, `flag`, text, ...
    classes : int
        Number of classes, at most 6; 2 for labels 'bool'.
    labels : 'str', 'int' or 'bool'
        What a label is.
    missing : float
        Share of values that are None, NaN, infinite (numeric only) or, after row one, absent keys.
    weights : 'unit', 'eighths' or 'real'
        All 1; multiples of 1/8 with some zeros, whose sums are exact; any number, with some zeros.
    arrivals : bool
        Whether classes, categories and columns arrive in mid-stream.
    extremes : float
        Share of numeric values that are beyond 1e140, where squares no longer fit.
    noise : float
        Share of labels that say nothing about the row.
    """
    # Two generators, so that the law of the stream does not depend on the number of rows.
    law, rng = random.Random(f"law {seed}"), random.Random(f"rows {seed}")
    names = LABELS[labels][:classes]
    numeric_columns = [f"x{j}" for j in range(numeric)]
    nominal_columns = [nominal_name(j) for j in range(nominal)]
    columns = numeric_columns + nominal_columns
    law.shuffle(columns)

    clusters = 2 * len(names)  # cluster c belongs to class c // 2
    centre = {(c, x): law.gauss(0.0, 1.5) for x in numeric_columns for c in range(clusters)}
    spread = {(c, x): law.uniform(0.3, 1.0) for x in numeric_columns for c in range(clusters)}
    unit = {x: 10.0 ** law.uniform(-2.0, 3.0) for x in numeric_columns}
    offset = {x: unit[x] * law.gauss(0.0, 10.0) for x in numeric_columns}
    categories = {s: category_names(s, law.randint(3, 6)) for s in nominal_columns}
    favourite = {(c, s): law.choice(categories[s]) for s in nominal_columns for c in range(clusters)}

    # A class, category or column with an entry here is not seen before that row.
    class_from = {k: law.randrange(20, 400) for k in range(2, len(names)) if law.random() < 0.4}
    category_from = {(s, v): law.randrange(20, 400) for s in nominal_columns for v in categories[s][2:]}
    category_from = {key: row for key, row in category_from.items() if law.random() < 0.4}
    column_from = {column: law.randrange(20, 300) for column in columns[2:] if law.random() < 0.25}
    if not arrivals:
        class_from, category_from, column_from = {}, {}, {}

    stream: list[Row] = []
    for i in range(rows):
        here = [k for k in range(len(names)) if class_from.get(k, 0) <= i]
        k = rng.choice(here)
        cluster = 2 * k + rng.randrange(2)
        x: dict[str, Any] = {}
        for column in columns:
            if column_from.get(column, 0) > i:
                continue
            value: Any
            if column in unit:
                value = offset[column] + unit[column] * rng.gauss(
                    centre[cluster, column], spread[cluster, column]
                )
                if numeric >= 3 and column == numeric_columns[-1]:
                    value = round(value / unit[column] * 1e6)
                if rng.random() < extremes:
                    value = rng.choice([-1e200, 1e200])
                nothing = [None, math.nan, math.inf, -math.inf]
            else:
                open_now = [v for v in categories[column] if category_from.get((column, v), 0) <= i]
                value = favourite[cluster, column]
                if value not in open_now or rng.random() < 0.3:
                    value = rng.choice(open_now)
                nothing = [None, math.nan]
            if rng.random() < missing:
                value = rng.choice(nothing)
                if i > 0 and rng.random() < 0.3:
                    continue
            x[column] = value
        if i > 0 and rng.random() < 0.1:
            x = dict(rng.sample(list(x.items()), len(x)))
        label = names[k] if rng.random() >= noise else names[rng.choice(here)]
        stream.append((x, label, draw_weight(rng, weights)))
    return stream


def nominal_name(j: int) -> str:
    return {1: "code", 2: "flag"}.get(j, f"s{j}")


def category_names(column: str, n: int) -> list[Any]:
    if column == "flag":
        return [True, False]
    if column == "code":
        return list(range(10, 10 + n))
    return [f"{column}-{letter}" for letter in "pqrstu"[:n]]


def draw_weight(rng: random.Random, weights: str) -> float:
    if weights == "unit":
        return 1.0
    if weights == "eighths":
        return rng.randrange(17) / 8.0
    return 0.0 if rng.random() < 0.05 else rng.uniform(0.05, 2.5)


# ---- the same rows in other shapes


def as_dicts(stream: list[Row]) -> list[dict[str, Any]]:
    return [x for x, _, _ in stream]


def as_labels(stream: list[Row]) -> list[Any]:
    return [y for _, y, _ in stream]


def as_weights(stream: list[Row]) -> NDArray[np.float64]:
    return np.array([w for _, _, w in stream], dtype=np.float64)


def column_names(stream: list[Row]) -> list[str]:
    """Columns in order of arrival."""
    return list(dict.fromkeys(column for x, _, _ in stream for column in x))


def as_columns(stream: list[Row]) -> dict[str, NDArray[Any]]:
    """One array per column: float64 with NaN for missing, or object with None for missing."""
    found: dict[str, NDArray[Any]] = {}
    for column in column_names(stream):
        values = [x.get(column) for x, _, _ in stream]
        if column.startswith("x"):
            found[column] = np.array([math.nan if v is None else v for v in values], dtype=np.float64)
        else:
            found[column] = np.empty(len(values), dtype=object)
            found[column][:] = [None if isinstance(v, float) else v for v in values]
    return found


def as_frame(stream: list[Row]) -> pd.DataFrame:
    """A pandas frame: float64 columns; categories in the dtype that pandas infers, text or object."""
    return pd.DataFrame({name: pd.Series(values) for name, values in as_columns(stream).items()})


def as_matrix(stream: list[Row]) -> NDArray[Any]:
    """A matrix: float64 where all columns are numeric, otherwise object with None for missing."""
    found = as_columns(stream)
    if all(values.dtype == np.float64 for values in found.values()):
        return np.column_stack(list(found.values()))
    matrix = np.empty((len(stream), len(found)), dtype=object)
    for j, values in enumerate(found.values()):
        matrix[:, j] = [None if isinstance(v, float) and not math.isfinite(v) else v for v in values]
    return matrix
