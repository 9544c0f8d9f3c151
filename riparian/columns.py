"""One column of a table, as the native door takes it: numbers, bools, or (codes, categories).

The first value present decides the kind of a column: a number makes it numeric, a text or a bool nominal.
Missing are None, NaN, infinities, pandas' NA and NaT, and masked values.
What a table is, is not decided here (see tables).
"""

from __future__ import annotations

import itertools
import math
import numbers
import sys
from collections.abc import Callable, Hashable, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from riparian.plain import shown

Column: TypeAlias = "NDArray[Any] | tuple[NDArray[np.int32], list[Any]]"

# Squares of larger numbers do not fit; the native tree cuts off here, too (see docs/definition.md).
LARGEST = 1e140

_MISSING_TYPES = {"NAType", "NaTType", "MaskedConstant"}


def missing(value: Any) -> bool:
    """Whether a value counts as missing."""
    if value is None or type(value).__name__ in _MISSING_TYPES:
        return True
    if isinstance(value, float | np.floating):
        return not math.isfinite(value)
    return isinstance(value, Decimal) and not value.is_finite()


def numeric(value: Any) -> bool:
    """Whether a value is a number; a bool is not, though it may stand for one."""
    return isinstance(value, numbers.Real | Decimal) and not isinstance(
        value, bool | np.bool_ | np.datetime64 | np.timedelta64
    )


def described(name: Hashable) -> str:
    """A column as messages call it: feature 'age', or feature 3 of an array."""
    return f"feature {shown(name)}"


class Codes(dict[Any, int]):
    """Numbers distinct values in order of arrival.

    `accept` turns a new value into what is kept of it, or into None if it is missing.
    """

    def __init__(self, accept: Callable[[Any], Any]) -> None:
        self.accept = accept
        self.kept: list[Any] = []

    def __missing__(self, value: Any) -> int:
        kept = self.accept(value)
        if kept is None:
            return -1
        self[value] = len(self.kept)
        self.kept.append(kept)
        return self[value]

    def of(self, values: Sequence[Any]) -> NDArray[np.int32]:
        """The code of every value, -1 for the missing."""
        return np.fromiter(map(self.__getitem__, values), np.int32, len(values))


def category(value: Any) -> str | bool | int | float | None:
    """A category as kept: a text, a bool or a number; None if missing.

    Raises TypeError for what cannot be a category, saying what to do instead.
    """
    if missing(value):
        return None
    if isinstance(value, str):
        if not encodable(value):
            raise TypeError(HALF)
        return str.__str__(value)  # the text itself, whatever a subclass makes of it
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, numbers.Integral) and -(2**63) <= int(value) < 2**63:
        return int(value)
    if numeric(value):
        try:
            return float(value)
        except OverflowError:  # beyond the floats: the largest stands for it, as in rows that come one by one
            return sys.float_info.max if value > 0 else -sys.float_info.max
    raise TypeError(remedy(value))


def encodable(text: str) -> bool:
    """Whether a text can be written: Python allows half of a pair of surrogates, which is not a character."""
    try:
        str.encode(text)
    except UnicodeEncodeError:
        return False
    return True


# What to do about a text that cannot be written.
HALF = "half of a pair of surrogates is not a character: decode the text anew, with errors='replace'"


def remedy(value: Any) -> str:
    """What to do about a value that no column can hold."""
    if isinstance(value, str):
        return HALF
    if isinstance(value, bytes | bytearray):
        return "decode it to a text first"
    if isinstance(value, complex | np.complexfloating):
        return "Complex data not supported: give the real and the imaginary part as two columns"
    if isinstance(value, list | tuple | dict | set | np.ndarray):
        return "nested values are not supported: give each part a column of its own"
    if isinstance(value, date | timedelta | np.datetime64 | np.timedelta64):
        return "dates and times are not supported: give a number (seconds, say) or a text"
    return "give a number, a text, a bool or None"


def refusal(row: int, name: Hashable, wanted: str, value: Any, way_out: str) -> TypeError:
    """The error for one value of a table."""
    return TypeError(f"row {row}: {described(name)} must be {wanted}, got {shown(value)}: {way_out}")


def from_objects(
    values: Sequence[Any], name: Hashable, kind: str | None, counted: NDArray[np.bool_] | None = None
) -> Column:
    """A column of Python objects; `kind` is what the tree has learned it to be, if anything.

    Rows that are not `counted` (their weight is 0) have no say in what the kind is while others have.
    """
    if kind is None:
        heard = values if counted is None else itertools.chain(itertools.compress(values, counted), values)
        first = next((value for value in heard if not missing(value)), None)
        kind = "numeric" if first is None or numeric(first) else "nominal"
    return numbers_of(values, name) if kind == "numeric" else categories_of(values, name)


_PLAIN_NUMBERS = {int, float, bool, type(None), np.float64, np.float32, np.int64, np.int32, np.bool_}


def numbers_of(values: Sequence[Any], name: Hashable) -> NDArray[np.float64]:
    """Numbers as floats, missing ones as NaN; anything else is refused with its row."""
    types = set(map(type, values))
    try:
        if types <= {int, float, bool}:
            return np.fromiter(values, np.float64, len(values))
        if types <= _PLAIN_NUMBERS:
            return np.array(values, dtype=np.float64)
    except OverflowError:
        pass  # whole numbers beyond the floats: one at a time, below
    found = np.empty(len(values))
    for row, value in enumerate(values):
        if missing(value):
            found[row] = math.nan
        elif numeric(value) or isinstance(value, bool | np.bool_):
            try:
                found[row] = float(value)
            except OverflowError:
                found[row] = LARGEST if value > 0 else -LARGEST
        elif isinstance(value, str):
            raise ValueError(
                f"row {row}: {described(name)} must be a number, got {shown(value)}; a column keeps the kind "
                "of its first value: give None if there is none, or declare categories "
                f"with nominal=[{shown(name)}]"
            )
        else:
            raise refusal(row, name, "a number", value, remedy(value))
    return found


def categories_of(values: Sequence[Any], name: Hashable) -> tuple[NDArray[np.int32], list[Any]]:
    """Codes and categories of a nominal column; what cannot be a category is refused with its row."""
    codes = Codes(category)
    try:
        return codes.of(values), codes.kept
    except TypeError:
        pass  # one of them is no category, or cannot be hashed though it is missing: one at a time, below
    found = []
    for row, value in enumerate(values):
        try:
            found.append(category(value))
        except TypeError as reason:
            raise refusal(row, name, "a text, a bool or a number", value, str(reason)) from None
    codes = Codes(category)
    return codes.of(found), codes.kept


def from_array(
    values: NDArray[Any], name: Hashable, kind: str | None, counted: NDArray[np.bool_] | None = None
) -> Column:
    """A one-dimensional NumPy array of any dtype as a column."""
    if isinstance(values, np.ma.MaskedArray):
        values = unmasked(values)
    if values.dtype.kind == "b" and kind == "numeric":
        return values.astype(np.uint8)
    if values.dtype.kind in "biuf":
        return native(values)
    if values.dtype.kind in "OUT":
        return from_objects(values.tolist(), name, kind, counted)
    if not len(values):
        return np.empty(0)
    error = ValueError if values.dtype.kind == "c" else TypeError
    first = values[0]
    raise error(f"row 0: {described(name)} has dtype {values.dtype}, got {shown(first)}: {remedy(first)}")


def coded(values: Any) -> tuple[NDArray[np.int32], list[Any]] | None:
    """The codes and the values they stand for, of Categories and of pandas' Categorical; None for others."""
    if isinstance(values, np.ndarray) or not (hasattr(values, "codes") and hasattr(values, "categories")):
        return None
    codes = np.array(values.codes, dtype=np.int32)  # a copy: another thread may write to what was given
    categories = values.categories
    found: list[Any] = categories.tolist() if hasattr(categories, "tolist") else list(categories)
    if len(codes) and not -1 <= codes.min() <= codes.max() < len(found):
        row = int(np.flatnonzero((codes < -1) | (codes >= len(found)))[0])
        raise ValueError(
            f"row {row}: code {codes[row]} belongs to no category: there are {len(found)}, codes are at "
            f"least 0 and below {len(found)}, and -1 is a missing value"
        )
    return codes, found


def from_codes(
    codes: NDArray[np.int32], categories: Sequence[Any], name: Hashable
) -> tuple[NDArray[np.int32], list[Any]]:
    """A nominal column that comes as codes: they stay as they are, so that no row costs a Python object."""
    kept = list(categories)
    for code, value in enumerate(kept):
        if isinstance(value, bool | int | float) and not missing(value):
            continue
        if isinstance(value, str) and encodable(value):
            continue
        used = np.flatnonzero(codes == code)
        if missing(value):
            codes = np.where(codes == code, np.int32(-1), codes)
        elif len(used):
            raise refusal(int(used[0]), name, "a text, a bool or a number", value, remedy(value))
        kept[code] = ""  # never asked for
    return codes, kept


def unmasked(values: Any) -> NDArray[Any]:
    """A masked array as objects, None where it is masked."""
    found: NDArray[Any] = np.ma.getdata(values).astype(object)
    found[np.ma.getmaskarray(values)] = None
    return found


def native(values: NDArray[Any]) -> NDArray[Any]:
    """Bools or numbers in a layout that the native tree reads; a view of what is given where that will do."""
    values = np.asarray(values)
    if values.dtype.kind == "f" and values.dtype.itemsize not in (4, 8):
        wide = values.astype(np.float64)
        # What is finite in a wider format stays finite.
        beyond = np.isinf(wide) & np.isfinite(values)
        wide[beyond] = np.where(values[beyond] > 0, LARGEST, -LARGEST)
        return wide
    if not values.dtype.isnative:
        return values.astype(values.dtype.newbyteorder("="))
    if not values.flags.aligned or any(stride % values.itemsize for stride in values.strides):
        return values.copy()
    return values
