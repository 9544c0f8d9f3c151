"""One column of values, classes and weights, drawn hostile; and its summary."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from riparian._native import Summary, observers

# Every observer as it is chosen by default, and with limits that bite early or hardly ever.
LIMITS = {
    "bins": ["bins", "bins:2", "bins:1000"],
    "dyadic": ["dyadic", "dyadic:4", "dyadic:10", "dyadic:1000"],
    "gk": ["gk", "gk:3", "gk:100"],
    "quantiles": ["quantiles", "quantiles:3", "quantiles:0.05", "quantiles:0.001"],
    "histogram": ["histogram", "histogram:2", "histogram:100:width", "histogram:1000:frequency"],
}
VARIANTS = [variant for name in observers() for variant in LIMITS.get(name, [name])]
# Those that offer cuts of their own; a normal distribution is cut anywhere.
OFFERING = [variant for variant in VARIANTS if variant != "gaussian"]

every_observer = pytest.mark.parametrize("variant", VARIANTS)
law = settings(max_examples=25)


def kind(variant: str) -> str:
    return variant.partition(":")[0]


# Those that merge and forget without an error.
EXACT = [variant for variant in VARIANTS if kind(variant) in ("dyadic", "exhaustive", "segments")]


@dataclass(frozen=True)
class Column:
    """Values with their classes and weights, in the order in which they come."""

    values: NDArray[np.float64]
    classes: NDArray[np.uint32]
    weights: NDArray[np.float64]
    count: int  # number of classes

    def __len__(self) -> int:
        return len(self.values)

    def pick(self, rows: Any) -> Column:
        """Some of the rows: a slice, a mask or an order."""
        return Column(self.values[rows], self.classes[rows], self.weights[rows], self.count)

    def with_rows(self, at: list[int], value: float, weight: float) -> Column:
        """The same rows with others of the first class before those at these places."""
        places = [min(row, len(self)) for row in at]
        return Column(
            np.insert(self.values, places, value),
            np.insert(self.classes, places, 0),
            np.insert(self.weights, places, weight),
            self.count,
        )

    def totals(self) -> NDArray[np.float64]:
        """Weight of each class."""
        return np.bincount(self.classes, self.weights, minlength=self.count)

    def up_to(self, cut: float) -> NDArray[np.float64]:
        """Weight of each class among the values up to a cut, exactly."""
        return self.pick(self.values <= cut).totals()


def column(values: Any, classes: Any, weights: Any = None, count: int | None = None) -> Column:
    """A column of plain lists."""
    values = np.asarray(values, dtype=np.float64)
    classes = np.asarray(classes, dtype=np.uint32)
    weights = np.ones(len(values)) if weights is None else np.asarray(weights, dtype=np.float64)
    return Column(values, classes, weights, count or int(classes.max(initial=1)) + 1)


def summarised(variant: str, given: Column, *, batches: list[int] | None = None) -> Summary:
    """The summary of a column, handed over in one piece or cut at some rows."""
    summary = Summary(variant, given.count)
    edges = [0, *sorted(batches or []), len(given)]
    for start, stop in pairwise(edges):
        part = given.pick(slice(start, stop))
        summary.observe(part.values, part.classes, part.weights)
    return summary


def offered(summary: Summary) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Cuts, class weights up to each (a row each), class weights of all values."""
    points, left, totals = summary.cuts()
    return points, left.reshape(len(points), len(summary.below(0.0))), np.array(totals)


def below(summary: Summary, cut: float) -> NDArray[np.float64]:
    return np.array(summary.below(cut))


# What a tree can meet: its doors take infinite for missing, bring numbers within 1e140 and make 0 of -0.
STRANGE = [0.0, 5e-324, -5e-324, 2.2e-308, 1e140, -1e140, 1e139, 1.0, 1.0 + 2**-52, 1.0 - 2**-53, 1e-140]
hostile = st.one_of(
    st.sampled_from(STRANGE),
    st.integers(-6, 6).map(float),
    st.floats(-4.0, 4.0).map(lambda x: x + 0.0),
    st.floats(-1e140, 1e140).map(lambda x: x + 0.0),
)
# Within a few orders of magnitude: for laws that hold to rounding only.
moderate = st.one_of(st.integers(-6, 6).map(float), st.floats(-4.0, 4.0).map(lambda x: round(x, 6) + 0.0))


@st.composite
def columns(
    draw: st.DrawFn, values: st.SearchStrategy[float] = hostile, least: int = 0, real: bool = False
) -> Column:
    """Up to 150 values of 1 to 4 classes.

    Weights are multiples of 1/8, so that their sums are exact; or real, from 1/10 to 10.
    """
    pool = np.array(draw(st.lists(values, min_size=1, max_size=40)))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows = draw(st.integers(least, 150))
    count = draw(st.integers(1, 4))
    chosen = rng.choice(pool, rows)
    if draw(st.booleans()):
        # More different values than any small limit holds, about the drawn ones.
        chosen = np.clip(chosen * (1.0 + rng.integers(-8, 8, rows) / 64), -1e140, 1e140) + 0.0
    classes = rng.integers(count, size=rows).astype(np.uint32)
    if draw(st.booleans()):
        classes = (np.searchsorted(np.sort(pool), chosen) * count // (len(pool) + 1)).astype(np.uint32)
    weights = np.ones(rows) if draw(st.booleans()) else rng.integers(1, 25, rows) / 8.0
    if real:
        weights = 10.0 ** rng.uniform(-1.0, 1.0, rows)
    order = draw(st.sampled_from(["as drawn", "sorted", "reversed"]))
    found = Column(chosen, classes, weights, count)
    if order == "as drawn":
        return found
    ascending = np.argsort(chosen, kind="stable")
    return found.pick(ascending if order == "sorted" else ascending[::-1])
