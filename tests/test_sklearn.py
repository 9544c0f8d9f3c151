"""scikit-learn's own checks, and the tools that its users put around an estimator."""

import copy
import inspect
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

from riparian import IADEM2, MDT, VFDT, CorrHTree, CTree, HTree, MultiwayTree, OHyT

pytest.importorskip("sklearn")

from sklearn.base import clone, is_classifier
from sklearn.datasets import load_iris, make_blobs
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

# scikit-learn can be told of checks that cannot apply since 1.6 only; before, they are left out here.
TOLD = "expected_failed_checks" in inspect.signature(parametrize_with_checks).parameters
# Checks that cannot apply, each with its reason.
INAPPLICABLE = {
    "check_do_not_raise_errors_in_init_or_set_params": (
        "a bad setting is refused when it is given, not after a million rows"
    ),
    "check_sample_weight_equivalence_on_dense_data": (
        "the check shuffles the weighted rows only, and a learner of streams depends on their order; "
        "see test_whole_weights_count_as_repeated_rows"
    ),
}


@pytest.mark.filterwarnings("ignore:Estimator VFDT does not inherit")
@parametrize_with_checks(
    [
        VFDT(),
        MDT(grace_period=20, tau=2.0, predictor="nba"),
        HTree(grace_period=20, tau=2.0, predictor="nba"),
        CorrHTree(grace_period=20, tau=2.0, predictor="nba"),
        CTree(grace_period=20, c=0.01, tau=2.0, predictor="nba"),
        IADEM2(grace_period=20, delta=0.5, predictor="nba"),
        OHyT(grace_period=20, tau=30, nu=0.4, delta=0.5, predictor="nba"),
        MultiwayTree(grace_period=20, tau=2.0, predictor="nba"),
        MultiwayTree(grace_period=20, tau=2.0, predictor="nba", window=40),
    ],
    **({"expected_failed_checks": lambda _: INAPPLICABLE} if TOLD else {}),
)
def test_the_checks_of_scikit_learn(estimator, check):
    if not TOLD and check.func.__name__ in INAPPLICABLE:
        pytest.xfail(INAPPLICABLE[check.func.__name__])
    check(estimator)


@pytest.fixture(scope="session")
def iris():
    X, y = load_iris(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(y))
    return X[order], y[order]


def test_whole_weights_count_as_repeated_rows():
    # One leaf: the same counts, means and variances, so the same answers of naive Bayes up to rounding.
    draw = np.random.default_rng(3)
    X, y, w = draw.random((20, 4)), draw.integers(0, 3, 20), draw.integers(0, 4, 20)
    for predictor in ("mc", "nb"):
        weighted = VFDT(predictor=predictor).fit(X, y, sample_weight=w)
        repeated = VFDT(predictor=predictor).fit(X.repeat(w, axis=0), y.repeat(w))
        assert np.allclose(weighted.predict_proba(X), repeated.predict_proba(X), rtol=1e-9)


def test_fit_is_learning_with_the_classes_declared(iris):
    X, y = iris
    fitted, learned = VFDT().fit(X, y), VFDT(classes=[0, 1, 2])
    learned.learn_many(X, y)
    assert np.array_equal(fitted.predict_proba(X), learned.predict_proba_many(X))
    assert fitted.classes_.tolist() == [0, 1, 2]
    assert fitted.score(X, y) > 0.9  # naive Bayes on iris: 0.96


def test_fit_starts_anew(iris):
    X, y = iris
    tree = VFDT().fit(X, y)
    digest = tree.digest()
    tree.partial_fit(X, y)
    assert tree.digest() != digest
    assert tree.fit(X, y).digest() == digest


def test_partial_fit_in_any_cuts_is_fit(iris):
    X, y = iris
    whole, parts = VFDT().fit(X, y), VFDT()
    for start in range(0, len(y), 37):
        parts.partial_fit(X[start : start + 37], y[start : start + 37], classes=[2, 0, 1])
    assert np.array_equal(parts.predict_proba(X), whole.predict_proba(X))


def test_a_failed_fit_leaves_the_tree_as_it_was(iris):
    X, y = iris
    tree = VFDT().fit(X, y)
    digest = tree.digest()
    with pytest.raises(TypeError):
        tree.fit([["a"], [1.0], [[]]], [0, 1, 2])
    with pytest.raises(ValueError, match=r"row 1: the label must be among classes=\[0, 1, 2\], got 3"):
        tree.partial_fit(X[:2], [0, 3], classes=[0, 1, 2])
    with pytest.raises(ValueError, match="X has 2 features"):
        tree.partial_fit(X[:, :2], y, classes=[7, 8, *y])
    assert tree.digest() == digest
    assert tree.classes_.tolist() == [0, 1, 2]


def test_clones_and_pickles(iris):
    X, y = iris
    tree = VFDT(grace_period=20, tau=0.5, nominal=[3]).fit(X, y)
    fresh = clone(tree)
    assert fresh.get_params() == tree.get_params()
    assert fresh.n_rows == 0
    for same in (pickle.loads(pickle.dumps(tree)), copy.copy(tree), copy.deepcopy(tree)):
        assert same.digest() == tree.digest()
        assert same.predict(X).dtype == tree.predict(X).dtype
        same.partial_fit(X, y)
        assert same.digest() != tree.digest()


def test_a_pickled_tree_goes_on_where_it_stopped(iris):
    X, y = iris
    tree = VFDT(grace_period=20, tau=0.5)
    tree.learn_many(X[:70], y[:70])
    other = pickle.loads(pickle.dumps(tree))
    for each in (tree, other):
        each.learn_many(X[70:], y[70:])
    assert other.digest() == tree.digest()


def test_it_works_inside_the_tools_of_scikit_learn(iris):
    X, y = iris
    assert is_classifier(VFDT())
    assert cross_val_score(VFDT(), X, y, cv=3).mean() > 0.9  # naive Bayes on iris: about 0.95
    pipe = make_pipeline(StandardScaler(), VFDT())
    assert pipe.fit(X, y).score(X, y) > 0.9
    search = GridSearchCV(pipe, {"vfdt__predictor": ["mc", "nb"]}, cv=3).fit(X, y)
    assert search.best_params_ == {"vfdt__predictor": "nb"}
    assert "VFDT" in repr(search)


def test_texts_and_missing_values_are_taken_as_they_are():
    X = np.array([["a", 1.0], ["b", None], ["a", np.nan], ["b", 4.0]], dtype=object)
    tree = VFDT(predictor="nb").fit(X, ["no", "yes", "no", "yes"])
    assert tree.predict(X).tolist() == ["no", "yes", "no", "yes"]
    assert tree.predict_proba(X).shape == (4, 2)


def test_names_of_columns_are_held_to():
    pandas = pytest.importorskip("pandas")
    X = pandas.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})
    named, unnamed = VFDT().fit(X, [0, 1]), VFDT().fit(X.to_numpy(), [0, 1])
    assert named.feature_names_in_.tolist() == ["a", "b"]
    assert not hasattr(unnamed, "feature_names_in_")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        named.predict(X)
        unnamed.predict(X.to_numpy())
    with pytest.warns(UserWarning, match="X does not have valid feature names, but VFDT was fitted with"):
        named.predict(X.to_numpy())
    with pytest.warns(UserWarning, match="X has feature names, but VFDT was fitted without"):
        assert unnamed.predict(X).tolist() == unnamed.predict(X.to_numpy()).tolist()
    with pytest.raises(ValueError, match="Feature names must be in the same order as they were in fit"):
        named.predict(X[["b", "a"]])
    with pytest.raises(ValueError, match="Feature names unseen at fit time:\n- c"):
        named.partial_fit(X.rename(columns={"b": "c"}), [0, 1])


def test_polars_frames_are_held_to_their_names_too():
    polars = pytest.importorskip("polars")
    X = polars.DataFrame({"a": [1.0, 2.0], "b": ["u", "v"]})
    tree = VFDT().fit(X, [0, 1])
    assert tree.feature_names_in_.tolist() == ["a", "b"]
    assert tree.predict(X).shape == (2,)
    with pytest.raises(ValueError, match="Feature names must be in the same order"):
        tree.predict(X.select("b", "a"))
    unnamed = VFDT().fit([[1.0, "u"], [2.0, "v"]], [0, 1])
    with pytest.warns(UserWarning, match="X has feature names, but VFDT was fitted without"):
        assert unnamed.predict(X).tolist() == unnamed.predict([[1.0, "u"], [2.0, "v"]]).tolist()


def test_asking_before_fitting_is_refused():
    X = np.zeros((1, 2))
    for ask in (VFDT().predict, VFDT().predict_proba):
        with pytest.raises(NotFittedError, match="This VFDT instance is not fitted yet"):
            ask(X)
    for name in ("classes_", "n_features_in_", "feature_names_in_"):
        assert not hasattr(VFDT(), name)


def test_importing_riparian_imports_no_guest():
    script = (
        "import sys, riparian\n"
        "guests = {'numpy', 'sklearn', 'pandas', 'polars', 'pyarrow', 'scipy'}\n"
        "assert not guests & set(sys.modules), guests & set(sys.modules)\n"
        "tree = riparian.VFDT()\n"
        "tree.learn_many([[1.0], [2.0]], ['a', 'b'])\n"
        "assert not (guests - {'numpy'}) & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_every_public_name_can_be_imported():
    import riparian

    assert {"VFDT", "Tree", "__version__"} <= set(riparian.__all__)
    for name in riparian.__all__:
        assert getattr(riparian, name) is not None
        assert name in dir(riparian)
    with pytest.raises(AttributeError, match="module 'riparian' has no attribute 'CART'"):
        _ = riparian.CART


def test_scores_are_weighted():
    X, y = make_blobs(60, centers=2, random_state=0)
    tree = VFDT().fit(X, y)
    flipped = np.where(np.arange(60) < 30, 1 - tree.predict(X), tree.predict(X))
    # 30 wrong rows of weight 1 and 30 right rows of weight 3: 90 of 120
    assert tree.score(X, flipped, sample_weight=np.where(np.arange(60) < 30, 1.0, 3.0)) == 0.75
