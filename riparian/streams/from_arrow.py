"""Arrow columns as the columns of a batch: numbers as they are, texts as codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.categories import Categories


def numbers(values: Any) -> NDArray[np.float64]:
    """Numbers, NaN where one is missing."""
    return np.asarray(values.to_numpy(zero_copy_only=False), dtype=np.float64)


def coded(values: Any, categories: tuple[Any, ...]) -> Categories:
    """Texts by their place in a list that has them all."""
    import pyarrow
    from pyarrow import compute

    encoded = values if pyarrow.types.is_dictionary(values.type) else values.dictionary_encode()
    places = compute.index_in(encoded.dictionary, value_set=pyarrow.array(categories, pyarrow.string()))
    # The last entry is taken by code -1, a missing value.
    codes = np.append(places.to_numpy(zero_copy_only=False), -1).astype(np.int32)
    return Categories(codes[encoded.indices.fill_null(-1).to_numpy()], categories)


def in_order(values: Sequence[str | None]) -> tuple[str, ...]:
    """Values sorted; as numbers if all of them are whole ones."""
    present = [value for value in values if value is not None]
    whole = all(value.lstrip("-").isdecimal() for value in present)
    return tuple(sorted(present, key=int) if whole else sorted(present))
