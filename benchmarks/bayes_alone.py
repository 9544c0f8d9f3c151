"""Naive Bayes without a tree, in NumPy, row by row, with several rules for the variance of a normal at once.

Written from docs/definition.md ("What a leaf answers") as one leaf that never splits. The rules differ in the
variance of a class in a numeric column and in nothing else: all smooth nominal columns by 1 per category.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.streams import Labels, Matrix, Stream

MOA = "MOA's"
UNIFORM = 1.0 / 12.0  # the variance of a uniform spread over a range of 1
NARROW = 1e-140  # columns whose values lie closer together say nothing

Rows = NDArray[np.intp]


@dataclass(frozen=True)
class Answers:
    """What one rule said of each row before it was learned."""

    right: NDArray[np.bool_]
    certainty: Matrix  # the probability of the true class
    predicted: Labels  # codes; -1 where no class was known


class Normals:
    """Weight, mean and squares of every class in every numeric column, and variances by all rules.

    A rule is a share of the squared range that is the least variance, or a number of rows that every class
    begins with, which are spread evenly over the range.
    """

    def __init__(self, classes: int, columns: int, floors: Sequence[float], priors: Sequence[float]) -> None:
        self.weight = np.zeros((classes, columns))
        self.mean = np.zeros((classes, columns))
        self.m2 = np.zeros((classes, columns))
        self.low = np.full(columns, np.inf)
        self.high = np.full(columns, -np.inf)
        self.floors = np.array(floors)[:, None, None]
        self.priors = np.array(priors)[:, None, None]
        # By rule, class and column: what any value takes off the score, and what its squared distance does.
        self.constant = np.zeros((len(floors) + len(priors), classes, columns))
        self.inverse = np.zeros_like(self.constant)

    def observe(self, values: Matrix, present: NDArray[np.bool_], k: int, own: Matrix) -> None:
        """Learn a row of class `k`, of which `own` counts the rows."""
        x = np.where(present, values, self.mean[k])
        self.weight[k] += present
        off = x - self.mean[k]
        self.mean[k] += off / np.maximum(self.weight[k], 1.0)
        self.m2[k] += off * (x - self.mean[k])
        low = np.where(present, np.minimum(self.low, values), self.low)
        high = np.where(present, np.maximum(self.high, values), self.high)
        wider = (low < self.low).any() or (high > self.high).any()
        self.low, self.high = low, high
        self.refresh(slice(None) if wider else slice(k, k + 1), own)

    def refresh(self, some: slice, own: Matrix) -> None:
        """Compute the variances of some classes again."""
        weight, m2 = self.weight[some], self.m2[some]
        span = self.high - self.low
        speaking = span >= NARROW  # False where there is no value yet: minus infinity
        span = np.where(speaking, span, 1.0)
        squared = span * span
        fitted = np.maximum(m2 / np.maximum(weight - 1.0, 1.0), self.floors * squared)
        floored = np.where(weight > 1.0, fitted, UNIFORM * squared)
        rows = np.maximum(weight, 1.0) - 1.0 + self.priors
        variance = np.concatenate([floored, (m2 + self.priors * UNIFORM * squared) / rows])
        seen = (weight > 0.0) & speaking
        absent = np.log(span) + np.log1p(own[some])[:, None]
        constant = np.where(seen, 0.5 * np.log(2.0 * np.pi * variance), absent)
        self.constant[:, some] = np.where(speaking, constant, 0.0)
        self.inverse[:, some] = np.where(seen, 0.5 / variance, 0.0)

    def scores(self, values: Matrix, present: NDArray[np.bool_]) -> Matrix:
        """Logarithms of densities of a row, by rule and class; the last rule is MOA's."""
        x = np.where(present, values, 0.0)
        squares = (x - self.mean) ** 2
        ours = -np.where(present, self.constant + squares * self.inverse, 0.0).sum(axis=2)
        return np.vstack([ours, self.moas(x, squares, present)])

    def moas(self, x: Matrix, squares: Matrix, present: NDArray[np.bool_]) -> Matrix:
        """A normal of no width has density 1 at its mean and 0 elsewhere; a class without values has 0."""
        variance = np.where(self.weight > 1.0, self.m2 / np.maximum(self.weight - 1.0, 1.0), 0.0)
        wide = variance > 0.0
        divisor = np.where(wide, variance, 1.0)
        normal = -0.5 * np.log(2.0 * np.pi * divisor) - 0.5 * squares / divisor
        point = np.where((self.weight > 0.0) & (x == self.mean), 0.0, -np.inf)
        found: Matrix = np.where(present, np.where(wide, normal, point), 0.0).sum(axis=1)
        return found


class Counts:
    """Rows of every class by category of every nominal column."""

    def __init__(self, classes: int, values: Sequence[int]) -> None:
        self.first = np.concatenate([[0], np.cumsum(values)[:-1]]).astype(np.intp)
        self.counts = np.zeros((classes, sum(values)))
        self.present = np.zeros((classes, len(values)))
        self.met = np.zeros(sum(values), dtype=bool)
        self.known = np.zeros(len(values))

    def observe(self, codes: Rows, present: NDArray[np.bool_], k: int) -> None:
        """Learn a row of class `k`."""
        places = (self.first + codes)[present]
        self.counts[k, places] += 1.0
        self.present[k] += present
        self.known[present] += ~self.met[places]
        self.met[places] = True

    def scores(self, codes: Rows, present: NDArray[np.bool_]) -> Matrix:
        """Logarithms of smoothed shares of a row, by class."""
        asked = present & (self.known > 0.0)
        counts = self.counts[:, (self.first + codes)[asked]]
        found: Matrix = np.log((counts + 1.0) / (self.present[:, asked] + self.known[asked])).sum(axis=1)
        return found


def run(stream: Stream, floors: Sequence[float], priors: Sequence[float]) -> list[Answers]:
    """Predict each row by every rule, then learn it; the last answers are by MOA's rule."""
    y, first = by_arrival(stream)
    classes = int(y.max()) + 1
    is_nominal = np.array(stream.values, dtype=np.intp) > 0
    numbers, missing = stream.X[:, ~is_nominal], np.isnan(stream.X)
    codes = np.where(missing, 0.0, stream.X)[:, is_nominal].astype(np.intp)
    here, there = ~missing[:, ~is_nominal], ~missing[:, is_nominal]
    normals = Normals(classes, numbers.shape[1], floors, priors)
    counts = Counts(classes, [values for values in stream.values if values])
    own = np.zeros(classes)
    n_rules = len(floors) + len(priors) + 1
    predicted = np.full((n_rules, len(y)), -1)
    certainty = np.zeros((n_rules, len(y)))
    with np.errstate(divide="ignore"):
        for row, k in enumerate(y):
            if row:
                scores = normals.scores(numbers[row], here[row])
                scores += np.log(own / row) + counts.scores(codes[row], there[row])
                predicted[:, row], certainty[:, row] = answers(scores, own, first, int(k))
            own[k] += 1.0
            counts.observe(codes[row], there[row], int(k))
            normals.observe(numbers[row], here[row], int(k), own)
    return [
        Answers(said == y, sure, said.astype(np.int64))
        for said, sure in zip(predicted, certainty, strict=True)
    ]


def answers(scores: Matrix, own: Matrix, first: int, k: int) -> tuple[Rows, Matrix]:
    """Of each rule the class of the largest score, and the probability of class `k`.

    Where all densities are 0, which only MOA's can be, it answers the first class of the header; equal
    probabilities are taken then.
    """
    best = scores.argmax(axis=1)
    top = scores[np.arange(len(scores)), best]
    none = np.isneginf(top)
    best[none] = first
    shares = np.exp(scores - np.where(none, 0.0, top)[:, None])
    shares[none] = own > 0.0
    return best, shares[:, k] / shares.sum(axis=1)


def by_arrival(stream: Stream) -> tuple[Labels, int]:
    """Labels numbered in the order in which they come; and the number of the first of the header, or -1."""
    _, firsts = np.unique(stream.y, return_index=True)
    codes = np.full(stream.n_classes, -1, dtype=np.int64)
    order = stream.y[np.sort(firsts)]
    codes[order] = np.arange(len(order))
    return codes[stream.y], int(codes[0])
