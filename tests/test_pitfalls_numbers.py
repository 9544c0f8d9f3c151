"""Defects of other systems with numbers (N1 to N8): NaN, overflow, negative variance, splits on nothing.

Each test bears the number of the defect that it forbids; tests/test_pitfalls.py has the others and the list.
"""

import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from riparian import VFDT
from tests.long_streams import Stream, by_matrix, make_stream

PREDICTORS = ["mc", "nb", "nba"]
every_predictor = pytest.mark.parametrize("predictor", PREDICTORS)


def assert_sane(shares: NDArray[np.float64], rows: int, classes: int) -> None:
    """One probability per row and class, none of them NaN, and 1 together."""
    assert shares.shape == (rows, classes)
    assert np.isfinite(shares).all()
    assert (shares >= 0).all()
    # A sum of K rounded quotients is off by some K times 1e-16.
    assert np.abs(shares.sum(axis=1) - 1).max(initial=0.0) < 1e-12


def numbers_in(tree: VFDT) -> list[float]:
    """Every number that the nodes of a tree show."""
    found: list[float] = []
    for node in tree.nodes():
        found += [node["weight"], *node["counts"].values()]
        if not node["leaf"]:
            found += [node["gain"], node["second"], node["bound"], node["test"]["cut"] or 0.0]
    return found


def noise_free(seed: int, rows: int, classes: int = 4) -> Stream:
    return make_stream(
        seed, rows, numeric=5, nominal=0, classes=classes, missing=0.0, arrivals=False, noise=0.0
    )


@every_predictor
@pytest.mark.parametrize("share", [0.0, 0.05, 0.2, 0.5])
def test_nan_is_never_worse_than_dropping_the_rows_that_have_it(share: float, predictor: str) -> None:  # N1
    stream = noise_free(1, 12_000)
    X, y = by_matrix(stream, 0, len(stream)), np.array(stream.labels)
    train, test = slice(0, 9_000), slice(9_000, None)
    holes = np.where(np.random.default_rng(2).random(X.shape) < share, np.nan, X)
    whole = ~np.isnan(holes[train]).any(axis=1)
    clean, dropped, tree = (VFDT(predictor=predictor) for _ in range(3))
    clean.learn_many(X[train], y[train])
    dropped.learn_many(holes[train][whole], y[train][whole])
    tree.learn_many(holes[train], y[train])

    def accuracy(model: VFDT) -> float:
        return float((model.predict_many(X[test]) == y[test]).mean())

    # Two points for the chance that another first split is found.
    assert accuracy(tree) >= accuracy(dropped) - 0.02
    assert tree.n_leaves <= 2 * clean.n_leaves
    assert all(math.isfinite(x) for x in numbers_in(tree))
    assert_sane(tree.predict_proba_many(holes), len(holes), 4)
    assert_sane(tree.predict_proba_many(np.full((3, 5), np.nan)), 3, 4)


@every_predictor
@pytest.mark.parametrize("scale", [1e300, 1e140, 1e-140, 1e-300, 5e-324])
def test_values_of_any_size_give_probabilities(scale: float, predictor: str) -> None:  # N3
    rng = np.random.default_rng(3)
    X = rng.normal(size=(2000, 3)) * scale
    X[:, 2] = np.where(rng.random(2000) < 0.5, 1.0, scale)  # both sizes in one column
    y = (X[:, 0] > 0).astype(int) + (X[:, 1] > 0)
    tree = VFDT(predictor=predictor, grace_period=50, tau=0.3)
    tree.learn_many(X, y)
    assert all(math.isfinite(x) for x in numbers_in(tree))
    for asked in (X, -X, X * 1e-5, np.zeros((2, 3)), np.full((2, 3), 1e300), np.full((2, 3), -1e-300)):
        assert_sane(tree.predict_proba_many(asked), len(asked), 3)


@pytest.mark.parametrize("predictor", ["nb", "nba"])
def test_ten_thousand_columns_do_not_overflow_a_product_of_densities(predictor: str) -> None:  # N3
    rng = np.random.default_rng(4)
    y = np.arange(300) % 3
    X = rng.normal(size=(300, 10_000)) * 1e-3 + y[:, None] * 1e-3
    X[:, ::7] = 5.0  # constants say nothing
    tree = VFDT(predictor=predictor)
    tree.learn_many(X[:250], y[:250])
    shares = tree.predict_proba_many(X[250:])
    assert_sane(shares, 50, 3)
    assert (shares.argmax(axis=1) == y[250:]).all()


@pytest.mark.parametrize(
    "observer", ["gaussian", "bins", "dyadic", "exhaustive", "histogram", "quantiles:100", "segments"]
)
def test_a_column_that_is_constant_in_a_rare_class_does_not_decide_alone(observer: str) -> None:  # N3
    """Four rows of the class had 0 where most other rows have it, too; two columns tell the classes apart."""
    rng = np.random.default_rng(5)
    n = 2000
    y = np.where(np.arange(n) % 500 == 7, "rare", "common")
    X = rng.normal(np.where(y == "rare", 2.0, 0.0)[:, None], 1.0, (n, 2))
    spikes = np.where((y == "common") & (rng.random(n) < 0.1), rng.random(n), 0.0)
    tree = VFDT(predictor="nb", observer=observer, max_leaves=1)
    tree.learn_many(np.column_stack([X, spikes]), y)
    fresh = np.column_stack([rng.normal(size=(n, 2)), np.zeros(n)])
    assert (tree.predict_many(fresh) == "common").mean() > 0.98


def test_a_class_that_cannot_be_is_not_passed_over() -> None:  # N3
    rng = np.random.default_rng(5)
    y = np.arange(400) % 2
    # The same deviations in both classes, so that both normals are equally wide.
    X = np.column_stack([np.repeat(rng.normal(size=200), 2) + 1000 * y, rng.normal(size=400)])
    tree = VFDT(predictor="nb", max_leaves=1)
    tree.learn_many(X, y)
    # The density of x = 0 in class 1 is exp(-500000), which is 0: the class is out, whatever column 2 says.
    assert tree.predict_proba_many([[0.0, 0.0], [1000.0, 0.0]]).tolist() == [[1.0, 0.0], [0.0, 1.0]]
    # Where every density is 0, the nearest class is still the likeliest.
    assert_sane(tree.predict_proba_many([[-1e9, 0.0], [1e9, 0.0], [1e300, 1e300]]), 3, 2)
    assert tree.predict_many([[-1e9, 0.0], [1e9, 0.0]]).tolist() == [0, 1]


@pytest.mark.parametrize("offset", [1e9, -1e9, 1e12])
def test_an_offset_a_billion_times_the_spread_costs_no_accuracy(offset: float) -> None:  # N4
    rng = np.random.default_rng(6)
    # Sixteenths are exact at 1e12, so both trees see the same values but for the offset.
    X = np.round(rng.normal(size=(4000, 2)) * 64) / 16
    y = (X[:, 0] > 1) * 2 + (X[:, 1] > 0)
    near, far = VFDT(grace_period=100, tau=0.2, delta=1e-3), VFDT(grace_period=100, tau=0.2, delta=1e-3)
    near.learn_many(X, y)
    far.learn_many(X + offset, y)
    assert near.n_leaves > 8
    first, moved = near.nodes()[0], far.nodes()[0]
    assert (moved["test"]["column"], moved["row"]) == (first["test"]["column"], first["row"])
    # A mean at 1e12 is kept to some 1e-4.
    assert moved["test"]["cut"] - offset == pytest.approx(first["test"]["cut"], abs=1e-3)
    right = [(tree.predict_many(Z) == y).mean() for tree, Z in ((near, X), (far, X + offset))]
    assert right[1] >= right[0] - 0.01
    assert all(count >= 0 for node in far.nodes() for count in node["counts"].values())


@every_predictor
@pytest.mark.parametrize("value", [0.0, 1e9, 1e-300, 0.1])
def test_a_constant_column_is_never_split_and_never_in_the_way(value: float, predictor: str) -> None:  # N5
    y = np.arange(2000) % 2
    constant = np.full((2000, 2), value)
    tree = VFDT(predictor=predictor, grace_period=10, tau=1e9, delta=0.5)
    tree.learn_many(constant, y)
    assert tree.n_nodes == 1
    assert_sane(tree.predict_proba_many(constant), 2000, 2)
    tree = VFDT(predictor=predictor, grace_period=10, tau=0.5, delta=0.1)
    tree.learn_many(np.column_stack([constant, y * 2.0 + 5]), y)  # the last column has two values
    assert {node["test"]["column"] for node in tree.nodes() if not node["leaf"]} == {2}
    assert (tree.predict_many(np.column_stack([constant, y * 2.0 + 5])) == y).all()
    tree = VFDT(predictor=predictor, grace_period=10, tau=1e9)
    tree.learn_many({"word": ["same"] * 2000}, y)
    assert tree.n_nodes == 1


@every_predictor
def test_wide_rows_and_rows_of_zeros_are_answered_to_the_last(predictor: str) -> None:  # N6
    y = np.arange(120) % 3
    for X in (np.zeros((120, 40_000)), np.zeros((120, 1)), np.full((120, 2), np.nan)):
        tree = VFDT(predictor=predictor, grace_period=30)
        answers = tree.predict_then_learn_many(X, y)
        assert len(answers) == 120
        assert set(answers[1:].tolist()) <= {0, 1, 2}
        assert_sane(tree.predict_proba_many(X), 120, 3)


RANGES: dict[str, Callable[[int], float]] = {  # of so many classes
    "entropy": math.log2,
    "gini": lambda k: 1 - 1 / k,
    "misclassification": lambda k: 1 - 1 / k,
    "kearns-mansour": lambda k: math.sqrt(k - 1) / 2,
    "gain-ratio": lambda k: 1.0,
}


@pytest.mark.parametrize("noise", [0.0, 0.2, 1.0])
@pytest.mark.parametrize("criterion", RANGES)
def test_no_split_without_its_bound(criterion: str, noise: float) -> None:  # N7
    stream = make_stream(7, 20_000, numeric=3, nominal=3, classes=4, arrivals=False, noise=noise)
    tree = VFDT(criterion=criterion, nominal=["code"], classes=["elm", "ash", "oak", "fir"], tau=0.1)
    tree.learn_many([stream.row(i) for i in range(len(stream))], stream.labels)
    splits = [node for node in tree.nodes() if not node["leaf"]]
    assert splits or noise == 1.0
    for node in splits:
        # Unit weights: the effective number of rows is the weight; the children's weights are rounded sums.
        reach = RANGES[criterion](max(2, sum(weight > 0 for weight in node["counts"].values())))
        bound = reach * math.sqrt(math.log(1e7) / (2 * node["weight"]))
        assert node["bound"] == pytest.approx(bound, rel=1e-9)
        assert node["gain"] > 1e-12 * reach
        assert node["gain"] >= node["second"] >= 0
        proved = node["gain"] - node["second"] > node["bound"]
        assert node["reason"] == ("bound" if proved else "tie")
        assert proved or node["bound"] < 0.1


def test_a_tie_never_splits_on_nothing() -> None:  # N7
    # Every bound is below this tau. A leaf of one class has nothing to gain, and neither has a column that
    # tells nothing: both categories hold both classes half and half.
    tree = VFDT(grace_period=4, tau=1e9)
    tree.learn_many({"x": np.arange(1000.0)}, ["only"] * 1000)
    assert tree.n_nodes == 1
    for criterion in RANGES:
        tree = VFDT(grace_period=4, tau=1e9, criterion=criterion)
        tree.learn_many({"word": ["a", "a", "b", "b"] * 250}, [0, 1, 0, 1] * 250)
        assert tree.n_nodes == 1


number = (
    st.floats()
    | st.floats(-1e-300, 1e-300)
    | st.integers(-(10**400), 10**400)
    | st.sampled_from([0.0, -0.0, sys.float_info.max, -sys.float_info.min, 5e-324, 2**63, -(2**63) - 1, None])
)


@settings(max_examples=200)
@given(
    rows=st.lists(st.tuples(number, number, st.integers(0, 2)), min_size=1, max_size=60),
    predictor=st.sampled_from(PREDICTORS),
    asked=st.tuples(number, number),
)
def test_no_number_breaks_a_tree(rows: list[tuple[Any, Any, int]], predictor: str, asked: Any) -> None:  # N8
    tree, batch = (VFDT(grace_period=5, tau=0.9, delta=0.4, predictor=predictor) for _ in range(2))
    for a, b, label in rows:
        tree.learn_one({"a": a, "b": b}, label)
    batch.learn_many([{"a": a, "b": b} for a, b, _ in rows], [label for _, _, label in rows])
    assert batch.digest() == tree.digest()
    shares = tree.predict_proba_one(dict(zip("ab", asked, strict=True)))
    assert_sane(np.array([list(shares.values())]), 1, len(tree.classes_))
    assert all(math.isfinite(x) for x in numbers_in(tree))


def test_minus_zero_is_zero() -> None:  # N8
    tree = VFDT(grace_period=4, tau=9.0, nominal=["c"], points=1)
    tree.learn_many({"x": [-1.0, 0.0, 1.0, -0.0] * 5, "c": [0, 1, 2, 0] * 5}, [0, 1, 1, 0] * 5)
    assert tree.n_leaves > 1
    for name in ("x", "c"):
        assert tree.predict_proba_one({name: -0.0}) == tree.predict_proba_one({name: 0.0})
