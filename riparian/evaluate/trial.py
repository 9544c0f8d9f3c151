"""One model on its way along a stream: its answers measured, its size and its time noted at every sample."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.evaluate.classes import Codes
from riparian.evaluate.interrupt import Patience
from riparian.evaluate.meter import Meter
from riparian.evaluate.runners import Runner, refusals_of
from riparian.streams.stream import Batch, joined

SIZES = ("nodes", "leaves", "depth", "memory_bytes")
# By what names models tell their size.
TOLD = {
    "nodes": ("n_nodes",),
    "leaves": ("n_leaves",),
    "depth": ("depth", "height"),
    "memory_bytes": ("memory_bytes",),
}


class Trial:
    """A model, its meter and its clock.

    Parameters
    ----------
    name : str
        What the results call the model.
    model : object
        The model itself; its size is read from it.
    runner : Runner
        How it is run.
    meter : Meter
        What measures it.
    patience : Patience
        Holds Ctrl-C back while something is written down.
    """

    def __init__(self, name: str, model: Any, runner: Runner, meter: Meter, patience: Patience) -> None:
        self.name = name
        self.model = model
        self.runner = runner
        self.meter = meter
        self.patience = patience
        self.seconds = 0.0
        # The row of a sample, then size and time there.
        self.notes: list[tuple[float, ...]] = []
        self._held: list[tuple[Batch, Codes]] = []

    def learn(self, batch: Batch) -> None:
        """Learn rows that are not measured."""
        started = perf_counter()
        with refusals_of(self.name):
            self.runner.learn(batch)
        self.seconds += perf_counter() - started

    def feed(self, batch: Batch, actual: Codes) -> None:
        """Rows up to the next sample at most."""
        if self.runner.together is None:
            self._run(batch, actual)
            return
        while len(batch):
            held = sum(len(codes) for _, codes in self._held)
            room = min(self.runner.together - held, len(batch))
            self._held.append((batch.part(0, room), actual[:room]))
            batch, actual = batch.part(room, len(batch)), actual[room:]
            if held + room == self.runner.together:
                self.finish()

    def finish(self) -> None:
        """Run what is held back because it was too little."""
        if self._held:
            batches, codes = zip(*self._held, strict=True)
            self._held = []
            self._run(joined(batches), np.concatenate(codes))

    def _run(self, batch: Batch, actual: Codes) -> None:
        started = perf_counter()
        with refusals_of(self.name):
            predicted, p = self.runner.test_then_train(batch, actual)
        with self.patience.held():
            self.seconds += perf_counter() - started
            self.meter.take(actual, predicted, batch.w, p)
            self._note_samples()

    def _note_samples(self) -> None:
        """Size and time at the samples that are due; those that are thinned out go."""
        rows = self.meter.rows
        every = self.meter.spacing.at(rows)
        if self.notes and every > self.meter.spacing.at(int(self.notes[-1][0])):
            self.notes = [note for note in self.notes if note[0] % every == 0]
        noted = int(self.notes[-1][0]) if self.notes else 0
        for row in range((noted // every + 1) * every, rows + 1, every):
            self.notes.append((row, *self.note()))

    def note(self) -> tuple[float, ...]:
        """Size and time now."""
        return (*sizes(self.model).values(), self.seconds)

    def table(self, first_row: int = 0) -> dict[str, NDArray[Any]]:
        """The samples, each with the size and the time at its row."""
        found: dict[str, NDArray[Any]] = self.meter.table()
        if len(self.notes) < len(found["row"]):
            self.notes.append((self.meter.rows, *self.note()))
        notes = np.array(self.notes).reshape(len(self.notes), len(SIZES) + 2)[:, 1:]
        seconds = notes[:, -1]
        found |= {name: notes[:, place] for place, name in enumerate(SIZES)}
        found["seconds"] = seconds
        found["rows_per_second"] = rate(found["row"] + first_row, seconds)
        found["row"] = found["row"] + first_row
        return found


def sizes(model: Any) -> dict[str, float]:
    """Nodes, leaves, depth and bytes of a model; NaN for what it does not tell."""
    found = dict.fromkeys(SIZES, float("nan"))
    for size, names in TOLD.items():
        for name in names:
            value = getattr(model, name, None)
            value = value() if callable(value) else value
            if isinstance(value, int | float):
                found[size] = float(value)
                break
    return found


def rate(rows: NDArray[Any], seconds: NDArray[Any]) -> NDArray[np.float64]:
    """Rows per second; NaN where no time has passed."""
    found = np.full(len(rows), np.nan)
    np.divide(rows, seconds, out=found, where=seconds > 0)
    return found
