"""Test, then train: each row is predicted before its label is learned, by several models in one pass.

Dawid (1984); Gama, Sebastião & Rodrigues (2013) for windows and fading factors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any

import numpy as np

from riparian.evaluate.checks import count, known_measures, whole
from riparian.evaluate.classes import Classes
from riparian.evaluate.files import column
from riparian.evaluate.frame import Progress, check_end, handing_over, result, settings_of
from riparian.evaluate.interrupt import Patience, patience
from riparian.evaluate.measures import USUAL
from riparian.evaluate.meter import Meter
from riparian.evaluate.naming import by_name
from riparian.evaluate.result import Result
from riparian.evaluate.runners import runner
from riparian.evaluate.spacing import Spacing, spacing
from riparian.evaluate.tables import stacked
from riparian.evaluate.trial import SIZES, Trial, rate
from riparian.streams.opening import as_stream
from riparian.streams.stream import BATCH_ROWS, Batch, Stream


def prequential(
    models: Any,
    stream: Stream | str | tuple[Any, ...],
    *,
    rows: int | None = None,
    every: int | None = None,
    window: int | None = 1000,
    fading: float | None = None,
    delay: int = 0,
    warmup: int = 0,
    measures: Sequence[str] = USUAL,
    batch_rows: int = 1000,
    progress: Progress | None = None,
) -> Result:
    """Predict each row, then learn it; measure all the way.

    The models learn, and are yours to look at afterwards: pass new ones, or clones, for a fair comparison.

    Parameters
    ----------
    models : model, sequence of models, or dict of models by name
        Each has `predict_then_learn_many` (ours), or `learn_one` and `predict_one` (as in river), or
        `partial_fit` and `predict` (as in scikit-learn). The last learn batch by batch: a batch is predicted
        before it is learned, rows before the first have no answer, and nominal columns reach them as codes.
    stream : Stream, str or pair (X, y)
        The rows, from the first one.
        A text names a stream, as on the command line; a pair is a table with its labels.
    rows : int or None, 0 <= rows, default None
        How many of them; None for all, which an endless stream does not have.
    every : int or None, 1 <= every, default None
        A sample is taken after this many rows, and after the last. Our trees are stopped there to note their
        size, so that few rows between samples cost speed. None for about 100 samples, at least 1,000 rows
        apart. Where the number of rows is not known, they are 1,000 rows apart at first; whenever there would
        be more than 200, every second one is dropped, and the distance doubles. Batches change none of this.
    window : int or None, 1 <= window, default 1000
        Rows of the sliding window; None for none.
    fading : float or None, 0 < fading < 1, default None
        Fading factor; None for none. 0.999 is usual.
    delay : int, 0 <= delay, default 0
        The label of row i is learned after row i + delay was predicted.
    warmup : int, 0 <= warmup, default 0
        Rows that are learned first, and not measured; at most as many as there are.
    measures : sequence of str
        Out of 'accuracy', 'kappa', 'kappa_t', 'kappa_m', 'balanced_accuracy' and 'log_loss'; the last needs
        probabilities, costs time, and is left out by default.
    batch_rows : int, 1 <= batch_rows, default 1000
        Rows of a batch for models with `partial_fit`.
    progress : callable or None
        Called as progress(rows done, rows in all or None, seconds) now and then.

    Returns
    -------
    Result

    Raises
    ------
    Interrupted
        At Ctrl-C; it has the result so far.

    Examples
    --------
    >>> from riparian import VFDT
    >>> from riparian.streams import Generated
    >>> trees = {"plain": VFDT(predictor="mc"), "naive Bayes": VFDT(predictor="nb")}
    >>> result = prequential(trees, Generated("agrawal", seed=1), rows=20_000, every=10_000)
    >>> [(name, round(result[name]["accuracy"], 2)) for name in result.models]
    [('plain', 0.9), ('naive Bayes', 0.91)]
    """
    if rows is not None:
        count("rows", rows)
    stream = as_stream(stream)
    check_end(stream, rows)
    count("warmup", warmup), whole("batch_rows", batch_rows)
    total = known_rows(stream, rows)
    if total is not None and warmup > total:
        raise ValueError(f"warmup must be at most the number of rows, {total}, got {warmup}")
    # A stream with an end may be shorter than what is asked for.
    length = stream.rows if stream.ends and stream.rows is None else total
    apart = spacing(
        None if every is None else whole("every", every), None if length is None else length - warmup
    )
    with patience() as patient:
        trials, classes = _trials(
            models, stream, count("delay", delay), batch_rows, patient, apart, window, fading, measures
        )
        run = _Run(stream, trials, classes, rows, warmup, apart)
        settings = {
            "rows": rows,
            "window": window,
            "fading": fading,
            "delay": delay,
            "warmup": warmup,
            "measures": list(known_measures(measures)),
        }
        if any(trial.runner.together for trial in trials):
            settings["batch_rows"] = batch_rows
        with handing_over(patient, lambda: _result(run, settings)):
            for done in run.go():
                if progress is not None:
                    progress(done, total, perf_counter() - run.started)
        return _result(run, settings)


def _trials(
    models: Any,
    stream: Stream,
    delay: int,
    batch_rows: int,
    patient: Patience,
    apart: Spacing,
    window: int | None,
    fading: float | None,
    measures: Sequence[str],
) -> tuple[list[Trial], Classes]:
    classes = Classes(stream.classes or ())
    loss = "log_loss" in known_measures(measures)
    trials = []
    for name, model in by_name(models).items():
        at_work = runner(name, model, classes, delay=delay, batch_rows=batch_rows, loss=loss)
        meter = Meter(every=apart, window=window, fading=fading, measures=measures)
        trials.append(Trial(name, model, at_work, meter, patient))
    return trials, classes


def known_rows(stream: Stream, rows: int | None) -> int | None:
    """How many rows there will be at most; None if that is not known."""
    known = [number for number in (rows, stream.rows) if number is not None]
    return min(known, default=None)


class _Run:
    """The pass over the stream."""

    def __init__(
        self,
        stream: Stream,
        trials: list[Trial],
        classes: Classes,
        rows: int | None,
        warmup: int,
        apart: Spacing,
    ) -> None:
        self.stream = stream
        self.trials = trials
        self.classes = classes
        self.rows = rows
        self.warmup = warmup
        self.apart = apart
        self.started = perf_counter()
        self.stream_seconds = 0.0
        self.done = 0
        self.warmed = 0

    def go(self) -> Iterator[int]:
        """All rows; after each batch, how many are done."""
        every = self.apart.first
        size = BATCH_ROWS if every > BATCH_ROWS else BATCH_ROWS // every * every
        batches = self.stream.batches(size, self.rows)
        while True:
            before = perf_counter()
            batch = next(batches, None)
            self.stream_seconds += perf_counter() - before
            if batch is None:
                break
            self._feed(batch)
            self.done += len(batch)
            yield self.done
        for trial in self.trials:
            trial.finish()

    def _feed(self, batch: Batch) -> None:
        actual = self.classes.true(batch.y, self.done)
        at = min(max(0, self.warmup - self.done), len(batch))
        if at:
            for trial in self.trials:
                trial.learn(batch.part(0, at))
            self.warmed += at
        while at < len(batch):
            measured = self.done + at - self.warmup
            stop = min(len(batch), at + self.apart.until(measured) - measured)
            part = batch if stop - at == len(batch) else batch.part(at, stop)
            for trial in self.trials:
                trial.feed(part, actual[at:stop])
            at = stop


def _result(run: _Run, evaluation: dict[str, Any]) -> Result:
    names = [trial.name for trial in run.trials]
    tables = [trial.table(run.warmup) for trial in run.trials]
    summary: dict[str, list[Any]] = {
        "model": names,
        "rows": [run.warmed + trial.meter.rows for trial in run.trials],
    }
    confusion = {}
    for trial in run.trials:
        note = dict(zip((*SIZES, "seconds"), trial.note(), strict=True))
        for name, value in {**trial.meter.final(), **note}.items():
            summary.setdefault(name, []).append(value)
        confusion[trial.name] = trial.meter.confusion
    columns = {name: column(values, words=name == "model") for name, values in summary.items()}
    columns["rows_per_second"] = rate(columns["rows"], columns["seconds"])
    columns["rows"] = columns["rows"].astype(np.int64)
    spent = perf_counter() - run.started - run.stream_seconds - sum(trial.seconds for trial in run.trials)
    every = run.apart.at(max(0, run.done - run.warmup))
    return result(
        "prequential",
        table=stacked(tables, names),
        summary=columns,
        confusion=confusion,
        classes=run.classes,
        settings=settings_of(
            run.stream, {trial.name: trial.model for trial in run.trials}, {**evaluation, "every": every}
        ),
        times={"stream": run.stream_seconds, "measuring": spent},
    )
