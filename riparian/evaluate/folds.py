"""k folds, several epochs: each fold is the test set once, the others are learned again and again.

Not a test of learning from a stream: rows come back, and a shuffled stream has no time.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.evaluate.checks import count, known_measures, whole
from riparian.evaluate.classes import Classes
from riparian.evaluate.files import Table
from riparian.evaluate.frame import Progress, check_end, handing_over, result, settings_of
from riparian.evaluate.interrupt import patience
from riparian.evaluate.measures import USUAL
from riparian.evaluate.naming import by_name
from riparian.evaluate.result import Result
from riparian.evaluate.tables import by_model, widened
from riparian.evaluate.testing import Lines, Student
from riparian.evaluate.trial import SIZES
from riparian.streams.opening import as_stream
from riparian.streams.shuffle import shuffled
from riparian.streams.stream import BATCH_ROWS, Batch, Stream, joined


def folds(
    models: Any,
    stream: Stream | str | tuple[Any, ...],
    *,
    k: int = 10,
    epochs: int = 1,
    shuffle: bool = False,
    seed: int = 1,
    rows: int | None = None,
    measures: Sequence[str] = USUAL,
    batch_rows: int = 1000,
    progress: Progress | None = None,
) -> Result:
    """Learn all folds but one, some times over; test on that one and on what was learned.

    Parameters
    ----------
    models : model, sequence of models, or dict of models by name
        As for `prequential`. A new clone learns in each fold; the models given learn nothing.
    stream : Stream, str or pair (X, y)
        A stream with an end; all of it is kept in memory.
        A text names a stream, as on the command line; a pair is a table with its labels.
    k : int, 2 <= k, default 10
        Number of folds, of equal size but for one row.
    epochs : int, 1 <= epochs, default 1
        How often the training part is learned, each time in the same order.
    shuffle : bool, default False
        False for contiguous folds, which keep what changes along the stream apart. True to shuffle all rows
        first.
    seed : int, 0 <= seed, default 1
        Seed of the shuffle.
    rows : int or None, 1 <= rows, default None
        Take the first rows only; None for all.
    measures, batch_rows, progress
        As for `prequential`.

    Returns
    -------
    Result
        One line per model, fold and epoch: the measures on the test fold, with `train_` before their names
        those on the training part. The summary has the means over the folds after the last epoch, and the
        standard deviations (n - 1) as `_deviation`; the confusion matrix sums all test folds up.

    Examples
    --------
    >>> from riparian import VFDT
    >>> from riparian.streams import Generated
    >>> result = folds(VFDT(), Generated("waveform", seed=1), rows=5000, k=5, epochs=2)
    >>> found = result["VFDT"]
    >>> round(found["accuracy"], 2), round(found["accuracy_deviation"], 2), round(found["train_accuracy"], 2)
    (0.8, 0.01, 0.81)
    """
    measures = known_measures(measures)
    whole("epochs", epochs), whole("batch_rows", batch_rows), count("seed", seed)
    if whole("k", k) < 2:
        raise ValueError(f"k must be at least 2, got {k}: one fold to test, one to learn")
    if rows is not None:
        whole("rows", rows)
    stream = as_stream(stream)
    check_end(stream, rows)
    started = perf_counter()
    table = stream.take(rows) if rows is not None else whole_stream(stream)
    if len(table) < k:
        raise ValueError(f"k={k} folds need at least {k} rows, the stream has {len(table)}")
    classes = Classes(stream.classes or ())
    actual = classes.true(table.y)
    times = {"stream": perf_counter() - started, "testing": 0.0}
    given = by_name(models)
    confusion = {name: np.zeros((0, 1)) for name in given}
    evaluation: dict[str, Any] = {"rows": len(table), "k": k, "epochs": epochs, "shuffle": bool(shuffle)}
    evaluation |= ({"seed": seed} if shuffle else {}) | {"measures": list(measures)}
    settings = settings_of(stream, given, evaluation)
    both = [prefix + name for prefix in ("", "train_") for name in measures]
    with patience() as patient:
        lines = Lines(patient)

        def found() -> Result:
            names = ["model", "fold", "epoch", "rows", *both, *SIZES, "seconds", "rows_per_second"]
            told = by_model(lines.table(names), list(given))
            summary = over_folds(told, list(given), epochs)
            return result(
                "folds",
                table=told,
                summary=summary,
                confusion=confusion,
                classes=classes,
                settings=settings,
                times=times,
            )

        with handing_over(patient, found):
            done, total = 0, len(table) * (k - 1) * epochs * len(given)
            for fold, (train, test) in enumerate(parts(len(table), k, seed if shuffle else None), start=1):
                learned, asked = taken(table, train), taken(table, test)
                for name, model in given.items():
                    student = Student(name, fresh(model), classes, measures, batch_rows)
                    for epoch in range(1, epochs + 1):
                        for at in range(0, len(learned), BATCH_ROWS):
                            student.learn(learned.part(at, min(at + BATCH_ROWS, len(learned))))
                        student.finish()
                        meter = student.test(asked, actual[test])
                        again = student.test(learned, actual[train]).final()
                        line = {"model": name, "fold": fold, "epoch": epoch, "rows": len(learned)}
                        line |= meter.final() | {f"train_{key}": value for key, value in again.items()}
                        lines.add(line | student.note())
                        done += len(learned)
                        if progress is not None:
                            progress(done, total, perf_counter() - started)
                    cells = widened(meter.confusion, len(classes))
                    confusion[name] = cells + widened(confusion[name], len(classes))
                    times["testing"] += student.test_seconds
        return found()


def whole_stream(stream: Stream) -> Batch:
    """All rows as one table."""
    return joined(list(stream.batches()))


def parts(rows: int, k: int, seed: int | None) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Rows to learn and rows to test, fold by fold; shuffled if there is a seed.

    >>> [test.tolist() for train, test in parts(7, 3, None)]
    [[0, 1, 2], [3, 4], [5, 6]]
    """
    order = np.arange(rows) if seed is None else shuffled(rows, seed)
    for test in np.array_split(np.arange(rows), k):
        yield np.delete(order, test), order[test]


def taken(table: Batch, chosen: NDArray[np.int64]) -> Batch:
    """Some rows of a table, in the order asked for."""
    X = {name: values[chosen] for name, values in table.X.items()}
    return Batch(X, table.y[chosen], None if table.w is None else table.w[chosen])


def fresh(model: Any) -> Any:
    """A model of the same settings that has learned nothing."""
    if hasattr(model, "clone"):
        return model.clone()
    if hasattr(model, "get_params") and type(model).__module__.startswith("sklearn"):
        from sklearn.base import clone

        return clone(model)
    return copy.deepcopy(model)


def over_folds(table: Table, names: Sequence[str], epochs: int) -> Table:
    """Means over the folds after the last epoch, and deviations of the measures."""
    found: Table = {"model": np.array(names, dtype=object)}
    last = table["epoch"] == epochs
    chosen = [np.flatnonzero(last & (table["model"] == name)) for name in names]
    for column, values in table.items():
        if column in ("model", "fold", "epoch"):
            continue
        found[column] = np.array([mean(values[rows]) for rows in chosen])
        if column not in ("rows", *SIZES, "seconds", "rows_per_second"):
            found[f"{column}_deviation"] = np.array([deviation(values[rows]) for rows in chosen])
    found["rows"] = np.nan_to_num(found["rows"]).round().astype(np.int64)
    return found


def mean(values: NDArray[Any]) -> float:
    """The mean; NaN of nothing."""
    return float(values.mean()) if len(values) else float("nan")


def deviation(values: NDArray[Any]) -> float:
    """The standard deviation with n - 1; NaN of fewer than two."""
    return float(values.std(ddof=1)) if len(values) > 1 else float("nan")
