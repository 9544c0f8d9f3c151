"""A peer in a process of its own, asked for one timed run at a time.

The process stays alive between runs, so that its rows stay in memory, its compiler stays warm, and its runs
can be interleaved with those of the others. It answers every line with one line of JSON.
"""

import json
import subprocess
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self


class Worker:
    """Start `command` and wait until it has read its rows."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.receive()

    def send(self, question: str) -> None:
        """Ask without waiting for the answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """Wait for one answer."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(
                f"{self.process.args!r} ended with code {self.process.wait()} before it answered"
            )
        answer: dict[str, Any] = json.loads(line)
        return answer

    def ask(self, question: str) -> dict[str, Any]:
        """Ask, and wait for the answer."""
        self.send(question)
        return self.receive()

    def close(self) -> None:
        """End the process: it stops at the end of its input."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
