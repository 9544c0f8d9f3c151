"""The UCI domains of figure 4: eight are named by the paper, three of its eleven are not.

The paper looks at columns of at least ten different values, and overlooks rows in which a number is missing.
A column in which most numbers are missing would leave no rows: such a column is left out first (TBG of the
two thyroid domains, which is missing in nine rows of ten).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riparian.categories import Categories
from riparian.papers.friasblanco2019.data import coded
from riparian.streams.named import dataset

# The paper's name, and ours.
NAMED = {
    "Abalone": "abalone",
    "Adult": "adult",
    "Covertype": "covtype",
    "Euthyroid": "sick_euthyroid",
    "German": "german_credit",
    "Hypothyroid": "hypothyroid",
    "Segmentation": "segment",
    "Yeast": "yeast",
}
# Other UCI domains of truly numeric columns that the paper may or may not have had.
OTHERS = {
    "Ecoli": "ecoli",
    "KDDCup99": "kddcup99_10pct",
    "Magic": "magic",
    "Satimage": "satimage",
    "Waveform": "waveform21",
}
DOMAINS = {**NAMED, **OTHERS}
# Columns of fewer different values are nominal in truth, says the paper.
FEWEST_VALUES = 10
# A column that is missing more often than this is left out; otherwise its rows are.
MOST_MISSING = 0.5


class Domain(NamedTuple):
    """What counts of a domain: columns without missing numbers, codes of classes, their number, all rows."""

    columns: dict[str, NDArray[np.float64]]
    codes: NDArray[np.uint32]
    classes: int
    all_rows: int


def domain(name: str, most: int | None = None) -> Domain:
    """The first rows of a domain that is at hand, all of them if None."""
    source = dataset(DOMAINS[name])
    batch = source.take(source.rows or 0)
    codes, labels = coded(batch.y)
    stop = min(len(batch), most or len(batch))
    numbers = {
        column: np.asarray(values, dtype=np.float64)[:stop]
        for column, values in batch.X.items()
        if not isinstance(values, Categories)
    }
    return complete(numbers, codes[:stop].astype(np.uint32), len(labels))


def complete(numbers: dict[str, NDArray[np.float64]], codes: Any, classes: int) -> Domain:
    """The columns and rows that count.

    >>> level = np.array([1.0, 2.0, np.nan, 4.0])
    >>> rare = np.array([np.nan, np.nan, np.nan, 4.0])
    >>> found = complete({"level": level, "rare": rare}, np.array([0, 1, 0, 1], dtype=np.uint32), 2)
    >>> found.columns["level"].tolist(), list(found.columns), found.codes.tolist()
    ([1.0, 2.0, 4.0], ['level'], [0, 1, 1])
    """
    held = {name: values for name, values in numbers.items() if np.isnan(values).mean() <= MOST_MISSING}
    whole = np.ones(len(codes), dtype=bool)
    for values in held.values():
        whole &= ~np.isnan(values)
    return Domain({name: values[whole] for name, values in held.items()}, codes[whole], classes, len(codes))
