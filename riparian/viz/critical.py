"""The critical-difference diagram of Demšar (2006): mean ranks on a line, bars over equals."""

from __future__ import annotations

import math
from typing import Any

from riparian.evaluate.compare import Comparison
from riparian.viz.axes import axes

INK = "#1d2429"
BAR = "#d55e00"


def critical_difference(comparison: Comparison, *, ax: Any = None) -> Any:
    """Mean ranks, best to the left; a bar joins methods that cannot be told apart.

    Parameters
    ----------
    comparison : Comparison
        From `riparian.evaluate.compare`.
    ax : matplotlib Axes or None, default None
        Where to draw; None for a new figure.

    Returns
    -------
    matplotlib Axes
    """
    order = comparison.ranked
    rank = {name: float(comparison.ranks.mean[comparison.methods.index(name)]) for name in order}
    left = order[: math.ceil(len(order) / 2)]
    right = order[len(left) :]
    groups = comparison.groups
    depth = 0.3 * (len(groups) + 1)
    lines = max(len(left), len(right))
    ax = axes(ax, 7.0, 1.3 + 0.28 * (lines + len(groups)))
    low, high = 1, max(2, len(order))
    span = high - low
    ax.set_xlim(low - 0.45 * span, high + 0.45 * span)
    bottom = depth + 0.55 * lines + 0.1
    ax.set_ylim(bottom, -1.5)
    ax.axis("off")
    ax.plot([low, high], [0, 0], color=INK, linewidth=1.2)
    for at in range(low, high + 1):
        ax.plot([at, at], [0, -0.16], color=INK, linewidth=1.2)
        ax.text(at, -0.28, str(at), ha="center", va="bottom", color=INK, fontsize="small")
    for side, names in ((-1, left), (1, list(reversed(right)))):
        edge = low - 0.04 * span if side < 0 else high + 0.04 * span
        for line, name in enumerate(names):
            y = depth + 0.55 * (line + 0.5)
            ax.plot([rank[name], rank[name], edge], [0, y, y], color=INK, linewidth=1.0)
            ax.text(
                edge + side * 0.02 * span,
                y,
                f"{name}  {rank[name]:.2f}" if side < 0 else f"{rank[name]:.2f}  {name}",
                ha="right" if side < 0 else "left",
                va="center",
                color=INK,
            )
    for place, group in enumerate(groups):
        y = 0.3 * (place + 1)
        ends = [rank[group[0]] - 0.012 * span, rank[group[-1]] + 0.012 * span]
        ax.plot(ends, [y, y], color=BAR, linewidth=4, solid_capstyle="round")
    if comparison.critical_difference is not None:
        width = comparison.critical_difference
        ax.plot([low, low + width], [-1.1, -1.1], color=BAR, linewidth=1.6, marker="|", markersize=9)
        told = f"critical difference {width:.2f} (Nemenyi, {comparison.alpha:g})"
        ax.text(low + width + 0.03 * span, -1.1, told, ha="left", va="center", color=INK, fontsize="small")
    return ax
