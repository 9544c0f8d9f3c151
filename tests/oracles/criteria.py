"""How mixed a count vector is: docs/criteria.md, written out again."""

import math
from collections.abc import Mapping

from tests.oracles.leaf import total


def impurity(criterion: str, weights: Mapping[int, float]) -> float:
    """`g` of the class weights, with `p_k = n_k / n`; 0 where there is no weight."""
    n = total(weights)
    if n == 0.0:
        return 0.0
    p = [weights[k] / n for k in sorted(weights)]
    if criterion in ("entropy", "gain-ratio"):
        return -sum(share * math.log2(share) for share in p if share > 0.0)
    if criterion == "gini":
        return 1.0 - sum(share * share for share in p)
    if criterion == "misclassification":
        return 1.0 - max(p)
    if criterion == "kearns-mansour":
        # A share may come out a rounding error above 1.
        return sum(math.sqrt(share * max(0.0, 1.0 - share)) for share in p) / 2.0
    raise ValueError(f"unknown criterion {criterion!r}")


def criterion_range(criterion: str, n_classes: int) -> float:
    """`R(K)`: the largest value that `g` can take, or a ratio."""
    k = max(2, n_classes)
    if criterion == "gain-ratio":
        return 1.0
    if criterion == "entropy":
        return math.log2(k)
    if criterion == "kearns-mansour":
        return math.sqrt(k - 1) / 2.0
    if criterion in ("gini", "misclassification"):
        return 1.0 - 1.0 / k
    raise ValueError(f"unknown criterion {criterion!r}")
