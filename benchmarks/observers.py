"""Numeric observers beside MOA's of the same name, beside each other, and within a budget.

    python -m benchmarks.observers [--rows N] [--repeats N] [--streams NAME ...]

Rounds take turns, and the best round of each counts. An observer that keeps every value is slow in any
language: it gets fewer rows. First what each of our observers reaches, and in what time, with majority leaves
and with naive Bayes; what a budget of 100 KB costs; then training beside MOA. A complete run, for which MOA
must be there, writes benchmarks/results/observers.md.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import exchange, learner, peers_moa, race, streams
from benchmarks.machine import describe
from benchmarks.places import RESULTS, UnavailableError
from benchmarks.report import table
from benchmarks.targets import Verdict, at_least, at_most

ROWS, REPEATS = 1_000_000, 3
# Ours, MOA's, and the share of the rows that both are given.
PAIRS: dict[str, tuple[str, float]] = {
    "gaussian": ("GaussianNumericAttributeClassObserver", 1.0),
    "bins:10": ("VFMLNumericAttributeClassObserver -n 10", 1.0),
    "bins:100": ("VFMLNumericAttributeClassObserver -n 100", 0.5),
    "quantiles:10": ("GreenwaldKhannaNumericAttributeClassObserver -n 10", 1.0),
    "quantiles:100": ("GreenwaldKhannaNumericAttributeClassObserver -n 100", 0.3),
    "exhaustive": ("BinaryTreeNumericAttributeClassObserver", 0.2),
}
# Asked of each: how many times as fast as MOA.
ASKED = {"bins:10": 10, "bins:100": 10, "quantiles:10": 10, "quantiles:100": 10, "exhaustive": 5}
OURS = {"gaussian": 1.0, "bins:10": 1.0, "bins:100": 1.0, "dyadic": 1.0, "histogram": 1.0}
OURS |= {"quantiles:100": 0.3, "exhaustive": 0.2}
# LED has no numeric columns.
NUMERIC = [name for name in streams.MAKERS if name != "led"]
BUDGET = "100KB"

Figures = dict[str, Any]


@dataclass
class Found:
    """Rows of the tables, and the numbers that were asked for, by stream and what it was measured with."""

    moa: list[list[str]] = field(default_factory=list)
    scores: list[list[str]] = field(default_factory=list)
    budgets: list[list[str]] = field(default_factory=list)
    over_moa: dict[str, dict[str, float]] = field(default_factory=dict)
    dyadic: dict[str, float] = field(default_factory=dict)
    bound: dict[str, float] = field(default_factory=dict)

    def verdicts(self) -> list[Verdict]:
        """What was asked for, and whether it was met."""
        return [
            *(at_least(f"`{name}` beside MOA", ASKED[name], self.over_moa.get(name, {})) for name in ASKED),
            at_most("`dyadic` beside `gaussian`, time", 3, self.dyadic),
            at_least(f"rate within {BUDGET}", 0.5, self.bound, "of the rate without"),
        ]


def arguments() -> argparse.Namespace:
    """Read the command line."""
    about = (__doc__ or "").split("\n\n")[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.observers", description=about)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--streams", nargs="+", choices=list(streams.MAKERS), default=list(streams.MAKERS))
    return parser.parse_args()


def first(stream: streams.Stream, share: float) -> streams.Stream:
    """The first rows of a stream."""
    rows = int(share * stream.n_rows)
    return streams.Stream(stream.name, stream.X[:rows], stream.y[:rows], stream.values, stream.n_classes)


def ours(part: streams.Stream, predictor: str, mode: str, **given: Any) -> Callable[[], Figures]:
    """A run of a fresh tree; without figures where the budget is refused."""

    def run() -> Figures:
        return learner.run(part, predictor, mode, **given).figures()

    return run


def beside_moa(stream: streams.Stream, observer: str, path: str, folder: Path, repeats: int) -> Figures:
    """Train both on the same rows, in turns."""
    theirs, share = PAIRS[observer]
    part = first(stream, share)
    rows = folder / "rows"
    exchange.write(part, rows)
    with ExitStack() as stack:
        machine = stack.enter_context(peers_moa.start(path, rows, "mc", theirs))
        for _ in range(race.MOA_WARM_UPS):
            machine.ask("train")
        mine = ours(part, "mc", "train", observer=observer)
        return race.in_turns({"riparian": mine, "moa": lambda: machine.ask("train")}, repeats)


def contest(stream: streams.Stream, path: str, folder: Path, repeats: int, found: Found) -> None:
    """Every observer that MOA has, too."""
    for observer in PAIRS:
        race.note(f"{stream.name}: {observer} beside MOA")
        best = beside_moa(stream, observer, path, folder, repeats)
        mine, other = best["riparian"], best["moa"]
        ratio, rows = other["seconds"] / mine["seconds"], mine["rows"]
        found.over_moa.setdefault(observer, {})[stream.name] = ratio
        times = [f"{1e9 * each['seconds'] / rows:,.0f}" for each in (mine, other)]
        leaves = f"{mine['leaves']:,} / {other['leaves']:,}"
        found.moa.append([stream.name, observer, f"{rows:,}", *times, f"{ratio:.1f}x", leaves])


def accuracies(stream: streams.Stream, repeats: int, found: Found) -> None:
    """Accuracy of every observer with majority leaves and with naive Bayes, and time beside `gaussian`."""
    for predictor in ("mc", "nba"):
        parties = {
            observer: ours(first(stream, share), predictor, "prequential", observer=observer)
            for observer, share in OURS.items()
        }
        runs = race.in_turns(parties, repeats)
        times = {observer: run["seconds"] / run["rows"] for observer, run in runs.items()}
        shown = [
            f"{100 * run['accuracy']:.2f} ({times[observer] / times['gaussian']:.2f}x)"
            for observer, run in runs.items()
        ]
        found.scores.append([stream.name, predictor, *shown])
        found.dyadic[f"{stream.name}, {predictor}"] = times["dyadic"] / times["gaussian"]


def budgeted(stream: streams.Stream, repeats: int, found: Found) -> None:
    """What a budget costs: accuracy and rate beside the same tree without one."""
    for observer, share in OURS.items():
        part = first(stream, share)
        for predictor in ("mc", "nba"):
            row = [stream.name, observer, predictor]
            within = ours(part, predictor, "prequential", observer=observer, budget=BUDGET)
            try:
                within()
            except ValueError:
                found.budgets.append([*row, "", "", "", "too small for one leaf"])
                continue
            without = ours(part, predictor, "prequential", observer=observer)
            best = race.in_turns({"without": without, "within": within}, repeats)
            free, bound = best["without"], best["within"]
            rate = free["seconds"] / bound["seconds"]
            found.bound[f"{stream.name}, {observer}, {predictor}"] = rate
            accuracy = f"{100 * free['accuracy']:.2f} / {100 * bound['accuracy']:.2f}"
            leaves = f"{free['leaves']:,} / {bound['leaves']:,}"
            found.budgets.append([*row, f"{part.n_rows:,}", accuracy, leaves, f"{rate:.2f}"])


def report(found: Found) -> str:
    """All tables."""
    verdicts = [[each.target, each.asked, each.measured, each.verdict] for each in found.verdicts()]
    return "\n".join(
        [
            "# Numeric observers",
            "",
            "Made by `python -m benchmarks.observers`. Rounds that take turns, the best of each.",
            "",
            *(f"- {name}: {value}" for name, value in describe().items()),
            "",
            "## What was asked",
            "",
            table(["target", "asked", "measured", "verdict"], verdicts),
            "",
            "## Beside MOA's observers of the same name: training, majority leaves, nanoseconds per row",
            "",
            table(
                ["stream", "observer", "rows", "riparian", "MOA", "ratio", "leaves, ours / MOA"], found.moa
            ),
            "",
            "## Accuracy in percent, each row predicted before it is learned (and time beside `gaussian`)",
            "",
            "`quantiles:100` and `exhaustive` see the first 30 and 20 % of the rows.",
            "",
            table(["stream", "leaves", *OURS], found.scores),
            "",
            f"## A budget of {BUDGET}: without / with, and the rate with it as a share of the rate without",
            "",
            table(
                ["stream", "observer", "leaves", "rows", "accuracy", "number of leaves", "rate"],
                found.budgets,
            ),
            "",
        ]
    )


def main() -> None:
    """Measure and write the tables."""
    chosen = arguments()
    found = Found()
    try:
        path = str(peers_moa.classpath())
    except UnavailableError as reason:
        path = ""
        print(reason, file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.streams:
            stream = streams.make(name, chosen.rows)
            race.note(f"{name}: accuracy")
            accuracies(stream, chosen.repeats, found)
            race.note(f"{name}: budgets")
            budgeted(stream, chosen.repeats, found)
            if path and name in NUMERIC:
                contest(stream, path, Path(folder), chosen.repeats, found)
    text = report(found)
    print(text)
    whole = (chosen.rows, chosen.repeats, chosen.streams) == (ROWS, REPEATS, list(streams.MAKERS))
    if path and whole:
        (RESULTS / "observers.md").write_text(text)


if __name__ == "__main__":
    main()
