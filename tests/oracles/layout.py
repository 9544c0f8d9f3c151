"""How many bytes a tree holds: pieces of memory as docs/definition.md counts them ("What is counted").

The rules for a piece, a list and a hash table are those of that page. What is in a piece is no matter of the
definition but of memory: the sizes of the core's structures on a 64-bit machine are given here as numbers,
and a test compares the sum with what the real tree says after every row. Nothing is decided here.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from riparian import VFDT
from tests.oracles.leaf import Leaf, Weights
from tests.oracles.observers import Dyadic
from tests.oracles.vfdt import Split

NODE, PLACE, SPLIT, LEAF, COLUMN = 16, 12, 80, 112, 32
TALLY, VOTE, BRANCH, MOMENTS = 24, 16, 8, 40
BOOK, LABEL, NUMBER, CODE = 296, 24, 8, 4
TABLES, FAR, NEAR = 40, 56, 32  # codes below 32 are places of a table, the others are hashed
LENS, DYADIC = 32, 32
DIRECT = 1024  # whole numbers below this are places of a table


def piece(size: int) -> int:
    """`s > 0` bytes count as `s + 8`, rounded up to a multiple of 16, and as 32 at least."""
    return max(32, -(-(size + 8) // 16) * 16) if size else 0


@cache
def roomy(entries: int, size: int) -> int:
    """A list that grows by an eighth and four more each time."""
    room = 0
    while room < entries:
        room += room // 8 + 4
    return piece(room * size)


def hashed(entries: int, size: int) -> int:
    """A hash table: a power of two (4 at least), seven eighths used at most, and a byte for each place."""
    if not entries:
        return 0
    places = 4
    while 8 * entries > 7 * places:
        places *= 2
    return piece(places * (size + 1) + 16)


def dictionary(labels: Sequence[Any]) -> int:
    """The names of one nominal column, or of the classes."""
    if not labels:
        return 0
    texts = [label for label in labels if isinstance(label, str)]
    whole = [int(label) for label in labels if not isinstance(label, str) and int(label) == label]
    near = [number for number in whole if 0 <= number < DIRECT]
    return (
        piece(BOOK)
        + roomy(len(labels), LABEL)
        + 2 * roomy(len(labels), NUMBER)
        + piece(CODE * (max(near) + 1) if near else 0)
        + hashed(len(whole) - len(near), 16)
        + hashed(len(texts), 24)
        # As a label and as a key.
        + sum(2 * piece(len(text.encode())) for text in texts)
    )


@cache
def frame(nodes: int, leaves: int) -> int:
    """The lists of nodes, splits and leaves."""
    return roomy(nodes, NODE) + roomy(nodes, PLACE) + roomy(nodes - leaves, SPLIT) + roomy(leaves, LEAF)


def present(weights: Weights) -> int:
    """Number of classes that have a place: those of weight 0 have none."""
    return sum(w > 0.0 for w in weights.values())


@cache
def votes(classes: int) -> int:
    """Votes of a leaf."""
    return piece(TALLY * classes)


@cache
def split(classes: int, branches: int) -> int:
    """Class weights and branches of a split; a binary one has no list of branches."""
    return piece(VOTE * classes) + piece(BRANCH * branches)


def split_of(node: Split) -> int:
    return split(present(node.votes), len(node.children) if node.verdict.best.kind == "many" else 0)


@dataclass
class Fixed:
    """What an empty tree with this observer has: the learner itself, and the observers of its leaf."""

    learner: int
    empty_observers: int

    @staticmethod
    def of(observer: str) -> "Fixed":
        report = VFDT(observer=observer).memory_report()
        return Fixed(report["schema"], report["observers"])


def schema(numeric: int, nominal: int, classes: Sequence[Any], categories: Iterable[Sequence[Any]]) -> int:
    """Columns that have had a value, classes and categories."""
    columns = roomy(numeric + nominal, COLUMN) + roomy(numeric, CODE) + roomy(nominal, CODE)
    return columns + dictionary(classes) + sum(map(dictionary, categories))


def observers(leaf: Leaf, numeric: list[Hashable], nominal: list[Hashable], fixed: Fixed) -> int:
    """Observers of a leaf; columns of each kind stand in the order of their first values in the tree.

    A leaf has a place for each column up to the last one that it has seen a value of, but for the dropped.
    """
    if leaf.frozen:
        return 0
    classes = present(leaf.votes)
    looks = [reach(leaf, columns) for columns in (numeric, nominal)]
    held = fixed.empty_observers
    if leaf.observer == "gaussian":
        held += piece(MOMENTS * classes * len(looks[0]))
    else:
        held += piece(DYADIC * len(looks[0]))
        held += sum(slots_of(leaf, column, classes) for column in looks[0])
    held += tables(leaf, looks[1], classes)
    if leaf.dropped:
        lost = [sum(column in leaf.dropped for column in columns) for columns in (numeric, nominal)]
        held += piece(LENS) + sum(piece(CODE * count) for count in lost)
    return held


def reach(leaf: Leaf, columns: list[Hashable]) -> list[Hashable]:
    """Columns of one kind that the leaf has a place for."""
    last = max((at for at, column in enumerate(columns) if column in leaf.seen), default=-1)
    return [column for column in columns[: last + 1] if column not in leaf.dropped]


def slots_of(leaf: Leaf, column: Hashable, classes: int) -> int:
    """A dyadic column: room doubles from 8 up to the limit, and is all of it once a bit has gone."""
    room, summary = 0, leaf.summaries.get(column)
    if summary is not None:
        assert isinstance(summary, Dyadic)
        used, room = len(summary.slots()), 8
        while room < used:
            room *= 2
        room = summary.limit if summary.shift() else min(room, summary.limit)
    return piece(NUMBER * (classes + room * (1 + classes)))


def tables(leaf: Leaf, columns: list[Hashable], classes: int) -> int:
    """Nominal columns: a table of near codes and totals by class, and a hash table of far codes."""
    if not columns:
        return 0
    near = far = 0
    for column in columns:
        codes = leaf.nominal.get(column, {})
        near += max((code + 1 for code in codes if code < NEAR), default=0)
        far += sum(code >= NEAR for code in codes)
    held = piece(TABLES) + piece(CODE * (len(columns) + 1))
    held += piece(NUMBER * classes * (near + len(columns)))
    if far:
        held += piece(FAR) + hashed(far, 16) + roomy(far, NUMBER * classes)
    return held
