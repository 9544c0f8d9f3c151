"""Locks that end with their process, however it ends: of those who ask for one, one has it.

They are advisory: whoever does not ask is not kept out. Some systems and disks have none.
"""

from __future__ import annotations

import os
import sys

if sys.platform != "win32":
    import fcntl


def taken(handle: int) -> bool | None:
    """Whether the lock on an open file is ours now: False if another has it, None if there are no locks here.

    It is let go when the file is closed.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as one, open(one.name) as other:
    ...     taken(one.fileno()), taken(other.fileno())
    (True, False)
    """
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def is_at(handle: int, path: str | os.PathLike[str]) -> bool:
    """Whether an open file is still the one of this name: it may have been removed, and made anew."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except FileNotFoundError:
        return False
