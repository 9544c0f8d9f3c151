"""Accuracy against leaves: as CSV always, as PNG where matplotlib is installed."""

from __future__ import annotations

import csv
from pathlib import Path
from statistics import fmean
from typing import Any

from riparian.guests import guest
from riparian.papers.derosa2015.methods import METHODS
from riparian.papers.derosa2015.results import Results
from riparian.viz.axes import plain, style

DRAWN = ("controlled", "real")
# A mean over fewer runs than this share of all is one of unusual streams, and is not drawn.
ENOUGH = 0.1


def write_curves(results: Results, folder: Path, suffix: str) -> list[Path]:
    """Write the mean curve of every method on all data of a figure; the files."""
    written = []
    for figure in DRAWN:
        points = [
            [data, method, leaves, round(fmean(by_seed.values()), 5), len(by_seed)]
            for data in results.data(figure)
            for method in METHODS
            for leaves, by_seed in results.curves(figure, data, method).items()
        ]
        if points:
            path = folder / f"{figure}{suffix}.csv"
            with path.open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerows([["data", "method", "leaves", "accuracy", "runs"], *points])
            written.append(path)
    return written


def draw_curves(results: Results, folder: Path, suffix: str) -> list[Path]:
    """Draw them, and where settings were tuned all of these; the files. Needs matplotlib."""
    pages = guest("matplotlib.figure", "plot")
    drawn = []
    for figure in DRAWN:
        data = [name for name in results.data(figure) if results.curves(figure, name, METHODS[0])]
        if not data:
            continue
        page = pages.Figure(figsize=(10, 3.5 * len(data)), layout="constrained")
        for row, name in enumerate(data):
            _curves(page.add_subplot(len(data), 2, 2 * row + 1), results, figure, name)
            _settings(page.add_subplot(len(data), 2, 2 * row + 2), results, figure, name)
        drawn.append(folder / f"{figure}{suffix}.png")
        page.savefig(drawn[-1], dpi=150)
    return drawn


def _curves(ax: Any, results: Results, figure: str, data: str) -> None:
    plain(ax, "leaves", "accuracy so far, %")
    for place, method in enumerate(METHODS):
        runs = len(results.runs(figure, data, method))
        points = [
            (leaves, 100 * fmean(by_seed.values()))
            for leaves, by_seed in results.curves(figure, data, method).items()
            if len(by_seed) >= ENOUGH * runs
        ]
        if points:
            ax.plot(*zip(*points, strict=True), label=method, **style(place))
    _finish(ax, f"{data}: the tuned trees as the stream is fed")


def _settings(ax: Any, results: Results, figure: str, data: str) -> None:
    plain(ax, "leaves at the end", "accuracy, %")
    for place, method in enumerate(METHODS):
        lines = results.part(figure, "tuning", data, method)
        colour = style(place)["color"]
        x, y = [line["leaves"] for line in lines], [100 * line["accuracy"] for line in lines]
        ax.scatter(x, y, s=6, color=colour, label=method)
    _finish(ax, f"{data}: every setting")


def _finish(ax: Any, title: str) -> None:
    ax.set_xscale("log")
    # Labels between the powers of ten would run into each other.
    ax.xaxis.set_minor_formatter(lambda *_: "")
    ax.legend(frameon=False, fontsize="small", loc="lower right")
    ax.set_title(title, loc="left", fontsize="medium")
