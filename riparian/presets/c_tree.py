"""C-Tree: splits with confidence."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from riparian.aliases import accepted
from riparian.plain import shown
from riparian.settings import listed
from riparian.trees import Tree

# What the widths of each bound are for.
CRITERIA = {
    "practical": ("gini", "kearns-mansour"),
    "theory": ("entropy", "gini", "kearns-mansour"),
    "tight": ("entropy", "gini", "misclassification"),
}


class CTree(Tree):
    """A tree that splits a leaf when its best split is known to be the best, with confidence.

    With `bound='tight'`, a row is led through a split that is more than `tau` worse than the best with chance
    `delta` at most, over the whole stream, and with `'theory'` through one that is more than twice `tau`
    worse: the chance is shared out over depths, rows, columns and cuts (Theorem 4 of the paper). That holds
    for rows of weight 1 drawn independently, where the observer is exact ('exhaustive'; the default is not),
    and if a leaf does not look for a split much more often than every 20 rows. With `rivals='columns'` it is
    the column that is good enough, by its best cut.

    Parameters
    ----------
    bound : {'practical', 'theory', 'tight'}, default 'practical'
        How wide a lead must be: 'theory' by Theorems 1 to 4 of the paper (with more than two classes or
        branches as 'tight'); 'tight' by narrower widths that we prove, for any number of both; 'practical'
        by the formula of the paper's experiments, `2 c sqrt(ln(m^2 (h + 1)^2 t d) / m)`, of `m` rows at a
        leaf of depth `h`, `t` rows in all, and `d` columns. The proved ones need ten thousand rows and more
        for a split; fewest with 'misclassification', and with 'entropy' a million do not do.
    c : float or None, 0 < c, default None
        The constant of the practical bound, which its authors tune between 0 and 2. None: 0.5, which is
        careful; in our experiments 0.005 to 0.1 were most accurate. The other bounds have none.
    rivals : {'candidates', 'columns'}, default 'columns'
        What the best split must be better than: the best ones of other columns, or, as the paper says
        literally, any other split, neighbouring cuts included. (A nominal column has one split, into all of
        its categories.)
    grace_period : int, 1 <= grace_period, default 200
        Rows that a leaf learns between two looks for a split.
    delta : float, 0 < delta < 1, default 0.05
        Chance that a row is led through a split which is not good enough. The practical bound does not use
        it, but `label_wanted` does.
    tau : float or None, 0 <= tau, default None
        How much worse than the best a split may be, in the units of the gain: ties are called below it. None:
        0.1, and 0, no ties, for the practical bound.
    criterion : {'entropy', 'gini', 'kearns-mansour', 'misclassification'}, default 'gini'
        How mixed a leaf is: 'gini' or 'kearns-mansour' with the practical bound, any but 'misclassification'
        with 'theory', any but 'kearns-mansour' with 'tight'. With 'theory' and 'kearns-mansour', leaves wait
        while there are more than two classes, and no column splits into more than two branches.
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
    R. De Rosa and N. Cesa-Bianchi. Splitting with confidence in decision trees with application to stream
    mining. IJCNN 2015.

    Examples
    --------
    >>> from riparian import CTree
    >>> tree = CTree(grace_period=50)
    >>> tree.learn_many({"level": list(range(1000))}, [level > 600 for level in range(1000)])
    >>> tree.predict_one({"level": 900})
    True
    """

    @accepted
    def __init__(
        self,
        /,
        *,
        bound: str = "practical",
        c: float | None = None,
        rivals: str = "columns",
        grace_period: int = 200,
        delta: float = 0.05,
        tau: float | None = None,
        criterion: str = "gini",
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

    def _together(self, given: dict[str, Any]) -> None:
        bound, criterion = given["bound"], given["criterion"]
        if bound != "practical" and given["c"] is not None:
            raise ValueError(f"c is the constant of bound 'practical', got bound {shown(bound)}; leave c out")
        if criterion not in CRITERIA[bound]:
            others = [other for other in CRITERIA if criterion in CRITERIA[other]]
            way_out = f", or bound {listed(others)}" if others else ""
            raise ValueError(
                f"bound {shown(bound)} does not go with criterion {shown(criterion)}: it is one for "
                f"{listed(CRITERIA[bound])}; use one of these{way_out}"
            )
        super()._together(given)

    def _meant(self, given: dict[str, Any]) -> dict[str, Any]:
        bound, c, rivals = given.pop("bound"), given.pop("c"), given.pop("rivals")
        rule = {"practical": f"practical:{c or 0.5!r}", "theory": "theorem", "tight": "tight"}[bound]
        usual = 0.0 if bound == "practical" else 0.1
        tau = usual if given["tau"] is None else given["tau"]
        return super()._meant({**given, "rule": rule, "tau": tau, "any_rival": rivals == "candidates"})
