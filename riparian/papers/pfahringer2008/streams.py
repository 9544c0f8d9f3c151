"""The eighteen streams of the paper, and genF2 with every million rows sorted by salary.

The names are the paper's; what they stand for follows MOA's generators and the literature that it cites.
Training and hold-out rows are drawn with different seeds from one and the same concept.
"""

from __future__ import annotations

from riparian.papers.material import SortedBlocks
from riparian.streams import Generated, Stream

SIMPLE = {"nominals": 10, "numerics": 10, "max_depth": 5, "first_leaf": 3, "leaf_fraction": 0.15}
COMPLEX = {"nominals": 50, "numerics": 50, "max_depth": 10, "first_leaf": 5, "leaf_fraction": 0.15}
# Seed of the trees and centroids that make a concept: the same for training and hold-out.
CONCEPT = 1
# Added to the seed of the training rows; also the noise of the hold-out is drawn anew.
HOLDOUT_APART = 104_729
SORTED = "genF2-sorted"
# The paper sorts every million rows.
BLOCK_ROWS = 1_000_000

STREAMS = (
    *("rts", "rtsn", "rtc", "rtcn", "rrbfs", "rrbfc", "wave21", "wave40"),
    *(f"genF{number}" for number in range(1, 11)),
)


def stream(name: str, seed: int) -> Generated:
    """One of the eighteen streams.

    >>> found = stream("rrbfc", seed=1)
    >>> found.name, len(found.columns), found.classes
    ('rbf', 50, ('class1', 'class2'))
    """
    match name:
        case "rts" | "rtc" | "rtsn" | "rtcn":
            shape = SIMPLE if name.startswith("rts") else COMPLEX
            found = Generated("random-tree", tree_seed=CONCEPT, seed=seed, **shape)
            return found.noisy(columns=0.1, labels=0.1, seed=seed) if name.endswith("n") else found
        case "rrbfs":
            return Generated("rbf", model_seed=CONCEPT, seed=seed, centroids=100, columns=10)
        case "rrbfc":
            return Generated("rbf", model_seed=CONCEPT, seed=seed, centroids=1000, columns=50)
        case "wave21" | "wave40":
            return Generated("waveform", seed=seed, noise=name == "wave40")
        case _:
            return Generated("agrawal", seed=seed, function=int(name.removeprefix("genF")))


def training(name: str, seed: int, rows: int) -> Stream:
    """The stream that is learned, for runs of so many rows."""
    if name == SORTED:
        return SortedBlocks(stream("genF2", seed), "salary", block_rows(rows))
    return stream(name, seed)


def block_rows(rows: int) -> int:
    """Rows of a sorted block: a million, or half the rows of a shorter run.

    >>> block_rows(2_000_000), block_rows(20_000)
    (1000000, 10000)
    """
    return max(1, min(BLOCK_ROWS, rows // 2))


def holdout(name: str, seed: int) -> Stream:
    """The stream of the hold-out: the same concept, other rows. Their order does not matter."""
    return stream("genF2" if name == SORTED else name, seed + HOLDOUT_APART)
