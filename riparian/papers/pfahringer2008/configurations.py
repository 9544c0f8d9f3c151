"""The configurations of Table 1, three of ours beside them, and the three budgets.

The tree is MOA's, for the paper does not print its settings: grace period 200, delta 1e-7, tau 0.05,
information gain; the leaves answer with the majority class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from riparian import VFDT
from riparian.trees import Tree

TREE: dict[str, Any] = {
    "grace_period": 200,
    "delta": 1e-7,
    "tau": 0.05,
    "criterion": "entropy",
    "predictor": "mc",
}


@dataclass(frozen=True)
class Configuration:
    """How numeric columns are summarised.

    Parameters
    ----------
    name : str
        The paper's name for it.
    settings : mapping
        Settings of the tree.
    limit : str
        What a leaf may keep for each numeric column.
    section : str
        Where the paper explains it; '' for one of ours.
    """

    name: str
    settings: Mapping[str, Any] = field(hash=False)
    limit: str
    section: str

    @property
    def ours(self) -> bool:
        """Whether the paper does not have it."""
        return not self.section


def _configuration(name: str, limit: str, section: str, **settings: Any) -> Configuration:
    return Configuration(name, settings, limit, section)


CONFIGURATIONS = {
    found.name: found
    for found in (
        _configuration("vfml10", "10 bins", "2.1", observer="bins:10"),
        _configuration("vfml100", "100 bins", "2.1", observer="bins:100"),
        _configuration("vfml1000", "1000 bins", "2.1", observer="bins:1000"),
        _configuration("bintree", "none", "2.2", observer="exhaustive"),
        _configuration("gk10", "at most 9 tuples per class", "2.3", observer="gk:10"),
        _configuration("gk100", "at most 99 tuples per class", "2.3", observer="gk:100"),
        _configuration("gk1000", "at most 999 tuples per class", "2.3", observer="gk:1000"),
        _configuration("gauss10", "5 numbers per class, 10 cuts", "2.4", observer="gaussian", points=10),
        _configuration("gauss100", "5 numbers per class, 100 cuts", "2.4", observer="gaussian", points=100),
        _configuration("dyadic", "its default", "", observer="dyadic"),
        _configuration("histogram", "its default", "", observer="histogram"),
        _configuration("quantiles", "its default", "", observer="quantiles"),
    )
}
PAPERS_OWN = tuple(name for name, found in CONFIGURATIONS.items() if not found.ours)

# What each stands for in the paper: a sensor, a handheld computer, a server.
BUDGETS = {"100KB": "sensor", "32MB": "handheld", "400MB": "server"}


def planted(configuration: str, budget: str, threads: int) -> Tree:
    """A tree that has learned nothing yet."""
    settings = CONFIGURATIONS[configuration].settings
    return VFDT(**TREE, **settings, budget=budget, threads=threads)
