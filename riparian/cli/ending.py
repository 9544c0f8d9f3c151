"""How a command ends: 0 all went well, 1 it failed or was stopped on the way, 2 it was refused.

Refused is what is asked for wrongly, or asks for something that is not there: nothing was done then. Lines
that cannot be read, disks that are full and networks that are down are failures.
"""

from __future__ import annotations

import errno
import os

from riparian.cli.words import in_options
from riparian.streams.broken import BrokenLine
from riparian.streams.download import DatasetError

WELL, FAILED, REFUSED = 0, 1, 2

# What goes wrong by what a user gives; anything else is a defect of ours and keeps its traceback.
KNOWN = (ValueError, TypeError, OSError, ImportError)

_FAILURES = (BrokenLine, DatasetError, ImportError)
_REFUSALS = (
    ValueError,
    TypeError,
    FileNotFoundError,
    FileExistsError,
    IsADirectoryError,
    NotADirectoryError,
    PermissionError,
    BlockingIOError,  # another process has it
)


def code_of(wrong: Exception) -> int:
    """The exit code of a command that ends with this error.

    Examples
    --------
    >>> code_of(ValueError("delta must lie between 0 and 1")), code_of(OSError(28, "No space left on device"))
    (2, 1)
    """
    if getattr(wrong, "errno", None) == errno.EROFS:
        return REFUSED
    return REFUSED if isinstance(wrong, _REFUSALS) and not isinstance(wrong, _FAILURES) else FAILED


def told(wrong: BaseException) -> str:
    """What went wrong in a line, in options, and without the numbers of the system.

    Examples
    --------
    >>> told(ValueError("on_error='skip' leaves such lines out"))
    'error: --skip-broken leaves such lines out'
    >>> told(FileNotFoundError(2, "No such file or directory", "format=csv/a.csv"))
    'error: format=csv/a.csv: No such file or directory'
    """
    notes = [in_options(note) for note in getattr(wrong, "__notes__", ())]
    if isinstance(wrong, OSError) and wrong.strerror and wrong.filename is not None:
        said = f"{os.fsdecode(wrong.filename)}: {wrong.strerror}"
    else:
        said = in_options(str(wrong))
    return ": ".join(["error", *notes, said])
