"""Probabilities given before each row is learned: those of `predict_proba_one` followed by `learn_one`."""

import numpy as np
import pytest

from riparian import VFDT
from tests.drawn import NAMED_NOMINAL, draw_stream


@pytest.mark.parametrize("predictor", ["mc", "nb", "nba"])
@pytest.mark.parametrize("weights", ["unit", "eighths"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_shares_are_those_of_rows_one_by_one(predictor: str, weights: str, seed: int) -> None:
    rows = draw_stream(seed, 600, weights=weights, missing=0.1)
    tree, reference = (
        VFDT(predictor=predictor, grace_period=20, tau=0.5, nominal=NAMED_NOMINAL) for _ in range(2)
    )
    one_by_one = []
    for x, y, w in rows:
        one_by_one.append(reference.predict_proba_one(x))
        reference.learn_one(x, y, w=w)
    parts = [rows[:17], rows[17:400], rows[400:]]
    shares = [
        tree.predict_proba_then_learn_many(
            [x for x, _, _ in part], [y for _, y, _ in part], w=[w for *_, w in part]
        )
        for part in parts
    ]
    assert tree.digest() == reference.digest()
    assert tree.n_leaves > 2
    at = 0
    for part in shares:
        for row in part:
            # A class that came later in the same call has a column, and nothing in it.
            told = one_by_one[at]
            assert row.tolist() == [told.get(label, 0.0) for label in reference.classes_.tolist()[: len(row)]]
            at += 1
    assert at == len(rows)


def test_rows_that_do_not_count_are_told_as_any_others() -> None:
    tree = VFDT()
    assert tree.predict_proba_then_learn_many([[0.5]] * 2, ["no", "yes"], w=[0.0, 0.0]).shape == (2, 0)
    tree.learn_many([[0.1], [0.2], [0.9]], ["no", "no", "yes"])
    before = tree.digest()
    found = tree.predict_proba_then_learn_many([[0.5]], ["maybe"], w=[0.0])
    assert np.array_equal(found, tree.predict_proba_many([[0.5]]))
    assert tree.digest() == before
