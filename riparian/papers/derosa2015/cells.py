"""What is run, in which order.

Settings are tuned on rows of their own first: fifty streams that are not among the thousand, one permutation
that is not among the ten. Then the best of each method is run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from riparian.papers import cells
from riparian.papers.derosa2015.batches import LEARNERS
from riparian.papers.derosa2015.data import REAL, SYNTHETIC, TREES
from riparian.papers.derosa2015.methods import METHODS, settings

FIGURES = ("controlled", "real", "batch", "active")
# What each figure is about.
DATA: dict[str, tuple[str, ...]] = {
    "controlled": (TREES,),
    "real": tuple(REAL),
    "batch": ("electricity", "airlines", SYNTHETIC),
    "active": (TREES, *REAL),
}
# Seeds of the streams that settings are tuned on begin here.
TUNING_SEED = 1_000_001
# Settings that are tried in one task.
TOGETHER = 20
# Trees that ask for labels: of proved confidence, and of the practical one.
ASKING = (
    "bound=tight criterion=misclassification tau=0.4 tolerance=0.2",
    "bound=practical c=0.01 tolerance=0.1",
)


@dataclass(frozen=True)
class Scale:
    """How much is run.

    Parameters
    ----------
    rows : int or None
        Rows of a stream or permutation; None for all there are, of a known tree a hundred thousand.
    tuning : int
        Streams that settings are tuned on.
    every : int
        Of the two hundred settings every so many.
    streams, permutations : int
        Streams of known trees, and permutations of a real data set.
    sizes : tuple of int
        Rows of the synthetic set.
    asked : int
        Rows whose labels may be asked for.
    """

    rows: int | None = None
    tuning: int = 50
    every: int = 1
    streams: int = 1000
    permutations: int = 10
    sizes: tuple[int, ...] = (10**3, 10**4, 10**5, 10**6, 10**7)
    asked: int = 50_000


FULL = Scale()
QUICK = Scale(rows=5000, tuning=2, every=25, streams=5, permutations=2, sizes=(10**3, 10**4), asked=3000)


class Cell(NamedTuple):
    """A line of the results: what was run on what, in the order of a seed."""

    figure: str
    part: str
    data: str
    method: str
    setting: str
    seed: int


class Task(NamedTuple):
    """Cells of the same rows, which are made once; those of tuning are means over several seeds."""

    cells: tuple[Cell, ...]
    seeds: tuple[int, ...]
    rows: int | None


def tuning(figure: str, data: Iterable[str], scale: Scale) -> list[Task]:
    """Settings to be tried on rows of their own."""
    streams = scale.tuning if figure == "controlled" else 1
    seeds = tuple(range(TUNING_SEED, TUNING_SEED + streams))
    found = []
    for name in data:
        for method in METHODS:
            tried = settings(method)[:: scale.every]
            for at in range(0, len(tried), TOGETHER):
                cells = [
                    Cell(figure, "tuning", name, method, one, seeds[0]) for one in tried[at : at + TOGETHER]
                ]
                found.append(Task(tuple(cells), seeds, scale.rows))
    return found


def runs(figure: str, best: dict[tuple[str, str], str], scale: Scale) -> list[Task]:
    """The best setting of each method, by data and method, on every stream or permutation."""
    count = scale.streams if figure == "controlled" else scale.permutations
    found = []
    for name in dict.fromkeys(name for name, _ in best):
        for seed in range(1, count + 1):
            cells = [Cell(figure, "run", name, method, best[name, method], seed) for method in METHODS]
            found.append(Task(tuple(cells), (seed,), scale.rows))
    return found


def batches(data: Iterable[str], scale: Scale) -> list[Task]:
    """Every learner, on the longest of the synthetic rows first."""
    sizes = {name: scale.sizes if name == SYNTHETIC else (scale.rows,) for name in data}
    found = [
        Task((Cell("batch", str(size or "all"), name, learner, "", 1),), (1,), size)
        for name in sizes
        for size in sizes[name]
        for learner in LEARNERS
    ]
    return sorted(found, key=lambda task: -(task.rows or 0))


def asking(data: Iterable[str], scale: Scale) -> list[Task]:
    """Trees that ask for labels, on every permutation, and what else could be done with as many."""
    return [
        Task((Cell("active", "run", name, "wanted", setting, seed),), (seed,), scale.asked)
        for name in data
        for setting in ASKING
        for seed in range(1, scale.permutations + 1)
    ]


def chosen(figures: Sequence[str], only: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The data of some figures, or those of them that are named.

    >>> chosen(["real", "batch"], ["electricity,cod-rna"])
    {'real': ('cod-rna', 'electricity'), 'batch': ('electricity',)}
    """
    return cells.chosen({figure: DATA[figure] for figure in figures}, only)
