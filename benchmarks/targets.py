"""What was asked for, and whether it was met.

Each target is a limit on one number per stream; it is met when every stream keeps it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import geometric_mean
from typing import Any

Results = dict[str, Any]


@dataclass(frozen=True)
class Verdict:
    """One target: what was asked, what was measured, and where it was missed by how much."""

    target: str
    asked: str
    measured: str
    verdict: str


def at_least(target: str, limit: float, values: dict[str, float], unit: str = "x") -> Verdict:
    """Every value must reach the limit."""
    return judge(target, f">= {limit:g} {unit}", values, unit, lambda value: limit - value, limit)


def at_most(target: str, limit: float, values: dict[str, float], unit: str = "x") -> Verdict:
    """No value may exceed the limit."""
    return judge(target, f"<= {limit:g} {unit}", values, unit, lambda value: value - limit, limit)


def judge(
    target: str,
    asked: str,
    values: dict[str, float],
    unit: str,
    excess: Callable[[float], float],
    limit: float,
) -> Verdict:
    """Compare every value with the limit; `excess` is positive where it is missed."""
    if not values:
        return Verdict(target, asked, "", "not measured")
    low, high = min(values.values()), max(values.values())
    measured = f"{span(low, high, '.3g')} {unit}"
    missed = {name: value for name, value in values.items() if excess(value) > 0}
    if not missed:
        return Verdict(target, asked, measured, "met")
    short = {name: 100 * excess(value) / limit for name, value in missed.items()}
    worst = max(short, key=lambda name: short[name])
    where = f"on {len(short)} of {len(values)}, most on {worst}," if len(values) > 1 else f"on {worst}"
    by = span(min(short.values()), max(short.values()), ".0f")
    return Verdict(target, asked, measured, f"missed {where} by {by} %")


def span(low: float, high: float, form: str) -> str:
    """From low to high, or one number where they look the same."""
    first, last = format(low, form), format(high, form)
    return first if first == last else f"{first} to {last}"


def ratios(results: Results, predictor: str, mode: str, peer: str) -> dict[str, float]:
    """Rate of riparian over the rate of a peer, by stream."""
    found = {}
    for race in results["races"]:
        if (race["predictor"], race["mode"]) == (predictor, mode) and peer in race and "riparian" in race:
            found[race["stream"]] = rate(race["riparian"]) / rate(race[peer])
    return found


def rate(figures: Results) -> float:
    """Rows per second."""
    return float(figures["rows"] / figures["seconds"])


def verdicts(results: Results) -> list[Verdict]:
    """All targets of the foundation, in the order in which they were asked."""
    races = results["races"]
    training = ratios(results, "mc", "train", "moa")
    floors = {
        each["stream"]: each["riparian"] / min(each["builds"].values())
        for each in results["floors"]
        if each["riparian"] is not None
    }
    below_moa = {
        named(race): 100 * (race["moa"]["accuracy"] - race["riparian"]["accuracy"])
        for race in races
        if race["mode"] == "prequential" and "moa" in race and "riparian" in race
    }
    mean = {"mean": geometric_mean(training.values())} if training else {}
    imports = results["imports"]
    own = {name: imports[name] - imports["bare interpreter"] for name in imports if "riparian" in name}
    large = [each for each in results["threads"] if each["leaves"] >= 100]
    same = {named(each): 100.0 * each["same_digest"] for each in results["threads"]}
    share = {
        f"{named(race)} {race['mode']}": 100 * race["riparian"]["block_share"]
        for race in races
        if "riparian" in race
    }
    return [
        at_least("nba prequential against MOA", 10, ratios(results, "nba", "prequential", "moa")),
        at_least("nba prequential against river", 150, ratios(results, "nba", "prequential", "river")),
        at_least("mc training against MOA, each", 6, training),
        at_least("mc training against MOA, geometric mean", 10, mean),
        at_most("mc training against the floor", 3, floors),
        at_most("accuracy below MOA's", 0.3, below_moa, "points"),
        at_most("learn_one of a 10-key dict over a table", 1.0, values(results["dicts"], "more"), "us"),
        at_most("import riparian, beyond the bare interpreter", 0.15, own, "s"),
        at_least("two threads against one, 100 leaves or more", 1.6, values(large, "ratio")),
        at_least("two threads with the digest of one", 100, same, "%"),
        at_most("memory of a leaf against the numbers it stores", 1.2, values(results["memory"], "ratio")),
        at_least("rows that took the block path", 90, share, "%"),
    ]


def values(measured: list[Results], figure: str) -> dict[str, float]:
    """One figure of each measurement."""
    return {named(each): each[figure] for each in measured}


def named(measurement: Results) -> str:
    """What was measured, in two words."""
    return f"{measurement['stream']} {measurement['predictor']}"
