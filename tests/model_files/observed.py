"""What observers keep, read off their lists of numbers as docs/model-files.md has it."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


class Steps(NamedTuple):
    """Keys, with the numbers that each has more, and its weights by class."""

    keys: Numbers
    more: Numbers
    weights: Numbers


def steps(numbers: Numbers, classes: int, more: int = 0) -> Steps:
    """The steps of a list; their weights add up to those of the classes."""
    count, room = int(numbers[0]), numbers[1]
    assert room >= count
    totals, keys, rows = np.split(numbers[2:], [classes, classes + count])
    table = rows.reshape(count, more + classes)
    assert (np.diff(keys) > 0).all()
    assert np.allclose(table[:, more:].sum(axis=0), totals)  # sums in another order
    return Steps(keys, table[:, :more], table[:, more:])


class Bins(NamedTuple):
    """The upper end of the last bin, and the bins by their lower ends."""

    upper: float
    steps: Steps


def bins(numbers: Numbers, classes: int) -> Bins:
    """Of bins: a class and its weight on the lower end stand before the weights."""
    found = steps(numbers[1:], classes, more=2)
    boundary, on_boundary = found.more[:, 0].astype(int), found.more[:, 1]
    held = found.weights[np.arange(len(found.keys)), boundary]
    assert (on_boundary <= held * (1 + 1e-12)).all()  # shares of weights are rounded
    return Bins(float(numbers[0]), found)


def dyadic(numbers: Numbers, classes: int) -> tuple[int, Steps]:
    """The bits that do not count, and the slots by their largest numbers."""
    return int(numbers[0]), steps(numbers[1:], classes)


class Layer(NamedTuple):
    """The first layer of a histogram."""

    low: float
    width: float
    seen: tuple[float, float]
    steps: Steps


def histogram(numbers: Numbers, classes: int) -> Layer:
    """Intervals by their upper ends; by their values if the width is 0."""
    low, width, first, last = numbers[:4].tolist()
    return Layer(low, width, (first, last), steps(numbers[4:], classes))


def packed_length(count: int, most: int) -> int:
    """How many numbers so many whole ones stand in, none of them larger than `most`."""
    return -(-count // (53 // max(most.bit_length(), 1)))


def unpacked(packed: Numbers, count: int, most: int) -> list[int]:
    """These whole numbers."""
    bits = max(most.bit_length(), 1)
    found = (int(number) >> bits * at & (1 << bits) - 1 for number in packed for at in range(53 // bits))
    return list(islice(found, count))


class Entries(NamedTuple):
    """Values with a weight and a class each; so many of them are sorted. And the weights by class."""

    totals: Numbers
    ordered: int
    values: Numbers
    weights: Numbers
    classes: list[int]


def exhaustive(numbers: Numbers, classes: int) -> Entries:
    """Entries whose weights add up to those of the classes."""
    ordered, room, totals = int(numbers[0]), numbers[1], numbers[2 : 2 + classes]
    rest = numbers[2 + classes :]
    count = next(n for n in range(len(rest) + 1) if 2 * n + packed_length(n, classes - 1) == len(rest))
    assert ordered <= count <= room
    values, weights, packed = np.split(rest, [count, 2 * count])
    places = unpacked(packed, count, classes - 1)
    pairs = list(zip(values, places, strict=True))[:ordered]
    assert pairs == sorted(set(pairs))
    sums = np.bincount(np.array(places, int), weights, classes)
    assert np.allclose(sums, totals)  # sums in another order
    return Entries(totals, ordered, values, weights, places)


class Segments(NamedTuple):
    """Values with the rows and weights of each class. And the weights by class."""

    totals: Numbers
    values: Numbers
    rows: Numbers
    weights: Numbers


def segments(numbers: Numbers, classes: int) -> Segments:
    """Bins of one class or of several; their weights add up to those of the classes."""
    levels, at, bins = int(numbers[3]), 4, 1
    for _ in range(levels):
        at, bins = at + bins, int(numbers[at : at + bins].sum())
    bins = bins if levels else 0
    split = at + bins + packed_length(bins, classes)
    values, packed = np.split(numbers[at:split], [bins])
    kinds = unpacked(packed, bins, classes)
    every = range(classes)
    places = [
        (at, place) for at, kind in enumerate(kinds) for place in (every if kind == classes else [kind])
    ]
    most = int(numbers[split + len(places)])
    rest = numbers[split + len(places) + 1 :]
    table = np.zeros((2, bins, classes))
    for place, weight, rows in zip(places, numbers[split:], unpacked(rest, len(places), most), strict=False):
        table[:, *place] = weight, rows
    totals = rest[packed_length(len(places), most) :]
    assert len(totals) == classes
    assert [kind == classes for kind in kinds] == ((table[1] > 0).sum(axis=1) > 1).tolist()
    assert np.allclose(table[0].sum(axis=0), totals)  # sums in another order
    return Segments(totals, values, table[1], table[0])


class Tuples(NamedTuple):
    """The tuples of one class, the weight of all its values, and what may lie behind or before a tuple."""

    weight: float
    values: Numbers
    masses: Numbers
    behind: Numbers


def quantiles(numbers: Numbers, classes: int) -> list[Tuples]:
    """The tuples of each class; their masses add up to its weight."""
    found, at = [], 0
    for _ in range(classes):
        count, room, weight = int(numbers[at]), numbers[at + 1], float(numbers[at + 2])
        assert room >= count
        at += 3 + 3 * count
        values, masses, behind = numbers[at - 3 * count : at].reshape(3, count)
        assert (np.diff(values) > 0).all()
        assert np.isclose(masses.sum(), weight)  # sums in another order
        found.append(Tuples(weight, values, masses, behind))
    assert at == len(numbers)
    return found


def gk(numbers: Numbers, classes: int) -> list[Tuples]:
    """The tuples of each class with their `g` and `delta`; the `g` add up to its weight."""
    found, at = [], 0
    for _ in range(classes):
        count, weight = int(numbers[at]), float(numbers[at + 1])
        at += 2 + 3 * count
        values, masses, deltas = numbers[at - 3 * count : at].reshape(3, count)
        assert (np.diff(values) >= 0).all()
        assert np.isclose(masses.sum(), weight)  # sums in another order
        found.append(Tuples(weight, values, masses, deltas))
    assert at == len(numbers)
    return found


def gaussian(numbers: Numbers, classes: int, columns: int) -> Numbers:
    """Weight, mean, squared deviations, smallest and largest value: [class][of these][column]."""
    return numbers.reshape(classes, 5, columns)


# The weights by class that a column's list tells of, all values together.
WEIGHTS: dict[str, Callable[[Numbers, int], Sequence[float] | Numbers]] = {
    "bins": lambda numbers, classes: bins(numbers, classes).steps.weights.sum(axis=0),
    "dyadic": lambda numbers, classes: dyadic(numbers, classes)[1].weights.sum(axis=0),
    "exhaustive": lambda numbers, classes: exhaustive(numbers, classes).totals,
    "gk": lambda numbers, classes: [tuples.weight for tuples in gk(numbers, classes)],
    "histogram": lambda numbers, classes: histogram(numbers, classes).steps.weights.sum(axis=0),
    "segments": lambda numbers, classes: segments(numbers, classes).totals,
    "quantiles": lambda numbers, classes: [tuples.weight for tuples in quantiles(numbers, classes)],
}
