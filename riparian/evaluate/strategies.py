"""Which labels are asked for: by the tree's own confidence, the first ones, by chance, or where it is unsure.

Žliobaitė, Bifet, Pfahringer & Holmes, *Active learning with drifting streaming data* (2014), for the last.
Every strategy keeps to a number of labels; all but the first rows spread them over the whole stream.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any


class Strategy(ABC):
    """Asks for labels, and counts them.

    Parameters
    ----------
    labels : int or None, 0 <= labels
        So many labels may be asked for; None for no limit.
    rows : int
        In so many rows.
    seed : int
        Of whatever is drawn.
    """

    def __init__(self, labels: int | None, rows: int, seed: int) -> None:
        self.labels, self.rows = labels, rows
        self.asked = self.seen = 0
        self.draw = random.Random(seed)

    def asks(self, model: Any, x: Mapping[Any, Any]) -> bool:
        """Whether the label of the next row is asked for."""
        found = self.may() and self.wants(model, x)
        self.seen += 1
        self.asked += found
        return found

    def may(self) -> bool:
        """Whether there is a label left to be spent: of the first rows, no larger part than of all."""
        return self.labels is None or self.asked * self.rows < self.labels * (self.seen + 1)

    @abstractmethod
    def wants(self, model: Any, x: Mapping[Any, Any]) -> bool:
        """Whether it would like to."""


class Wanted(Strategy):
    """Asks for what the tree itself wants."""

    def wants(self, model: Any, x: Mapping[Any, Any]) -> bool:
        """As `label_wanted` says."""
        found: bool = model.label_wanted(x)
        return found


class First(Strategy):
    """Asks for the labels of the first rows, and never again."""

    def may(self) -> bool:
        """As long as there are labels."""
        return self.labels is None or self.asked < self.labels

    def wants(self, _model: Any, _x: Mapping[Any, Any]) -> bool:
        """Every row, while it may."""
        return True


class Chance(Strategy):
    """Asks for exactly as many labels as it may, each set of rows being as likely as any other."""

    def may(self) -> bool:
        """By what is left of labels and rows (Knuth's algorithm S)."""
        labels = self.rows if self.labels is None else self.labels
        return self.draw.random() * (self.rows - self.seen) < labels - self.asked

    def wants(self, _model: Any, _x: Mapping[Any, Any]) -> bool:
        """Any row is as good as another."""
        return True


class Uncertainty(Strategy):
    """Asks where the likeliest class has a chance below a threshold."""

    threshold = 0.9

    def wants(self, model: Any, x: Mapping[Any, Any]) -> bool:
        """By the probabilities of the model."""
        return certainty(model, x) < self.threshold


class VariableUncertainty(Uncertainty):
    """The same with a threshold that falls with every label and rises otherwise, and is shaken by chance."""

    threshold = 1.0
    step = 0.01

    def wants(self, model: Any, x: Mapping[Any, Any]) -> bool:
        """Unsure rows first, but every row may be asked for: a change shows anywhere."""
        found = certainty(model, x) < self.threshold * self.draw.gauss(1.0, 1.0)
        self.threshold *= 1.0 - self.step if found else 1.0 + self.step
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
