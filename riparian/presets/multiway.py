"""The multi-way tree: numeric columns are split into several intervals at once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from riparian.aliases import accepted
from riparian.plain import shown
from riparian.trees import Tree


class MultiwayTree(Tree):
    """A Hoeffding tree whose numeric splits are optimal partitions into several intervals.

    Every different value is kept with its class weights, together with the borders between values of
    different class shares, at which alone an optimal cut can lie. A column's candidate is the best of all
    partitions into 2 to `intervals` intervals; how many is chosen by the gain less a penalty, so that
    intervals are not made for nothing.

    The paper maintains what such splits need, and leaves the tree around it open: leaves decide as VFDT's do.

    Parameters
    ----------
    intervals : int or None, 2 <= intervals <= 16, default 8
        The most branches of a numeric split. None, for criterion 'misclassification' alone: the fewest
        intervals that have the least error of all; the best 16 where these are more.
    penalty : {'bias', 'mdl', 'ratio'}, default 'mdl'
        How their number is chosen. 'mdl': the gain less what it takes to name the cuts and the class shares
        of the branches; 'bias': less what a branch more gains by chance at most; 'ratio': by the gain per bit
        of the split itself.
    grace_period : int, 1 <= grace_period, default 200
        Rows that a leaf learns between two looks for a split.
    delta : float, 0 < delta < 1, default 1e-7
        Chance, per decision, of choosing another column than an endless stream would (not proved).
    tau : float, 0 <= tau, default 0.05
        Split on the best column regardless once the bound is below this; 0: never.
    criterion : str, default 'entropy'
        How mixed a leaf is; as for VFDT.
    observer : str, default 'segments'
        How a numeric column is summarised; as for VFDT, but 'gaussian', which offers no cuts of its own.
    rule : str, default 'hoeffding'
        When the best candidate is good enough; as for VFDT.
    predictor : {'mc', 'nb', 'nba'}, default 'nba'
        What a leaf answers: the majority class, naive Bayes, or whichever was right more often in this leaf.
    nominal : list of names or positions, or None, default None
        Columns that hold categories whatever their dtype. Texts, bools and categoricals always do.
    classes : list of labels or None, default None
        Classes known before the first row; they come first, sorted. Others may turn up at any row.
    max_depth : int or None, 0 <= max_depth, default None
        Depth at which leaves stop splitting (the root has depth 0); None for no limit.
    max_leaves : int or None, 1 <= max_leaves, default None
        Number of leaves that is never exceeded; None for no limit.
    min_gain : float, 0 <= min_gain < 1, default 1e-12
        A split must gain more than this share of the criterion's range, so that rounding never splits a leaf.
    min_branch_fraction : float, 0 <= min_branch_fraction < 0.5, default 0.01
        Every interval must hold more than this share of the weight; of the branches of a nominal split, two.
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
    T. Elomaa and P. Lehtinen. Maintaining optimal multi-way splits for numerical attributes in data streams.
    PAKDD 2008, pages 544-553.

    Examples
    --------
    Three bands of one column, told apart by one split:

    >>> from riparian import MultiwayTree
    >>> levels = [7 * i % 100 for i in range(2000)]
    >>> tree = MultiwayTree(predictor="mc")
    >>> tree.learn_many({"level": levels}, ["flood" if 60 < x <= 80 else "dry" for x in levels])
    >>> print(tree.to_text())
    all rows
    ├── level <= 60 or missing: 'dry' 100 % of 1220
    ├── 60 < level <= 80: 'flood' 100 % of 400
    └── level > 80: 'dry' 100 % of 380
    """

    @accepted
    def __init__(
        self,
        /,
        *,
        intervals: int | None = 8,
        penalty: str = "mdl",
        grace_period: int = 200,
        delta: float = 1e-7,
        tau: float = 0.05,
        criterion: str = "entropy",
        observer: str = "segments",
        rule: str = "hoeffding",
        predictor: str = "nba",
        nominal: Iterable[Hashable] | None = None,
        classes: Iterable[Hashable] | None = None,
        max_depth: int | None = None,
        max_leaves: int | None = None,
        min_gain: float = 1e-12,
        min_branch_fraction: float = 0.01,
        drop_poor: bool = False,
        window: int | None = None,
        budget: int | str | None = None,
        threads: int | None = 1,
        **brought: Any,
    ) -> None:
        self._configure(locals())

    def _meant(self, given: dict[str, Any]) -> dict[str, Any]:
        most, penalty = given.pop("intervals"), given.pop("penalty")
        if most is None and penalty != "mdl":
            raise ValueError(f"intervals=None takes no penalty, got {shown(penalty)}: leave one of them out")
        candidates = "multiway:any" if most is None else f"multiway:{most}:{penalty}"
        return super()._meant({**given, "candidates": candidates, "points": 10})
