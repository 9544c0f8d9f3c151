"""The three trees, with naive Bayes in their leaves; and the tree that MOA's default is.

The paper says both that VFDT has MOA's default configuration, which is the adaptive predictor, and that all
trees answer with naive Bayes: VFDT is run with either.
"""

from __future__ import annotations

from typing import Any

from riparian import IADEM2, VFDT, OHyT, Tree

OHYT, PLAIN, IADEM, ADAPTIVE = "OHyT", "VFDT", "IADEM-2", "VFDT-nba"
METHODS = (OHYT, PLAIN, IADEM, ADAPTIVE)
# Real data sets are short enough for the adaptive predictor in all trees.
REAL_METHODS = (*METHODS, "OHyT-nba", "IADEM-2-nba")
# Rows that a leaf waits, beside those of the paper.
TAUS = (500, 1000, 2000, 5000, 10_000)
SWEPT = (*(f"OHyT tau={tau}" for tau in TAUS), PLAIN, IADEM)


def tree_of(method: str, classes: int, nominal: list[str] | None = None) -> Tree:
    """A tree of a method that knows its classes, as MOA's know them from the header.

    >>> tree_of("OHyT tau=500", 2), tree_of("VFDT-nba", 2)
    (OHyT(tau=500, classes=[0, 1]), VFDT(classes=[0, 1]))
    """
    known: dict[str, Any] = {"classes": list(range(classes)), "nominal": nominal or None}
    name, _, setting = method.partition(" tau=")
    name = name.removesuffix("-nba")
    if setting:
        known["tau"] = int(setting)
    if name == PLAIN:
        return VFDT(predictor="nba" if method == ADAPTIVE else "nb", **known)
    predictor = "nba" if method.endswith("-nba") else "nb"
    return OHyT(predictor=predictor, **known) if name == OHYT else IADEM2(predictor=predictor, **known)
