"""Nodes of a tree that can be rebuilt: tests, what a path leaves of a column, and who is below.

For the oracle of the Online Hybrid Tree; what is done with them is there (see ohyt).
"""

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tests.oracles.contest import Candidate
from tests.oracles.leaf import Leaf, Weights, total

Branch = int  # 0 and 1 below a cut, the category below a many-way test


@dataclass(frozen=True)
class Test:
    """A cut (equal goes left), or one branch for each category."""

    column: Hashable
    cut: float | None

    def branch(self, value: float) -> Branch:
        if self.cut is None:
            return int(value)
        return 0 if value <= self.cut else 1


@dataclass
class History:
    """What was known when a split was made."""

    row: int
    reason: str
    gain: float
    second: float
    bound: float


@dataclass
class Fork:
    """An inner node; `kept` if it is provisional."""

    test: Test
    history: History
    votes: Weights
    children: dict[Branch, "Node"]
    missing: Branch
    kept: Leaf | None = None


Node = Leaf | Fork


@dataclass(frozen=True)
class Cell:
    """What a path leaves of one column: numbers in `(low, high]`, and one category if `only` says so."""

    low: float = -math.inf
    high: float = math.inf
    only: Branch | None = None

    def below(self, test: Test, branch: Branch) -> "Cell":
        """After one more test of the column."""
        if test.cut is None:
            return Cell(only=branch)
        if branch == 0:
            return Cell(self.low, min(self.high, test.cut))
        return Cell(max(self.low, test.cut), self.high)

    def reaches(self, test: Test, branch: Branch) -> bool:
        if test.cut is None:
            return self.only in (None, branch)
        return self.low < test.cut if branch == 0 else test.cut < self.high

    def only_branch(self, test: Test) -> Branch | None:
        if test.cut is None:
            return self.only
        ways = [branch for branch in (0, 1) if self.reaches(test, branch)]
        return ways[0] if len(ways) == 1 else None


def narrowed(cell: Cell, of: Test, test: Test, branch: Branch) -> Cell:
    return cell.below(test, branch) if test.column == of.column else cell


def blank() -> Leaf:
    return Leaf(0, None, 0, {}, 0.0)


def part_of(leaf: Leaf, votes: Weights) -> Leaf:
    """A new leaf that inherits these votes, and the squared weight that belongs to them."""
    inherited = {k: w for k, w in votes.items() if w > 0.0}
    spread = leaf.own_sq / total(leaf.own) if leaf.own else 1.0
    return Leaf(0, None, 0, inherited, spread * total(inherited))


def leaves(node: Node) -> Iterator[Leaf]:
    if isinstance(node, Leaf):
        yield node
    else:
        for branch in sorted(node.children):
            yield from leaves(node.children[branch])


def ways_below(
    node: Node, path: Sequence[tuple[Fork, Branch]] = ()
) -> Iterator[tuple[Leaf, list[tuple[Fork, Branch]]]]:
    """Every leaf, and the nodes and branches that lead to it."""
    if isinstance(node, Leaf):
        yield node, list(path)
    else:
        for branch in sorted(node.children):
            yield from ways_below(node.children[branch], [*path, (node, branch)])


def forks(node: Node) -> Iterator[Fork]:
    if isinstance(node, Fork):
        yield node
        for child in node.children.values():
            yield from forks(child)


def votes_below(node: Node) -> Weights:
    found: Weights = {}
    for leaf in leaves(node):
        for k, w in leaf.votes.items():
            found[k] = found.get(k, 0.0) + w
    return found


def heaviest(children: Mapping[Branch, Node]) -> Branch:
    """The child with the most weight below it, the first of equals."""
    weights = {branch: total(votes_below(children[branch])) for branch in sorted(children)}
    return max(sorted(weights), key=lambda branch: weights[branch])


def tested(candidate: Candidate) -> Test:
    return Test(candidate.column, candidate.cut)


def divided(leaf: Leaf, test: Test) -> dict[Branch, Weights]:
    """Class weights of the leaf's own rows on each branch."""
    if test.cut is None:
        return {category: dict(table) for category, table in leaf.nominal.get(test.column, {}).items()}
    normals = leaf.numeric.get(test.column, {})
    if not normals:
        return {}
    left = {k: normal.left_of(test.cut) for k, normal in normals.items()}
    return {0: left, 1: {k: normal.weight - left[k] for k, normal in normals.items()}}
