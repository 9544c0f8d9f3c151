"""river's `HoeffdingTreeClassifier` over a prefix of the same rows, as dicts made before the clock starts.

river's rate falls as its tree grows, so a prefix of a million-row stream shows it faster than all of it
would.
"""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from benchmarks.clock import Clock
from benchmarks.places import UnavailableError
from benchmarks.streams import Stream

ROWS = 20_000


@dataclass(frozen=True)
class Prefix:
    """The first rows of a stream as river wants them."""

    rows: list[dict[str, float | int]]
    labels: list[int]
    nominal: list[str]


def prefix(stream: Stream, n_rows: int = ROWS) -> Prefix:
    """Turn the first `n_rows` rows into dicts; categories become whole numbers."""
    names = [f"x{column}" for column in range(stream.X.shape[1])]
    kinds = [int if values else float for values in stream.values]
    rows = [
        {name: kind(value) for name, kind, value in zip(names, kinds, row, strict=True)}
        for row in stream.X[:n_rows].tolist()
    ]
    return Prefix(rows, stream.y[:n_rows].tolist(), [names[column] for column in stream.nominal])


def tree(predictor: str, nominal: list[str]) -> Any:
    """A fresh tree with river's defaults, but for the memory limit, which must not bite."""
    try:
        trees = import_module("river.tree")
    except ImportError:
        raise UnavailableError("river is left out: it is not installed (pip install river)") from None
    return trees.HoeffdingTreeClassifier(
        leaf_prediction=predictor, nominal_attributes=nominal or None, max_size=1e6
    )


def run(data: Prefix, predictor: str, mode: str) -> dict[str, Any]:
    """One run of a fresh tree: seconds, rows, and (prequential) the accuracy."""
    model = tree(predictor, data.nominal)
    learn, predict = model.learn_one, model.predict_one
    correct = 0
    clock = Clock()
    if mode == "train":
        for row, label in zip(data.rows, data.labels, strict=True):
            learn(row, label)
    else:
        for row, label in zip(data.rows, data.labels, strict=True):
            correct += predict(row) == label
            learn(row, label)
    seconds, busy = clock.read()
    return {
        "seconds": seconds,
        "busy": busy,
        "rows": len(data.labels),
        "accuracy": None if mode == "train" else correct / len(data.labels),
        "leaves": model.n_leaves,
    }
