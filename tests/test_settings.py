"""Settings: the defaults, what is refused and in which words. Names that others bring: see test_aliases."""

import copy
import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian import IADEM2, MDT, VFDT, CorrHTree, CTree, HTree, MultiwayTree, OHyT, Tree, _native
from riparian.settings import CHECKS, CHOICES

DEFAULTS = {
    "grace_period": 200,
    "delta": 1e-7,
    "tau": 0.05,
    "criterion": "entropy",
    "observer": "gaussian",
    "candidates": None,
    "rule": "hoeffding",
    "predictor": "nba",
    "nominal": None,
    "classes": None,
    "max_depth": None,
    "max_leaves": None,
    "min_gain": 1e-12,
    "min_branch_fraction": 0.01,
    "points": 10,
    "drop_poor": False,
    "multiway": False,
    "window": None,
    "budget": None,
    "threads": 1,
}


class HistogramSplitter:
    """By the name that river has for it."""


# Those of the authors' experiments; what they do not say is as for VFDT.
DEFAULTS_OF_MDT = {
    **DEFAULTS,
    "variant": "intersect",
    "faithful": False,
    "grace_period": 500,
    "tau": 0.15,
    "criterion": "misclassification",
    "rule": "normal",
    "predictor": "mc",
    "max_depth": 59,
    "min_gain": None,
    "min_branch_fraction": 1e-6,
}
for name in ("observer", "candidates", "multiway"):
    del DEFAULTS_OF_MDT[name]


def test_the_defaults_are_the_published_ones():
    assert VFDT().get_params() == DEFAULTS
    assert MDT().get_params() == DEFAULTS_OF_MDT
    others = [set(preset().get_params()) for preset in (HTree, CorrHTree, CTree, IADEM2, OHyT, MultiwayTree)]
    assert set(CHECKS) == set(DEFAULTS).union(DEFAULTS_OF_MDT, *others)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("grace_period", 3),
        ("delta", 0.1),
        ("tau", 0.2),
        ("criterion", "gini"),
        ("predictor", "mc"),
        ("nominal", ["a"]),
        ("classes", [0]),
        ("max_depth", 3),
        ("max_leaves", 4),
        ("min_gain", 0.1),
        ("min_branch_fraction", 0.2),
        ("points", 3),
    ],
)
def test_every_setting_that_defines_the_tree_is_in_its_digest(name, value):
    assert VFDT(**{name: value}).digest() != VFDT().digest()
    assert VFDT(threads=4).digest() == VFDT().digest()


def test_settings_are_kept_as_given_and_read_as_checked():
    nominal, classes = ["gate", 3], np.array([2, 1])
    tree = VFDT(
        nominal=nominal, classes=classes, criterion="info_gain", predictor=2, grace_period=np.int32(50)
    )
    kept = tree.get_params()
    assert kept["nominal"] is nominal
    assert kept["classes"] is classes
    assert (kept["criterion"], kept["predictor"]) == ("info_gain", 2)
    same = VFDT(nominal=["gate", 3], classes=[1, 2], criterion="entropy", predictor="nba", grace_period=50)
    assert tree.digest() == same.digest()


def test_a_list_changed_after_construction_does_not_change_the_tree():
    nominal = ["a"]
    tree = VFDT(nominal=nominal)
    tree.learn_one({"a": 1, "b": 1}, 0)
    nominal.append("b")
    tree.learn_one({"a": 2, "b": 2}, 1)
    other = VFDT(nominal=["a"])
    other.learn_many({"a": [1, 2], "b": [1, 2]}, [0, 1])
    assert tree.digest() == other.digest()


def test_only_changed_settings_are_shown():
    assert repr(VFDT()) == "VFDT()"
    assert repr(VFDT(tau=0.1, delta=1e-7, nominal=["a"])) == "VFDT(tau=0.1, nominal=['a'])"


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"delta": 1.5}, ValueError, "delta must lie between 0 and 1, got 1.5"),
        ({"delta": 0}, ValueError, "delta must lie between 0 and 1, got 0"),
        ({"delta": math.nan}, ValueError, "delta must lie between 0 and 1, got nan"),
        ({"delta": "0.1"}, TypeError, "delta must be a number, got '0.1'"),
        ({"delta": True}, TypeError, "delta must be a number, got True"),
        ({"tau": -0.1}, ValueError, "tau must be at least 0 and finite, got -0.1"),
        ({"tau": math.inf}, ValueError, "tau must be at least 0 and finite, got inf"),
        ({"tau": 10**400}, ValueError, "tau must be at least 0 and finite, got 1000"),
        ({"grace_period": 0}, ValueError, "grace_period must be a whole number of at least 1, got 0"),
        ({"grace_period": 2.0}, TypeError, "grace_period must be a whole number of at least 1, got 2.0"),
        ({"grace_period": None}, TypeError, "grace_period must be a whole number of at least 1, got None"),
        ({"max_depth": -1}, ValueError, "max_depth must be a whole number of at least 0 or None, got -1"),
        ({"max_leaves": 0}, ValueError, "max_leaves must be a whole number of at least 1 or None, got 0"),
        ({"min_gain": -1e-9}, ValueError, "min_gain must be at least 0 and below 1, got -1e-09"),
        (
            {"min_branch_fraction": 0.5},
            ValueError,
            "min_branch_fraction must be at least 0 and below 0.5, got 0.5",
        ),
        ({"points": 0}, ValueError, "points must be a whole number of at least 1, got 0"),
        ({"points": 10_001}, ValueError, "points must be at most 10000, got 10001"),
        ({"threads": -1.0}, TypeError, "threads must be a whole number of at least 1, or -1 for all cores"),
        ({"threads": -2}, ValueError, "threads must be from 1 to 4096, or -1 for all cores, got -2"),
        (
            {"criterion": "ginni"},
            ValueError,
            "criterion must be 'entropy', 'gain-ratio', 'gini', 'kearns-mansour' or 'misclassification', "
            "got 'ginni' (did you mean 'gini'?)",
        ),
        ({"criterion": 3}, TypeError, "criterion must be 'entropy', 'gain-ratio', 'gini', "),
        ({"criterion": "hellinger"}, ValueError, "or 'misclassification', got 'hellinger'"),
        ({"observer": "bin"}, ValueError, "got 'bin' (did you mean 'bins'?)"),
        ({"observer": "bins:1"}, ValueError, "observer 'bins' takes a limit from 2 to 10000, got 'bins:1'"),
        ({"observer": 10}, TypeError, "observer must be 'bins', "),
        ({"observer": HistogramSplitter()}, TypeError, "(write observer='histogram')"),
        (
            {"observer": "VFMLNumericAttributeClassObserver -n 100"},
            ValueError,
            "(write 'bins:100')",
        ),
        (
            {"observer": "moa.core.GaussianNumericAttributeClassObserver -n 5"},
            ValueError,
            "(write 'gaussian', and points=5)",
        ),
        (
            {"candidates": "crossing"},
            ValueError,
            "'grid' or 'multiway', got 'crossing' (did you mean 'crossings'?)",
        ),
        ({"drop_poor": 1}, TypeError, "drop_poor must be True or False, got 1"),
        ({"budget": "many"}, ValueError, "a text such as '100KB' or '32 MiB' or None, got 'many'"),
        ({"budget": "10 parsec"}, ValueError, "got '10 parsec' (units: B, KB, MB, GB and TB by 1000, "),
        (
            {"budget": 0},
            ValueError,
            "a whole number of bytes, at least 1 and below 2**62, got 0",
        ),
        ({"budget": 1.5}, ValueError, "got 1.5"),
        ({"budget": True}, TypeError, "budget must be a number, got True"),
        ({"rule": "mdt"}, ValueError, "rule must be 'hoeffding', 'hybrid', 'iadem', 'jaworski', 'normal', "),
        ({"rule": "tihgt"}, ValueError, "got 'tihgt' (did you mean 'tight'?)"),
        ({"rule": "hoeffding:3"}, ValueError, "rule 'hoeffding' takes 1 or 2 after a colon, or nothing, got"),
        ({"rule": "practical:0"}, ValueError, "rule 'practical' takes a positive number after a colon"),
        ({"rule": 2}, TypeError, "rule must be 'hoeffding', "),
        ({"tau": None}, TypeError, "tau must be a number, got None"),
        (
            {"predictor": "nbb"},
            ValueError,
            "predictor must be 'mc', 'nb' or 'nba', got 'nbb' (did you mean 'nb'?)",
        ),
        ({"predictor": True}, TypeError, "predictor must be 'mc', 'nb' or 'nba', got True"),
        ({"predictor": []}, TypeError, "predictor must be 'mc', 'nb' or 'nba', got []"),
        (
            {"nominal": "gate"},
            TypeError,
            "nominal must be a list of column names or positions or None, got 'gate'",
        ),
        ({"nominal": 3}, TypeError, "(write [3])"),
        ({"nominal": [-1]}, ValueError, "nominal must hold positions of at least 0, got -1"),
        ({"nominal": [0.5]}, TypeError, "nominal must hold column names or positions, got 0.5"),
        ({"nominal": [[]]}, TypeError, "nominal must hold column names or positions, got []"),
        ({"classes": "ab"}, TypeError, "classes must be a list of labels or None, got 'ab' (write ['ab'])"),
        ({"classes": 2}, TypeError, "classes must be a list of labels or None, got 2"),
        ({"classes": []}, ValueError, "classes must hold at least one label, got []"),
        ({"classes": [0, None]}, ValueError, "classes must not hold a missing label, got None"),
        ({"classes": [0, math.nan]}, ValueError, "classes must not hold a missing label, got nan"),
        ({"classes": [[0], [1]]}, TypeError, "classes must hold hashable labels, got [0]"),
    ],
)
def test_a_bad_value_is_refused_at_construction_and_by_set_params(given, error, message):
    for attempt in (lambda: VFDT(**given), lambda: VFDT().set_params(**given)):
        with pytest.raises(error) as caught:
            attempt()
        assert message in str(caught.value)
    tree = VFDT()
    (name, value), *_ = given.items()
    with pytest.raises(error):
        setattr(tree, name, value)
    assert tree.get_params() == DEFAULTS


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"candidates": "boundaries"}, "does not go with observer 'gaussian': a normal distribution"),
        ({"candidates": "grid", "observer": "bins"}, "use candidates 'boundaries'"),
        ({"drop_poor": True}, "drop_poor does not go with naive Bayes leaves"),
    ],
)
def test_parts_that_do_not_fit_are_refused_together(given: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        VFDT(**given)
    tree = VFDT()
    with pytest.raises(ValueError, match=message):
        tree.set_params(**given)
    assert tree.get_params() == DEFAULTS


def test_set_params_changes_all_or_nothing():
    tree = VFDT()
    with pytest.raises(ValueError, match="delta must lie between"):
        tree.set_params(tau=0.2, delta=7.0)
    assert tree.get_params() == DEFAULTS


# ---- by name


def test_names_are_those_of_the_core_and_a_papers_own_criterion_is_not_offered():
    assert sorted(_native.criteria()) == list(CHOICES["criterion"])
    assert _native.predictors() == list(CHOICES["predictor"])
    with pytest.raises(ValueError, match=r"^criterion must be 'entropy', .* got 'misclassification-printed'"):
        VFDT(criterion="misclassification-printed")


def test_settings_go_by_name_only():
    with pytest.raises(TypeError, match="VFDT takes its settings by name, got 200: write name=200"):
        VFDT(200)


def test_the_base_of_the_presets_is_no_learner():
    with pytest.raises(TypeError, match="Tree is what all presets have in common"):
        Tree()
    assert issubclass(VFDT, Tree)


# ---- changing settings of a tree that has learned


def test_threads_may_change_at_any_row():
    tree, other = VFDT(), VFDT()
    for threads in (1, 3, 2):
        tree.set_params(threads=threads)
        tree.learn_many([[1.0], [2.0]], [0, 1])
        other.learn_many([[1.0], [2.0]], [0, 1])
    assert tree.digest() == other.digest()


def test_a_setting_changed_before_the_first_row_counts():
    tree = VFDT()
    tree.predict_one({"a": 1})
    tree.tau = 0.2
    assert tree.digest() == VFDT(tau=0.2).digest()
    tree.learn_one({"a": 1}, 0)


def test_learning_on_with_changed_settings_is_refused_until_they_are_set_back_or_fit_starts_anew():
    tree = VFDT()
    tree.learn_one([1.0], 0)
    before = tree.digest()
    tree.set_params(delta=0.01)
    message = "delta was 1e-07 when this tree started and is 0.01 now: set it back to learn on, or start anew"
    for learn in (
        lambda: tree.learn_one([1.0], 0),
        lambda: tree.learn_many([[1.0]], [0]),
        lambda: tree.partial_fit([[1.0]], [0]),
        lambda: tree.predict_then_learn_many([[1.0]], [0]),
    ):
        with pytest.raises(ValueError, match=message):
            learn()
    assert tree.predict_one([1.0]) == 0
    assert tree.digest() == before
    tree.set_params(delta=1e-7).learn_one([1.0], 0)
    assert tree.n_rows == 2
    tree.set_params(delta=0.01).fit([[1.0]], [0])
    assert tree.n_rows == 1
    assert tree.digest() == VFDT(delta=0.01).fit([[1.0]], [0]).digest()


def test_the_same_value_in_other_words_is_no_change():
    tree = VFDT()
    tree.learn_one([1.0], 0)
    tree.set_params(criterion="info_gain", predictor=2, classes=None)
    tree.learn_one([1.0], 0)
    assert tree.n_rows == 2


# ---- properties

values = {
    "grace_period": st.integers(1, 1000),
    "delta": st.floats(1e-12, 0.999),
    "tau": st.floats(0, 10),
    "criterion": st.sampled_from(
        ["entropy", "gain-ratio", "gini", "kearns-mansour", "misclassification", "info_gain"]
    ),
    "predictor": st.sampled_from(["mc", "nb", "nba", 0, "NaiveBayes"]),
    "nominal": st.none() | st.lists(st.sampled_from(["a", "b", 0, 1])),
    "classes": st.none() | st.lists(st.integers(0, 5), min_size=1),
    "max_depth": st.none() | st.integers(0, 50),
    "max_leaves": st.none() | st.integers(1, 50),
    "min_gain": st.floats(0, 1),
    "min_branch_fraction": st.floats(0, 0.49),
    "points": st.integers(1, 50),
    "threads": st.integers(1, 4),
}


@given(st.fixed_dictionaries({}, optional=values))
def test_a_clone_a_copy_and_a_pickle_have_the_settings_of_the_original(given):
    tree = VFDT(**given)
    for other in (tree.clone(), copy.copy(tree), copy.deepcopy(tree), pickle.loads(pickle.dumps(tree))):
        assert other.get_params() == tree.get_params()
        assert other.digest() == tree.digest()
        assert repr(other) == repr(tree)


def test_threads_may_be_counted_as_scikit_learn_does() -> None:
    assert VFDT(n_jobs=None).threads is None
    X, y = np.arange(60.0).reshape(30, 2), [0, 1] * 15
    trees = [VFDT(n_jobs=given) for given in (None, -1, 2)]
    for tree in trees:
        tree.learn_many(X, y)
    assert len({tree.digest() for tree in trees}) == 1


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"variant": "bin"}, "variant was 'intersect' when this tree started and is 'bin' now"),
        ({"faithful": True}, "faithful was False when this tree started and is True now"),
    ],
)
def test_a_changed_setting_is_named_in_the_words_of_the_preset(changed, message):
    tree = MDT()
    tree.learn_many([[1.0], [2.0]], ["a", "b"])
    tree.set_params(**changed)
    with pytest.raises(ValueError, match=message):
        tree.learn_many([[1.0]], ["a"])


def test_none_stands_for_a_usual_gain_only_where_there_is_one():
    assert MDT(min_gain=None).min_gain is None
    tree = VFDT()
    with pytest.raises(TypeError, match="min_gain must be a number, got None"):
        tree.min_gain = None


def test_settings_that_do_not_go_together_are_refused_at_once_or_by_the_next_call_that_learns():
    with pytest.raises(ValueError, match="does not go with observer 'gaussian'"):
        VFDT().set_params(multiway=True)
    tree = VFDT()
    tree.multiway = True  # and then the observer, perhaps
    with pytest.raises(ValueError, match="does not go with observer 'gaussian'"):
        tree.learn_one({"x": 1.0}, "y")
    tree.observer = "segments"
    tree.learn_one({"x": 1.0}, "y")
    assert tree.n_rows == 1
