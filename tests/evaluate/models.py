"""Models of the three vocabularies, small and obvious."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from riparian.categories import Categories
from riparian.streams.stream import Batch, Column, Stream


class Listed(Stream):
    """A stream made of arrays, in batches of any size; reading starts anew each time."""

    name = "listed"

    def __init__(
        self, X: dict[str, Any], y: Any, w: Any = None, size: int = 100, classes: Any = None
    ) -> None:
        self.batch = Batch(X, y, w)
        self.size = size
        self.rows = len(self.batch)
        self._classes = classes

    @property
    def columns(self) -> tuple[Column, ...]:
        return tuple(
            Column(name, tuple(values.categories) if isinstance(values, Categories) else None)
            for name, values in self.batch.X.items()
        )

    @property
    def classes(self) -> tuple[Any, ...] | None:
        return self._classes

    def settings(self) -> dict[str, Any]:
        return {"seed": 5}

    def start(self):
        for at in range(0, len(self.batch), self.size):
            yield self.batch.part(at, min(at + self.size, len(self.batch)))


def numbers(rows: int, seed: int = 1, classes: int = 2, **given: Any) -> Listed:
    """A stream whose label depends on its first column, with some noise."""
    rng = np.random.default_rng(seed)
    a, b = rng.random(rows), rng.random(rows)
    label = np.minimum((a * classes).astype(np.int64), classes - 1)
    label = np.where(rng.random(rows) < 0.1, rng.integers(0, classes, rows), label)
    return Listed({"a": a, "b": b}, label, classes=tuple(range(classes)), **given)


class LastLabel:
    """River's words: answers the label learned last; notes what it was asked and told."""

    def __init__(self) -> None:
        self.label: Any = None
        self.log: list[tuple[str, Any]] = []

    def predict_one(self, x: dict[str, Any]) -> Any:
        self.log.append(("predict", x["a"]))
        return self.label

    def learn_one(self, x: dict[str, Any], y: Any) -> None:
        self.log.append(("learn", x["a"]))
        self.label = y


class Reader(LastLabel):
    """The same, for rows of any columns."""

    def predict_one(self, x: dict[str, Any]) -> Any:
        return self.label

    def learn_one(self, x: dict[str, Any], y: Any) -> None:
        self.label = y


class MostFrequent:
    """Scikit-learn's words: answers the class with the most weight."""

    def __init__(self) -> None:
        self.seen: Counter[Any] = Counter()
        self.batches: list[int] = []

    def partial_fit(self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None) -> MostFrequent:
        if classes is not None:
            self.classes_ = np.asarray(classes)
        self.batches.append(len(X))
        for label, weight in zip(
            y.tolist(), [1] * len(y) if sample_weight is None else sample_weight, strict=True
        ):
            self.seen[label] += weight
        return self

    def predict(self, X: Any) -> Any:
        return np.full(len(X), max(sorted(self.seen), key=lambda label: self.seen[label]))

    def predict_proba(self, X: Any) -> Any:
        total = sum(self.seen.values())
        return np.tile([self.seen[label] / total for label in self.classes_.tolist()], (len(X), 1))
