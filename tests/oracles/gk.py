"""The pre-allocated summary of Greenwald & Khanna as MOA has it, from docs/definition.md: slow, obvious.

Tuples stand in a plain list. The new one is put in first, and then one of all is merged into the next.
"""

from dataclasses import dataclass

Weights = dict[int, float]
Offer = tuple[float, Weights]


@dataclass
class Tuple:
    """Weight `g` at the value and below it, down to the tuple before; `delta` more that may lie there."""

    value: float
    g: float
    delta: float


class OneClass:
    """The tuples of a class, ascending; fewer than `limit` between two values."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.tuples: list[Tuple] = []

    def observe(self, x: float, w: float) -> None:
        place = len([t for t in self.tuples if t.value <= x])
        behind = self.tuples[place:]
        delta = max(0.0, behind[0].g + behind[0].delta - w) if behind else 0.0
        self.tuples.insert(place, Tuple(x, w, delta))
        if len(self.tuples) == self.limit:
            pairs = [
                (t.g + after.g + after.delta, i)
                for i, (t, after) in enumerate(zip(self.tuples, self.tuples[1:], strict=False))
                if i > 0 and t.delta >= after.delta
            ]
            _, victim = min(pairs)
            gone = self.tuples.pop(victim)
            self.tuples[victim].g += gone.g

    def up_to(self, cut: float) -> float:
        return sum(t.g for t in self.tuples if t.value <= cut)


class GreenwaldKhanna:
    """A summary for each class; the values of all tuples but the largest are offered."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.classes: dict[int, OneClass] = {}

    def observe(self, x: float, k: int, w: float) -> None:
        self.classes.setdefault(k, OneClass(self.limit)).observe(x, w)

    def totals(self) -> Weights:
        return {k: one.up_to(float("inf")) for k, one in self.classes.items()}

    def values(self) -> list[float]:
        return sorted({t.value for one in self.classes.values() for t in one.tuples})

    def cuts(self, min_branch_fraction: float) -> list[Offer]:
        return [(cut, {k: one.up_to(cut) for k, one in self.classes.items()}) for cut in self.values()[:-1]]

    def density(self, x: float, k: int) -> float:
        """The share of the class in a window of a sixteenth of the range, and four values spread over it."""
        values = self.values() or [0.0]
        half = values[-1] / 32.0 - values[0] / 32.0
        tuples = self.classes[k].tuples if k in self.classes else []
        weight = sum(t.g for t in tuples if x - half <= t.value <= x + half)
        return (weight + 4.0 / 16.0) / (sum(t.g for t in tuples) + 4.0)
