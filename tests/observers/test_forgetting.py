"""Forgetting: values that are taken back, exactly or not at all."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from riparian._native import Summary
from tests.observers.columns import (
    EXACT,
    Column,
    below,
    column,
    columns,
    every_observer,
    kind,
    law,
    moderate,
    offered,
    summarised,
)

every_exact = pytest.mark.parametrize("variant", EXACT)


@every_observer
@law
@given(given=columns(least=1), seed=st.integers(0, 99))
def test_forgetting_is_exact_or_refused(variant: str, given: Column, seed: int) -> None:
    at = np.random.default_rng(seed).integers(len(given))
    kept = given.pick(np.arange(len(given)) != at)
    x, place, w = float(given.values[at]), int(given.classes[at]), float(given.weights[at])
    # The value comes last, or anywhere.
    for order in (np.append(np.delete(np.arange(len(given)), at), at), np.arange(len(given))):
        summary = summarised(variant, given.pick(order))
        before = summary.numbers().tobytes()
        if not summary.forget(x, place, w):
            assert summary.numbers().tobytes() == before
            assert variant not in EXACT
            continue
        # What is offered now is exact for the values left; a grid may have become coarser for ever.
        points, left, totals = offered(summary)
        assert (totals == kept.totals()).all()
        for point, counted in zip(points, left, strict=True):
            assert (counted == kept.up_to(point)).all()
        again = summary.restored()
        assert again is not None
        assert again.memory_bytes() == summary.memory_bytes()


@every_observer
@law
@given(given=columns(), x=moderate)
def test_more_than_all_there_is_is_not_forgotten(variant: str, given: Column, x: float) -> None:
    summary = summarised(variant, given)
    before = summary.numbers().tobytes()
    assert not summary.forget(x, 0, 1e6)
    assert not summary.forget(3e139, 0, 1e6)
    assert summary.numbers().tobytes() == before


@every_exact
@law
@given(given=columns(moderate), asked=st.lists(moderate, min_size=1, max_size=6))
def test_what_never_came_is_not_forgotten(variant: str, given: Column, asked: list[float]) -> None:
    summary = summarised(variant, given)
    if shift(variant, summary) > 0:
        return  # a slot of several numbers: see below
    before = summary.numbers().tobytes()
    came = set(zip(given.values.tolist(), given.classes.tolist(), strict=True))
    for x in {*asked, *given.values, *np.nextafter(given.values, np.inf)}:
        for place in range(given.count):
            if (float(x), place) not in came:
                # The smallest weight that a row may have: there is more of the class, at other values.
                assert not summary.forget(float(x), place, 0.125)
    assert summary.numbers().tobytes() == before


@every_exact
def test_a_value_between_two_and_a_class_elsewhere_never_came(variant: str) -> None:
    given = column([1.0, 2.0, 2.0, 3.0], [0, 0, 1, 1], [1.0, 4.0, 1.0, 4.0])
    summary = summarised(variant, given)
    before = summary.numbers().tobytes()
    for x, place in [(2.5, 0), (1.0 + 2**-52, 0), (-1.0, 0), (0.0, 0), (1.0, 1), (3.0, 0)]:
        assert not summary.forget(x, place, 1.0)
    assert not summary.forget(1.0, 0, 2.0)
    assert summary.numbers().tobytes() == before
    assert summary.forget(2.0, 1, 1.0)
    assert below(summary, np.inf).tolist() == [5.0, 4.0]


def shift(variant: str, summary: Summary) -> int:
    """How many of the last bits of a value do not count: none while every value has a slot of its own."""
    return int(summary.numbers()[0]) if kind(variant) == "dyadic" else 0


def test_a_slot_of_several_values_cannot_tell_them_apart() -> None:
    # Five values in four slots: 4 and 5 share the one from 4 to 6, 3 has that from 3 to 4 for itself.
    summary = summarised("dyadic:4", column([5.0, 1.0, 4.0, 2.0, 3.0], [0] * 5, count=1))
    assert shift("dyadic:4", summary) == 51
    assert not summary.forget(6.0, 0, 1.0)
    assert not summary.forget(1.5, 0, 1.0)
    # So it forgets what never came, in place of what did: the weight of the slot is right, whatever it was.
    assert summary.forget(4.5, 0, 1.0)
    assert summary.forget(3.5, 0, 1.0)
    _, left, totals = offered(summary)
    assert totals.tolist() == [3.0]
    assert left.ravel().tolist() == [1.0, 2.0]
    assert summary.forget(4.0, 0, 1.0)
    assert not summary.forget(5.0, 0, 1.0)


@pytest.mark.parametrize("variant", [variant for variant in EXACT if kind(variant) == "dyadic"])
@law
@given(given=columns(moderate), x=moderate, w=st.sampled_from([0.125, 1.0, 3.0, 20.0]))
def test_a_slot_gives_back_what_it_holds_of_a_class_and_no_more(
    variant: str, given: Column, x: float, w: float
) -> None:
    summary = summarised(variant, given)
    bits = shift(variant, summary)

    def slots(values: Any) -> NDArray[np.int64]:
        """The sign and the first bits."""
        values = np.asarray(values, dtype=np.float64)
        magnitude = np.abs(values).view(np.int64) >> bits
        return np.where(values < 0.0, ~magnitude, magnitude)

    for place in range(given.count):
        with_it = (slots(given.values) == slots([x])) & (given.classes == place)
        again = summary.restored()
        assert again is not None
        assert again.forget(x, place, w) == (w <= given.weights[with_it].sum())


@pytest.mark.parametrize("variant", EXACT)
@law
@given(given=columns())
def test_forgetting_everything_leaves_nothing(variant: str, given: Column) -> None:
    summary = summarised(variant, given)
    for x, place, w in zip(given.values, given.classes, given.weights, strict=True):
        assert summary.forget(float(x), int(place), float(w))
    points, _, totals = offered(summary)
    assert len(points) == 0
    assert (totals == 0.0).all()


# ---- real weights, whose sums are rounded


def forget_all(summary: Summary, given: Column) -> None:
    for x, place, w in zip(given.values, given.classes, given.weights, strict=True):
        assert summary.forget(float(x), int(place), float(w))


@every_exact
def test_three_tenths_are_forgotten_one_by_one(variant: str) -> None:
    # 0.1 + 0.1 + 0.1 is 5.6e-17 more than 0.3, and three times 0.1 less than that is 2.8e-17.
    summary = summarised(variant, column([5.0] * 3 + [7.0], [0, 0, 0, 1], [0.1, 0.1, 0.1, 1.0]))
    for _ in range(3):
        assert summary.forget(5.0, 0, 0.1)
    assert not summary.forget(5.0, 0, 0.1)
    assert summary.below(np.inf) == [0.0, 1.0]
    assert len(offered(summary)[0]) == 0
    thrice = summarised(variant, column([5.0] * 3, [0] * 3, [0.1] * 3))
    if variant == "segments":
        # It counts rows, too: no row weighed 0.3, and two would be left without any weight.
        before = thrice.numbers().tobytes()
        assert not thrice.forget(5.0, 0, 0.3)
        assert thrice.numbers().tobytes() == before
        return
    assert thrice.forget(5.0, 0, 0.3)
    assert thrice.below(np.inf) == [0.0, 0.0]


@every_exact
@law
@given(given=columns(real=True), seed=st.integers(0, 99))
def test_all_real_weights_forgotten_in_another_order_leave_nothing(
    variant: str, given: Column, seed: int
) -> None:
    summary, fresh = summarised(variant, given), Summary(variant, given.count)
    forget_all(summary, given.pick(np.random.default_rng(seed).permutation(len(given))))
    for mine, other in zip(offered(summary), offered(fresh), strict=True):
        assert mine.tobytes() == other.tobytes()
    assert summary.below(np.inf) == fresh.below(np.inf)
    for x in [0.0, *given.values[:4]]:
        assert summary.density(x) == fresh.density(x)
    # What it has stored: no more than a summary of nothing but for the shift of a grid, and the room.
    assert len(summary.numbers()) == len(fresh.numbers())
    assert (summary.numbers()[-given.count :] == 0.0).all()
    again = summary.restored()
    assert again is not None
    assert again.memory_bytes() == summary.memory_bytes()


@every_exact
@law
@given(given=columns(real=True), seed=st.integers(0, 99))
def test_half_of_the_real_weights_forgotten_leave_the_other_half(
    variant: str, given: Column, seed: int
) -> None:
    order = np.random.default_rng(seed).permutation(len(given))
    gone, kept = given.pick(order[::2]), given.pick(np.sort(order[1::2]))
    summary = summarised(variant, given)
    forget_all(summary, gone)
    points, left, totals = offered(summary)
    # Sums of at most 300 weights of at most 10, one of them at least 1/10.
    near = {"rel": 1e-9, "abs": 1e-9}
    assert totals == pytest.approx(kept.totals(), **near)
    for point, counted in zip(points, left, strict=True):
        assert counted == pytest.approx(kept.up_to(point), **near)
    if variant in ("exhaustive", "segments"):
        fresh = summarised(variant, kept)
        assert points.tobytes() == offered(fresh)[0].tobytes()
        for x in [0.0, *given.values[:4]]:
            assert summary.density(x) == pytest.approx(fresh.density(x), **near)
    for cut in given.values[:4] if variant in ("exhaustive", "segments") else points[:4]:
        assert below(summary, cut) == pytest.approx(kept.up_to(cut), **near)


@every_exact
@law
@given(given=columns(real=True, least=1), x=moderate)
def test_more_than_there_is_and_what_never_came_are_refused(variant: str, given: Column, x: float) -> None:
    summary = summarised(variant, given)
    before = summary.numbers().tobytes()
    place = int(given.classes[0])
    # A slot of a grid may hold other values of the class, but no more than all of them.
    held = given.totals()[place]
    if variant in ("exhaustive", "segments"):
        held = given.weights[(given.values == given.values[0]) & (given.classes == place)].sum()
    assert not summary.forget(float(given.values[0]), place, float(held) * (1.0 + 1e-6))
    if variant in ("exhaustive", "segments") and not ((given.values == x) & (given.classes == place)).any():
        assert not summary.forget(x, place, 1e-300)
    absent = Summary(variant, given.count + 1)
    absent.merge(summarised(variant, Column(given.values, given.classes, given.weights, given.count + 1)))
    unchanged = absent.numbers().tobytes()
    assert not absent.forget(float(given.values[0]), given.count, 1e-3)
    assert absent.numbers().tobytes() == unchanged
    assert summary.numbers().tobytes() == before
