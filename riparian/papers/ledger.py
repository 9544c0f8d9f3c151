"""Results in a CSV file that only ever grows: what is finished stays, whatever happens to the run.

Lines that belong together are appended in one write. A last line without its end is what a killed run left
behind: it is not read, and the next write cuts it off.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

Line = dict[str, Any]


class Ledger:
    """A CSV file of results.

    Parameters
    ----------
    path : str or Path
        The file; it is made with its first line.
    columns : mapping from name to type
        The columns in their order, each with what makes its value from a text: `int`, `float` or `str`. An
        empty field of a number is None.

    Examples
    --------
    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> ledger = Ledger(Path(folder.name) / "cells.csv", {"stream": str, "accuracy": float})
    >>> ledger.add([{"stream": "rts", "accuracy": 0.75}])
    >>> with ledger.path.open("a") as file:
    ...     _ = file.write("rtc,0.")  # and then the power failed
    >>> ledger.lines()
    [{'stream': 'rts', 'accuracy': 0.75}]
    >>> folder.cleanup()
    """

    def __init__(self, path: str | Path, columns: Mapping[str, Callable[[str], Any]]) -> None:
        self.path = Path(path)
        self.columns = dict(columns)

    def lines(self) -> list[Line]:
        """The lines that were written to their end; none if there is no file."""
        found = csv.reader(io.StringIO(_finished(self.path).decode("utf-8"), newline=""))
        names = next(found, None)
        if names is None:
            return []
        if names != list(self.columns):
            raise ValueError(
                f"{self.path} has the columns {', '.join(names)}, not {', '.join(self.columns)}: "
                "it is from another version, move it away"
            )
        return [self._line(fields, number) for number, fields in enumerate(found, start=2)]

    def _line(self, fields: list[str], number: int) -> Line:
        if len(fields) != len(self.columns):
            raise ValueError(
                f"{self.path}, line {number}: {len(self.columns)} fields are wanted, {len(fields)} found; "
                "take the line out, its cell is then run again"
            )
        line = {}
        for (name, kind), field in zip(self.columns.items(), fields, strict=True):
            try:
                line[name] = None if field == "" and kind is not str else kind(field)
            except ValueError:
                raise ValueError(
                    f"{self.path}, line {number}: {name} must be a number, got {field!r}"
                ) from None
        return line

    def add(self, lines: Iterable[Mapping[str, Any]]) -> None:
        """Append lines in one write, and see that they reach the disk."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        kept = len(_finished(self.path))
        text = io.StringIO(newline="")
        writer = csv.DictWriter(text, list(self.columns), lineterminator="\n")
        if not kept:
            writer.writeheader()
        writer.writerows(lines)
        with self.path.open("ab") as file:
            file.truncate(kept)
            file.write(text.getvalue().encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())


def _finished(path: Path) -> bytes:
    """What the file holds up to the end of its last whole line."""
    held = path.read_bytes() if path.exists() else b""
    return held[: held.rfind(b"\n") + 1]
