"""An order of rows that a seed chooses, the same on every machine and with every version of NumPy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def shuffled(rows: int, seed: int) -> NDArray[np.int64]:
    """An order of rows that depends on the seed alone, not on the version of a library.

    Rows are sorted by a hash of their number: SplitMix64 (Steele, Lea & Flood, 2014), started at the seed.

    Examples
    --------
    >>> shuffled(6, 1).tolist()
    [4, 3, 0, 1, 5, 2]
    """
    with np.errstate(over="ignore"):  # arithmetic modulo 2^64 is what is meant
        start = np.uint64(seed % 2**64)
        mixed = start + np.arange(1, rows + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.argsort(mixed ^ (mixed >> np.uint64(31)), kind="stable")
