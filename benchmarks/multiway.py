"""Observers that forget, trees with multi-way splits, and windows: what they cost.

    python -m benchmarks.multiway [--most N] [--rows N] [--repeats N] [--streams NAME ...]

First observers alone, by the number of values that they hold; then trees, each row predicted before it is
learned. One thread; rounds take turns, and the best round of each counts. Rows are in memory before the clock
starts. covtype is taken from the folder RIPARIAN_DATA. A complete run writes `benchmarks/results/multiway.*`,
any other `partial.*` (ignored by git). The traps stand with the results.
"""

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import learner, observers_alone, race, real_sets, streams
from benchmarks.machine import describe
from benchmarks.places import RESULTS, UnavailableError
from benchmarks.report import table
from benchmarks.targets import Verdict, at_least, at_most

MOST, ROWS, REPEATS = 10_000_000, 30_000, 3
WINDOW = 10_000
STREAMS = ("waveform", "agrawal", "covtype")
PREDICTORS = ("mc", "nba")
DECIMALS = {"two decimals": 2, "continuous": None}
# Up to how many values each is measured: exhaustive copies all its different values every 512 new ones.
OBSERVERS = {
    "segments": {"two decimals": MOST, "continuous": MOST},
    "exhaustive": {"two decimals": MOST, "continuous": 100_000},
    "dyadic": {"two decimals": MOST, "continuous": MOST},
}
TREES: dict[str, dict[str, Any]] = {
    "VFDT": {"preset": "VFDT"},
    "VFDT, segments": {"preset": "VFDT", "observer": "segments"},
    "MultiwayTree": {"preset": "MultiwayTree"},
}
WINDOWED = ("gaussian", "dyadic", "segments", "exhaustive")
# Values behind those held, for the window to slide over.
BEHIND = 500_000

NOTES = """\
- **Observers alone** are asked natively, one value at a time as a tree asks, without tree or Python.
  "From nothing" is the mean over all values up to so many, with the memory that they ask for; the next two
  are what one more value and the oldest one take while so many are held. A window is their sum.
- **lg V is not all.** A search takes steps in proportion to lg V; whether a step finds its page in a cache is
  a matter of size. "A read" is what a single read takes, somewhere in as much memory as the observer holds,
  that must be there before the next one is known. As long as it is in a cache, an update takes the same time
  for each lg V. With ten million different values most steps are reads from memory, and nothing that keeps
  them in order could do without.
- **Windows of trees** cost more than forgetting: every inner node counts and forgets, too, rows come one by
  one instead of in blocks, and all splits on a row's way are looked at again. Nodes are those at the end:
  with a window the tree knows 10,000 rows and stays small, so that naive Bayes and looks cost less there.
- **gaussian** cannot take rows back exactly: what a look concerns is counted anew from the window.
- **Naive Bayes with segments** sums up the bins in a sixteenth of the range for each value and class; with
  two decimals these are a hundred, without rounding as many as the leaf has rows there.
- **The machine was shared** while this ran: ratios within a line were measured in turns, nanoseconds may be
  too high, and single lines may be disturbed."""

Figures = dict[str, Any]


def arguments() -> argparse.Namespace:
    """Read the command line."""
    about = (__doc__ or "").split("\n\n")[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.multiway", description=about)
    parser.add_argument("--most", type=int, default=MOST, help=f"values held at most (default {MOST:,})")
    parser.add_argument("--rows", type=int, default=ROWS, help=f"rows for trees (default {ROWS:,})")
    parser.add_argument("--repeats", type=int, default=REPEATS, help=f"rounds that count (default {REPEATS})")
    parser.add_argument("--streams", nargs="*", choices=list(STREAMS), default=list(STREAMS))
    chosen = parser.parse_args()
    given = (chosen.most, chosen.rows, chosen.repeats, chosen.streams)
    chosen.complete = given == (MOST, ROWS, REPEATS, list(STREAMS))
    return chosen


def sizes(most: int) -> list[int]:
    """Powers of ten from a thousand on."""
    return [10**power for power in range(3, 8) if 10**power <= most]


def alone(most: int, repeats: int) -> list[Figures]:
    """Every observer by the number of values that it holds."""
    program, found = observers_alone.build(), []
    with tempfile.TemporaryDirectory() as folder:
        for values, decimals in DECIMALS.items():
            race.note(f"observers alone, {values}")
            stream = observers_alone.column(most + BEHIND, decimals)
            different = {held: len(np.unique(stream.X[:held])) for held in sizes(most)}
            with observers_alone.start(program, stream, Path(folder) / "rows") as worker:
                for held in sizes(most):
                    for observer, limits in OBSERVERS.items():
                        if held <= limits[values]:
                            took = worker.ask(f"{observer} {held} {repeats}")
                            size = {"values": values, "held": held, "different": different[held]}
                            found.append({"observer": observer, **size, **took})
    return found


def stream_of(name: str, rows: int) -> streams.Stream:
    """The first rows of a stream; Waveform with two decimals."""
    whole = real_sets.load(name) if name == "covtype" else streams.make(name, rows)
    X = np.round(whole.X[:rows], 2) if name == "waveform" else whole.X[:rows]
    title = "Waveform, two decimals" if name == "waveform" else whole.name
    return streams.Stream(title, np.ascontiguousarray(X), whole.y[:rows], whole.values, whole.n_classes)


def ours(stream: streams.Stream, predictor: str, **given: Any) -> Callable[[], Figures]:
    """A prequential run of a fresh tree."""

    def run() -> Figures:
        return learner.run(stream, predictor, "prequential", **given).figures()

    return run


def beside_vfdt(stream: streams.Stream, predictor: str, repeats: int) -> Figures:
    """Trees with the observer, and with splits of many intervals."""
    race.note(f"{stream.name}: trees, {predictor}")
    parties = {name: ours(stream, predictor, **given) for name, given in TREES.items()}
    best = race.in_turns(parties, repeats)
    return {"stream": stream.name, "predictor": predictor, "rows": stream.n_rows, "best": best}


def windows(stream: streams.Stream, predictor: str, repeats: int) -> list[Figures]:
    """Every observer that forgets, with a window and without."""
    found = []
    for observer in WINDOWED:
        race.note(f"{stream.name}: windows, {predictor}, {observer}")
        parties = {
            "none": ours(stream, predictor, observer=observer),
            "window": ours(stream, predictor, observer=observer, window=WINDOW),
        }
        head = {"stream": stream.name, "predictor": predictor, "observer": observer}
        found.append({**head, "best": race.in_turns(parties, repeats)})
    return found


def update(each: Figures) -> float:
    """What a window takes for each value, in nanoseconds."""
    return float(each["insert"] + each["forget"])


def verdicts(results: Figures) -> list[Verdict]:
    """What was asked for, and whether it was met."""
    mine = [each for each in results["alone"] if each["observer"] == "segments"]
    name = {id(each): f"{each['held']:,}, {each['values']}" for each in mine}
    rounded = [each for each in mine if each["values"] == "two decimals"]
    rates = {name[id(each)]: 1e3 / max(each["from_nothing"], each["insert"]) for each in rounded}
    twice = {name[id(each)]: update(each) / each["insert"] for each in mine}
    by_step = {
        values: growth([each for each in mine if each["values"] == values])
        for values in DECIMALS
        if any(each["values"] == values for each in mine)
    }
    return [
        at_least("`segments`, inserts per second, two decimals", 2, rates, "million"),
        at_most("`segments`, window update beside insert", 2.5, twice),
        at_most("`segments`, nanoseconds per lg V, most beside least", 2, by_step),
    ]


def growth(lines: list[Figures]) -> float:
    """The most that a window update takes for each lg V, beside the least."""
    steps = [update(each) / math.log2(each["different"]) for each in lines]
    return max(steps) / min(steps)


def alone_rows(results: Figures) -> list[list[str]]:
    """Observers alone, line by line."""
    found = []
    for each in results["alone"]:
        steps = math.log2(each["different"])
        size = [f"{each['held']:,}", f"{each['different']:,}", f"{steps:.1f}"]
        memory = [f"{each['bytes'] / 1e6:,.2f}", f"{each['read']:,.0f}"]
        times = [f"{each[what]:,.0f}" for what in ("from_nothing", "insert", "forget")]
        sums = [
            f"{update(each):,.0f}",
            f"{update(each) / steps:,.1f}",
            f"{update(each) / each['insert']:.2f}x",
        ]
        found.append([each["observer"], each["values"], *size, *memory, *times, *sums])
    return found


def tree_rows(results: Figures) -> list[list[str]]:
    """Trees beside VFDT, stream by stream."""
    found = []
    for each in results["trees"]:
        best = list(each["best"].values())
        times = [f"{1e9 * run['seconds'] / run['rows']:,.0f}" for run in best]
        ratios = [f"{run['seconds'] / best[0]['seconds']:.1f}x" for run in best[1:]]
        scores = " / ".join(f"{100 * run['accuracy']:.2f}" for run in best)
        nodes = " / ".join(f"{run['nodes']:,}" for run in best)
        found.append([each["stream"], each["predictor"], *times, *ratios, scores, nodes])
    return found


def window_rows(results: Figures) -> list[list[str]]:
    """Windows beside none, stream by stream."""
    found = []
    for each in results["windows"]:
        best = [each["best"]["none"], each["best"]["window"]]
        times = [f"{1e9 * run['seconds'] / run['rows']:,.0f}" for run in best]
        ratio = f"{best[1]['seconds'] / best[0]['seconds']:.1f}x"
        scores = " / ".join(f"{100 * run['accuracy']:.2f}" for run in best)
        nodes = " / ".join(f"{run['nodes']:,}" for run in best)
        found.append([each["stream"], each["predictor"], each["observer"], *times, ratio, scores, nodes])
    return found


def page(results: Figures) -> str:
    """All tables."""
    settings = results["settings"]
    judged = [list(asdict(verdict).values()) for verdict in verdicts(results)]
    single = ["observer", "values", "held", "V", "lg V", "MB", "a read", "from nothing", "insert", "forget"]
    single += ["window update", "update / lg V", "update / insert"]
    three = " / ".join(TREES)
    ratios = [f"{name} / VFDT" for name in list(TREES)[1:]]
    trees = ["stream", "leaf", *(f"{name}, ns" for name in TREES), *ratios, "accuracy", "nodes"]
    sliding = ["stream", "leaf", "observer", "none, ns", "window, ns", "window / none", "accuracy", "nodes"]
    sections = [
        ("What was asked", table(["target", "asked", "measured", "verdict"], judged)),
        ("Observers alone, nanoseconds per value", table(single, alone_rows(results))),
        (f"Trees, per row; accuracy and nodes of {three}", table(trees, tree_rows(results))),
        (f"A window of {WINDOW:,} rows beside none, per row", table(sliding, window_rows(results))),
        ("Traps", NOTES),
        ("Measured on", "\n".join(f"- {name}: {value}" for name, value in results["machine"].items())),
    ]
    head = (
        f"# Observers that forget, multi-way splits and windows\n\nMade by `{settings['command']}`: one "
        f"thread, best of {settings['repeats']} rounds, rows in memory. Observers alone hold a column of "
        f"Waveform; trees predict each of the first {settings['rows']:,} rows before they learn it."
    )
    left_out = "".join(f"\n\nNote: {line}." for line in results["left_out"])
    return head + left_out + "".join(f"\n\n## {title}\n\n{text}" for title, text in sections if text) + "\n"


def write(results: Figures, name: str) -> None:
    """Write `<name>.md` and `<name>.json` into the folder of results."""
    judged = [asdict(verdict) for verdict in verdicts(results)]
    (RESULTS / f"{name}.md").write_text(page(results))
    (RESULTS / f"{name}.json").write_text(json.dumps({**results, "targets": judged}, indent=1) + "\n")


def main() -> None:
    """Measure, print and write."""
    chosen = arguments()
    results: Figures = {
        "machine": {name: value for name, value in describe().items() if name != "river"},
        "settings": {
            "most": chosen.most,
            "rows": chosen.rows,
            "repeats": chosen.repeats,
            "command": " ".join(["python -m benchmarks.multiway", *sys.argv[1:]]),
        },
        "left_out": [],
        "alone": [],
        "trees": [],
        "windows": [],
    }
    try:
        results["alone"] = alone(chosen.most, chosen.repeats)
    except UnavailableError as reason:
        results["left_out"].append(str(reason))
    for key in chosen.streams:
        try:
            stream = stream_of(key, chosen.rows)
        except UnavailableError as reason:
            results["left_out"].append(str(reason))
            continue
        for predictor in PREDICTORS:
            results["trees"].append(beside_vfdt(stream, predictor, chosen.repeats))
            results["windows"] += windows(stream, predictor, chosen.repeats)
    print(page(results))
    write(results, "multiway" if chosen.complete and not results["left_out"] else "partial")


if __name__ == "__main__":
    main()
