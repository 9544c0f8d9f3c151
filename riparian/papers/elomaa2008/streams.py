"""What trees are grown on: generated streams with a fixed concept or a drift, and real data sets.

The paper grows no trees, so the choice is ours. Numbers of Waveform have two decimals, as in figure 5; those
of the other streams have all their digits, so that nearly every row brings a new value to each column.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.categories import Categories
from riparian.papers.elomaa2008.counting import rounded
from riparian.papers.friasblanco2019.data import coded
from riparian.streams import Generated, chain
from riparian.streams.named import dataset

# Seed of the trees and centroids: the same for every run.
CONCEPT = 1

GENERATED = (
    *("random-tree", "rbf", "waveform", "hyperplane", "led"),
    *(f"agrawal-{function}" for function in range(1, 11)),
    *("sea", "stagger", "mixed", "sine"),
)
# Whether the rows are shuffled: two files are sorted by class.
REAL = {
    "electricity": False,
    "covtype": False,
    "airlines": False,
    "adult": False,
    "kddcup99_10pct": False,
    "cod_rna_331k": True,
    "magic": True,
    "letter": False,
    "satimage": False,
    "poker_hand_train25k": False,
    "nursery": False,
    "usenet1": False,
    "usenet2": False,
}
# For the window: streams that stay as they are, concepts that switch three times, one that moves, real data.
STATIONARY = ("random-tree", "hyperplane", "agrawal-1", "sea")
SWITCHING = ("sea-switch", "agrawal-switch", "stagger-switch", "sine-switch")
MOVING = ("hyperplane-moving",)
WINDOW_REAL = ("electricity", "usenet1", "usenet2")
# The newsgroups are too short for trees: no leaf of 1,500 rows splits.
TREE_REAL = tuple(name for name in REAL if not name.startswith("usenet"))
WINDOW = (*STATIONARY, *SWITCHING, *MOVING, *WINDOW_REAL)
# The functions of the concepts that follow each other, each for a quarter of the rows.
CONCEPTS = {"sea": (1, 3, 2, 4), "agrawal": (1, 2, 3, 4), "stagger": (1, 2, 3, 1), "sine": (1, 2, 3, 4)}


def stream(name: str, seed: int, rows: int) -> Generated:
    """One of the generated streams, of so many rows.

    >>> [stream(name, 1, 1000).name for name in ("agrawal-3", "hyperplane-moving", "sea-switch")]
    ['agrawal', 'hyperplane', 'sea>sea>sea>sea']
    """
    kind, _, which = name.rpartition("-") if name != "random-tree" else (name, "", "")
    match kind or name, which:
        case "random-tree", _:
            return Generated("random-tree", tree_seed=CONCEPT, seed=seed)
        case "rbf" | "", _:
            return Generated(name, seed=seed, **({"model_seed": CONCEPT} if name == "rbf" else {}))
        case "hyperplane", "moving":
            return Generated("hyperplane", seed=seed, drifting=10, change=0.001)
        case _, "switch":
            concepts = [
                Generated(kind, function=function, seed=seed + place)
                for place, function in enumerate(CONCEPTS[kind])
            ]
            return chain(concepts, every=rows / len(concepts), seed=seed)
        case "agrawal", _:
            return Generated("agrawal", function=int(which), seed=seed)
        case _:
            return Generated(name, seed=seed)


class Rows:
    """Rows in batches, with class codes; the number of classes is known beforehand."""

    def __init__(self, name: str, seed: int, rows: int | None, size: int = 10_000) -> None:
        self._name, self._size = name, size
        if name in REAL:
            source = dataset(name, shuffle=1 if REAL[name] else None)
            self._batch = source.take(rows or source.rows or 0)
            self._codes, labels = coded(self._batch.y)
            self.classes = len(labels)
        else:
            self._stream, self._rows = stream(name, seed, rows or 0), rows
            self.classes = len(self._stream.classes)

    def __iter__(self) -> Iterator[tuple[dict[str, Any], NDArray[np.int64]]]:
        if self._name in REAL:
            for start in range(0, len(self._batch), self._size):
                part = slice(start, start + self._size)
                yield self._batch.part(start, min(start + self._size, len(self._batch))).X, self._codes[part]
            return
        for batch in self._stream.batches(self._size, self._rows):
            yield self._values(batch.X), coded(batch.y)[0]

    def _values(self, X: dict[str, Any]) -> dict[str, Any]:
        if self._name != "waveform":
            return X
        return {
            name: values if isinstance(values, Categories) else rounded(values) for name, values in X.items()
        }
