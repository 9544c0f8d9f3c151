"""A stream as a tree has learned it before, class and all: what a tree that is loaded can go on with.

Columns and classes may come at any row, so whatever is new could be meant; but a stream that has nothing in
common with the tree, or whose class was a column, is another one, and is refused.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from riparian.categories import Categories
from riparian.features import as_learned, check_columns, some
from riparian.streams.file import File
from riparian.streams.layout import GROWING
from riparian.streams.stream import Stream
from riparian.trees import Tree


class Learned(NamedTuple):
    """A stream for a tree: its columns as the tree knows them, and what it has too many or too few of."""

    stream: Stream
    new: list[str]
    absent: list[str]


def learned(tree: Tree, stream: Stream) -> Learned:
    """The stream with its columns and labels read as the tree has learned them.

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
    if not tree.n_rows:
        return Learned(stream, [], [])
    kinds = dict(zip(asked.columns, asked.kinds, strict=True))
    if any(not isinstance(name, str) for name in kinds):
        raise ValueError(
            f"the model has learned columns without names, and those of {stream.name} have some: from "
            "Python, it learns on from arrays"
        )
    if stream.target in kinds:
        raise ValueError(
            f"the class of {stream.name}, {stream.target!r}, is a column that the model has learned from: "
            "name the class with target="
        )
    there = [column.name for column in stream.columns]
    check_columns(stream, there, kinds)
    if isinstance(stream, File):
        texts = {name for name, alike in zip(kinds, asked.texts, strict=True) if alike}
        labels = tree.classes_.tolist()
        if all(isinstance(label, str) for label in labels):
            texts.add(stream.target)  # a digit is a name where all labels are
        if stream.repeatable:
            stream = as_learned(stream, kinds, stream.numbers & texts)
        if numbers := sorted(stream.numbers & texts):
            raise ValueError(
                f"{stream.name} has numbers in {some(numbers)}, and the model has learned texts there: read "
                f"it with nominal={numbers!r}"
            )
        _check_class(labels, stream)
    growing = getattr(stream, "format", None) in GROWING
    return Learned(
        stream,
        [name for name in there if name not in kinds],
        [] if growing else [name for name in kinds if name not in there],
    )


def _check_class(known: list[Any], stream: File) -> None:
    """Refuse a last column that was taken for the class, and has none of the labels of the tree at first.

    Whoever names the class may bring new labels.
    """
    if stream.options.target is not None or not stream.repeatable:
        return
    first = next(stream.batches(), None)
    found = [] if first is None else _labels(first.y)
    if found and known and not set(found) & set(known):
        raise ValueError(
            f"{stream.name} has the classes {some(found)} in its first rows, and the model has learned "
            f"{some(known)}: name the class with target="
        )


def _labels(y: Any) -> list[Any]:
    """The different labels, in the order in which they come."""
    if isinstance(y, Categories):
        return [y.categories[code] for code in dict.fromkeys(y.codes.tolist()) if code >= 0]
    return list(dict.fromkeys(y.tolist()))
