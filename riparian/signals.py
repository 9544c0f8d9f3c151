"""Signals that end a process, taken as Ctrl-C: with what there is so far."""

from __future__ import annotations

import signal
from types import FrameType

# Told to end, and left by the terminal; not every system knows the second.
ENDING: tuple[int, ...] = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)
)


def like_ctrl_c(_number: int, frame: FrameType | None) -> None:
    """Does what Ctrl-C does; where that is ignored, as in jobs of a script, what it would do."""
    handler = signal.getsignal(signal.SIGINT)
    (handler if callable(handler) else signal.default_int_handler)(signal.SIGINT, frame)


def heed_no_more() -> None:
    """Let a process that has come to its end do so: with its own exit code, whatever is still sent."""
    for number in (signal.SIGINT, *ENDING):
        signal.signal(number, signal.SIG_IGN)


def end_like_ctrl_c() -> None:
    """Let this process end so from now on, unless it is to ignore such signals, or has other handlers."""
    for number in ENDING:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, like_ctrl_c)
