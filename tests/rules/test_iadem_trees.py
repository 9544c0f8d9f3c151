"""IADEM-2: whole trees against the oracle, the same stream, one row at a time."""

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from riparian import IADEM2, VFDT
from tests.concepts import draw_concept
from tests.drawn import Row, draw_stream
from tests.oracles.iadem import Iadem
from tests.test_oracle import Grown, asked_rows, compared, grown_by_oracle, grown_by_riparian

SEEDS = range(90)


def draw_case(seed: int) -> tuple[dict[str, Any], list[Row]]:
    rng = random.Random(f"iadem {seed}")
    given: dict[str, Any] = {
        "observer": rng.choice(["gaussian", "gaussian", "exhaustive"]),
        "predictor": rng.choice(["mc", "mc", "mc", "nb", "nba"]),
        "grace_period": rng.choice([20, 30, 50]),
        # Intervals of few rows are wide: splits need little confidence, or a large difference.
        "delta": rng.choice([0.5, 0.9, 0.99]),
        "difference": rng.choice([0.1, 0.3, 0.49]),
        "max_depth": rng.choice([None, None, 3]),
        "max_leaves": rng.choice([None, None, 4, 6]),
        "max_error": rng.choice([None, None, 0.5]),
    }
    stream = draw_concept(
        seed,
        [(rng.randint(500, 900), rng.choice([0.0, 0.1]))],
        nominal=[rng.randint(2, 4) for _ in range(rng.randint(3, 4))],
        numeric=rng.randint(0, 2),
        classes=rng.choice([2, 2, 3, 4, 5]),
        missing=rng.choice([0.0, 0.05]),
        weights="unit" if given["max_error"] else rng.choice(["unit", "eighths", "real"]),
        relevant=3 if given["delta"] > 0.5 else 1,
    )
    return given, stream


@cache
def oracle_run(seed: int) -> Grown:
    given, stream = draw_case(seed)
    return grown_by_oracle(given, stream, asked_rows(seed, stream), Iadem)


@cache
def outcome(seed: int) -> str:
    given, stream = draw_case(seed)
    return compared(oracle_run(seed), grown_by_riparian(given, stream, asked_rows(seed, stream), IADEM2))


@pytest.mark.parametrize("seed", SEEDS)
def test_tree_and_answers_are_those_of_the_oracle(seed: int) -> None:
    if outcome(seed) == "near tie":
        pytest.skip("two candidates are known equally well: rounding chose")
    assert outcome(seed) == "same", f"settings {draw_case(seed)[0]}"


def test_the_streams_are_not_trivial_and_near_ties_are_rare() -> None:
    nodes = [node for seed in SEEDS for node in oracle_run(seed).nodes if not node["leaf"]]
    assert len(nodes) > 100
    assert max(node["depth"] for node in nodes) >= 2
    for field, wanted in (("reason", {"bound", "tie"}), ("kind", {"cut", "many", "one"})):
        found = Counter(node[field] for node in nodes)
        assert set(found) == wanted
        assert min(found.values()) >= 5, found
    assert sum(outcome(seed) == "near tie" for seed in SEEDS) < 0.1 * len(SEEDS)


TURNS = range(40)


@cache
def draw_turns(seed: int) -> tuple[dict[str, Any], list[Row]]:
    """Several leaves earn their splits between two looks, which are far apart."""
    rng = random.Random(f"turn {seed}")
    given: dict[str, Any] = {
        "observer": rng.choice(["gaussian", "exhaustive"]),
        "predictor": "mc",
        "grace_period": rng.choice([40, 80]),
        "delta": rng.choice([0.9, 0.99]),
        "difference": rng.choice([0.1, 0.3, 0.45]),
        "max_leaves": rng.choice([None, None, None, 8]),
        "max_error": rng.choice([0.05, 0.1, 0.3]),
    }
    stream = draw_concept(
        seed,
        [(rng.randint(300, 500), 0.05) for _ in range(3)],
        nominal=[2] * rng.randint(3, 4),
        numeric=rng.randint(0, 1),
        missing=rng.choice([0.0, 0.05]),
        weights=rng.choice(["unit", "eighths", "real"]),
        relevant=3,
    )
    return given, stream


@cache
def turns(seed: int) -> Grown:
    given, stream = draw_turns(seed)
    return grown_by_oracle(given, stream, asked_rows(seed, stream), Iadem)


@pytest.mark.parametrize("seed", TURNS)
def test_with_an_error_to_stay_above_the_worst_leaf_splits_first(seed: int) -> None:
    given, stream = draw_turns(seed)
    found = compared(turns(seed), grown_by_riparian(given, stream, asked_rows(seed, stream), IADEM2))
    if found == "near tie":
        pytest.skip("two candidates, or two leaves, are equally good: rounding chose")
    assert found == "same", f"settings {given}"


def test_often_a_leaf_splits_out_of_its_turn() -> None:
    # Then two leaves or more split at one row.
    rows = [[node["row"] for node in turns(seed).nodes if not node["leaf"]] for seed in TURNS]
    assert sum(len(set(found)) < len(found) for found in rows) >= 8


@pytest.mark.parametrize("seed", range(12))
def test_the_preset_is_its_parts(seed: int) -> None:
    given, stream = draw_case(seed)
    difference, _ = given.pop("difference"), given.pop("max_error")
    parts: dict[str, Any] = {
        "rule": f"iadem:{difference}",
        "criterion": "entropy",
        "min_branch_fraction": 0,
        "min_gain": 0,
    }
    trees = [IADEM2(difference=difference, **given), VFDT(**parts, **given, tau=0)]
    for tree in trees:
        tree.learn_many([x for x, _, _ in stream], [y for _, y, _ in stream], w=[w for _, _, w in stream])
    assert trees[0].nodes() == trees[1].nodes()
    assert trees[0].digest() == trees[1].digest()


def test_a_tenth_is_the_usual_difference() -> None:
    stream = draw_stream(11, 1500, weights="unit")
    trees = [
        VFDT(rule=rule, min_branch_fraction=0, delta=0.3) for rule in ("iadem", "iadem:0.1", "iadem:0.4")
    ]
    for tree in trees:
        tree.learn_many([x for x, _, _ in stream], [y for _, y, _ in stream])
    assert trees[0].nodes() == trees[1].nodes() != trees[2].nodes()


@pytest.mark.parametrize("scale", [0.25, 64.0])
def test_only_the_proportions_of_weights_matter(scale: float) -> None:
    # Effective rows, w^2 / w_sq, stay the same; a power of two is exact.
    stream = draw_concept(3, [(2500, 0.05)], nominal=[2, 3, 2], numeric=1, classes=2, weights="eighths")
    trees = [IADEM2(delta=0.9, difference=0.3, grace_period=50) for _ in range(2)]
    for tree, factor in zip(trees, (1.0, scale), strict=True):
        weights = [factor * w for _, _, w in stream]
        tree.learn_many([x for x, _, _ in stream], [y for _, y, _ in stream], w=weights)
    one, other = ([node for node in tree.nodes() if not node["leaf"]] for tree in trees)
    assert len(one) >= 2
    names = ("id", "row", "reason", "test")
    assert [[node[name] for name in names] for node in one] == [
        [node[name] for name in names] for node in other
    ]
