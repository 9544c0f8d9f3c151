"""The 25 synthetic streams; the rows of every run have a seed of their own, and so have the hyperplanes.

Names are ours; what they stand for is told in section 4.1 of the paper, and follows MOA's generators. The
paper's Table 1 swaps the kinds of Agrawal's columns: six are numeric, three nominal.
"""

from __future__ import annotations

from riparian.streams import Generated

SIMPLE = {"nominals": 10, "numerics": 10, "max_depth": 5, "first_leaf": 3, "leaf_fraction": 0.15}
COMPLEX = {"nominals": 50, "numerics": 50, "max_depth": 10, "first_leaf": 5, "leaf_fraction": 0.15}
# Seed of the trees and centroids: the same for every run.
CONCEPT = 1

STREAMS = (
    *("tree-simple", "tree-complex", "rbf-simple", "rbf-complex", "wave-21", "wave-40"),
    *("plane-10", "plane-15", "plane-20", "led-5", "led-10", "led-15"),
    *(f"stagger-{function}" for function in range(1, 4)),
    *(f"agrawal-{function}" for function in range(1, 11)),
)


def stream(name: str, seed: int) -> Generated:
    """One of the streams.

    >>> found = stream("rbf-complex", seed=7)
    >>> len(STREAMS), found.name, len(found.columns), found.classes
    (25, 'rbf', 50, ('class1', 'class2'))
    """
    kind, _, which = name.partition("-")
    match kind:
        case "tree":
            shape = SIMPLE if which == "simple" else COMPLEX
            found = Generated("random-tree", tree_seed=CONCEPT, seed=seed, **shape)
            return found.noisy(columns=0.1, labels=0.1, seed=seed)
        case "rbf":
            centroids, columns = (100, 10) if which == "simple" else (1000, 50)
            return Generated("rbf", model_seed=CONCEPT, seed=seed, centroids=centroids, columns=columns)
        case "wave":
            return Generated("waveform", seed=seed, noise=which == "40")
        case "plane":
            return Generated("hyperplane", seed=seed, columns=int(which), noise=5)
        case "led":
            return Generated("led", seed=seed, noise=int(which))
        case _:
            return Generated(kind, seed=seed, function=int(which))
