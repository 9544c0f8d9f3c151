"""M1: a budget is no mere word. Five of them give five trees, and the allocator agrees with each."""

from typing import Any

import pytest

from tests.allocator import BUDGETS
from tests.own_process import lines_of


@pytest.fixture(scope="module")
def grown() -> list[dict[str, Any]]:
    """One stream grown under five budgets: a line at the end of every tenth batch, and if one is over."""
    return lines_of("tests.allocator", "budgets", tcache_count=0)


def test_no_batch_ends_over_its_budget(grown: list[dict[str, Any]]) -> None:
    assert len(grown) == 5 * len(BUDGETS)
    assert all(tree["held"] <= tree["budget"] for tree in grown)


def test_what_is_counted_is_what_the_allocator_says_to_two_percent(grown: list[dict[str, Any]]) -> None:
    for tree in grown:
        assert tree["counted"] == pytest.approx(tree["taken"], rel=0.02), tree


def test_the_tree_is_the_larger_the_larger_its_budget(grown: list[dict[str, Any]]) -> None:
    last = {tree["budget"]: tree for tree in grown}
    leaves, held = ([last[budget][what] for budget in BUDGETS] for what in ("leaves", "held"))
    assert leaves == sorted(set(leaves))
    assert held == sorted(set(held))
    # The first four are what stopped it.
    assert all(tree["held"] > 0.9 * tree["budget"] for budget, tree in last.items() if budget < BUDGETS[-1])
