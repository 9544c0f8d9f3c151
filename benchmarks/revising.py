"""IADEM-2 beside MOA's, and what IADEM-2 and the Online Hybrid Tree cost beside VFDT on real data sets.

    python -m benchmarks.revising [--rows N] [--repeats N] [--streams NAME ...] [--sets NAME ...]

Each row is predicted before it is learned; all rows are in memory before the clock starts. Rounds take turns,
and the best round of each counts. Real data sets are those in the folder RIPARIAN_DATA. A complete run writes
`benchmarks/results/revising.*`, any other `partial.*` (ignored by git). The traps stand with the results; why
trees differ from MOA's, in `benchmarks/README.md`.
"""

import argparse
import json
import math
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import exchange, learner, peers_moa, race, real_sets, streams
from benchmarks.machine import describe
from benchmarks.places import RESULTS, UnavailableError
from benchmarks.report import table
from benchmarks.targets import Verdict, at_least, at_most

ROWS, REPEATS = 200_000, 3
PREDICTORS = ("nb", "mc")
SETS = (
    "electricity",
    "adult",
    "covtype",
    "kddcup99_10pct",
    "nursery",
    "poker_hand_train25k",
    "spam_assassin_chi2_500",
    "usenet1",
    "usenet2",
)
# Without missing values, which MOA treats otherwise, and long enough for a virtual machine.
SETS_FOR_MOA = ("electricity", "covtype", "kddcup99_10pct")
# Small sets are over in a millisecond: they get more rounds, until all parties together took so many seconds.
LEAST_SECONDS, MOST_ROUNDS = 2.0, 60
BESIDE: dict[str, dict[str, Any]] = {
    "VFDT": {"preset": "VFDT"},
    "VFDT, grace 100": {"preset": "VFDT", "grace_period": 100},
    "IADEM2": {"preset": "IADEM2"},
    "OHyT": {"preset": "OHyT"},
}

NOTES = """\
- **Options.** MOA's Iadem2 as it comes: Gaussian observer with 10 cuts, grace period 100, confidence 0.01,
  difference 0.1, entropy, leaves `nb`. Those are the defaults of `IADEM2`, too. `mc` is the same tree
  without the cost of naive Bayes. Ours is told the classes beforehand (`classes=`), as the header tells
  MOA: the base of the entropy is their number.
- **`bestSplit` is multiway.** MOA's default for nominal columns has this name, but the leaf is told "only
  multiway" (and "only multiway" tries both); ours are multiway, too. MOA makes a branch for every category
  of the header, ours for those that the leaf has seen: nodes differ by the others.
- **The order of classes.** For numeric columns MOA takes the classes after the last one that a leaf has
  seen as surely absent; for nominal columns they may still come. Where the last classes are rare, numeric
  columns look better than they are, and leaves split early. On covtype MOA has 281 nodes, and 39 if
  classes are numbered from the rarest to the most frequent (README).
- **Whole numbers.** MOA cuts the estimated weight of a class below a cut, and what new leaves inherit, down
  to whole numbers; ours keeps fractions.
- **Confidence is static.** All Iadem2 of a virtual machine share the confidence of the one that began last.
  Here a virtual machine has one kind of tree only.
- **Naive Bayes in MOA** makes the cuts of every numeric column anew for each prediction, only to see that
  there is more than one; and nominal columns are not smoothed: a category never seen with a class rules the
  class out. Ours counts one more of each.
- **Pure leaves.** MOA counts inherited classes as seen, so that a leaf whose own rows are of one class may
  split; ours waits for a second class. As long as a leaf has one class only, MOA's clock runs on, and it
  looks at the row that brings the second one; ours looks at multiples of the grace period.
- **Missing values.** MOA does not learn a row that lacks what a node asks for; adult is therefore not
  raced.
- **Warm-up.** At least three passes, and a million rows, do not count: MOA's first pass takes up to three
  times as long as its last. One virtual machine for each stream and kind of leaf.
- **It may print.** Iadem2 writes to the standard output when it compares intervals that are no numbers, and
  logs errors of an attempt; `Race.java` keeps both out of its answers.
- **Presets.** `VFDT(predictor="nb")` looks for splits every 200 rows, the others every 100: one column has
  VFDT with 100. OHyT learns row by row, since its leaves are coupled; the others learn in blocks. On sets
  of few rows all three are one leaf for most of the time."""

Figures = dict[str, Any]


def arguments() -> argparse.Namespace:
    """Read the command line."""
    about = (__doc__ or "").split("\n\n")[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.revising", description=about)
    parser.add_argument("--rows", type=int, default=ROWS, help=f"rows of made streams (default {ROWS:,})")
    parser.add_argument("--repeats", type=int, default=REPEATS, help=f"rounds that count (default {REPEATS})")
    parser.add_argument("--streams", nargs="*", choices=list(streams.MAKERS), default=list(streams.MAKERS))
    parser.add_argument("--sets", nargs="*", choices=list(SETS), default=list(SETS))
    chosen = parser.parse_args()
    whole = (ROWS, REPEATS, list(streams.MAKERS), list(SETS))
    chosen.complete = (chosen.rows, chosen.repeats, chosen.streams, chosen.sets) == whole
    return chosen


def ours(stream: streams.Stream, predictor: str, **given: Any) -> Callable[[], Figures]:
    """A prequential run of a fresh tree."""

    def run() -> Figures:
        return learner.run(stream, predictor, "prequential", **given).figures()

    return run


def beside_moa(stream: streams.Stream, path: str, folder: Path, repeats: int) -> list[Figures]:
    """IADEM-2 of both on the same rows, in turns, for each kind of leaf."""
    rows, found = folder / "rows", []
    exchange.write(stream, rows)
    for predictor in PREDICTORS:
        race.note(f"{stream.name}: IADEM-2 beside MOA, {predictor}")
        with peers_moa.start(path, rows, predictor, tree="iadem2") as machine:
            for _ in range(max(race.MOA_WARM_UPS, math.ceil(race.MOA_WARM_ROWS / stream.n_rows))):
                machine.ask("prequential")
            mine = ours(stream, predictor, preset="IADEM2", classes=range(stream.n_classes))
            best = race.in_turns({"riparian": mine, "moa": partial(machine.ask, "prequential")}, repeats)
        found.append({"stream": stream.name, "predictor": predictor, **best})
    return found


def beside_vfdt(stream: streams.Stream, repeats: int) -> Figures:
    """The presets on a real data set, in turns."""
    race.note(f"{stream.name}: OHyT and IADEM2 beside VFDT")
    parties = {name: ours(stream, "nb", **given) for name, given in BESIDE.items()}
    once = sum(run["seconds"] for run in race.in_turns(parties, 1).values())
    rounds = max(repeats, min(MOST_ROUNDS, math.ceil(LEAST_SECONDS / once)))
    size = {"rows": stream.n_rows, "columns": stream.X.shape[1], "classes": stream.n_classes}
    return {"set": stream.name, **size, "rounds": rounds, "best": race.in_turns(parties, rounds)}


def verdicts(results: Figures) -> list[Verdict]:
    """What was asked for, and whether it was met."""
    by_leaf: dict[str, dict[str, float]] = {predictor: {} for predictor in PREDICTORS}
    for each in results["races"]:
        by_leaf[each["predictor"]][each["stream"]] = over(each["moa"], each["riparian"])
    cost = {each["set"]: over(each["best"]["OHyT"], each["best"]["VFDT"]) for each in results["presets"]}
    return [
        at_least("IADEM-2 beside MOA's, each", 10, by_leaf["nb"]),
        at_least("the same with majority leaves (the default is nb)", 10, by_leaf["mc"]),
        at_most("OHyT beside VFDT, time, each real set", 4, cost),
    ]


def over(one: Figures, other: Figures) -> float:
    """How many times as long the first takes."""
    return float(one["seconds"] / other["seconds"])


def race_rows(results: Figures) -> list[list[str]]:
    """Both IADEM-2, stream by stream."""
    found = []
    for each in results["races"]:
        both = each["riparian"], each["moa"]
        times = [f"{1e9 * run['seconds'] / run['rows']:,.0f}" for run in both]
        scores = [f"{100 * run['accuracy']:.2f}" for run in both]
        nodes = [f"{run['nodes']:,}" for run in both]
        names = [each["stream"], each["predictor"], f"{both[0]['rows']:,}"]
        ratio = f"{over(both[1], both[0]):.1f}x"
        found.append([*names, *times, ratio, " / ".join(scores), " / ".join(nodes)])
    return found


def preset_rows(results: Figures) -> list[list[str]]:
    """Presets beside VFDT, set by set."""
    found = []
    shown = [name for name in BESIDE if name != "VFDT, grace 100"]
    for each in results["presets"]:
        best = each["best"]
        ratios = [f"{over(best[name], best['VFDT']):.2f}x" for name in list(BESIDE)[1:]]
        time = f"{1e9 * best['VFDT']['seconds'] / each['rows']:,.0f}"
        scores = " / ".join(f"{100 * best[name]['accuracy']:.2f}" for name in shown)
        nodes = " / ".join(f"{best[name]['nodes']:,}" for name in shown)
        size = [f"{each[name]:,}" for name in ("rows", "columns", "classes")]
        found.append([each["set"], *size, time, *ratios, scores, nodes])
    return found


def page(results: Figures) -> str:
    """All tables."""
    settings = results["settings"]
    judged = [list(asdict(verdict).values()) for verdict in verdicts(results)]
    races = ["stream", "leaf", "rows", "riparian", "MOA", "ratio", "accuracy, both", "nodes, both"]
    beside = [f"{name} / VFDT" for name in list(BESIDE)[1:]]
    three = "VFDT / IADEM2 / OHyT"
    presets = ["set", "rows", "columns", "classes", "VFDT, ns", *beside, f"accuracy, {three}", "nodes, same"]
    sections = [
        ("What was asked", table(["target", "asked", "measured", "verdict"], judged)),
        ("IADEM-2 beside MOA's, nanoseconds per row", table(races, race_rows(results))),
        ("Real data sets beside VFDT with naive Bayes leaves", table(presets, preset_rows(results))),
        ("Traps", NOTES),
        ("Measured on", "\n".join(f"- {name}: {value}" for name, value in results["machine"].items())),
    ]
    head = (
        f"# IADEM-2 and the Online Hybrid Tree\n\nMade by `{settings['command']}`: each row predicted before "
        f"it is learned, one thread, best of {settings['repeats']} interleaved rounds or more. Rows are in "
        'memory; real data sets keep the order of their file. "Both" is riparian / MOA.'
    )
    left_out = "".join(f"\n\nNote: {line}." for line in results["left_out"])
    return head + left_out + "".join(f"\n\n## {title}\n\n{text}" for title, text in sections if text) + "\n"


def write(results: Figures, name: str) -> None:
    """Write `<name>.md` and `<name>.json` into the folder of results."""
    judged = [asdict(verdict) for verdict in verdicts(results)]
    (RESULTS / f"{name}.md").write_text(page(results))
    (RESULTS / f"{name}.json").write_text(json.dumps({**results, "targets": judged}, indent=1) + "\n")


def measure(chosen: argparse.Namespace, path: str, results: Figures) -> None:
    """Everything that was asked for."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for key in chosen.streams if path else []:
            stream = streams.make(key, chosen.rows)
            results["races"] += beside_moa(stream, path, folder, chosen.repeats)
        for key in chosen.sets:
            try:
                stream = real_sets.load(key)
            except UnavailableError as reason:
                results["left_out"].append(str(reason))
                continue
            results["presets"].append(beside_vfdt(stream, chosen.repeats))
            if path and key in SETS_FOR_MOA:
                results["races"] += beside_moa(stream, path, folder, chosen.repeats)


def main() -> None:
    """Measure, print and write."""
    chosen = arguments()
    machine = {name: value for name, value in describe().items() if name != "river"}
    results: Figures = {
        "machine": machine,
        "settings": {
            "rows": chosen.rows,
            "repeats": chosen.repeats,
            "command": " ".join(["python -m benchmarks.revising", *sys.argv[1:]]),
        },
        "left_out": [],
        "races": [],
        "presets": [],
    }
    path = ""
    try:
        path = peers_moa.classpath()
        machine["MOA"] = peers_moa.version(path)
    except UnavailableError as reason:
        results["left_out"].append(str(reason))
    measure(chosen, path, results)
    print(page(results))
    write(results, "revising" if chosen.complete and not results["left_out"] else "partial")


if __name__ == "__main__":
    main()
