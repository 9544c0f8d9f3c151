"""The two-layer histogram, as docs/definition.md has it: slow and obvious. Gama & Pinto (2006)."""

import math
import sys
from bisect import bisect_left

Weights = dict[int, float]
Offer = tuple[float, Weights]

EXACT, FIRST, MOST, NARROWEST, ROUNDING = 32, 200, 1000, 1.0 / 1024.0, 1e-12


def sum_of(weights: Weights) -> float:
    return sum(weights[k] for k in sorted(weights))


class Histogram:
    """Values, later intervals `(lower, upper]`, with their class weights; joined to so many when asked."""

    def __init__(self, intervals: int, kind: str) -> None:
        self.intervals, self.kind = intervals, kind
        self.uppers: list[float] = []  # while exact: the values
        self.weights: list[Weights] = []
        self.all: Weights = {}
        self.width: float | None = None  # the first width; None while exact
        self.low = 0.0  # lower end of the first interval
        self.smallest, self.largest = math.inf, -math.inf

    # ---- the first layer

    def observe(self, x: float, k: int, w: float) -> None:
        self.smallest, self.largest = min(self.smallest, x), max(self.largest, x)
        if self.width is None and x not in self.uppers:
            if len(self.uppers) == EXACT:
                self.spread()
            else:
                i = bisect_left(self.uppers, x)
                self.uppers.insert(i, x)
                self.weights.insert(i, {})
        while self.width is not None and self.splits(self.find(x), w):
            i = self.find(x)
            # As much as the interval takes, then the split, then the rest.
            takes = max(0.0, self.spare(i))
            self.add(i, k, takes)
            w -= takes
            self.split(i)
        self.add(self.find(x), k, w)

    def find(self, x: float) -> int:
        """The interval of a value; the last one also holds what lies behind it."""
        return min(bisect_left(self.uppers, x), len(self.uppers) - 1)

    def add(self, i: int, k: int, w: float) -> None:
        self.weights[i][k] = self.weights[i].get(k, 0.0) + w
        self.all[k] = self.all.get(k, 0.0) + w

    def spread(self) -> None:
        """Lay intervals of equal width over the range so far, and count the values in them."""
        low, high = self.smallest, self.largest
        values, held = self.uppers, self.weights
        self.low = low
        self.width = max(high / FIRST - low / FIRST, sys.float_info.min)
        ends = [low * (1.0 - i / FIRST) + high * (i / FIRST) for i in range(1, FIRST)]
        # Values may be so close that there are no two hundred numbers between them.
        self.uppers = [*sorted({end for end in ends if low < end < high}), high]
        self.weights = [{} for _ in self.uppers]
        self.all = {}
        for x, weights in zip(values, held, strict=True):
            for k in sorted(weights):
                self.add(self.find(x), k, weights[k])

    def ends(self, i: int) -> tuple[float, float]:
        return (self.uppers[i - 1] if i > 0 else self.low), self.uppers[i]

    def spare(self, i: int) -> float:
        """The weight w for which `(1 + held + w) / (2 + total + w)` is 1/100, or `held + w` is 1 if more."""
        held, total = sum_of(self.weights[i]), sum_of(self.all)
        return max((2.0 + total - 100.0 * (1.0 + held)) / 99.0, 1.0 - held)

    def beyond(self, i: int) -> str:
        if i == 0 and self.smallest < self.low:
            return "before"
        return "behind" if i == len(self.uppers) - 1 and self.largest > self.uppers[i] else ""

    def splits(self, i: int, w: float) -> bool:
        assert self.width is not None
        lower, upper = self.ends(i)
        middle = lower / 2.0 + upper / 2.0
        wide = upper / 2.0 - lower / 2.0 > self.width * (NARROWEST / 2.0) and lower < middle < upper
        # Not for what rounding adds to an interval that is exactly full.
        full = w > self.spare(i) + sum_of(self.all) * ROUNDING
        return full and len(self.uppers) < MOST and (wide or self.beyond(i) != "")

    def split(self, i: int) -> None:
        """In half; or beside the first or last, if values lie beyond it."""
        assert self.width is not None
        lower, upper = self.ends(i)
        halves = {k: w / 2.0 for k, w in self.weights[i].items()}
        self.weights[i] = {k: w - halves[k] for k, w in self.weights[i].items()}
        beyond = self.beyond(i)
        if beyond == "before":
            self.uppers.insert(0, self.low)
            self.low = min(self.low - self.width, self.smallest)
        elif beyond == "behind":
            self.uppers.append(max(upper + self.width, self.largest))
        else:
            self.uppers.insert(i, lower / 2.0 + upper / 2.0)
        self.weights.insert(i + 1 if beyond == "behind" else i, halves)

    # ---- the second layer, and answers

    def totals(self) -> Weights:
        return dict(self.cumulative()[-1]) if self.uppers else {}

    def cumulative(self) -> list[Weights]:
        found: list[Weights] = []
        for weights in self.weights:
            sums = dict(found[-1]) if found else {}
            for k, w in weights.items():
                sums[k] = sums.get(k, 0.0) + w
            found.append(sums)
        return found

    def cuts(self, min_branch_fraction: float) -> list[Offer]:
        """Every value while exact; then the breaks that first reach one more share of the whole."""
        found, reached, passed, whole = [], 0, 0.0, sum_of(self.all)
        for i, left in enumerate(self.cumulative()[:-1]):
            passed += sum_of(self.weights[i])
            share = passed / whole
            if self.width is not None and self.kind == "width":
                low, high = self.low / 2.0, self.uppers[-1] / 2.0
                share = (self.uppers[i] / 2.0 - low) / (high - low)
            within = self.smallest <= self.uppers[i] < self.largest
            if self.width is None or (share * self.intervals >= reached + 1 and share < 1.0 and within):
                found.append((self.uppers[i], left))
                reached = math.floor(share * self.intervals)
        return found

    def density(self, x: float, k: int) -> float:
        total = self.all.get(k, 0.0)
        if self.width is None:
            here = self.weights[self.uppers.index(x)].get(k, 0.0) if x in self.uppers else 0.0
            return (here + 1.0) / (total + max(1, len(self.uppers)))
        first, last = self.find(x - 2.0 * self.width), self.find(x + 2.0 * self.width)
        weight = sum(weights.get(k, 0.0) for weights in self.weights[first : last + 1])
        windows = (self.uppers[-1] / 4.0 - self.low / 4.0) / self.width
        return (weight + 1.0) / (total + min(max(windows, 1.0), MOST))
