"""One tree per stream: any batching, door and number of threads give the tree of the rows, bit for bit.

The definition is one row at a time, each predicted before it is learned. The core learns batches of 16 rows
or more leaf by leaf, in blocks of 8192 rows per thread: the long streams here are made for that, the drawn
ones for the corners (limits that bite in mid-batch, things that arrive at any row, weights of 0).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian import IADEM2, MDT, VFDT, OHyT, Tree, _native
from riparian.settings import CHOICES
from tests.long_streams import (
    NAMED,
    NOMINAL,
    UNNAMED,
    Door,
    Stream,
    by_lists,
    by_matrix,
    learn_by_batch,
    learn_by_row,
    make_stream,
)
from tests.observers.columns import EXACT, OFFERING

CRITERIA, PREDICTORS = _native.criteria(), _native.predictors()
CANDIDATES = ["grid", "crossings", "combined", "delayed"]
PARTITIONS = [None, None, "multiway", "multiway:3:bias", "multiway:16:ratio"]
# With the criteria that each goes with; a wide bound splits by ties alone.
RULES = {
    "hoeffding": CRITERIA,
    "hybrid": ["gini"],
    "iadem:0.4": ["entropy"],
    "jaworski": ["gini", "misclassification"],
    "normal": ["gini", "misclassification"],
    "practical:0.02": ["gini", "kearns-mansour"],
    "rutkowski": ["entropy", "gini"],
    "theorem": ["entropy", "gini", "kearns-mansour"],
    "tight": ["entropy", "gini", "misclassification"],
}
VARIANTS = ["bin", "intersect", "delayed", "combined"]
FORGETTING = ["gaussian", *EXACT]


def assert_same(tree: Tree, reference: Tree) -> None:
    # The nodes first: where two trees differ they tell more than two digests.
    assert tree.nodes() == reference.nodes()
    assert tree.digest() == reference.digest()


@dataclass(frozen=True)
class Case:
    """A stream, a tree and its settings, and how rows are handed over (by position without `nominal`)."""

    preset: type[Tree]
    stream: Stream
    settings: dict[str, Any]
    cuts: list[int]
    doors: list[Door]
    threads: list[int]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    rows = draw(st.integers(1, 700))
    nominal = draw(st.sampled_from([0, 1, 3, 5]))
    stream = make_stream(
        draw(st.integers(0, 2**32 - 1)),
        rows,
        numeric=draw(st.integers(0 if nominal >= 3 else 1, 5)),
        nominal=nominal,
        classes=draw(st.sampled_from([2, 3, 4, 5, 9])),
        labels=draw(st.sampled_from(["str", "int"])),
        missing=draw(st.sampled_from([0.0, 0.05, 0.4])),
        weights=draw(st.sampled_from(["unit", "eighths", "real"])),
        arrivals=draw(st.booleans()),
        noise=draw(st.sampled_from([0.0, 0.1, 0.3])),
    )
    observer = draw(st.sampled_from(["gaussian"] * len(OFFERING) + OFFERING))
    given = {
        "criterion": draw(st.sampled_from(CRITERIA)),
        "observer": observer,
        "candidates": draw(st.sampled_from(CANDIDATES if observer == "gaussian" else PARTITIONS)),
        "predictor": draw(st.sampled_from(PREDICTORS)),
        "grace_period": draw(st.integers(1, 40)),
        "delta": draw(st.sampled_from([1e-7, 0.05, 0.5])),
        "tau": draw(st.sampled_from([0.05, 0.3, 2.0])),
        "max_leaves": draw(st.none() | st.integers(1, 40)),
        "max_depth": draw(st.none() | st.integers(0, 5)),
        "min_branch_fraction": draw(st.sampled_from([0.0, 0.01, 0.3])),
        "points": draw(st.integers(1, 12)),
    }
    fitting = [rule for rule, criteria in RULES.items() if given["criterion"] in criteria]
    given["rule"] = draw(st.sampled_from(["hoeffding:2", *fitting]))
    if given["rule"] == "normal":
        given["delta"] = min(given["delta"], 0.05)
    doors = st.sampled_from(NAMED)
    if stream.numeric() and draw(st.booleans()):
        doors = st.sampled_from(UNNAMED)
    else:
        given["nominal"] = NOMINAL
    preset: type[Tree] = draw(st.sampled_from([VFDT, VFDT, VFDT, VFDT, VFDT, MDT, IADEM2, OHyT]))
    if given["rule"] == "iadem:0.4" and observer != "gaussian":
        given["candidates"] = None
    if preset in (VFDT, MDT) and given["rule"] != "iadem:0.4" and observer in FORGETTING:
        given["window"] = draw(st.none() | st.integers(1, 400))
    if preset in (IADEM2, OHyT):
        wanted = set(preset().get_params()) - {"tau"}
        given = {name: value for name, value in given.items() if name in wanted}
        given |= {"difference": draw(st.sampled_from([0.1, 0.4]))}
        given |= {"max_error": draw(st.sampled_from([None, None, 0.5]))}
    if preset is OHyT:
        given |= {"tau": draw(st.integers(0, 80)), "nu": draw(st.sampled_from([0.1, 0.3, 1.0]))}
        given |= {
            name: draw(st.sampled_from(CHOICES[name])) for name in ("nu_of", "revise_at", "pushed_down")
        }
    if preset is MDT:
        given = {
            name: value for name, value in given.items() if name not in ("observer", "candidates", "rule")
        }
        given |= {"criterion": "misclassification", "delta": min(given["delta"], 0.05)}
        given |= {"variant": draw(st.sampled_from(VARIANTS)), "faithful": draw(st.booleans())}
    return Case(
        preset,
        stream,
        given,
        sorted(draw(st.sets(st.integers(1, rows), max_size=6)) - {rows}),
        draw(st.lists(doors, min_size=1, max_size=5)),
        draw(st.lists(st.integers(1, 3), min_size=1, max_size=3)),
    )


@settings(max_examples=250)
@given(cases())
def test_any_batches_doors_and_threads_give_the_tree_of_the_rows(case: Case) -> None:
    reference, tree = case.preset(**case.settings), case.preset(**case.settings)
    expected = learn_by_row(reference, case.stream, named="nominal" in case.settings)
    assert learn_by_batch(tree, case.stream, case.cuts, case.doors, case.threads) == expected
    assert_same(tree, reference)


# ---- long streams

LONG = 20_000
# Within one block, one row short of it, exactly it, over it; batches of one row; the rest in one piece.
CUTS = [300, 301, 302, 320, 320 + 8191, 320 + 8191 + 8192]


def long_settings(criterion: str, predictor: str) -> dict[str, Any]:
    # A tie is called early, so that leaves split many times within each block.
    return {
        "criterion": criterion,
        "predictor": predictor,
        "nominal": NOMINAL,
        "grace_period": 25,
        "tau": 0.4,
        "delta": 0.01,
    }


@pytest.mark.parametrize("predictor", PREDICTORS)
@pytest.mark.parametrize("criterion", CRITERIA)
def test_blocks_give_the_tree_of_the_rows_on_long_streams(criterion: str, predictor: str) -> None:
    seed = len(PREDICTORS) * CRITERIA.index(criterion) + PREDICTORS.index(predictor)
    stream = make_stream(
        seed, LONG, numeric=4, nominal=5, classes=5, weights=["unit", "eighths", "real"][seed % 3]
    )
    reference = VFDT(**long_settings(criterion, predictor))
    expected = learn_by_row(reference, stream)
    assert reference.block_share == 0.0
    # Without many splits within blocks nothing is compared.
    assert reference.n_leaves > 100
    for threads in (1, 2, 3):
        tree = VFDT(**long_settings(criterion, predictor))
        doors = NAMED[threads:] + NAMED[:threads]
        assert learn_by_batch(tree, stream, CUTS, doors, [threads]) == expected
        assert_same(tree, reference)
        assert tree.block_share > 0.99


@pytest.mark.parametrize("variant", OFFERING)
def test_blocks_give_the_tree_of_the_rows_with_every_observer(variant: str) -> None:
    seed = OFFERING.index(variant)
    stream = make_stream(seed, LONG // 2, numeric=4, nominal=2, classes=4, weights=["unit", "real"][seed % 2])
    given = {**long_settings(CRITERIA[seed % len(CRITERIA)], "nba"), "observer": variant}
    reference = VFDT(**given)
    expected = learn_by_row(reference, stream)
    assert reference.n_leaves > 50
    for threads in (1, 3):
        tree = VFDT(**given)
        assert learn_by_batch(tree, stream, CUTS[:5], NAMED, [threads]) == expected
        assert_same(tree, reference)
        assert tree.block_share > 0.99


@pytest.mark.parametrize("faithful", [False, True])
@pytest.mark.parametrize("variant", ["bin", "intersect", "delayed", "combined"])
def test_blocks_give_the_tree_of_the_rows_with_every_variant_of_mdt(variant: str, faithful: bool) -> None:
    stream = make_stream(5, LONG // 2, numeric=5, nominal=1, classes=4, weights="eighths")
    given = {"variant": variant, "faithful": faithful, "grace_period": 25, "tau": 0.6, "nominal": NOMINAL}
    reference = MDT(**given, predictor="nba")
    expected = learn_by_row(reference, stream)
    assert reference.n_leaves > 20
    for threads in (1, 3):
        tree = MDT(**given, predictor="nba")
        assert learn_by_batch(tree, stream, CUTS[:5], NAMED, [threads]) == expected
        assert_same(tree, reference)
        assert tree.block_share > 0.99


@pytest.mark.parametrize("predictor", PREDICTORS)
def test_blocks_give_the_tree_of_the_rows_where_the_best_is_compared_with_the_worst(predictor: str) -> None:
    stream = make_stream(7, LONG // 2, numeric=4, nominal=2, classes=4, weights="eighths")
    given = {"grace_period": 25, "delta": 0.9, "difference": 0.4, "nominal": NOMINAL, "predictor": predictor}
    reference = IADEM2(**given)
    expected = learn_by_row(reference, stream)
    assert reference.n_leaves > 20
    for threads in (1, 3):
        tree = IADEM2(**given)
        assert learn_by_batch(tree, stream, CUTS[:5], NAMED, [threads]) == expected
        assert_same(tree, reference)
        assert tree.block_share > 0.99


def test_long_batches_give_the_tree_of_the_rows_where_splits_are_revised() -> None:
    stream = make_stream(7, LONG // 2, numeric=4, nominal=2, classes=4, weights="eighths")
    given = {"grace_period": 25, "delta": 0.5, "tau": 60, "nu": 0.25, "nominal": NOMINAL}
    reference = OHyT(**given)
    expected = learn_by_row(reference, stream)
    assert reference.n_leaves > 20
    assert reference.n_provisional > 2
    for threads in (1, 3):
        tree = OHyT(**given)
        assert learn_by_batch(tree, stream, CUTS[:5], NAMED, [threads]) == expected
        assert_same(tree, reference)
        assert tree.block_share == 0.0


@pytest.mark.parametrize("predictor", PREDICTORS)
def test_one_batch_of_several_blocks_gives_the_tree_of_the_rows(predictor: str) -> None:
    stream = make_stream(20, 2 * LONG, numeric=6, nominal=0, classes=4, missing=0.02, arrivals=False)
    given = {**long_settings("entropy", predictor), "nominal": None}
    reference = VFDT(**given)
    expected = learn_by_row(reference, stream, named=False)
    for threads, door in zip((1, 2, 3), [by_matrix, by_lists, by_matrix], strict=True):
        tree = VFDT(**given)
        assert learn_by_batch(tree, stream, [], [door], [threads]) == expected
        assert_same(tree, reference)
        assert tree.block_share == 1.0


@pytest.mark.parametrize("limit", [{"max_leaves": 37}, {"max_leaves": 8}, {"max_depth": 3}], ids=str)
@pytest.mark.parametrize("predictor", PREDICTORS)
def test_a_limit_that_bites_within_a_block_bites_at_the_same_row(
    limit: dict[str, int], predictor: str
) -> None:
    stream = make_stream(31, LONG, numeric=3, nominal=5, classes=4, weights="real")
    given = {**long_settings("gini", predictor), **limit}
    reference = VFDT(**given)
    expected = learn_by_row(reference, stream)
    if "max_leaves" in limit:
        # A split of a column with many categories may not fit in what is left.
        assert limit["max_leaves"] - 5 <= reference.n_leaves <= limit["max_leaves"]
    else:
        assert reference.depth == limit["max_depth"]
    for threads, cuts in ((1, []), (2, CUTS), (3, [5000])):
        tree = VFDT(**given)
        assert learn_by_batch(tree, stream, cuts, NAMED, [threads]) == expected
        assert_same(tree, reference)


def test_the_topmost_node_answers_for_a_row_that_is_turned_away_twice() -> None:
    rng = np.random.default_rng(3)
    first = rng.choice(["left", "right"], 4000, p=[0.6, 0.4])
    second = rng.choice(["up", "down"], 4000)
    label = np.where(first == "right", "r", np.where(second == "up", "p", "q"))
    by_block, by_row = VFDT(predictor="mc", max_leaves=3), VFDT(predictor="mc", max_leaves=3)
    for tree in (by_block, by_row):
        tree.learn_many({"a": first, "b": second}, label)
    root, below = by_block.nodes()[0], by_block.nodes()[1]
    assert (root["leaf"], below["leaf"], by_block.n_leaves) == (False, False, 3)
    assert len({max(node["counts"], key=node["counts"].__getitem__) for node in (root, below)}) == 2
    strange = {"a": ["nowhere"] * 40, "b": ["never"] * 40}
    answers = by_block.predict_then_learn_many(strange, ["p"] * 40)
    for answer, a, b in zip(answers, *strange.values(), strict=True):
        assert by_row.predict_one({"a": a, "b": b}) == answer
        by_row.learn_one({"a": a, "b": b}, "p")
    assert by_block.digest() == by_row.digest()


def test_codes_that_are_new_deep_in_a_block_arrive_with_their_rows() -> None:
    rng = np.random.default_rng(4)
    X = np.column_stack([rng.integers(0, 3, 6000), rng.normal(size=6000)]).astype(float)
    late = [1500, 2047, 2048, 3000, 5999]
    X[late, 0] = [900.0, 3.5, -7.0, 5.0, 2.0**60]
    y = ((X[:, 0] % 2 == 0) == (X[:, 1] > 0)).astype(int)
    trees = [VFDT(nominal=[0]), VFDT(nominal=[0], threads=2), VFDT(nominal=[0])]
    for tree in trees[:2]:
        tree.learn_many(X, y)
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        trees[2].learn_one(row, label)
    assert len({tree.digest() for tree in trees}) == 1


def test_blocks_are_learned_while_a_limit_on_leaves_is_far() -> None:
    X = np.random.default_rng(5).normal(size=(40_000, 3))
    tree = VFDT(max_leaves=500, tau=0.2)
    tree.learn_many(X, X[:, 0] + X[:, 1] > 0)
    assert tree.n_leaves > 10
    assert tree.block_share > 0.9


@pytest.mark.parametrize("predictor", PREDICTORS)
def test_chunks_of_one_row_among_others_give_the_tree_and_the_answers_of_the_rows(predictor: str) -> None:
    pa = pytest.importorskip("pyarrow")
    rng = np.random.default_rng(5)
    x, y = rng.normal(size=(1200, 3)), rng.integers(0, 3, 1200)
    x[:, 0] += y
    names = ["a", "b", "c"]
    table = pa.table(dict(zip(names, x.T, strict=True)))
    cuts = [start for start in range(0, 1200, 3) for start in (start, start + 2)]
    parts = [table.slice(start, end - start) for start, end in zip(cuts, [*cuts[1:], 1200], strict=True)]
    chunked = pa.Table.from_batches([batch for part in parts for batch in part.to_batches()])
    whole, mixed = (VFDT(predictor=predictor, tau=0.5, grace_period=50) for _ in range(2))
    shares = mixed.predict_proba_then_learn_many(chunked, y)
    for row, label, told in zip(table.to_pylist(), y.tolist(), shares, strict=True):
        known = whole.predict_proba_one(row)
        assert told.tolist() == [known.get(name, 0.0) for name in mixed.classes_.tolist()]
        whole.learn_one(row, label)
    assert mixed.digest() == whole.digest()
