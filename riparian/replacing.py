"""How a file is replaced: another one is written beside it and takes its name once it is whole.

A reader sees the old file or the new one, never a half. The new one is written in a folder that its owner
alone may enter, so that nobody reads it before it has the mode of the old one; and the folder is locked as
long as somebody works in it, so that what a killed process has left is known from what is being written.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from riparian import locks
from riparian.plain import shown

# What a workplace holds: its lock, and the file that is being written.
LOCK, FRESH = "lock", "fresh"
# Bytes of a name to which some more can be added on every system.
LONG = 200


class NotSettled(OSError):  # noqa: N818 - named by what it is
    """A file has replaced another one, but its name may not be on the disk yet."""


def target_of(path: str | os.PathLike[str]) -> Path:
    """The file that is to be replaced; what is no file is not replaced."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(
            f"path must be the name of a file, got {shown(path)}: to an open file, write tree.to_bytes()"
        )
    text = os.fspath(path)
    if text.endswith((os.sep, os.altsep or os.sep)) or Path(path).is_dir():
        raise IsADirectoryError(errno.EISDIR, "a folder is no file: name one in it", text)
    # A link stays one, and what it leads to is replaced.
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        told = "what is there is no file, and is not replaced by one"
        raise FileExistsError(errno.EEXIST, told, text)
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "what is there may not be written to, and is not replaced", text)
    return target


@contextmanager
def workplace(target: Path) -> Iterator[Path]:
    """Where to write a file that will replace another one: in a folder of its own, of which nothing stays."""
    folder, handle = _made(target)
    try:
        yield folder / FRESH
    finally:
        os.close(handle)
        # Where that fails, too, the first failure is the one to tell.
        with suppress(OSError):
            _remove(folder)


@contextmanager
def complete(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A place to write to that takes the name of a file, and the mode of it, once all went well.

    A link stays a link, and the file it points to is replaced. What is no file (a pipe, a device) cannot be
    replaced by one: it is written to as it stands.
    """
    place = Path(path)
    # /dev/stdout may lead to a file, too, that others go on writing to.
    if place.exists() and (not place.is_file() or place.absolute().parts[:2] == ("/", "dev")):
        yield place
        return
    remove_left(target_of(path))
    with replaced(path) as fresh:
        yield fresh


@contextmanager
def replaced(path: str | os.PathLike[str]) -> Iterator[Path]:
    """The same for what is a file, or is yet to be."""
    target = target_of(path)
    try:
        with workplace(target) as fresh:
            yield fresh
            if target.exists():
                fresh.chmod(stat.S_IMODE(target.stat().st_mode))
            fresh.replace(target)
    except OSError as error:
        raise named(error, path) from None


def hidden(target: Path, kind: str) -> Path:
    """A name beside a file, for what belongs to it; where the file's own is long, its checksum has to do."""
    told = target.name
    if len(os.fsencode(told)) > LONG:
        told = hashlib.sha256(os.fsencode(told)).hexdigest()
    return target.with_name(f".{told}.{kind}")


def _made(target: Path) -> tuple[Path, int]:
    while True:
        folder = hidden(target, f"{secrets.token_hex(8)}.part")
        folder.mkdir(mode=0o700)
        try:
            handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            continue  # taken for one that was left, and removed
        except BaseException:
            folder.rmdir()
            raise
        if locks.taken(handle) is not False and locks.is_at(handle, folder / LOCK):
            return folder, handle
        os.close(handle)


def remove_left(target: Path) -> None:
    """Remove what killed processes have left beside a file; where others are at work, they are let alone."""
    unfinished = re.compile(rf"{re.escape(hidden(target, '').name)}[0-9a-f]{{16}}\.part")
    try:
        entries = list(target.parent.iterdir())
    except OSError:
        return  # a folder that may be written to, and not looked into
    for entry in entries:
        if unfinished.fullmatch(entry.name):
            with suppress(OSError):
                _remove_if_left(entry)


def _remove_if_left(folder: Path) -> None:
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or (os.name == "posix" and found.st_uid != os.geteuid()):
        return  # a link that somebody has laid there, or the folder of somebody else
    try:
        handle = os.open(folder / LOCK, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        folder.rmdir()  # nothing is written in it yet; who has just made it makes another
        return
    try:
        if locks.taken(handle):
            _remove(folder)
    finally:
        os.close(handle)


def _remove(folder: Path) -> None:
    # The lock is the last to go: where there is none, there is nothing else either.
    for name in (FRESH, LOCK):
        (folder / name).unlink(missing_ok=True)
    folder.rmdir()


def named(error: OSError, path: str | os.PathLike[str]) -> OSError:
    """The same error with the name of the file that it is about."""
    if error.errno is None:
        return error
    return OSError(error.errno, os.strerror(error.errno), os.fspath(path))


def settle(target: Path) -> None:
    """Wait until the name of a file is on the disk, too, where the system has a way to."""
    if os.name != "posix":
        return
    try:
        handle = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno in (errno.EINVAL, errno.ENOTSUP, errno.EACCES):
            return  # folders of this system are not waited for
        told = f"the model is in place, but may not outlive a power cut ({error.strerror})"
        raise NotSettled(error.errno, told, os.fspath(target)) from None
