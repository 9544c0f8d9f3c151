"""The format as docs/model-files.md has it: a reader written from the page finds what the tree knows."""

import random
from typing import Any

import pytest

from riparian import VFDT
from riparian.trees import Tree
from tests.model_files.reader import Column, Leaf, read, votes_at, votes_for
from tests.model_files.trees import OTHERS, TREES, bell

KINDS = {**TREES, **OTHERS}
KIND_NAMES = {0: None, 1: "numeric", 2: "nominal"}
TESTS = {1: "cut", 2: "one", 3: "many", 4: "intervals"}


def by_label(tree: Tree, votes: dict[int, float]) -> dict[Any, float]:
    """Votes as the tree tells them: without classes that have none."""
    return {tree._asked().classes[code]: weight for code, weight in votes.items() if weight}


# ---- every kind of tree


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_leads_to_the_end_of_every_file(kind: str) -> None:
    tree = KINDS[kind]()
    model, native = read(tree.to_bytes()), tree._asked()
    assert (model.rows, len(model.nodes)) == (tree.n_rows, tree.n_nodes)
    assert [KIND_NAMES[column.kind] for column in model.columns] == native.kinds
    for label, known in zip(model.classes, native.classes, strict=True):
        if not isinstance(known, tuple) and known != 2**70:  # these are written out
            assert (type(label), label) == (type(known), known)


@pytest.mark.parametrize("kind", KINDS)
def test_nodes_are_what_the_tree_says_of_them(kind: str) -> None:
    tree = KINDS[kind]()
    model, native = read(tree.to_bytes()), tree._asked()
    names = {column[:2]: name for column, name in zip(model.columns, native.columns, strict=True)}
    for node, told in zip(model.nodes, tree.nodes(), strict=True):
        if isinstance(node, Leaf):
            assert told["frozen"] == (node.frozen > 0)
        else:
            # A column is known by its place among those of its kind.
            assert told["test"]["column"] == names[1 if node.kind in (1, 4) else 2, node.column]
            assert told["test"]["kind"] == TESTS[node.kind]
            assert (told["children"], told["missing_to"]) == (node.children, node.missing)
            assert told["row"] == node.row
        assert told["counts"] == by_label(tree, votes_at(model, told["id"]))


def value_for(column: Column, rng: random.Random) -> Any:
    """A value of a column: one that it knows, one that is new, or none."""
    if rng.random() < 0.1 or column.kind == 0:
        return None
    return 3 * bell(rng) if column.kind == 1 else rng.choice([*column.categories, "new"])


@pytest.mark.parametrize("kind", KINDS)
def test_rows_go_where_the_page_leads_them(kind: str) -> None:
    tree = KINDS[kind]()
    model, native, rng = read(tree.to_bytes()), tree._asked(), random.Random(5)
    for _ in range(100):
        values = [value_for(column, rng) for column in model.columns]
        end = tree.explain_one(dict(zip(native.columns, values, strict=True)))[-1]
        assert by_label(tree, votes_for(model, values)) == end["counts"]


def test_whole_numbers_have_a_sign() -> None:
    tree = VFDT(nominal=["code"])
    for code, label in [(-5, -1), (2**63 - 1, -(2**63)), (-(2**63), 7)]:
        tree.learn_one({"code": code}, label)
    model = read(tree.to_bytes())
    assert model.classes == [-1, -(2**63), 7]
    assert model.columns[0].categories == [-5, 2**63 - 1, -(2**63)]
