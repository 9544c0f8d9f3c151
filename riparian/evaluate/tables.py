"""Tables of several models as one, and confusion matrices with room for all classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.evaluate.files import Table


def stacked(tables: Iterable[Table], names: Iterable[str]) -> Table:
    """Tables of several models as one, the model's name in its first column."""
    parts = list(tables)
    lengths = [len(next(iter(part.values()))) for part in parts]
    found: Table = {"model": np.repeat(np.array(list(names), dtype=object), lengths)}
    for column in parts[0]:
        found[column] = np.concatenate([part[column] for part in parts])
    return found


def by_model(table: Table, names: Sequence[str]) -> Table:
    """Lines model by model, in the order of `names`, else as they are."""
    place = {name: at for at, name in enumerate(names)}
    order = np.argsort([place[name] for name in table["model"]], kind="stable").astype(np.int64)
    return {name: values[order] for name, values in table.items()}


def widened(confusion: NDArray[Any], classes: int) -> NDArray[np.float64]:
    """The confusion matrix with room for all classes, "no answer" still last.

    >>> widened(np.array([[2.0, 1.0]]), 2).tolist()
    [[2.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """
    new = classes - len(confusion)
    padded = np.pad(confusion[:, :-1], ((0, new), (0, new)))
    return np.concatenate([padded, np.pad(confusion[:, -1:], ((0, new), (0, 0)))], axis=1)
