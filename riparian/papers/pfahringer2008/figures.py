"""The curves of Figures 2 and 3: as CSV always, as PNG where matplotlib is installed."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from riparian.guests import guest
from riparian.papers.ledger import Line
from riparian.papers.pfahringer2008.results import Results
from riparian.papers.pfahringer2008.streams import SORTED
from riparian.viz.axes import plain, style

# Panels of a figure: the stream, and what stands over it.
PANELS = {
    "figure2": {"rts": "rts"},
    "figure3": {"genF2": "genF2", SORTED: "genF2, sorted by salary"},
}
LINES = {"figure2": ("gk10", "gk100", "gk1000"), "figure3": ("vfml10", "gauss10")}
POINT = ("stream", "configuration", "budget", "trained", "accuracy", "active_leaves", "nodes", "depth")


def write_curves(results: Results, folder: Path, suffix: str) -> list[Path]:
    """Write the points of every figure that has some; the files."""
    written = []
    for figure in PANELS:
        points = [
            point
            for stream in PANELS[figure]
            for name in LINES[figure]
            for point in results.curve(figure, stream, name) or ()
        ]
        if not points:
            continue
        path = folder / f"{figure}{suffix}.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, POINT, extrasaction="ignore", lineterminator="\n")
            writer.writeheader()
            writer.writerows(points)
        written.append(path)
    return written


def draw_curves(results: Results, folder: Path, suffix: str) -> list[Path]:
    """Draw every figure that has points; the files. Needs matplotlib."""
    figures = guest("matplotlib.figure", "plot")
    drawn = []
    for figure, panels in PANELS.items():
        shown = {
            stream: {name: results.curve(figure, stream, name) for name in LINES[figure]} for stream in panels
        }
        if not any(curve for curves in shown.values() for curve in curves.values()):
            continue
        page = figures.Figure(figsize=(5.5 * len(panels), 3.5), layout="constrained")
        for place, (stream, title) in enumerate(panels.items(), start=1):
            _panel(page.add_subplot(1, len(panels), place), title, shown[stream])
        drawn.append(folder / f"{figure}{suffix}.png")
        page.savefig(drawn[-1], dpi=150)
    return drawn


def _panel(ax: Any, title: str, curves: dict[str, Any]) -> None:
    plain(ax, "training rows", "accuracy, %")
    for place, (name, curve) in enumerate(curves.items()):
        if curve:
            x, y = _points(curve)
            ax.plot(x, y, label=name, **style(place))
            ax.legend(frameon=False, fontsize="small", loc="lower right")
    ax.set_title(title, loc="left", fontsize="medium")


def _points(curve: list[Line]) -> tuple[list[int], list[float]]:
    return [point["trained"] for point in curve], [100 * point["accuracy"] for point in curve]
