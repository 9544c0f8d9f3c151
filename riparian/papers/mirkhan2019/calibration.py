"""How far apart the clusters of Table 1 are: the paper does not say, so its first cell is asked.

Run as `python -m riparian.papers.mirkhan2019.calibration`.
"""

from __future__ import annotations

import sys
from statistics import fmean

from riparian.papers.layout import table
from riparian.papers.mirkhan2019.cells import ARITHMETICS, VARIANTS
from riparian.papers.mirkhan2019.data import clusters
from riparian.papers.mirkhan2019.published import published
from riparian.papers.mirkhan2019.training import EPOCHS, runs

TRIED = (3.0, 3.25, 3.5, 3.75, 4.0)


def calibrated(epochs: int = EPOCHS) -> str:
    """Test accuracies of the first cell for each distance, and how far they are from the paper's."""
    rows = []
    for class_sep in TRIED:
        found = {}
        for variant in VARIANTS:
            settings = {"variant": variant, **ARITHMETICS["published"]}
            found[variant] = fmean(
                one.test_accuracy for one in runs(clusters(4, 2, class_sep), settings, epochs)
            )
        off = fmean(abs(found[variant] - published(1, "4,2", variant).test_accuracy) for variant in VARIANTS)
        rows.append([f"{class_sep:.2f}", *(f"{found[variant]:.4f}" for variant in VARIANTS), f"{off:.4f}"])
    paper = [f"{published(1, '4,2', variant).test_accuracy:.4f}" for variant in VARIANTS]
    return table(["class_sep", *VARIANTS, "mean distance"], [*rows, ["paper", *paper, ""]], left=1)


if __name__ == "__main__":
    sys.stdout.write(f"{calibrated()}\n")
