"""Tests apart from learning: rows that are predicted and never learned, and the clock of both."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import numpy as np

from riparian.evaluate.classes import Classes, Codes
from riparian.evaluate.files import Table, column
from riparian.evaluate.interrupt import Patience
from riparian.evaluate.meter import Meter
from riparian.evaluate.runners import Runner, refusals_of, runner
from riparian.evaluate.trial import sizes
from riparian.streams.stream import BATCH_ROWS, Batch, joined


class Student:
    """A model that learns here and is tested there.

    Parameters
    ----------
    name, model
        What the results call it, and the model itself.
    classes : Classes
        The classes of the evaluation.
    measures : sequence of str
        What to measure.
    batch_rows : int
        Rows of a batch for a model with `partial_fit`.
    """

    def __init__(
        self, name: str, model: Any, classes: Classes, measures: Sequence[str], batch_rows: int
    ) -> None:
        self.name = name
        self.model = model
        self.measures = measures
        self.runner: Runner = runner(
            name, model, classes, batch_rows=batch_rows, loss="log_loss" in measures, apart=True
        )
        self.rows = 0
        self.seconds = 0.0
        self.test_seconds = 0.0
        self._held: list[Batch] = []

    def learn(self, batch: Batch) -> None:
        """Learn rows; a model with `partial_fit` gets them once there are enough."""
        self.rows += len(batch)
        if self.runner.together is None:
            self._learn(batch)
            return
        held = joined([*self._held, batch])
        whole = len(held) // self.runner.together * self.runner.together
        for at in range(0, whole, self.runner.together):
            self._learn(held.part(at, at + self.runner.together))
        self._held = [held.part(whole, len(held))] if whole < len(held) else []

    def finish(self) -> None:
        """Learn what was held back."""
        if self._held:
            self._learn(joined(self._held))
            self._held = []

    def _learn(self, batch: Batch) -> None:
        started = perf_counter()
        with refusals_of(self.name):
            self.runner.learn(batch)
        self.seconds += perf_counter() - started

    def test(self, batch: Batch, actual: Codes) -> Meter:
        """Predict rows without learning them."""
        meter = Meter(every=max(1, len(batch)), measures=self.measures)
        for at in range(0, len(batch), BATCH_ROWS):
            stop = min(at + BATCH_ROWS, len(batch))
            part = batch.part(at, stop)
            started = perf_counter()
            with refusals_of(self.name):
                predicted, p = self.runner.predict(part, actual[at:stop])
            self.test_seconds += perf_counter() - started
            meter.take(actual[at:stop], predicted, part.w, p)
        return meter

    def note(self) -> dict[str, float]:
        """Size, and time of learning, now."""
        rate = self.rows / self.seconds if self.seconds else float("nan")
        return {**sizes(self.model), "seconds": self.seconds, "rows_per_second": rate}


class Lines:
    """A table that grows line by line; a line is complete or not there."""

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self.lines: list[dict[str, Any]] = []

    def add(self, line: dict[str, Any]) -> None:
        """One more line."""
        with self.patience.held():
            self.lines.append(line)

    def table(self, names: Sequence[str]) -> Table:
        """The table; `names` are its columns should there be no line yet."""
        columns = list(self.lines[0]) if self.lines else names
        found = {}
        for name in columns:
            values = [line[name] for line in self.lines]
            found[name] = column(values, words=name == "model")
            if name in ("row", "rows", "fold", "epoch"):
                found[name] = found[name].astype(np.int64)
        return found
