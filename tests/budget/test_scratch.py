"""What a running call takes beside the tree is bounded, and shrinks with the budget."""

from typing import Any

import pytest

from tests.high_water import BUDGETS, EXACT
from tests.own_process import lines_of

# As docs/budget.md says: at no moment is more in use than nine times the budget, tree and scratch together.
TIMES = 9
# What a multi-way attempt takes beside that for each class: 128 pieces, and some intervals of them.
CLASS = 4096
# What the interpreter takes for a call, whatever the tree.
CALL = 64_000


@pytest.fixture(scope="module")
def calls() -> list[dict[str, Any]]:
    """Calls in a process of its own: how far the allocator had to reach for each."""
    cases: list[list[str]] = [[], ["threads"], ["classes"]]
    return [call for words in cases for call in lines_of("tests.high_water", *words, **EXACT)]


def test_tree_and_scratch_never_take_more_than_is_stated(calls: list[dict[str, Any]]) -> None:
    assert len(calls) % len(BUDGETS) == 0
    for call in calls:
        # Holes that were left in the heap may have been used, too. Answers are not scratch: docs/budget.md.
        most = call["before"] + call["reached"] + call["loose"] - call["answers"]
        assert most <= TIMES * call["budget"] + CALL + CLASS * call["classes"], call


def test_the_high_water_mark_sees_what_the_tree_has_grown_by(calls: list[dict[str, Any]]) -> None:
    for call in calls:
        assert call["reached"] + call["loose"] >= call["after"] - call["before"], call
