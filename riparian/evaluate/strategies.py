"""Which labels are asked for: by the tree's own confidence, the first ones, by chance, or where it is unsure.

Žliobaitė, Bifet, Pfahringer & Holmes, *Active learning with drifting streaming data* (2014), for the last.
Every strategy keeps to a number of labels.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Terms:
    """What a strategy has to keep to.

    Parameters
    ----------
    labels : int or None, 0 <= labels
        So many labels may be asked for; None for no limit.
    rows : int
        In so many rows.
    tolerance : float
        What the tree may miss, where it says itself what is wanted.
    seed : int
        Of whatever is drawn.
    """

    labels: int | None
    rows: int
    tolerance: float
    seed: int

    @property
    def limit(self) -> int:
        """The same as a number."""
        return self.rows if self.labels is None else min(self.labels, self.rows)


class Strategy(ABC):
    """Asks for labels, and counts them."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.asked = self.seen = 0
        self.draw = random.Random(terms.seed)

    def asks(self, model: Any, x: Mapping[Any, Any]) -> bool:
        """Whether the label of the next row is asked for."""
        found = self.may() and self.wants(model, x)
        self.seen += 1
        self.asked += found
        return found

    def may(self) -> bool:
        """Whether there is a label left to be spent."""
        return self.asked < self.terms.limit

    @abstractmethod
    def wants(self, model: Any, x: Mapping[Any, Any]) -> bool:
        """Whether it would like to."""


class Wanted(Strategy):
    """Asks for what the tree itself wants."""

    def wants(self, model: Any, x: Mapping[Any, Any]) -> bool:
        """As `label_wanted` says."""
        found: bool = model.label_wanted(x, tolerance=self.terms.tolerance)
        return found


class First(Strategy):
    """Asks for the labels of the first rows, and never again."""

    def wants(self, _model: Any, _x: Mapping[Any, Any]) -> bool:
        """Every row, while it may."""
        return True


class Chance(First):
    """Asks for exactly as many labels as it may, each set of rows being as likely as any other."""

    def may(self) -> bool:
        """By what is left of labels and rows (Knuth's algorithm S)."""
        return self.draw.random() * (self.terms.rows - self.seen) < self.terms.limit - self.asked


class Uncertainty(Strategy):
    """Asks where the likeliest class has a chance below a threshold, as long as there are labels."""

    threshold = 0.9

    def wants(self, model: Any, x: Mapping[Any, Any]) -> bool:
        """By the probabilities of the model."""
        return certainty(model, x) < self.threshold


class VariableUncertainty(Uncertainty):
    """The same with a threshold that falls with every label and rises otherwise, and is shaken by chance.

    Labels are spread over all rows. The paper's threshold rises as fast as it falls, and would ask for every
    second row; this one rises so much more slowly, or faster, that the labels there are will be spent.
    """

    threshold = 1.0
    step = 0.01

    def may(self) -> bool:
        """Of the first rows, no larger part than of all, and one more."""
        return self.asked * self.terms.rows < self.terms.limit * (self.seen + 1)

    def wants(self, model: Any, x: Mapping[Any, Any]) -> bool:
        """Unsure rows first, but every row may be asked for: a change shows anywhere."""
        found = certainty(model, x) < self.threshold * self.draw.gauss(1.0, 1.0)
        rest = self.terms.rows - self.terms.limit
        rise = self.step * self.terms.limit / rest if rest else 1.0
        # Far beyond 1 every row is asked for; without an end it would take as long to come back.
        self.threshold = (
            self.threshold * (1.0 - self.step) if found else min(self.threshold * (1.0 + rise), 1e3)
        )
        return found


def certainty(model: Any, x: Mapping[Any, Any]) -> float:
    """The chance of the likeliest class; 0 before two classes are known, when nothing else could be said."""
    chances = model.predict_proba_one(x)
    return float(max(chances.values())) if len(chances) > 1 else 0.0


STRATEGIES: dict[str, type[Strategy]] = {
    "wanted": Wanted,
    "first": First,
    "random": Chance,
    "uncertainty": Uncertainty,
    "variable-uncertainty": VariableUncertainty,
}
