"""Figure 2: what a replaced root must leave as it was."""

from __future__ import annotations

from typing import Any

from riparian.papers.friasblanco2019.replacing import before_and_after, drawn, examples

Conditions = frozenset[tuple[str, str]]


def leaves(tree: Any) -> dict[Conditions, dict[Any, float]]:
    """Class weights of every leaf by the conditions on its path."""
    nodes = tree.nodes()
    found = {}
    for node in nodes:
        if not node["leaf"]:
            continue
        conditions, at = set(), node
        while at["parent"] is not None:
            above = nodes[at["parent"]]
            place = above["children"].index(at["id"])
            conditions.add((above["test"]["column"], above["test"]["categories"][place]))
            at = above
        found[frozenset(conditions)] = node["counts"]
    return found


def columns(tree: Any) -> list[str | None]:
    return [node["test"]["column"] if not node["leaf"] else None for node in tree.nodes()]


def test_the_root_is_replaced_and_every_leaf_keeps_its_conditions() -> None:
    before, after, (x, y) = before_and_after()
    assert columns(before)[:3] == ["a", "b", "c"]
    assert columns(after)[:3] == ["b", "a", "a"]
    assert sorted(test or "" for test in columns(after))[-2:] == ["c", "c"]
    old, new = leaves(before), leaves(after)
    assert (len(old), len(new)) == (4, 6)
    # The row between the two was learned by the leaf that it reached.
    reached = next(kept for kept in old if kept <= set(x.items()))
    old[reached] = {**old[reached], y: old[reached][y] + 1}
    for conditions, counts in old.items():
        parts = [part for kept, part in new.items() if conditions <= kept]
        if len(parts) == 1:
            assert parts[0] == counts
        else:
            assert [{name for name, _ in kept} for kept in new if conditions <= kept] == [set("abc")] * 2
            for label, weight in counts.items():
                assert abs(sum(part[label] for part in parts) - weight) < 1e-9


def test_what_was_provisional_begins_anew_below_a_root_that_is_settled() -> None:
    before, after, _ = before_and_after()
    assert before.n_provisional == 3
    marks = [(node["test"]["column"], node["provisional"]) for node in after.nodes() if not node["leaf"]]
    assert marks[0] == ("b", False)
    assert {mark for column, mark in marks if column in "ac"} == {True}
    assert after.n_provisional == 4


def test_rows_go_where_their_conditions_lead() -> None:
    before, after, _ = before_and_after()
    old, new = leaves(before), leaves(after)
    for number, (x, _) in enumerate(examples()):
        if number == 200:
            break
        end, was = (
            frozenset((step["column"], step["value"]) for step in tree.explain_one(x)[:-1])
            for tree in (after, before)
        )
        assert end in new
        assert was in old
        assert was <= end


def test_both_trees_are_drawn() -> None:
    text = drawn()
    assert (
        text.index("a is 'a1'") < text.index("one row later") < text.index("b is 'b1'", text.index("later"))
    )
