"""Frames of guests: pandas by dtype, without pyarrow; polars columns that readers of Arrow do not share.

Numbers go without a copy, categories and texts as codes.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian import sound
from riparian.columns import Column, described, from_array, from_codes, from_objects, native


def from_series(
    values: Any, name: Hashable, kind: str | None, counted: NDArray[np.bool_] | None = None
) -> Column:
    """A pandas Series of any dtype as a column; `kind` is what the tree has learned it to be, if anything."""
    dtype = values.dtype
    sound.check(values, described(name))
    if isinstance(dtype, np.dtype):
        return from_array(values.to_numpy(), name, kind, counted)
    letter = getattr(dtype, "kind", "O")
    if hasattr(values, "cat") and kind != "numeric":
        return _categorical(values, name)
    if letter in "iuf" and hasattr(dtype, "numpy_dtype"):
        if values.isna().any():
            if kind == "nominal" and letter != "f":  # floats would lose digits that tell large numbers apart
                codes, distinct = values.factorize()
                return np.asarray(codes, dtype=np.int32), [int(number) for number in distinct]
            return np.asarray(values.to_numpy(dtype=np.float64, na_value=np.nan))
        return native(values.to_numpy(dtype=dtype.numpy_dtype))
    if letter == "b" and not values.isna().any():
        return from_array(values.to_numpy(dtype=np.bool_), name, kind)
    if letter in "biuf" and hasattr(dtype, "fill_value"):  # pandas' own sparse columns
        return from_array(np.asarray(values), name, kind)
    if str(dtype).startswith("str") and kind != "numeric":  # str, string, string[pyarrow]
        codes, distinct = values.factorize()
        return np.asarray(codes, dtype=np.int32), [str(word) for word in distinct]
    return from_objects(values.tolist(), name, kind, counted)


_SHARED = {f"{sign}Int{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)} | {"Float32", "Float64"}


def readable(frame: Any, kinds: Sequence[str | None]) -> Any:
    """A polars frame whose columns every reader of Arrow knows; the frame itself if they are."""
    polars: Any = sys.modules["polars"]
    casts = {}
    for (name, dtype), kind in zip(frame.schema.items(), kinds, strict=True):
        if dtype == polars.Null or (dtype.is_numeric() and str(dtype) not in _SHARED):
            casts[name] = polars.Float64
        elif dtype == polars.Boolean and kind == "numeric":
            casts[name] = polars.UInt8
    return frame.cast(casts) if casts else frame


def _categorical(values: Any, name: Hashable) -> Column:
    """A pandas Series of categories: its codes as they are."""
    codes = np.asarray(values.cat.codes.to_numpy(), dtype=np.int32)
    return from_codes(codes, values.cat.categories.tolist(), name)
