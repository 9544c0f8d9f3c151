"""Tables and claims of figures that are made up: every number can be followed."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest

from riparian.papers.derosa2015 import tables
from riparian.papers.derosa2015.batches import LEARNERS
from riparian.papers.derosa2015.cells import ASKING, DATA, FIGURES, Scale
from riparian.papers.derosa2015.claims import CLAIMS
from riparian.papers.derosa2015.labels import STRATEGIES
from riparian.papers.derosa2015.methods import METHODS, settings
from riparian.papers.derosa2015.results import Results

CURVES = {"C-Tree": "2:0.7 3:0.8 10:0.9", "H-Tree": "2:0.6 3:0.7 10:0.8", "CorrH-Tree": "2:0.65 3:0.75"}
BATCH = {"ht_Gini": 0.5, "mlpack_Gini": 0.48, "ht_Entr": 0.49, "mlpack_Entr": 0.47, "dt": 0.51}
ASKED = {
    "all": 0.9,
    "wanted": 0.895,
    "first": 0.88,
    "random": 0.85,
    "uncertainty": 0.86,
    "variable-uncertainty": 0.87,
}


def line(figure: str, part: str, data: str, method: str, **other: Any) -> dict[str, Any]:
    usual = {"setting": "", "seed": 1, "rows": 100, "leaves": 10.0, "accuracy": 0.5, "seconds": 1.0}
    names = {"figure": figure, "part": part, "data": data, "method": method}
    return {"version": "0.1.0", "commit": "abc", **names, **usual, "curve": "", **other}


def made_up(**other: str) -> list[dict[str, Any]]:
    """Two runs of each method; C-Tree above all others everywhere."""
    lines = []
    for figure, data in (("controlled", "trees"), *(("real", data) for data in DATA["real"])):
        for place, method in enumerate(METHODS):
            for number, leaves in enumerate((5.0, 20.0)):
                accuracy = 0.8 + 0.1 * number - 0.01 * place
                lines.append(
                    line(
                        figure,
                        "tuning",
                        data,
                        method,
                        setting=settings(method)[number],
                        leaves=leaves,
                        accuracy=accuracy,
                    )
                )
            for seed in (1, 2):
                lines.append(
                    line(
                        figure,
                        "run",
                        data,
                        method,
                        setting=settings(method)[1],
                        seed=seed,
                        accuracy=0.9 - 0.01 * place,
                        curve=other.get(method, CURVES[method]),
                    )
                )
    for data in DATA["batch"]:
        for learner in LEARNERS:
            seconds = 9.0 if learner == "dt" else 1.0
            shares = dict.fromkeys(("precision", "recall", "f1"), 0.5)
            part = "1000" if data == "synthetic" else "all"
            lines.append(
                line("batch", part, data, learner, accuracy=BATCH[learner], seconds=seconds, **shares)
            )
    for data in DATA["active"]:
        for setting, ask, seed in product(ASKING, STRATEGIES, (1, 2)):
            count = 100 if ask == "all" else 25
            lines.append(
                line(
                    "active",
                    "run",
                    data,
                    ask,
                    setting=setting,
                    seed=seed,
                    labels=count,
                    accuracy=ASKED[ask],
                )
            )
    return lines


def of(lines: list[dict[str, Any]]) -> Results:
    return Results.of(lines, Scale(streams=2, permutations=2, sizes=(1000,)))


def verdicts(lines: list[dict[str, Any]]) -> list[bool | None]:
    results = of(lines)
    return [claim.test(results).holds for claim in CLAIMS]


def test_all_claims_hold_where_the_figures_say_so() -> None:
    assert verdicts(made_up()) == [True] * len(CLAIMS)


def test_nothing_is_claimed_of_what_was_not_run() -> None:
    assert verdicts([]) == [None] * len(CLAIMS)
    # A single line that is missing is one too many.
    lines = [one for one in made_up() if one["seed"] == 1 and one["figure"] != "batch"]
    assert verdicts(lines) == [None] * len(CLAIMS)


def test_where_all_labels_are_wanted_nothing_is_compared() -> None:
    lines = made_up()
    for one in lines:
        if one["figure"] == "active" and one["data"] == "airlines":
            one |= {"labels": 100, "accuracy": 0.9}
    finding = CLAIMS[14].test(of(lines))
    assert finding.holds
    assert finding.numbers.startswith("5 of 5: trees +4.50, a9a +4.50, airlines wants all, cod-rna")


def test_nothing_is_told_of_what_was_not_run() -> None:
    assert [tables.of(of([]), figure) for figure in FIGURES] == [[], [], [], []]


def test_a_claim_about_all_numbers_of_leaves_falls_with_one() -> None:
    found = of(made_up(**{"H-Tree": "2:0.6 3:0.8123 10:0.8"}))
    finding = CLAIMS[0].test(found)
    assert not finding.holds
    assert finding.numbers == "at 2 of 3 numbers of leaves; not at 3 (-1.23)"


def test_beyond_the_leaves_of_the_known_trees_nothing_is_claimed() -> None:
    curves = {"C-Tree": "2:0.7 75:0.7", "H-Tree": "2:0.6 75:0.9"}
    assert CLAIMS[0].test(of(made_up(**curves))).numbers == "at 1 of 1 numbers of leaves"


def test_runs_that_have_no_such_tree_count_in_one_comparison_and_not_in_the_other() -> None:
    # Seed 1 is easy, and CorrH-Tree never splits there: its mean is that of the hard stream alone.
    lines = made_up()
    for one in lines:
        if one["figure"] == "controlled" and one["part"] == "run":
            easy = one["seed"] == 1
            curve = {"C-Tree": "2:0.9" if easy else "2:0.6", "CorrH-Tree": "" if easy else "2:0.7"}
            one["curve"] = curve.get(one["method"], one["curve"])
    results = of(lines)
    as_drawn, on_same = CLAIMS[1].test(results), CLAIMS[3].test(results)
    assert as_drawn.holds
    assert not on_same.holds
    assert on_same.numbers.endswith("not at 2 (-10.00)")


@pytest.mark.parametrize(
    ("claim", "where", "change"),
    [
        (4, {"figure": "controlled", "part": "run", "method": "H-Tree"}, {"accuracy": 0.99}),
        (5, {"figure": "controlled", "part": "tuning", "method": "H-Tree"}, {"accuracy": 0.99}),
        (6, {"figure": "controlled", "part": "tuning", "method": "CorrH-Tree"}, {"accuracy": 0.99}),
        (7, {"figure": "real", "part": "run", "method": "CorrH-Tree"}, {"curve": "2:0.9 10:0.9"}),
        (8, {"figure": "real", "part": "run", "method": "H-Tree"}, {"curve": "2:0.9 10:0.99"}),
        (9, {"figure": "batch", "data": "airlines", "method": "ht_Gini"}, {"accuracy": 0.7}),
        (9, {"figure": "batch", "data": "airlines", "method": "mlpack_Entr"}, {"accuracy": 0.7}),
        (10, {"figure": "batch", "data": "synthetic", "method": "dt"}, {"accuracy": 0.56}),
        (11, {"figure": "batch", "data": "synthetic", "method": "ht_Gini"}, {"seconds": 99.0}),
        (12, {"figure": "active", "data": "a9a", "method": "all"}, {"accuracy": 0.91}),
        (13, {"figure": "active", "data": "a9a", "method": "first"}, {"accuracy": 0.9}),
        (14, {"figure": "active", "data": "a9a", "method": "random"}, {"accuracy": 0.9}),
        (15, {"figure": "active", "data": "trees", "method": "uncertainty"}, {"accuracy": 0.9}),
        (16, {"figure": "active", "data": "trees", "method": "variable-uncertainty"}, {"accuracy": 0.9}),
    ],
)
def test_a_claim_falls_with_its_figures(claim: int, where: dict[str, str], change: dict[str, Any]) -> None:
    lines = [
        {**one, **change} if all(one[name] == value for name, value in where.items()) else one
        for one in made_up()
    ]
    assert not CLAIMS[claim].test(of(lines)).holds


def test_the_first_of_equal_settings_is_chosen_and_only_its_runs_count() -> None:
    lines = made_up()
    third = settings("C-Tree")[2]
    # The order in which cells were finished says nothing.
    lines.insert(0, line("controlled", "tuning", "trees", "C-Tree", setting=third, accuracy=0.9))
    lines += [line("controlled", "run", "trees", "C-Tree", setting=third, seed=7, curve="2:0.1")]
    results = of(lines)
    best = results.best("controlled", "trees", "C-Tree")
    assert best is not None
    assert best["setting"] == settings("C-Tree")[1]
    assert results.curves("controlled", "trees", "C-Tree")[2] == {1: 0.7, 2: 0.7}


def test_the_frontier_is_a_line_over_the_logarithm_of_leaves() -> None:
    lines = [
        line("controlled", "tuning", "trees", "C-Tree", setting=name, leaves=leaves, accuracy=accuracy)
        for name, leaves, accuracy in zip(
            settings("C-Tree"), (4.0, 8.0, 7.0, 9.0, 20.0), (0.6, 0.8, 0.5, 0.8, 0.9), strict=False
        )
    ]
    found = of(lines).frontier("controlled", "trees", "C-Tree")
    # Half way from 4 to 8 on that scale is 5.66; from 8 to 20 there is none.
    assert found[6] == pytest.approx(0.6 + 0.2 * math.log2(6 / 4))
    assert set(found) == {4, 5, 6, 8, 20}


def test_tables_tell_the_figures() -> None:
    results = of(made_up())
    ends, leaves, front = tables.of(results, "controlled")
    assert ends.splitlines()[4].split() == ["trees", "C-Tree", "c=0.015", "90.00", "10.0", "2"]
    assert leaves.splitlines()[5].split() == [
        *("2", "70.00", "2", "60.00", "2", "65.00", "2"),
        *("+10.00", "2", "+5.00", "2"),
    ]
    assert front.splitlines()[4].split() == ["5", "80.00", "79.00", "78.00"]
    batch = tables.of(results, "batch")[0]
    # The slides' figures stand below those of mlpack's settings.
    lines = [line.split()[1:4] for line in batch.splitlines() if line.startswith("electricity")]
    assert lines[:4] == [
        ["100", "ht_Gini", "ours"],
        ["100", "mlpack_Gini", "ours"],
        ["mlpack_Gini", "slides", "0.7632"],
        ["100", "ht_Entr", "ours"],
    ]
    asked = tables.of(results, "active")[0].splitlines()[4].split()
    assert asked == ["trees", "90.00", "89.50", "88.00", "85.00", "86.00", "87.00", *["25.0"] * 5]
