"""`memory_bytes()` tells the truth, and the truth is little more than the numbers that a tree stores."""

import pickle
from typing import Any

import numpy as np
import pytest

from riparian import VFDT, _native
from tests.long_streams import NOMINAL, learn, make_stream
from tests.own_process import lines_of


@pytest.fixture(scope="module")
def grown() -> list[dict[str, Any]]:
    """Trees grown in a process of their own: what they count and what the allocator handed out."""
    return lines_of("tests.allocator", tcache_count=0)


def test_memory_is_what_the_allocator_says_to_two_percent(grown: list[dict[str, Any]]) -> None:
    assert len(grown) == 21 + 3 * len(_native.observers())
    for tree in grown:
        assert tree["taken"] > 1_500_000, tree  # so that a few stray kilobytes are no two percent
        assert tree["counted"] == pytest.approx(tree["taken"], rel=0.02), tree


def test_memory_does_not_depend_on_threads(grown: list[dict[str, Any]]) -> None:
    counted = {(tree["name"], tree["predictor"], tree["threads"]): tree["counted"] for tree in grown}
    assert all(size == counted[name, predictor, 1] for (name, predictor, _), size in counted.items())


def test_an_empty_tree_takes_next_to_nothing() -> None:
    assert 0 < VFDT().memory_bytes() < 2000


# Numeric columns, nominal columns, their categories, classes: the streams of the benchmarks.
SHAPES = {
    "RBF": (10, 0, 0, 5),
    "Waveform": (21, 0, 0, 3),
    "Hyperplane": (10, 0, 0, 2),
    "LED": (0, 24, 2, 10),
    "random tree": (10, 10, 5, 2),
    "Agrawal": (6, 3, 9, 2),
    "Covertype": (54, 0, 0, 7),
}


def numbers_stored(
    nodes: list[dict[str, Any]], shape: tuple[int, int, int, int], arrived: list[list[float]]
) -> int:
    """Numbers in a tree whose leaves have seen every category that can reach them.

    `arrived` has the categories of each column in order of arrival: a category has its place after those that
    came before it.
    """
    numeric, nominal, categories, _ = shape
    found = 0
    for node in nodes:
        classes = len(node["counts"])
        # The test (column, cut or category, first child) and the place (parent, depth, index) of any node.
        found += 6
        if not node["leaf"]:
            # Row, reason, gain, second, bound, where missing values go; class and weight; category and child.
            found += 6 + 2 * classes + 2 * len(node["children"]) * (node["test"]["kind"] == "many")
            continue
        places, below = nominal * categories, node
        while below["parent"] is not None:
            above = nodes[below["parent"]]
            if (test := above["test"])["kind"] == "many":
                # One category is left of a column that was tested above.
                only = test["categories"][above["children"].index(below["id"])]
                places -= categories - 1 - arrived[test["column"]].index(only)
            below = above
        found += 5 * numeric * classes + (places + nominal) * classes + 3 * classes + 6
    return found


@pytest.mark.parametrize("leaves", [65, 256])  # just over a power of two, and one
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_memory_is_little_more_than_the_numbers_stored(shape: tuple[int, int, int, int], leaves: int) -> None:
    numeric, nominal, categories, classes = shape
    rng = np.random.default_rng(leaves)
    rows = 60_000
    X = np.hstack([rng.normal(size=(rows, numeric)), rng.integers(0, categories or 1, (rows, nominal))])
    tree = VFDT(
        predictor="mc", grace_period=100, tau=1e9, max_leaves=leaves, nominal=list(range(numeric, X.shape[1]))
    )
    tree.learn_many(X, rng.integers(0, classes, rows))
    assert tree.n_leaves > 0.9 * leaves
    schema = VFDT(nominal=list(range(numeric, X.shape[1])))
    schema.learn_many(X[:1000], np.arange(1000) % classes)
    # One leaf is in both; the rest of what the second tree takes are columns, categories and classes.
    arrived = [list(dict.fromkeys(column.tolist())) if nominal else [] for column in X.T]
    stored = 8 * numbers_stored(tree.nodes(), shape, arrived)
    assert tree.memory_bytes() - schema.memory_bytes() <= 1.2 * stored


@pytest.mark.parametrize("predictor", ["mc", "nba"])
def test_a_tree_read_back_takes_no_more_memory_than_before(predictor: str) -> None:
    stream = make_stream(9, 10_000, numeric=5, nominal=5, classes=5)
    tree = VFDT(grace_period=50, tau=0.3, nominal=NOMINAL, predictor=predictor)
    learn(tree, stream)
    assert tree.n_leaves > 50
    assert pickle.loads(pickle.dumps(tree)).memory_bytes() <= tree.memory_bytes()
