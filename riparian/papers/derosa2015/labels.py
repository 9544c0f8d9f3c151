"""How many labels a tree with confidence asks for, and what else could be done with as many.

The tree is asked each row, and learns it if its label was asked for: if it is wanted; the first ones; any, at
random; or where the tree is unsure. The last four have as many labels to spend as the first has asked for.
"""

from __future__ import annotations

from riparian.evaluate.active import active
from riparian.models import model
from riparian.papers.derosa2015.data import Rows
from riparian.streams import from_table
from riparian.trees import Tree

STRATEGIES = ("all", "wanted", "first", "random", "uncertainty", "variable-uncertainty")


def tree_of(setting: str) -> Tree:
    """The tree of a setting.

    >>> tree_of("bound=practical c=0.01")
    CTree(c=0.01)
    """
    given = dict(word.split("=") for word in setting.split())
    return model(
        "c-tree", **{name: float(value) if name in ("c", "tau") else value for name, value in given.items()}
    )


def asked(setting: str, rows: Rows, seed: int) -> dict[str, tuple[int, float, int]]:
    """Labels, accuracy and leaves of every strategy."""
    tree = tree_of(setting)
    right = tree.predict_then_learn_many(rows.X, rows.y) == rows.y
    found = {"all": (len(rows.y), float(right.mean()), tree.n_leaves)}
    stream, limit = from_table(rows.X, rows.y), None
    for ask in STRATEGIES[1:]:
        tree = tree_of(setting)
        done = active(tree, stream, ask=ask, labels=limit, seed=seed)
        found[ask] = done.labels, done.accuracy, tree.n_leaves
        limit = done.labels if limit is None else limit
    return found
