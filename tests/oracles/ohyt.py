"""The Online Hybrid Tree, row by row: provisional splits, what they keep, and how they are revised.

Frías-Blanco et al. (2019), Algorithms 1 to 3, in the reading of docs/definition.md: patience is a number of
rows, the topmost provisional node above a leaf suggests its split, and a replacement ends a revision. Nodes
hold their children and nothing is numbered: replacing a split is the recursion of Algorithm 3, written down.
"""

import copy
import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.oracles.contest import Verdict
from tests.oracles.forks import (
    Branch,
    Cell,
    Fork,
    History,
    Node,
    Test,
    blank,
    divided,
    forks,
    heaviest,
    leaves,
    narrowed,
    part_of,
    tested,
    votes_below,
    ways_below,
)
from tests.oracles.iadem import (
    LITTLE,
    counted,
    decide,
    effective,
    has_rival,
    most_error,
    offers,
    rows_per_weight,
    span,
    worst_that_may_split,
)
from tests.oracles.leaf import Leaf, Row, Weights, first_of_largest, shares, total
from tests.oracles.vfdt import Oracle

# What was seen of a split that tells nothing is rounding.
NOTHING = 1e-9 * LITTLE


@dataclass
class Seen:
    """What happened on the way, for tests that must know that it did."""

    provisional: int = 0
    inherited: int = 0
    confirmed: int = 0
    replaced: int = 0
    near_ties: int = 0


class OHyT(Oracle):
    """Options as for `riparian.OHyT`."""

    def __init__(
        self,
        *,
        tau: int = 2000,
        nu: float = 0.1,
        nu_of: str = "nodes",
        revise_at: str = "grace",
        pushed_down: str = "fresh",
        grace_period: int = 100,
        delta: float = 0.01,
        difference: float = 0.1,
        max_error: float | None = None,
    ) -> None:
        super().__init__(grace_period=grace_period, delta=delta, predictor="mc")
        self.patience, self.nu, self.nu_of = tau, nu, nu_of
        self.every_row, self.fresh = revise_at == "row", pushed_down == "fresh"
        self.numbers = {"delta": delta, "difference": difference}
        self.max_error = max_error
        self.root: Node = blank()
        self.happened = Seen()

    # ---- a row

    def learn(self, x: Mapping[Any, Any], y: Hashable, w: float = 1.0) -> None:
        if w == 0.0:
            return
        self.n_rows += 1
        self.register(x, y)
        row, k = self.encode(x), self.classes.index(y)
        path = self.path_of(row)
        leaf = path[-1][0]
        assert isinstance(leaf, Leaf)
        leaf.observe(row, self.kinds, k, w)
        for node, _ in path:
            if isinstance(node, Fork) and node.kept:
                node.kept.observe(row, self.kinds, k, w)
        self.look(leaf, [(node, branch) for node, branch in path if isinstance(node, Fork)])

    @property
    def n_provisional(self) -> int:
        return sum(fork.kept is not None for fork in forks(self.root))

    def path_of(self, row: Row) -> list[tuple[Node, Branch]]:
        """Nodes from the root to the leaf, each with the branch taken; a new category gets a leaf."""
        path: list[tuple[Node, Branch]] = []
        node = self.root
        while isinstance(node, Fork):
            value = row.get(node.test.column)
            branch = node.missing if value is None else node.test.branch(value)
            if branch not in node.children:
                node.children[branch] = blank()
            path.append((node, branch))
            node = node.children[branch]
        return [*path, (node, -1)]

    def look(self, leaf: Leaf, path: list[tuple[Fork, Branch]]) -> None:
        """Algorithm 1, for a leaf that has learned a row."""
        is_due = leaf.since >= self.grace_period
        if is_due:
            leaf.since = 0
            verdict = decide(leaf, self.columns, **self.numbers)
            if verdict:
                self.happened.near_ties += verdict.near_tie
                if self.max_error is None:
                    self.split(leaf, path, verdict)
                else:
                    self.expand(leaf)
                return
        elif not self.every_row:
            return
        if not self.has_waited(leaf):
            return
        if self.is_full():
            self.revise(path)
        elif not self.is_accurate_enough():
            self.split_provisionally(leaf, path)

    def split(self, leaf: Leaf, path: list[tuple[Fork, Branch]], verdict: Verdict) -> None:
        best = verdict.best
        history = History(self.n_rows, verdict.reason, best.merit, verdict.second, verdict.bound)
        self.put(path, self.expanded(leaf, tested(best), history))

    def expand(self, asking: Leaf) -> None:
        """Worst first, until the leaf that asks has split or the tree is accurate enough."""
        delta, least = self.numbers["delta"], self.grace_period
        while not self.is_accurate_enough():
            ways = list(ways_below(self.root))
            found = worst_that_may_split([leaf for leaf, _ in ways], asking, self.earned, delta, least)
            assert found is not None
            leaf, verdict = found
            self.happened.near_ties += verdict.near_tie
            self.split(leaf, next(path for one, path in ways if one is leaf), verdict)
            if leaf is asking:
                return

    def earned(self, leaf: Leaf) -> Verdict | None:
        return decide(leaf, self.columns, **self.numbers)

    def has_waited(self, leaf: Leaf) -> bool:
        return len(leaf.own) > 1 and effective(total(leaf.own), leaf.own_sq) > self.patience

    def is_full(self) -> bool:
        """`nu' >= nu`, where `nu'` is the share of nodes that are provisional; 0 for a single leaf."""
        inner = list(forks(self.root))
        nodes = len(inner) + len(list(leaves(self.root)))
        share = self.n_provisional / (nodes if self.nu_of == "nodes" else len(inner)) if inner else 0.0
        return share >= self.nu

    def is_accurate_enough(self) -> bool:
        if self.max_error is None:
            return False
        return most_error(list(leaves(self.root)), self.numbers["delta"]) <= self.max_error

    def put(self, path: list[tuple[Fork, Branch]], node: Node) -> None:
        """Put a node where a path ends."""
        if path:
            fork, branch = path[-1]
            fork.children[branch] = node
        else:
            self.root = node

    def expanded(self, leaf: Leaf, test: Test, history: History) -> Fork:
        """The leaf split; rows without a value count where most rows go."""
        parts = divided(leaf, test)
        weights = {branch: total(parts[branch]) for branch in sorted(parts)}
        heavier = max(weights, key=lambda branch: weights[branch])
        present = leaf.seen[test.column]
        for k, own in leaf.own.items():
            absent = own - present.get(k, 0.0)
            if absent > 1e-9 * present.get(k, 0.0):
                parts[heavier][k] = parts[heavier].get(k, 0.0) + absent
        children: dict[Branch, Node] = {branch: part_of(leaf, votes) for branch, votes in parts.items()}
        return Fork(test, history, dict(leaf.votes), children, heavier)

    # ---- provisional splits

    def favourite(self, leaf: Leaf) -> tuple[Test, History] | None:
        """The split that is known best, sure or not; of those that are not known at all, the best so far."""
        by_column, every = offers(leaf, self.columns, self.numbers["delta"], math.inf, by="seen")
        by_column = [offer for offer in by_column if offer.rank > NOTHING]
        if not by_column:
            return None
        best = max(by_column, key=lambda offer: offer.rank)
        self.happened.near_ties += has_rival(best, every)
        return tested(best.candidate), self.judged(leaf, best.candidate.branches)

    def judged(self, leaf: Leaf, branches: list[Weights]) -> History:
        """The record of a split that the rule has not decided on."""
        known = span(branches, counted(leaf), rows_per_weight(leaf), self.numbers["delta"])
        return History(self.n_rows, "tie", known.sure, 0.0, known.width)

    def suggested(self, leaf: Leaf, path: list[tuple[Fork, Branch]]) -> tuple[Test, History] | None:
        """What the topmost provisional node that has seen enough would rather have, if it splits the leaf."""
        above = next((fork for fork, _ in path if fork.kept and self.has_waited(fork.kept)), None)
        wish = self.favourite(above.kept) if above and above.kept else None
        if above is None or wish is None or wish[0].column == above.test.column:
            return None
        test, cell = wish[0], Cell()
        for fork, branch in path:
            cell = narrowed(cell, test, fork.test, branch)
        parts = [votes for votes in divided(leaf, test).values() if total(votes) > 0.0]
        if cell.only_branch(test) is not None or len(parts) < 2:
            return None
        return test, self.judged(leaf, parts)

    def split_provisionally(self, leaf: Leaf, path: list[tuple[Fork, Branch]]) -> None:
        inherited = self.suggested(leaf, path)
        wish = inherited or self.favourite(leaf)
        if wish is None:
            return
        fork = self.expanded(leaf, *wish)
        fork.kept = copy.deepcopy(leaf)
        fork.kept.since = 0
        self.happened.provisional += 1
        self.happened.inherited += inherited is not None
        self.put(path, fork)

    # ---- revision

    def revise(self, path: list[tuple[Fork, Branch]]) -> None:
        """Algorithm 2: from the root on, confirm what is sure; the first replacement is the last."""
        for place, (fork, _) in enumerate(path):
            if fork.kept is None:
                continue
            # Not before a twentieth of its rows is new.
            least = max(self.grace_period, int(effective(total(fork.kept.own), fork.kept.own_sq) / 20))
            if not self.every_row and fork.kept.since < least:
                continue
            fork.kept.since = 0
            verdict = decide(fork.kept, self.columns, **self.numbers, installed=fork.test.column)
            if verdict is None:
                continue
            self.happened.near_ties += verdict.near_tie
            test = tested(verdict.best)
            if test.column == fork.test.column:
                fork.kept = None
                self.happened.confirmed += 1
                continue
            cell = Cell()
            for above, branch in path[:place]:
                cell = narrowed(cell, test, above.test, branch)
            if cell.only_branch(test) is not None:
                continue
            best = verdict.best
            history = History(self.n_rows, verdict.reason, best.merit, verdict.second, verdict.bound)
            self.put(path[:place], self.replaced(fork, test, cell, history))
            self.happened.replaced += 1
            return

    def replaced(self, fork: Fork, test: Test, cell: Cell, history: History) -> Fork:
        """Algorithm 3: the same rows, tested by `test` first. Settled."""
        assert fork.kept is not None
        wanted = list(divided(fork.kept, test)) if test.cut is None else [0, 1]
        everything = votes_below(fork)
        children = self.pulled(fork, test, cell, wanted, everything)
        for branch in wanted:
            if branch not in children and cell.reaches(test, branch):
                children[branch] = blank()
        return Fork(test, history, everything, children, heaviest(children))

    def pulled(
        self, node: Node, test: Test, cell: Cell, wanted: list[Branch], everything: Weights
    ) -> dict[Branch, Node]:
        """The children that a node has once it tests `test`; one, if the path leaves only one way."""
        only = cell.only_branch(test)
        if only is not None:
            return {only: node}
        if isinstance(node, Leaf):
            return self.forced(node, test, cell, wanted)
        if node.test == test:
            return node.children
        # Children first: each is made to test `test`; then rows and columns of grandchildren change places.
        cells = {own: narrowed(cell, test, node.test, own) for own in node.children}
        below = {
            own: self.pulled(child, test, cells[own], wanted, everything)
            for own, child in node.children.items()
        }
        found: dict[Branch, Node] = {}
        for branch in sorted({branch for sides in below.values() for branch in sides}):
            sides: dict[Branch, Node] = {}
            for own in sorted(below):
                if branch in below[own]:
                    sides[own] = below[own][branch]
                elif cells[own].reaches(test, branch):
                    sides[own] = blank()
            if len(sides) == 1:
                (found[branch],) = sides.values()
                continue
            kept = blank() if node.kept is not None and self.fresh else None
            fork = Fork(node.test, node.history, {}, sides, heaviest(sides), kept)
            fork.votes = votes_below(fork) or dict(everything)
            found[branch] = fork
        return found

    def forced(self, leaf: Leaf, test: Test, cell: Cell, wanted: list[Branch]) -> dict[Branch, Node]:
        """A leaf split by a test that it did not choose; its votes go where its own rows do."""
        parts = {branch: votes for branch, votes in divided(leaf, test).items() if cell.reaches(test, branch)}
        for branch in wanted:
            if cell.reaches(test, branch):
                parts.setdefault(branch, {})
        counted = sum(total(votes) for votes in parts.values())
        found: dict[Branch, Node] = {}
        for branch, votes in parts.items():
            share = total(votes) / counted if counted else 1.0 / len(parts)
            inherited = dict(votes)
            for k, w in leaf.votes.items():
                rest = w - sum(part.get(k, 0.0) for part in parts.values())
                inherited[k] = votes.get(k, 0.0) + share * max(0.0, rest)
            found[branch] = part_of(leaf, inherited)
        return found

    # ---- answers

    def answer(self, x: Mapping[Any, Any]) -> Weights:
        """The majority class of the leaf; of the node above, where there are no votes or no such branch."""
        row, node, above = self.encode(x), self.root, self.root
        while isinstance(node, Fork):
            value = row.get(node.test.column)
            branch = node.missing if value is None else node.test.branch(value)
            if branch not in node.children:
                return shares(node.votes)
            node, above = node.children[branch], node
        return shares(node.votes if total(node.votes) else above.votes)

    def predict(self, x: Mapping[Any, Any]) -> Any:
        best = first_of_largest(self.answer(x))
        return None if best is None else self.classes[best]

    def plain(self) -> dict[str, Any]:
        """The tree as nested dicts with labels in place of numbers."""
        return self.plain_node(self.root)

    def plain_node(self, node: Node) -> dict[str, Any]:
        counts = {self.classes[k]: w for k, w in node.votes.items() if w > 0.0}
        if isinstance(node, Leaf):
            return {"counts": counts}
        names = self.categories[node.test.column]
        many = node.test.cut is None
        return {
            "counts": counts,
            "column": node.test.column,
            "cut": node.test.cut,
            "provisional": node.kept is not None,
            "row": node.history.row,
            "reason": node.history.reason,
            "gain": node.history.gain,
            "second": node.history.second,
            "bound": node.history.bound,
            "missing": names[node.missing] if many else node.missing,
            "children": {
                names[branch] if many else branch: self.plain_node(child)
                for branch, child in node.children.items()
            },
        }
