"""VFDT within a budget of bytes, row by row: docs/definition.md, "The budget", step by step.

Who freezes and thaws, when growth stops and books close. How many bytes something takes is asked of layout.
"""

from collections.abc import Hashable, Mapping
from itertools import pairwise
from typing import Any

from tests.oracles import layout
from tests.oracles.leaf import Leaf, total
from tests.oracles.vfdt import Oracle, Split


class RefusedError(Exception):
    """The budget does not do for this row; nothing of it was learned."""


class Budgeted(Oracle):
    """The oracle with a budget `L`."""

    def __init__(self, *, budget: int, **settings: Any) -> None:
        super().__init__(**settings)
        self.limit = budget
        self.fixed = layout.Fixed.of(self.observer)
        self.remembers = True  # False: the books are closed
        self.took: dict[int, int] = {}  # frozen leaf -> bytes of its observers, rounded up to 32
        self.fresh: set[int] = set()  # leaves that were frozen after the last look
        self.looked = 0  # row of the last look
        self.freezes = self.thaws = 0
        self.observed: dict[int, int] = {}  # leaf -> bytes of its observers, until it changes
        self.owned: int | None = None  # bytes of votes and splits, until a class or a node is new
        self.schemas: dict[tuple[int, ...], int] = {}  # the bytes of the names, until there are more
        self.seen |= dict.fromkeys(
            [
                "near tie of promises",
                "no room for a child",
                "row not counted",
                "row refused",
                "growth stopped",
                "books closed by a quarter",
                "books closed by the floor",
                "leaf took another's place",
            ],
            0,
        )

    # ---- What is counted

    def leaves(self) -> list[Leaf]:
        return [node for node in self.tree if isinstance(node, Leaf)]

    def observers_of(self, leaf: Leaf) -> int:
        if leaf.id not in self.observed:
            self.observed[leaf.id] = self.observers_anew(leaf)
        return self.observed[leaf.id]

    def observers_anew(self, leaf: Leaf) -> int:
        numeric = [column for column, kind in self.kinds.items() if kind == "numeric"]
        nominal = [column for column, kind in self.kinds.items() if kind == "nominal"]
        return layout.observers(leaf, numeric, nominal, self.fixed)

    def schema(self) -> int:
        # Names come and are never replaced, but for those that a row brought that did not fit.
        known = self.names()
        if known not in self.schemas:
            kinds = list(self.kinds.values())
            numeric, nominal = kinds.count("numeric"), kinds.count("nominal")
            schema = layout.schema(numeric, nominal, self.classes, self.categories.values())
            self.schemas = {known: schema}
        return self.schemas[known]

    def names(self) -> tuple[int, ...]:
        """How many columns with a value, classes, and categories of each there are."""
        return (len(self.kinds), len(self.classes), *map(len, self.categories.values()))

    def floor(self, nodes: int = 0, leaves: int = 0) -> int:
        """What would be left if every leaf were frozen, with so many nodes and leaves more in the lists."""
        lists = layout.frame(len(self.tree) + nodes, self.n_leaves + leaves)
        if self.owned is None:
            of_leaves = sum(layout.votes(layout.present(leaf.votes)) for leaf in self.leaves())
            of_splits = sum(layout.split_of(node) for node in self.tree if isinstance(node, Split))
            self.owned = of_leaves + of_splits
        return self.fixed.learner + self.schema() + lists + self.owned

    def held(self) -> int:
        return self.floor() + sum(self.observers_of(leaf) for leaf in self.leaves())

    # ---- Room

    def has_room(self, branches: int, *, new_split: bool) -> bool:
        """Room for a split into so many branches, or for one more branch of a split that is there."""
        classes = len(self.classes)
        floor = self.floor(branches, branches - new_split)
        floor += branches * (layout.votes(classes) + self.fixed.empty_observers)
        floor += layout.split(classes, branches)
        return floor <= self.limit - self.limit // 16

    def room_for_split(self) -> int:
        """The most branches that a split may have, as far as any column could use them; 0 if not two."""
        widest = max([2, *map(len, self.categories.values())])
        branches = 0
        while branches < widest and self.has_room(max(2, branches + 1), new_split=True):
            branches = max(2, branches + 1)
        return branches

    def may_sprout(self) -> bool:
        """3. The way."""
        if not super().may_sprout():
            return False
        room = self.has_room(1, new_split=False)
        self.seen["no room for a child"] += not room
        self.owned = None
        return room

    # ---- Row by row

    def learn(self, x: Mapping[Any, Any], y: Hashable, w: float = 1.0) -> None:
        if w == 0.0:
            return
        asked, known = self.encode(x), self.known()
        self.remember(x, y)
        self.n_rows += 1
        row = self.encode(x)
        k = self.classes.index(y)
        leaf = self.find(row, learning=True)
        assert isinstance(leaf, Leaf)
        if self.may_count(leaf, k):
            if self.predictor == "nba" and not leaf.frozen:
                # A category that closes the books is missing here, too.
                told = {column: value for column, value in asked.items() if column in row}
                self.keep_score(leaf, told, known, k, w)
            if k not in leaf.own:
                self.owned = None
            leaf.observe(row, self.kinds, k, w)
            self.observed.pop(leaf.id, None)
            if leaf.since >= self.grace_period and self.may_grow(leaf):
                self.attempt(leaf, self.max_leaves + 1 - self.n_leaves)
        else:
            self.seen["row not counted"] += 1
        self.keep_within()
        every = max(4096, 10 * self.grace_period)
        due = self.n_rows % every == 0 and self.n_rows - self.looked >= len(self.tree)
        if due and self.took and self.has_room(2, new_split=True):
            self.look()

    def remember(self, x: Mapping[Any, Any], y: Hashable) -> None:
        """2. Names."""
        known = self.names()
        before = (
            list(self.classes),
            list(self.columns),
            dict(self.kinds),
            {column: list(values) for column, values in self.categories.items()},
            self.remembers,
        )
        self.register(x, y)
        if self.n_rows and self.names() == known:
            return
        old = before[3]
        new = [column for column, values in self.categories.items() if len(values) > len(old.get(column, []))]
        if self.remembers and new and self.floor() > self.limit - self.limit // 32:
            self.remembers = False
            self.seen["books closed by the floor"] += 1
            self.schemas = {}
            for column in new:
                self.categories[column].pop()
        if self.floor() > self.limit or (self.n_rows == 0 and self.limit < self.least_budget()):
            self.classes, self.columns, self.kinds, self.categories, self.remembers = before
            self.schemas = {}
            self.seen["row refused"] += 1
            raise RefusedError

    def least_budget(self) -> int:
        """1. The first row: 16/15 of what one leaf would hold at its first attempt."""
        classes = max(2, len(self.classes))
        leaf = Leaf(0, None, 0, {}, 0.0, self.observer)
        last = {column: len(values) - 1 for column, values in self.categories.items() if values}
        for n in range(min(self.grace_period, 10_000)):
            spread = n * 0.6180339887498949 % 1.0
            numbers = {column: spread for column, kind in self.kinds.items() if kind == "numeric"}
            leaf.observe({**numbers, **last}, self.kinds, n % classes, 1.0)
        leaf.votes = dict.fromkeys(range(classes), 1.0)
        held = self.observers_anew(leaf)
        floor = self.fixed.learner + self.schema() + layout.frame(1, 1) + layout.votes(classes)
        return (floor + held) * 16 // 15

    def meet(self, column: Hashable, value: Hashable) -> None:
        """A new category; columns come in their order."""
        if not self.remembers:
            return
        super().meet(column, value)
        # The first row is learned with all its names, or refused.
        if self.n_rows and sum(map(layout.dictionary, self.categories.values())) > self.limit // 4:
            self.categories[column].pop()
            self.remembers = False
            self.seen["books closed by a quarter"] += 1

    def encode(self, x: Mapping[Any, Any]) -> dict[Hashable, float | int]:
        row = super().encode(x)
        if self.remembers:
            return row
        unknown = [column for column, value in row.items() if self.kinds[column] == "nominal" and value == -1]
        return {column: value for column, value in row.items() if column not in unknown}

    def may_count(self, leaf: Leaf, k: int) -> bool:
        """4. Votes."""
        if leaf.votes.get(k, 0.0) > 0.0:
            return True
        classes = layout.present(leaf.votes)
        more = layout.votes(classes + 1) - layout.votes(classes)
        return self.floor() + more <= self.limit - self.limit // 32

    def attempt(self, leaf: Leaf, room: float) -> None:
        """6. An attempt."""
        branches = self.room_for_split()
        if branches >= 2:
            super().attempt(leaf, min(room, branches))
            self.observed.pop(leaf.id, None)
            self.owned = None
            return
        leaf.since = 0
        self.seen["growth stopped"] += 1
        if self.predictor == "mc":
            for other in self.leaves():
                if not other.frozen:
                    self.freeze(other)

    def keep_within(self) -> None:
        """7. Freezing."""
        if self.held() <= self.limit:
            return
        for leaf in self.least_promising_first(frozen=False):
            if self.held() <= self.limit - self.limit // 20:
                break
            self.freeze(leaf)

    # ---- Leaves that give way

    def promise(self, leaf: Leaf) -> float:
        if leaf.depth >= self.max_depth and self.predictor == "mc":
            return -1.0
        return total(leaf.votes) - max(leaf.votes.values(), default=0.0)

    def least_promising_first(self, *, frozen: bool) -> list[Leaf]:
        """Of equals the one with the largest id."""
        chosen = [leaf for leaf in self.leaves() if leaf.frozen == frozen]
        chosen.sort(key=lambda leaf: (self.promise(leaf), -leaf.id))
        promises = [self.promise(leaf) for leaf in chosen]
        # Sums of weights in another order may differ in the last bits; which is first is then rounding.
        near = [0.0 < b - a <= 1e-9 * max(1.0, b) for a, b in pairwise(promises)]
        self.seen["near tie of promises"] += sum(near)
        return chosen

    def freeze(self, leaf: Leaf) -> None:
        self.took[leaf.id] = -(-self.observers_of(leaf) // 32) * 32
        self.fresh.add(leaf.id)
        self.freezes += 1
        leaf.freeze()
        self.observed.pop(leaf.id, None)

    def look(self) -> None:
        """8. Thawing: a look at frozen leaves."""
        self.looked = self.n_rows
        waiting = [leaf for leaf in self.least_promising_first(frozen=True) if leaf.id not in self.fresh]
        weakest = self.least_promising_first(frozen=False)
        self.fresh = set()
        usual = sum(map(self.observers_of, weakest)) // max(1, len(weakest))
        expected, most = self.held(), self.limit - self.limit // 20
        everything = max(0, most - self.floor())
        for leaf in reversed(waiting):
            promise = self.promise(leaf)
            if promise <= 0.0:
                break
            need = min(max(self.took[leaf.id], usual), everything)
            if expected + need > most:
                if not weakest:
                    break
                other = weakest.pop(0)
                given_up = self.observers_of(other)
                lead = promise - 1.25 * self.promise(other)
                self.seen["near tie of promises"] += 0.0 < abs(lead) <= 1e-9 * promise
                if lead <= 0.0 or expected + need - given_up > most:
                    break
                self.freeze(other)
                self.seen["leaf took another's place"] += 1
                expected -= given_up
            leaf.thaw()
            self.observed.pop(leaf.id, None)
            del self.took[leaf.id]
            self.thaws += 1
            expected += need
