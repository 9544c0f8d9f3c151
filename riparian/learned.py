"""A stream as a tree has learned it before, class and all: what a tree that is loaded can go on with.

Columns and classes may come at any row, so whatever is new could be meant; but a stream that has nothing in
common with the tree, or whose class was a column, is another one, and is refused.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from riparian.categories import Categories
from riparian.features import check_columns, some
from riparian.held import as_held, held
from riparian.plain import shown
from riparian.streams.arrow_columns import spells
from riparian.streams.file import File
from riparian.streams.layout import GROWING
from riparian.streams.stream import Stream, Values
from riparian.trees import Tree

# So many labels are those of a class, however few rows have each.
MANY = 1000


class Learned(NamedTuple):
    """A stream for a tree: its columns as the tree knows them, and what it has too many or too few of."""

    stream: Stream
    new: list[str]
    absent: list[str]
    # The classes of the first rows, if the tree knows none of them.
    strange: list[Any]


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
    (['attrib2', 'attrib3'], ['rain'], [])
    """
    asked = tree._asked()
    if not tree.n_rows:
        return Learned(stream, [], [], [])
    holds = held(asked)
    if any(not isinstance(name, str) for name in holds):
        raise ValueError(
            f"the model has learned columns without names, and those of {stream.name} have some: from "
            "Python, it learns on from arrays"
        )
    if stream.target in holds:
        raise ValueError(
            f"the class of {stream.name}, {shown(stream.target)}, is a column that the model has learned "
            "from: name the class with target="
        )
    there = [column.name for column in stream.columns]
    check_columns(stream, there, holds)
    strange: list[Any] = []
    if isinstance(stream, File):
        labels = tree.classes_.tolist()
        # A digit is a name where all labels are.
        classes = {stream.target: "texts"} if all(isinstance(label, str) for label in labels) else {}
        stream, numbers = as_held(stream, {**holds, **classes})
        if numbers:
            raise ValueError(
                f"{stream.name} has numbers in {some(numbers)}, and the model has learned texts there: read "
                f"it with nominal={numbers!r}"
            )
        strange = _strange(labels, stream)
    growing = getattr(stream, "format", None) in GROWING
    return Learned(
        stream,
        [name for name in there if name not in holds],
        [] if growing else [name for name in holds if name not in there],
        strange,
    )


def check_labels(stream: Stream, y: Values) -> None:
    """Refuse first rows that hardly ever have the same label: learning them takes more and more time.

    Labels that a file declares, or was told, are meant.

    >>> import numpy as np
    >>> from riparian.streams import open_stream
    >>> check_labels(open_stream("sea"), np.arange(3000))
    Traceback (most recent call last):
    ValueError: 'class' of sea has 3,000 labels in its first 3,000 rows, too many for a class: name ...
    """
    meant = isinstance(stream, File) and stream.classes is not None
    count = len(_labels(y)) if len(y) > MANY and not meant else 0
    if count > MANY and count > len(y) // 2:
        raise ValueError(
            f"{shown(stream.target)} of {stream.name} has {count:,} labels in its first {len(y):,} rows, too "
            "many for a class: name another column with target= (or declare them with classes=)"
        )


def _strange(known: list[Any], stream: File) -> list[Any]:
    """The classes of the first rows, if none of them is known; whoever names the class may bring such.

    A last column that was only taken for the class is refused then, and so are labels that read like known
    ones and are others.
    """
    if not stream.repeatable:
        return []
    first = next(stream.batches(), None)
    found = [] if first is None else _labels(first.y)
    if not (found and known) or set(found) & set(known):
        return []
    told = f"{stream.name} has the classes {some(found)} in its first rows, and the model has learned"
    if set(map(str, known)) & set(map(str, found)):
        raise ValueError(f"{told} {some(known)}: {_confusion(known, found)}")
    if stream.options.target is None:
        raise ValueError(
            f"{told} {some(known)}: name the class with target= (rows without one can be predicted only)"
        )
    return found


def _confusion(known: list[Any], found: list[Any]) -> str:
    """What is told of labels that read like others and are none of them."""
    if any(isinstance(label, bool) for label in [*known, *found]):
        return "'True' is not True; give the classes as they were learned (CSV files hold no truth values)"
    odd = next((label for label in found if isinstance(label, str) and not spells(label)), None)
    if odd is None:
        return "'1' is not 1; give the classes as they were learned"
    told = shown(odd)
    return (
        f"'1' is not 1, and all labels are read as texts because of {told}: correct or remove the rows that "
        "have it"
    )


def _labels(y: Values) -> list[Any]:
    """The different labels, in the order in which they come."""
    if isinstance(y, Categories):
        return [y.categories[code] for code in dict.fromkeys(y.codes.tolist()) if code >= 0]
    return list(dict.fromkeys(y.tolist()))
