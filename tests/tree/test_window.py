"""A window: every node knows what a fresh count of the last rows gives, and splits follow the stream."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian import VFDT, CTree, MultiwayTree, Tree
from tests.long_streams import NOMINAL, Stream, learn, make_stream
from tests.observers.columns import column, offered, summarised

EAGER: dict[str, Any] = {"grace_period": 15, "tau": 2.0, "delta": 0.1, "nominal": NOMINAL}


def child_of(node: dict[str, Any], x: dict[str, Any]) -> int:
    """Where a learned row goes; a category without a branch goes where missing values go."""
    test = node["test"]
    value = x.get(test["column"])
    children: list[int] = node["children"]
    if value is None or (isinstance(value, float) and not np.isfinite(value)):
        return int(node["missing_to"])
    if test["kind"] in ("cut", "intervals"):
        return children[sum(value > cut for cut in test["cuts"])]
    if test["kind"] == "one":
        return children[int(value != test["categories"][0])]
    known = value in test["categories"]
    return children[test["categories"].index(value)] if known else int(node["missing_to"])


def paths(tree: Tree, stream: Stream, rows: list[int]) -> dict[int, list[int]]:
    """The rows that the tree leads to or through each node."""
    nodes = tree.nodes()
    found: dict[int, list[int]] = {node["id"]: [] for node in nodes}
    for row in rows:
        at = 0
        found[at].append(row)
        while not nodes[at]["leaf"]:
            at = child_of(nodes[at], stream.row(row))
            found[at].append(row)
    return found


def counted(stream: Stream, rows: list[int]) -> dict[Any, float]:
    weights: dict[Any, float] = {}
    for row in rows:
        label = stream.labels[row]
        weights[label] = weights.get(label, 0.0) + float(stream.weights[row])
    return weights


def without_nothing(counts: dict[Any, float]) -> dict[Any, float]:
    return {label: weight for label, weight in counts.items() if weight}


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32 - 1),
    window=st.integers(1, 250),
    observer=st.sampled_from(["segments", "exhaustive", "dyadic:1000"]),
    multiway=st.booleans(),
    max_leaves=st.sampled_from([None, None, 4, 9]),
)
def test_every_node_knows_what_a_fresh_count_of_the_window_gives(
    seed: int, window: int, observer: str, multiway: bool, max_leaves: int | None
) -> None:
    stream = make_stream(
        seed, 500, numeric=2, nominal=3, classes=3, missing=0.1, weights="eighths", arrivals=True
    )
    tree = VFDT(**EAGER, observer=observer, window=window, multiway=multiway, max_leaves=max_leaves)
    learn(tree, stream)
    remembered = [row for row in range(len(stream)) if stream.weights[row] > 0][-window:]
    reached = paths(tree, stream, remembered)
    labels = list(tree.classes_)
    for node in tree.nodes():
        rows = reached[node["id"]]
        assert without_nothing(node["counts"]) == counted(stream, rows), node
        known = [label for label in labels if label in node["counts"]]
        for place, name in enumerate(tree.feature_names_in_):
            summary = tree._tree.summary(node["id"], place)  # type: ignore[union-attr]
            if summary is None:
                continue
            values = np.array([stream.row(row).get(name, np.nan) for row in rows], dtype=float)
            present = np.isfinite(values)
            classes = np.array([known.index(stream.labels[row]) for row in rows], dtype=np.uint32)
            fresh = column(values[present], classes[present], stream.weights[rows][present], len(known))
            wanted = offered(summarised(observer, fresh))
            found = offered(summary)
            assert all(np.array_equal(one, other) for one, other in zip(found, wanted, strict=True))


def test_nothing_is_forgotten_before_the_window_is_full() -> None:
    stream = make_stream(5, 400, numeric=2, nominal=2, classes=3)
    trees = [VFDT(**EAGER, window=window) for window in (400, 10**6)]
    for tree in trees:
        learn(tree, stream)
    assert trees[0].nodes() == trees[1].nodes()
    root = trees[0].nodes()[0]
    assert root["weight"] == sum(stream.weights)


# ---- what leaves the window leaves nothing behind


@pytest.mark.parametrize("observer", ["gaussian", "segments", "exhaustive", "dyadic"])
@pytest.mark.parametrize("predictor", ["mc", "nb", "nba"])
def test_a_tested_column_may_vanish(observer: str, predictor: str) -> None:
    rng = np.random.default_rng(1)
    x, kind = rng.normal(size=2000), rng.integers(0, 2, 2000)
    for told in ({"x": x}, {"kind": np.where(kind, "u", "v")}, {"x": x, "kind": np.where(kind, "u", "v")}):
        tree = VFDT(window=300, predictor=predictor, observer=observer)
        tree.learn_many(told, x > 0 if "x" in told else kind > 0)
        assert tree.n_leaves > 1
        gone = {name: [None] * 2000 for name in told}
        tree.learn_many({**gone, "other": rng.normal(size=2000)}, rng.random(2000) > 0.5)
        assert tree.n_leaves == 1
        assert tree.nodes()[0]["weight"] == 300


@pytest.mark.parametrize("limit", [{"max_depth": 0}, {"grace_period": 2000}, {"max_leaves": 1}, {}])
@pytest.mark.parametrize("far", [1e8, 1e12])
def test_numbers_far_away_do_not_outlive_the_window(limit: dict[str, int], far: float) -> None:
    rng = np.random.default_rng(2)
    x = np.concatenate([rng.normal(far, 1.0, 500), rng.normal(size=2600)])
    y = x > 0
    y[:500] = rng.random(500) > 0.5
    forgetful, fresh = (VFDT(**limit, window=200, predictor="nb") for _ in range(2))
    forgetful.learn_many(x[:, None], y)
    fresh.learn_many(x[-200:, None], y[-200:])
    asked = rng.normal(size=500)
    said = [(tree.predict_many(asked[:, None]) == (asked > 0)).mean() for tree in (forgetful, fresh)]
    assert said[0] > said[1] - 0.02


@pytest.mark.parametrize("observer", ["gaussian", "segments", "exhaustive"])
@pytest.mark.parametrize(("heavy", "light"), [(1e11, 10.0), (1e9, 0.4), (3e14, 0.1)])
def test_light_rows_are_found_again_when_a_heavy_one_leaves(
    observer: str, heavy: float, light: float
) -> None:
    tree = VFDT(window=8, observer=observer)
    tree.learn_one({"x": 1.0, "s": "u"}, "p", w=heavy)
    for at in range(20):
        tree.learn_one({"x": 1.0, "s": "u"}, "q" if at % 4 == 3 else "p", w=light)
        if at >= 7:
            counts = tree.nodes()[0]["counts"]
            assert counts["p"] == pytest.approx(6 * light)
            assert counts["q"] == pytest.approx(2 * light)


def test_a_leaf_without_rows_answers_as_the_window_above_it_does() -> None:
    tree = VFDT(window=300, predictor="mc", max_depth=1)
    x = np.arange(600) % 10
    tree.learn_many(x[:, None].astype(float), np.where(x > 5, "high", "low"))
    assert tree.n_leaves == 2
    tree.learn_many(np.zeros((301, 1)), ["new"] * 301)
    assert tree.predict_one([9.0]) == "new"
    assert tree.predict_proba_one([9.0])["new"] == 1.0


def test_what_was_right_is_counted_for_the_leaf_that_was_asked() -> None:
    rng = random.Random(3)

    def noise() -> tuple[dict[str, float], int]:
        return {name: round(rng.uniform(0, 10), 1) for name in "abc"}, rng.randrange(2)

    x, labels = moved(4000)
    tree = VFDT(window=1500)
    tree.learn_many(x[:2000], labels[:2000])
    while tree.n_leaves > 1:
        tree.learn_one(*noise())
    # The split was taken back: the leaf has not been asked yet, and rows that others were asked about are
    # still to be forgotten.
    right = 0
    for _ in range(300):
        row, label = noise()
        counts = tree.nodes()[0]["counts"]
        right += label == (0 if counts[0] >= counts[1] else 1)
        tree.learn_one(row, label)
    assert tree.n_leaves == 1
    assert tree._tree is not None
    found = tree._tree.correct(0)
    assert found is not None
    assert found[0] == right


def test_the_report_tells_where_all_bytes_are() -> None:
    stream = make_stream(5, 400, numeric=2, nominal=2, classes=3)
    tree = VFDT(**EAGER, window=100)
    learn(tree, stream)
    report = tree.memory_report()
    assert report["window"] > 100 * 8
    assert (
        sum(report[part] for part in ("schema", "shape", "votes", "observers", "window")) == report["bytes"]
    )


# ---- splits follow the stream


def moved(rows: int, seed: int = 1) -> tuple[list[dict[str, float]], list[int]]:
    """The class is told by one column, and from the middle of the stream on by another."""
    rng = random.Random(seed)
    x = [{name: round(rng.uniform(0, 10), 1) for name in "abc"} for _ in range(rows)]
    labels = [int(row["a"] > 5) if at < rows / 2 else int(row["b"] > 3) for at, row in enumerate(x)]
    return x, labels


@pytest.mark.parametrize(
    "make",
    [
        lambda: VFDT(window=2000),
        lambda: VFDT(window=2000, observer="exhaustive", predictor="mc"),
        lambda: VFDT(window=2000, observer="dyadic", criterion="gini", predictor="nb"),
        lambda: VFDT(window=2000, criterion="gain-ratio"),
        lambda: MultiwayTree(window=2000),
        lambda: CTree(window=2000, c=0.1, criterion="gini"),
    ],
)
def test_a_split_whose_advantage_is_gone_is_replaced(make: Any) -> None:
    x, labels = moved(16_000)
    tree = make()
    tree.learn_many(x[:8000], labels[:8000])
    assert tree.nodes()[0]["test"]["column"] == "a"
    tree.learn_many(x[8000:], labels[8000:])
    root = tree.nodes()[0]
    assert root["test"]["column"] == "b"
    assert 8000 < root["row"] < 12_000
    assert root["weight"] == 2000
    said = [tree.predict_one(row) for row in x[-500:]]
    assert np.mean([one == other for one, other in zip(said, labels[-500:], strict=True)]) > 0.97


def test_without_a_window_the_old_split_stays() -> None:
    x, labels = moved(16_000)
    tree = VFDT()
    tree.learn_many(x, labels)
    assert tree.nodes()[0]["test"]["column"] == "a"


def test_a_split_that_tells_nothing_any_more_is_taken_back() -> None:
    rng = random.Random(3)
    x, labels = moved(4000)
    noise = [rng.randrange(2) for _ in range(8000)]
    tree = VFDT(window=1500)
    tree.learn_many(x[:2000], labels[:2000])
    assert tree.n_leaves > 1
    later = [{name: round(rng.uniform(0, 10), 1) for name in "abc"} for _ in noise]
    tree.learn_many(later, noise)
    assert tree.n_leaves == 1


def test_stationary_streams_keep_their_splits() -> None:
    x, labels = moved(40_000)
    tree = VFDT(window=3000)
    tree.learn_many(x[:5000], labels[:5000])
    row = tree.nodes()[0]["row"]
    tree.learn_many(x[5000:20_000], labels[5000:20_000])
    assert tree.nodes()[0]["row"] == row


# ---- what goes with it


@pytest.mark.parametrize("observer", ["gaussian", "segments", "exhaustive"])
@pytest.mark.parametrize("predictor", ["mc", "nb", "nba"])
def test_a_saved_tree_goes_on_as_if_never_saved(observer: str, predictor: str) -> None:
    stream = make_stream(11, 600, numeric=2, nominal=2, classes=3, weights="real", missing=0.1)
    whole = VFDT(**EAGER, observer=observer, predictor=predictor, window=120)
    parts = VFDT(**EAGER, observer=observer, predictor=predictor, window=120)
    learn(whole, stream)
    for start, stop in ((0, 37), (37, 121), (121, 300), (300, 600)):
        learn(parts, stream, start, stop)
        parts = pickle.loads(pickle.dumps(parts))
    assert parts.digest() == whole.digest()
    assert parts.memory_bytes() == whole.memory_bytes()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"observer": "bins"}, "window does not go with observer 'bins:10'"),
        ({"observer": "quantiles"}, "it cannot take a value back"),
        ({"budget": "1MB"}, "window does not go with budget"),
        ({"drop_poor": True}, "window does not go with drop_poor"),
        ({"rule": "iadem"}, "window does not go with rule 'iadem'"),
        ({"window": 0}, "window must be a whole number of at least 1"),
    ],
)
def test_what_does_not_go_with_a_window_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        VFDT(**{"window": 100, **given})
