"""Ctrl-C, SIGTERM and SIGHUP in training: heard while the next rows are read, not while a piece is learned.

So the tree that is saved has always learned whole pieces, as in a run that was not stopped.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, TypeVar

from riparian.signals import ENDING, like_ctrl_c

T = TypeVar("T")


class Stopped(KeyboardInterrupt):
    """Training ended by Ctrl-C, SIGTERM or SIGHUP; what was learned until then is saved.

    Parameters
    ----------
    path : path
        The model file.
    rows : int or None
        Rows that the saved model has learned; None if the first rows were being learned, and none was saved.
    repeatable : bool
        Whether training can go on from there: not with rows that come only once.

    Examples
    --------
    >>> print(Stopped("river.model", 5000, True))
    stopped at row 5,000; the model is in river.model, resume=True goes on there
    >>> print(Stopped("river.model", None, True))
    stopped among the first rows; no model was saved, and there is no river.model
    """

    def __init__(self, path: str | os.PathLike[str], rows: int | None, repeatable: bool) -> None:
        name = os.fspath(path)
        if rows is None:
            left = f"{name} is as it was" if os.path.exists(path) else f"there is no {name}"
            told = f"stopped among the first rows; no model was saved, and {left}"
        else:
            how = "resume=True goes on there" if repeatable else "its stream cannot be read again to go on"
            told = f"stopped at row {rows:,}; the model is in {name}, {how}"
        super().__init__(told)
        self.path, self.rows, self.repeatable = path, rows, repeatable


class Request:
    """Hears that training is to stop."""

    def __init__(self) -> None:
        self._asked = False
        self._reading = False

    def __call__(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """The signals' handler."""
        self._asked = True
        # Rows may be long in coming, from a pipe say. Nothing is lost with those that are being read.
        if self._reading:
            self._reading = False
            raise KeyboardInterrupt

    def next(self, items: Iterator[T]) -> T | None:
        """The next item, None at the end; a request to stop raises KeyboardInterrupt here, and only here."""
        # In this order: a request that comes after the question finds that this is the moment.
        self._reading = True
        try:
            if self._asked:
                raise KeyboardInterrupt
            return next(items, None)
        finally:
            self._reading = False


@contextmanager
def stopping() -> Iterator[Request]:
    """These signals go to a `Request` in here, where nobody else has asked for them."""
    request = Request()
    usual = [signal.SIG_DFL, signal.default_int_handler, like_ctrl_c]
    ours: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        found = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}
        ours = {number: handler for number, handler in found.items() if handler in usual}
    for number in ours:
        signal.signal(number, request)
    try:
        yield request
    finally:
        for number, handler in ours.items():
            signal.signal(number, handler)
