"""Real data, where the environment variable RIPARIAN_DATA names a folder that holds some.

The floors are what was measured when they were written, less two points: a tree that has lost its way falls
far below them, another choice between two nearly equal splits does not.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from riparian import VFDT
from riparian.streams import dataset, datasets

if TYPE_CHECKING:
    from tests.conftest import RealData

parquet = pytest.importorskip("pyarrow.parquet", reason="real data: pyarrow is not installed")

# Rows to read, and prequential accuracy measured for 'nba', 'nb' and 'mc'.
MEASURED = {
    "electricity": (None, 0.7927, 0.7724, 0.7572),
    "adult": (None, 0.8409, 0.6806, 0.8152),
    "covtype": (50_000, 0.7833, 0.7758, 0.5669),
    "kddcup99_10pct": (50_000, 0.9937, 0.9921, 0.9694),
}
MARGIN = 0.02


@cache
def read(path: Path, rows: int | None) -> tuple[Any, list[Any], list[str]]:
    """Columns as an Arrow table, labels, and the names of the nominal columns."""
    entry = datasets()[path.stem]
    table = parquet.read_table(path).slice(0, rows)
    for name in entry.binary:  # as streams have them: see BINARY in riparian/streams/named.py
        place = table.column_names.index(name)
        table = table.set_column(place, name, table.column(name).cast("bool"))
    nominal = [name for name in entry.columns if name in (*entry.nominal, *entry.binary)]
    return table.drop_columns([entry.target]), table.column(entry.target).to_pylist(), nominal


def accuracy(answers: Any, labels: list[Any]) -> float:
    return float(np.mean([a == b for a, b in zip(answers.tolist(), labels, strict=True)]))


@pytest.mark.parametrize("name", MEASURED)
def test_accuracy_on_real_data_keeps_its_floor(name: str, real_data: "RealData") -> None:
    rows, *measured = MEASURED[name]
    X, y, nominal = read(real_data(name), rows)
    for predictor, floor in zip(("nba", "nb", "mc"), measured, strict=True):
        tree = VFDT(predictor=predictor, nominal=nominal)
        assert accuracy(tree.predict_then_learn_many(X, y), y) > floor - MARGIN
        assert tree.block_share > 0.9


@pytest.mark.parametrize("name", MEASURED)
def test_real_data_gives_one_tree_through_every_door(name: str, real_data: "RealData") -> None:
    polars = pytest.importorskip("polars")
    rows, *_ = MEASURED[name]
    X, y, nominal = read(real_data(name), rows)
    digests = set()
    for threads, table in enumerate((X, X.to_pandas(), polars.from_arrow(X)), start=1):
        tree = VFDT(nominal=nominal, threads=threads)
        tree.learn_many(table, y)
        assert tree.n_leaves > 1
        digests.add(tree.digest())
    tree = VFDT(nominal=nominal)
    head = 5000
    for row, label in zip(X.slice(0, head).to_pylist(), y[:head], strict=True):
        tree.learn_one(row, label)
    tree.learn_many(X.slice(head), y[head:])
    digests.add(tree.digest())
    tree = VFDT(nominal=nominal)
    for batch in dataset(name).batches(rows=rows):
        tree.learn_many(batch.X, batch.y)
    assert digests == {tree.digest()}


def test_nothing_breaks_on_any_file(real_data: "RealData") -> None:
    folder = real_data("electricity").parent
    files = {name: entry for name, entry in datasets().items() if entry.file is not None}
    assert len(files) > 20
    for name, entry in files.items():
        whole = parquet.read_table(folder / entry.file)
        # Some files are sorted by class: rows from all over the file.
        table = whole.take(np.random.default_rng(1).permutation(len(whole))[:3000])
        y = table.column(entry.target).to_pylist()
        X: Any = table.drop_columns([entry.target])
        if X.column_names == ["active"]:
            # Words that are present, by number: a column each, absent where the word is.
            X, y = (
                [{f"w{word}": True for word in row["active"]} for row in X.slice(0, 200).to_pylist()],
                y[:200],
            )
        tree = VFDT(grace_period=50, tau=0.2)
        before = tree.predict_then_learn_many(X, y)
        assert len(before) == len(y), name
        assert tree.n_rows == len(y), name
        shares = tree.predict_proba_many(X)
        assert shares.shape == (len(y), len(set(y))), name
        assert np.isfinite(shares).all(), name
        assert np.abs(shares.sum(axis=1) - 1).max() < 1e-9, name  # a sum of a few dozen rounded quotients
        majority = max(y.count(label) for label in set(y)) / len(y)
        assert accuracy(tree.predict_many(X), y) > majority - 0.1, name
