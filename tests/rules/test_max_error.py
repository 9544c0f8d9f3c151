"""`max_error`: a tree that is surely accurate enough grows no more, and grows on when it is not."""

import math
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

from riparian import IADEM2, OHyT, Tree

DELTA = 0.05
GIVEN: dict[str, Any] = {"delta": DELTA, "grace_period": 20, "predictor": "mc"}
PRESETS: list[Callable[..., Tree]] = [IADEM2, OHyT]


def ends(share: float, n: float) -> tuple[float, float]:
    """The interval of a share, once more: Hoeffding's bound, or Chernoff's for a small share."""
    if n == 0:
        return 0.0, 1.0
    log = math.log(2.0 / DELTA)
    eps = math.sqrt(log / (2.0 * n))
    if share < 1.0 / 6.0:
        eps = min(eps, (3.0 * log + math.sqrt(9.0 * log**2 + 12.0 * n * share * log)) / (2.0 * n))
    return max(0.0, share - eps), min(1.0, share + eps)


def most_error(leaves: list[dict[str, float]]) -> float:
    """The sum over leaves of the largest share that may reach one, times what its majority may get wrong."""
    n = sum(sum(counts.values()) for counts in leaves)
    found = 0.0
    for counts in leaves:
        here = sum(counts.values())
        right = max(counts.values(), default=0.0) / here if here else 0.0
        found += ends(here / n if n else 0.0, n)[1] * (1.0 - ends(right, here)[0])
    return min(1.0, found)


def counts_of(tree: Tree) -> dict[int, dict[str, float]]:
    return {node["id"]: node["counts"] for node in tree.nodes() if node["leaf"]}


def rows(seed: str, count: int, wrong: float, turn: bool = False) -> list[tuple[dict[str, str], str]]:
    """The first column tells the class, but for a share of the rows; after a turn the second tells how."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        x = {name: rng.choice("uv") for name in ("first", "second", "third")}
        right = (x["first"] == "u") == (x["second"] == "u" or not turn)
        found.append((x, "yes" if right == (rng.random() >= wrong) else "no"))
    return found


def test_the_error_of_one_leaf_worked_by_hand() -> None:
    # 80 and 20: all rows reach it, and its majority may be 0.8 - sqrt(ln 40 / 200) of them.
    assert most_error([{"yes": 80.0, "no": 20.0}]) == pytest.approx(0.2 + math.sqrt(math.log(40.0) / 200.0))
    assert most_error([{}]) == 1.0


@pytest.mark.parametrize("limit", [0.2, 0.3, 0.4])
def test_a_tree_grows_exactly_as_long_as_its_error_may_be_larger(limit: float) -> None:
    # A twin that is not limited tells at which rows the rule has a split; as long as both are the same tree.
    stream = rows("calm", 400, 0.05) + rows("turned", 3000, 0.05, turn=True)
    tree, twin = IADEM2(**GIVEN, max_error=limit), IADEM2(**GIVEN)
    refused: list[int] = []
    grew: list[int] = []
    for number, (x, y) in enumerate(stream, 1):
        before = counts_of(tree)
        tree.learn_one(x, y)
        twin.learn_one(x, y)
        new = [node for node in tree.nodes() if not node["leaf"] and node["row"] == number]
        wanted = [node for node in twin.nodes() if not node["leaf"] and node["row"] == number]
        if new:
            # The leaf that split, as it was when it did, and the others.
            error = most_error([*(v for k, v in before.items() if k != new[0]["id"]), new[0]["counts"]])
            assert error > limit
            grew.append(number)
        elif wanted and not refused:
            assert most_error(list(counts_of(tree).values())) <= limit
            # From here on the twin is another tree.
            refused.append(number)
    assert len(grew) >= 2
    if limit == 0.4:
        assert refused[0] < grew[-1]


def test_it_stops_while_it_is_accurate_and_goes_on_when_it_no_longer_is() -> None:
    stream = rows("calm", 2000, 0.05) + rows("turned", 6000, 0.05, turn=True)
    leaves: dict[float | None, list[int]] = {}
    for limit in (None, 0.4):
        tree, leaves[limit] = IADEM2(**GIVEN, max_error=limit), []
        for start, stop in ((0, 2000), (2000, 4000), (4000, 8000)):
            tree.learn_many([x for x, _ in stream[start:stop]], [y for _, y in stream[start:stop]])
            leaves[limit].append(tree.n_leaves)
            is_enough = most_error(list(counts_of(tree).values())) <= 0.4
            assert is_enough
    assert leaves == {None: [2, 8, 8], 0.4: [2, 2, 3]}


def in_turn(wrong_every: int) -> list[tuple[dict[str, str], str]]:
    """The root splits on the first column at row 80. Then come 119 rows of the one leaf, in which the second
    column tells the class of all but two of so many rows, and 80 of the other, in which the third tells all.
    """

    def row(place: int, first: str, yes: bool) -> tuple[dict[str, str], str]:
        half, quarter = "uv"[place % 2], "uv"[place // 2 % 2]
        columns = {"u": (half, quarter), "v": (quarter, half)}[first]
        return {"first": first, "second": columns[0], "third": columns[1]}, "yes" if yes else "no"

    before = [
        (
            {"first": "uv"[i % 2], "second": "uv"[i // 2 % 2], "third": "uv"[i // 4 % 2]},
            "no" if i % 2 else "yes",
        )
        for i in range(80)
    ]
    noisy = [row(i, "u", (i % 2 == 0) != (i % wrong_every < 2)) for i in range(119)]
    return [*before, *noisy, *(row(i, "v", i % 2 == 0) for i in range(80))]


def grown(wrong_every: int, limit: float) -> tuple[IADEM2, dict[int, dict[str, float]]]:
    """The tree after all rows, and the leaves before the last."""
    tree = IADEM2(delta=DELTA, grace_period=40, predictor="mc", max_error=limit)
    *rows, (x, y) = in_turn(wrong_every)
    for row in rows:
        tree.learn_one(*row)
    before = counts_of(tree)
    tree.learn_one(x, y)
    return tree, {leaf: {**kept, y: kept[y] + (leaf == 2)} for leaf, kept in before.items()}


def test_a_worse_leaf_that_has_earned_a_split_goes_first() -> None:
    # The leaf of "v" has its 80th row. That of "u" looked at its 80th in vain and has had 39 since: it is
    # worse, and has earned a split by now.
    tree, leaves = grown(10, 0.4)
    assert leaves == {1: {"yes": 100.0, "no": 59.0}, 2: {"yes": 40.0, "no": 80.0}}
    splits = [node for node in tree.nodes() if not node["leaf"]]
    assert [(node["id"], node["row"], node["test"]["column"], node["children"]) for node in splits] == [
        (0, 80, "first", [1, 2]),
        (1, 279, "second", [3, 4]),
        (2, 279, "third", [5, 6]),
    ]


def test_the_leaf_that_asked_waits_where_a_worse_one_was_enough() -> None:
    tree, leaves = grown(20, 0.5)
    assert most_error(list(leaves.values())) > 0.5
    assert [(node["id"], node["row"]) for node in tree.nodes() if not node["leaf"]] == [(0, 80), (1, 279)]
    assert most_error(list(counts_of(tree).values())) <= 0.5


@pytest.mark.parametrize("preset", PRESETS)
def test_none_never_stops(preset: Callable[..., Tree]) -> None:
    stream = rows("plain", 2000, 0.05)
    trees = [preset(**GIVEN), preset(**GIVEN, max_error=None), preset(**GIVEN, max_error=1e-9)]
    for tree in trees:
        tree.learn_many([x for x, _ in stream], [y for _, y in stream])
    assert trees[0].digest() == trees[1].digest()
    assert trees[0].nodes() == trees[2].nodes()
    assert trees[0].n_leaves > 1


@pytest.mark.parametrize("limit", [0.3, 0.4])
@pytest.mark.parametrize("preset", PRESETS)
def test_batches_threads_and_pickles_give_the_tree_of_the_rows(
    preset: Callable[..., Tree], limit: float
) -> None:
    stream = rows("calm", 400, 0.05) + rows("turned", 1600, 0.05, turn=True)
    given = {**GIVEN, "max_error": limit} | ({"tau": 100, "nu": 0.3} if preset is OHyT else {})
    by_row = preset(**given)
    for x, y in stream:
        by_row.learn_one(x, y)
    assert by_row.n_leaves > 2
    for size, threads in ((1, 1), (7, 2), (1000, 1), (len(stream), 2)):
        tree = preset(**given, threads=threads)
        for start in range(0, len(stream), size):
            part = stream[start : start + size]
            tree.learn_many([x for x, _ in part], [y for _, y in part])
            tree = pickle.loads(pickle.dumps(tree)) if size > 1 else tree
        assert tree.digest() == by_row.digest()
        assert tree.block_share == 0.0


@pytest.mark.parametrize("scale", [0.25, 64.0])
def test_only_the_proportions_of_weights_matter(scale: float) -> None:
    stream = rows("calm", 400, 0.05) + rows("turned", 1600, 0.05, turn=True)
    shapes = []
    for factor in (1.0, scale):
        tree = IADEM2(**GIVEN, max_error=0.4)
        tree.learn_many([x for x, _ in stream], [y for _, y in stream], w=[factor] * len(stream))
        shapes.append([(node["id"], node["row"], node["test"]) for node in tree.nodes() if not node["leaf"]])
    assert shapes[0] == shapes[1]
    assert len(shapes[0]) > 1
