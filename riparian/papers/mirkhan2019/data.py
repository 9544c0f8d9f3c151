"""The files of the three tables: made as the authors made them, or read.

Table 1 has ten files of normal clusters for each shape, Table 2 twelve that a random tree labels, Table 3
eight real data sets. All files of the first two have a thousand rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riparian.guests import guest
from riparian.streams.generated import Generated
from riparian.streams.named import dataset
from riparian.streams.stream import joined

ROWS = 1000
# Numbers of columns and classes, in the paper's order.
SHAPES = ("4,2", "6,2", "8,2", "10,2", "6,4", "8,4", "10,4", "8,6", "10,6", "8,8", "10,8", "10,10")
GAUSSIAN_SEEDS = range(10)
# The share of labels drawn anew is the function's default. How far apart clusters are the paper does not say:
# of 3, 3.25, ... 4 this one comes closest to the test accuracies of the first cell (see calibration), and is
# kept for all.
FLIP_Y, CLASS_SEP = 0.01, 3.5
# Chances of a leaf; the seeds of a file are 1, 2 and 3 times a hundred of these.
LEAF_CHANCES = (0.10, 0.15, 0.20, 0.25)


class File(NamedTuple):
    """Rows and labels."""

    X: NDArray[np.float64]
    y: NDArray[Any]


@dataclass(frozen=True)
class Real:
    """A real data set, and how it is learned.

    Parameters
    ----------
    file : str
        The data set by our name.
    grace_period : int
        Rows between two looks for a split.
    epochs : int
        How often the training part is learned.
    columns : int or None
        The first columns only; None for all.
    shuffled : bool
        Whether the rows are shuffled first.
    """

    file: str
    grace_period: int
    epochs: int = 100
    columns: int | None = None
    shuffled: bool = False


# Files that are sorted by class come twice, in their order and shuffled. How often the authors learned
# Covertype and MAGIC is not known; by the nodes of their trees it was three and fifty times. For both see
# docs/papers/mirkhan2019.md.
_SORTED = {
    "magic": Real("magic", 500, epochs=50),
    "wireless": Real("wifi_localization", 100),
    "iris": Real("iris", 150),
    "seeds": Real("seeds", 200),
    "ecoli": Real("ecoli", 100),
}
REAL: dict[str, Real] = {
    "covertype": Real("covtype", 500, epochs=3, columns=10),
    "htru2": Real("htru2", 500, epochs=70),
    "blood": Real("blood_transfusion", 200),
    **_SORTED,
    **{f"{name}-shuffled": replace(real, shuffled=True) for name, real in _SORTED.items()},
}
# The order of each file that the paper's figures are compared with.
AS_PUBLISHED = (
    "covertype",
    "magic",
    "htru2",
    "blood",
    "wireless-shuffled",
    "iris-shuffled",
    "seeds-shuffled",
    "ecoli-shuffled",
)


def files(table: int, data: str) -> Iterator[File]:
    """The files of a row of a table.

    >>> [file.X.shape for file in files(2, "4,2")][:2]
    [(1000, 4), (1000, 4)]
    """
    if table == 3:
        yield real(REAL[data])
        return
    columns, classes = map(int, data.split(","))
    yield from (clusters if table == 1 else labelled_by_trees)(columns, classes)


def clusters(columns: int, classes: int, class_sep: float = CLASS_SEP) -> Iterator[File]:
    """Ten files of normal clusters, one for each class, at the corners of a cube (Table 1)."""
    make = guest("sklearn.datasets", "sklearn", "the files of Table 1 are made").make_classification
    for seed in GAUSSIAN_SEEDS:
        X, y = make(
            n_samples=ROWS,
            n_features=columns,
            n_informative=columns,
            n_redundant=0,
            n_repeated=0,
            n_classes=classes,
            n_clusters_per_class=1,
            flip_y=FLIP_Y,
            class_sep=class_sep,
            random_state=seed,
        )
        yield File(X, y)


def labelled_by_trees(columns: int, classes: int) -> Iterator[File]:
    """Twelve files, each labelled by a random tree of its own (Table 2)."""
    for chance in LEAF_CHANCES:
        for times in (1, 2, 3):
            seed = int(times * 100 * chance)
            stream = Generated(
                "mirkhan-tree", seed=seed, columns=columns, classes=classes, leaf_chance=chance
            )
            rows = stream.take(ROWS)
            yield File(np.column_stack(list(rows.X.values())), np.array(rows.y.tolist()))


def real(found: Real) -> File:
    """A data set, numeric columns only (Table 3)."""
    stream = dataset(found.file, binary="numeric", shuffle=1 if found.shuffled else None)
    rows = joined(list(stream.batches()))
    columns = list(rows.X.values())[: found.columns]
    return File(np.column_stack(columns), np.array(rows.y.tolist()))
