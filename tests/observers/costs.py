"""What merging two summaries may cost at a cut, as docs/observers.md states it, read off what they store."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from riparian._native import Summary
from tests.observers.columns import kind, offered

Weights = NDArray[np.float64]
EXACT, FIRST, MOST = 32, 200, 1000  # values, and intervals of the first layer of a histogram


def stated_cost(variant: str, first: Summary, second: Summary, both: Summary, cut: float) -> Weights:
    """By class: how far the merged weight up to the cut may be from the sum of the weights of both parts."""
    if kind(variant) == "bins":
        return bins_cost(both, cut)
    if kind(variant) == "histogram":
        return histogram_cost(*(layer_of(summary) for summary in (first, second, both)), cut)
    if kind(variant) == "gk":
        return gk_cost(both, cut)
    grown = uncertain(both, cut) - uncertain(first, cut) - uncertain(second, cut)
    return np.array(grown / 2.0)


def count_of(summary: Summary) -> int:
    """The number of classes."""
    return len(summary.below(0.0))


# ---- bins: nothing at the cuts that are offered, else the bin around the cut


def bins_cost(both: Summary, cut: float) -> Weights:
    points, _, totals = offered(both)
    if not len(points) or cut in points:
        return np.zeros_like(totals) if len(points) else totals
    numbers, count = both.numbers(), count_of(both)
    found = int(numbers[1])
    lowers = numbers[3 + count :][:found]
    rows = numbers[3 + count + found :].reshape(found, 2 + count)
    return np.array(rows[max(0, np.searchsorted(lowers, cut, "right") - 1), 2:])


# ---- histogram: the ends that do not reach as far as the values, and intervals that were fused


@dataclass(frozen=True)
class Layer:
    """The first layer as it is stored: upper ends of intervals, or values while exact."""

    low: float
    exact: bool
    smallest: float
    largest: float
    keys: Weights
    weights: Weights  # a row of class weights for each key

    def around(self, cut: float) -> int:
        """The interval that a cut lies in, the first or the last if it lies beyond."""
        return min(int(np.searchsorted(self.keys, cut)), len(self.keys) - 1)

    def at_end(self, cut: float) -> Weights:
        """The weight of the first or the last interval, if the cut is there and values lie beyond it."""
        at = self.around(cut)
        before = at == 0 and self.smallest < self.low
        behind = at == len(self.keys) - 1 and self.largest > self.keys[-1]
        return np.array(self.weights[at] * (before or behind))


def layer_of(summary: Summary) -> Layer:
    numbers, count = summary.numbers(), count_of(summary)
    found = int(numbers[4])
    keys, rest = np.split(numbers[6 + count :], [found])
    low, width, smallest, largest = numbers[:4]
    return Layer(low, width == 0.0, smallest, largest, keys, rest.reshape(found, count))


def histogram_cost(first: Layer, second: Layer, both: Layer, cut: float) -> Weights:
    none = np.zeros(both.weights.shape[1])
    if first.exact and second.exact:
        return none if both.exact else laid_cost(first, second, cut)
    if first.exact or second.exact:
        values, layer = (first, second) if first.exact else (second, first)
        at = layer.around(cut)
        near = [layer.around(x) == at for x in values.keys]
        ends = at in (0, len(layer.keys) - 1)
        return np.array(values.weights[near].sum(axis=0) + layer.weights[at] * ends)
    breaks = np.unique([first.low, second.low, *first.keys, *second.keys])
    fused = len(breaks) - 1 > MOST
    ends = sum((layer.at_end(cut) for layer in (first, second)), none)
    return np.array(ends + (both.weights[both.around(cut)] if fused else both.at_end(cut)))


def laid_cost(first: Layer, second: Layer, cut: float) -> Weights:
    """Both exact, but not together: the weight of both in the one of 200 intervals around the cut."""
    known = list(first.keys)
    for x in second.keys:
        if len(known) <= EXACT and x not in known:
            known.append(x)
    share = np.arange(1, FIRST) / FIRST
    inner = min(known) * (1.0 - share) + max(known) * share
    at = np.searchsorted(inner, cut)
    return np.array(
        sum(layer.weights[np.searchsorted(inner, layer.keys) == at].sum(axis=0) for layer in (first, second))
    )


# ---- quantiles: what more is uncertain between two tuples than was in both parts


def uncertain(summary: Summary, cut: float) -> Weights:
    """By class: the weight that may lie on either side of the cut."""
    numbers, found = summary.numbers(), []
    while len(numbers):
        tuples = int(numbers[0])
        values, _, behind = numbers[3 : 3 + 3 * tuples].reshape(3, tuples)
        at = np.searchsorted(values, cut, "right")
        found.append(behind[at - 1] if at > 0 else 0.0)
        numbers = numbers[3 + 3 * tuples :]
    return np.array(found)


# ---- gk: what was merged into the tuple behind the cut


def gk_cost(both: Summary, cut: float) -> Weights:
    numbers, found = both.numbers(), []
    while len(numbers):
        tuples = int(numbers[0])
        values, masses, _ = numbers[2 : 2 + 3 * tuples].reshape(3, tuples)
        at = np.searchsorted(values, cut, "right")
        found.append(masses[at] if at < tuples else 0.0)
        numbers = numbers[2 + 3 * tuples :]
    return np.array(found)
