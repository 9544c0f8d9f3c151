"""Measures along a stream: by hand, beside the slow oracle and scikit-learn, and in any batches."""

from __future__ import annotations

import math
import tracemalloc
from collections import deque

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian.evaluate import tally
from riparian.evaluate.measures import MEASURES, precision, recall
from riparian.evaluate.meter import Meter
from tests.oracles import measures as oracle

ALL = tuple(MEASURES)


def drawn(seed: int, rows: int, classes: int, *, weighted: bool = False, zeros: float = 0.0):
    """True classes, answers (some none), weights and probabilities."""
    rng = np.random.default_rng(seed)
    actual = rng.choice(classes, rows, p=rng.dirichlet(np.full(classes, 2.0)))
    predicted = np.where(rng.random(rows) < 0.6, actual, rng.integers(-1, classes, rows))
    weight = rng.gamma(2.0, 1.0, rows) if weighted else None
    if weight is not None:
        weight[rng.random(rows) < zeros] = 0.0
    return actual, predicted, weight, rng.random(rows)


def in_batches(meter: Meter, rows, sizes) -> Meter:
    at = 0
    for size in sizes:
        meter.add(*(None if part is None else part[at : at + size] for part in rows))
        at += size
    meter.add(*(None if part is None else part[at:] for part in rows))
    return meter


# ---- by hand


def test_accuracy_divides_by_weight_and_not_by_rows():
    meter = Meter()
    meter.add([0, 1, 1], [0, 0, 1], w=[2.0, 5.0, 3.0])
    assert meter.final()["accuracy"] == 0.5


def test_kappa_of_a_worked_example():
    # 50 rows: both yes 20, both no 15, true yes and predicted no 5, the other way round 10.
    # p0 = 35/50 = 0.7; pc = 25/50 · 30/50 + 25/50 · 20/50 = 0.5; kappa = 0.2/0.5
    meter = Meter()
    meter.add([0] * 25 + [1] * 25, [0] * 20 + [1] * 5 + [0] * 10 + [1] * 15)
    assert meter.final()["kappa"] == pytest.approx(0.4, abs=1e-15)


def test_kappa_t_measures_against_the_label_before():
    # labels 0 0 1 1: the label before is right at rows 2 and 4, so pc = 1/2; the model is right three times
    meter = Meter()
    meter.add([0, 0, 1, 1], [0, 0, 0, 1])
    assert meter.final()["kappa_t"] == 0.5


def test_the_first_row_is_not_given_to_the_yardsticks():
    # MOA would let both answer class 0 at the first row, and be right.
    meter = Meter()
    meter.add([0, 0], [0, 0])
    assert meter.final()["kappa_t"] == meter.final()["kappa_m"] == 1.0


def test_kappa_m_asks_the_majority_before_the_label_is_known():
    # labels 1 0 0 0: the majority before each is none, 1, 1 (of equals the first to come), 0: right at row 4
    meter = Meter()
    meter.add([1, 0, 0, 0], [1, 0, 0, 1])
    assert meter.final()["kappa_m"] == pytest.approx((0.75 - 0.25) / (1 - 0.25), rel=1e-15)


def test_the_numbering_of_classes_breaks_no_tie():
    labels = np.array([0, 1, 2, 2, 1, 1, 2, 1])
    kappas = set()
    for codes in ([0, 1, 2], [0, 2, 1], [2, 0, 1], [5, 7, 3]):
        meter = Meter(measures=["kappa_m"])
        actual = np.array(codes)[labels]
        meter.add(actual, np.full(8, codes[0]))
        kappas.add(meter.final()["kappa_m"])
    # the majority before each row: none 0 0 0 2 1 1 1 (1 came before 2): it misses 6, the model 7
    assert kappas == {(6 - 7) / 6}


def test_a_row_of_weight_zero_does_not_come_first():
    # the 1 of weight 0 leaves no trace: 0 comes first, and wins the tie before the last row
    meter = Meter(measures=["kappa_m"])
    meter.add([1, 0, 1, 0], [0, 0, 1, 1], w=[0.0, 1.0, 1.0, 1.0])
    # the majority is wrong at rows 2 and 3 and right at row 4; the model at row 4 only is wrong
    assert meter.final()["kappa_m"] == 0.5


def test_a_row_without_an_answer_is_wrong():
    meter = Meter()
    meter.add([0, 0, 1], [-1, 0, 1])
    assert meter.final()["accuracy"] == 2 / 3
    assert meter.confusion.tolist() == [[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]


def test_fading_shrinks_what_was_before_by_the_factor():
    # S = ((1·0.5 + 0)·0.5 + 1), B = ((1·0.5 + 1)·0.5 + 1): 1.25/1.75
    meter = Meter(fading=0.5, measures=["accuracy"])
    meter.add([0, 0, 0], [0, -1, 0])
    assert meter.table()["fading_accuracy"].tolist() == [1.25 / 1.75]


def test_a_window_forgets():
    meter = Meter(every=2, window=3, measures=["accuracy"])
    meter.add([0] * 5, [-1, -1, 0, -1, 0])
    table = meter.table()
    assert table["row"].tolist() == [2, 4, 5]
    assert table["window_accuracy"].tolist() == [0.0, 1 / 3, 2 / 3]


def test_kappas_are_undefined_where_chance_is_never_wrong():
    meter = Meter(every=2, window=2)
    meter.add([0, 0, 0, 0], [0, 0, 0, -1])
    table = meter.table()
    assert math.isnan(table["kappa"][0])
    assert math.isnan(table["window_kappa_t"][1])
    assert math.isnan(table["window_kappa_m"][1])
    assert table["window_accuracy"][1] == 0.5


@pytest.mark.parametrize(("weighted", "fading"), [(True, None), (True, 0.9), (False, 0.9)])
def test_a_yardstick_that_never_errs_leaves_kappas_undefined_whatever_the_roundings(weighted, fading):
    actual = np.zeros(3000, dtype=int)
    predicted = actual.copy()
    predicted[::7] = 1
    weight = np.random.default_rng(0).choice([0.1, 0.3, 2.5], 3000) if weighted else None
    meter = Meter(every=500, window=500, fading=fading)
    meter.add(actual, predicted, weight)
    table = meter.table()
    for name in ("kappa_t", "kappa_m"):
        assert np.isnan(table[f"window_{name}"][1:]).all()
        assert (table[name] <= 1).all()  # the first row has no label before it
        if fading is not None:
            # the miss at the first row has faded below a rounding of what came since
            assert np.isnan(table[f"fading_{name}"]).all()


def test_no_rows_measure_nothing():
    meter = Meter()
    assert all(math.isnan(value) for value in meter.final().values())
    assert len(meter.table()["row"]) == 0


def test_rows_of_weight_zero_alone_measure_nothing():
    meter = Meter()
    meter.add([0, 1], [0, 0], w=[0.0, 0.0])
    assert all(math.isnan(value) for value in meter.final().values())


def test_a_certain_error_costs_no_more_than_the_least_probability():
    meter = Meter(measures=["log_loss"])
    meter.add([0], [1], p=[0.0])
    assert meter.final()["log_loss"] == pytest.approx(36.04365338911715)


def test_classes_never_predicted_have_no_precision_and_those_that_never_came_no_recall():
    confusion = np.array([[2.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]])
    assert precision(confusion).tolist()[::2] == [1.0, 0.5]
    assert math.isnan(precision(confusion)[1])
    assert recall(confusion).tolist()[::2] == [2 / 3, 1.0]
    assert math.isnan(recall(confusion)[1])


# ---- properties


@settings(max_examples=40)
@given(
    seed=st.integers(0, 10**6),
    sizes=st.lists(st.integers(0, 60), max_size=12),
    weighted=st.booleans(),
    every=st.sampled_from([1, 7, 40, 100, 1000]),
    window=st.sampled_from([None, 1, 7, 33, 100, 400]),
)
def test_batches_change_no_bit(seed, sizes, weighted, every, window):
    rows = drawn(seed, 180, 4, weighted=weighted, zeros=0.1)
    asked = {"every": every, "window": window, "fading": 0.97, "measures": ALL}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("riparian.evaluate.meter.AT_ONCE", 50)
        patch.setattr("riparian.evaluate.meter.MOST_UNREAD", 100)
        patch.setattr(tally, "MOST_ROWS", 30)
        patch.setattr("riparian.evaluate.meter.MOST_SUMS", 60)
        patch.setattr("riparian.evaluate.yardsticks.MOST_CELLS", 40)
        cut = in_batches(Meter(**asked), rows, sizes)
        other = in_batches(Meter(**asked), rows, [1] * 179)
        whole = in_batches(Meter(**asked), rows, [])
        for meter in (cut, other):
            assert {name: values.tobytes() for name, values in meter.table().items()} == {
                name: values.tobytes() for name, values in whole.table().items()
            }
            assert meter.confusion.tobytes() == whole.confusion.tobytes()
            assert meter.final() == pytest.approx(whole.final(), abs=0, nan_ok=True)


@given(seed=st.integers(0, 10**6), every=st.integers(1, 130))
def test_a_window_as_long_as_the_stream_measures_the_stream(seed, every):
    table = in_batches(Meter(every=every, window=500), drawn(seed, 120, 3), [50]).table()
    for name in ("accuracy", "kappa", "kappa_t", "kappa_m", "balanced_accuracy"):
        assert np.array_equal(table[name], table[f"window_{name}"], equal_nan=True)


def test_a_class_that_comes_late_changes_nothing_before():
    actual, predicted, _, _ = drawn(5, 400, 3)
    late = np.where(np.arange(400) < 350, actual, 7)
    tables = [in_batches(Meter(every=50, window=80), (y, predicted), [300]).table() for y in (actual, late)]
    for name, values in tables[0].items():
        assert values[:7].tobytes() == tables[1][name][:7].tobytes()
    assert tables[0]["accuracy"][-1] > tables[1]["accuracy"][-1]


def held(meter: Meter) -> int:
    """Bytes of all arrays that a meter holds, but for the samples."""
    found, waiting = 0, [value for name, value in vars(meter).items() if name not in ("_samples", "_unread")]
    while waiting:
        value = waiting.pop()
        if isinstance(value, np.ndarray):
            found += value.nbytes
        elif isinstance(value, list | tuple | deque):
            waiting += value
        elif hasattr(value, "__dict__"):
            waiting += vars(value).values()
    return found


def test_memory_does_not_grow_with_the_stream():
    meter = Meter(every=10_000, window=30_000, fading=0.99, measures=ALL)
    rows = drawn(1, 100_000, 3, weighted=True)
    sizes = []
    for _ in range(8):
        meter.add(*rows)
        sizes.append(held(meter))
    assert max(sizes[2:]) <= 1.3 * sizes[1]  # the window holds a few blocks more or less


def test_memory_stays_bounded_where_every_row_is_a_sample_of_many_classes():
    # 66,000 samples of 604 sums each are 300 MB; what is held at a time is a fraction of that
    actual, predicted, _, _ = drawn(2, 66_000, 200)
    meter = Meter(every=1, window=300)
    tracemalloc.start()
    try:
        meter.add(actual, predicted)
        meter.close()
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 64e6


# ---- the oracle


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(
    ("every", "window", "classes"),
    [(10, 10, 2), (30, 70, 5), (7, 3, 3), (100, 40, 2), (1, 9, 4), (400, 250, 20)],
)
def test_every_measure_agrees_with_the_oracle(every, window, classes, weighted):
    actual, predicted, weight, p = drawn(every, 333, classes, weighted=weighted, zeros=0.2)
    meter = Meter(every=every, window=window, fading=0.98, measures=ALL)
    table = in_batches(meter, (actual, predicted, weight, p), [5, 100, 1]).table()
    rows = list(
        zip(
            actual.tolist(),
            predicted.tolist(),
            [1.0] * 333 if weight is None else weight.tolist(),
            p.tolist(),
            strict=True,
        )
    )
    expected = oracle.table(rows, every, window, 0.98)
    assert list(table) == list(expected[0])
    for name in table:
        # Sums in another order: a few hundred roundings, and kappa divides by what chance leaves open.
        assert table[name].tolist() == pytest.approx(
            [row[name] for row in expected], rel=1e-9, abs=1e-9, nan_ok=True
        )


# ---- scikit-learn


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("classes", [2, 3, 7])
def test_measures_agree_with_scikit_learn(classes, weighted):
    metrics = pytest.importorskip("sklearn.metrics")
    actual, predicted, weight, _ = drawn(classes, 700, classes, weighted=weighted)
    predicted = np.maximum(predicted, 0)
    proba = np.random.default_rng(1).dirichlet(np.ones(classes), 700)
    meter = Meter(measures=ALL)
    meter.add(actual, predicted, weight, proba[np.arange(700), actual])
    given = {"sample_weight": weight}
    assert meter.final() == pytest.approx(
        {
            "accuracy": metrics.accuracy_score(actual, predicted, **given),
            "kappa": metrics.cohen_kappa_score(actual, predicted, **given),
            "balanced_accuracy": metrics.balanced_accuracy_score(actual, predicted, **given),
            "log_loss": metrics.log_loss(actual, proba, labels=range(classes), **given),
            "kappa_t": meter.final()["kappa_t"],
            "kappa_m": meter.final()["kappa_m"],
        },
        rel=1e-12,
    )
    confusion = metrics.confusion_matrix(actual, predicted, labels=range(classes), **given)
    assert meter.confusion[:, :-1] == pytest.approx(confusion, rel=1e-12)
    options = {"average": None, "labels": range(classes), "zero_division": np.nan, **given}
    assert precision(meter.confusion) == pytest.approx(
        metrics.precision_score(actual, predicted, **options), rel=1e-12, nan_ok=True
    )
    assert recall(meter.confusion) == pytest.approx(
        metrics.recall_score(actual, predicted, **options), rel=1e-12, nan_ok=True
    )


# ---- what must be refused


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"every": 0}, "every must be a whole number of at least 1, got 0"),
        ({"window": -5}, "window must be a whole number of at least 1, got -5"),
        ({"fading": 1.0}, "fading must lie between 0 and 1, got 1.0"),
        ({"measures": ["acuracy"]}, r"measures must be among .* got 'acuracy' \(did you mean 'accuracy'\?\)"),
    ],
)
def test_settings_out_of_range_are_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        Meter(**settings)


@pytest.mark.parametrize("settings", [{"every": 1.5}, {"window": True}, {"fading": "0.9"}])
def test_settings_of_the_wrong_type_are_refused(settings):
    with pytest.raises(TypeError, match="must be a"):
        Meter(**settings)


def measured(rows) -> None:
    meter = Meter()
    meter.add(*rows)
    meter.close()


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (([0, -1], [0, 0]), "row 1: actual must be at least 0, got -1"),
        (([0, 1], [0, -2]), "row 1: predicted must be at least -1, got -2"),
        (([0, 1], [0]), "one prediction per row: 2 rows, 1 predictions"),
        (([0, 1], [0, 1], [1.0, -1.0]), "row 1: w must be a number from 0 to 1e15, got -1.0"),
        (([0, 1], [0, 1], None, [0.5, 1.5]), "row 1: p must lie between 0 and 1, got 1.5"),
        (([0, 5000], [0, 1]), "5001 classes are too many to measure"),
    ],
)
def test_codes_out_of_range_are_refused(rows, message):
    with pytest.raises(ValueError, match=message):
        measured(rows)


def test_log_loss_without_probabilities_is_refused():
    with pytest.raises(ValueError, match="log_loss needs the probability of the true class"):
        Meter(measures=["log_loss"]).add([0], [0])


def test_a_meter_that_was_read_takes_no_more_rows():
    meter = Meter()
    meter.close()
    with pytest.raises(ValueError, match="measure further rows with a new one"):
        meter.add([0], [0])
