"""A tree with a window, of depth 1 and nominal columns: everything is counted anew at every row.

Written from docs/definition.md, "The window", with the criterion entropy and the Hoeffding rule.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

Row = tuple[tuple[str, ...], str]


def entropy(counts: Counter[str]) -> float:
    total = sum(counts.values())
    return -sum(n / total * math.log2(n / total) for n in counts.values() if n)


def parts(rows: Sequence[Row], column: int) -> dict[str, Counter[str]]:
    """Class counts by category."""
    found: dict[str, Counter[str]] = {}
    for x, label in rows:
        found.setdefault(x[column], Counter())[label] += 1
    return found


def gain(rows: Sequence[Row], column: int) -> float:
    whole = Counter(label for _, label in rows)
    branches = parts(rows, column).values()
    return entropy(whole) - sum(sum(one.values()) / len(rows) * entropy(one) for one in branches)


@dataclass
class Windowed:
    """The root is a leaf, or splits on a column; `since` are the clocks."""

    window: int
    columns: int
    grace_period: int
    delta: float
    tau: float
    rows: deque[Row] = field(default_factory=deque)
    column: int | None = None
    root_since: int = 0
    since: dict[str, int] = field(default_factory=dict)
    classes: set[str] = field(default_factory=set)
    events: list[tuple[int, str]] = field(default_factory=list)
    learned: int = 0
    # Decisions that rounding may turn.
    close: int = 0

    def learn(self, x: tuple[str, ...], label: str) -> None:
        self.learned += 1
        self.classes.add(label)
        self.root_since += 1
        self.rows.append((x, label))
        if len(self.rows) > self.window:
            self.rows.popleft()
        if self.column is None:
            if self.root_since >= self.grace_period:
                self.root_since = 0
                self.try_to_split()
            return
        category = x[self.column]
        self.since[category] = self.since.get(category, 0) + 1
        if self.since[category] >= self.grace_period:
            self.since[category] = 0
            if self.root_since >= max(self.grace_period, len(self.rows) // 20):
                self.root_since = 0
                self.reconsider()

    def bound(self) -> float:
        reach = math.log2(max(2, len({label for _, label in self.rows})))
        return reach * math.sqrt(math.log(1 / self.delta) / (2 * len(self.rows)))

    def gains(self) -> list[float]:
        found = []
        for column in range(self.columns):
            many = len(parts(self.rows, column)) > 1
            found.append(gain(self.rows, column) if many else -math.inf)
        return found

    def is_worth_it(self, column: int) -> bool:
        branches = len(parts(self.rows, column))
        if branches < 2:
            return False
        known = max(2, len({label for _, label in self.rows}))
        bits = (branches - 1) * (known - 1) / 2 * math.log2(len(self.rows)) / len(self.rows)
        self.compare(gain(self.rows, column), bits)
        return gain(self.rows, column) > bits

    def compare(self, one: float, other: float) -> None:
        self.close += abs(one - other) < 1e-9

    def try_to_split(self) -> None:
        if len({label for _, label in self.rows}) < 2:
            return
        found = self.gains()
        best = max(range(self.columns), key=lambda column: found[column])
        others = [value for column, value in enumerate(found) if column != best]
        second = max([0.0, *others])
        self.compare(found[best], max(others, default=-1.0))
        self.compare(found[best] - second, self.bound())
        if found[best] <= 1e-12 or not (found[best] - second > self.bound() or self.bound() < self.tau):
            return
        if self.is_worth_it(best):
            self.split(best)

    def split(self, column: int) -> None:
        self.column = column
        self.root_since = 0
        self.since = {name: sum(counts.values()) for name, counts in parts(self.rows, column).items()}
        self.events.append((self.learned, f"split on {column}"))

    def reconsider(self) -> None:
        assert self.column is not None
        found = self.gains()
        best = max(range(self.columns), key=lambda column: found[column])
        stands = max(found[self.column], 0.0)
        self.compare(found[best] - stands, self.bound())
        if best != self.column and found[best] - stands > self.bound():
            self.split(best)
        elif not self.is_worth_it(self.column):
            self.column = None
            self.since = {}
            self.events.append((self.learned, "leaf"))
