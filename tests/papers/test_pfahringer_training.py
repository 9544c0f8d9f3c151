"""One cell: when training ends, what is counted, and that it is the same whatever is run beside it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from riparian import VFDT
from riparian.papers.pfahringer2008 import configurations, training
from riparian.papers.pfahringer2008.cells import Cell, Scale, all_cells, chosen
from riparian.papers.pfahringer2008.streams import holdout, stream
from riparian.papers.pfahringer2008.training import COLUMNS, Task, run
from tests.papers import made_up

SCALE = Scale(rows=4000, holdout=1000)
TIMES = ("generating_seconds", "training_seconds")


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(configurations, "VFDT", made_up.tree)
    training.rows_of.cache_clear()


def timeless(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in line.items() if name not in TIMES} for line in lines]


def test_a_cell_of_the_tables_is_one_line_with_the_accuracy_on_the_hold_out() -> None:
    (found,) = run(Task(Cell("tables", "wave21", "gauss10", "32MB"), SCALE, 1))
    tree = VFDT(predictor="mc")
    X, y, _ = stream("wave21", seed=1).take(4000)
    tree.learn_many(X, y)
    X, y, _ = holdout("wave21", seed=1).take(1000)
    assert found["accuracy"] == np.mean(tree.predict_many(X) == np.asarray(y))
    assert (found["trained"], found["end"], found["note"]) == (4000, 1, "")
    assert (found["nodes"], found["depth"]) == (tree.n_nodes, tree.depth)
    assert (found["active_leaves"], found["frozen_leaves"]) == (tree.n_leaves, 0)
    assert found["training_seconds"] > 0
    assert found["generating_seconds"] > 0
    assert set(found) == set(COLUMNS) - {"version", "commit"}


def test_a_curve_has_twenty_points_and_ends_where_its_cell_does() -> None:
    points = run(Task(Cell("figure2", "rts", "gk10", "32MB"), SCALE, 1))
    assert [point["trained"] for point in points] == [200 * place for place in range(1, 21)]
    assert [point["end"] for point in points] == [0] * 19 + [1]
    (end,) = run(Task(Cell("tables", "rts", "gk10", "32MB"), SCALE, 1))
    assert timeless([{**points[-1], "part": "tables"}]) == timeless([end])


def test_the_curves_of_figure_3_run_over_ten_blocks() -> None:
    points = run(Task(Cell("figure3", "genF2-sorted", "gauss10", "32MB"), SCALE, 1))
    assert points[-1]["trained"] == 10 * 2000
    assert len(points) == 20


def test_rows_that_do_not_fit_are_made_again_with_the_same_results(monkeypatch: pytest.MonkeyPatch) -> None:
    task = Task(Cell("tables", "rtsn", "gauss10", "32MB"), SCALE, 1)
    kept = [timeless(run(task)) for _ in range(2)]
    assert training.rows_of("rtsn", 4000, SCALE).training.keep
    training.rows_of.cache_clear()
    monkeypatch.setattr(training, "KEPT_BYTES", 1000)
    made_again = [timeless(run(task)) for _ in range(2)]
    assert not training.rows_of("rtsn", 4000, SCALE).holdout.keep
    assert kept[0] == kept[1] == made_again[0] == made_again[1]


class Freezing(VFDT):
    """A tree whose last leaf is frozen after a thousand rows."""

    def memory_report(self) -> dict[str, Any]:
        frozen = self.n_rows >= 1000
        return {
            "bytes": 123,
            "active_leaves": 0 if frozen else self.n_leaves,
            "frozen_leaves": self.n_leaves if frozen else 0,
        }


def test_training_ends_when_the_last_active_leaf_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(configurations, "VFDT", lambda *, observer, budget, **rest: Freezing(**rest))
    (found,) = run(Task(Cell("tables", "rts", "bintree", "100KB"), SCALE, 1))
    assert (found["trained"], found["active_leaves"], found["bytes"]) == (1000, 0, 123)
    points = run(Task(Cell("figure2", "rts", "gk10", "32MB"), SCALE, 1))
    assert [(point["trained"], point["end"]) for point in points][-2:] == [(800, 0), (1000, 1)]


def test_a_budget_for_less_than_a_leaf_counts_as_a_tree_frozen_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Refusing(VFDT):
        def learn_many(self, X: Any, y: Any, *, w: Any = None) -> None:
            raise ValueError("a budget of 100000 bytes is too small for one leaf; give 140000")

    monkeypatch.setattr(configurations, "VFDT", lambda *, observer, budget, **rest: Refusing(**rest))
    (found,) = run(Task(Cell("tables", "genF1", "gk1000", "100KB"), SCALE, 1))
    labels = np.asarray(holdout("genF1", seed=1).take(1000).y)
    assert found["accuracy"] == np.mean(labels == "groupA")  # two of three rows of F1
    assert (found["trained"], found["active_leaves"], found["frozen_leaves"], found["end"]) == (0, 0, 1, 1)
    assert found["note"].startswith("a budget of 100000 bytes is too small")


def test_any_other_refusal_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**settings: Any) -> VFDT:
        raise ValueError("observer must be 'gaussian', got 'bins:10'")

    monkeypatch.setattr(configurations, "VFDT", refuse)
    with pytest.raises(ValueError, match="observer must be"):
        run(Task(Cell("tables", "genF1", "vfml10", "100KB"), SCALE, 1))


def test_there_are_648_cells_and_seven_curves() -> None:
    cells = all_cells()
    assert len(cells) == len(set(cells)) == 655
    assert sum(cell.is_curve for cell in cells) == 7
    # Those of one stream follow each other.
    streams = [cell.stream for cell in cells]
    assert sum(one != other for one, other in pairwise(streams)) == 18


def test_words_of_one_kind_are_alternatives_and_kinds_are_combined() -> None:
    found = chosen(["rts", "wave21,100kb", "gauss10"])
    assert [(cell.stream, cell.configuration, cell.budget) for cell in found] == [
        ("rts", "gauss10", "100KB"),
        ("wave21", "gauss10", "100KB"),
    ]
    assert chosen([]) == all_cells()


def test_a_word_that_names_nothing_is_refused_with_a_suggestion() -> None:
    with pytest.raises(ValueError, match="did you mean 'gauss10'"):
        chosen(["gaus10"])
