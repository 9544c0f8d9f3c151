"""Tests over data sets: Wilcoxon's signed ranks, Friedman's ranks, Nemenyi's distance, Holm's correction.

Wilcoxon (1945), Friedman (1937), Nemenyi (1963), Holm (1979); Demšar (2006) for their use on learners.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riparian.guests import guest

# With so many differences at most, all ways to sign them are counted.
EXACT = 50


@dataclass(frozen=True)
class SignedRanks:
    """Wilcoxon's test: differences that are not zero, the smaller sum of ranks, its z, p of both tails."""

    count: int
    statistic: float
    z: float
    p: float
    exact: bool


@dataclass(frozen=True)
class Ranks:
    """Friedman's test: the mean rank of each method, chi squared, and p."""

    mean: NDArray[np.float64]
    statistic: float
    p: float


def midranks(values: ArrayLike) -> NDArray[np.float64]:
    """Ranks from 1; equal values share the mean of theirs.

    >>> midranks([30.0, 10.0, 10.0]).tolist()
    [3.0, 1.5, 1.5]
    """
    given = np.asarray(values, dtype=np.float64)
    _, places, counts = np.unique(given, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    found: NDArray[np.float64] = (last - (counts - 1) / 2)[places]
    return found


def wilcoxon(differences: ArrayLike) -> SignedRanks:
    """Wilcoxon's signed rank test, two-tailed; differences of zero are dropped.

    Up to 50 differences p is exact: every way to sign the ranks is counted, shared ranks included. Beyond, it
    is that of the normal distribution, with the variance corrected for shared ranks.

    Parameters
    ----------
    differences : array of numbers
        One per data set.

    Returns
    -------
    SignedRanks
        `z` is that of the smaller sum of ranks, and so never above 0.

    Examples
    --------
    >>> test = wilcoxon(np.arange(1, 22))
    >>> test.count, round(test.z, 4)
    (21, -4.0145)
    """
    given = np.asarray(differences, dtype=np.float64)
    if not np.isfinite(given).all():
        raise ValueError(f"differences must be finite numbers, got {given[~np.isfinite(given)][0]}")
    given = given[given != 0]
    count = len(given)
    if not count:
        return SignedRanks(0, 0.0, 0.0, 1.0, exact=True)
    ranks = midranks(np.abs(given))
    total = count * (count + 1) / 2
    above = float(ranks[given > 0].sum())
    statistic = min(above, total - above)
    z = (statistic - total / 2) / math.sqrt(float((ranks**2).sum()) / 4)
    if count > EXACT:
        return SignedRanks(count, statistic, z, math.erfc(-z / math.sqrt(2)), exact=False)
    # Twice the ranks are whole numbers; ways[s] counts the choices of ranks whose doubles sum up to s.
    ways = np.zeros(2 * int(total) + 1)
    ways[0] = 1.0
    for rank in np.rint(2 * ranks).astype(np.int64).tolist():
        ways[rank:] = ways[rank:] + ways[: len(ways) - rank]
    tail = float(ways[: round(2 * statistic) + 1].sum()) / 2.0**count
    return SignedRanks(count, statistic, z, min(1.0, 2 * tail), exact=True)


def friedman(values: NDArray[np.float64]) -> Ranks:
    """Friedman's test of (data sets, methods), the largest value best; shared ranks are corrected for."""
    sets, methods = values.shape
    ranks = np.array([midranks(-line) for line in values])
    mean = ranks.mean(axis=0)
    # The variance of ranks within a data set: k(k+1)/12 · k where no rank is shared.
    spread = float(((ranks - (methods + 1) / 2) ** 2).sum())
    if spread == 0:
        return Ranks(mean, 0.0, 1.0)
    statistic = sets**2 * (methods - 1) * float(((mean - (methods + 1) / 2) ** 2).sum()) / spread
    p = float(guest("scipy.stats", "compare").chi2.sf(statistic, methods - 1))
    return Ranks(mean, statistic, p)


def critical_difference(methods: int, sets: int, alpha: float = 0.05) -> float:
    """Nemenyi's distance: mean ranks further apart than this differ, `q sqrt(k(k+1)/(6N))`.

    Parameters
    ----------
    methods, sets : int
        Their numbers, k and N.
    alpha : float, 0 < alpha < 1, default 0.05
        The chance of a difference where there is none.

    Examples
    --------
    >>> round(critical_difference(methods=4, sets=14), 3)
    1.254
    """
    return quantile(methods, alpha) * math.sqrt(methods * (methods + 1) / (6 * sets))


def quantile(methods: int, alpha: float) -> float:
    """Nemenyi's q: that of the studentised range with endless degrees of freedom, over the root of 2."""
    found = guest("scipy.stats", "compare").studentized_range.ppf(1 - alpha, methods, math.inf)
    return float(found) / math.sqrt(2)


def holm(p: Sequence[float]) -> list[float]:
    """Holm's adjusted p: each times the number of those not smaller, never decreasing, at most 1.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    found = [0.0] * len(p)
    least = 0.0
    for step, place in enumerate(sorted(range(len(p)), key=lambda place: p[place])):
        least = max(least, min(1.0, (len(p) - step) * p[place]))
        found[place] = least
    return found
