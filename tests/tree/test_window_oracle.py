"""A tree with a window makes, replaces and takes back its splits at the rows at which an oracle does."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from riparian import VFDT
from tests.oracles.window import Windowed

COLUMNS = "abc"


def concepts(seed: int, rows: int) -> list[tuple[dict[str, str], str]]:
    """Rows whose class is told by another column every few hundred rows, or by none."""
    rng = random.Random(f"window {seed}")
    told, noise, found = "a", 0.1, []
    for at in range(rows):
        if at % 400 == 0:
            told, noise = rng.choice([*COLUMNS, "none"]), rng.choice([0.0, 0.1, 0.3])
        x = {name: rng.choice("uvw" if name == "b" else "uv") for name in COLUMNS}
        label = "rare" if at == 5 else "yes" if x.get(told, rng.choice("uv")) == "u" else "no"
        found.append((x, rng.choice(["yes", "no", "maybe"]) if rng.random() < noise else label))
    return found


@pytest.mark.parametrize("seed", range(12))
def test_the_splits_are_those_of_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    window, grace, tau = rng.choice([150, 300, 500]), rng.choice([10, 25, 60]), rng.choice([0.0, 0.3])
    tree = VFDT(
        window=window,
        grace_period=grace,
        delta=0.05,
        tau=tau,
        max_depth=1,
        min_branch_fraction=0.0,
        predictor=rng.choice(["mc", "nba"]),
    )
    oracle = Windowed(window, len(COLUMNS), grace, 0.05, tau)
    happened: Counter[str] = Counter()
    for number, (x, label) in enumerate(concepts(seed, 4000), 1):
        known = len(oracle.events)
        tree.learn_one(x, label)
        oracle.learn(tuple(x[name] for name in COLUMNS), label)
        if oracle.close:
            pytest.skip("two numbers too close to tell: rounding chooses")
        root = tree.nodes()[0]
        if oracle.column is None:
            assert root["leaf"], number
        else:
            assert not root["leaf"], number
            assert root["test"]["column"] == COLUMNS[oracle.column], number
            assert root["row"] == max(at for at, what in oracle.events if what != "leaf")
        for _, what in oracle.events[known:]:
            happened[what.partition(" ")[0]] += 1
    assert happened["split"] >= 3
    assert happened["leaf"] + happened["split"] >= 5
