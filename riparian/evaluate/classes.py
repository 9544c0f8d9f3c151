"""Labels of a stream and answers of models, as codes of one list of classes that only ever grows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.columns import coded, missing
from riparian.plain import plain, shown

Codes = NDArray[np.int32]

# Whole numbers within so small a range are looked up in a table instead of being sorted.
NEAR = 1 << 16


class Classes:
    """The classes met so far, in the order of their arrival.

    Parameters
    ----------
    labels : sequence
        Classes that are known beforehand.

    Examples
    --------
    >>> classes = Classes()
    >>> classes.true(np.array([7, 7, 3])).tolist(), classes.labels
    ([0, 0, 1], [7, 3])
    >>> classes.translated(np.array([1, -1], dtype=np.int32), [3, 7]).tolist()
    [0, -1]
    """

    def __init__(self, labels: Sequence[Any] = ()) -> None:
        self.labels: list[Any] = []
        self._codes: dict[Any, int] = {}
        # By owner: its last list of classes, and what the places in it mean here; None for the same.
        self._tables: dict[int, tuple[list[Any], Codes | None]] = {}
        for label in labels:
            self.code(label)

    def __len__(self) -> int:
        return len(self.labels)

    def code(self, label: Any) -> int:
        """The code of one label; a new one is entered."""
        label = plain(label)
        found = self._codes.setdefault(label, len(self.labels))
        if found == len(self.labels):
            self.labels.append(label)
        return found

    # ---- labels of a stream

    def true(self, y: Any, first_row: int = 0) -> Codes:
        """The codes of labels; one that is missing is refused with its row."""
        pair = coded(y)
        if pair is not None:
            codes, labels = pair
            found = self.translated(codes, labels)
        else:
            found = self._of_values(np.asarray(y))
        if len(found) and found.min() < 0:
            row = int(np.flatnonzero(found < 0)[0])
            raise ValueError(
                f"row {first_row + row} of the stream has no label, got {shown(y[row])}: leave such rows out"
            )
        return found

    def _of_values(self, y: NDArray[Any]) -> Codes:
        if y.dtype.kind == "b":
            y = y.astype(np.uint8)
        if not len(y) or y.dtype.kind not in "iuf":
            return self.answers(y.tolist())
        if y.dtype.kind in "iu" and int(y.max()) - int(y.min()) < NEAR:
            least = int(y.min())
            # Unsigned numbers may not fit into signed ones, differences of signed ones not into their own.
            wide = y if y.dtype.kind == "u" else y.astype(np.int64)
            places = (wide - wide.min()).astype(np.int32)
            return self.translated(places, range(least, int(y.max()) + 1))
        values, inverse = np.unique(y, return_inverse=True)
        return self.translated(inverse.astype(np.int32), values.tolist())

    # ---- answers of models

    def translated(self, codes: Codes, labels: Sequence[Any], owner: object = None) -> Codes:
        """Codes of another list of labels as codes of this one; -1 stays -1.

        Parameters
        ----------
        codes : array of int32
            Places in `labels`.
        labels : sequence
            What they stand for; those that occur and are new are entered.
        owner : object
            Whose list it is: it is looked at again only where it differs from the owner's last one.
        """
        labels = list(labels)
        known = self._tables.get(id(owner))
        if known is not None and known[0] == labels:
            table = known[1]
        else:
            table = self._table(codes, labels, owner)
        if table is None:
            return codes
        found: Codes = table[codes]
        return found

    def _table(self, codes: Codes, labels: list[Any], owner: object) -> Codes | None:
        """The code here of each place in `labels`, -1 last of all; None if they are the same."""
        table = np.full(len(labels) + 1, -1, dtype=np.int32)
        for place in self._in_order(codes, labels):
            table[place] = self.code(labels[place])
        same = None if (table[:-1] == np.arange(len(labels))).all() else table
        if (table[:-1] >= 0).all():
            self._tables[id(owner)] = (labels, same)
        return same

    def _in_order(self, codes: Codes, labels: Sequence[Any]) -> list[int]:
        """Places whose labels are known or occur: the new ones by the row of their first time."""
        met = np.bincount(codes + 1, minlength=len(labels) + 1)[1:]
        new = [place for place in np.flatnonzero(met).tolist() if labels[place] not in self._codes]
        old = [place for place, label in enumerate(labels) if label in self._codes]
        new.sort(key=lambda place: int((codes == place).argmax()))
        return [*old, *(place for place in new if not missing(labels[place]))]

    def answers(self, given: Sequence[Any]) -> Codes:
        """The codes of predicted labels, one object each; None is no answer."""
        return np.array([-1 if missing(label) else self.code(label) for label in given], dtype=np.int32)
