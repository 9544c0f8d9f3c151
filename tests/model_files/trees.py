"""Small trees of every kind: what model files, digests and hostile bytes are tried on.

All of them are made from sums and products of a seeded generator's numbers, which are the same everywhere.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from riparian import IADEM2, MDT, VFDT, CorrHTree, CTree, HTree, MultiwayTree, OHyT, _native
from riparian.settings import CHOICES
from riparian.trees import Tree

LABELS: list[Any] = [True, (1, 2), 2**70, "elm", 3, 0.5]
Make = Callable[[], Tree]


def bell(rng: random.Random) -> float:
    """Four numbers added: nearly normal, without the logarithms of a library."""
    return 1.73 * (rng.random() + rng.random() + rng.random() + rng.random() - 2.0)


def small_tree(
    predictor: str,
    *,
    fraction: float = 0.01,
    far: bool = False,
    preset: Callable[..., Tree] = VFDT,
    rows: int = 60,
    **parts: Any,
) -> Tree:
    """A few kilobytes that hold every kind of label, category, column and node between them."""
    rng = random.Random(f"digest {predictor} {fraction}")
    usual = {"tau": 2.0, "delta": 0.4, "min_branch_fraction": fraction, "points": 2}
    tree = preset(
        **{name: value for name, value in usual.items() if name in preset().get_params()} | parts,
        grace_period=8,
        nominal=["code"],
        predictor=predictor,
        max_leaves=6,
        max_depth=3,
        classes=["declared", "yew"],
    )
    for i in range(rows):
        x = {
            "x": i % 3 + bell(rng),
            "flag": rng.random() < 0.5,
            "code": rng.choice([0, 5, -3, 2000, 1.5]),
            "s": "abc"[rng.randrange(3)],
            "far": f"t{rng.randrange(60)}" if far else None,
            "nothing": None,
        }
        tree.learn_one(x, LABELS[(i % 3 + rng.randrange(3)) % len(LABELS)], w=rng.choice([1.0, 0.25, 1.3]))
    return tree


def banded_tree(observer: str, multiway: bool, window: int | None) -> Tree:
    """Three bands of one column tell most of the class, and a category the rest."""
    rng = random.Random(f"bands {observer}")
    tree = VFDT(
        observer=observer,
        multiway=multiway,
        window=window,
        grace_period=20,
        tau=2.0,
        nominal=["code"],
        max_leaves=8,
    )
    for _ in range(90):
        x = {"x": rng.randrange(12) / 2, "y": bell(rng), "flag": rng.random() < 0.5}
        x |= {"code": rng.choice([0, 5]), "far": "t1"}
        label = LABELS[int(2 <= x["x"] < 4)] if x["code"] else LABELS[2]
        tree.learn_one(x, label, w=rng.choice([1.0, 0.25, 1.3]))
    return tree


def bounded_tree(**parts: Any) -> Tree:
    """Two columns tell the class equally well, so that only ties split; the others tell nothing of it."""
    rng = random.Random("bounds")
    tree = VFDT(**{"grace_period": 30, "predictor": "mc"} | parts)
    for _ in range(600):
        label = rng.randrange(2)
        rich = float(label ^ int(rng.random() < 0.1))
        tree.learn_one({"x": bell(rng), "s": "abc"[rng.randrange(3)], "rich": rich, "twin": -rich}, label)
    return tree


TREES: dict[str, Make] = {
    "majority, many-way": lambda: small_tree("mc"),
    "bayes, one against the rest": lambda: small_tree("nb", fraction=0.26),
    "adaptive, far categories": lambda: small_tree("nba", fraction=0.26, far=True),
}
TREES |= {
    observer: partial(small_tree, "nba", observer=observer)
    for observer in _native.observers()
    if observer != "gaussian"
}
TREES |= {
    f"mDT, {variant}{', as published' if faithful else ''}": partial(
        small_tree, "mc", preset=MDT, variant=variant, faithful=faithful
    )
    for variant in CHOICES["variant"]
    for faithful in (False, True)
}
TREES |= {
    "H-Tree": partial(small_tree, "mc", preset=HTree),
    "CorrH-Tree": partial(small_tree, "nba", preset=CorrHTree),
    **{
        f"C-Tree, {bound}, {rivals}": partial(small_tree, "mc", preset=CTree, bound=bound, rivals=rivals)
        for bound in CHOICES["bound"]
        for rivals in CHOICES["rivals"]
    },
}
TREES |= {
    "IADEM-2": partial(small_tree, "nb", preset=IADEM2, delta=0.99, difference=0.49, max_error=0.01),
    **{
        f"OHyT, {nu_of}, {revise_at}, {pushed_down}": partial(
            small_tree,
            "nba",
            preset=OHyT,
            nu=0.6,
            nu_of=nu_of,
            revise_at=revise_at,
            pushed_down=pushed_down,
        )
        for nu_of, revise_at, pushed_down in [
            ("nodes", "grace", "fresh"),
            ("inner", "row", "settled"),
        ]
    },
}
TREES |= {
    f"{observer}, multiway {multiway}, window {window}": partial(banded_tree, observer, multiway, window)
    for observer, multiway, window in [
        ("segments", True, None),
        ("segments", True, 60),
        ("exhaustive", False, 60),
        ("exhaustive", True, None),
        ("gaussian", False, 60),
    ]
}

# What else a file may hold: these are not tried bit by bit.
OTHERS: dict[str, Make] = {
    "empty": VFDT,
    "declared": lambda: VFDT(classes=["a", 1, 0.5], nominal=["later"]),
    "budget": lambda: bounded_tree(tau=2.0, budget=7000),
    "drop-poor": lambda: bounded_tree(tau=0.0, drop_poor=True),
    "dyadic, window": lambda: banded_tree("dyadic:8", multiway=False, window=40),
    "multiway": partial(small_tree, "nba", preset=MultiwayTree),
    **{
        f"wide {observer}": partial(small_tree, "nba", observer=observer, rows=40)
        for observer in ("bins:10000", "dyadic:10000", "histogram:1000:width", "quantiles:0.01")
    },
}
