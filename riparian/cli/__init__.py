"""The command line: `riparian evaluate`, `train`, `predict`, `streams`, `models`, `show` and others.

Results go to standard output, progress and messages to standard error. The library itself never prints.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType


def main() -> None:
    """Run the command line; the words are read by click, tables and progress are drawn by rich."""
    for name in ("SIGTERM", "SIGHUP"):  # the second one is not known everywhere
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _like_ctrl_c)
    try:
        import click  # noqa: F401
        import rich  # noqa: F401
    except ImportError as absent:
        sys.exit(f"the command line needs {absent.name}: pip install 'riparian[cli]'")
    except KeyboardInterrupt:
        sys.exit("stopped")
    try:
        from riparian.cli.app import app
    except KeyboardInterrupt:
        sys.exit("stopped")
    app(prog_name="riparian")


def _like_ctrl_c(_number: int, frame: FrameType | None) -> None:
    """Whoever is told to end, or loses the terminal, ends as at Ctrl-C: with what there is so far."""
    handler = signal.getsignal(signal.SIGINT)
    if callable(handler):
        handler(signal.SIGINT, frame)
