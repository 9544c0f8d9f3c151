"""VFDT, row by row: the tree that the core must grow.

Domingos & Hulten (2000) as defined in docs/definition.md, "Rows", "Routing" and "Children". Written to be
checked against that page line by line, not to be fast.
"""

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.oracles.contest import Verdict, decide, fallen_behind
from tests.oracles.leaf import Leaf, Row, Weights, exponentials, first_of_largest, shares, total


@dataclass
class Split:
    """An inner node: its test, where each branch leads, and what was known when the split was made."""

    id: int
    parent: int | None
    depth: int
    votes: Weights
    row: int
    verdict: Verdict
    children: list[int]
    missing_to: int
    child_of: dict[int, int] = field(default_factory=dict)  # category -> child, multi-way only


def is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and not math.isfinite(value))


def number(value: Any) -> float:
    """A number, brought within 1e140 so that its square fits."""
    return float(min(max(value, -1e140), 1e140))


class Oracle:
    """A streaming decision tree over rows that are dicts from column to value."""

    def __init__(
        self,
        *,
        grace_period: int = 200,
        delta: float = 1e-7,
        tau: float = 0.05,
        criterion: str = "entropy",
        observer: str = "gaussian",
        predictor: str = "nba",
        nominal: Iterable[Hashable] | None = None,
        classes: Iterable[Hashable] | None = None,
        max_depth: int | None = None,
        max_leaves: int | None = None,
        min_gain: float = 1e-12,
        min_branch_fraction: float = 0.01,
        drop_poor: bool = False,
        candidates: str = "grid",
        rule: str = "hoeffding",
        any_rival: bool = False,
    ) -> None:
        self.grace_period = grace_period
        self.rule: dict[str, Any] = {
            "criterion": criterion,
            "delta": delta,
            "tau": tau,
            "min_gain": min_gain,
            "min_branch_fraction": min_branch_fraction,
            "kind": candidates,
            "rule": rule,
            "any_rival": any_rival,
        }
        self.observer = observer
        self.predictor = predictor
        self.drop_poor = drop_poor
        self.named_nominal = set(nominal or [])
        self.max_depth = math.inf if max_depth is None else max_depth
        self.max_leaves = math.inf if max_leaves is None else max_leaves
        # All of these are in order of arrival; the place in the list is the number.
        self.classes: list[Any] = sorted(classes or [])  # declared ones come first, sorted
        self.columns: list[Hashable] = []
        self.kinds: dict[Hashable, str] = {}
        self.categories: dict[Hashable, list[Hashable]] = {}
        self.tree: list[Leaf | Split] = [Leaf(0, None, 0, {}, 0.0, observer)]
        self.n_leaves = 1
        self.n_rows = 0
        # What happened on the way, for tests that must know that it did.
        self.seen = {
            "missing routed": 0,
            "new child": 0,
            "new category at the limit": 0,
            "near tie of naive Bayes": 0,
            "near tie of places": 0,
            "near tie of poor columns": 0,
            "column dropped": 0,
        }

    # ---- Rows

    def register(self, x: Mapping[Any, Any], y: Hashable) -> None:
        """Number the classes, columns and categories that a learned row brings."""
        if y not in self.classes:
            self.classes.append(y)
        for column in x:
            if column not in self.columns:
                self.columns.append(column)
        for column in self.columns:
            value = x.get(column)
            if is_missing(value):
                continue
            if column not in self.kinds:
                text = isinstance(value, str | bool)
                self.kinds[column] = "nominal" if text or column in self.named_nominal else "numeric"
                self.categories[column] = []
            if self.kinds[column] == "nominal" and value not in self.categories[column]:
                self.meet(column, value)

    def meet(self, column: Hashable, value: Hashable) -> None:
        """Remember a category."""
        self.categories[column].append(value)

    def encode(self, x: Mapping[Any, Any]) -> Row:
        """The values present, in order of the columns; a category that the tree does not know is -1."""
        row: Row = {}
        for column in self.columns:
            value = x.get(column)
            if is_missing(value) or column not in self.kinds:
                continue
            if self.kinds[column] == "numeric":
                row[column] = number(value)
            elif value in self.categories[column]:
                row[column] = self.categories[column].index(value)
            else:
                row[column] = -1
        return row

    # ---- Learning

    def learn(self, x: Mapping[Any, Any], y: Hashable, w: float = 1.0) -> None:
        if w == 0.0:
            return
        self.n_rows += 1
        # The leaf is asked before it learns: a category that this very row brings is not known yet.
        asked, known = self.encode(x), self.known()
        self.register(x, y)
        row = self.encode(x)
        k = self.classes.index(y)
        leaf = self.find(row, learning=True)
        assert isinstance(leaf, Leaf)
        self.keep_score(leaf, asked, known, k, w)
        leaf.observe(row, self.kinds, k, w)
        if leaf.since >= self.grace_period and self.may_grow(leaf):
            self.attempt(leaf, self.max_leaves + 1 - self.n_leaves)

    def keep_score(self, leaf: Leaf, asked: Row, known: Mapping[Hashable, int], k: int, w: float) -> None:
        """Who would have been right about a row that is not learned yet."""
        # Before the first row of all there are no shares, hence no class, hence nobody is correct.
        leaf.mc_correct += w * (first_of_largest(self.majority(leaf)) == k)
        shares_of = self.bayes(leaf, asked, known)
        leaf.nb_correct += w * (first_of_largest(shares_of) == k)
        top = sorted(shares_of.values(), reverse=True)[:2]
        self.seen["near tie of naive Bayes"] += len(top) == 2 and top[0] - top[1] <= 1e-9

    def may_grow(self, leaf: Leaf) -> bool:
        return leaf.depth < self.max_depth and self.n_leaves < self.max_leaves and not leaf.frozen

    def attempt(self, leaf: Leaf, room: float) -> None:
        """An attempt to split, into as many branches as there is room for."""
        leaf.since = 0
        verdict = decide(leaf, self.columns, len(self.classes), **self.rule, room=room, time=self.n_rows)
        if verdict:
            self.grow(leaf, verdict)
        elif self.drop_poor:
            rule = {name: self.rule[name] for name in ("criterion", "delta", "min_branch_fraction")}
            poor, near = fallen_behind(leaf, self.columns, len(self.classes), **rule, room=room)
            leaf.drop(poor)
            self.seen["column dropped"] += len(poor)
            self.seen["near tie of poor columns"] += near

    def may_sprout(self) -> bool:
        """Whether a category without a child gets one."""
        return self.n_leaves < self.max_leaves

    def find(self, row: Row, *, learning: bool) -> Leaf | Split:
        """The leaf of a row; for a predicted row of a category without a child, the node that lacks it."""
        node = self.tree[0]
        while isinstance(node, Split):
            test = node.verdict.best
            value = row.get(test.column)
            if value is None:
                self.seen["missing routed"] += learning
                node = self.tree[node.missing_to]
            elif test.kind == "cut":
                assert test.cut is not None
                node = self.tree[node.children[0 if value <= test.cut else 1]]
            elif test.kind == "one":
                node = self.tree[node.children[0 if value == test.categories[0] else 1]]
            elif value in node.child_of:
                node = self.tree[node.child_of[int(value)]]
            elif not learning:
                return node
            elif self.may_sprout():
                self.seen["new child"] += 1
                child = Leaf(len(self.tree), node.id, node.depth + 1, {}, 0.0, self.observer)
                self.tree.append(child)
                self.n_leaves += 1
                node.children.append(child.id)
                node.child_of[int(value)] = child.id
                test.categories.append(int(value))
                node = child
            else:
                self.seen["new category at the limit"] += 1
                node = self.tree[node.missing_to]
        return node

    def grow(self, leaf: Leaf, verdict: Verdict) -> None:
        """Put a split in the place of the leaf, and a new leaf at the end of each branch."""
        best = verdict.best
        weights = [total(branch) for branch in best.branches]
        heavier = weights.index(max(weights))
        present = leaf.seen[best.column]
        # What a subtraction of nearly equal numbers leaves is a class of a leaf, or none, by rounding.
        left_over = [w for branch in best.branches for w in branch.values() if w != 0.0]
        self.seen["near tie of places"] += any(abs(w) <= 1e-9 * total(leaf.own) for w in left_over)
        for k, own in leaf.own.items():
            absent = own - present.get(k, 0.0)
            if absent > 1e-9 * present.get(k, 0.0):
                best.branches[heavier][k] = best.branches[heavier].get(k, 0.0) + absent
        children = list(range(len(self.tree), len(self.tree) + len(best.branches)))
        for child, votes in zip(children, best.branches, strict=True):
            weight_sq = total(votes) * (leaf.own_sq / total(leaf.own))
            self.tree.append(Leaf(child, leaf.id, leaf.depth + 1, votes, weight_sq, self.observer))
        split = Split(
            leaf.id, leaf.parent, leaf.depth, leaf.votes, self.n_rows, verdict, children, children[heavier]
        )
        if best.kind == "many":
            split.child_of = dict(zip(best.categories, children, strict=True))
        self.tree[leaf.id] = split
        self.n_leaves += len(children) - 1

    # ---- Answers

    def majority(self, node: Leaf | Split) -> Weights:
        """`mc`: the votes as probabilities; a leaf without votes asks its parent."""
        if total(node.votes) == 0.0 and node.parent is not None:
            node = self.tree[node.parent]
        return shares(node.votes)

    def known(self) -> dict[Hashable, int]:
        """`V_j`: how many categories of each column the tree knows."""
        return {column: len(values) for column, values in self.categories.items()}

    def bayes(self, leaf: Leaf, row: Row, known: Mapping[Hashable, int]) -> Weights:
        """`nb`: naive Bayes as probabilities, or `mc` where it has nothing to say."""
        scores = leaf.nb_scores(row, self.kinds, known)
        return exponentials(scores) if scores else self.majority(leaf)

    def answer(self, x: Mapping[Any, Any]) -> Weights:
        row = self.encode(x)
        node = self.find(row, learning=False)
        if isinstance(node, Split) or self.predictor == "mc" or node.frozen:
            return self.majority(node)
        trusted = {"nb": True, "nba": node.nb_correct >= node.mc_correct}[self.predictor]
        return self.bayes(node, row, self.known()) if trusted else self.majority(node)

    def predict(self, x: Mapping[Any, Any]) -> Any:
        """The most probable class, None as long as nothing has been learned."""
        if self.n_rows == 0:
            return None
        best = first_of_largest(self.answer(x))
        assert best is not None
        return self.classes[best]

    def proba(self, x: Mapping[Any, Any]) -> dict[Hashable, float]:
        """Probability of every class known."""
        if self.n_rows == 0:
            return {label: 1.0 / len(self.classes) for label in self.classes}
        answer = self.answer(x)
        return {label: answer.get(k, 0.0) for k, label in enumerate(self.classes)}

    def nodes(self) -> list[dict[str, Any]]:
        """Every node in order of creation, as plain dicts with labels in place of numbers."""
        found = []
        for node in self.tree:
            plain: dict[str, Any] = {
                "id": node.id,
                "parent": node.parent,
                "depth": node.depth,
                "leaf": isinstance(node, Leaf),
                "votes": {self.classes[k]: w for k, w in node.votes.items()},
                "weight": total(node.votes),
            }
            if isinstance(node, Leaf):
                plain["frozen"] = node.frozen
            else:
                test = node.verdict.best
                plain |= {
                    "column": test.column,
                    "kind": test.kind,
                    "cut": test.cut,
                    "categories": [self.categories[test.column][v] for v in test.categories],
                    "children": node.children,
                    "missing_to": node.missing_to,
                    "row": node.row,
                    "reason": node.verdict.reason,
                    "gain": test.merit,
                    "second": node.verdict.second,
                    "bound": node.verdict.bound,
                    "near_tie": node.verdict.near_tie,
                }
            found.append(plain)
        return found
