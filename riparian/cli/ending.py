"""How a command ends: 0 all went well, 1 it failed or was stopped on the way, 2 it was refused.

Refused is what is asked for wrongly, or asks for something that is not there: nothing was done then. Lines
that cannot be read, disks that are full and networks that are down are failures.
"""

from __future__ import annotations

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
    return REFUSED if isinstance(wrong, _REFUSALS) and not isinstance(wrong, _FAILURES) else FAILED
