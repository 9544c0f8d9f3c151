"""What all plots share: axes that are made when none are given, colours, and names at the ends of lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from riparian.evaluate.svg import apart, number
from riparian.guests import guest

# Okabe & Ito (2008), without the yellow that fades on white.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
DASHES = ("-", "--", ":", "-.")


def axes(ax: Any, width: float = 7.0, height: float = 3.5) -> Any:
    """The axes given, or new ones on a figure of their own."""
    if ax is not None:
        return ax
    figure = guest("matplotlib.pyplot", "plot").figure(figsize=(width, height), layout="constrained")
    return figure.add_subplot()


def style(place: int) -> dict[str, Any]:
    """Colour and dashes of a line; after all colours they come again with other dashes."""
    return {
        "color": COLOURS[place % len(COLOURS)],
        "linestyle": DASHES[place // len(COLOURS) % len(DASHES)],
    }


def plain(ax: Any, x_name: str, y_name: str) -> None:
    """Names of the axes, a light grid, short numbers, no box."""
    ax.set_xlabel(x_name)
    ax.set_ylabel(y_name)
    ax.grid(axis="y", color="#d9dfe3", linewidth=0.8)
    ax.set_axisbelow(True)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.tick_params(axis="y", length=0)
    formatter = guest("matplotlib.ticker", "plot").FuncFormatter(lambda value, _: number(value))
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(formatter)


def name_ends(ax: Any, lines: Sequence[Any]) -> None:
    """The name of each line where it ends, moved so that names do not overlap."""
    ax.figure.canvas.draw()  # only now are the limits and the size in pixels known
    ends = []
    for line in lines:
        x, y = (np.asarray(values, dtype=np.float64) for values in line.get_data())
        there = np.flatnonzero(np.isfinite(y))
        ends.append((x[there[-1]], y[there[-1]]) if len(there) else (x[-1], ax.get_ylim()[0]))
    pixels = ax.transData.transform(ends)[:, 1]
    box = ax.get_window_extent()
    points = 72 / ax.figure.dpi
    free = apart(pixels.tolist(), 12 / points, float(box.y0), float(box.y1))
    for line, (x, y), at, moved in zip(lines, ends, pixels, free, strict=True):
        ax.annotate(
            line.get_label(),
            (x, y),
            xytext=(6, (moved - at) * points),
            textcoords="offset points",
            va="center",
            color=line.get_color(),
            fontsize="small",
            annotation_clip=False,
        )
