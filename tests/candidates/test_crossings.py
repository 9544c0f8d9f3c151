"""Crossings of weighted normal curves against fifty-digit arithmetic, and by hand."""

from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian import _native

Curve = tuple[float, float, float]
# Of the curves' own measure: the distance of their means, and the wider deviation.
TOLERANCE = 1e-13


def exact(one: Curve, other: Curve) -> list[Decimal]:
    """The roots of the paper's equation (35), with fifty digits."""
    with localcontext(prec=110):
        (n1, m1, s1), (n2, m2, s2) = (tuple(map(Decimal, curve)) for curve in (one, other))
        a = 1 / s1**2 - 1 / s2**2
        b = -2 * (m1 / s1**2 - m2 / s2**2)
        c = m1**2 / s1**2 - m2**2 / s2**2 - 2 * (n1 * s2 / (n2 * s1)).ln()
        if a == 0:
            return [] if b == 0 else [-c / b]
        q = b * b - 4 * a * c
        if q <= 0:
            return []
        return sorted([(-b - q.sqrt()) / (2 * a), (-b + q.sqrt()) / (2 * a)])


def sensitivity(one: Curve, other: Curve, root: Decimal) -> float:
    """How far a root moves if weights, means and deviations are a last bit off: no method can do better."""
    with localcontext(prec=60):
        (_, m1, s1), (_, m2, s2) = (tuple(map(Decimal, curve)) for curve in (one, other))
        u, v = (root - m1) / s1, (root - m2) / s2
        slope = abs(v / s2 - u / s1)
        bits = Decimal(2) ** -52
        moved = 2 + u * u + v * v + abs(u) * abs(m1) / s1 + abs(v) * abs(m2) / s2
        return float(4 * bits * moved / slope) if slope else float("inf")


def agree(one: Curve, other: Curve) -> int:
    """Compare every root whose place is not a matter of rounding; how many these were."""
    wanted, found = exact(one, other), _native.crossings(one, other)
    scale = max(abs(other[1] - one[1]), one[2], other[2])
    compared = 0
    for root in wanted:
        away, span = abs(float(root) - one[1]), sensitivity(one, other, root)
        if span <= 1e-6 * max(scale, away) and away <= 1e12 * scale:
            nearest = min(abs(float(Decimal(cut) - root)) for cut in found)
            assert nearest <= TOLERANCE * max(scale, away) + span, (one, other, root, found)
            compared += 1
    if compared == len(wanted):
        assert len(found) == len(wanted), (one, other, wanted, found)
    return compared


weights = st.floats(1e-6, 1e6)
deviations = st.floats(-3, 3).map(lambda power: 10.0**power)


@settings(max_examples=500)
@given(
    st.tuples(weights, st.floats(-1e3, 1e3), deviations),
    st.tuples(weights, st.floats(-1e3, 1e3), deviations),
)
def test_roots_against_fifty_digits(one: Curve, other: Curve) -> None:
    agree(one, other)


RATIOS = [1e-6, 0.5, 1.0, 3.0, 1e6]
STEPS = [0.0, 2.0**-52, 1e-12, 1e-6, 0.1]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("distance", [0.0, 1e-9, 1e-3, 1.0, 40.0])
def test_deviations_and_means_that_nearly_agree(step: float, distance: float) -> None:
    for ratio in RATIOS:
        one, other = (ratio, 5.0, 1.0), (1.0, 5.0 + distance, 1.0 + step)
        compared = agree(one, other)
        # Curves a deviation apart always have a root that is sure, if they have any.
        assert compared >= (1 if distance >= 1.0 and exact(one, other) else 0)


def test_means_a_billion_apart_in_thousandths() -> None:
    assert agree((3.0, 0.0, 1e-3), (7.0, 1e6, 2e-3)) == 2
    assert agree((3.0, -5e5, 1e-3), (7.0, 5e5, 1e-3)) == 1


def test_order_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    for _ in range(200):
        one, other = ((rng.exponential() + 0.1, rng.normal(), rng.exponential() + 0.1) for _ in range(2))
        assert _native.crossings(one, other) == _native.crossings(other, one)


def test_a_curve_must_be_one() -> None:
    for bad in ((0.0, 1.0, 1.0), (1.0, float("nan"), 1.0), (1.0, 1.0, 0.0)):
        with pytest.raises(ValueError, match=r"a curve has a positive weight.* got \("):
            _native.crossings(bad, (1.0, 0.0, 1.0))
