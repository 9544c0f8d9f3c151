"""Matrices whose nominal columns hold whole numbers: the commonest table, with a fast path of its own.

Codes are small, large or negative, come in any order and may be missing; columns are nominal by position.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from riparian import VFDT

Matrix = NDArray[np.float64]
RANGES = [(0, 2), (0, 5), (0, 40), (-3, 4), (0, 300), (10**9, 10**9 + 3)]


def strided(X: Matrix) -> Any:
    wide = np.full((2 * len(X), X.shape[1] + 1), np.nan)
    wide[::2, 1:] = X
    return wide[::2, 1:]


def whole(X: Matrix) -> Any:
    """As integers where that changes nothing."""
    return X.astype(np.int64) if np.array_equal(np.floor(X), X) else X


DOORS: list[Callable[[Matrix], Any]] = [
    np.ascontiguousarray,
    np.asfortranarray,
    strided,
    lambda X: X.tolist(),
    whole,
]


@st.composite
def streams(draw: st.DrawFn) -> tuple[Matrix, NDArray[np.int64], list[int]]:
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    rows = draw(st.integers(1, 900))
    kinds = draw(st.lists(st.sampled_from([None, *RANGES]), min_size=1, max_size=7))
    X = np.empty((rows, len(kinds)))
    for place, kind in enumerate(kinds):
        X[:, place] = rng.normal(size=rows) if kind is None else rng.integers(*kind, size=rows)
    y = (X[:, 0] > np.median(X[:, 0])).astype(np.int64) + 2 * (rng.random(rows) < 0.1)
    X[rng.random(X.shape) < draw(st.sampled_from([0.0, 0.05, 0.4]))] = np.nan
    return X, y, [place for place, kind in enumerate(kinds) if kind is not None]


@settings(deadline=None, max_examples=150)
@given(
    streams(),
    st.sampled_from(["mc", "nb", "nba"]),
    st.lists(st.sampled_from(range(len(DOORS))), min_size=1, max_size=4),
    st.lists(st.integers(1, 300), min_size=1, max_size=4),
    st.integers(1, 3),
    st.booleans(),
)
def test_any_door_gives_the_tree_of_the_rows(
    stream: tuple[Matrix, NDArray[np.int64], list[int]],
    predictor: str,
    doors: list[int],
    sizes: list[int],
    threads: int,
    limited: bool,
) -> None:
    X, y, nominal = stream
    given = {"predictor": predictor, "nominal": nominal, "grace_period": 10, "tau": 0.8, "delta": 0.1}
    given["max_leaves"] = 12 if limited else None
    reference, tree = VFDT(**given), VFDT(**given, threads=threads)
    expected = []
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        expected.append(reference.predict_one(row))
        reference.learn_one(row, label)
    told: list[Any] = []
    at, turn = 0, 0
    while at < len(X):
        stop = at + sizes[turn % len(sizes)]
        door = DOORS[doors[turn % len(doors)]]
        told += tree.predict_then_learn_many(door(X[at:stop]), y[at:stop]).tolist()
        at, turn = stop, turn + 1
    assert told[1:] == expected[1:]
    assert tree.nodes() == reference.nodes()
    assert tree.digest() == reference.digest()
