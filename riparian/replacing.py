"""How a file is replaced: another one is written beside it and takes its name once it is whole.

A reader sees the old file or the new one, never a half.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from pathlib import Path


def places(path: str | os.PathLike[str]) -> tuple[Path, Path]:
    """The file that a model replaces, and one beside it to write to; what is no file is not replaced."""
    # A link stays one, and what it leads to is replaced.
    target = Path(os.path.realpath(path))
    if target.is_dir():
        told = "what is there is no file: name one for the model"
        raise IsADirectoryError(errno.EISDIR, told, os.fspath(path))
    if target.exists() and not target.is_file():
        told = "what is there is no file, and is not replaced by one"
        raise FileExistsError(errno.EEXIST, told, os.fspath(path))
    return target, target.with_name(f".{target.name}.{secrets.token_hex(8)}.part")


def named(error: OSError, path: str | os.PathLike[str]) -> OSError:
    """The same error with the name of the file that it is about."""
    if error.errno is None:
        return error
    return OSError(error.errno, os.strerror(error.errno), os.fspath(path))


def discard(temporary: Path) -> None:
    """Remove what was written so far; where that fails, too, the first failure is the one to tell."""
    with contextlib.suppress(OSError):
        temporary.unlink(missing_ok=True)


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
        raise OSError(error.errno, told, os.fspath(target)) from None
