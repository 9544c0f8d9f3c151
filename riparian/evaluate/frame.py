"""What all evaluations share: a stream with an end, progress, and results that Ctrl-C does not lose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.evaluate.classes import Classes
from riparian.evaluate.files import Table
from riparian.evaluate.interrupt import Interrupted, Patience
from riparian.evaluate.naming import described, parameters
from riparian.evaluate.result import Result, versions
from riparian.evaluate.tables import widened
from riparian.streams.stream import Stream

Progress = Callable[[int, int | None, float], object]


def check_end(stream: Stream, rows: int | None) -> None:
    """Refuse to run for ever."""
    if rows is None and not stream.ends:
        raise ValueError(f"stream {stream.name!r} has no end: say how many rows, as in rows=100_000")


@contextmanager
def handing_over(patient: Patience, found: Callable[[], Result]) -> Iterator[None]:
    """Ctrl-C in here brings what was found until then."""
    try:
        yield
    except KeyboardInterrupt:
        patient.answer()
        raise Interrupted(found()) from None


def result(
    kind: str,
    *,
    table: Table,
    summary: Table,
    confusion: Mapping[str, NDArray[np.float64]],
    classes: Classes,
    settings: Mapping[str, Any],
    times: Mapping[str, float],
) -> Result:
    """A result; confusion matrices get room for the classes that came later."""
    return Result(
        kind=kind,
        table=table,
        summary=summary,
        confusion={name: widened(cells, len(classes)) for name, cells in confusion.items()},
        classes=list(classes.labels),
        settings=dict(settings),
        versions=versions(),
        times=dict(times),
    )


def settings_of(stream: Stream, models: Mapping[str, Any], evaluation: Mapping[str, Any]) -> dict[str, Any]:
    """What was set, of the stream, the models and the evaluation."""
    return {
        "stream": described(stream),
        "models": {name: parameters(model) for name, model in models.items()},
        "evaluation": dict(evaluation),
    }
