"""Ctrl-C during an evaluation: heard at once while a model learns, a moment later while it is noted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riparian.evaluate.result import Result


class Interrupted(KeyboardInterrupt):
    """An evaluation ended by Ctrl-C; `result` holds what was measured until then.

    Parameters
    ----------
    result : Result
        The results so far.
    """

    def __init__(self, result: Result) -> None:
        super().__init__("the evaluation was interrupted; what was measured until then is in .result")
        self.result = result


class Patience:
    """Holds Ctrl-C back while `held`."""

    def __init__(self) -> None:
        self._holding = False
        self._asked = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """The signal's handler."""
        if self._holding:
            self._asked = True
        else:
            signal.default_int_handler(number, frame)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nothing in here is cut in two."""
        self._holding = True
        try:
            yield
        finally:
            self._holding = False
        if self._asked:
            self._asked = False
            raise KeyboardInterrupt


@contextmanager
def patience() -> Iterator[Patience]:
    """Ctrl-C goes to a `Patience` in here, where it is Python's own business; elsewhere nothing changes."""
    found = Patience()
    ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if ours:
        signal.signal(signal.SIGINT, found)
    try:
        yield found
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
