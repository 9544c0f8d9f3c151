"""The rows of a stream as a tree has learned them: its columns, by name or by position, and no class.

As for `predict_many`, columns that were never learned are ignored, and those that are not there are missing.
A stream that has none of them is a mistake, and is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from riparian.held import as_held, held
from riparian.plain import shown
from riparian.streams.file import File
from riparian.streams.layout import GROWING
from riparian.streams.stream import Batch, Column, Stream
from riparian.trees import Tree


class Features(Stream):
    """What a tree is asked about, row by row; NaN stands where other streams have the class.

    Parameters
    ----------
    tree : Tree
        The tree, which has learned something.
    of : Stream
        The rows. All columns of a file are read, its class, if it has one, like any column that the tree does
        not know; unless the file was told which one it is.

    Attributes
    ----------
    left_out : str or None
        The column that was taken for the class, as the tree knows columns by their place only.
    as_numbers : list of str
        Columns that are read as numbers, where the tree has learned texts like '1', which are not 1: they may
        have missing values only. What can be read a second time has none such, unless it was told so.

    Examples
    --------
    >>> from riparian import VFDT
    >>> from riparian.streams import from_table
    >>> tree = VFDT()
    >>> tree.learn_many({"level": [1.5, 2.5], "rain": [0.0, 1.0]}, ["dry", "wet"])
    >>> found = Features(tree, from_table({"level": [2.0], "name": ["Elbe"]}, ["wet"]))
    >>> found.take(1).X, found.absent
    ({'level': array([2.])}, ['rain'])
    """

    def __init__(self, tree: Tree, of: Stream) -> None:
        if not tree.n_rows:
            raise ValueError("the model has learned no row: there is nothing to predict with")
        asked = tree._asked()
        # Columns of lists are numbered, too.
        self._columns = asked.columns
        numbered = bool(self._columns) and self._columns == list(range(len(self._columns)))
        self._by_position = asked.by_position or numbered
        self.name, self.rows, self.ends = of.name, of.rows, of.ends
        self.paths = getattr(of, "paths", ())
        holds = held(asked)
        named = of.usual_class if isinstance(of, File) and of.options.target is not None else None
        if named in holds and not self._by_position:
            raise ValueError(
                f"the class of {of.name}, {shown(named)}, is a column that the model has learned from: name "
                "another one, or leave target= out"
            )
        if isinstance(of, File) and of.options.labelled:
            of = _without_class(of, holds)
        there = _names(of)
        self.left_out: str | None = None
        if self._by_position:
            there = self._in_order(of, there)
            holds = dict(zip(there, asked.holds, strict=True))
        else:
            check_columns(of, there, holds)
        self.as_numbers: list[str] = []
        if isinstance(of, File):
            # So that no line is broken by what is not asked about.
            known = tuple(name for name in holds if isinstance(name, str))
            of = of.again(only=known) if of.repeatable else of
            of, self.as_numbers = as_held(of, holds)
        self._rows = of
        self._names = list(holds)
        self._there, self._begun = set(there), False

    def _in_order(self, of: Stream, there: Sequence[str]) -> list[str]:
        """The columns of a stream for those of a tree that have no names; a class may stand among them."""
        wanted = len(self._columns)
        if isinstance(of, File) and of.options.target is None and len(there) == wanted + 1:
            self.left_out = of.usual_class
            there = [name for name in there if name != of.usual_class]
        if len(there) != wanted:
            raise ValueError(
                f"the model has learned {wanted} columns by position, and {of.name} has {len(there)}, "
                f"{some(there)}: give as many, in their order"
            )
        return list(there)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns that the tree has learned and the stream has."""
        return tuple(column for column in self._rows.columns if column.name in self._names)

    @property
    def absent(self) -> list[Any]:
        """Learned columns that the stream does not have, so far as it is read if they may come at any row."""
        if isinstance(self._rows, File) and self._rows.format in GROWING:
            return late_absent(self._rows, self._names) if self._begun else []
        return [name for name in self._names if name not in self._there]

    @property
    def classes(self) -> None:
        """Not known."""
        return

    @property
    def skipped(self) -> int:
        """Lines of a file left out so far in the latest reading."""
        return getattr(self._rows, "skipped", 0)

    @property
    def faults(self) -> tuple[str, ...]:
        """What was wrong with the first of them."""
        return getattr(self._rows, "faults", ())

    def start(self) -> Iterator[Batch]:
        """Batches from the first row, as the stream has them."""
        self._begun = True
        for X, y, _ in self._rows.start():
            found: dict[Any, Any] = {name: X[name] for name in self._names if name in X}
            for name in self.as_numbers:
                if name in found and not np.isnan(np.asarray(found[name], dtype=np.float64)).all():
                    raise ValueError(
                        f"{self.name} has numbers in {shown(name)}, and the model has learned texts there: "
                        f"read it with nominal={self.as_numbers!r}"
                    )
            if not found and self._names:  # a row without any known value still counts as a row
                found = {self._names[0]: np.full(len(y), np.nan)}
            if self._by_position:
                found = {self._names.index(name): values for name, values in found.items()}
            yield Batch(found, np.full(len(y), np.nan))
        learned = self._names and self._there
        if learned and isinstance(self._rows, File) and len(self.absent) == len(self._names):
            raise _none_of(self, sorted(self._there), self._names)


def check_columns(of: Stream, there: Sequence[str], learned: Mapping[Any, Any]) -> None:
    """Refuse a stream that has none of the columns that a tree has learned.

    Lines of JSON are judged by the first of them; columns of libsvm files may be those of any row.
    """
    if (
        there
        and learned
        and getattr(of, "format", None) != "libsvm"
        and not any(name in learned for name in there)
    ):
        raise _none_of(of, there, list(learned))


def _none_of(of: Stream, there: Sequence[str], learned: Sequence[Any]) -> ValueError:
    return ValueError(
        f"{of.name} has none of the columns that the model has learned, which are {some(learned)}: it has "
        f"{some(there)}"
    )


def late_absent(file: File, learned: Sequence[Any]) -> list[Any]:
    """Learned columns that a file does not have, now that it was read: where they may come at any row."""
    seen = file.seen
    return [name for name in learned if name not in seen] if file.format in GROWING else []


def _names(of: Stream) -> list[str]:
    """The columns of a stream that can be asked about."""
    if isinstance(of, File) and not of.options.labelled:
        return of.names
    return [column.name for column in of.columns]


def _without_class(file: File, holds: Mapping[Any, str | None]) -> File:
    """The file with all its columns, but for one that it was told to be the class."""
    if file.repeatable:
        return file.again(labelled=False)
    if file.target in holds:
        raise ValueError(
            f"{file.name} can be read only once, and its column {shown(file.target)}, which the model has "
            "learned from, was taken for the class: open it with labelled=False"
        )
    return file


def some(names: Sequence[Any]) -> str:
    """A few names for a message.

    >>> some(["a", "b"]), some("abcdef")
    ("'a', 'b'", "'a', 'b', 'c' and 3 more")
    """
    few = ", ".join(map(shown, names[:3]))
    return few if len(names) < 4 else f"{few} and {len(names) - 3} more"
