"""Claims and tables on made-up cells, and which tasks there are."""

from __future__ import annotations

from math import log10
from typing import Any

import pytest

from riparian.papers.claims import Finding
from riparian.papers.elomaa2008.cells import FULL, PARTS, QUICK, Cell, Task, chosen, parts_of, tasks
from riparian.papers.elomaa2008.claims import CLAIMS, QUESTIONS
from riparian.papers.elomaa2008.counting import WAVES, sizes
from riparian.papers.elomaa2008.domains import NAMED
from riparian.papers.elomaa2008.methods import BINARY, MULTI, TREES, WINDOWED, tree_of
from riparian.papers.elomaa2008.results import Results
from riparian.papers.elomaa2008.streams import STATIONARY, Rows, stream
from riparian.papers.elomaa2008.tables import of_part
from riparian.papers.elomaa2008.training import COLUMNS

# Bins and segments of columns that all claims hold for; rows where bins are many of them.
DOMAINS = {
    "Abalone": [(500, 490)],
    "Adult": [(1000, 400), (50, 50)],
    "Covertype": [(5827, 5700)],
    "Euthyroid": [(200, 150)],
    "German": [(921, 400)],
    "Hypothyroid": [(200, 40)],
    "Segmentation": [(1900, 900)],
    "Yeast": [(80, 75)],
}
ROWS = {"Abalone": 4177, "German": 1000, "Segmentation": 2310}
Change = dict[tuple[str, str, str], dict[str, Any]]


def line(part: str, data: str, what: str, **found: Any) -> dict[str, Any]:
    empty = dict.fromkeys(COLUMNS)
    shared = {"version": "0", "commit": "", "part": part, "data": data, "what": what, "seed": 1, "rows": 1000}
    return {**empty, **shared, "seconds": 1.0, **found}


def made_up(changed: Change | None = None, *, without: tuple[str, str] = ("", "")) -> Results:
    """All cells as the paper has it, or otherwise: `changed[part, data, what]`."""
    lines = []
    for name in NAMED:
        for place, (bins, segments) in enumerate(DOMAINS[name]):
            rows = ROWS.get(name, 100_000)
            layers = {"bins": bins, "blocks": bins, "segments": segments, "rows": rows, "all_rows": rows}
            lines.append(line("columns", name, f"x{place}", **layers))
    for name in WAVES:
        for size in sizes(10**7):
            bins = round(300 + 100 * log10(size))
            segments = round(bins * (1 - 1 / log10(size) ** 2))
            lines.append(
                line("growth", "waveform", name, rows=size, bins=bins, blocks=bins, segments=segments)
            )
    for task in tasks({"trees": PARTS["trees"], "window": PARTS["window"]}, FULL):
        whats = TREES if task.part == "trees" else WINDOWED
        for what in whats:
            more = what.startswith(MULTI) - what.startswith("Gaussian")
            drifting = -1 if task.data in STATIONARY else 1
            last = what.rpartition(" ")[2]
            forgets = drifting / int(last) if last.isdigit() else 0.0
            found = {"nodes": 20 - more, "leaves": 15 - more, "depth": 5 - more, "seed": task.seed}
            accuracy = 0.8 + more / 100 + forgets
            lines.append(line(task.part, task.data, what, accuracy=accuracy, bytes=1, **found))
    for one in lines:
        one.update((changed or {}).get((one["part"], one["data"], one["what"]), {}))
    return Results.of(one for one in lines if (one["part"], one["data"]) != without)


def findings(results: Results) -> dict[str, Finding]:
    return {claim.says: claim.test(results) for claim in (*CLAIMS, *QUESTIONS)}


def test_all_claims_hold_where_the_figures_are_the_papers() -> None:
    not_so = {says: found for says, found in findings(made_up()).items() if not found.holds}
    assert not_so == {}


@pytest.mark.parametrize(
    ("changed", "says", "told"),
    [
        (("columns", "Covertype", "x0", {"bins": 5000}), "the highest count of bins", "5,000 (x0), lg 12.3"),
        (("columns", "Adult", "x0", {"bins": 28_523}), "and no column", "Adult x0 28,523, lg 14.8"),
        (("columns", "Hypothyroid", "x0", {"segments": 20}), "the reduction varies", "90.0 (Hypothyroid x0)"),
        (("columns", "Yeast", "x0", {"segments": 60}), "only small reductions", "Yeast up to 25.0 %"),
        (("columns", "Adult", "x0", {"segments": 900}), "large ones where", "Adult x0, 1,000 bins: 10.0 %"),
        (("columns", "Euthyroid", "x0", {"segments": 40}), "Euthyroid and", "x0 200: 40 and 40"),
        (("columns", "Euthyroid", "x0", {"bins": 210}), "Euthyroid and", "x0 210: 150 and 40"),
        (("columns", "Yeast", "x0", {"all_rows": 500}), "bins are less than 10 %", "Yeast 1 (Yeast x0)"),
        (("window", "sea", "binary 1000", {"accuracy": 0.99}), "a window costs accuracy", "binary +4."),
    ],
)
def test_a_claim_does_not_hold_where_one_figure_speaks_against_it(
    changed: tuple[str, str, str, dict[str, Any]], says: str, told: str
) -> None:
    *where, other = changed
    results = made_up({tuple(where): other})
    finding = next(found for claim, found in findings(results).items() if claim.startswith(says))
    assert finding.holds is False
    assert told in finding.numbers


def test_growth_that_bends_is_not_linear() -> None:
    results = made_up()
    results.lines[Cell("growth", "waveform", "att1", 1, 10**7)]["bins"] += 150
    says = [claim for claim in CLAIMS if claim.says.startswith("bins and segments grow linearly")]
    finding = says[0].test(results)
    assert finding.holds is False
    assert "bins: att1 +100, +100, +250; att8 +100, +100, +100" in finding.numbers


def test_more_losses_than_wins_is_no_lead() -> None:
    worse = {("trees", name, MULTI): {"depth": 9, "accuracy": 0.5} for name in PARTS["trees"][:20]}
    found = findings(made_up(worse))
    told = found["multi-way trees are shallower than binary ones"]
    assert (told.holds, told.numbers) == (False, "10 wins, 0 ties, 20 losses; on average 7.3 and 5.0")
    assert found["multi-way trees are more accurate, with adaptive leaves"].holds is False
    assert found["multi-way trees are more accurate, with majority leaves"].holds is True


@pytest.mark.parametrize(
    ("without", "unknown"),
    [
        (("columns", "Yeast"), 7),
        (("growth", "waveform"), 3),
        (("trees", "magic"), 6),
        (("window", "usenet1"), 6),
        (("columns", "Magic"), 0),
    ],
)
def test_nothing_is_said_of_what_is_not_whole(without: tuple[str, str], unknown: int) -> None:
    found = findings(made_up(without=without))
    assert sum(finding.holds is None for finding in found.values()) == unknown


def test_of_a_quick_run_nothing_is_said() -> None:
    quick = {("columns", "Adult", "x0"): {"rows": QUICK.real_rows}}
    assert findings(made_up(quick))["the reduction varies from 80 % to 0 %"].holds is None


def test_tables_have_the_figures() -> None:
    results = made_up()
    assert (
        "Adult         x1      100,000     50            0.1      50        50      100.0"
        in (of_part(results, "columns")[0])
    )
    assert "1,000" in of_part(results, "growth")[0]
    accuracy, shapes, outcomes = of_part(results, "trees")
    assert "mean                     81.00" in accuracy
    assert "mean                               19      14    4.0" in shapes
    assert "multi-way       binary            30/0/0" in outcomes
    assert "stationary  4     binary     -0.10   -0.01   -0.00    -0.00" in of_part(results, "window")[1]
    assert of_part(Results({}), "trees") == []


def test_tasks_have_seeds_for_generated_streams_only() -> None:
    found = tasks({part: PARTS[part] for part in parts_of([], [])}, FULL)
    trees = [task for task in found if task.part == "trees"]
    assert len(trees) == 19 * 3 + 11
    assert {task.rows for task in trees} == {200_000, None}
    assert found[0].part == "window"
    assert len(tasks({"trees": PARTS["trees"]}, QUICK)) == 30


def test_a_task_is_done_when_all_its_lines_are_there() -> None:
    task = Task("trees", "sea", 1, 1000)
    cells = [Results.cell_of(line("trees", "sea", what)) for what in TREES]
    assert task.is_in(cells)
    assert not task.is_in(cells[1:])
    assert not task._replace(seed=2).is_in(cells)


def test_data_are_chosen_by_name_in_capitals_or_not() -> None:
    assert chosen(["columns", "trees"], ["ADULT"]) == {"columns": ("Adult",), "trees": ("adult",)}
    with pytest.raises(ValueError, match="'seas' is no data of trees \\(did you mean 'sea'\\?\\)"):
        chosen(["trees"], ["seas"])


def test_trees_are_what_they_say() -> None:
    assert repr(tree_of(MULTI, 2)) == "MultiwayTree(classes=[0, 1])"
    assert repr(tree_of("multi-way bias", 2)) == "MultiwayTree(penalty='bias', classes=[0, 1])"
    assert repr(tree_of("multi-way 10000", 2)) == "MultiwayTree(classes=[0, 1], window=10000)"
    assert repr(tree_of(BINARY, 2)) == "VFDT(observer='segments', classes=[0, 1])"
    assert repr(tree_of("Gaussian mc", 2)) == "VFDT(predictor='mc', classes=[0, 1])"


def test_concepts_switch_after_each_quarter() -> None:
    X, y, _ = stream("stagger-switch", 1, 400).take(400)
    thing = zip(X["size"].tolist(), X["color"].tolist(), X["shape"].tolist(), y.tolist(), strict=True)
    rows = list(thing)
    # Concept 1: small and red; concept 2: green or a circle; concept 3: medium or large.
    right = [
        [(size == "small" and color == "red") == (label == "true") for size, color, _, label in rows],
        [(color == "green" or shape == "circle") == (label == "true") for _, color, shape, label in rows],
        [(size != "small") == (label == "true") for size, _, _, label in rows],
    ]
    assert all(right[0][:100])
    assert all(right[1][101:199])
    assert all(right[2][201:299])
    assert all(right[0][301:])


def test_waveform_has_two_decimals_and_others_all() -> None:
    for name, few in (("waveform", True), ("hyperplane", False)):
        X, _ = next(iter(Rows(name, 1, 100)))
        assert all((values.round(2) == values).all() == few for values in X.values())
