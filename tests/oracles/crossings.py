"""Cuts where the curves of two classes cross: docs/definition.md, "Numeric candidates (crossings)".

Mirkhan, Amir Haeri & Meybodi (2019), equation 35, solved with many digits. Every crossing is offered: leaving
some out must not change the winner.
"""

import math
from decimal import Decimal, localcontext
from itertools import combinations

from tests.oracles.leaf import Normal, Weights, phi

TINY = 2.2250738585072014e-308


def variance(normal: Normal, low: float, high: float) -> float:
    """At least a share of the squared range."""
    found = normal.m2 / (normal.weight - 1.0) if normal.weight > 1.0 else 0.0
    return max(found, 1e-12 * (high - low) ** 2, TINY)


def roots(one: tuple[float, float, float], other: tuple[float, float, float]) -> list[float]:
    """Where two curves (weight, mean, variance) cross."""
    with localcontext(prec=80):
        (n1, m1, v1), (n2, m2, v2) = (tuple(map(Decimal, curve)) for curve in (one, other))
        a = 1 / v1 - 1 / v2
        b = m1 / v1 - m2 / v2
        c = m1 * m1 / v1 - m2 * m2 / v2 - 2 * (n1 / n2).ln() - (v2 / v1).ln()
        if a == 0:
            return [] if b == 0 else [float(c / (2 * b))]
        q = b * b - a * c
        return [] if q <= 0 else [float((b - q.sqrt()) / a), float((b + q.sqrt()) / a)]


def offered(normals: dict[int, Normal], low: float, high: float) -> list[float]:
    """The cuts of a column, ascending."""
    found = []
    for one, other in combinations(normals.values(), 2):
        if one.lo < one.hi or other.lo < other.hi:
            curves = [(normal.weight, normal.mean, variance(normal, low, high)) for normal in (one, other)]
            found += roots(*curves)
    for k, normal in normals.items():
        if normal.lo == normal.hi:
            ends = [end for j, near in normals.items() if j != k for end in (near.lo, near.hi)]
            nearest = [max((e for e in ends if e < normal.mean), default=None)]
            nearest += [min((e for e in ends if e > normal.mean), default=None)]
            found += [normal.mean + (end - normal.mean) / 2 for end in nearest if end is not None]
    return sorted(cut for cut in found if low < cut < high)


def left_of(normals: dict[int, Normal], cut: float, low: float, high: float) -> Weights:
    """Class weights up to a cut, of curves without ends."""
    return {
        k: normal.weight * phi((cut - normal.mean) / math.sqrt(variance(normal, low, high)))
        for k, normal in normals.items()
    }
