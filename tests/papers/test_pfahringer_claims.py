"""Tables and claims on results that are made up: what they say can be worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from riparian.papers.pfahringer2008.cells import Cell, Scale, all_cells
from riparian.papers.pfahringer2008.claims import CLAIMS
from riparian.papers.pfahringer2008.results import Results, finished, scale_of
from riparian.papers.pfahringer2008.streams import SORTED
from riparian.papers.pfahringer2008.tables import table1, table2, table3, wins
from tests.papers.made_up import SCALE, line, results

MILLION = 1_000_000
# As the paper would have it, in all budgets.
ORDER = {
    "vfml10": 0.95,
    "gauss10": 0.94,
    "vfml100": 0.93,
    "gk100": 0.9,
    "gauss100": 0.89,
    "vfml1000": 0.88,
    "gk1000": 0.87,
    "bintree": 0.865,
    "gk10": 0.6,
    "dyadic": 0.955,
    "histogram": 0.94,
    "quantiles": 0.92,
}


def as_in_the_paper(cell: Cell) -> float:
    name, found = cell.configuration, ORDER[cell.configuration]
    if cell.stream == "rts" and name.startswith("gk"):
        return 0.6 if name == "gk10" else 0.99
    if cell.stream in ("rrbfs", "rrbfc", "wave21", "wave40"):
        found += 0.02 * (name == "gauss10")
    if cell.stream in ("genF2", "genF5") and cell.budget == "100KB":
        found -= 0.1 * (name == "gauss10")
    if cell.stream == "rtcn":
        found -= 0.05 * (name == "gauss10")
    if cell.budget != "100KB":
        found += {"gk1000": 0.035, "bintree": 0.036}.get(name, 0.0)
    if cell.stream in ("genF1", "genF3", "genF4", "genF6", "genF7") and name == "gauss10":
        found += 0.015  # so that both win about equally often
    return found


def curve(stream: str, name: str, accuracies: list[float]) -> tuple[Cell, list[dict[str, Any]]]:
    cell = Cell("figure3", stream, name, "32MB")
    points = [
        line(cell, accuracy, trained=(place + 1) * MILLION // 2, end=int(place == len(accuracies) - 1))
        for place, accuracy in enumerate(accuracies)
    ]
    return cell, points


def paper_like() -> Results:
    found = results(
        as_in_the_paper,
        depth=lambda cell: {"gauss100": 60, "gk10": 50}.get(cell.configuration, 20),
        nodes=lambda cell: {"bintree": 10}.get(cell.configuration, 100),
        active_leaves=lambda cell: (
            0
            if (cell.configuration, cell.budget) == ("bintree", "100KB")
            else (80 if cell.configuration == "gauss10" else 40)
        ),
        trained=lambda cell: 50_000 if cell.configuration == "bintree" else 2 * MILLION,
    )
    # Points in the middle of a block do not count.
    found.runs |= dict(
        [
            curve("genF2", "vfml10", [0.9, 0.93, 0.93, 0.94]),
            curve(SORTED, "vfml10", [0.1, 0.80, 0.1, 0.90]),
            curve("genF2", "gauss10", [0.9, 0.80, 0.9, 0.82]),
            curve(SORTED, "gauss10", [0.1, 0.85, 0.1, 0.90]),
        ]
    )
    return found


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.says)
def test_every_claim_holds_in_figures_like_those_of_the_paper(claim: Any) -> None:
    finding = claim.test(paper_like())
    assert finding.holds is True, finding.numbers
    assert finding.numbers


def about_sorting(found: Results) -> list[bool | None]:
    return [claim.test(found).holds for claim in CLAIMS if claim.says.startswith("sorting")]


def test_claims_about_sorted_blocks_ask_for_a_point_at_the_end_of_each() -> None:
    # Of 3 million rows the curves are 15 million long, with a point every 750,000: at the ends of blocks 3,
    # 6, 9, ... only. These are not the first two, nor all of them.
    runs = paper_like().runs
    for points in runs.values():
        for place, point in enumerate(points):
            point["trained"] = (place + 1) * 750_000
    assert about_sorting(Results(Scale(rows=3 * MILLION, holdout=MILLION), runs)) == [None, None]
    # Of 4 million rows every point is the end of a block.
    for points in runs.values():
        for place, point in enumerate(points):
            point["trained"] = (place + 1) * MILLION
    assert about_sorting(Results(Scale(rows=4 * MILLION, holdout=MILLION), runs)) == [True, False]


def test_a_curve_that_ends_in_its_second_block_says_nothing_of_two() -> None:
    found = paper_like()
    for cell, points in found.runs.items():
        if cell.part == "figure3":
            found.runs[cell] = points[:3]
    # One block is all that there is: 80 and 85 % of gauss10.
    assert about_sorting(found) == [None, True]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.says)
def test_no_claim_is_decided_without_cells(claim: Any) -> None:
    assert claim.test(Results(SCALE, {})).holds is None


def test_claims_fail_where_the_figures_say_the_opposite() -> None:
    # All alike: whatever is "more", "deeper" or "ahead" is not so; what is "like" or "not better" is.
    alike = results(lambda cell: 0.9)
    hold = [claim.says for claim in CLAIMS if claim.test(alike).holds]
    assert [
        says for says in hold if "like bintree" in says or "not better" in says or "equally" in says
    ] == hold
    assert len(hold) == 3


def test_one_cell_decides_against_a_claim_about_all_budgets_but_not_for_it() -> None:
    claim = next(claim for claim in CLAIMS if claim.says == "gauss100 is not better than gauss10")
    one_budget = results(as_in_the_paper, without=lambda cell: cell.budget == "32MB")
    assert claim.test(one_budget).holds is None
    reversed_ = results(
        lambda cell: float(cell.configuration == "gauss100"), without=lambda cell: cell.budget == "32MB"
    )
    finding = claim.test(reversed_)
    assert finding.holds is False
    assert "400MB: gauss10 0.00, gauss100 100.00; not so" in finding.numbers


def test_a_mean_over_some_of_the_streams_is_none() -> None:
    found = results(lambda cell: 0.5, without=lambda cell: cell.stream == "genF10")
    assert found.mean("vfml10", "32MB") is None
    assert results(lambda cell: 0.5).mean("vfml10", "32MB") == 0.5


def test_table_1_has_the_nine_configurations_and_ours() -> None:
    lines = table1().splitlines()[3:]
    assert len(lines) == 12
    ours = [name.split()[0] for name in lines if name.endswith("ours")]
    assert ours == ["dyadic", "histogram", "quantiles"]
    assert any(line.split()[:5] == ["gk1000", "gk:1000", "at", "most", "999"] for line in lines)


def test_table_2_is_sorted_by_accuracy_within_each_budget() -> None:
    rows = [row.split() for row in table2(results(lambda cell: ORDER[cell.configuration])).splitlines()[3:]]
    best = [row for row in rows if row[0] == "32MB"]
    assert [row[1] for row in best] == sorted(ORDER, key=lambda name: -ORDER[name])
    # accuracy, rows, active, frozen, nodes, depth, speed 1 / (1 + 3), streams
    assert best[1][2:] == ["95.00", "2,000,000", "10", "5", "29", "7.0", "25", "18"]


def test_table_2_names_the_cells_whose_budget_is_too_small() -> None:
    refused = results(lambda cell: 0.5, note=lambda cell: "too small" * (cell == all_cells()[3]))
    assert table2(refused).splitlines()[-1].endswith("frozen at once: rts bintree 100KB")


def test_table_3_marks_the_better_and_counts_wins() -> None:
    ahead = {"rts": 0.91, "rtc": 0.89, "genF1": 0.900049}
    found = results(
        lambda cell: (
            ahead.get(cell.stream, 0.9) if (cell.configuration, cell.budget) == ("gauss10", "100KB") else 0.9
        )
    )
    assert wins(found, "100KB") == (16, 1, 1)
    text = table3(found)
    rows = {row.split()[0]: row.split()[1:] for row in text.splitlines()[3:]}
    assert rows["rts"][:2] == ["90.00", "91.00*"]
    assert rows["rtc"][:2] == ["90.00*", "89.00"]
    assert rows["genF1"][:2] == ["90.00", "90.00"]  # 0.0049 points apart
    assert rows["wins"] == ["1", "1", "0", "0", "0", "0"]
    assert "vfml10 wins 1, gauss10 wins 1, 52 ties" in text


def test_tables_of_nothing_can_be_shown() -> None:
    nothing = Results(SCALE, {})
    assert "-" in table3(nothing)
    assert table2(nothing).count("\n") == 2


def test_of_a_curve_that_was_cut_off_and_run_again_the_second_run_counts() -> None:
    cell = Cell("figure2", "rts", "gk10", "32MB")
    cut = [line(cell, 0.1, trained=trained, end=0) for trained in (100, 200)]
    whole = [line(cell, 0.2, trained=trained, end=int(trained == 300)) for trained in (100, 200, 300)]
    assert finished(cut) == {}
    ((key, run),) = finished([*cut, *whole]).items()
    assert key == (cell, SCALE)
    assert run == whole


def test_of_several_scales_the_one_with_most_cells_is_shown() -> None:
    first, second, third = all_cells()[:3]
    lines = [
        line(first, 0.5, rows=10),
        line(first, 0.6),
        line(second, 0.6),
        line(third, 0.7, rows=10, seed=2),
    ]
    assert scale_of(lines, None, None, None) == SCALE
    assert scale_of(lines, 10, None, None).rows == 10
    assert scale_of(lines, None, None, 2).seed == 2
    with pytest.raises(ValueError, match="no finished cell"):
        scale_of(lines, 11, None, None)
