"""How large a tree is, in the words of the papers: active and frozen leaves, nodes, depth, bytes."""

from __future__ import annotations

from typing import Any, NamedTuple

from riparian.trees import Tree


class Sizes(NamedTuple):
    """The size of a tree at one moment."""

    active_leaves: int
    frozen_leaves: int
    nodes: int
    depth: int
    bytes: int


def sizes(tree: Tree) -> Sizes:
    """The size of a tree now; without a budget no leaf is ever frozen.

    >>> from riparian import VFDT
    >>> sizes(VFDT())[:4]
    (1, 0, 1, 0)
    """
    report: dict[str, Any] = tree.memory_report() if hasattr(tree, "memory_report") else {}
    return Sizes(
        active_leaves=report.get("active_leaves", tree.n_leaves),
        frozen_leaves=report.get("frozen_leaves", 0),
        nodes=tree.n_nodes,
        depth=tree.depth,
        bytes=report.get("bytes", tree.memory_bytes()),
    )
