"""A bar on standard error with rate and time left: only on a terminal, and only after two seconds."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import Any, Self

PATIENCE_SECONDS = 2.0


class Progress:
    """A bar that shows how many rows (or bytes) are done."""

    def __init__(self, total: int | None, *, at_once: bool = False, what: str = "rows") -> None:
        self.total = total
        self.what = what
        self.patience = 0.0 if at_once else PATIENCE_SECONDS
        self._started = time.perf_counter()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()

    def end(self) -> None:
        """Take the bar away, so that a message can stand in its place."""
        if self._bar is not None:
            self._bar.stop()

    def download(self, file: str, done: int, total: int | None) -> None:  # noqa: ARG002
        """Say how many bytes of a file have come."""
        self.total = total
        self.rows(done)

    def rows(self, done: int) -> None:
        """Say how many rows are done."""
        if not sys.stderr.isatty() or time.perf_counter() - self._started < self.patience:
            return
        if self._bar is None:
            self._start()
        self._bar.update(self._task, completed=done, rate=done / (time.perf_counter() - self._started))

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self._bar = Bar(
            BarColumn(),
            TextColumn("{task.completed:,.0f} " + self.what),
            TextColumn("{task.fields[rate]:,.0f}/s"),
            TimeRemainingColumn(),
            console=Console(file=sys.stderr),
            transient=self.patience > 0,
        )
        self._bar.start()
        self._task = self._bar.add_task("", total=self.total, rate=0.0)
