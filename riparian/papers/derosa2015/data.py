"""Rows of the experiments, each in the order of a seed.

The controlled streams are made of a known tree each: 50 leaves, five columns, no noise; how the authors drew
theirs is not told (docs/streams.md says how these are). The real ones are permutations of five data sets. The
synthetic set of the slides has ten columns, each of another distribution, and a coin for a class: by the
accuracies that the slides give nothing can be learned from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riparian.categories import Categories
from riparian.streams.generated import Generated
from riparian.streams.named import dataset
from riparian.streams.stream import Batch

TREES = "trees"
# The paper's name, ours, and the class that is the positive one, 1; all others are 0.
REAL: dict[str, tuple[str, Any]] = {
    "a9a": ("a9a", 1),
    "airlines": ("airlines", "1"),
    "cod-rna": ("cod_rna_331k", 1),
    "covertype": ("covtype", 2),
    "electricity": ("electricity", "DOWN"),
}
SYNTHETIC = "synthetic"
TREE_ROWS = 100_000
ROW_SEED = 10_000_000


class Rows(NamedTuple):
    """Columns and labels, 0 and 1."""

    X: Mapping[str, Any]
    y: NDArray[np.int64]

    def part(self, start: int, stop: int) -> Rows:
        """Some of the rows."""
        return Rows({name: values[start:stop] for name, values in self.X.items()}, self.y[start:stop])


def rows_of(data: str, seed: int, most: int | None = None) -> Rows:
    """The first rows of data in the order of a seed; all there are if None, of a tree a hundred thousand.

    >>> rows_of("trees", 1, 5).y
    array([0, 0, 1, 0, 0])
    """
    if data == SYNTHETIC:
        return ten_distributions(seed, most or TREE_ROWS)
    if data == TREES:
        # Rows of another seed: an equal one would draw the first rows as it drew the tree.
        tree = Generated("derosa-tree", tree_seed=seed, seed=seed + ROW_SEED)
        return labelled(tree.take(most or TREE_ROWS), "class2")
    name, positive = REAL[data]
    found = dataset(name, shuffle=seed)
    return labelled(found.take(most or found.rows or 0), positive)


def labelled(batch: Batch, positive: Any) -> Rows:
    """A batch with 1 for a class and 0 for the others."""
    if isinstance(batch.y, Categories):
        is_positive = batch.y.codes == batch.y.categories.index(positive)
    else:
        is_positive = batch.y == positive
    return Rows(batch.X, is_positive.astype(np.int64))


def ten_distributions(seed: int, rows: int) -> Rows:
    """Ten columns and a coin."""
    draw = np.random.default_rng(seed)
    columns = {
        "normal": draw.normal(size=rows),
        "uniform": draw.uniform(size=rows),
        "exponential": draw.exponential(size=rows),
        "gamma": draw.gamma(2.0, size=rows),
        "beta": draw.beta(2.0, 5.0, size=rows),
        "lognormal": draw.lognormal(size=rows),
        "laplace": draw.laplace(size=rows),
        "poisson": draw.poisson(4.0, size=rows).astype(float),
        "binomial": draw.binomial(20, 0.3, size=rows).astype(float),
        "geometric": draw.geometric(0.2, size=rows).astype(float),
    }
    return Rows(columns, draw.integers(0, 2, size=rows))
