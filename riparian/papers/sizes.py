"""How large a tree is, in the words of the papers: active and frozen leaves, nodes, depth, bytes."""

from __future__ import annotations

from typing import NamedTuple

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
    report = tree.memory_report()
    return Sizes(
        active_leaves=report["active_leaves"],
        frozen_leaves=report["frozen_leaves"],
        nodes=tree.n_nodes,
        depth=tree.depth,
        bytes=report["bytes"],
    )
