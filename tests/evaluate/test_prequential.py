"""Test, then train: against a slow loop, in any batches, with delay, warm-up and weights."""

from __future__ import annotations

import numpy as np
import pytest

from riparian import VFDT
from riparian.evaluate import prequential
from riparian.streams import Generated
from tests.evaluate.beside import same, slow
from tests.evaluate.models import LastLabel, Listed, MostFrequent, Reader, numbers
from tests.oracles import measures as oracle

# ---- the definition


@pytest.mark.parametrize("kind", ["agrawal", "random-tree", "led"])
def test_the_fast_path_predicts_what_the_slow_one_does(kind):
    stream, rows = Generated(kind, seed=2), 3000
    fast, rowwise = VFDT(grace_period=100), VFDT(grace_period=100)
    expected = slow(rowwise, stream, rows)
    result = prequential(fast, stream, rows=rows, every=700, window=None)
    assert fast.digest() == rowwise.digest()
    right = np.array([true == answer for true, answer in expected])
    assert result.table["row"].tolist() == [700, 1400, 2100, 2800, 3000]
    assert result.table["accuracy"].tolist() == [right[:row].mean() for row in result.table["row"]]
    confusion = result.confusion[next(iter(result.confusion))]
    for code, label in enumerate(result.classes):
        for other, answer in enumerate([*result.classes, None]):
            assert confusion[code, other] == expected.count((label, answer))


def test_nodes_and_bytes_are_those_at_the_sampled_row():
    stream = Generated("random-tree", seed=1)
    result = prequential(VFDT(grace_period=50), stream, rows=5000, every=900)
    for place, row in enumerate(result.table["row"].tolist()):
        tree = VFDT(grace_period=50)
        X, y, _ = stream.take(row)
        tree.learn_many(X, y)
        expected = (tree.n_nodes, tree.n_leaves, tree.depth, tree.memory_bytes())
        names = ("nodes", "leaves", "depth", "memory_bytes")
        assert tuple(result.table[name][place] for name in names) == expected


def test_all_measures_agree_with_the_oracle_end_to_end():
    batch = Generated("led", seed=4).take(1500)
    w = np.random.default_rng(1).gamma(2.0, 1.0, 1500)
    stream = Listed(batch.X, batch.y, w, size=77)
    every = ("accuracy", "kappa", "kappa_t", "kappa_m", "balanced_accuracy", "log_loss")
    result = prequential(VFDT(), stream, every=400, window=300, fading=0.99, measures=every)
    tree, rows, codes = VFDT(), [], {}
    for (x, y), weight in zip(stream, w.tolist(), strict=True):
        answer, p = tree.predict_one(x), tree.predict_proba_one(x)
        rows.append(
            (
                codes.setdefault(y, len(codes)),
                -1 if answer is None else codes.setdefault(answer, len(codes)),
                weight,
                p.get(y, 0.0),
            )
        )
        tree.learn_one(x, y, w=weight)
    expected = oracle.table(rows, 400, 300, 0.99)
    for name in expected[0]:
        # Sums of 1500 fractions in another order.
        assert result.table[name].tolist() == pytest.approx([line[name] for line in expected], rel=1e-9)


# ---- any batches, any time


@pytest.mark.parametrize("size", [1, 7, 250, 10_000])
@pytest.mark.parametrize("make", [VFDT, LastLabel, MostFrequent], ids=lambda make: make.__name__)
def test_batches_of_the_stream_change_no_bit(make, size):
    weights = None if make is LastLabel else np.random.default_rng(3).gamma(1.0, 1.0, 1000)
    tables = [
        prequential(make(), numbers(1000, w=weights, size=n), every=90, window=200, batch_rows=64).table
        for n in (size, 100)
    ]
    assert same(*tables)


def test_evaluating_twice_on_one_stream_gives_the_same_table():
    stream = Generated("sea", seed=1)
    first, second = (prequential(VFDT(), stream, rows=5000) for _ in range(2))
    assert same(first.table, second.table)
    assert same(first.summary, second.summary)
    assert len(first.table["row"]) == 5


def test_models_in_one_pass_do_not_disturb_each_other():
    stream = Generated("agrawal", seed=1)
    makers = {"tree": lambda: VFDT(grace_period=50), "gini": lambda: VFDT(criterion="gini"), "last": Reader}
    together = prequential({name: make() for name, make in makers.items()}, stream, rows=4000, every=500)
    for name, make in makers.items():
        alone = prequential({name: make()}, stream, rows=4000, every=500)
        assert same(together.of(name), alone.of(name))
        assert np.array_equal(together.confusion[name], alone.confusion[name])


def test_the_answers_of_one_model_change_no_measure_of_another():
    class Always:
        def predict_one(self, x):
            return "c"

        def learn_one(self, x, y):
            pass

    y = np.array(["a", "b", "c", "c", "b", "b", "c", "b"], dtype=object)
    kappas = [
        prequential({**others, "it": VFDT()}, Listed({"a": np.arange(8.0)}, y, size=1))["it"]["kappa_m"]
        for others in ({}, {"always": Always()})
    ]
    assert kappas[0] == kappas[1]


def test_every_batch_is_made_once():
    stream = numbers(1000)
    starts = []
    begin = stream.start
    stream.start = lambda: starts.append(1) or begin()
    prequential([VFDT(), VFDT(tau=0.1), MostFrequent()], stream)
    assert starts == [1]


# ---- delay and warm-up


@pytest.mark.parametrize("delay", [0, 1, 5, 400, 5000])
def test_a_label_is_learned_after_the_row_that_is_delay_later_was_predicted(delay):
    stream = Generated("stagger", seed=1)
    delayed, rowwise = VFDT(grace_period=20), VFDT(grace_period=20)
    expected = slow(rowwise, stream, 1200, delay)
    result = prequential(delayed, stream, rows=1200, delay=delay, window=None)
    assert delayed.digest() == rowwise.digest()
    assert delayed.n_rows == max(0, 1200 - delay)
    assert result.summary["accuracy"][0] == np.mean([true == answer for true, answer in expected])


def test_a_delayed_batch_model_learns_what_has_arrived():
    model = MostFrequent()
    prequential(model, numbers(1000), delay=150, batch_rows=100)
    assert model.batches == [50, *[100] * 8]


def test_warm_up_rows_are_learned_and_not_measured():
    stream = Generated("sea", seed=3)
    tree = VFDT()
    result = prequential(tree, stream, rows=2500, warmup=300, every=1000, window=None)
    assert tree.n_rows == 2500
    assert result.table["row"].tolist() == [1300, 2300, 2500]
    assert result.confusion["VFDT"].sum() == 2200
    other = VFDT()
    X, y, _ = stream.take(2500)
    right = (other.predict_then_learn_many(X, y) == np.asarray(y))[300:]
    assert result.table["accuracy"].tolist() == [right[:1000].mean(), right[:2000].mean(), right.mean()]


def test_a_warm_up_longer_than_the_stream_is_refused_where_that_is_known():
    with pytest.raises(ValueError, match="warmup must be at most the number of rows, 500, got 1000"):
        prequential(VFDT(), Generated("sea"), rows=500, warmup=1000)
    with pytest.raises(ValueError, match="warmup must be at most the number of rows, 300, got 301"):
        prequential(VFDT(), numbers(300), rows=500, warmup=301)


def test_a_warm_up_that_takes_all_rows_reports_as_many_as_there_were():
    stream = numbers(300)
    stream.rows = None
    result = prequential(VFDT(), stream, warmup=1000)
    assert result["VFDT"]["rows"] == 300
    assert result["VFDT"]["accuracy"] is None


# ---- weights


def test_weights_reach_learner_and_measures():
    whole = numbers(600)
    twice = np.where(np.arange(600) % 3 == 0, 2.0, 0.0)
    weighted = prequential({"it": VFDT()}, Listed(whole.batch.X, whole.batch.y, twice))
    kept = twice > 0
    X = {name: values[kept] for name, values in whole.batch.X.items()}
    alone = prequential({"it": VFDT()}, Listed(X, whole.batch.y[kept], np.full(200, 2.0)))
    for name in ("accuracy", "kappa", "kappa_t", "kappa_m", "balanced_accuracy", "nodes"):
        assert weighted["it"][name] == alone["it"][name]


def test_a_model_that_cannot_weigh_is_refused_on_a_weighted_stream():
    with pytest.raises(ValueError, match="the stream has weights, but model 'LastLabel' learns without"):
        prequential(LastLabel(), numbers(10, w=np.ones(10)))


# ---- what must be refused


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"rows": -1}, ValueError, "rows must be a whole number of at least 0, got -1"),
        ({"rows": 2.5}, TypeError, "rows must be a whole number"),
        ({"delay": -1}, ValueError, "delay must be a whole number of at least 0, got -1"),
        ({"warmup": "9"}, TypeError, "warmup must be a whole number"),
        ({"every": 0}, ValueError, "every must be a whole number of at least 1, got 0"),
        ({"batch_rows": 0}, ValueError, "batch_rows must be a whole number of at least 1"),
        ({"fading": 2}, ValueError, "fading must lie between 0 and 1, got 2"),
        ({"measures": ["f1"]}, ValueError, "measures must be among 'accuracy'"),
    ],
)
def test_settings_are_refused_before_the_first_row(given, error, message):
    stream = numbers(10)
    stream.start = None
    with pytest.raises(error, match=message):
        prequential(VFDT(), stream, **given)


@pytest.mark.parametrize(
    ("models", "message"),
    [
        (
            object(),
            "model 'object' must have predict_then_learn_many, learn_one and predict_one, or partial_fit",
        ),
        ({"tree": 3}, "model 'tree' must have predict_then_learn_many"),
    ],
)
def test_what_is_no_model_is_refused(models, message):
    with pytest.raises(TypeError, match=message):
        prequential(models, numbers(10))


def test_one_model_given_twice_is_refused():
    tree = VFDT()
    for models in ([tree, tree], {"one": tree, "other": tree}):
        with pytest.raises(ValueError, match="are one and the same, and would learn every row twice"):
            prequential(models, numbers(10))


def test_no_model_at_all_is_refused():
    with pytest.raises(ValueError, match="at least one model, got none"):
        prequential([], numbers(10))


def test_an_endless_stream_without_a_number_of_rows_is_refused():
    with pytest.raises(ValueError, match="stream 'sea' has no end: say how many rows"):
        prequential(VFDT(), Generated("sea"))


def test_log_loss_of_a_model_without_probabilities_is_refused():
    with pytest.raises(
        TypeError, match="log_loss needs probabilities, but model 'LastLabel' has no predict_proba_one"
    ):
        prequential(LastLabel(), numbers(10), measures=["log_loss"])


def test_a_batch_model_on_a_stream_of_unknown_classes_is_told_what_to_do():
    with pytest.raises(ValueError, match="must be told all classes beforehand"):
        prequential(MostFrequent(), Listed({"a": np.arange(3.0)}, np.array([0, 1, 0])))


def test_models_without_names_get_telling_ones():
    result = prequential([VFDT(), VFDT(tau=0.1), VFDT(), LastLabel(), LastLabel()], numbers(10))
    assert result.models == ["VFDT", "VFDT(tau=0.1)", "VFDT #2", "LastLabel", "LastLabel #2"]
