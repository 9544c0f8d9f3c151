"""How wide a lead must be: docs/rules.md, "Widths", written out again."""

import math
from dataclasses import dataclass
from statistics import NormalDist

from tests.oracles.criteria import criterion_range

LN_2 = math.log(2.0)


@dataclass
class Moment:
    """What the formulas speak of; `n` with inherited rows, `m` without."""

    criterion: str
    n: float
    m: float
    classes: int
    branches: int
    depth: int
    time: int
    columns: int

    @property
    def extent(self) -> float:
        return criterion_range(self.criterion, self.classes)

    def share(self, delta: float) -> float:
        h = self.depth
        return delta / ((h + 1) * (h + 2) * self.time * self.columns * max(1.0, self.m))


def tight(delta: float, at: Moment) -> float:
    m, b, k, log = at.m, at.branches, max(2, at.classes), math.log(1.0 / at.share(delta))
    if at.criterion == "gini":
        return math.sqrt(8.0 / m * log) + b * (1.0 - 1.0 / k) / m
    if at.criterion == "entropy":
        return (2.0 * (1.0 + math.log(m)) * math.sqrt(log / (2.0 * m)) + b * (k - 1) / m) / LN_2
    if at.criterion == "misclassification":
        return math.sqrt(2.0 / m * log) + math.sqrt(b * math.log(k) / (2.0 * m))
    return math.inf


def theorem(delta: float, at: Moment) -> float:
    m, share = at.m, at.share(delta)
    if at.criterion == "entropy":
        return (math.log(m) * math.sqrt(2.0 / m * math.log(4.0 / share)) + 2.0 / m) * 2.0 / LN_2
    if at.criterion == "gini":
        return math.sqrt(8.0 / m * math.log(2.0 / share)) + 4.0 * math.sqrt(1.0 / m)
    return 4.0 * math.sqrt(math.log(8.0 / share) / m)


def bound(rule: str, delta: float, at: Moment) -> tuple[float, float]:
    """The lead that is enough, and what must be below tau."""
    name, _, number = rule.partition(":")
    log, n, m, k = math.log(1.0 / delta), at.n, at.m, max(2, at.classes)
    z = -NormalDist().inv_cdf(delta) if delta < 0.5 else math.nan
    if rule == "hoeffding:2":
        width = 2.0 * at.extent * math.sqrt(math.log(2.0 / delta) / (2.0 * m))
    elif name == "hoeffding":
        width = at.extent * math.sqrt(log / (2.0 * n))
    elif name == "normal":
        width = z * math.sqrt(2 * (5 * k * k - 8 * k + 4) / n if at.criterion == "gini" else 1.0 / (2.0 * n))
    elif name == "rutkowski":
        c = 6 * (k * math.log2(math.e * m) + math.log2(2 * m)) + 2 * math.log2(k)
        width = (8.0 if at.criterion == "gini" else c) * math.sqrt(log / (2.0 * m))
    elif name in ("jaworski", "hybrid"):
        width = math.sqrt((8.0 if at.criterion == "gini" else 2.0) * log / m)
    elif name == "tight" or (name == "theorem" and (at.classes > 2 or at.branches > 2)):
        width = tight(delta, at)
    elif name == "theorem":
        width = theorem(delta, at)
        return 2.0 * width, width
    else:
        seen = m * m * (at.depth + 1) ** 2 * at.time * at.columns
        width = float(number) * math.sqrt(math.log(seen) / m) if m >= 2.0 else math.inf
        return 2.0 * width, width
    return width, width
