"""Why a class begins with one row of a uniform spread: naive Bayes by several rules and several observers.

    python -m benchmarks.smoothing [--sets NAME ...] [--rows N]

First naive Bayes alone, without a tree, in NumPy (`bayes_alone.py`), over the first rows of each real data
set, with several rules for the variance of a numeric column in a class; then trees of ours with naive Bayes
leaves over whole sets, one for each observer. Each row is predicted before it is learned; nothing is timed.
The sets are those of `benchmarks.accuracy`. A complete run writes `benchmarks/results/smoothing.*`, any other
`partial.*` (ignored by git).
"""

import argparse
import json
import math
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from statistics import mean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import bayes_alone, real_sets
from benchmarks.machine import describe
from benchmarks.places import RESULTS, UnavailableError
from benchmarks.race import note
from benchmarks.report import table
from benchmarks.streams import Labels, Matrix, Stream
from benchmarks.targets import Verdict, at_least, at_most
from riparian import VFDT
from riparian.evaluate.measures import LEAST_PROBABILITY
from riparian.streams.stream import Batch

ROWS = 20_000
# Of this one naive Bayes alone sees all rows, too: most of its 23 classes are rare, and come late.
WHOLE = "kddcup99_10pct"
FLOORS = (1e-12, 1e-6, 1e-4, 1e-3, 1e-2)
PRIORS = (0.1, 0.3, 1.0, 3.0, 10.0)
RULES = [
    *(f"floor 1e{math.log10(share):.0f}" for share in FLOORS),
    *(f"prior {rows:g}" for rows in PRIORS),
    bayes_alone.MOA,
]
BEFORE, TAKEN = "floor 1e-12", "prior 1"
# What rounding in another order may make of a probability.
MOST_APART = 1e-9
# Segments have the densities of exhaustive.
OBSERVERS = ("gaussian", "bins:10", "dyadic", "quantiles:100", "histogram", "exhaustive")

NOTES = """\
- **Rules.** With `W` values of a class in a column, their sum of squares `M2` and the `range` of the column
  over all classes, `floor f` is a variance of `max(M2 / (W - 1), f range^2)`, and `range^2 / 12` for a
  single value. `prior m` is `(M2 + m range^2 / 12) / (max(W, 1) - 1 + m)`: each class begins with `m` rows
  of a uniform spread over the range. `MOA's` is `M2 / (W - 1)`; where that is 0, density 1 at the mean and
  0 elsewhere; a class without a value has 0. Everything else is ours in all rules: logarithms, nominal
  columns smoothed by 1.
- **`floor 1e-12` was ours** before, `prior 1` is ours now. One column compares each answer with that of
  `VFDT(predictor="nb", max_depth=0)`.
- **All 0.** Where MOA's densities are 0 for all classes, MOA answers the first class of the header; log
  loss takes equal probabilities there.
- **Log loss** is the mean of `-ln p` of the true class, `p` at least 2.2e-16: a single sure mistake costs
  36. Until its first row a class has `p = 0`. Naive Bayes takes columns to be independent, so sets with many
  columns dominate the mean.
- **First rows only.** Naive Bayes alone does not follow a drift; 20,000 rows are enough to compare rules,
  except where classes are rare. So kddcup99_10pct is also shown with all its rows; that line enters no mean.
  Observers are compared on whole sets.
- **Observers before.** With the floor of 1e-12, and a sixteenth of a row for each window of `quantiles`
  instead of a quarter, the same means were 75.08 / 1.670 (gaussian) and 79.44 / 0.987 (quantiles:100). The
  densities of the others have not changed.
- **The same sets chose the rule.** A share or a number of rows that is best here by a tenth of a point need
  not be the best elsewhere."""

Figures = dict[str, Any]


def arguments() -> argparse.Namespace:
    """Read the command line."""
    about = (__doc__ or "").split("\n\n")[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.smoothing", description=about)
    parser.add_argument("--sets", nargs="*", choices=real_sets.shared(), default=real_sets.shared())
    parser.add_argument(
        "--rows", type=int, default=ROWS, help=f"rows of naive Bayes alone (default {ROWS:,})"
    )
    chosen = parser.parse_args()
    chosen.complete = (chosen.sets, chosen.rows) == (real_sets.shared(), ROWS)
    return chosen


def figures(right: NDArray[np.bool_], certainty: Matrix) -> Figures:
    """Accuracy and log loss."""
    loss = -np.log(np.clip(certainty, LEAST_PROBABILITY, 1.0))
    return {"accuracy": float(right.mean()), "log_loss": float(loss.mean())}


def asked(tree: Any, X: Any, y: Any, codes: Labels) -> tuple[Labels, Matrix]:
    """Of each row, before it is learned: the answer by order of arrival, and the share of the true class."""
    shares = tree.predict_proba_then_learn_many(X, y)
    answered = np.where(shares.any(axis=1), shares.argmax(axis=1), -1)
    return answered.astype(np.int64), shares[np.arange(len(codes)), codes]


def by_rule(stream: Stream) -> dict[str, bayes_alone.Answers]:
    """Naive Bayes alone."""
    note(f"{stream.name}: naive Bayes alone, {stream.n_rows:,} rows")
    return dict(zip(RULES, bayes_alone.run(stream, FLOORS, PRIORS), strict=True))


def rated(found: dict[str, bayes_alone.Answers]) -> Figures:
    """Accuracy and log loss of each rule."""
    return {rule: figures(each.right, each.certainty) for rule, each in found.items()}


def by_observer(batch: Batch, codes: Labels) -> Figures:
    """Accuracy and log loss of trees, observer by observer."""
    found = {}
    for observer in OBSERVERS:
        tree = VFDT(observer=observer, predictor="nb")
        said, sure = asked(tree, batch.X, batch.y, codes)
        found[observer] = {**figures(said == codes, sure), "nodes": tree.n_nodes}
    return found


def measure(name: str, rows: int) -> Figures:
    """All rules and all observers on one set."""
    source, batch = real_sets.read(name, real_sets.seed_of(name))
    whole = real_sets.as_numbers(source, batch)
    first = replace(whole, X=whole.X[:rows], y=whole.y[:rows])
    found = by_rule(first)
    X, y = {column: values[:rows] for column, values in batch.X.items()}, batch.y[:rows]
    alone = VFDT(predictor="nb", max_depth=0)
    answered, certainty = asked(alone, X, y, bayes_alone.by_arrival(first)[0])
    return {
        "set": name,
        "rows": whole.n_rows,
        "first_rows": first.n_rows,
        "classes": whole.n_classes,
        "columns": whole.X.shape[1],
        "rules": rated(found),
        "same": float((answered == found[TAKEN].predicted).mean()),
        "apart": float(np.abs(certainty - found[TAKEN].certainty).max()),
        "whole": {"rules": rated(by_rule(whole))} if name == WHOLE else {},
        "observers": by_observer(batch, bayes_alone.by_arrival(whole)[0]),
    }


def verdicts(results: Figures) -> list[Verdict]:
    """What was asked for, and whether it was met."""
    same = {each["set"]: 100 * each["same"] for each in results["sets"]}
    apart = {each["set"]: each["apart"] for each in results["sets"]}
    return [
        at_least(f"rows that VFDT without splits answers as {TAKEN}", 100, same, "%"),
        at_most("distance of the probabilities", MOST_APART, apart, ""),
    ]


def averages(results: Figures, part: str, figure: str) -> dict[str, float]:
    """The mean over all sets, by rule or by observer."""
    names = results["sets"][0][part]
    return {name: mean(each[part][name][figure] for each in results["sets"]) for name in names}


def percent(share: float) -> str:
    """A share in per cent."""
    return f"{100 * share:.2f}"


def loss(value: float) -> str:
    """A log loss."""
    return f"{value:.3f}"


def rule_rows(results: Figures) -> list[list[str]]:
    """Rules by their means."""
    accuracy, losses = (averages(results, "rules", figure) for figure in ("accuracy", "log_loss"))
    found = []
    for rule in RULES:
        scores = [
            each["rules"][rule]["accuracy"] - each["rules"][BEFORE]["accuracy"] for each in results["sets"]
        ]
        gains = [str(sum(gain > 0.01 for gain in scores)), str(sum(gain < -0.01 for gain in scores))]
        found.append([rule, percent(accuracy[rule]), loss(losses[rule]), *gains])
    return found


def by_set(results: Figures, part: str, figure: str, form: Callable[[float], str]) -> list[list[str]]:
    """One figure, set by set, and the mean; behind it what enters none."""

    def line(name: str, each: Figures) -> list[str]:
        return [name, *(form(values[figure]) for values in each[part].values())]

    average = ["mean", *(form(value) for value in averages(results, part, figure).values())]
    behind = [
        line(f"{each['set']}, all rows", each["whole"]) for each in results["sets"] if part in each["whole"]
    ]
    return [*(line(each["set"], each) for each in results["sets"]), average, *behind]


def observer_rows(results: Figures) -> list[list[str]]:
    """Accuracy and log loss of the observers, set by set, and the means."""
    both = zip(
        by_set(results, "observers", "accuracy", percent),
        by_set(results, "observers", "log_loss", loss),
        strict=True,
    )
    return [
        [right[0], *(" / ".join(pair) for pair in zip(right[1:], lost[1:], strict=True))]
        for right, lost in both
    ]


def page(results: Figures) -> str:
    """All tables."""
    judged = [list(asdict(verdict).values()) for verdict in verdicts(results)]
    sizes = []
    for each in results["sets"]:
        counts = [f"{each[figure]:,}" for figure in ("rows", "first_rows", "columns", "classes")]
        sizes.append([each["set"], *counts, percent(each["same"]), f"{each['apart']:.1e}"])
    rules = ["rule", "accuracy", "log loss", f"sets > 1 point above {BEFORE}", "> 1 point below"]
    alone = "rows for naive Bayes alone"
    size = ["set", "rows", alone, "columns", "classes", "% answered as VFDT", "distance"]
    sections = [
        ("What was asked", table(["target", "asked", "measured", "verdict"], judged)),
        ("Naive Bayes alone: means over all sets", table(rules, rule_rows(results))),
        ("The same, accuracy", table(["set", *RULES], by_set(results, "rules", "accuracy", percent))),
        ("The same, log loss", table(["set", *RULES], by_set(results, "rules", "log_loss", loss))),
        (
            "Trees with naive Bayes leaves: accuracy / log loss",
            table(["set", *OBSERVERS], observer_rows(results)),
        ),
        ("Sets, and what they say of the implementation", table(size, sizes)),
        ("Traps", NOTES),
        ("Measured on", "\n".join(f"- {name}: {value}" for name, value in results["machine"].items())),
    ]
    settings = results["settings"]
    head = (
        f"# Variances in naive Bayes, and densities of observers\n\nMade by `{settings['command']}`: each "
        f"row predicted before it is learned. Naive Bayes alone sees at most {settings['rows']:,} "
        "rows of a set, trees see all."
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
    machine = {name: value for name, value in describe().items() if name != "river"}
    command = " ".join(["python -m benchmarks.smoothing", *sys.argv[1:]])
    settings = {"command": command, "rows": chosen.rows}
    results: Figures = {"machine": machine, "settings": settings, "left_out": [], "sets": []}
    for name in chosen.sets:
        try:
            results["sets"].append(measure(name, chosen.rows))
        except UnavailableError as reason:
            results["left_out"].append(str(reason))
    if not results["sets"]:
        sys.exit("; ".join(results["left_out"]))
    print(page(results))
    write(results, "smoothing" if chosen.complete and not results["left_out"] else "partial")


if __name__ == "__main__":
    main()
