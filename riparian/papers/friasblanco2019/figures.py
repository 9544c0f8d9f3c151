"""Figures 3 and 4, accuracy and nodes along the stream: as CSV always, as PNG where there is matplotlib."""

from __future__ import annotations

import csv
from pathlib import Path

from riparian.guests import guest
from riparian.papers.friasblanco2019.methods import SWEPT
from riparian.papers.friasblanco2019.results import Results
from riparian.viz.axes import plain, style

# The figure, its file, and what it shows of each point.
DRAWN = (("3", "accuracy", "accuracy, %", 100.0), ("4", "nodes", "nodes", 1.0))


def write_curves(results: Results, folder: Path, suffix: str) -> list[Path]:
    """Write the mean curve of every method over all streams; the files."""
    if not results.data("sweep"):
        return []
    path = folder / f"sweep{suffix}.csv"
    curves = {method: results.curve(method) for method in SWEPT}
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["method", "share_of_rows", "accuracy", "nodes"])
        for method, points in curves.items():
            for place, (accuracy, nodes) in enumerate(points, start=1):
                writer.writerow([method, round(place / len(points), 4), round(accuracy, 5), round(nodes, 2)])
    return [path]


def draw_curves(results: Results, folder: Path, suffix: str) -> list[Path]:
    """Draw them; the files. Needs matplotlib."""
    if not results.data("sweep"):
        return []
    pages = guest("matplotlib.figure", "plot")
    rows = max(line["rows"] for cell, line in results.lines.items() if cell.part == "sweep")
    drawn = []
    for place, (_, name, axis, scale) in enumerate(DRAWN):
        page = pages.Figure(figsize=(8, 4.5), layout="constrained")
        ax = page.add_subplot()
        plain(ax, "rows", axis)
        for at, method in enumerate(SWEPT):
            points = results.curve(method)[:, place]
            x = [rows * (step + 1) / len(points) for step in range(len(points))]
            ax.plot(x, scale * points, label=method, **style(at))
        ax.legend(frameon=False, fontsize="small")
        streams = len(results.data("sweep"))
        ax.set_title(f"means over {streams} of 25 streams, one run each", loc="left", fontsize="medium")
        drawn.append(folder / f"{name}{suffix}.png")
        page.savefig(drawn[-1], dpi=150)
    return drawn
