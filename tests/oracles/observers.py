"""Numeric columns as the observers summarise them: slow, obvious, and written from docs/definition.md.

Each keeps what it needs in the plainest way and answers three questions: which cuts are offered with which
class weights up to each, what the class weights of all values are, and how probable a value is in a class.
Classes are numbers, as everywhere in the oracle; a class without an entry has weight 0.
"""

import math
import struct
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from tests.oracles.gk import GreenwaldKhanna
from tests.oracles.histogram import Histogram
from tests.oracles.quantiles import Quantiles

Weights = dict[int, float]
Offer = tuple[float, Weights]  # a cut, and the class weights up to it


def add(weights: Weights, k: int, w: float) -> None:
    weights[k] = weights.get(k, 0.0) + w


def added(first: Weights, second: Weights) -> Weights:
    """Class weights of both."""
    sums = dict(first)
    for k, w in second.items():
        add(sums, k, w)
    return sums


def sum_of(weights: Weights) -> float:
    return sum(weights[k] for k in sorted(weights))


class Observer(Protocol):
    """What a leaf asks of a column."""

    def observe(self, x: float, k: int, w: float) -> None: ...
    def totals(self) -> Weights: ...
    def cuts(self, min_branch_fraction: float) -> list[Offer]: ...
    def density(self, x: float, k: int) -> float: ...


# ---- bins (VFML): Hulten & Domingos (2003), as in Pfahringer, Holmes & Kirkby (2008)


@dataclass
class Bin:
    """`[lower, upper)`, and the weight of one class exactly on `lower`."""

    lower: float
    upper: float
    weights: Weights
    boundary_class: int
    boundary_weight: float


class Bins:
    """At most `limit` bins, begun by the first different values."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.bins: list[Bin] = []

    def find(self, x: float) -> tuple[int, str]:
        """The bin that holds x or is nearest, and whether x lies 'inside', 'before' or 'behind' them all."""
        for i, b in enumerate(self.bins):
            last = i == len(self.bins) - 1
            if b.lower <= x < b.upper or (last and b.lower <= x <= b.upper):
                return i, "inside"
        return (0, "before") if x < self.bins[0].lower else (len(self.bins) - 1, "behind")

    def observe(self, x: float, k: int, w: float) -> None:
        if not self.bins:
            self.bins.append(Bin(x, x, {k: w}, k, w))
            return
        i, where = self.find(x)
        here = self.bins[i]
        if x == here.lower or len(self.bins) >= self.limit:
            add(here.weights, k, w)
            if x == here.lower and k == here.boundary_class:
                here.boundary_weight += w
        elif where == "before":
            self.bins.insert(0, Bin(x, here.lower, {k: w}, k, w))
        elif where == "behind":
            here.upper = x
            self.bins.append(Bin(x, x, {k: w}, k, w))
        else:
            self.split(i, x, k, w)

    def split(self, i: int, x: float, k: int, w: float) -> None:
        """A new bin inside an old one takes its share of an even spread; weight on the boundary stays."""
        old = self.bins[i]
        share = 1.0 - (x - old.lower) / (old.upper - old.lower)
        moved: Weights = {}
        for c, held in old.weights.items():
            fixed = old.boundary_weight if c == old.boundary_class else 0.0
            moved[c] = max(0.0, (held - fixed) * share)
            old.weights[c] = held - moved[c]
        self.bins.insert(i + 1, Bin(x, old.upper, added(moved, {k: w}), k, w))
        old.upper = x

    def totals(self) -> Weights:
        sums: Weights = {}
        for b in self.bins:
            sums = added(sums, b.weights)
        return sums

    def cuts(self, min_branch_fraction: float) -> list[Offer]:
        found, left = [], Weights()
        for b, behind in pairwise(self.bins):
            left = added(left, b.weights)
            # `x < upper` of VFML as `x <= cut`: the largest number below.
            found.append((math.nextafter(behind.lower, -math.inf), left))
        return found

    def density(self, x: float, k: int) -> float:
        if not self.bins:
            return 1.0
        i, _ = self.find(x)
        return (self.bins[i].weights.get(k, 0.0) + 1.0) / (self.totals().get(k, 0.0) + len(self.bins))


# ---- exhaustive: every different value


class Exhaustive:
    """Every different value with its class weights; boundary points are offered (Fayyad & Irani, 1992)."""

    def __init__(self) -> None:
        self.values: dict[float, Weights] = {}

    def observe(self, x: float, k: int, w: float) -> None:
        add(self.values.setdefault(x, {}), k, w)

    def totals(self) -> Weights:
        sums: Weights = {}
        for x in sorted(self.values):
            sums = added(sums, self.values[x])
        return sums

    def all_cuts(self) -> list[Offer]:
        """Every value but the largest."""
        found: list[Offer] = []
        for x, _ in pairwise(sorted(self.values)):
            found.append((x, added(found[-1][1] if found else {}, self.values[x])))
        return found

    def is_border(self, x: float, behind: float) -> bool:
        """Whether two neighbouring values have rows of more than one class."""
        return len(set(self.values[x]) | set(self.values[behind])) > 1

    def cuts(self, min_branch_fraction: float) -> list[Offer]:
        """Borders, and the first and the last cut that leaves enough on both sides."""
        ordered = sorted(self.values)
        everything = sum_of(self.totals())
        found: list[tuple[float, Weights, bool, bool]] = []
        left: Weights = {}
        for x, behind in pairwise(ordered):
            left = added(left, self.values[x])
            on_left = sum_of(left)
            least = min_branch_fraction * everything
            found.append(
                (x, left, self.is_border(x, behind), on_left > least and everything - on_left > least)
            )
        allowed = [i for i, offer in enumerate(found) if offer[3]]
        ends = {allowed[0], allowed[-1]} if allowed else set()
        return [(x, at) for i, (x, at, boundary, _) in enumerate(found) if boundary or i in ends]

    def density(self, x: float, k: int) -> float:
        """The share of the class in a window of a sixteenth of the range, smoothed by one in each of 16."""
        half = max(self.values, default=0.0) / 32.0 - min(self.values, default=0.0) / 32.0
        near = [w for value, w in self.values.items() if x - half <= value <= x + half]
        weight = sum(w.get(k, 0.0) for w in near)
        return (weight + 1.0) / (self.totals().get(k, 0.0) + 16.0)


# ---- segments: every different value, cut where relative distributions change


class Segments(Exhaustive):
    """Every different value; borders of segments are offered (Elomaa & Lehtinen, 2008)."""

    def is_border(self, x: float, behind: float) -> bool:
        a, b = self.values[x], self.values[behind]
        shares = [(a.get(k, 0.0) / sum_of(a), b.get(k, 0.0) / sum_of(b)) for k in set(a) | set(b)]
        return not all(math.isclose(p, q, rel_tol=1e-12) for p, q in shares)


# ---- dyadic: the ordered bits of a number without the last few


def ordered_bits(x: float) -> int:
    """The bits of a number as an integer that is ordered as the numbers are."""
    (bits,) = struct.unpack("<q", struct.pack("<d", x))
    return int(bits) if bits >= 0 else int(bits) ^ 0x7FFF_FFFF_FFFF_FFFF


def from_ordered_bits(bits: int) -> float:
    raw = bits if bits >= 0 else bits ^ 0x7FFF_FFFF_FFFF_FFFF
    return float(struct.unpack("<d", struct.pack("<q", raw))[0])


class Dyadic:
    """All values, and from their *set* the smallest shift at which at most `limit` slots are occupied."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.values: dict[float, Weights] = {}
        self.least = 0  # more values never need a smaller shift
        self.known: dict[int, Weights] | None = None  # the slots, until the next value

    def observe(self, x: float, k: int, w: float) -> None:
        add(self.values.setdefault(x, {}), k, w)
        self.known = None

    def shift(self) -> int:
        bits = [ordered_bits(x) for x in self.values]
        fits = (s for s in range(self.least, 64) if len({b >> s for b in bits}) <= self.limit)
        self.least = next(fits)
        return self.least

    def slots(self) -> dict[int, Weights]:
        """Occupied slots in their order."""
        if self.known is None:
            s, self.known = self.shift(), {}
            for x in sorted(self.values):
                slot = ordered_bits(x) >> s
                self.known[slot] = added(self.known.get(slot, {}), self.values[x])
        return self.known

    def totals(self) -> Weights:
        sums: Weights = {}
        for weights in self.slots().values():
            sums = added(sums, weights)
        return sums

    def last_of(self, slot: int) -> float:
        """The largest number of a slot; -0 is none, being equal to 0."""
        last = from_ordered_bits(
            min(((slot + 1) << self.shift()) - 1, ordered_bits(math.nextafter(math.inf, 0)))
        )
        return -5e-324 if last == 0.0 and math.copysign(1.0, last) < 0.0 else last

    def cuts(self, min_branch_fraction: float) -> list[Offer]:
        found, left = [], Weights()
        slots = self.slots()
        for slot in list(slots)[:-1]:
            left = added(left, slots[slot])
            found.append((self.last_of(slot), left))
        return found

    def density(self, x: float, k: int) -> float:
        """The share of the class in the slot, or the mean of its neighbours; one per slot and two more."""
        if not self.values:
            return 0.5
        slots = self.slots()
        own = ordered_bits(x) >> self.shift()
        before = [slot for slot in slots if slot <= own]
        behind = [slot for slot in slots if slot >= own]
        pair = [(before or behind[:1])[-1], (behind or before[-1:])[0]]
        weight = sum(slots[slot].get(k, 0.0) for slot in pair) / 2.0
        return (weight + 1.0) / (self.totals().get(k, 0.0) + len(slots) + 2.0)


def make(observer: str) -> Observer:
    """The column that a setting names."""
    name, _, limit = observer.partition(":")
    if name == "bins":
        return Bins(int(limit or 10))
    if name == "dyadic":
        return Dyadic(int(limit or 32))
    if name == "exhaustive":
        return Exhaustive()
    if name == "gk":
        return GreenwaldKhanna(int(limit or 10))
    if name == "quantiles":
        return Quantiles(limit or "100")
    if name == "segments":
        return Segments()
    if name == "histogram":
        intervals, _, kind = limit.partition(":")
        return Histogram(int(intervals or 10), kind or "frequency")
    raise ValueError(f"no oracle for observer {observer!r}")
