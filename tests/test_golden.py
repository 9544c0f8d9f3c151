"""Recorded digests: a change of any bit of the arithmetic is noticed, on any machine.

A digest must be the same on every platform, with registers of any width (the core chooses the widest that it
finds and never fuses or reorders), and in every later version that does not say otherwise in the changelog.
The streams are made with whole-number arithmetic and a few exact or correctly rounded operations, so that
neither NumPy nor the platform's mathematics has a say.

If the definition of the tree has been changed on purpose, record anew and say so in the changelog:

    python -m tests.test_golden > tests/golden/digests.json
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from riparian import IADEM2, MDT, VFDT, CTree, MultiwayTree, OHyT, Tree

RECORDED = Path(__file__).resolve().parent / "golden" / "digests.json"
ROWS = [1, 100, 1000, 6000]
UNITS = [1.0, 0.1, 1e3, 1e-6, 7.0, 1e9, 1e-150, 1e150, 0.5, 1e-3, 1e60, 1e-300]


def whole_numbers(seed: int) -> Iterator[int]:
    """Steele, Lea & Flood (2014), SplitMix64: the same 64 bits everywhere."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        z = state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) % 2**64
        yield z ^ z >> 31


def stream(
    seed: int, numeric: int, nominal: list[int], classes: int, *, holes: int = 0, weights: bool = False
) -> Iterator[tuple[dict[str, Any], int, float]]:
    """Rows, labels and weights; one value in `holes` is missing, classes and categories come one by one."""
    draw = whole_numbers(seed)
    for row in range(ROWS[-1]):
        label = next(draw) % min(classes, 2 + row // 300)
        x: dict[str, Any] = {}
        for j in range(numeric):
            bell = sum(next(draw) >> 44 for _ in range(4)) / 2.0**20 - 2.0
            centre = (label * (j + 3) * 5 + j) % 7 - 3.0
            x[f"x{j}"] = (bell + centre + 10.0 * j) * UNITS[j]
        for j, count in enumerate(nominal):
            chosen = next(draw) % min(count, 2 + row // 20)
            favourite = (label * 11 + 5 * j) % min(count, 2 + row // 20)
            x[f"s{j}"] = f"word {favourite if next(draw) % 3 else chosen}"
        if holes:
            x = {name: None if next(draw) % holes == 0 else value for name, value in x.items()}
        noisy = next(draw) % 8 == 0
        yield x, (next(draw) % 2 if noisy else label), (next(draw) % 32 / 16.0 if weights else 1.0)


SMALL = {"grace_period": 30, "delta": 0.01, "tau": 0.2}
CASES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "the defaults": ({}, {"seed": 1, "numeric": 2, "nominal": [12, 3], "classes": 9}),
    "numbers, entropy, adaptive": (SMALL, {"seed": 2, "numeric": 8, "nominal": [], "classes": 5}),
    "mixed with holes and weights, gini, adaptive": (
        {**SMALL, "criterion": "gini"},
        {"seed": 3, "numeric": 3, "nominal": [5, 60, 2], "classes": 4, "holes": 12, "weights": True},
    ),
    "categories, misclassification, naive Bayes": (
        {**SMALL, "criterion": "misclassification", "predictor": "nb"},
        {"seed": 4, "numeric": 0, "nominal": [3, 4, 6, 2, 9], "classes": 3},
    ),
    "one against the rest, Kearns-Mansour, majority, limits": (
        {**SMALL, "criterion": "kearns-mansour", "predictor": "mc", "min_branch_fraction": 0.3}
        | {"max_leaves": 40, "max_depth": 8},
        {"seed": 5, "numeric": 2, "nominal": [5, 7, 8], "classes": 6, "holes": 30},
    ),
    "mixed with holes, gain ratio, adaptive": (
        {**SMALL, "criterion": "gain-ratio"},
        {"seed": 7, "numeric": 3, "nominal": [30, 3, 4], "classes": 4, "holes": 20},
    ),
    "many classes and columns, one point": (
        {**SMALL, "points": 1, "tau": 0.5, "min_gain": 0.01},
        {"seed": 6, "numeric": 12, "nominal": [40], "classes": 20, "weights": True},
    ),
}
HOLED = {"numeric": 6, "nominal": [3], "classes": 5, "holes": 25, "weights": True}
OBSERVERS = [
    "bins",
    "dyadic",
    "exhaustive",
    "histogram",
    "histogram:5:width",
    "quantiles:10",
    "quantiles:0.02",
    "segments",
]
CASES |= {
    f"{observer}, adaptive": ({**SMALL, "observer": observer}, {"seed": 10 + n, **HOLED})
    for n, observer in enumerate(OBSERVERS)
}
CASES |= {
    f"{observer}, adaptive": ({**SMALL, "observer": observer}, {"seed": 18 + n, **HOLED})
    for n, observer in enumerate(["gk", "gk:40"])
}
CASES |= {
    f"{observer} within 60 KB": (
        {**SMALL, "observer": observer, "budget": "60KB", "predictor": predictor},
        {"seed": 20 + n, **HOLED},
    )
    for n, (observer, predictor) in enumerate([("gaussian", "nba"), ("dyadic", "mc")])
}


CASES |= {
    f"{candidates}, {criterion}": (
        {**SMALL, "candidates": candidates, "criterion": criterion},
        {"seed": 30 + n, **HOLED},
    )
    for n, (candidates, criterion) in enumerate(
        [("crossings", "misclassification"), ("delayed", "misclassification"), ("combined", "gini")]
    )
}
CASES |= {
    f"mDT {variant}, faithful {faithful}": (
        {"variant": variant, "faithful": faithful, "grace_period": 40, "tau": 0.6},
        {"seed": 40, "numeric": 8, "nominal": [], "classes": 5},
    )
    for variant in ("bin", "intersect", "delayed", "combined")
    for faithful in (False, True)
}
CASES["mDT intersect, nine classes"] = (
    {"variant": "intersect", "faithful": False, "grace_period": 40, "tau": 0.6},
    {"seed": 41, "numeric": 6, "nominal": [], "classes": 9},
)
RULES = [
    ("hoeffding:2", "gini", 1.2),
    ("normal", "gini", 6.0),
    ("rutkowski", "entropy", 200.0),
    ("jaworski", "misclassification", 0.6),
    ("hybrid", "gini", 1.2),
    ("theorem", "kearns-mansour", 3.0),
    ("tight", "entropy", 9.0),
]
CASES |= {
    f"rule {rule}, {criterion}": (
        {"rule": rule, "criterion": criterion, "tau": tau, "grace_period": 30},
        {"seed": 50 + n, "numeric": 6, "nominal": [4], "classes": 2, "holes": 15, "weights": True},
    )
    for n, (rule, criterion, tau) in enumerate(RULES)
}
CASES |= {
    f"C-Tree {bound}, rivals {rivals}": (
        {"bound": bound, "c": c, "rivals": rivals, "tau": tau, "grace_period": 30},
        {"seed": 60, "numeric": 6, "nominal": [4], "classes": 3, "holes": 15},
    )
    for bound, c, tau in (("practical", 0.05, 0.02), ("theory", None, 1.6), ("tight", None, 1.2))
    for rivals in ("columns", "candidates")
}
WORST = {"difference": 0.4, "delta": 0.8, "grace_period": 30}
CASES |= {
    f"IADEM-2, {classes} classes, max_error {max_error}": (
        {**WORST, "delta": 0.95, "max_error": max_error},
        {"seed": 70, "numeric": 2, "nominal": [3, 4, 2], "classes": classes, "holes": 25, "weights": True},
    )
    for classes, max_error in ((2, None), (5, None), (4, 0.3))
}
CASES |= {
    f"OHyT, {nu_of}, {revise_at}, {pushed_down}": (
        {**WORST, "tau": 60, "nu": 0.2, "nu_of": nu_of, "revise_at": revise_at, "pushed_down": pushed_down},
        {"seed": 80, "numeric": 2, "nominal": [3, 2, 4], "classes": 3, "holes": 25, "weights": True},
    )
    for nu_of in ("nodes", "inner")
    for revise_at in ("grace", "row")
    for pushed_down in ("fresh", "settled")
}
CASES |= {
    f"multi-way, {penalty}, window {window}": (
        {"penalty": penalty, "window": window, "grace_period": 30, "tau": 2.0, "predictor": "nba"},
        {"seed": 90, "numeric": 3, "nominal": [3], "classes": 3, "holes": 20, "weights": True},
    )
    for penalty, window in (("mdl", None), ("bias", None), ("ratio", None), ("bias", 300))
}
CASES |= {
    f"window of {observer}": (
        {"window": 3000, "observer": observer, "grace_period": 30, "tau": 2.0, "predictor": predictor},
        {"seed": 95, "numeric": 3, "nominal": [3], "classes": 3, "holes": 20, "weights": True},
    )
    for observer, predictor in (("gaussian", "nb"), ("exhaustive", "mc"), ("dyadic", "nba"))
}


def planted(settings: dict[str, Any], threads: int) -> Tree:
    """The preset that has these settings."""
    by_setting: dict[str, type[Any]] = {"variant": MDT, "bound": CTree, "nu": OHyT, "difference": IADEM2}
    by_setting["penalty"] = MultiwayTree
    preset: Callable[..., Tree] = next(
        (found for name, found in by_setting.items() if name in settings), VFDT
    )
    return preset(**settings, threads=threads)


def measured(settings: dict[str, Any], law: dict[str, Any], threads: int = 1) -> dict[str, Any]:
    """What is recorded of one stream: digests on the way, and a few numbers that tell a person more."""
    rows = list(stream(**law))
    tree = planted(settings, threads)
    digests, correct, start = {}, 0, 0
    for stop in ROWS:
        x, labels, w = ([row[at] for row in rows[start:stop]] for at in range(3))
        said = tree.predict_then_learn_many(x, labels, w=w)
        correct += int((said == labels).sum())
        digests[str(stop)] = tree.digest()
        start = stop
    return {"digests": digests, "correct": correct, "leaves": tree.n_leaves, "depth": tree.depth}


@pytest.mark.parametrize("name", CASES)
def test_a_stream_gives_the_recorded_tree(name: str) -> None:
    recorded = json.loads(RECORDED.read_text("utf-8"))[name]
    settings, law = CASES[name]
    assert measured(settings, law) == recorded
    assert measured(settings, law, threads=2) == recorded


@pytest.mark.parametrize("registers", ["baseline", "avx2"])
def test_narrower_registers_give_the_same_bits(registers: str) -> None:
    environment = {**os.environ, "RIPARIAN_REGISTERS": registers}
    command = [sys.executable, "-m", "tests.test_golden"]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, cwd=RECORDED.parents[2], check=True
    )
    assert json.loads(done.stdout) == json.loads(RECORDED.read_text("utf-8"))


def test_nothing_is_recorded_that_is_not_tested() -> None:
    assert list(json.loads(RECORDED.read_text("utf-8"))) == list(CASES)


def test_recorded_trees_are_no_stumps() -> None:
    assert all(found["leaves"] >= 5 for found in json.loads(RECORDED.read_text("utf-8")).values())


if __name__ == "__main__":
    sys.stdout.write(json.dumps({name: measured(*case) for name, case in CASES.items()}, indent=1) + "\n")
