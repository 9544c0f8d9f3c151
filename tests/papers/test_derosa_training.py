"""The protocol of De Rosa & Cesa-Bianchi (2015): what is run, on which rows, and what is kept of it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from riparian.papers.derosa2015 import batches, curves, labels
from riparian.papers.derosa2015.cells import (
    ASKING,
    FULL,
    QUICK,
    TUNING_SEED,
    Cell,
    Scale,
    Task,
    asking,
    chosen,
    runs,
    tuning,
)
from riparian.papers.derosa2015.data import REAL, rows_of
from riparian.papers.derosa2015.methods import METHODS, settings, tree_of
from riparian.papers.derosa2015.training import COLUMNS, run


def test_streams_of_known_trees_differ_by_tree_and_repeat() -> None:
    one, again, other = rows_of("trees", 1, 500), rows_of("trees", 1, 500), rows_of("trees", 2, 500)
    assert list(one.X) == [f"att{place}" for place in range(1, 6)]
    assert np.array_equal(one.y, again.y)
    assert not np.array_equal(one.X["att1"], other.X["att1"])
    assert set(one.y.tolist()) == {0, 1}


def test_the_positive_classes_are_those_of_the_paper(real_data) -> None:
    # Of cod-rna we have 331,152 of 488,565 rows; a third is positive in both.
    positives = {"a9a": 11_687, "airlines": 240_264, "covertype": 283_301, "electricity": 26_075}
    for name, count in positives.items():
        real_data(REAL[name][0])
        assert rows_of(name, 1).y.sum() == count
    real_data(REAL["cod-rna"][0])
    assert rows_of("cod-rna", 1).y.mean() == pytest.approx(162_855 / 488_565, abs=1e-5)


def test_nothing_can_be_learned_of_ten_distributions() -> None:
    X, y = rows_of("synthetic", 1, 20_000)
    assert len(X) == 10
    assert abs(y.mean() - 0.5) < 0.01
    # Ten correlations of nothing: a standard error is 0.007.
    assert all(abs(np.corrcoef(values, y)[0, 1]) < 0.03 for values in X.values())


def test_every_method_has_two_hundred_settings_that_are_trees() -> None:
    for method in METHODS:
        assert len(set(settings(method))) == 200
        for setting in settings(method):
            tree_of(method, setting)
    assert tree_of("H-Tree", "delta=1e-10 tau=1").get_params()["criterion"] == "gini"
    assert tree_of("C-Tree", "c=1.995").get_params()["tau"] is None


def test_settings_are_tuned_on_streams_of_their_own() -> None:
    tasks = tuning("controlled", ["trees"], FULL)
    assert sum(len(task.cells) for task in tasks) == 600
    assert {task.seeds for task in tasks} == {tuple(range(TUNING_SEED, TUNING_SEED + 50))}
    best = {("trees", method): settings(method)[3] for method in METHODS}
    run_seeds = {task.seeds for task in runs("controlled", best, FULL)}
    assert run_seeds == {(seed,) for seed in range(1, 1001)}
    assert {task.seeds for task in tuning("real", REAL, FULL)} == {(TUNING_SEED,)}
    real = runs("real", {("a9a", method): settings(method)[0] for method in METHODS}, FULL)
    assert [task.seeds for task in real] == [(seed,) for seed in range(1, 11)]


def test_a_tuned_line_is_the_mean_over_its_streams() -> None:
    scale = Scale(rows=3000, tuning=3, every=60)
    task = tuning("controlled", ["trees"], scale)[0]
    lines = run(task)
    assert [line["setting"] for line in lines] == settings("C-Tree")[::60]
    ends = [curves.whole(tree_of("C-Tree", "c=0.005"), rows_of("trees", seed, 3000)) for seed in task.seeds]
    assert lines[0]["accuracy"] == round(np.mean([end.accuracy for end in ends]), 6)
    assert lines[0]["leaves"] == round(np.mean([end.leaves for end in ends]), 2)
    assert (lines[0]["streams"], lines[0]["rows"]) == (3, 9000)
    assert set(lines[0]) <= set(COLUMNS)


def test_counting_leaves_on_the_way_changes_nothing() -> None:
    rows = rows_of("trees", 3, 20_250)
    for method, setting in (("C-Tree", "c=0.015"), ("H-Tree", "delta=0.1 tau=0.05")):
        end = curves.online(tree_of(method, setting), rows)
        whole = curves.whole(tree_of(method, setting), rows)
        assert end.accuracy == pytest.approx(whole.accuracy, abs=1e-15)
        assert end.leaves == whole.leaves > 10
        assert max(end.curve) <= whole.leaves


def test_accuracy_at_leaves_is_a_mean_over_rows_and_a_line_between() -> None:
    # 1 leaf at 0.5; 3 leaves at 0.6 and 0.8; 6 leaves at 0.85; 13 at 0.9: not of 2, nor between 6 and 13.
    found = curves.by_leaves(np.array([1, 3, 3, 6, 13]), np.array([0.5, 0.6, 0.8, 0.85, 0.9]))
    assert found == {3: 0.7, 4: 0.75, 5: 0.8, 6: 0.85}


def test_four_fifths_of_each_class_are_learned_in_their_order() -> None:
    y = np.repeat([0, 1], [300, 50])
    learned, asked = batches.parts(y, 1)
    assert y[learned].tolist() == [0] * 240 + [1] * 40
    assert sorted([*learned, *asked]) == list(range(350))
    assert not np.array_equal(learned, batches.parts(y, 2)[0])


def test_measures_are_those_of_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(1)
    answers, truth = rng.integers(0, 2, 500), rng.integers(0, 2, 500)
    wanted = [
        measure(truth, answers)
        for measure in (
            metrics.accuracy_score,
            metrics.precision_score,
            metrics.recall_score,
            metrics.f1_score,
        )
    ]
    assert batches.measured(answers, truth) == pytest.approx(wanted, abs=1e-12)
    assert batches.measured(np.zeros(3, dtype=int), np.array([0, 1, 0])) == (pytest.approx(2 / 3), 0, 0, 0)


def test_a_batch_tree_remembers_what_a_stream_tree_cannot() -> None:
    pytest.importorskip("sklearn")
    rows = rows_of("trees", 1, 20_000)
    found = {learner: batches.compared(learner, rows, 1) for learner in batches.LEARNERS}
    assert found["dt"].accuracy > found["ht_Gini"].accuracy > 0.8
    assert found["dt"].leaves > found["ht_Gini"].leaves


@pytest.mark.parametrize(("learner", "most"), [("mlpack_Gini", 200), ("mlpack_Entr", 600)])
def test_a_tree_with_mlpacks_settings_has_its_bound_of_own_rows(learner: str, most: int) -> None:
    # R sqrt(ln 20 / (2 m)) with R = 1/2 for Gini and 1 for entropy: below 0.05 from 150 and 600 rows on.
    range_of = 0.5 if learner == "mlpack_Gini" else 1.0
    tree = batches.tree_of(learner)
    rows = rows_of("synthetic", 1, 20_000)
    tree.learn_many(rows.X, rows.y)
    splits = [node for node in tree.nodes() if not node["leaf"]]
    assert len(splits) > 10
    own = [range_of**2 * math.log(20) / (2 * node["bound"] ** 2) for node in splits]
    looks = {round(rows / 100) for rows in own}
    assert own == pytest.approx([100 * round(rows / 100) for rows in own], rel=1e-9)
    # Nearly every split of noise is a tie, long before mlpack would force it at 5,000 rows.
    assert max(looks) * 100 == most


def test_all_strategies_have_as_many_labels_to_spend() -> None:
    cell = Cell("active", "run", "trees", "wanted", ASKING[0], 1)
    lines = {line["method"]: line for line in run(Task((cell,), (1,), 12_000))}
    assert list(lines) == list(labels.STRATEGIES)
    assert lines["all"]["labels"] == 12_000
    assert lines["wanted"]["labels"] == lines["random"]["labels"] < 12_000
    assert lines["uncertainty"]["labels"] <= lines["wanted"]["labels"]
    assert lines["variable-uncertainty"]["labels"] > 0.95 * lines["wanted"]["labels"]


def test_words_choose_data_of_the_figures() -> None:
    assert chosen(["controlled", "active"], []) == {
        "controlled": ("trees",),
        "active": ("trees", *REAL),
    }
    assert chosen(["controlled", "batch"], ["synthetic"]) == {"batch": ("synthetic",)}
    with pytest.raises(ValueError, match=r"'coverype' is no data of real \(did you mean 'covertype'\?\)"):
        chosen(["real"], ["coverype"])
    assert len(asking(["trees"], QUICK)) == QUICK.permutations * len(ASKING)
