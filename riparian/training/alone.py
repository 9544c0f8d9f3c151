"""One training at a time for each model file: the second would undo what the first one saves.

A file beside the model is locked as long as training lasts, and removed at its end. That of a killed process
is free, and is taken over.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from riparian import locks
from riparian.replacing import hidden, named, target_of


@contextmanager
def alone(path: str | os.PathLike[str]) -> Iterator[None]:
    """Nobody else trains the model of a file in here; a second one is refused, and told who was first.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "river.model"
    >>> with alone(path), alone(path):
    ...     pass
    Traceback (most recent call last):
    BlockingIOError: ...river.model is being trained by this process: wait until ...
    """
    if os.name != "posix":
        yield
        return
    target = target_of(path)
    place = hidden(target, "lock")
    try:
        handle = _taken(place, path)
    except OSError as error:
        # A lock of somebody else may be there where the folder lets us write.
        raise named(error, place if place.exists() else path) from None
    try:
        yield
    finally:
        # Before it is let go: whoever has opened it meanwhile finds that it is gone, and makes another. Where
        # that fails, what happened before is the thing to tell.
        try:
            with suppress(OSError):
                place.unlink(missing_ok=True)
        finally:
            os.close(handle)


def _taken(place: Path, path: str | os.PathLike[str]) -> int:
    """The open file, whose lock is ours and which says so."""
    while True:
        handle = _opened(place)
        try:
            if locks.taken(handle) is False:
                raise BlockingIOError(
                    f"{os.fspath(path)} is being trained by {_holder(handle)}: wait until it has ended, or "
                    "give another name"
                )
            if locks.is_at(handle, place):
                with suppress(OSError):  # a full disk: then nobody is told who is first, and that is all
                    os.truncate(handle, 0)
                    os.write(handle, f"{os.getpid()}\n".encode())
                return handle
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _opened(place: Path) -> int:
    """The file of a lock, which nobody but a training has written."""
    foreign = FileExistsError(f"{place} stands where trainings keep their lock, and is none: move it away")
    try:
        handle = os.open(place, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EISDIR):
            raise foreign from None
        raise
    if not (stat.S_ISREG(os.fstat(handle).st_mode) and _says_nothing_else(handle)):
        os.close(handle)
        raise foreign
    return handle


def _says_nothing_else(handle: int) -> bool:
    """Whether a file holds the number of a process, or nothing."""
    told = os.pread(handle, 64, 0)
    return not told or told.strip().isdigit()


def _holder(handle: int) -> str:
    """Who has the lock, as far as the file says."""
    told = os.read(handle, 32).decode(errors="replace").strip()
    if told == str(os.getpid()):
        return "this process"
    return f"process {told}" if told.isdecimal() else "another process"
