"""Names and values that users of other libraries bring along: translated, or refused with the way out."""

from inspect import signature

import pytest

from riparian import IADEM2, MDT, VFDT
from riparian.aliases import ABSENT, NAMES, VALUES

SETTINGS = set(VFDT().get_params()) | set(MDT().get_params()) | set(IADEM2().get_params())


def test_every_brought_name_stands_for_a_setting():
    assert set(NAMES.values()) <= SETTINGS
    assert set(VALUES) <= SETTINGS
    assert not set(NAMES) & SETTINGS
    assert not set(ABSENT) & (set(NAMES) | SETTINGS)


@pytest.mark.parametrize(
    ("brought", "ours"),
    [
        # river
        ({"split_criterion": "info_gain"}, {"criterion": "entropy"}),
        ({"split_criterion": "gini", "leaf_prediction": "mc"}, {"criterion": "gini", "predictor": "mc"}),
        ({"nominal_attributes": ["a"], "splitter": None}, {"nominal": ["a"]}),
        # CapyMOA and MOA
        ({"confidence": 1e-3, "tie_threshold": 0.1}, {"delta": 1e-3, "tau": 0.1}),
        ({"leaf_prediction": "NaiveBayes"}, {"predictor": "nb"}),
        ({"leaf_prediction": 0}, {"predictor": "mc"}),
        ({"leaf_prediction": 2}, {"predictor": "nba"}),
        ({"split_criterion": "GiniSplitCriterion"}, {"criterion": "gini"}),
        ({"numeric_attribute_observer": "GaussianNumericAttributeClassObserver"}, {"observer": "gaussian"}),
        (
            {"gracePeriod": 50, "splitConfidence": 0.01, "tieThreshold": 0.2},
            {"grace_period": 50, "delta": 0.01, "tau": 0.2},
        ),
        # scikit-multiflow
        ({"split_confidence": 1e-5, "leaf_prediction": "nba"}, {"delta": 1e-5}),
        # scikit-learn
        ({"max_leaf_nodes": 9, "n_jobs": 2, "criterion": "log_loss"}, {"max_leaves": 9, "threads": 2}),
        # in words
        ({"predictor": "naive_bayes_adaptive"}, {"predictor": "nba"}),
        ({"predictor": "majority_class"}, {"predictor": "mc"}),
    ],
)
def test_names_and_values_of_other_libraries_mean_the_same(brought, ours):
    assert VFDT(**brought).digest() == VFDT(**ours).digest()
    assert VFDT().set_params(**brought).digest() == VFDT(**ours).digest()


def test_river_names_are_those_of_river():
    tree = pytest.importorskip("river.tree")
    theirs = set(signature(tree.HoeffdingTreeClassifier).parameters)
    assert theirs <= set(NAMES) | set(ABSENT) | SETTINGS


@pytest.mark.parametrize("name", sorted(ABSENT))
def test_a_name_without_meaning_here_is_refused_with_the_way_out(name):
    with pytest.raises(TypeError, match=f"VFDT has no setting '{name}': .+"):
        VFDT(**{name: 1})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"criterion": "entropy", "split_criterion": "gini"},
            "criterion and split_criterion are the same setting",
        ),
        (
            {"split_confidence": 0.1, "confidence": 0.1},
            "split_confidence and confidence are the same setting",
        ),
        ({"delta": 1e-7, "confidence": 0.1}, "delta and confidence are the same setting: give one of them"),
        ({"grace": 3}, "VFDT has no setting 'grace'"),
        ({"max_dept": 3}, r"VFDT has no setting 'max_dept' \(did you mean 'max_depth'\?\)"),
        ({"leaf_predictor": 3}, r"\(did you mean 'leaf_prediction'\?\)"),
    ],
)
def test_a_name_given_twice_or_unknown_is_refused(given, message):
    with pytest.raises(TypeError, match=message):
        VFDT(**given)
    with pytest.raises(ValueError, match=message):
        VFDT().set_params(**given)
