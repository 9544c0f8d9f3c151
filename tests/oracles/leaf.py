"""What a leaf of the oracle keeps, and what it answers.

docs/definition.md, "What a leaf keeps" and "What a leaf answers"; the running mean and deviations are
those of Welford (1962) and West (1979). Routing and splitting are not here (see vfdt and contest).
Classes and categories are numbers: the tree translates them to labels. Weights by class are plain dicts,
in which a class without an entry has weight 0.
"""

import math
from collections.abc import Hashable, Mapping

from tests.oracles.observers import Observer, make

Weights = dict[int, float]  # class number -> weight
Row = dict[Hashable, float | int]  # column -> number, or number of the category; only the values present


def total(weights: Mapping[int, float]) -> float:
    """Sum over the classes, in their order, so that equal tables give equal bits."""
    return sum(weights[k] for k in sorted(weights))


def phi(z: float) -> float:
    """Standard normal distribution function, exact in both tails."""
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


class Normal:
    """One numeric column in one class: weight `W`, mean `mu`, deviations `M2`, range `lo` to `hi`."""

    def __init__(self, x: float, w: float) -> None:
        self.weight = w
        self.mean = self.lo = self.hi = x
        self.m2 = 0.0

    def observe(self, x: float, w: float) -> None:
        # W' = W + w; d = x - mu; mu' = mu + (w/W') d; M2' = M2 + w d (x - mu')
        self.weight += w
        d = x - self.mean
        self.mean += (w / self.weight) * d
        self.m2 += w * d * (x - self.mean)
        self.lo = min(self.lo, x)
        self.hi = max(self.hi, x)

    def left_of(self, cut: float) -> float:
        """Estimated weight of the values `x <= cut`."""
        if cut < self.lo:
            return 0.0
        if cut >= self.hi:
            return self.weight
        if self.weight <= 1.0 or self.m2 == 0.0:
            return self.weight if self.mean <= cut else 0.0
        sigma = math.sqrt(self.m2 / (self.weight - 1.0))
        return self.weight * phi((cut - self.mean) / sigma)


class Leaf:
    """Statistics of one leaf; `votes` and `weight_sq` may be inherited, everything else starts empty."""

    def __init__(
        self,
        number: int,
        parent: int | None,
        depth: int,
        votes: Weights,
        weight_sq: float,
        observer: str = "gaussian",
    ) -> None:
        self.observer = observer
        self.id = number
        self.parent = parent
        self.depth = depth
        self.votes = dict(votes)
        self.weight = total(votes)
        self.weight_sq = weight_sq
        self.own: Weights = {}
        self.own_sq = 0.0
        self.numeric: dict[Hashable, dict[int, Normal]] = {}  # column -> class -> values
        self.summaries: dict[Hashable, Observer] = {}  # column -> values, for all other observers
        self.nominal: dict[Hashable, dict[int, Weights]] = {}  # column -> category -> class -> weight
        # Column -> class -> weight in the order of the rows, as that of `own`, so that nothing absent is 0.
        self.seen: dict[Hashable, Weights] = {}
        self.dropped: set[Hashable] = set()  # columns that it no longer looks at
        self.since = 0
        self.mc_correct = 0.0
        self.nb_correct = 0.0
        self.frozen = False

    def observe(self, x: Row, kinds: Mapping[Hashable, str], k: int, w: float) -> None:
        self.votes[k] = self.votes.get(k, 0.0) + w
        self.weight += w
        self.weight_sq += w * w
        self.own[k] = self.own.get(k, 0.0) + w
        self.own_sq += w * w
        self.since += 1
        if self.frozen:
            return
        for column, value in x.items():
            if column in self.dropped:
                continue
            of_column = self.seen.setdefault(column, {})
            of_column[k] = of_column.get(k, 0.0) + w
            if kinds[column] == "numeric" and self.observer != "gaussian":
                if column not in self.summaries:
                    self.summaries[column] = make(self.observer)
                self.summaries[column].observe(value, k, w)
            elif kinds[column] == "numeric":
                normals = self.numeric.setdefault(column, {})
                if k in normals:
                    normals[k].observe(value, w)
                else:
                    normals[k] = Normal(value, w)
            else:
                cell = self.nominal.setdefault(column, {}).setdefault(int(value), {})
                cell[k] = cell.get(k, 0.0) + w

    def give_up_observers(self) -> None:
        self.numeric, self.summaries, self.nominal = {}, {}, {}
        self.seen, self.dropped = {}, set()

    def freeze(self) -> None:
        """Gives up its observers; the votes stay."""
        self.give_up_observers()
        self.frozen = True
        self.since, self.mc_correct, self.nb_correct = 0, 0.0, 0.0

    def thaw(self) -> None:
        """Observes again, from nothing: the bound counts only rows that are observed."""
        self.give_up_observers()
        self.frozen = False
        self.own, self.own_sq, self.weight, self.weight_sq, self.since = {}, 0.0, 0.0, 0.0, 0

    def drop(self, columns: list[Hashable]) -> None:
        """Looks no longer at these columns."""
        for column in columns:
            self.dropped.add(column)
            for kept in (self.numeric, self.summaries, self.nominal):
                kept.pop(column, None)

    def present(self, column: Hashable) -> Weights:
        """`O_jk`: weight of each class among the rows in which the column was present."""
        if column in self.numeric:
            return {k: normal.weight for k, normal in self.numeric[column].items()}
        if column in self.summaries:
            return self.summaries[column].totals()
        weights: Weights = {}
        for cell in self.nominal.get(column, {}).values():
            for k, w in cell.items():
                weights[k] = weights.get(k, 0.0) + w
        return weights

    def extent(self, column: Hashable) -> tuple[float, float]:
        """`lo` and `hi` of a numeric column over all classes of the leaf."""
        normals = self.numeric[column].values()
        return min(normal.lo for normal in normals), max(normal.hi for normal in normals)

    def nb_scores(self, x: Row, kinds: Mapping[Hashable, str], known: Mapping[Hashable, int]) -> Weights:
        """Logarithms of naive Bayes by class; empty where majority class has to answer instead.

        `known` is `V_j`, the number of categories of each nominal column that the tree knows.
        """
        scores: Weights = {}
        for k in sorted(self.own):
            score = math.log(self.votes[k] / total(self.votes))
            for column, value in x.items():
                if kinds[column] == "nominal":
                    count = self.nominal.get(column, {}).get(int(value), {}).get(k, 0.0)
                    of_class = self.present(column).get(k, 0.0)
                    score += math.log((count + 1.0) / (of_class + known[column]))
                elif column in self.numeric:
                    score += self.log_density(column, value, k)
                elif column in self.summaries:
                    score += math.log(self.summaries[column].density(value, k))
            scores[k] = score
        if all(score == -math.inf for score in scores.values()):
            return {}
        return scores

    def log_density(self, column: Hashable, x: float, k: int) -> float:
        lo, hi = self.extent(column)
        width = hi - lo
        if width < 1e-140:
            return 0.0
        normal = self.numeric[column].get(k)
        if normal is None:
            return -math.log(width) - math.log(1.0 + self.own[k])
        # A row that is spread evenly over the range comes before the first.
        s = (normal.m2 + width * width / 12.0) / max(normal.weight, 1.0)
        d = x - normal.mean
        return -math.log(2.0 * math.pi * s) / 2.0 - d * d / (2.0 * s)


def first_of_largest(scores: Mapping[int, float]) -> int | None:
    """The class of the largest score, the lowest number of equals; None if there are no scores."""
    best = None
    for k in sorted(scores):
        if best is None or scores[k] > scores[best]:
            best = k
    return best


def shares(weights: Mapping[int, float]) -> Weights:
    """Class weights as probabilities."""
    return {k: w / total(weights) for k, w in weights.items()}


def exponentials(scores: Mapping[int, float]) -> Weights:
    """Logarithms as probabilities; the largest is taken out first, so that nothing overflows."""
    top = max(scores.values())
    return shares({k: math.exp(score - top) for k, score in scores.items()})
