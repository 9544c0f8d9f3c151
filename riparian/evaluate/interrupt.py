"""Ctrl-C during an evaluation: heard at once while a model learns, a moment later while it is noted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from riparian.evaluate.result import Result


# A Ctrl-C so soon after another is the same one: the first has not yet found its way to who answers it.
ECHO_SECONDS = 1.0


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
    """Holds Ctrl-C back while `held`, and hears no second one once the first is being answered."""

    def __init__(self) -> None:
        self._holding = False
        self._asked = False
        self._answering = False
        self._heard = -ECHO_SECONDS

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """The signal's handler."""
        if self._answering:
            return
        if self._holding:
            self._asked = True
        elif monotonic() - self._heard >= ECHO_SECONDS:
            self._heard = monotonic()
            signal.default_int_handler(number, frame)

    def answer(self) -> None:
        """The first Ctrl-C is being answered: no other is heard until the results are handed over."""
        self._answering = True

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
            self._heard = monotonic()
            raise KeyboardInterrupt


@contextmanager
def patience() -> Iterator[Patience]:
    """Ctrl-C goes to a `Patience` in here, where it is Python's own business; elsewhere nothing changes.

    Within another `patience` it is that one, which then lasts until the outer end.
    """
    current = signal.getsignal(signal.SIGINT)
    if isinstance(current, Patience) and threading.current_thread() is threading.main_thread():
        yield current
        return
    found = Patience()
    ours = threading.current_thread() is threading.main_thread() and current is signal.default_int_handler
    if ours:
        signal.signal(signal.SIGINT, found)
    try:
        yield found
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
