"""Plots of results, by matplotlib: curves along the stream, size and memory, critical differences.

Each function takes an `ax` or makes one, returns it, and shows nothing by itself.
"""

from riparian.viz.critical import critical_difference
from riparian.viz.curves import learning_curve, memory_curve, size_curve
from riparian.viz.split import plot_split

__all__ = ["critical_difference", "learning_curve", "memory_curve", "plot_split", "size_curve"]
