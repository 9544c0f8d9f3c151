"""Models of three vocabularies: asked before they are told, each in its own words."""

from __future__ import annotations

import math

import numpy as np
import pytest

from riparian import VFDT
from riparian.categories import Categories
from riparian.evaluate import prequential
from riparian.streams import Generated
from tests.evaluate.models import LastLabel, Listed, MostFrequent, Reader, numbers


def test_a_river_model_is_asked_before_it_is_told_row_by_row():
    model = LastLabel()
    stream = numbers(5)
    prequential(model, stream)
    a = stream.batch.X["a"].tolist()
    assert model.log == [entry for value in a for entry in (("predict", value), ("learn", value))]


def test_kappa_t_of_the_no_change_classifier_is_zero():
    result = prequential(Reader(), Generated("agrawal", seed=7), rows=3000)
    assert result["Reader"]["kappa_t"] == 0.0


def test_a_partial_fit_model_predicts_a_whole_batch_before_it_learns_it():
    model = MostFrequent()
    X = {"a": np.arange(10.0)}
    y = np.array([1, 1, 1, 1, 0, 0, 0, 0, 0, 0])
    result = prequential(model, Listed(X, y, size=3, classes=(0, 1)), batch_rows=4)
    # no answer for rows 1-4, then 1 for four zeros, then (4 against 4, the first class) 0 for the rest
    assert model.batches == [4, 4, 2]
    assert result.confusion["MostFrequent"].tolist() == [[2.0, 4.0, 0.0], [0.0, 0.0, 4.0]]


def test_a_partial_fit_model_gets_nominal_columns_as_codes():
    seen = []

    class Keeps(MostFrequent):
        def partial_fit(self, X, y, **given):
            seen.append(X.tolist())
            return super().partial_fit(X, y, **given)

    gate = Categories([1, -1], ["open", "shut"])
    prequential(
        Keeps(), Listed({"gate": gate, "a": np.array([True, False])}, np.array([0, 1]), classes=(0, 1))
    )
    assert repr(seen) == repr([[[1.0, 1.0], [math.nan, 0.0]]])


@pytest.mark.parametrize("library", ["river", "sklearn"])
def test_models_of_other_libraries_run(library):
    if library == "river":
        model = pytest.importorskip("river.tree").HoeffdingTreeClassifier()
    else:
        model = pytest.importorskip("sklearn.naive_bayes").GaussianNB()
    every = ("accuracy", "log_loss")
    result = prequential({"it": model}, Generated("sea", seed=1), rows=2000, batch_rows=100, measures=every)
    assert result["it"]["accuracy"] > 0.75
    assert 0 < result["it"]["log_loss"] < 3
    assert (result["it"]["nodes"] is None) == (library == "sklearn")
    assert result["it"]["memory_bytes"] is None


def test_our_learner_by_public_doors_only_gives_the_same():
    class Plain:
        def __init__(self):
            self.tree = VFDT()

        def predict_then_learn_many(self, X, y, w=None):
            return self.tree.predict_then_learn_many(X, y, w=w)

    stream = numbers(800, classes=3)
    assert np.array_equal(
        prequential({"it": Plain()}, stream).table["kappa"],
        prequential({"it": VFDT()}, stream).table["kappa"],
    )


def test_log_loss_of_a_batch_model_takes_the_columns_of_its_own_classes():
    X = {"a": np.arange(6.0)}
    stream = Listed(X, np.array([1, 1, 1, 0, 1, 0]), classes=(0, 1))
    result = prequential(MostFrequent(), stream, batch_rows=4, measures=["log_loss"])
    # rows 1-4 before anything is known count as certain errors; then P(1) = 3/4 and P(0) = 1/4
    expected = (4 * -math.log(np.finfo(float).eps) - math.log(0.75) - math.log(0.25)) / 6
    assert result["MostFrequent"]["log_loss"] == pytest.approx(expected, rel=1e-14)
