"""What a tree says of each row of a stream, written to a file batch by batch."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from riparian.categories import Categories
from riparian.features import Features
from riparian.plain import shown
from riparian.settings import listed
from riparian.streams.file import reads
from riparian.streams.layout import Layout
from riparian.streams.sources import suffix
from riparian.streams.stream import Batch, Column, Stream, Values
from riparian.streams.writing import write_as
from riparian.trees import Tree

FORMATS = {"csv": "csv", "parquet": "parquet", "pq": "parquet"}


class Predictions(Stream):
    """A stream of row numbers and predictions; its last column stands where others have the class."""

    def __init__(self, tree: Tree, of: Stream, probabilities: bool) -> None:
        self.name, self.rows, self.ends = f"predictions of {of.name}", of.rows, of.ends
        self._tree, self._of = tree, of if isinstance(of, Features) else Features(tree, of)
        self._labels: list[Any] = tree.classes_.tolist()
        self._shares = [f"p({label})" for label in self._labels] if probabilities else []
        twice = next((name for name in self._shares if self._shares.count(name) > 1), None)
        if twice is not None:
            raise ValueError(
                f"two classes would both have the column {shown(twice)}: leave probabilities out"
            )
        self._names = ["row", "prediction", *self._shares]
        self.target = self._names[-1]

    @property
    def columns(self) -> tuple[Column, ...]:
        """Row, prediction and probabilities, but the last of them."""
        kinds = [None, None if self._counts() else tuple(self._labels), *(None for _ in self._shares)]
        return tuple(Column(name, kind) for name, kind in zip(self._names[:-1], kinds, strict=False))

    @property
    def classes(self) -> tuple[Any, ...] | None:
        """The labels, where the prediction is the last column and they are names."""
        return None if self._shares or self._counts() else tuple(self._labels)

    def layout(self) -> Layout:
        """What the file will hold."""
        columns = {
            column.name: None if column.categories is None else list(column.categories)
            for column in self.columns
        }
        classes = self.classes
        return Layout(columns, self.target, None if classes is None else list(classes), weighted=False)

    def start(self) -> Iterator[Batch]:
        """Batches from the first row, as the stream has them."""
        at = 0
        for X, y, _ in self._of.batches():
            found: list[Values] = [np.arange(at, at + len(y)), self._said(X)]
            if self._shares:
                found += list(self._tree.predict_proba_many(X).T)
            at += len(y)
            values = dict(zip(self._names, found, strict=True))
            yield Batch(values, values.pop(self.target))

    def _counts(self) -> bool:
        """Whether the labels are numbers, and stay so in the file."""
        if {type(label) for label in self._labels} == {int}:
            return all(-(2**63) <= label < 2**63 for label in self._labels)
        return {type(label) for label in self._labels} == {float}

    def _said(self, X: Any) -> Values:
        codes, classes = self._tree._predict_codes(X)
        return np.array(classes)[codes] if self._counts() else Categories(codes, self._labels)


def write_predictions(
    tree: Tree,
    stream: Stream,
    path: str | os.PathLike[str],
    *,
    rows: int | None = None,
    probabilities: bool = False,
    progress: Callable[[int], object] | None = None,
) -> int:
    """Write what a tree says of each row of a stream; how many rows they were. The tree stays as it is.

    The file appears under its name when it is complete, and not before.

    Parameters
    ----------
    tree : Tree
        The model.
    stream : Stream
        The rows. All columns of a file are read, with or without a class, which is not looked at.
        Columns that the tree has not learned are ignored, and those that are not there are missing.
    path : path
        The file: .csv, also packed as .csv.gz or .csv.zst, or .parquet.
    rows : int or None, default None
        How many rows; None for all, which an endless stream does not have.
    probabilities : bool, default False
        The probability of each class, too, as columns p(class).
    progress : callable or None
        Called as progress(rows written) now and then.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from riparian import VFDT
    >>> from riparian.streams import open_stream
    >>> tree, stream = VFDT(), open_stream("sea")
    >>> X, y, _ = stream.take(1000)
    >>> tree.learn_many(X, y)
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "said.csv"
    >>> write_predictions(tree, stream, path, rows=2)
    2
    >>> print(path.read_text())
    row,prediction
    0,groupB
    1,groupB
    <BLANKLINE>
    """
    path = Path(path)
    if (found := FORMATS.get(suffix(path))) is None:
        wanted = listed(("csv", "csv.gz", "csv.zst", "parquet"))
        raise ValueError(f"the suffix of {path.name!r} must be {wanted}, got {suffix(path)!r}")
    if rows is None and not stream.ends:
        raise ValueError(f"{stream.name} has no end: say how many rows to predict")
    if reads(stream, path):
        raise ValueError(f"{path} is what the rows are read from: write the predictions to another file")
    said = Predictions(tree, stream, probabilities)
    return write_as(said, path, said.layout(), rows=rows, format=found, progress=progress)
