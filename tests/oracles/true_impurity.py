"""A known tree in the unit cube, and what any split of any box there leaves: exact, since points are uniform.

Theorem 4 of De Rosa & Cesa-Bianchi (2015) is about these numbers; a learner only sees samples of them. Two
classes, of which a leaf gives the second one with its own chance. Nothing is learned here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

NOISE = 0.02  # no leaf of a drawn tree is purer


def impurity(criterion: str, p: Numbers) -> Numbers:
    """`g` of two classes, with `p` and `q` their shares, in the units of the gains."""
    q = 1.0 - p
    if criterion == "entropy":
        p, q = (np.where(share > 0.0, share, 1.0) for share in (p, q))  # 1 lg 1 = 0, as 0 lg 0 is meant to be
        return -p * np.log2(p) - q * np.log2(q)
    of = {"gini": 2.0 * p * q, "kearns-mansour": np.sqrt(p * q), "misclassification": np.minimum(p, q)}
    return of[criterion]


@dataclass
class Box:
    """Points above `low` and up to `high`, by column: a value equal to the cut goes left."""

    low: Numbers
    high: Numbers

    def volume(self) -> float:
        return float(np.prod(self.high - self.low))

    def halves(self, column: int, cut: float) -> tuple[Box, Box]:
        high, low = self.high.copy(), self.low.copy()
        high[column] = low[column] = cut
        return Box(self.low, high), Box(low, self.high)


def cube(columns: int) -> Box:
    return Box(np.zeros(columns), np.ones(columns))


def splits_of(nodes: Iterable[Mapping[str, Any]], columns: int) -> Iterator[tuple[Mapping[str, Any], Box]]:
    """Every split of a learned tree with the box of the points that meet it; parents come first."""
    boxes = {0: cube(columns)}
    for node in nodes:
        if not node["leaf"]:
            box, test = boxes[node["id"]], node["test"]
            boxes.update(zip(node["children"], box.halves(test["column"], test["cut"]), strict=True))
            yield node, box


class KnownTree:
    """Leaves that fill the cube, each with its chance of the second class."""

    def __init__(self, leaves: Sequence[tuple[Box, float]]) -> None:
        self.low = np.array([box.low for box, _ in leaves])
        self.high = np.array([box.high for box, _ in leaves])
        self.chance = np.array([chance for _, chance in leaves])
        self.columns = self.low.shape[1]

    def rows(self, rng: np.random.Generator, count: int) -> tuple[Numbers, NDArray[np.bool_]]:
        points = rng.uniform(size=(count, self.columns))
        chance = np.empty(count)
        for low, high, p in zip(self.low, self.high, self.chance, strict=True):
            chance[((points >= low) & (points <= high)).all(axis=1)] = p
        return points, rng.uniform(size=count) < chance

    def remaining(self, criterion: str, box: Box, column: int, cuts: Numbers) -> Numbers:
        """The impurity that each of these cuts leaves: that of both branches, by their shares of the box."""
        low, high = np.maximum(self.low, box.low), np.minimum(self.high, box.high)
        lengths = np.maximum(high - low, 0.0)
        across = np.delete(lengths, column, axis=1).prod(axis=1)
        along = np.clip(cuts[:, None] - low[:, column], 0.0, lengths[:, column])
        left = np.zeros(len(cuts))
        for masses in (across * along, across * (lengths[:, column] - along)):
            mass = masses.sum(axis=1)
            # An empty branch leaves nothing; a share may come out a rounding error above 1.
            share = np.minimum(masses @ self.chance / np.where(mass > 0.0, mass, 1.0), 1.0)
            left += mass * impurity(criterion, share)
        return left / box.volume()

    def least(self, criterion: str, box: Box, column: int) -> float:
        """What the best of all cuts of a column leaves."""
        # Between two cuts of the known tree the class masses of both branches are linear in the cut, and a
        # branch's mass times its impurity is concave in them: no cut there is better than both ends.
        ends = np.concatenate([self.low[:, column], self.high[:, column]])
        ends = np.unique(np.clip(ends, box.low[column], box.high[column]))
        return float(self.remaining(criterion, box, column, ends).min())


def draw_known_tree(rng: np.random.Generator, columns: int, leaves: int) -> KnownTree:
    """Cut the largest leaf, until there are enough, and pull the chances of its halves apart."""
    grown = [(cube(columns), 0.5)]
    while len(grown) < leaves:
        grown.sort(key=lambda leaf: leaf[0].volume())
        box, chance = grown.pop()
        column = int(rng.integers(columns))
        cut = box.low[column] + rng.uniform(0.25, 0.75) * (box.high[column] - box.low[column])
        apart = rng.choice([-1.0, 1.0]) * rng.uniform(0.6, 1.0) * (min(chance, 1.0 - chance) - NOISE)
        grown += zip(box.halves(column, cut), (chance - apart, chance + apart), strict=True)
    return KnownTree(grown)
