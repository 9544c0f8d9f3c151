"""Quantile summaries per class: the summary of docs/definition.md in another form, slow and obvious.

Greenwald & Khanna (2001), pre-allocated as in Pfahringer, Holmes & Kirkby (2008), or adaptive as in Luo,
Wang, Yi & Cormode (2016). Weight exactly at a value is kept apart from weight that was deleted before it, and
doubt stands with the tuple that it is about, as in the papers. In the terms of the definition:
`mass = before + own`, and `behind` of a tuple is `before + delta` of the next.
"""

import math
from dataclasses import dataclass

Weights = dict[int, float]
Offer = tuple[float, Weights]


@dataclass
class Tuple:
    """Weight `own` at the value, `before` of deleted values up from the last tuple, `delta` in doubt."""

    value: float
    before: float
    own: float
    delta: float


class OneClass:
    """The tuples of a class, ascending: at most `most`, or as many as a share of error needs."""

    def __init__(self, most: int | None, share: float | None) -> None:
        self.most, self.share = most, share
        self.tuples: list[Tuple] = []
        self.total = 0.0

    def observe(self, x: float, w: float) -> None:
        same = [t for t in self.tuples if t.value == x]
        if same:
            same[0].own += w
        else:
            behind = [t for t in self.tuples if t.value > x]
            # Before all others nothing is in doubt: the first tuple has neither before nor delta.
            doubt = behind[0].before + behind[0].delta if behind else 0.0
            new = Tuple(x, 0.0, w, doubt)
            self.tuples.insert(len(self.tuples) - len(behind), new)
            self.compress(new)
        self.total += w

    def cost(self, i: int) -> float:
        """What would be in doubt about the next tuple if tuple i were deleted."""
        here, following = self.tuples[i], self.tuples[i + 1]
        return (here.before + here.own) + (following.before + following.delta)

    def compress(self, new: Tuple) -> None:
        while True:
            interior = [i for i in range(1, len(self.tuples) - 1) if self.tuples[i] is not new]
            if not interior:
                return
            cheapest = min(interior, key=self.cost)  # the first of equals
            full = self.most is not None and len(self.tuples) > self.most
            # The weight before the new value, so that weight 2 is that value twice.
            cheap = self.share is not None and self.cost(cheapest) <= 2.0 * self.share * self.total
            if not full and not cheap:
                return
            victim = self.tuples.pop(cheapest)
            self.tuples[cheapest].before += victim.before + victim.own

    def up_to(self, cut: float) -> float:
        """Weight up to a cut: the middle between the least and the most that it can be."""
        behind = [t for t in self.tuples if t.value > cut]
        if len(behind) == len(self.tuples):
            return 0.0
        least = sum(t.before + t.own for t in self.tuples if t.value <= cut)
        return least + (behind[0].before + behind[0].delta) / 2.0 if behind else least

    def within(self, low: float, high: float) -> float:
        """Weight from `low` to `high`, both included."""
        return max(0.0, self.up_to(high) - self.up_to(math.nextafter(low, -math.inf)))


class Quantiles:
    """A summary for each class; the values of all tuples but the largest are offered."""

    def __init__(self, limit: str) -> None:
        self.most = None if "." in limit else int(limit)
        self.share = float(limit) if "." in limit else None
        self.classes: dict[int, OneClass] = {}

    def observe(self, x: float, k: int, w: float) -> None:
        self.classes.setdefault(k, OneClass(self.most, self.share)).observe(x, w)

    def totals(self) -> Weights:
        # Summed as up to any cut, so that rounding leaves nothing negative on the right.
        return {k: one.up_to(math.inf) for k, one in self.classes.items()}

    def values(self) -> list[float]:
        return sorted({t.value for one in self.classes.values() for t in one.tuples})

    def cuts(self, min_branch_fraction: float) -> list[Offer]:
        return [(cut, {k: one.up_to(cut) for k, one in self.classes.items()}) for cut in self.values()[:-1]]

    def density(self, x: float, k: int) -> float:
        """The share of the class in a window of a sixteenth of the range, and one value spread over it."""
        values = self.values() or [0.0]
        half = values[-1] / 32.0 - values[0] / 32.0
        one = self.classes.get(k)
        weight, total = (one.within(x - half, x + half), one.total) if one else (0.0, 0.0)
        return (weight + 4.0 / 16.0) / (total + 4.0)
