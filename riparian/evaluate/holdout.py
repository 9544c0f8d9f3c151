"""Periodic hold-out: a test set drawn once, predicted again after every so many rows of training."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np

from riparian.evaluate.checks import count, known_measures, whole
from riparian.evaluate.classes import Classes
from riparian.evaluate.files import Table
from riparian.evaluate.frame import Progress, check_end, handing_over, result, settings_of
from riparian.evaluate.interrupt import patience
from riparian.evaluate.measures import USUAL
from riparian.evaluate.naming import by_name, described
from riparian.evaluate.result import Result
from riparian.evaluate.tables import by_model
from riparian.evaluate.testing import Lines, Student
from riparian.evaluate.trial import SIZES
from riparian.streams.opening import as_stream
from riparian.streams.stream import BATCH_ROWS, Stream


def holdout(
    models: Any,
    stream: Stream | str | tuple[Any, ...],
    *,
    test_rows: int = 10_000,
    test: Stream | None = None,
    rows: int | None = None,
    every: int = 10_000,
    measures: Sequence[str] = USUAL,
    batch_rows: int = 1000,
    progress: Progress | None = None,
) -> Result:
    """Learn a stream, and predict one and the same test set after every so many rows.

    Parameters
    ----------
    models : model, sequence of models, or dict of models by name
        As for `prequential`; they learn, and are yours afterwards.
    stream : Stream, str or pair (X, y)
        The rows to learn.
        A text names a stream, as on the command line; a pair is a table with its labels.
    test_rows : int, 1 <= test_rows, default 10,000
        Rows of the test set: the first of the stream, which are then not learned, or the first of `test`.
    test : Stream or None, default None
        Where the test set comes from if not from the stream itself.
    rows : int or None, 0 <= rows, default None
        Rows to learn; None for all there are.
    every : int, 1 <= every, default 10,000
        The test is taken after this many rows of training, and after the last.
    measures, batch_rows, progress
        As for `prequential`.

    Returns
    -------
    Result
        `row` counts rows learned. `seconds` is the time of learning; the time of the tests is in `times`. The
        summary and the confusion matrix are those of the last test.

    Examples
    --------
    >>> from riparian import VFDT
    >>> from riparian.streams import Generated
    >>> result = holdout(VFDT(), Generated("sea", seed=1), test_rows=2000, rows=20_000)
    >>> result.table["row"].tolist(), result.table["accuracy"].round(2).tolist()
    ([10000, 20000], [0.86, 0.88])
    """
    measures = known_measures(measures)
    whole("test_rows", test_rows), whole("every", every), whole("batch_rows", batch_rows)
    if rows is not None:
        count("rows", rows)
    stream = as_stream(stream)
    check_end(stream, rows)
    started = perf_counter()
    classes = Classes(stream.classes or ())
    asked = (stream if test is None else test).take(test_rows)
    if not len(asked):
        raise ValueError("the test set is empty: the stream it should come from has no rows")
    if test is None and len(asked) < test_rows:
        raise ValueError(
            f"the test set of {test_rows} rows would be all of the stream, which has {len(asked)}: "
            "take a smaller test_rows, or another stream as test"
        )
    actual = classes.true(asked.y)
    skipped = test_rows if test is None else 0
    students = [
        Student(name, model, classes, measures, batch_rows) for name, model in by_name(models).items()
    ]
    confusion = {student.name: np.zeros((0, 1)) for student in students}
    times = {"stream": perf_counter() - started, "testing": 0.0}
    total = rows if rows is not None or stream.rows is None else max(0, stream.rows - skipped)
    evaluation = {"rows": rows, "every": every, "test_rows": len(asked), "measures": list(measures)}
    settings = settings_of(stream, {student.name: student.model for student in students}, evaluation)
    if test is not None:
        settings["test"] = described(test)

    with patience() as patient:
        lines = Lines(patient)

        def examine(row: int) -> None:
            for student in students:
                student.finish()
                meter = student.test(asked, actual)
                confusion[student.name] = meter.confusion
                lines.add({"model": student.name, "row": row, **meter.final(), **student.note()})

        def found() -> Result:
            times["testing"] = sum(student.test_seconds for student in students)
            table = lines.table(["model", "row", *measures, *SIZES, "seconds", "rows_per_second"])
            names = [student.name for student in students]
            return result(
                "holdout",
                table=by_model(table, names),
                summary=last_lines(table, names),
                confusion=confusion,
                classes=classes,
                settings=settings,
                times=times,
            )

        with handing_over(patient, found):
            done, examined = 0, 0
            batches = stream.batches(BATCH_ROWS, None if rows is None else rows + skipped)
            seen = 0
            while True:
                before = perf_counter()
                batch = next(batches, None)
                times["stream"] += perf_counter() - before
                if batch is None:
                    break
                at = min(max(0, skipped - seen), len(batch))
                seen += len(batch)
                while at < len(batch):
                    stop = min(len(batch), at + every - done % every)
                    for student in students:
                        student.learn(batch.part(at, stop))
                    done += stop - at
                    at = stop
                    if done % every == 0:
                        examine(done)
                        examined = done
                    if progress is not None:
                        progress(done, total, perf_counter() - started)
            if done > examined:
                examine(done)
        return found()


def last_lines(table: Table, names: Sequence[str]) -> Table:
    """The last line of each model, its row number as `rows`; NaN for a model that has none."""
    found: Table = {}
    places = [np.flatnonzero(table["model"] == name) for name in names]
    for name, values in table.items():
        if name == "model":
            found["model"] = np.array(names, dtype=object)
        elif name == "row":
            found["rows"] = np.array([values[at[-1]] if len(at) else 0 for at in places], dtype=np.int64)
        else:
            found[name] = np.array([values[at[-1]] if len(at) else np.nan for at in places])
    return found
