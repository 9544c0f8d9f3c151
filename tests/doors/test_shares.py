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


def test_rows_of_weight_0_before_the_first_class_have_their_answers() -> None:
    w = np.ones(10_000)
    w[:8192] = 0
    tree = VFDT()
    shares = tree.predict_proba_then_learn_many(np.zeros((10_000, 1)), ["a"] * 10_000, w=w)
    assert tree.n_rows == 1808
    assert shares.shape == (10_000, 1)
    assert shares[:8193].sum() == 0
    assert (shares[8193:] == 1).all()


@pytest.mark.parametrize("w", [[0.0, 1.0, 1.0], [0.0, 0.0, 1.0], [1.0, 0.0, 1.0]])
def test_batches_of_arrow_have_their_answers_whatever_their_weights(w: list[float]) -> None:
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    y = ["a", "b", "a"]
    table = pa.Table.from_batches([pa.record_batch({"x": [value]}) for value in (0.0, 1.0, 2.0)])
    tree, reference = VFDT(), VFDT()
    shares = tree.predict_proba_then_learn_many(table, y, w=w)
    wanted = reference.predict_proba_then_learn_many([{"x": value} for value in (0.0, 1.0, 2.0)], y, w=w)
    assert shares.tolist() == wanted.tolist()
    assert shares.shape == (3, len(tree.classes_))
    assert tree.digest() == reference.digest()


@pytest.mark.parametrize(
    "y", [np.arange(50), np.arange(50) - 25.0, [f"{n}" for n in range(50)]], ids=["int", "float", "text"]
)
@pytest.mark.parametrize("known", [0, 3])
def test_there_is_a_column_for_every_class_there_will_be(y: object, known: int) -> None:
    labels = np.asarray(y)
    order = np.random.default_rng(3).integers(0, 50, 3000)
    w = (order % 7 != 0).astype(float)  # some classes only ever come without weight
    tree = VFDT()
    if known:
        tree.learn_many(np.zeros((known, 1)), labels[:known])
    shares = tree.predict_proba_then_learn_many(np.zeros((3000, 1)), labels[order], w=w)
    assert shares.shape == (3000, len(tree.classes_))
    assert len(tree.classes_) == len({*range(known), *order[w > 0].tolist()})
    assert np.allclose(shares[1:].sum(axis=1), 1)
