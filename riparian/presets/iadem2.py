"""IADEM-2: the best split is compared with the worst."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from riparian.aliases import accepted
from riparian.trees import Tree


class IADEM2(Tree):
    """A tree that splits when the best split is surely better than the worst, or surely no better.

    Every share of a class in a branch has a confidence interval, by the bounds of Hoeffding and Chernoff;
    hence the entropy of each split has one. A leaf takes the split whose largest entropy is smallest, if its
    interval and that of the worst split have next to nothing in common, or nearly everything and are
    narrow. No split puts more than three quarters of the rows into one branch. Such trees are small.

    Parameters
    ----------
    grace_period : int, 1 <= grace_period, default 100
        Rows that a leaf learns between two looks for a split.
    delta : float, 0 < delta < 1, default 0.01
        Chance, per share of a class in a branch, that its interval is wrong.
    difference : float, 0 < difference < 0.5, default 0.1
        Two intervals that share at most this part of one of them are different; two that share all but this
        part of both are the same, if the better one is at most this wide.
    max_error : float or None, 0 < max_error < 1, default None
        The tree stops growing as long as its error is surely not above this: the sum, over its leaves, of the
        largest share of rows that may reach a leaf times the largest share that its majority class may get
        wrong. As long as the error is larger than this, the leaf that adds most to it splits first. With None
        the tree never stops, and every leaf splits when it has earned a split. With a number, rows are
        learned one by one.
    observer : str, default 'gaussian'
        How a numeric column is summarised; as for VFDT.
    predictor : {'mc', 'nb', 'nba'}, default 'nb'
        What a leaf answers: the majority class, naive Bayes, or whichever was right more often in this leaf.
    nominal : list of names or positions, or None, default None
        Columns that hold categories whatever their dtype. Texts, bools and categoricals always do.
    classes : list of labels or None, default None
        Classes known before the first row; they come first, sorted. Others may turn up at any row.
    max_depth : int or None, 0 <= max_depth, default None
        Depth at which leaves stop splitting (the root has depth 0); None for no limit.
    max_leaves : int or None, 1 <= max_leaves, default None
        Number of leaves that is never exceeded; None for no limit.
    points : int, 1 <= points <= 10000, default 10
        Number of equally spaced cuts per numeric column, where the observer offers none.
    budget : int, str or None, default None
        Bytes that the tree may hold, after every row: a number, or a text such as '100KB'; None for no limit.
    threads : int or None, 1 <= threads <= 4096 or -1, default 1
        Threads that tables are learned and predicted with; -1: all cores, None: 1. The tree is the same.
        At most 16 threads are started, or one for each core if there are more than 16 cores.

    References
    ----------
    J. del Campo-Ávila, G. Ramos-Jiménez, J. Gama and R. Morales-Bueno. Improving the performance of an
    incremental algorithm driven by error margins. Intelligent Data Analysis 12(3), 2008.
    G. Ramos-Jiménez, J. del Campo-Ávila and R. Morales-Bueno. Incremental algorithm driven by error margins.
    Discovery Science 2006.

    Examples
    --------
    >>> from riparian import IADEM2
    >>> tree = IADEM2()
    >>> tree.learn_many({"level": list(range(1000))}, [level > 600 for level in range(1000)])
    >>> tree.predict_one({"level": 900})
    True
    """

    @accepted
    def __init__(
        self,
        /,
        *,
        grace_period: int = 100,
        delta: float = 0.01,
        difference: float = 0.1,
        max_error: float | None = None,
        observer: str = "gaussian",
        predictor: str = "nb",
        nominal: Iterable[Hashable] | None = None,
        classes: Iterable[Hashable] | None = None,
        max_depth: int | None = None,
        max_leaves: int | None = None,
        points: int = 10,
        budget: int | str | None = None,
        threads: int | None = 1,
        **brought: Any,
    ) -> None:
        self._configure(locals())

    def _meant(self, given: dict[str, Any]) -> dict[str, Any]:
        return super()._meant(by_rule(given))


def by_rule(given: dict[str, Any]) -> dict[str, Any]:
    """What settings mean with the rule of IADEM-2."""
    rule = f"iadem:{given.pop('difference')!r}"
    rest = {"tau": 0.0, "min_gain": 0.0, "min_branch_fraction": 0.0, "drop_poor": False}
    return {**given, **rest, "rule": rule, "criterion": "entropy"}
