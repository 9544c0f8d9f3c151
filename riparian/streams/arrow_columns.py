"""Columns of record batches as a stream has them: numbers, names with lasting codes, classes, weights.

A value that does not fit is told with its row; what becomes of the row is decided in arrow_files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riparian.categories import Categories
from riparian.guests import guest
from riparian.labels import MOST_WEIGHT
from riparian.plain import shown
from riparian.streams.stream import Values

MISSING_CLASS = "the class is missing; on_error='skip' leaves such rows out"


class Found(NamedTuple):
    """The values of a column; the rows that do not fit, and what is wrong with them."""

    values: Values
    bad: NDArray[np.bool_] | None = None
    wrong: Callable[[int], str] = lambda _row: ""


Reading = Callable[[Any], Found]


def is_numeric(kind: Any) -> bool:
    """Whether values of this type are numbers; points in time and lengths of time are, in their unit."""
    types = guest("pyarrow.types", "frames")
    return bool(
        types.is_integer(kind)
        or types.is_floating(kind)
        or types.is_decimal(kind)
        or types.is_temporal(kind)
        or types.is_null(kind)
    )


def is_nominal(kind: Any) -> bool:
    """Whether values of this type are names."""
    types = guest("pyarrow.types", "frames")
    texts = (types.is_string, types.is_large_string, types.is_string_view, types.is_boolean)
    return types.is_dictionary(kind) or any(told(kind) for told in texts)


def is_codes(kind: Any) -> bool:
    """Whether values of this type are numbers as categories."""
    return bool(guest("pyarrow.types", "frames").is_dictionary(kind)) and is_numeric(kind.value_type)


def numbers(array: Any) -> NDArray[np.float64]:
    """Numbers of any width; NaN for null."""
    arrow, types = guest("pyarrow", "frames"), guest("pyarrow.types", "frames")
    if types.is_temporal(array.type):
        array = array.cast(arrow.int32() if array.type.bit_width == 32 else arrow.int64())
    elif types.is_decimal(array.type) or types.is_null(array.type) or types.is_boolean(array.type):
        array = array.cast(arrow.float64()) if not types.is_boolean(array.type) else array.cast(arrow.int8())
    return np.ascontiguousarray(array.to_numpy(zero_copy_only=False), dtype=np.float64)


def read_numbers(array: Any) -> Found:
    """A numeric column."""
    return Found(numbers(array))


def read_weights(array: Any) -> Found:
    """Weights: numbers from 0 to 1e15."""
    found = numbers(array)
    bad = ~((found >= 0) & (found <= MOST_WEIGHT))
    return Found(
        found, bad, lambda row: f"a weight must be a number from 0 to 1e15, got {shown(array[row].as_py())}"
    )


class Mapped:
    """A column by its dictionary: every entry is looked at once, however many rows or batches have it."""

    def __init__(self, each: Callable[[Any], float], kind: Any, null: float) -> None:
        self._each, self._kind, self._null = each, kind, null
        self._seen: Any = None
        self._found: NDArray[Any] = np.array([null], dtype=kind)

    def __call__(self, array: Any) -> NDArray[Any]:
        """What each row's entry became."""
        if not guest("pyarrow.types", "frames").is_dictionary(array.type):
            array = array.dictionary_encode()
        if self._seen is None or not array.dictionary.equals(self._seen):
            self._seen = array.dictionary
            # Null points at the last entry.
            found = [self._each(value) for value in array.dictionary.to_pylist()]
            self._found = np.array([*found, self._null], dtype=self._kind)
        places = (
            array.indices.cast(guest("pyarrow", "frames").int64())
            .fill_null(-1)
            .to_numpy(zero_copy_only=False)
        )
        taken: NDArray[Any] = self._found[places]
        return taken


def read_numbers_from_names() -> Reading:
    """A column of texts that was told to be numeric."""
    numeric = Mapped(number, np.float64, np.nan)
    misspelled = Mapped(lambda text: not spells(text), np.bool_, 0)

    def reading(array: Any) -> Found:
        return Found(
            numeric(array),
            misspelled(array),
            lambda row: f"wanted a number, got {shown(array[row].as_py())}",
        )

    return reading


def number(text: Any) -> float:
    """The number that a text spells, NaN if it spells none."""
    return float(text) if text is not None and spells(text) else np.nan


def spells(text: Any) -> bool:
    """Whether a text is a number as files spell it; Python reads underscores and other digits, too."""
    if text is None:
        return True
    try:
        float(text)
    except (TypeError, ValueError):
        return False
    return str(text).isascii() and "_" not in str(text)


class Names:
    """A nominal column: codes in order of arrival, or of the values that were declared."""

    def __init__(self, declared: Iterable[Any] | None, required: bool = False, as_text: bool = False) -> None:
        self._as_text = as_text or declared is not None
        self._closed = declared is not None
        self._known: dict[Any, int] = {value: code for code, value in enumerate(declared or ())}
        self._kept = list(self._known)
        self._required = required
        # A value that was not declared is told apart from a missing one.
        self._codes = Mapped(self._code, np.int32, -1)

    def __call__(self, array: Any) -> Found:
        codes = self._codes(array)
        values = Categories(codes, self._kept)
        bad = codes < (0 if self._required else -1)
        return Found(values, bad, lambda row: self._wrong(array[row].as_py()))

    def _code(self, value: Any) -> int:
        if _missing(value):
            return -1
        value = str(value) if self._as_text else value
        if value not in self._known:
            if self._closed:
                return -2
            self._known[value] = len(self._kept)
            self._kept.append(value)
        return self._known[value]

    def _wrong(self, value: Any) -> str:
        if _missing(value):
            return MISSING_CLASS
        return (
            f"wanted one of the declared values {', '.join(map(shown, self._kept[:8]))}, got {shown(value)}"
        )


def _missing(value: Any) -> bool:
    """Whether there is no value: null, or NaN, which alone differs from itself."""
    return value is None or bool(value != value)


def read_whole_classes(allowed: Iterable[int] | None) -> Reading:
    """Classes that are whole numbers, of 64 bits at the most."""
    declared = None if allowed is None else np.array(list(allowed))

    def reading(array: Any) -> Found:
        types = guest("pyarrow.types", "frames")
        null = array.is_null().to_numpy(zero_copy_only=False)
        filled = array.fill_null(0) if null.any() else array
        raw = numbers(filled) if not types.is_integer(array.type) else filled.to_numpy(zero_copy_only=False)
        whole = _whole(raw)
        bad = null | ~whole
        values = np.where(bad, 0, raw).astype(np.int64)
        if declared is not None:
            bad = bad | ~np.isin(values, declared)

        def wrong(row: int) -> str:
            value = array[row].as_py()
            if _missing(value):
                return MISSING_CLASS
            if declared is not None and whole[row]:
                return f"wanted one of the declared values {declared[:8].tolist()}, got {shown(value)}"
            return f"wanted a whole number of 64 bits, got {shown(value)}; use nominal= to read names"

        return Found(values, bad, wrong)

    return reading


def _whole(raw: NDArray[Any]) -> NDArray[np.bool_]:
    """Which numbers are whole and fit into 64 bits with their sign."""
    if raw.dtype.kind == "i":
        return np.ones(len(raw), dtype=np.bool_)
    if raw.dtype.kind == "u":
        return np.asarray(raw < np.uint64(2**63), dtype=np.bool_)
    return np.asarray((raw == np.floor(raw)) & (raw >= -(2.0**63)) & (raw < 2.0**63), dtype=np.bool_)


def all_whole(array: Any) -> bool:
    """Whether classes that came as floats are whole numbers all the same."""
    found = numbers(array.drop_null())
    return bool((np.isnan(found) | _whole(found)).all())
