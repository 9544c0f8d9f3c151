"""How many labels a tree with confidence asks for, and what else could be done with as many.

The tree is asked each row, and learns it if its label was asked for: if it is wanted; the first ones; any, at
random; or where the tree is unsure. The last four have as many labels to spend as the first has asked for.
"""

from __future__ import annotations

from riparian.evaluate.active import active
from riparian.models import model
from riparian.papers.derosa2015.data import Rows
from riparian.papers.derosa2015.methods import parsed
from riparian.streams import from_table

STRATEGIES = ("all", "wanted", "first", "random", "uncertainty", "variable-uncertainty")


def asked(setting: str, rows: Rows, seed: int) -> dict[str, tuple[int, float, int]]:
    """Labels, accuracy and leaves of every strategy."""
    given = parsed(setting)
    tolerance = given.pop("tolerance")
    tree = model("c-tree", **given)
    right = tree.predict_then_learn_many(rows.X, rows.y) == rows.y
    found = {"all": (len(rows.y), float(right.mean()), tree.n_leaves)}
    stream, limit = from_table(rows.X, rows.y), None
    for ask in STRATEGIES[1:]:
        tree = model("c-tree", **given)
        done = active(tree, stream, ask=ask, labels=limit, tolerance=tolerance, seed=seed)
        found[ask] = done.labels, done.accuracy, tree.n_leaves
        limit = done.labels if limit is None else limit
    return found
