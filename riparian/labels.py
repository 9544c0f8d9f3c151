"""Labels and weights on their way in, answers on their way out.

Inside, classes are codes; outside, predictions keep the dtype of the labels that were learned.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riparian import sound
from riparian.columns import HALF, Codes, coded, encodable, missing, native, numeric, unmasked
from riparian.plain import plain, shown

# The native tree draws the same line.
MOST_WEIGHT = 1e15


class Labels(NamedTuple):
    """Labels ready for the native tree: an array, or codes and what they stand for; and their dtype."""

    data: NDArray[Any] | tuple[NDArray[np.int32], list[Any]]
    rows: int
    dtype: np.dtype[Any] | None

    def known_as(self, classes: Sequence[Any]) -> Labels:
        """The same labels, each by the object that the tree already has for it."""
        if not isinstance(self.data, tuple):
            if all(map(_is_plain, classes)):
                return self
            # One of the classes may be equal to a number without being a plain one (a fraction, say).
            return _codes(self.data.tolist())._replace(dtype=self.dtype).known_as(classes)
        own = dict(zip(classes, classes, strict=True))
        codes, kept = self.data
        return self._replace(data=(codes, [own.get(label, label) for label in kept]))

    def distinct(self) -> list[Any]:
        """The labels that occur, as Python objects."""
        if isinstance(self.data, tuple):
            return self.data[1]
        found: list[Any] = np.unique(self.data).tolist()
        return found

    def each(self) -> list[Any]:
        """The label of every row, as a Python object."""
        if isinstance(self.data, tuple):
            codes, kept = self.data
            return [kept[code] for code in codes.tolist()]
        found: list[Any] = self.data.tolist()
        return found


def labels(y: Any) -> Labels:
    """Labels of a batch: arrays of numbers and bools as they are, anything else as codes.

    >>> labels(["no", "yes", "no"]).data
    (array([0, 1, 0], dtype=int32), ['no', 'yes'])
    """
    if y is None:
        raise ValueError("learning requires y to be passed, but the target y is None")
    if isinstance(y, str | bytes | Mapping) or not (hasattr(y, "__array__") or isinstance(y, Sequence)):
        raise TypeError(f"y must hold one label per row, got {shown(y)}")
    sound.check(y, "y")
    if (pair := coded(y)) is not None:
        return _recoded(*pair)
    if hasattr(y, "__array__"):
        found = np.asanyarray(y)
        if isinstance(found, np.ma.MaskedArray):
            found = unmasked(found)
        if found.ndim != 1:
            raise ValueError(f"y should be a 1d array, got an array of shape {found.shape} instead")
        if found.dtype.kind in "biuf" and not (found.dtype == np.uint64 and (found >= 2**63).any()):
            return _numbers(found)
        return _codes(found.tolist() if found.dtype.kind in "OUTS" else list(found))
    kinds = set(map(type, y))
    if kinds in ({bool}, {int}, {float}) and (kinds != {int} or -(2**63) <= min(y) <= max(y) < 2**63):
        found = _numbers(np.array(y))
        return found if kinds == {float} else found._replace(dtype=None)
    return _codes(y)


def _recoded(given: NDArray[np.int32], categories: Sequence[Any]) -> Labels:
    """Labels that come as codes: only those that occur are looked at, and equal ones become one."""
    counts = np.bincount(given + 1, minlength=len(categories) + 1)
    used = np.flatnonzero(counts[1:]).tolist()
    codes = Codes(_accepted)
    try:
        if counts[0]:
            raise ValueError
        places = codes.of([categories[place] for place in used])
    except (TypeError, ValueError):
        return _codes([categories[code] if code >= 0 else None for code in given.tolist()])  # says which row
    if len(codes.kept) == len(categories):
        return Labels((given, codes.kept), len(given), None)
    moved = np.zeros(len(categories), dtype=np.int32)
    moved[used] = places
    return Labels((moved[given], codes.kept), len(given), None)


def _numbers(y: NDArray[Any]) -> Labels:
    # Looked at once: another thread may write to it meanwhile.
    if y.dtype.kind == "f" and not (finite := np.isfinite(y)).all():
        row = int(np.argmin(finite))
        raise _no_label(row, y[row])
    return Labels(native(y), len(y), y.dtype.newbyteorder("="))


def _no_label(row: int, value: Any) -> ValueError:
    return ValueError(f"row {row}: a label must not be missing, got {shown(value)}; leave the row out")


def _absent(value: Any) -> bool:
    """Whether a value is no label: missing, or (a date that is none, say) not even equal to itself."""
    return missing(value) or (_hashable(value) and not isinstance(value, str) and bool(value != value))


def _is_plain(label: Any) -> bool:
    """Whether a class is a text, a bool or a number that the core keeps as such."""
    return type(label) in (str, bool, float) or (type(label) is int and -(2**63) <= label < 2**63)


def _accepted(value: Any) -> Hashable:
    if _absent(value) or (isinstance(value, str) and not encodable(value)):
        raise ValueError
    kept: Hashable = str.__str__(value) if isinstance(value, str) else plain(value)
    return kept


def _codes(y: Sequence[Any]) -> Labels:
    codes = Codes(_accepted)
    try:
        return Labels((codes.of(y), codes.kept), len(y), None)
    except (TypeError, ValueError):
        for row, value in enumerate(y):
            if _absent(value):
                raise _no_label(row, value) from None
            if isinstance(value, str) and not encodable(value):
                raise ValueError(f"row {row}: a label must be text, got {shown(value)}: {HALF}") from None
            if not _hashable(value):
                kind = type(value).__name__
                raise TypeError(
                    f"row {row}: a label must be hashable, got {shown(value)} of type {kind!r}; "
                    "turn it into text or a tuple"
                ) from None
        raise


def _hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def weights(w: Any, rows: int, name: str = "w") -> NDArray[np.float64] | None:
    """Weights of a batch: one number from 0 to 1e15 per row, or None for 1 each."""
    if w is None:
        return None
    try:
        given = np.asanyarray(w)
        if isinstance(given, np.ma.MaskedArray):
            given = unmasked(given)
        if given.dtype.kind not in "biufO" or not all(map(_is_weight, _objects(given))):
            raise TypeError
        found = given.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name} must hold one number per row, got {shown(w)}") from None
    if found.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional, got shape {found.shape}")
    if len(found) != rows:
        raise ValueError(f"{name} must hold one weight per row: {rows} rows, {len(found)} weights")
    bad = ~((found >= 0) & (found <= MOST_WEIGHT))
    if bad.any():
        row = int(np.flatnonzero(bad)[0])
        raise ValueError(
            f"row {row}: {name} must be a number from 0 to 1e15, got {shown(found[row])}; 0 leaves a row out"
        )
    return np.ascontiguousarray(found)


def _objects(given: NDArray[Any]) -> list[Any]:
    """The values of an array of objects; an empty list for any other array."""
    found: list[Any] = given.ravel().tolist() if given.dtype.kind == "O" else []
    return found


def _is_weight(value: Any) -> bool:
    """Whether a value is a number or missing; a missing one is refused later, with its row."""
    return isinstance(value, bool | np.bool_) or numeric(value) or missing(value)


def counted(w: NDArray[np.float64] | None) -> NDArray[np.bool_] | None:
    """Which rows change the tree; None for all of them."""
    return None if w is None or w.all() else w > 0


def widened(before: np.dtype[Any] | None, now: np.dtype[Any] | None) -> np.dtype[Any] | None:
    """The dtype that holds the labels of both batches."""
    if before is None or now is None:
        return before if now is None else now
    found = np.promote_types(before, now)
    # Signed and unsigned integers of 64 bits have no type in common; their natural one keeps them apart.
    return None if found.kind == "f" and before.kind in "iu" and now.kind in "iu" else found


def as_array(classes: Sequence[Any], dtype: np.dtype[Any] | None) -> NDArray[Any]:
    """Labels as an array of the dtype they came in, else of their natural one."""
    found = np.empty(len(classes), dtype=object)
    found[:] = classes
    kinds = set(map(type, classes))
    if kinds == {bool}:
        return found.astype(np.bool_)
    floats = dtype if dtype is not None and dtype.kind == "f" else None
    if kinds and kinds <= {int, float} and (floats or float in kinds):  # the tree keeps 1.0 as 1
        return found.astype(floats or np.float64)
    if kinds == {int}:
        least, most = min(classes), max(classes)
        for choice in (dtype, np.dtype(np.int64), np.dtype(np.uint64)):
            if choice is not None and choice.kind in "iu":
                limits = np.iinfo(choice)
                if limits.min <= least and most <= limits.max:
                    return found.astype(choice)
        return found
    if kinds == {str} and not any(label.endswith("\0") for label in classes):
        return found.astype(np.str_)
    return found


def answers(codes: NDArray[np.int32], classes: Sequence[Any], dtype: np.dtype[Any] | None) -> NDArray[Any]:
    """Predicted labels; a row without an answer (code -1) holds what no label can be.

    That is NaN among floats, '' among texts, the smallest of signed and the largest of unsigned integers,
    and None (dtype object) among all others, or where that value is itself a label.

    >>> answers(np.array([1, -1], dtype=np.int32), ["no", "yes"], None)
    array(['yes', ''], dtype='<U3')
    """
    found = as_array(classes, dtype)
    if not len(codes) or codes.min() >= 0:
        return found[codes]
    nothing: Any = None
    if found.dtype.kind == "f":
        nothing = np.nan
    elif found.dtype.kind == "U":
        nothing = ""
    elif found.dtype.kind == "i":
        nothing = np.iinfo(found.dtype).min
    elif found.dtype.kind == "u":
        nothing = np.iinfo(found.dtype).max
    if nothing is None or nothing in classes:
        found, nothing = found.astype(object), None
    # Code -1 takes the last entry.
    answered: NDArray[Any] = np.concatenate([found, np.array([nothing], dtype=found.dtype)])[codes]
    return answered
