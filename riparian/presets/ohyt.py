"""The Online Hybrid Tree: splits that are not sure, revised."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from riparian.aliases import accepted
from riparian.plain import shown
from riparian.presets.iadem2 import by_rule
from riparian.settings import whole
from riparian.trees import Tree


class OHyT(Tree):
    """The Online Hybrid Tree: a leaf that has waited long splits provisionally, and the split is revised.

    Leaves split as those of `IADEM2` do. One that has seen more than `tau` rows, and has no such split, takes
    its best one all the same, if fewer than a share `nu` of the nodes are provisional; the node keeps
    the statistics of the leaf, and goes on learning. Otherwise the provisional nodes above it are looked at
    again: by what they know now, their split is confirmed, or another one is pulled up in its place, through
    all of the subtree, so that what the leaves know is kept.

    Leaves are coupled by `nu`, so that rows are learned one by one, by one thread.

    Parameters
    ----------
    tau : int, 0 <= tau, default 2000
        A leaf that has seen more rows than this may split provisionally.
    nu : float, 0 <= nu <= 1, default 0.1
        Share of nodes that provisional ones must stay below, or no other is made; 0: there are none.
    nu_of : {'inner', 'nodes'}, default 'nodes'
        Which nodes: all, as the paper's listing has it, or only inner ones, as its text says.
    revise_at : {'grace', 'row'}, default 'grace'
        When leaves that have waited long split provisionally or have splits revised: where they look for a
        split, or, as the paper's listing says literally, at every row (which is slow).
    pushed_down : {'fresh', 'settled'}, default 'fresh'
        What becomes of provisional splits that another one is pulled up through: they stay provisional, with
        statistics that begin anew, or are confirmed.
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
    threads : int or None, 1 <= threads <= 4096 or -1, default 1
        Threads that tables are predicted with; -1: all cores, None: 1. The tree is the same.
        At most 16 threads are started, or one for each core if there are more than 16 cores.

    References
    ----------
    I. Frías-Blanco, A. Ortiz-Díaz, F. Baldo and L. Palomino-Mariño. An online tree-based approach for mining
    non-stationary high-speed data streams. Revista de Informática Teórica e Aplicada, 2019.

    Examples
    --------
    >>> from riparian import OHyT
    >>> tree = OHyT(tau=500)
    >>> tree.learn_many({"level": list(range(1000))}, [level > 600 for level in range(1000)])
    >>> tree.predict_one({"level": 900}), tree.n_leaves
    (True, 2)
    """

    @accepted
    def __init__(
        self,
        /,
        *,
        tau: int = 2000,
        nu: float = 0.1,
        nu_of: str = "nodes",
        revise_at: str = "grace",
        pushed_down: str = "fresh",
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
        threads: int | None = 1,
        **brought: Any,
    ) -> None:
        self._configure(locals())

    def _meant(self, given: dict[str, Any]) -> dict[str, Any]:
        tau = given["tau"]
        if tau is None or tau != int(tau):
            wrong = TypeError if tau is None else ValueError
            raise wrong(f"tau must be a whole number of rows, got {shown(tau)}; 2000 is usual")
        patience = whole(0)("tau", int(tau))
        choices = (given.pop(name) for name in ("nu_of", "revise_at", "pushed_down"))
        flags = (word in ("inner", "row", "fresh") for word in choices)
        revise = (patience, given.pop("nu"), *flags)
        return super()._meant({**by_rule(given), "revise": revise, "budget": None})
