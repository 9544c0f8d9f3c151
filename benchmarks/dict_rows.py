"""What a dict costs: `learn_one` of ten keys, less the same rows in one table.

The dicts and labels are made before the clock starts; the loop over them is Python's and counts.
"""

from time import perf_counter
from typing import Any

from benchmarks import learner
from benchmarks.streams import Stream

ROWS = 100_000


def measure(stream: Stream, predictor: str, repeats: int) -> dict[str, Any]:
    """Microseconds per row both ways, best of the rounds, and their difference."""
    X, y = stream.X[:ROWS], stream.y[:ROWS]
    names = [f"x{column}" for column in range(X.shape[1])]
    rows = [dict(zip(names, row, strict=True)) for row in X.tolist()]
    labels = y.tolist()
    single, table = [], []
    for _ in range(repeats):
        model = learner.tree(stream, predictor)
        learn = model.learn_one
        start = perf_counter()
        for row, label in zip(rows, labels, strict=True):
            learn(row, label)
        single.append(perf_counter() - start)
        model = learner.tree(stream, predictor)
        start = perf_counter()
        model.learn_many(X, y)
        table.append(perf_counter() - start)
    per_row = 1e6 / len(labels)
    return {
        "stream": stream.name,
        "predictor": predictor,
        "keys": len(names),
        "single": per_row * min(single),
        "table": per_row * min(table),
        "more": per_row * (min(single) - min(table)),
    }
