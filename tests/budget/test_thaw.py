"""A thawed leaf begins anew: it is judged by what it has observed since."""

import math

import numpy as np
import pytest

from riparian import VFDT


def test_the_bound_of_a_thawed_leaf_counts_only_rows_that_it_has_observed() -> None:
    # Nothing tells the classes apart, so leaves split by ties alone, and the budget holds few of them.
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(122_880, 6)), rng.integers(0, 2, 122_880)
    tree = VFDT(budget=9112, grace_period=100, predictor="mc")
    thawed: dict[int, int] = {}
    frozen: set[int] = set()
    for start in range(0, len(y), 4096):
        tree.learn_many(X[start : start + 4096], y[start : start + 4096])
        nodes = tree.nodes()
        now = {node["id"] for node in nodes if node["leaf"] and node["frozen"]}
        for leaf in frozen - now:
            if nodes[leaf]["leaf"]:
                thawed[leaf] = start + 4096
        frozen = now
    split = [node for node in tree.nodes() if not node["leaf"] and node["id"] in thawed]
    # Two leaves of this stream thaw, and split later on.
    assert len(split) == len(thawed) == tree.memory_report()["thaws"] == 2
    for node in split:
        rows = node["row"] - thawed[node["id"]]
        assert rows > 0
        assert node["bound"] >= math.sqrt(math.log(1e7) / (2 * rows)) * (1 - 1e-12)


@pytest.mark.parametrize("observer", ["exhaustive", "quantiles:1000", "bins:1000", "segments"])
def test_a_leaf_that_filled_the_budget_alone_begins_again(observer: str) -> None:
    X = np.random.default_rng(1).normal(size=(60_000, 5))
    tree = VFDT(observer=observer, budget="100KB", predictor="nba")
    tree.learn_many(X, X[:, 0] + X[:, 1] * X[:, 2] > 0)
    report = tree.memory_report()
    # A look every 4096 rows: at every second one a leaf that has been frozen since begins again.
    assert report["thaws"] >= 5
    assert report["growing"]
