"""A reader of model files that knows docs/model-files.md alone: what a node holds, and where rows go."""

import struct
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tests.model_files.anatomy import sections


class Column(NamedTuple):
    """A column: its kind, its place among those of its kind, and its categories."""

    kind: int
    place: int
    categories: list[Any]


class Leaf(NamedTuple):
    """A leaf; `numeric` has what the observer keeps, as one list of numbers or several."""

    classes: list[int]
    votes: list[float]
    own: list[float]
    frozen: int
    dropped: tuple[list[int], list[int]]
    width: int
    numeric: list[list[float]]
    starts: list[int]
    nominal: list[float]
    far: list[tuple[int, int, list[float]]]


class Inner(NamedTuple):
    """A node that parts rows."""

    kind: int
    column: int
    tested: Any
    row: int
    missing: int
    votes: list[tuple[int, float]]
    children: list[int]
    categories: list[int]


class Remembered(NamedTuple):
    """A row of a window."""

    numbers: list[float]
    categories: list[int]
    label: int
    weight: float
    right: int


class Model(NamedTuple):
    """The learning state of a file; without a window None."""

    observer: str
    classes: list[Any]
    columns: list[Column]
    rows: int
    nodes: list[Leaf | Inner]
    kept: dict[int, Leaf]
    window: list[Remembered] | None


class Body:
    """The bodies of all sections of a name, read from their beginning."""

    def __init__(self, file: bytes, name: str) -> None:
        self.data = b"".join(section.body for section in sections(file) if section.name == name)
        self.at = 0

    def one(self, form: str) -> Any:
        (found,) = struct.unpack_from(f"<{form}", self.data, self.at)
        self.at += struct.calcsize(f"<{form}")
        return found

    def u32(self) -> int:
        return int(self.one("I"))

    def u64(self) -> int:
        return int(self.one("Q"))

    def f64(self) -> float:
        return float(self.one("d"))

    def several(self, one: Callable[[], Any]) -> list[Any]:
        """A list."""
        return [one() for _ in range(self.u64())]

    def bytes(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def text(self) -> str:
        return self.bytes(self.u64()).decode()

    def observer(self) -> str:
        """The observer without its limits; the other settings are passed over, to their end."""
        _criterion, _predictor, observer, _candidates = (self.text() for _ in range(4))
        _points, _rule, _numbers = self.u64(), self.text(), [self.f64() for _ in range(4)]
        _grace_period, _max_depth, _max_leaves, flags = self.u64(), self.u64(), self.u64(), self.u32()
        least_variance, max_error, revised, window = "d", "d", "QdI", "I"
        for bit, announced in ((5, least_variance), (7, max_error), (8, revised), (9, window)):
            if flags >> bit & 1:
                self.bytes(struct.calcsize(f"<{announced}"))
        _budget = self.u64()
        return observer.partition(":")[0]

    def label(self) -> Any:
        """A label of a dictionary, without the row in which it came."""
        kind = self.u32()
        content = {0: self.u64, 1: lambda: self.one("q"), 2: self.f64, 3: self.text, 4: self.text}[kind]()
        self.u64()
        return bool(content) if kind == 0 else content

    def column(self) -> Column:
        kind, place, _since = self.u32(), self.u64(), self.u64()
        return Column(kind, place, self.several(self.label))

    def node(self, observer: str) -> Leaf | Inner:
        kind = self.u32()
        return self.inner(kind) if kind else self.leaf(observer)

    def inner(self, kind: int) -> Inner:
        column = self.u32()
        tested: Any = self.f64() if kind == 1 else self.u64()
        if kind == 4:
            tested = [self.f64() for _ in range(tested)]
        row, _reason, _measures = self.u64(), self.u32(), [self.f64() for _ in range(3)]
        missing, votes = self.u32(), self.several(lambda: (self.u32(), self.f64()))
        return Inner(
            kind, column, tested, row, missing, votes, self.several(self.u32), self.several(self.u32)
        )

    def leaf(self, observer: str) -> Leaf:
        classes = self.several(self.u32)
        votes, own = ([self.f64() for _ in classes] for _ in range(2))
        _measures, _since, frozen = [self.f64() for _ in range(5)], self.u32(), self.u32()
        if frozen:
            return Leaf(classes, votes, own, frozen, ([], []), 0, [], [], [], [])
        dropped = self.several(self.u32), self.several(self.u32)
        width = self.u32()
        lists = [self.several(self.f64) for _ in range(1 if observer == "gaussian" else width)]
        starts, nominal = self.several(self.u32), self.several(self.f64)
        far = self.several(lambda: (self.u32(), self.u32(), [self.f64() for _ in classes]))
        return Leaf(classes, votes, own, frozen, dropped, width, lists, starts, nominal, far)

    def remembered(self) -> list[Remembered]:
        rows, numeric, nominal = self.u64(), self.u64(), self.u64()
        return [
            Remembered(
                [self.f64() for _ in range(numeric)],
                [self.u32() for _ in range(nominal)],
                self.u32(),
                self.f64(),
                self.bytes(1)[0],
            )
            for _ in range(rows)
        ]


def read(file: bytes) -> Model:
    """The model of a file."""
    names = ("config", "schema", "counts", "nodes", "kept", "window")
    config, schema, counts, nodes, kept, window = (Body(file, name) for name in names)
    observer = config.observer()
    schema.u64()
    classes, columns = schema.several(schema.label), schema.several(schema.column)
    rows, count = counts.u64(), counts.u64()
    model = Model(
        observer,
        classes,
        columns,
        rows,
        [nodes.node(observer) for _ in range(count)],
        dict(kept.several(lambda: (kept.u32(), kept.leaf(observer)))) if kept.data else {},
        window.remembered() if window.data else None,
    )
    for body in (config, schema, nodes, kept, window):
        assert body.at == len(body.data)
    return model


def votes_at(model: Model, number: int) -> dict[int, float]:
    """The votes of a node by class; with a window those that it keeps."""
    node = model.nodes[number] if model.window is None else model.kept.get(number, model.nodes[number])
    return dict(zip(node.classes, node.votes, strict=True) if isinstance(node, Leaf) else node.votes)


def votes_for(model: Model, values: Sequence[Any]) -> dict[int, float]:
    """The votes that answer a row, whose values stand in the order of the columns; None is missing."""
    number = 0
    while isinstance(node := model.nodes[number], Inner):
        wanted = (1 if node.kind in (1, 4) else 2, node.column)
        value, column = next(
            pair for pair in zip(values, model.columns, strict=True) if pair[1][:2] == wanted
        )
        if value is None:
            number = node.missing
            continue
        code = column.categories.index(value) if value in column.categories else -1
        match node.kind:
            case 1:
                way = int(value > node.tested)
            case 2:
                way = int(code != node.tested)
            case 3 if code not in node.categories:
                break
            case 3:
                way = node.categories.index(code)
            case _:
                way = sum(value > cut for cut in node.tested)
        number = node.children[way]
    return votes_at(model, number)
