"""One stream in many clothes: the rows that every door must learn alike."""

import random

import numpy as np
import pytest

from riparian import VFDT


@pytest.fixture
def small():
    """A tree that splits within a few hundred rows, so that equal digests speak of more than one leaf."""
    return lambda **given: VFDT(**{"grace_period": 40, "tau": 0.3, "delta": 1e-3, **given})


@pytest.fixture(scope="session")
def rows():
    """Rows of two numeric and two nominal columns, some values missing; the columns decide the label."""
    draw = random.Random(1)
    found = []
    for _ in range(400):
        found.append(
            {
                "height": draw.randrange(-80, 80) / 8,
                "count": draw.randrange(5),
                "flag": draw.random() < 0.5,
                "colour": draw.choice(["red", "green", "blue"]),
            }
        )
    # The first row is complete; a missing value is then as good as an absent key.
    for row in found[1:]:
        for name in row:
            if draw.random() < 0.1:
                row[name] = None
    return found


@pytest.fixture(scope="session")
def labels(rows):
    return ["up" if (row["height"] or 0.0) > 1.0 or row["colour"] == "red" else "down" for row in rows]


@pytest.fixture
def by_rows(small, rows, labels):
    """The reference: one row at a time, by name."""
    tree = small()
    for row, label in zip(rows, labels, strict=True):
        tree.learn_one(row, label)
    assert tree.n_leaves > 2
    return tree


@pytest.fixture(scope="session")
def whole():
    """Whole numbers from 0 to 100, which every numeric dtype holds."""
    draw = np.random.default_rng(2)
    X = draw.integers(0, 101, size=(300, 3))
    return X, (X[:, 0] > 50).astype(np.int64) + (X[:, 1] > 70)
