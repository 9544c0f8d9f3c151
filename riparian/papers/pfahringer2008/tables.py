"""Tables 1, 2 and 3 of the paper, with our figures."""

from __future__ import annotations

from statistics import fmean

from riparian.papers.layout import count, of_things, percent, table
from riparian.papers.ledger import Line
from riparian.papers.pfahringer2008.configurations import BUDGETS, CONFIGURATIONS
from riparian.papers.pfahringer2008.results import Results
from riparian.papers.pfahringer2008.streams import STREAMS

# Accuracies that differ by less are equal: half a hundredth of a point, what a table of two digits shows.
TIE = 0.00005


def table1() -> str:
    """The configurations."""
    rows = [
        [
            found.name,
            found.settings["observer"],
            found.limit,
            "ours" if found.ours else f"section {found.section}",
        ]
        for found in CONFIGURATIONS.values()
    ]
    head = "Table 1: configurations, and what a leaf keeps for each numeric column at most"
    return f"{head}\n{table(['name', 'observer', 'limit', 'paper'], rows, left=4)}"


def table2(results: Results) -> str:
    """For each budget the configurations, the most accurate first; means over the streams."""
    names = [
        *("budget", "configuration", "accuracy %", "training rows", "active leaves", "frozen leaves"),
        *("nodes", "depth", "speed %", "streams"),
    ]
    rows = []
    for budget in BUDGETS:
        found = {name: results.of_streams(name, budget) for name in CONFIGURATIONS}
        means = {name: fmean(line["accuracy"] for line in lines) for name, lines in found.items() if lines}
        for name in sorted(means, key=lambda name: -means[name]):
            rows.append([budget, _shown(name), percent(means[name]), *_sizes(found[name])])
    head = "Table 2: means over the streams; speed as a share of the generator's; + ours, not in the paper"
    return "\n".join([head, table(names, rows, left=2), *_refused(results)])


def _refused(results: Results) -> list[str]:
    """Cells whose budget does not hold one leaf; they count as trees that were frozen at once."""
    found = [
        f"{line['stream']} {line['configuration']} {line['budget']}"
        for cell, (*_, line) in results.runs.items()
        if line["note"] and not cell.is_curve
    ]
    return [f"Not one leaf fits, counted as frozen at once: {', '.join(found)}"] if found else []


def _shown(name: str) -> str:
    return f"{name} +" if CONFIGURATIONS[name].ours else name


def _sizes(lines: list[Line]) -> list[str]:
    def mean(what: str) -> float:
        return fmean(line[what] for line in lines)

    return [
        *(count(mean(what)) for what in ("trained", "active_leaves", "frozen_leaves", "nodes")),
        count(mean("depth"), 1),
        percent(_mean_speed(lines), 0),
        str(len(lines)),
    ]


def speed(line: Line) -> float | None:
    """The time of making rows as a share of making and learning them; None if nothing was learned.

    >>> speed({"generating_seconds": 1.0, "training_seconds": 3.0})
    0.25
    """
    making, learning = line["generating_seconds"], line["training_seconds"]
    return making / (making + learning) if making + learning > 0 else None


def _mean_speed(lines: list[Line]) -> float | None:
    found = [share for share in map(speed, lines) if share is not None]
    return fmean(found) if found else None


def winner(first: float, second: float) -> int:
    """1 if the first accuracy wins, 2 if the second does, 0 for a tie.

    >>> winner(0.9, 0.8), winner(0.8, 0.9), winner(0.9, 0.90004)
    (1, 2, 0)
    """
    if abs(first - second) < TIE:
        return 0
    return 1 if first > second else 2


def wins(results: Results, budget: str) -> tuple[int, int, int]:
    """Ties, and wins of vfml10 and of gauss10, over the streams."""
    counted = [0, 0, 0]
    for stream in STREAMS:
        first, second = (results.accuracy(stream, name, budget) for name in ("vfml10", "gauss10"))
        if first is not None and second is not None:
            counted[winner(first, second)] += 1
    return counted[0], counted[1], counted[2]


def table3(results: Results) -> str:
    """vfml10 against gauss10 on every stream, the better marked."""
    rows = []
    for stream in STREAMS:
        row = [stream]
        for budget in BUDGETS:
            first, second = (results.accuracy(stream, name, budget) for name in ("vfml10", "gauss10"))
            best = 0 if first is None or second is None else winner(first, second)
            row += [
                percent(share) + ("*" if best == place else " ") for place, share in ((1, first), (2, second))
            ]
        rows.append(row)
    won = [wins(results, budget) for budget in BUDGETS]
    rows.append(["wins", *(f"{found[place]} " for found in won for place in (1, 2))])
    names = ["stream", *(f"{name} {budget}" for budget in BUDGETS for name in ("vfml10", "gauss10"))]
    ties, first_wins, second_wins = (sum(found[place] for found in won) for place in range(3))
    return "\n".join(
        [
            "Table 3: accuracy in %, * the better of the two",
            table(names, rows),
            f"vfml10 wins {first_wins}, gauss10 wins {second_wins}, {of_things(ties, 'tie', 'ties')} "
            "(less than 0.005 points apart); in the paper 20, 20 and 14",
        ]
    )
