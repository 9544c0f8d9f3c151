"""The best partition of a numeric column into several intervals: all of them are tried, one by one.

Written from the definitions: the gain of a split, the description length of a partition, the bias of an
impurity, the gain ratio. Pieces are class weights between neighbouring cuts, from left to right.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from tests.oracles.criteria import criterion_range, impurity

Weights = list[float]
Pieces = Sequence[Sequence[float]]


@dataclass
class Partition:
    """`ends` are the last pieces of all intervals but the last."""

    ends: tuple[int, ...]
    weights: list[float]
    gain: float
    score: float


def joined(pieces: Pieces) -> Weights:
    return [math.fsum(column) for column in zip(*pieces, strict=True)]


def intervals(pieces: Pieces, ends: Sequence[int]) -> list[Weights]:
    """Class weights of the intervals."""
    borders = [0, *(end + 1 for end in ends), len(pieces)]
    return [joined(pieces[start:stop]) for start, stop in pairwise(borders)]


def mass(criterion: str, weights: Weights) -> float:
    """Impurity times weight."""
    return sum(weights) * impurity(criterion, dict(enumerate(weights)))


def partitions(pieces: Pieces, arity: int, least: float = 0.0) -> Iterator[tuple[int, ...]]:
    """Every partition into so many intervals, each of which weighs more than `least`."""
    for ends in combinations(range(len(pieces) - 1), arity - 1):
        if all(sum(interval) > least for interval in intervals(pieces, ends)):
            yield ends


def gain(criterion: str, pieces: Pieces, ends: Sequence[int], own: float) -> float:
    """What a partition gains in a leaf whose rows weigh `own`."""
    branches = sum(mass(criterion, interval) for interval in intervals(pieces, ends))
    return (mass(criterion, joined(pieces)) - branches) / own


def bit(criterion: str, classes: int) -> float:
    """A bit in the unit of the criterion: the ratio of the ranges."""
    if criterion == "gain-ratio":
        return 1.0
    return criterion_range(criterion, classes) / criterion_range("entropy", classes)


def description_length(arity: int, pieces: int, classes: int, rows: float) -> float:
    """Bits per row to say which cuts and which class shares: `(lg C(S-1, q-1) + (q-1)(K-1)/2 lg n) / n`."""
    which = math.log2(math.comb(pieces - 1, arity - 1))
    return (which + (arity - 1) * (max(2, classes) - 1) / 2 * math.log2(rows)) / rows


def bias(criterion: str, arity: int, classes: int, rows: float) -> float:
    """How much purer than they are so many branches may look."""
    k = max(2, classes)
    if criterion == "gini":
        return arity * (1 - 1 / k) / rows
    if criterion == "misclassification":
        return math.sqrt(arity * math.log(k) / (2 * rows))
    return arity * (k - 1) / rows / math.log(2) * bit(criterion, k)


def penalty(name: str, criterion: str, arity: int, pieces: int, classes: int, rows: float) -> float:
    """What is subtracted from a gain."""
    if name == "mdl":
        return description_length(arity, pieces, classes, rows) * bit(criterion, classes)
    if name == "bias":
        return bias(criterion, arity, classes, rows) - bias(criterion, 1, classes, rows)
    if name == "ratio":
        return 0.0
    raise ValueError(f"unknown penalty {name!r}")


def split_information(weights: Sequence[float]) -> float:
    """Bits that say into which interval a row falls."""
    return impurity("entropy", dict(enumerate(weights)))


def by_arity(
    criterion: str,
    pieces: Pieces,
    *,
    most_intervals: int,
    own: float,
    rows: float,
    penalised: str = "mdl",
    min_branch_fraction: float = 0.0,
    classes: int | None = None,
) -> dict[int, Partition]:
    """For every arity from 2 on that has a partition: one of the largest gain, with its score."""
    least = min_branch_fraction * sum(joined(pieces))
    known = len(pieces[0]) if classes is None else classes
    found = {}
    for arity in range(2, most_intervals + 1):
        allowed = list(partitions(pieces, arity, least))
        if not allowed:
            continue
        best = max(allowed, key=lambda ends: gain(criterion, pieces, ends, own))
        won = gain(criterion, pieces, best, own)
        weights = [sum(interval) for interval in intervals(pieces, best)]
        score = won - penalty(penalised, criterion, arity, len(pieces), known, rows)
        if penalised == "ratio":
            score = won / split_information(weights)
        found[arity] = Partition(best, weights, won, score)
    return found
