"""Active learning: which labels are asked for, how many, and what is learned."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian import VFDT, CTree
from riparian.evaluate import active
from riparian.evaluate.strategies import STRATEGIES
from riparian.streams import Generated

STREAM = Generated("derosa-tree", seed=1, leaves=8)
TREE: dict[str, Any] = {"bound": "tight", "criterion": "misclassification", "tau": 0.4}


class Sure:
    """A model that is always equally sure, and counts what it learns."""

    def __init__(self, chance: float = 0.95) -> None:
        self.chance, self.learned = chance, 0

    def predict_one(self, x: dict[str, float]) -> str:
        return "class1" if x["att1"] < 0.5 else "class2"

    def predict_proba_one(self, x: dict[str, float]) -> dict[str, float]:
        return {"class1": self.chance, "class2": 1.0 - self.chance}

    def label_wanted(self, x: dict[str, float], *, tolerance: float) -> bool:
        return x["att1"] < tolerance

    def learn_one(self, x: dict[str, float], y: str) -> None:
        self.learned += 1


def test_only_wanted_rows_are_learned_and_every_row_is_predicted() -> None:
    model = Sure()
    rows = list(islice(STREAM, 400))
    found = active(model, STREAM, rows=400, tolerance=0.25)
    assert found.rows == 400
    assert found.labels == model.learned == sum(x["att1"] < 0.25 for x, _ in rows)
    assert found.accuracy == sum(model.predict_one(x) == y for x, y in rows) / 400


def test_all_labels_give_the_tree_of_the_stream() -> None:
    asked, whole = VFDT(), VFDT()
    found = active(asked, STREAM, rows=3000, ask="random")
    batch = STREAM.take(3000)
    answers = whole.predict_then_learn_many(batch.X, batch.y)
    assert found.labels == 3000
    assert found.accuracy == sum(a == b for a, b in zip(answers, batch.y, strict=True)) / 3000
    assert asked.digest() == whole.digest()


@given(
    st.integers(0, 400), st.sampled_from(sorted(STRATEGIES)), st.floats(0.5, 1.0), st.integers(0, 2**32 - 1)
)
def test_no_strategy_spends_more_than_it_may(labels: int, ask: str, chance: float, seed: int) -> None:
    model = Sure(chance)
    found = active(model, STREAM, rows=300, ask=ask, labels=labels, seed=seed)
    assert model.learned == found.labels <= labels
    if ask in ("first", "random"):
        assert found.labels == min(labels, 300)
    if ask == "variable-uncertainty":
        # Not even on the way: of the first rows, no larger part than of all, and the label in hand.
        assert all(spent <= labels * rows / 300 + 1 for rows, spent, _ in found.curve)


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 0.9])
@pytest.mark.parametrize("chance", [0.5, 0.95, 1.0])
def test_a_threshold_that_adapts_spends_its_labels_however_sure_the_model_is(share, chance) -> None:
    labels = round(5000 * share)
    found = active(Sure(chance), STREAM, rows=5000, ask="variable-uncertainty", labels=labels)
    assert 0.9 * labels <= found.labels <= labels
    fixed = active(Sure(chance), STREAM, rows=5000, ask="uncertainty", labels=labels)
    assert fixed.labels == (labels if chance < 0.9 else 0)


def test_weights_are_learned_and_measured() -> None:
    X = {"x": [i % 10 / 10 for i in range(300)]}
    y = ["wet" if x > 0.35 else "dry" for x in X["x"]]
    w = [0.0 if i % 2 else 5.0 for i in range(300)]
    asked, whole = VFDT(grace_period=20), VFDT(grace_period=20)
    found = active(asked, (X, y, w), ask="first")
    assert found.labels == 150  # a row of weight 0 would teach nothing
    answers = whole.predict_then_learn_many(X, y, w=w)
    assert asked.digest() == whole.digest()
    right = [weight for weight, a, b in zip(w, answers, y, strict=True) if a == b]
    assert found.accuracy == sum(right) / sum(w)


def test_a_model_of_one_class_is_not_sure() -> None:
    # Before the second class is known every chance is 1, and an uncertain sampler would never see it.
    tree = VFDT()
    found = active(tree, STREAM, rows=2000, ask="uncertainty", labels=500)
    assert len(tree.classes_) == 2
    assert found.labels > 100


def test_wanted_labels_are_worth_more_than_as_many_others() -> None:
    own = active(CTree(**TREE), STREAM, rows=20_000, tolerance=0.2)
    assert 0 < own.labels < 10_000
    for ask in ("random", "variable-uncertainty"):
        other = active(CTree(**TREE), STREAM, rows=20_000, ask=ask, labels=own.labels)
        assert 0.95 * own.labels <= other.labels <= own.labels
        assert own.accuracy > other.accuracy + 0.01


def test_the_first_rows_are_those_that_come_first() -> None:
    found = active(Sure(), STREAM, rows=1000, ask="first", labels=250)
    assert [labels for rows, labels, _ in found.curve] == [min(rows, 250) for rows, _, _ in found.curve]


def test_the_curve_ends_where_the_rows_do() -> None:
    found = active(Sure(), STREAM, rows=1005)
    assert [point[0] for point in found.curve] == [*range(10, 1001, 10), 1005]
    assert found.curve[-1] == (found.rows, found.labels, found.accuracy)


def test_rows_are_those_there_are() -> None:
    table = ({"att1": [0.1, 0.9, 0.4]}, ["class1", "class2", "class1"])
    assert active(Sure(), table).rows == 3
    assert active(Sure(), table, rows=99, ask="random", labels=2).labels == 2


@pytest.mark.parametrize(
    ("given", "kind", "message"),
    [
        (
            {"ask": "wnated", "rows": 9},
            ValueError,
            r"ask must be .*, got 'wnated' \(did you mean 'wanted'\?\)",
        ),
        ({}, ValueError, "does not say how many rows it has: name a number of rows"),
        ({"ask": 7, "rows": 9}, ValueError, "ask must be .*, got 7"),
        ({"rows": "9"}, TypeError, "rows must be a whole number of at least 1, got '9'"),
        ({"rows": 9, "tolerance": -1}, ValueError, "tolerance must be at least 0 and finite, got -1"),
        ({"rows": 0}, ValueError, "rows must be a whole number of at least 1, got 0"),
        ({"rows": 9, "labels": -1}, ValueError, "labels must be a whole number of at least 0, got -1"),
        ({"rows": 9, "labels": 0.5}, TypeError, "labels must be a whole number of at least 0, got 0.5"),
    ],
)
def test_bad_questions_are_refused(given: dict[str, Any], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        active(CTree(), STREAM, **given)


def test_a_model_that_lacks_a_word_is_refused() -> None:
    with pytest.raises(TypeError, match="needs one model with predict_one and learn_one, got 'list'"):
        active([CTree()], STREAM, rows=9, ask="random")
    with pytest.raises(TypeError, match="got a class: make a model of it"):
        active(CTree, STREAM, rows=9)


def test_a_result_is_shown_without_its_curve() -> None:
    found = active(Sure(), STREAM, rows=100)
    assert repr(found) == f"Active(rows=100, labels={found.labels}, accuracy={found.accuracy})"
    assert isinstance(hash(found), int)
