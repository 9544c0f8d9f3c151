"""VFDT: the Hoeffding tree."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from riparian.aliases import accepted
from riparian.trees import Tree


class VFDT(Tree):
    """The very fast decision tree: a leaf splits once the Hoeffding bound says that the best column leads.

    Settings are checked when they are given. The names that river, MOA, CapyMOA, scikit-multiflow and
    scikit-learn use for the same things will do, too (`split_criterion="info_gain"`, `tie_threshold=0.1`).

    Parameters
    ----------
    grace_period : int, 1 <= grace_period, default 200
        Rows that a leaf learns between two looks for a split. Default of MOA and river (in the authors'
        own program: 300).
    delta : float, 0 < delta < 1, default 1e-7
        Chance, per decision, of choosing another column than an endless stream would.
        Default as in the experiments of Domingos & Hulten (2000).
    tau : float, 0 <= tau, default 0.05
        Split on the best column regardless once the bound is below this; 0 waits for ever.
        Default as in the paper.
    criterion : {'entropy', 'gain-ratio', 'gini', 'kearns-mansour', 'misclassification'}, default 'entropy'
        How mixed a leaf is; a split is worth what it takes off. 'gain-ratio' divides that by the information
        of the split itself, against columns that win by their many categories. Default as in the paper
        (information gain).
    observer : str, default 'gaussian'
        How a numeric column is summarised; a limit may follow after a colon. 'gaussian' keeps one normal
        distribution per class, 'exhaustive' every value, and 'segments' too, in an ordered map; 'bins' and
        'dyadic' keep so many bins (10) or slots (32), 'quantiles' so many tuples per class (100) or as many
        as a rank error needs ('quantiles:0.01'); 'gk' keeps MOA's tuples, one fewer per class than its number
        (10); 'histogram' makes so many intervals (10) of equal frequency, or of equal width
        ('histogram:10:width'). Default of MOA and river.
    candidates : {'boundaries', 'combined', 'crossings', 'delayed', 'grid', 'multiway'} or None, default None
        Which cuts of a numeric column are scored: those that the observer offers; with 'gaussian' a grid of
        `points` cuts, equally spaced in its range, the points where two classes' curves cross, both, or first
        the grid and then the winner's crossings. None: the grid for 'gaussian', boundaries for all others.
        'multiway' splits into up to 8 intervals at once, 'multiway:4:bias' into up to 4 with another penalty,
        'multiway:any' into as many as have the least error. Other pairs are refused.
    rule : str, default 'hoeffding'
        When the best candidate is good enough: when it leads by more than a bound, or on a tie. One of
        'hoeffding', 'hoeffding:2', 'hybrid', 'jaworski', 'normal', 'practical:c', 'rutkowski', 'theorem' and
        'tight'; all but the first two are for some criteria only, and others are refused.
    predictor : {'mc', 'nb', 'nba'}, default 'nba'
        What a leaf answers: the majority class, naive Bayes, or whichever of both was right more often in
        this leaf. Default of MOA and river (in the paper: 'mc').
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
        Two branches must hold more than this share of the weight. Default of MOA and river.
    points : int, 1 <= points <= 10000, default 10
        Number of cuts per numeric column, where candidates are a grid. Default of MOA and river.
    drop_poor : bool, default False
        Whether a leaf stops looking at a column that falls behind the best one by more than the bound: less
        to keep and to score, for majority leaves only. Default of MOA and river.
    multiway : bool, default False
        Whether numeric columns are split into several intervals at once, as MultiwayTree does; for observers
        that offer cuts of their own, such as 'segments'.
    window : int or None, 1 <= window, default None
        The tree knows the last so many rows only: older ones are forgotten, and splits whose advantage is
        gone are replaced or taken back. Rows are then learned one by one. None: nothing is forgotten.
    budget : int, str or None, default None
        Bytes that the tree may hold, after every row: a number, or a text with a unit ('100KB', '32 MiB'; KB
        is 1000 bytes, KiB 1024). At the limit the leaves that promise least stop observing. One too small for
        a leaf is refused, at the latest at the first row, with the smallest that works. None for no limit.
    threads : int or None, 1 <= threads <= 4096 or -1, default 1
        Threads that tables are learned and predicted with; -1: all cores, None: 1. The tree is the same.
        At most 16 threads are started, or one for each core if there are more than 16 cores.

    Attributes
    ----------
    classes_ : array
        Labels in the order of `predict_proba`'s columns; there once a class is known.
    n_features_in_ : int
        Number of columns learned.
    feature_names_in_ : array of str
        Names of the columns, where all are texts.

    References
    ----------
    P. Domingos and G. Hulten. Mining high-speed data streams. KDD 2000, pages 71-80. Observers and budgets:
    B. Pfahringer, G. Holmes and R. Kirkby. Handling numeric attributes in Hoeffding trees. PAKDD 2008, pages
    296-307.

    Examples
    --------
    A stream whose class is told by one cut, learned row by row and in one call: the same tree, bit for bit.

    >>> from riparian import VFDT
    >>> rows = [{"level": (7 * i) % 100 / 10, "gate": "open" if i % 3 else "shut"} for i in range(2000)]
    >>> labels = ["flood" if row["level"] > 6.45 else "dry" for row in rows]
    >>> tree = VFDT(grace_period=100)
    >>> for row, label in zip(rows, labels):
    ...     tree.learn_one(row, label)
    >>> tree.n_leaves, tree.predict_one({"level": 9.0})
    (2, 'flood')
    >>> again = VFDT(grace_period=100)
    >>> again.learn_many(rows, labels)
    >>> again.digest() == tree.digest()
    True
    """

    @accepted
    def __init__(
        self,
        /,
        *,
        grace_period: int = 200,
        delta: float = 1e-7,
        tau: float = 0.05,
        criterion: str = "entropy",
        observer: str = "gaussian",
        candidates: str | None = None,
        rule: str = "hoeffding",
        predictor: str = "nba",
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
