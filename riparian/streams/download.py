"""Downloads one file whose checksum is known: whole and as expected, or not at all.

The body goes to a file of its own beside the target and is renamed once it is verified. So an interrupted or
altered download leaves nothing behind, and two processes that fetch the same file do not meet. Nothing is
printed: who wants to see progress passes a function.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from riparian import __version__
from riparian.streams.catalogue import Part

# Called with the file's name, the bytes so far, and the bytes in all (None if nobody knows).
Progress = Callable[[str, int, int | None], None]

BLOCK_BYTES = 1 << 16
# A file whose length nobody states is cut off here, so that an endless body does not fill the disk.
MOST_BYTES = 1 << 30
PATIENCE_SECONDS = 30.0


class DatasetError(OSError):
    """A data set that cannot be had: not there, not reachable, or not what it should be."""


def download(part: Part, folder: Path, progress: Progress | None = None) -> Path:
    """A publisher's file in `folder`, with the checksum it should have.

    Parameters
    ----------
    part : Part
        What to fetch.
    folder : Path
        Where to put it; made if it is not there.
    progress : function or None, default None
        Called as `progress(file, bytes, bytes_in_all)` while it comes.

    Raises
    ------
    DatasetError
        What came differs from what was expected, or nothing came.
    """
    from http.client import HTTPException
    from urllib.error import HTTPError

    target = folder / part.file
    remedy = f"download {part.url} by other means and put it at {target}"
    # Not made by tempfile: what that makes only its owner may read, and a cache can be shared.
    temporary = folder / f".{part.file}.{os.getpid()}.{secrets.token_hex(8)}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with temporary.open("xb") as file:
            length, found = _body(part, file, progress)
        if part.bytes is not None and length != part.bytes:
            raise DatasetError(
                f"{part.url} came with {length} bytes, {part.bytes} expected: try again, or {remedy}"
            )
        if found != part.sha256:
            raise DatasetError(
                f"{part.url} came with SHA-256 {found}, {part.sha256} expected: it was altered on the way or"
                f" replaced by its publisher; nothing was kept"
            )
        os.replace(temporary, target)
    except DatasetError:
        raise
    except (OSError, HTTPException) as error:
        if isinstance(error, HTTPError):
            error.close()  # it is the answer of the server, too
        reason = " ".join(str(getattr(error, "reason", None) or error).split())  # some have several lines
        raise DatasetError(f"{part.url} cannot be downloaded ({reason}): {remedy}") from error
    finally:
        with suppress(OSError):  # the folder itself may be what could not be made
            temporary.unlink()
    return target


def _body(part: Part, file: IO[bytes], progress: Progress | None) -> tuple[int, str]:
    """Length and checksum of what came; it is in `file` then."""
    import urllib.request  # costs more than the rest of the package to load, and is seldom needed

    request = urllib.request.Request(part.url, headers={"User-Agent": f"riparian/{__version__}"})
    digest, length = hashlib.sha256(), 0
    with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:
        announced = response.headers.get("Content-Length")
        expected = int(announced) if announced and re.fullmatch("[0-9]+", announced) else part.bytes
        while block := response.read(BLOCK_BYTES):
            length += len(block)
            if length > (part.bytes or MOST_BYTES):
                raise DatasetError(
                    f"{part.url} goes on after {part.bytes or MOST_BYTES} bytes: nothing was kept"
                )
            digest.update(block)
            file.write(block)
            if progress is not None:
                progress(part.file, length, expected)
    if expected is not None and length < expected:
        raise DatasetError(
            f"{part.url} ended after {length} of {expected} bytes: try again, nothing was kept"
        )
    return length, digest.hexdigest()
