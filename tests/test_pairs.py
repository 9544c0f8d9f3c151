"""All combinations of parts: those that fit make one tree, the others are refused with a way out."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from riparian import VFDT, _native
from riparian.settings import CHOICES
from tests.long_streams import learn, learn_by_row, make_stream

PARTS = {
    "observer": _native.observers(),
    "candidates": _native.candidates(),
    "criterion": CHOICES["criterion"],
    "rule": _native.rules(),
    "predictor": CHOICES["predictor"],
    "drop_poor": [False, True],
    "window": [None, 150],
}
REFUSED = re.compile(r"^.+ does not go with .+: .+\b(use|leave)\b")


def refusal(given: dict[str, Any]) -> str | None:
    """Why a combination is refused; None if it is not."""
    try:
        VFDT(**given)
    except ValueError as refused:
        return str(refused)
    return None


def fitting(observer: str) -> list[dict[str, Any]]:
    """The combinations that are not refused; a refusal says what does not go together, and a way out."""
    found = []
    for values in product(*{**PARTS, "observer": [observer]}.values()):
        given = dict(zip(PARTS, values, strict=True))
        reason = refusal(given)
        if reason is None:
            found.append(given)
        else:
            assert REFUSED.match(reason), reason
    return found


@pytest.mark.parametrize("observer", PARTS["observer"])
def test_every_pair_that_fits_learns_one_tree_and_answers(observer: str) -> None:
    stream = make_stream(7, 240, numeric=2, nominal=1, classes=2, missing=0.05)
    combinations = fitting(observer)
    assert len(combinations) > 70
    leaves = 0
    for given in combinations:
        # A tie for the narrow widths and none for the wide ones: some trees grow, and all are asked to.
        trees = [VFDT(**given, grace_period=40, tau=1.0, delta=0.1) for _ in range(2)]
        learn_by_row(trees[0], stream)
        learn(trees[1], stream)
        assert trees[0].digest() == trees[1].digest(), given
        assert trees[0].predict_one({"x0": 1.0, "s0": "new"}) in trees[0].classes_
        leaves += trees[0].n_leaves
    assert leaves > 2 * len(combinations)
