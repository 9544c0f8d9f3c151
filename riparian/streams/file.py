"""What all files have in common, whatever their format."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from riparian.streams.options import Options
from riparian.streams.sources import repeatable
from riparian.streams.stream import Stream


class File(Stream):
    """A stream read from files; made by `read`."""

    # Made by read(): what a file is told is checked there.
    paths: tuple[Path | None, ...]
    format: str
    options: Options
    # The column that is the class, or would be if rows had one.
    usual_class: str

    def _named(self, paths: tuple[Path | None, ...]) -> None:
        self.paths = paths
        first = paths[0]
        name = "standard input" if first is None else first.name
        self.name = name if len(paths) == 1 else f"{name} and {len(paths) - 1} more"
        # Whether the rows can be read a second time: not those of a pipe.
        self.repeatable = repeatable(paths)
        self._started = False

    def _begin(self) -> bool:
        """Whether this is the first start; a second one is refused where bytes come only once."""
        again, self._started = self._started, True
        if again and not self.repeatable:
            raise ValueError(
                f"{self.name} can be read only once, and was; save it to a file to read it again"
            )
        return not again

    @property
    @abstractmethod
    def names(self) -> list[str]:
        """The columns that are read, the class among them, as they stand in the file."""

    @property
    @abstractmethod
    def numbers(self) -> set[str]:
        """Those of them that hold numbers, or classes that are whole numbers."""

    @property
    def seen(self) -> set[str]:
        """The columns that the latest reading has come across so far."""
        return set(self.names)

    @property
    def codes(self) -> set[str]:
        """Those that hold numbers as categories."""
        return set()

    @property
    @abstractmethod
    def skipped(self) -> int:
        """Lines left out so far in the latest reading."""

    @property
    @abstractmethod
    def faults(self) -> tuple[str, ...]:
        """What was wrong with the first ten of them."""

    def again(self, **told: Any) -> Self:
        """The same files, told something else."""
        made: Callable[..., Self] = type(self)
        return made(self.paths, self.format, replace(self.options, **told))

    def settings(self) -> Mapping[str, Any]:
        """Which files, and which format."""
        return {"files": ["-" if path is None else str(path) for path in self.paths], "format": self.format}


def reads(stream: Stream, path: str | os.PathLike[str]) -> bool:
    """Whether a file is among those that a stream is read from."""
    files = [each for each in getattr(stream, "paths", ()) if each is not None]
    return Path(path).exists() and any(each.exists() and each.samefile(path) for each in files)
