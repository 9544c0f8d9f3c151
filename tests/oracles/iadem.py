"""IADEM-2, row by row: the best split is compared with the worst, by what is known of them.

Ramos-Jiménez et al. (2006), del Campo-Ávila et al. (2008), as the program of the latter has them. A share
has an interval, hence an entropy (to the base of the number of classes) has one, hence a split. Told as
knowledge, one minus the entropy: `sure` with the largest entropy that the intervals allow, `maybe` with the
smallest.
"""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tests.oracles.contest import Candidate, Verdict, candidates
from tests.oracles.leaf import Leaf, Row, Weights, total
from tests.oracles.vfdt import Oracle

# What is surely known counts as equal if it is closer than this; then what is known maybe decides.
LITTLE = 2.0**-40
# A branch with more than this share of the weight forbids a split.
MOST = 0.75

Interval = tuple[float, float]


def distance(share: float, n: float, delta: float) -> float:
    """`eps` of a share among `n` rows: Hoeffding's bound; for a small share Chernoff's, if it is narrower."""
    if n == 0.0:
        return 1.0
    log = math.log(2.0 / delta)
    hoeffding = math.sqrt(log / (2.0 * n))
    if share >= 1.0 / 6.0:
        return min(1.0, hoeffding)
    chernoff = (3.0 * log + math.sqrt(9.0 * log**2 + 12.0 * n * share * log)) / (2.0 * n)
    return min(1.0, hoeffding, chernoff)


def around(share: float, n: float, delta: float) -> Interval:
    eps = distance(share, n, delta)
    return max(0.0, share - eps), min(1.0, share + eps)


def entropy(shares: Sequence[float]) -> float:
    """To the base of the number of shares, so that it is at most 1."""
    return -sum(p * math.log(p) for p in shares if p > 0.0) / math.log(len(shares))


def water_filled(intervals: Sequence[Interval]) -> list[float]:
    """`p_k = clip(level, L_k, U_k)` at the level where they sum to 1: as even as can be."""

    def filled(level: float) -> list[float]:
        return [min(max(level, low), high) for low, high in intervals]

    even = 1.0 / len(intervals)
    if filled(even) == [even] * len(intervals):
        return filled(even)
    ends = sorted({end for interval in intervals for end in interval})
    for below, above in pairwise(ends):
        least, most = sum(filled(below)), sum(filled(above))
        if least <= 1.0 <= most and least < most:
            # Between two ends the sum grows with the level along a straight line.
            return filled(below + (above - below) * (1.0 - least) / (most - least))
    return filled(ends[-1])


def concentrated(intervals: Sequence[Interval]) -> list[float]:
    """As uneven as can be: again and again the class that can become largest takes all it can."""
    slack = 1.0 - sum(low for low, _ in intervals)
    found = [low for low, _ in intervals]
    unused = set(range(len(intervals)))
    while unused:
        reach = {k: min(intervals[k][1], intervals[k][0] + slack) for k in unused}
        chosen = max(sorted(unused), key=lambda k: reach[k])
        slack -= reach[chosen] - intervals[chosen][0]
        found[chosen] = reach[chosen]
        unused.remove(chosen)
    return found


@dataclass(frozen=True)
class Span:
    """What is known of a split."""

    sure: float
    maybe: float

    @property
    def width(self) -> float:
        return self.maybe - self.sure

    def shared(self, other: "Span") -> float:
        """`o(X, Y) = |X and Y| / |X|`; for an `X` of no width 1 if it lies inside, otherwise 0."""
        common = min(self.maybe, other.maybe) - max(self.sure, other.sure)
        if self.width <= 0.0:
            return float(common >= 0.0)
        return max(0.0, common) / self.width


def shares_of(weights: Mapping[int, float], n_classes: int) -> list[float]:
    """The shares of so many classes, at least two; those without a row come last."""
    n, present = total(weights), [weights[k] for k in sorted(weights) if weights[k] > 0.0]
    return [w / n for w in present] + [0.0] * (max(2, n_classes) - len(present))


def branch_span(weights: Mapping[int, float], n_classes: int, rows_per_weight: float, delta: float) -> Span:
    """What is known of one branch; classes without a row have intervals, too."""
    n = total(weights)
    shares = shares_of(weights, n_classes)
    intervals = [around(share, n * rows_per_weight, delta) for share in shares]
    even = water_filled(intervals)
    sure = 0.0 if len(set(even)) == 1 else max(0.0, 1.0 - entropy(even))
    return Span(sure, max(sure, 1.0 - entropy(concentrated(intervals))))


def span(
    branches: Sequence[Mapping[int, float]], n_classes: int, rows_per_weight: float, delta: float
) -> Span:
    """What is known of a split: that of the branches, by their shares of the weight."""
    n = sum(total(branch) for branch in branches)
    spans = [(total(b) / n, branch_span(b, n_classes, rows_per_weight, delta)) for b in branches if total(b)]
    return Span(sum(w * s.sure for w, s in spans), sum(w * s.maybe for w, s in spans))


def observed(branches: Sequence[Mapping[int, float]], n_classes: int) -> float:
    """Knowledge if the shares were exactly those that were counted."""
    n = sum(total(branch) for branch in branches)
    shares = [(total(b) / n, shares_of(b, n_classes)) for b in branches if total(b)]
    return sum(w * (1.0 - entropy(of_branch)) for w, of_branch in shares)


def counted(leaf: Leaf) -> int:
    """`K`: the classes with weight at the leaf, inherited weight included."""
    return len([w for w in leaf.votes.values() if w > 0.0])


def rows_per_weight(leaf: Leaf) -> float:
    """Effective rows, `own^2 / own_sq`, for each unit of weight."""
    return total(leaf.own) / leaf.own_sq


@dataclass
class Offer:
    """A candidate and what is known of it; the larger its rank, the better."""

    candidate: Candidate
    span: Span
    rank: float


def offers(
    leaf: Leaf, columns: Sequence[Hashable], delta: float, room: float, by: str = "maybe"
) -> tuple[list[Offer], list[Offer]]:
    """The best candidate of every column that has one, and all candidates.

    Where equally much is known surely, what is known 'maybe' decides, or what was 'seen'.
    """
    best, every = [], []
    n_classes = counted(leaf)
    for column in columns:
        of_column = []
        for candidate in candidates(leaf, column, "entropy", 0.0, room):
            known = span(candidate.branches, n_classes, rows_per_weight(leaf), delta)
            then = known.maybe if by == "maybe" else observed(candidate.branches, n_classes)
            of_column.append(Offer(candidate, known, known.sure + LITTLE * then))
        every += of_column
        if of_column:
            best.append(max(of_column, key=lambda offer: offer.rank))  # the first of equals
    return best, every


def is_close(one: float, other: float) -> bool:
    """Whether rounding ranks them: a small `sure` is what a subtraction from 1 has left."""
    return abs(one - other) <= 1e-9 * one + 1e-15


def has_rival(best: Offer, every: Sequence[Offer]) -> bool:
    """Whether another candidate, with other branches, is as good."""
    others = [offer for offer in every if offer.candidate.branches != best.candidate.branches]
    return any(is_close(best.rank, other.rank) for other in others)


def is_different(best: Span, worst: Span, difference: float) -> bool:
    return best.shared(worst) <= difference or worst.shared(best) <= difference


def is_same(best: Span, worst: Span, difference: float) -> bool:
    both = min(best.shared(worst), worst.shared(best))
    return both >= 1.0 - difference and best.width <= difference


def is_lopsided(branches: Sequence[Weights]) -> bool:
    weights = [total(branch) for branch in branches]
    return max(weights) > MOST * sum(weights)


def decide(
    leaf: Leaf,
    columns: Sequence[Hashable],
    *,
    delta: float,
    difference: float,
    room: float = math.inf,
    installed: Hashable = None,
) -> Verdict | None:
    """The split that the leaf has earned, or None. A split on the column `installed` need not be even."""
    if len(leaf.own) < 2:
        return None
    by_column, every = offers(leaf, columns, delta, room)
    if not by_column:
        return None
    best = max(by_column, key=lambda offer: offer.rank)
    worst = min(by_column, key=lambda offer: offer.rank).span
    near_tie = has_rival(best, every)
    if best.candidate.column != installed and is_lopsided(best.candidate.branches):
        return None
    alone = len(by_column) == 1
    if alone or is_different(best.span, worst, difference):
        reason = "bound"
    elif is_same(best.span, worst, difference):
        reason = "tie"
    else:
        return None
    best.candidate.merit = best.span.sure
    return Verdict(best.candidate, worst.sure, best.span.width, reason, near_tie)


def effective(weight: float, weight_sq: float) -> float:
    """Effective number of rows."""
    return weight**2 / weight_sq if weight_sq else 0.0


def most_error(leaves: Sequence[Leaf], delta: float) -> float:
    """What all leaves add to the error of the tree."""
    return min(1.0, sum(errors(leaves, delta)))


def errors(leaves: Sequence[Leaf], delta: float) -> list[float]:
    """`reach_up * (1 - lower bound of the majority)` of every leaf."""
    votes = sum(total(leaf.votes) for leaf in leaves)
    n = effective(sum(leaf.weight for leaf in leaves), sum(leaf.weight_sq for leaf in leaves))
    found = []
    for leaf in leaves:
        here = total(leaf.votes)
        reached = around(here / votes if votes else 0.0, n, delta)[1]
        majority = max(leaf.votes.values(), default=0.0) / here if here else 0.0
        found.append(reached * (1.0 - around(majority, effective(leaf.weight, leaf.weight_sq), delta)[0]))
    return found


def worst_that_may_split(
    leaves: Sequence[Leaf], asking: Leaf, earned: Callable[[Leaf], Verdict | None], delta: float, least: float
) -> tuple[Leaf, Verdict] | None:
    """Of the leaves that have earned a split, are no better than the one that asks, and have had so many rows
    of their own, the worst one. The one that asks has had them."""
    parts = errors(leaves, delta)
    own = parts[next(at for at, leaf in enumerate(leaves) if leaf is asking)]
    waited = [
        part > own and effective(total(leaf.own), leaf.own_sq) >= least
        for leaf, part in zip(leaves, parts, strict=True)
    ]
    asked = [at for at, leaf in enumerate(leaves) if leaf is asking or waited[at]]
    found = {at: verdict for at in asked if (verdict := earned(leaves[at]))}
    if not found:
        return None
    worst = max(found, key=lambda at: parts[at])  # the first of equals
    if any(at != worst and is_close(parts[at], parts[worst]) for at in found):
        found[worst].near_tie = True
    return leaves[worst], found[worst]


class Iadem(Oracle):
    """A tree that grows by the rule."""

    def __init__(
        self,
        *,
        grace_period: int = 100,
        delta: float = 0.01,
        difference: float = 0.1,
        max_error: float | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(grace_period=grace_period, delta=delta, min_branch_fraction=0.0, **settings)
        self.numbers = {"delta": delta, "difference": difference}
        self.max_error = max_error
        self.refused = 0
        self.out_of_turn = 0

    def is_accurate_enough(self) -> bool:
        if self.max_error is None:
            return False
        leaves = [node for node in self.tree if isinstance(node, Leaf)]
        return most_error(leaves, self.numbers["delta"]) <= self.max_error

    def keep_score(self, leaf: Leaf, asked: Row, known: Mapping[Hashable, int], k: int, w: float) -> None:
        """Only a leaf that chooses between predictors needs to know who was right, and it takes long."""
        if self.predictor == "nba":
            super().keep_score(leaf, asked, known, k, w)

    def attempt(self, leaf: Leaf, room: float) -> None:
        leaf.since = 0
        verdict = decide(leaf, self.columns, **self.numbers, room=room)
        if verdict and self.max_error is None:
            self.grow(leaf, verdict)
        elif verdict:
            self.expand(leaf)

    def expand(self, asking: Leaf) -> None:
        """Worst first, until the leaf that asks has split or the tree is accurate enough."""
        least = self.grace_period
        while not self.is_accurate_enough():
            leaves = [node for node in self.tree if isinstance(node, Leaf)]
            found = worst_that_may_split(leaves, asking, self.earned, self.numbers["delta"], least)
            if found is None:
                return
            leaf, verdict = found
            self.grow(leaf, verdict)
            if leaf is asking:
                return
            self.out_of_turn += 1
        self.refused += 1

    def earned(self, leaf: Leaf) -> Verdict | None:
        if not self.may_grow(leaf):
            return None
        room = self.max_leaves + 1 - self.n_leaves
        return decide(leaf, self.columns, **self.numbers, room=room)
