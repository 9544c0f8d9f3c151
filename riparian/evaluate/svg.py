"""Line charts as SVG, written by hand: no library, no script, and colours that follow the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT = 760, 280
LEFT, RIGHT, TOP, BOTTOM = 64, 170, 14, 44
# Points that a line is drawn with at most: more than there are pixels change nothing.
POINTS = 700
# Colours that the page defines, told apart by the colour-blind; after these they come again, dashed.
COLOURS = 8


@dataclass(frozen=True)
class Line:
    """One line of a chart, NaN where it is broken."""

    name: str
    x: NDArray[Any]
    y: NDArray[np.float64]


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Round numbers from just below `low` to just above `high`, in steps of 1, 2 or 5 times a power of ten.

    >>> ticks(0.83, 0.91)
    [0.82, 0.84, 0.86, 0.88, 0.9, 0.92]
    """
    if not high > low:
        margin = abs(low) * 0.1 or 1.0
        low, high = low - margin, high + margin
    rough = (high - low) / count
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough * 0.999)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    digits = max(0, 1 - math.floor(math.log10(step)))
    return [round(place * step, digits) for place in range(first, last + 1)]


def number(value: float) -> str:
    """A tick's label.

    >>> number(2_500_000), number(250_000), number(0.85), number(12.0)
    ('2.5M', '250k', '0.85', '12')
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size and (size > 1e3 or abs(value) >= 1e4):
            return f"{value / size:.6g}{letter}"
    return f"{value:.6g}"


def thinned(line: Line, points: int = POINTS) -> Line:
    """The line with fewer points: of each stretch its lowest, its highest and its last stay."""
    if len(line.x) <= points:
        return line
    kept = {0, len(line.x) - 1}
    edges = np.linspace(0, len(line.x), points // 3 + 1).astype(int)
    for start, stop in pairwise(edges.tolist()):
        part = line.y[start:stop]
        kept.add(stop - 1)
        if np.isfinite(part).any():
            kept |= {start + int(np.nanargmin(part)), start + int(np.nanargmax(part))}
    chosen = sorted(kept)
    return Line(line.name, line.x[chosen], line.y[chosen])


def apart(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """The places, moved as little as need be so that none is nearer than `least` to the next.

    >>> apart([10.0, 12.0, 50.0], 14.0, 0.0, 100.0)
    [10.0, 24.0, 50.0]
    """
    order = sorted(range(len(places)), key=lambda at: places[at])
    found = list(places)
    floor = low
    for at in order:
        found[at] = max(found[at], floor)
        floor = found[at] + least
    ceiling = high
    for at in reversed(order):
        found[at] = min(found[at], ceiling)
        ceiling = found[at] - least
    return found


def chart(lines: Sequence[Line], *, x_name: str, y_name: str, from_zero: bool = False) -> str:
    """A chart of lines over the same axis, each with its name at its end."""
    values = np.concatenate([line.y[np.isfinite(line.y)] for line in lines]) if lines else np.zeros(0)
    if not len(values):
        return f'<p class="none">No values of {escape(y_name)}.</p>'
    xs = np.concatenate([line.x for line in lines]).astype(np.float64)
    y_ticks = ticks(min(0.0, values.min()) if from_zero else values.min(), values.max())
    x_ticks = [at for at in ticks(0.0, float(xs.max()), 6) if at <= xs.max() * 1.0001]
    high_x = float(xs.max()) or 1.0

    def across(x: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * x / high_x

    def down(y: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (y_ticks[-1] - y) / (y_ticks[-1] - y_ticks[0])

    told = f"{y_name} by {x_name}: {', '.join(line.name for line in lines)}"
    found = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(told)}">']
    for at in y_ticks:
        found.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{down(at):.1f}" y2="{down(at):.1f}"/>'
        )
        found.append(f'<text x="{LEFT - 8}" y="{down(at) + 4:.1f}" text-anchor="end">{number(at)}</text>')
    for at in x_ticks:
        found.append(
            f'<text x="{across(at):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{number(at)}</text>'
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    found.append(f'<text x="{middle:.0f}" y="{HEIGHT - 6}" text-anchor="middle">{escape(x_name)}</text>')
    ends = []
    for place, line in enumerate(map(thinned, lines)):
        style = f'class="line c{place % COLOURS}{" again" if place >= COLOURS else ""}"'
        path = _path([(across(float(x)), down(float(y))) for x, y in zip(line.x, line.y, strict=True)])
        found.append(f'<path {style} d="{path}"><title>{escape(line.name)}</title></path>')
        there = np.flatnonzero(np.isfinite(line.y))
        ends.append(down(float(line.y[there[-1]])) if len(there) else HEIGHT - BOTTOM)
    for place, (line, y) in enumerate(zip(lines, apart(ends, 15.0, TOP, HEIGHT - BOTTOM), strict=True)):
        name = line.name if len(line.name) <= 24 else f"{line.name[:23]}…"
        found.append(
            f'<text class="name t{place % COLOURS}" x="{WIDTH - RIGHT + 8}" y="{y + 4:.1f}">'
            f"{escape(name)}</text>"
        )
    found.append("</svg>")
    return "\n".join(found)


def _path(points: Sequence[tuple[float, float]]) -> str:
    """Moves and lines; a point that is not there breaks the line, one alone is drawn as a dot."""
    found, drawing = [], False
    for place, (x, y) in enumerate(points):
        if math.isfinite(y):
            found.append(f"{'L' if drawing else 'M'}{x:.1f} {y:.1f}")
            alone = not drawing and (place + 1 == len(points) or not math.isfinite(points[place + 1][1]))
            if alone:
                found.append(f"L{x + 0.1:.1f} {y:.1f}")
        drawing = math.isfinite(y)
    return "".join(found)
