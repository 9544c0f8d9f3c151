"""Figures 4 and 5 as PNG, where there is matplotlib; figure 5 as CSV always."""

from __future__ import annotations

import csv
from pathlib import Path

from riparian.guests import guest
from riparian.papers.elomaa2008.counting import WAVES
from riparian.papers.elomaa2008.domains import NAMED
from riparian.papers.elomaa2008.results import Results
from riparian.papers.elomaa2008.tables import share
from riparian.viz.axes import COLOURS, plain, style

LAYERS = ("bins", "segments")


def write_growth(results: Results, folder: Path, suffix: str) -> list[Path]:
    """Write the numbers of figure 5; the files."""
    lines = results.below("growth", "waveform")
    if not lines:
        return []
    path = folder / f"growth{suffix}.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["column", "rows", *LAYERS])
        for line in sorted(lines, key=lambda line: (WAVES.index(line["what"]), line["rows"])):
            writer.writerow([line["what"], line["rows"], *(line[layer] for layer in LAYERS)])
    return [path]


def draw_columns(results: Results, folder: Path, suffix: str) -> list[Path]:
    """Draw figure 4: a bar for each column, its number of bins at the right. Needs matplotlib."""
    lines = [line for name in NAMED for line in results.below("columns", name)]
    if not lines:
        return []
    page = guest("matplotlib.figure", "plot").Figure(
        figsize=(8, 1.2 + 0.2 * (len(lines) + len(NAMED))), layout="constrained"
    )
    ax = page.add_subplot()
    plain(ax, "segments, % of bins", "")
    at, places, names = 0.0, [], []
    domain = lines[0]["data"]
    for line in lines:
        at += 2 if line["data"] != domain else 1
        domain = line["data"]
        ax.barh(at, 100 * share(line), color=COLOURS[list(NAMED).index(domain) % len(COLOURS)], height=0.8)
        ax.text(101, at, f"{line['bins']:,}", va="center", fontsize=7)
        places.append(at)
        names.append(f"{domain}: {line['what']}")
    ax.set_yticks(places, names, fontsize=7)
    ax.set_ylim(at + 1, 0)
    ax.set_xlim(0, 112)
    ax.set_xticks(range(0, 101, 20))
    ax.grid(visible=False, axis="y")
    ax.set_title("segments as a share of bins; at the right, bins", loc="left", fontsize="medium")
    path = folder / f"columns{suffix}.png"
    page.savefig(path, dpi=150)
    return [path]


def draw_growth(results: Results, folder: Path, suffix: str) -> list[Path]:
    """Draw figure 5: bins and segments of three columns by rows. Needs matplotlib."""
    lines = results.below("growth", "waveform")
    if not lines:
        return []
    page = guest("matplotlib.figure", "plot").Figure(figsize=(8, 4.5), layout="constrained")
    ax = page.add_subplot()
    ax.set_xscale("log")
    plain(ax, "rows", "different values")
    for place, name in enumerate(WAVES):
        found = sorted((line for line in lines if line["what"] == name), key=lambda line: line["rows"])
        for layer, dashes in zip(LAYERS, ("-", "--"), strict=True):
            look = {**style(place), "linestyle": dashes}
            x, y = ([line[key] for line in found] for key in ("rows", layer))
            ax.plot(x, y, label=f"{name}, {layer}", **look)
    ax.legend(frameon=False, fontsize="small")
    ax.set_title("Waveform, values of two decimals", loc="left", fontsize="medium")
    path = folder / f"growth{suffix}.png"
    page.savefig(path, dpi=150)
    return [path]
