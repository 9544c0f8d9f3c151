"""Settings and codes of an evaluation, refused before the first row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riparian.aliases import suggestion
from riparian.evaluate.measures import MEASURES
from riparian.plain import shown
from riparian.settings import listed


def whole(name: str, value: object) -> int:
    """A whole number of at least 1, checked."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name} must be a whole number of at least 1, got {shown(value)}")
    if value < 1:
        raise ValueError(f"{name} must be a whole number of at least 1, got {shown(value)}")
    return int(value)


def fraction(name: str, value: object) -> float:
    """A number between 0 and 1, checked."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        raise TypeError(f"{name} must be a number between 0 and 1, got {shown(value)}")
    if not 0 < value < 1:
        raise ValueError(f"{name} must lie between 0 and 1, got {shown(value)}")
    return float(value)


def known_measures(names: Sequence[str]) -> tuple[str, ...]:
    """Names of measures, checked."""
    chosen = (names,) if isinstance(names, str) else tuple(names)
    for name in chosen:
        if name not in MEASURES:
            near = suggestion(name, list(MEASURES))
            raise ValueError(f"measures must be among {listed(MEASURES)}, got {shown(name)}{near}")
    return tuple(dict.fromkeys(chosen))


def whole_numbers(name: str, values: ArrayLike, least: int) -> NDArray[np.int64]:
    """Codes, checked."""
    found = np.asarray(values)
    if found.ndim != 1 or (found.dtype.kind not in "iu" and len(found)):
        raise TypeError(
            f"{name} must hold one whole number per row, got dtype {found.dtype}, shape {found.shape}"
        )
    if len(found) and found.min() < least:
        row = int(np.flatnonzero(found < least)[0])
        raise ValueError(f"row {row}: {name} must be at least {least}, got {found[row]}")
    return found.astype(np.int64)


def count(name: str, value: object) -> int:
    """A whole number of at least 0, checked."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(f"{name} must be a whole number of at least 0, got {shown(value)}")
    if value < 0:
        raise ValueError(f"{name} must be a whole number of at least 0, got {shown(value)}")
    return int(value)
