"""Numeric observers beside MOA's of the same name, beside each other, and within a budget.

    python -m benchmarks.observers [--rows N] [--repeats N] [--streams NAME ...]

Training with majority leaves on the six streams, rounds that take turns, the best round of each. An observer
that keeps every value is slow in any language: it gets fewer rows. Then what each of our observers reaches
with naive Bayes, and what a budget of 100 KB costs. A complete run writes benchmarks/results/observers.md.
"""

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks import exchange, learner, peers_moa, race, streams
from benchmarks.machine import describe
from benchmarks.places import RESULTS, UnavailableError
from benchmarks.report import table

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
OURS = ("gaussian", "bins:10", "bins:100", "dyadic", "histogram", "quantiles:100")
# LED has no numeric columns.
NUMERIC = [name for name in streams.MAKERS if name != "led"]
BUDGET = "100KB"


def arguments() -> argparse.Namespace:
    """Read the command line."""
    about = (__doc__ or "").split("\n\n")[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.observers", description=about)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--streams", nargs="+", choices=list(streams.MAKERS), default=list(streams.MAKERS))
    return parser.parse_args()


def beside_moa(stream: streams.Stream, observer: str, path: str, folder: Path, repeats: int) -> list[str]:
    """Train both on the same rows, in turns."""
    theirs, share = PAIRS[observer]
    part = first(stream, int(share * stream.n_rows))
    rows = folder / "rows"
    exchange.write(part, rows)
    best: dict[str, Any] = {}
    with ExitStack() as stack:
        machine = stack.enter_context(peers_moa.start(path, rows, "mc", theirs))
        for _ in range(race.MOA_WARM_UPS):
            machine.ask("train")
        for _ in range(repeats):
            race.keep(best, "riparian", learner.run(part, "mc", "train", observer=observer).figures())
            race.keep(best, "moa", machine.ask("train"))
    ours, other = best["riparian"], best["moa"]
    ratio = other["seconds"] / ours["seconds"]
    return [
        stream.name,
        observer,
        f"{part.n_rows:,}",
        f"{1e9 * ours['seconds'] / part.n_rows:,.0f}",
        f"{1e9 * other['seconds'] / part.n_rows:,.0f}",
        f"{ratio:.1f}x",
        f"{ours['leaves']:,} / {other['leaves']:,}",
    ]


def first(stream: streams.Stream, rows: int) -> streams.Stream:
    """The first rows of a stream."""
    return streams.Stream(stream.name, stream.X[:rows], stream.y[:rows], stream.values, stream.n_classes)


def alone(stream: streams.Stream, predictor: str, repeats: int, **given: Any) -> dict[str, Any]:
    """The best of some runs, each row predicted before it is learned."""
    best: dict[str, Any] = {}
    for _ in range(repeats):
        race.keep(best, "riparian", learner.run(stream, predictor, "prequential", **given).figures())
    return dict(best["riparian"])


def accuracies(stream: streams.Stream, repeats: int) -> list[list[str]]:
    """Accuracy of every observer with majority leaves and with naive Bayes, and time beside `gaussian`."""
    found = []
    for predictor in ("mc", "nba"):
        runs = {observer: alone(stream, predictor, repeats, observer=observer) for observer in OURS}
        usual = runs["gaussian"]["seconds"]
        shown = [f"{100 * run['accuracy']:.2f} ({run['seconds'] / usual:.2f}x)" for run in runs.values()]
        found.append([stream.name, predictor, *shown])
    return found


def budgeted(stream: streams.Stream, repeats: int) -> list[list[str]]:
    """What a budget costs: accuracy and rate beside the same tree without one."""
    found = []
    for observer in ("gaussian", "bins:10", "dyadic"):
        for predictor in ("mc", "nba"):
            free = alone(stream, predictor, repeats, observer=observer)
            bound = alone(stream, predictor, repeats, observer=observer, budget=BUDGET)
            share = free["seconds"] / bound["seconds"]
            accuracy = f"{100 * free['accuracy']:.2f} / {100 * bound['accuracy']:.2f}"
            leaves = f"{free['leaves']:,} / {bound['leaves']:,}"
            found.append([stream.name, observer, predictor, accuracy, leaves, f"{share:.2f}"])
    return found


def main() -> None:
    """Measure and write the tables."""
    chosen = arguments()
    moa: list[list[str]] = []
    scores: list[list[str]] = []
    budgets: list[list[str]] = []
    try:
        path = peers_moa.classpath()
    except UnavailableError as reason:
        path = None
        print(reason, file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        for name in chosen.streams:
            stream = streams.make(name, chosen.rows)
            race.note(f"{name}: naive Bayes and budgets")
            scores += accuracies(stream, chosen.repeats)
            if name in NUMERIC:
                budgets += budgeted(stream, chosen.repeats)
            for observer in PAIRS if path and name in NUMERIC else ():
                race.note(f"{name}: {observer} beside MOA")
                moa.append(beside_moa(stream, observer, str(path), Path(folder), chosen.repeats))
    text = "\n".join(
        [
            "# Numeric observers",
            "",
            "Made by `python -m benchmarks.observers`.",
            "",
            *(f"- {name}: {value}" for name, value in describe().items()),
            "",
            "## Beside MOA's observers of the same name: training, majority leaves, nanoseconds per row",
            "",
            table(["stream", "observer", "rows", "riparian", "MOA", "ratio", "leaves, ours / MOA"], moa),
            "",
            "## Accuracy in percent, each row predicted before it is learned (and time beside `gaussian`)",
            "",
            table(["stream", "leaves", *OURS], scores),
            "",
            f"## A budget of {BUDGET}: without / with, and the rate with it as a share of the rate without",
            "",
            table(["stream", "observer", "leaves", "accuracy", "number of leaves", "rate"], budgets),
            "",
        ]
    )
    print(text)
    if chosen.rows == ROWS and chosen.repeats == REPEATS and len(chosen.streams) == len(streams.MAKERS):
        (RESULTS / "observers.md").write_text(text)


if __name__ == "__main__":
    main()
