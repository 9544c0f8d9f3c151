"""`gk:T` is MOA's summary, value by value (tools/moa/record_gk.py): tuples, cuts and counts."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riparian import VFDT
from riparian._native import Summary
from tests.observers.columns import below, column, offered, summarised

FILE = json.loads((Path(__file__).resolve().parent / "moa_gk.json").read_text("utf-8"))
CLASSES: int = FILE["classes"]
every_case = pytest.mark.parametrize("case", FILE["cases"], ids=lambda case: str(case["name"]))


def tuples_of(summary: Summary) -> list[list[list[float]]]:
    """Of each class the tuples (value, g, delta)."""
    numbers, found = summary.numbers(), []
    while len(numbers):
        count = int(numbers[0])
        found.append(numbers[2 : 2 + 3 * count].reshape(3, count).T.tolist())
        numbers = numbers[2 + 3 * count :]
    return found


@every_case
def test_tuples_are_those_of_moa_after_every_row(case: dict[str, Any]) -> None:
    summary = Summary(f"gk:{case['limit']}", CLASSES)
    states = {row: (label, tuples) for row, label, tuples in case["states"]}
    for row, (x, label) in enumerate(case["rows"], start=1):
        summary.observe(np.array([x]), np.array([label], dtype=np.uint32), np.ones(1))
        if row in states:
            recorded, tuples = states[row]
            assert recorded == label
            assert tuples_of(summary)[label] == tuples, row


def learned(case: dict[str, Any]) -> Summary:
    values, labels = zip(*case["rows"], strict=True)
    return summarised(f"gk:{case['limit']}", column(values, labels, count=CLASSES))


@every_case
def test_cuts_are_those_that_moa_suggests_but_the_largest(case: dict[str, Any]) -> None:
    points, _, _ = offered(learned(case))
    assert points.tolist() == sorted({cut for cuts in case["cuts"] for cut in cuts})[:-1]


@every_case
def test_class_weights_on_both_sides_of_a_cut_are_those_of_moa(case: dict[str, Any]) -> None:
    summary = learned(case)
    totals = below(summary, np.inf)
    for cut, left, right in case["below"]:
        # MOA's vectors end with the last class that it has met.
        wanted = [(side + [0.0] * CLASSES)[:CLASSES] for side in (left, right)]
        assert below(summary, cut).tolist() == wanted[0]
        assert (totals - below(summary, cut)).tolist() == wanted[1]


def test_the_record_has_what_is_hard_about_it() -> None:
    # Ties, full summaries and such with room, and a class that has fewer values than there is room for.
    for case in FILE["cases"]:
        assert case["states"][-1][0] == len(case["rows"])
    full = [case for case in FILE["cases"] if len(case["cuts"][0]) == case["limit"] - 1]
    assert 10 <= len(full) < len(FILE["cases"])
    assert any(len(set(case["cuts"][0])) < len(case["cuts"][0]) for case in full)
    assert any(len(case["cuts"][2]) < case["limit"] - 1 for case in full)


# ---- where weights are not 1


def test_a_weight_is_the_g_of_a_tuple_and_its_delta_is_never_negative() -> None:
    # 2 comes with more than may lie before 3: nothing of 3's weight can lie before it.
    rows = column([1.0, 3.0, 2.0, 2.5], [0, 0, 0, 0], [1.0, 4.0, 6.0, 1.5], count=1)
    found = [[1.0, 1.0, 0.0], [2.0, 6.0, 0.0], [2.5, 1.5, 2.5], [3.0, 4.0, 0.0]]
    assert tuples_of(summarised("gk:10", rows)) == [found]


def test_equal_weights_of_any_size_keep_the_values_of_weight_one() -> None:
    rng = np.random.default_rng(4)
    values = rng.normal(size=500).round(2)
    once = np.array(tuples_of(summarised("gk:10", column(values, [0] * 500, count=1))))
    heavy = tuples_of(summarised("gk:10", column(values, [0] * 500, [0.375] * 500, count=1)))
    assert (np.array(heavy) == once * [1.0, 0.375, 0.375]).all()


# ---- the setting


def test_ten_tuples_are_usual_as_in_moa() -> None:
    named = VFDT(observer="GreenwaldKhannaNumericAttributeClassObserver")
    assert named.digest() == VFDT(observer="gk").digest() == VFDT(observer="gk:10").digest()


@pytest.mark.parametrize("wrong", ["gk:2", "gk:10001", "gk:", "gk:0.01", "gk:10:10"])
def test_other_limits_are_refused(wrong: str) -> None:
    with pytest.raises(
        ValueError, match=f"observer 'gk' takes a number of tuples from 3 to 10000, got '{wrong}'"
    ):
        VFDT(observer=wrong)
