"""The three trees that are compared, and two hundred settings of each.

All split by Gini but CorrH-Tree, whose bound is one of errors. C-Tree is the practical one, without ties; the
others have a chance of an error and a tie.
"""

from __future__ import annotations

from typing import Any

from riparian.models import model
from riparian.streams import notation
from riparian.trees import Tree

METHODS = ("C-Tree", "H-Tree", "CorrH-Tree")
# The middles of two hundred equal parts of what the paper searches, (0, 2).
CONSTANTS = [round(0.005 + 0.01 * step, 3) for step in range(200)]
# 0.316, 0.1, 0.0316, ... 1e-10.
DELTAS = [float(f"{10 ** (-step / 2):.3g}") for step in range(1, 21)]
TAUS = [0.0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0]


def settings(method: str) -> list[str]:
    """All settings of a method.

    >>> settings("C-Tree")[0], settings("H-Tree")[1], {len(settings(method)) for method in METHODS}
    ('c=0.005', 'delta=0.316 tau=0.01', {200})
    """
    if method == "C-Tree":
        return [f"c={c:g}" for c in CONSTANTS]
    return [f"delta={delta:g} tau={tau:g}" for delta in DELTAS for tau in TAUS]


def parsed(setting: str) -> dict[str, Any]:
    """A setting as a dict; what is no number stays a word.

    >>> parsed("bound=tight tau=0.4")
    {'bound': 'tight', 'tau': 0.4}
    """
    return dict(map(notation.setting, setting.split()))


def tree_of(method: str, setting: str) -> Tree:
    """A tree of a method with one of its settings.

    >>> tree_of("CorrH-Tree", "delta=0.1 tau=0.05")
    CorrHTree(delta=0.1, tau=0.05)
    """
    given = parsed(setting)
    if method == "H-Tree":
        given["criterion"] = "gini"
    return model(method.lower(), **given)
