"""Periodic hold-out and k folds: beside the obvious loops, and what must be refused."""

from __future__ import annotations

import numpy as np
import pytest

from riparian import VFDT
from riparian.evaluate import Interrupted, folds, holdout
from riparian.evaluate.folds import parts
from riparian.streams import Generated
from riparian.streams.shuffle import shuffled
from tests.evaluate.models import LastLabel, Listed, MostFrequent, numbers

TIMES = ("seconds", "rows_per_second")


def timeless(table):
    return repr({name: values.tolist() for name, values in table.items() if name not in TIMES})


def accuracy(tree, batch) -> float:
    return float((tree.predict_many(batch.X) == np.asarray(batch.y)).mean())


# ---- hold-out


def test_the_test_set_is_the_start_of_the_stream_and_is_never_learned():
    stream = Generated("agrawal", seed=1)
    tree = VFDT()
    result = holdout(tree, stream, test_rows=500, rows=2500, every=1000)
    batch = stream.take(3000)
    assert tree.n_rows == 2500
    assert result.table["row"].tolist() == [1000, 2000, 2500]
    other = VFDT()
    for place, (start, stop) in enumerate([(500, 1500), (1500, 2500), (2500, 3000)]):
        part = batch.part(start, stop)
        other.learn_many(part.X, part.y)
        assert result.table["accuracy"][place] == accuracy(other, batch.part(0, 500))
        assert result.table["nodes"][place] == other.n_nodes
    assert tree.digest() == other.digest()
    assert result.confusion["VFDT"].sum() == 500
    assert result["VFDT"]["rows"] == 2500


def test_the_test_set_may_come_from_another_stream():
    stream, test = Generated("sea", seed=1), Generated("sea", seed=2)
    tree = VFDT()
    result = holdout(tree, stream, test=test, test_rows=300, rows=1000, every=1000)
    assert tree.n_rows == 1000
    assert result["VFDT"]["accuracy"] == accuracy(tree, test.take(300))
    assert result.seeds == {"stream.seed": 1, "test.seed": 2}


def test_hold_out_log_loss_is_that_of_the_probabilities():
    tree = VFDT()
    result = holdout(
        {"tree": tree, "most": MostFrequent()}, numbers(1000), test_rows=200, every=400, measures=["log_loss"]
    )
    test = numbers(1000).take(200)
    proba = tree.predict_proba_many(test.X)
    column = [tree.classes_.tolist().index(label) for label in test.y.tolist()]
    # 200 logarithms summed in another order
    assert result["tree"]["log_loss"] == pytest.approx(
        -np.log(proba[np.arange(200), column]).mean(), rel=1e-12
    )
    assert 0.6 < result["most"]["log_loss"] < 0.8


def test_hold_out_does_not_depend_on_batches_and_can_be_repeated():
    tables = [
        timeless(
            holdout(
                [VFDT(), MostFrequent(), LastLabel()], numbers(700, size=size), test_rows=100, every=250
            ).table
        )
        for size in (100, 100, 33)
    ]
    assert tables[0] == tables[1] == tables[2]


def test_an_interrupted_hold_out_brings_its_tests_so_far():
    def stop(done, total, seconds):
        assert total == 900
        if done >= 500:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        holdout([VFDT(), LastLabel()], numbers(1000), test_rows=100, every=200, progress=stop)
    assert caught.value.result.of("VFDT")["row"].tolist() == [200, 400]
    assert caught.value.result.of("LastLabel")["row"].tolist() == [200, 400]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"test_rows": 0}, "test_rows must be a whole number of at least 1, got 0"),
        ({"test_rows": 200}, "the test set of 200 rows would be all of the stream, which has 100"),
        ({"every": 0}, "every must be a whole number of at least 1, got 0"),
        ({"test": Listed({"a": np.empty(0)}, np.empty(0))}, "the test set is empty"),
    ],
)
def test_a_hold_out_that_cannot_be_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        holdout(VFDT(), numbers(100), **{"test_rows": 50, **given})


# ---- folds


def test_every_row_is_tested_once_and_learned_in_all_other_folds():
    for seed in (None, 3):
        tested = []
        for train, test in parts(103, 10, seed):
            assert sorted([*train, *test]) == list(range(103))
            tested += test.tolist()
        assert sorted(tested) == list(range(103))


def test_shuffled_folds_are_those_of_the_seed():
    def order(seed):
        return [test.tolist() for _, test in parts(50, 5, seed)]

    assert order(1) == order(1)
    assert order(1) != order(2)


@pytest.mark.parametrize("shuffle", [False, True])
def test_folds_and_epochs_beside_the_obvious_loop(shuffle):
    stream = numbers(600, classes=3)
    result = folds(VFDT(grace_period=20), stream, k=3, epochs=2, shuffle=shuffle, seed=4)
    order = shuffled(600, 4) if shuffle else np.arange(600)
    name = result.models[0]
    lines, last = [], []
    for fold in range(3):
        test = order[200 * fold : 200 * fold + 200]
        train = np.concatenate([order[: 200 * fold], order[200 * fold + 200 :]])
        tree = VFDT(grace_period=20)
        for epoch in (1, 2):
            X = {key: values[train] for key, values in stream.batch.X.items()}
            tree.learn_many(X, stream.batch.y[train])
            asked = {key: values[test] for key, values in stream.batch.X.items()}
            right = (tree.predict_many(asked) == stream.batch.y[test]).mean()
            fitted = (tree.predict_many(X) == stream.batch.y[train]).mean()
            lines.append((fold + 1, epoch, right, fitted, tree.n_nodes))
        last.append(right)
    table = result.table
    columns = ("fold", "epoch", "accuracy", "train_accuracy", "nodes")
    assert list(zip(*(table[column].tolist() for column in columns), strict=True)) == lines
    assert result[name]["accuracy"] == pytest.approx(np.mean(last), rel=1e-15)
    assert result[name]["accuracy_deviation"] == pytest.approx(np.std(last, ddof=1), rel=1e-12)
    assert result[name]["nodes"] == pytest.approx(np.mean([line[-1] for line in lines if line[1] == 2]))
    assert result.confusion[name].sum() == 600
    assert result[name]["rows"] == 400


def test_the_models_given_learn_nothing_in_folds():
    tree, most = VFDT(), MostFrequent()
    result = folds([tree, most], numbers(200), k=4)
    assert tree.n_rows == 0
    assert most.batches == []
    assert result.models == ["VFDT", "MostFrequent"]


def test_folds_of_other_libraries_start_anew():
    bayes = pytest.importorskip("sklearn.naive_bayes").GaussianNB()
    forest = pytest.importorskip("river.tree").HoeffdingTreeClassifier()
    result = folds([bayes, forest], numbers(400), k=2)
    assert not hasattr(bayes, "classes_")
    assert forest.n_leaves in (None, 0)
    assert result["GaussianNB"]["accuracy"] > 0.8


def test_an_interrupted_run_of_folds_brings_the_folds_so_far():
    def stop(done, total, seconds):
        if done >= 3 * 75:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        folds(VFDT(), numbers(100), k=4, progress=stop)
    assert caught.value.result.table["fold"].tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"k": 1}, "k must be at least 2, got 1: one fold to test, one to learn"),
        ({"k": 50}, "k=50 folds need at least 50 rows, the stream has 20"),
        ({"epochs": 0}, "epochs must be a whole number of at least 1, got 0"),
        ({"seed": -1}, "seed must be a whole number of at least 0, got -1"),
    ],
)
def test_folds_that_cannot_be_are_refused(given, message):
    with pytest.raises(ValueError, match=message):
        folds(VFDT(), numbers(20), **given)


@pytest.mark.parametrize("evaluate", [folds, holdout])
def test_endless_streams_need_a_number_of_rows(evaluate):
    with pytest.raises(ValueError, match="stream 'sea' has no end: say how many rows"):
        evaluate(VFDT(), Generated("sea"))


def test_results_of_all_kinds_survive_json(tmp_path):
    for found in (folds(VFDT(), numbers(50), k=2), holdout(VFDT(), numbers(50), test_rows=10, every=20)):
        found.to_json(tmp_path / "it.json")
        back = type(found).load(tmp_path / "it.json")
        assert back.to_json() == found.to_json()
        assert str(back) == str(found)


@pytest.mark.parametrize("evaluate", [holdout, folds])
def test_the_model_that_refuses_is_named(evaluate):
    models = {"free": VFDT(), "tight": VFDT(budget=4000)}
    with pytest.raises(ValueError, match="too small for one leaf") as refused:
        evaluate(models, Generated("waveform", seed=1), rows=2000)
    assert refused.value.__notes__ == ["model 'tight'"]
