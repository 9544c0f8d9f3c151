"""The trees of the paper with plain naive Bayes in their leaves, its listing, and MOA's leaves.

The paper says both that VFDT has MOA's default configuration, whose leaves are adaptive, and that all trees
answer with naive Bayes. MOA's tree with plain naive Bayes reaches the paper's figures, so that tree is the
paper's VFDT.
"""

from __future__ import annotations

from typing import Any

from riparian import IADEM2, VFDT, OHyT, Tree

OHYT, PLAIN, IADEM, ADAPTIVE = "OHyT", "VFDT", "IADEM-2", "VFDT-nba"
# Algorithms 1 to 3, without the two departures of OHyT that save time: a leaf appeals at every row, and what
# is pushed down is marked as settled.
LISTING = "OHyT-listing"
AS_LISTED: dict[str, Any] = {"revise_at": "row", "pushed_down": "settled"}
# The two readings of the paper's tree.
READINGS = (OHYT, LISTING)
METHODS = (OHYT, LISTING, PLAIN, IADEM, ADAPTIVE)
# Real data sets are short enough for the adaptive predictor in all trees.
REAL_METHODS = (*METHODS, "OHyT-nba", "IADEM-2-nba")
# Rows that a leaf waits, beside those of the paper.
TAUS = (500, 1000, 2000, 5000, 10_000)
SWEPT = (*(f"{OHYT} tau={tau}" for tau in TAUS), LISTING, PLAIN, IADEM)


def tree_of(method: str, classes: int, nominal: list[str] | None = None) -> Tree:
    """A tree of a method that knows its classes, as MOA's know them from the header.

    >>> tree_of("OHyT tau=500", 2), tree_of("VFDT-nba", 2)
    (OHyT(tau=500, classes=[0, 1]), VFDT(classes=[0, 1]))
    """
    known: dict[str, Any] = {"classes": list(range(classes)), "nominal": nominal or None}
    name, _, setting = method.partition(" tau=")
    known["predictor"] = "nba" if name.endswith("-nba") else "nb"
    name = name.removesuffix("-nba")
    if setting:
        known["tau"] = int(setting)
    if name == LISTING:
        known |= AS_LISTED
    presets: dict[str, type[Tree]] = {PLAIN: VFDT, IADEM: IADEM2}
    return presets.get(name, OHyT)(**known)
