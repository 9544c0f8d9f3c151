"""The streams of the paper: their columns and classes, one concept for training and hold-out, other rows."""

from __future__ import annotations

import numpy as np
import pytest

from riparian import VFDT
from riparian.papers.pfahringer2008.streams import SORTED, STREAMS, holdout, stream, training

# Nominal columns, numeric columns, classes; of Agrawal's rules three columns are nominal.
SHAPES = {
    "rts": (10, 10, 2),
    "rtsn": (10, 10, 2),
    "rtc": (50, 50, 2),
    "rtcn": (50, 50, 2),
    "rrbfs": (0, 10, 2),
    "rrbfc": (0, 50, 2),
    "wave21": (0, 21, 3),
    "wave40": (0, 40, 3),
    **{f"genF{number}": (3, 6, 2) for number in range(1, 11)},
}


def test_there_are_the_eighteen_of_the_paper() -> None:
    assert tuple(SHAPES) == STREAMS
    assert len(STREAMS) == 18


@pytest.mark.parametrize("name", STREAMS)
def test_columns_and_classes_are_those_of_the_paper(name: str) -> None:
    found = stream(name, seed=1)
    nominal = sum(column.categories is not None for column in found.columns)
    assert (nominal, len(found.columns) - nominal, len(found.classes)) == SHAPES[name]


@pytest.mark.parametrize("name", [*STREAMS, SORTED])
def test_hold_out_and_training_have_different_rows_of_the_same_columns(name: str) -> None:
    learned, tested = training(name, seed=1, rows=2000), holdout(name, seed=1)
    assert (learned.columns, learned.classes) == (tested.columns, tested.classes)
    column = next(column.name for column in learned.columns if column.categories is None)
    one, other = (set(np.asarray(rows.take(1000).X[column]).tolist()) for rows in (learned, tested))
    assert len(one & other) <= 2  # disturbed salaries are cut off at both ends of their range


@pytest.mark.parametrize("name", ["rts", "rrbfs"])
def test_hold_out_and_training_have_one_concept(name: str) -> None:
    tree = VFDT(predictor="nba")
    X, y, _ = training(name, seed=1, rows=20_000).take(20_000)
    tree.learn_many(X, y)

    def share(rows: object) -> float:
        X, y, _ = rows.take(5000)
        return float(np.mean(tree.predict_many(X) == np.asarray(y)))

    # Another tree (or other centroids) would be guessed: at chance, far below what was learned.
    assert abs(share(holdout(name, seed=1)) - share(stream(name, seed=99))) < 0.03
    assert share(holdout(name, seed=1)) > 0.68


@pytest.mark.parametrize(("name", "share"), [("rtsn", 0.1), ("rtcn", 0.1)])
def test_a_tenth_of_the_labels_and_values_is_noise(name: str, share: float) -> None:
    plain, noisy = stream(name.removesuffix("n"), seed=1).take(5000), stream(name, seed=1).take(5000)
    moved = np.mean(plain.X["nominal1"].codes != noisy.X["nominal1"].codes)
    labels = np.mean(plain.y.codes != noisy.y.codes)
    # Standard deviation of a share of 0.1 among 5000: 0.004.
    assert abs(moved - share) < 0.02
    assert abs(labels - share) < 0.02
