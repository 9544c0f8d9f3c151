"""H-Tree and CorrH-Tree: the trees that C-Tree is compared with."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from riparian.aliases import accepted
from riparian.trees import Tree


class HTree(Tree):
    """The Hoeffding tree that C-Tree is compared with: twice the bound, of own rows, and no ties.

    The lead must exceed `2 R sqrt(ln(2/delta) / (2 m))`, with `m` the rows that arrived at the leaf itself:
    so slides about the paper tell it. VFDT asks for `R sqrt(ln(1/delta) / (2 n))`, with inherited rows.

    Parameters
    ----------
    factor : {1, 2}, default 2
        2 for the bound above; 1 for VFDT's, of inherited rows, too.
    grace_period : int, 1 <= grace_period, default 200
        Rows that a leaf learns between two looks for a split.
    delta : float, 0 < delta < 1, default 1e-7
        Chance, per decision, of choosing another column than an endless stream would (not proved).
    tau : float, 0 <= tau, default 0.0
        Split on the best column regardless once the lead that would be enough is below this; 0: never.
    criterion : str, default 'entropy'
        How mixed a leaf is; as for VFDT.
    observer : str, default 'gaussian'
        How a numeric column is summarised; as for VFDT.
    predictor : {'mc', 'nb', 'nba'}, default 'mc'
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
        Two branches must hold more than this share of the weight.
    points : int, 1 <= points <= 10000, default 10
        Number of equally spaced cuts per numeric column, where the observer offers none.
    drop_poor : bool, default False
        Whether a leaf stops looking at a column that falls behind the best one by more than the bound.
    multiway : bool, default False
        Whether numeric columns are split into several intervals at once, as MultiwayTree does; for observers
        that offer cuts of their own, such as 'segments'.
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
    P. Domingos and G. Hulten. Mining high-speed data streams. KDD 2000.
    R. De Rosa and N. Cesa-Bianchi. Splitting with confidence in decision trees with application to stream
    mining. IJCNN 2015.

    Examples
    --------
    >>> from riparian import HTree
    >>> tree = HTree(grace_period=50)
    >>> tree.learn_many({"level": list(range(1000))}, [level > 600 for level in range(1000)])
    >>> tree.predict_one({"level": 900})
    True
    """

    @accepted
    def __init__(
        self,
        /,
        *,
        factor: int = 2,
        grace_period: int = 200,
        delta: float = 1e-7,
        tau: float = 0.0,
        criterion: str = "entropy",
        observer: str = "gaussian",
        predictor: str = "mc",
        nominal: Iterable[Hashable] | None = None,
        classes: Iterable[Hashable] | None = None,
        max_depth: int | None = None,
        max_leaves: int | None = None,
        min_gain: float = 1e-12,
        min_branch_fraction: float = 0.01,
        points: int = 10,
        drop_poor: bool = False,
        multiway: bool = False,
        window: int | None = None,
        budget: int | str | None = None,
        threads: int | None = 1,
        **brought: Any,
    ) -> None:
        self._configure(locals())

    def _meant(self, given: dict[str, Any]) -> dict[str, Any]:
        factor = given.pop("factor")
        return super()._meant({**given, "rule": "hoeffding" if factor == 1 else "hoeffding:2"})


class CorrHTree(Tree):
    """The corrected Hoeffding tree: it splits by the error, to which such a bound applies.

    A split gains the share of rows that the majority classes of its branches get right beyond that of the
    leaf; the lead must exceed `sqrt(2 ln(1/delta) / n)`. The slides that name this tree do not define it:
    that it is the one of Matuszyk et al. (2013), with the proved bound of Jaworski et al. (2018), is our
    reading.

    Parameters
    ----------
    grace_period : int, 1 <= grace_period, default 200
        Rows that a leaf learns between two looks for a split.
    delta : float, 0 < delta < 1, default 1e-7
        Chance, per pair of splits, of taking the worse one for the better.
    tau : float, 0 <= tau, default 0.0
        Split on the best column regardless once the bound is below this; 0: never.
    observer : str, default 'gaussian'
        How a numeric column is summarised; as for VFDT.
    predictor : {'mc', 'nb', 'nba'}, default 'mc'
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
        Two branches must hold more than this share of the weight.
    points : int, 1 <= points <= 10000, default 10
        Number of equally spaced cuts per numeric column, where the observer offers none.
    drop_poor : bool, default False
        Whether a leaf stops looking at a column that falls behind the best one by more than the bound.
    multiway : bool, default False
        Whether numeric columns are split into several intervals at once, as MultiwayTree does; for observers
        that offer cuts of their own, such as 'segments'.
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
    P. Matuszyk, G. Krempl and M. Spiliopoulou. Correcting the usage of the Hoeffding inequality in stream
    mining. IDA 2013.
    M. Jaworski, P. Duda and L. Rutkowski. New splitting criteria for decision trees in stationary data
    streams. IEEE Transactions on Neural Networks and Learning Systems, 2018.

    Examples
    --------
    >>> from riparian import CorrHTree
    >>> tree = CorrHTree(grace_period=50)
    >>> tree.learn_many({"level": list(range(1000))}, [level > 600 for level in range(1000)])
    >>> tree.predict_one({"level": 900})
    True
    """

    @accepted
    def __init__(
        self,
        /,
        *,
        grace_period: int = 200,
        delta: float = 1e-7,
        tau: float = 0.0,
        observer: str = "gaussian",
        predictor: str = "mc",
        nominal: Iterable[Hashable] | None = None,
        classes: Iterable[Hashable] | None = None,
        max_depth: int | None = None,
        max_leaves: int | None = None,
        min_gain: float = 1e-12,
        min_branch_fraction: float = 0.01,
        points: int = 10,
        drop_poor: bool = False,
        multiway: bool = False,
        window: int | None = None,
        budget: int | str | None = None,
        threads: int | None = 1,
        **brought: Any,
    ) -> None:
        self._configure(locals())

    def _meant(self, given: dict[str, Any]) -> dict[str, Any]:
        return super()._meant({**given, "criterion": "misclassification", "rule": "jaworski"})
