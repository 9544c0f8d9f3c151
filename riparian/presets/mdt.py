"""mDT: Hoeffding trees whose cuts are computed, not tried."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from riparian.aliases import accepted
from riparian.trees import Tree

# The candidates that a variant stands for.
CANDIDATES = {"bin": "grid", "combined": "combined", "delayed": "delayed", "intersect": "crossings"}
# What the authors' program does otherwise than we do.
PUBLISHED = {
    "null_split": False,
    "inherit": False,
    "clip": False,
    "equal_widths": False,
    "least_variance": 1e-6,
}


class MDT(Tree):
    """Trees of the misclassification error, whose best cut lies where two classes' normal curves cross.

    With one normal distribution per class, no cut gains more than the best of all crossings (Theorem 1 of the
    paper), and where nothing crosses no cut gains anything. Scored are those among the values.

    Parameters
    ----------
    variant : {'bin', 'combined', 'delayed', 'intersect'}, default 'intersect'
        Which cuts are scored: 'intersect' the crossings; 'bin' `points` equally spaced ones; 'combined' both;
        'delayed' equally spaced ones to decide, and then the crossings of the winning column.
    faithful : bool, default False
        Do as the authors' program does, to meet their tables: variances of at least 1e-6 on any scale, gains
        by the printed formula with its rounding noise, of which any but exactly 0 may split, crossings of
        equally wide curves missed, and children that begin with nothing. By default variances are relative
        to the range of the column, gains are exact, not to split competes as well, and children inherit.
    grace_period : int, 1 <= grace_period, default 500
        Rows that a leaf learns between two looks for a split. Default as in the authors' experiments.
    delta : float, 0 < delta < 0.5, default 1e-7
        Chance, per decision, of choosing another column than an endless stream would. Default as there.
    tau : float, 0 <= tau, default 0.15
        Split on the best column regardless once the bound is below this: with `delta` from 601 rows on.
        Default as there.
    criterion : str, default 'misclassification'
        How mixed a leaf is; as for VFDT. With another one, crossings are good guesses and no more, and most
        need another rule.
    rule : str, default 'normal'
        When the best candidate is good enough: by the bound of the paper's equation 8; others as for VFDT.
    predictor : {'mc', 'nb', 'nba'}, default 'mc'
        What a leaf answers: the majority class, naive Bayes, or whichever was right more often in this leaf.
    nominal : list of names or positions, or None, default None
        Columns that hold categories whatever their dtype. Texts, bools and categoricals always do.
    classes : list of labels or None, default None
        Classes known before the first row; they come first, sorted. Others may turn up at any row.
    max_depth : int or None, 0 <= max_depth, default 59
        Depth at which leaves stop splitting (the root has depth 0); None for no limit. Default as in the
        authors' experiments.
    max_leaves : int or None, 1 <= max_leaves, default None
        Number of leaves that is never exceeded; None for no limit.
    min_gain : float or None, 0 <= min_gain < 1, default None
        A split must gain more than this share of the criterion's range. None: 1e-12, so that rounding never
        splits a leaf; or 0 if `faithful`, and then a loss will do as well.
    min_branch_fraction : float, 0 <= min_branch_fraction < 0.5, default 1e-6
        Two branches must hold more than this share of the weight. Default as in the authors' experiments.
    points : int, 1 <= points <= 10000, default 10
        Number of equally spaced cuts per numeric column. Default as there.
    drop_poor : bool, default False
        Whether a leaf stops looking at a column that falls behind the best one by more than the bound.
    window : int or None, 1 <= window, default None
        The tree knows the last so many rows only: older ones are forgotten, and splits whose advantage is
        gone are replaced or taken back. Rows are then learned one by one. None: nothing is forgotten.
    budget : int, str or None, default None
        Bytes that the tree may hold, after every row: a number, or a text such as '100KB'; None for no limit.
    threads : int or None, 1 <= threads <= 4096 or -1, default 1
        Threads that tables are learned and predicted with; -1: all cores, None: 1. The tree is the same.
        At most 16 threads are started, or one for each core if there are more than 16 cores.

    References
    ----------
    M. Mirkhan, M. Amir Haeri and M. R. Meybodi. Analytical split value calculation for numerical attributes
    in Hoeffding trees with misclassification-based impurity. Annals of Data Science, 2019.

    Examples
    --------
    >>> import numpy as np
    >>> from riparian import MDT
    >>> rng = np.random.default_rng(1)
    >>> y = np.arange(2000) % 2
    >>> X = rng.normal(4.0 * y)[:, None]
    >>> tree = MDT(max_depth=1)
    >>> tree.learn_many(X, y)
    >>> round(tree.nodes()[0]["test"]["cut"], 1)
    2.0
    """

    @accepted
    def __init__(
        self,
        /,
        *,
        variant: str = "intersect",
        faithful: bool = False,
        grace_period: int = 500,
        delta: float = 1e-7,
        tau: float = 0.15,
        criterion: str = "misclassification",
        rule: str = "normal",
        predictor: str = "mc",
        nominal: Iterable[Hashable] | None = None,
        classes: Iterable[Hashable] | None = None,
        max_depth: int | None = 59,
        max_leaves: int | None = None,
        min_gain: float | None = None,
        min_branch_fraction: float = 1e-6,
        points: int = 10,
        drop_poor: bool = False,
        window: int | None = None,
        budget: int | str | None = None,
        threads: int | None = 1,
        **brought: Any,
    ) -> None:
        self._configure(locals())

    def _meant(self, given: dict[str, Any]) -> dict[str, Any]:
        variant, faithful = given.pop("variant"), given.pop("faithful")
        meant = {**given, "candidates": CANDIDATES[variant], **(PUBLISHED if faithful else {})}
        if meant["min_gain"] is None:
            meant["min_gain"] = 0.0 if faithful else 1e-12
        if faithful and meant["criterion"] == "misclassification":
            meant["criterion"] = "misclassification-printed"
        return super()._meant(meant)
