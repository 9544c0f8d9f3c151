"""A stream as a tree has learned it before, class and all: what a tree that is loaded can go on with.

Columns and classes may come at any row, so whatever is new could be meant; but a stream that has nothing in
common with the tree, or whose class was a column, is another one, and is refused.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from riparian.categories import Categories
from riparian.features import as_learned, some
from riparian.streams.file import File
from riparian.streams.generated import Generated
from riparian.streams.named import Dataset
from riparian.streams.stream import Stream
from riparian.trees import Tree


class Learned(NamedTuple):
    """A stream for a tree: its columns as the tree knows them, and what it has too many or too few of."""

    stream: Stream
    new: list[str]
    absent: list[str]


def learned(tree: Tree, stream: Stream) -> Learned:
    """The stream with its columns read as the tree has learned them.

    Parameters
    ----------
    tree : Tree
        The tree; one that has learned nothing takes any stream.
    stream : Stream
        The rows.

    Examples
    --------
    >>> from riparian import VFDT
    >>> from riparian.streams import open_stream
    >>> tree = VFDT()
    >>> tree.learn_many({"attrib1": [1.0, 2.0], "rain": [0.0, 1.0]}, ["groupA", "groupB"])
    >>> learned(tree, open_stream("sea"))[1:]
    (['attrib2', 'attrib3'], ['rain'])
    """
    asked = tree._asked()
    if not tree.n_rows or asked.by_position:
        return Learned(stream, [], [])
    kinds = dict(zip(asked.columns, asked.kinds, strict=True))
    if stream.target in kinds:
        raise ValueError(
            f"the class of {stream.name}, {stream.target!r}, is a column that the model has learned from: "
            "name the class with target="
        )
    there = [column.name for column in stream.columns]
    if there and not any(name in kinds for name in there):
        raise ValueError(
            f"{stream.name} has none of the columns that the model has learned, which are "
            f"{some(list(kinds))}: it has {some(there)}"
        )
    if isinstance(stream, File) and stream.repeatable:
        texts = {name for name, alike in zip(kinds, asked.texts, strict=True) if alike}
        stream = as_learned(stream, kinds, stream.numbers & texts)
    _check_classes(tree, stream)
    return Learned(
        stream,
        [name for name in there if name not in kinds],
        [str(name) for name in kinds if name not in there],
    )


def _check_classes(tree: Tree, stream: Stream) -> None:
    """Refuse a stream whose first rows have none of the classes of the tree."""
    if not (isinstance(stream, Generated | Dataset) or (isinstance(stream, File) and stream.repeatable)):
        return  # its rows come once
    first = next(stream.batches(), None)
    known = tree.classes_.tolist()
    found = _labels(first.y) if first is not None else []
    if found and known and not set(found) & set(known):
        hint = ": name the class with target=" if isinstance(stream, File) else ""
        raise ValueError(
            f"{stream.name} has the classes {some(found)} in its first rows, and the model has learned "
            f"{some(known)}{hint}"
        )


def _labels(y: Any) -> list[Any]:
    """The different labels, in the order in which they come."""
    if isinstance(y, Categories):
        return [y.categories[code] for code in dict.fromkeys(y.codes.tolist()) if code >= 0]
    return list(dict.fromkeys(y.tolist()))
