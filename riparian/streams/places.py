"""Where the files of a data set are: the folder that RIPARIAN_DATA names, then a cache, then its publisher.

A file counts only with the checksum of the catalogue. How its rows are read is decided elsewhere (see named).
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from riparian.streams.catalogue import Entry
from riparian.streams.download import DatasetError, Progress, download

# Files that were checked, by path and checksum: their length and time of change then. Once is enough.
_checked: dict[tuple[Path, str], tuple[int, int]] = {}


def data_folder() -> Path | None:
    """The folder that the environment variable RIPARIAN_DATA names, None if it names none."""
    named = os.environ.get("RIPARIAN_DATA")
    if not named:
        return None
    folder = Path(named).expanduser()
    if not folder.is_dir():
        raise DatasetError(f"RIPARIAN_DATA names {folder}, which is no folder: correct it or unset it")
    return folder


def cache_folder() -> Path:
    """Where downloads are kept: what RIPARIAN_CACHE names, else the usual place of the platform."""
    named = os.environ.get("RIPARIAN_CACHE")
    if named:
        return Path(named).expanduser()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "riparian"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "riparian"
    # The specification of base directories has relative paths ignored.
    shared = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(shared) if os.path.isabs(shared) else Path.home() / ".cache") / "riparian"


def found(entry: Entry, *, fetch: bool = True, progress: Progress | None = None) -> tuple[Path, ...]:
    """The files of a data set, verified: our Parquet file, or the publisher's files in their order.

    Parameters
    ----------
    entry : Entry
        The data set.
    fetch : bool, default True
        Download what is not at hand.
    progress : function or None
        Called as `progress(file, bytes, bytes_in_all)` during a download.

    Raises
    ------
    DatasetError
        It is nowhere, cannot be fetched, or differs from the catalogue.
    """
    given, cache = data_folder(), cache_folder()
    folders = [cache] if given is None else [given, cache]
    parts = () if entry.source is None else entry.source.parts
    for folder in folders:
        if entry.file is not None and entry.sha256 is not None and (folder / entry.file).is_file():
            return (verified(folder / entry.file, entry.sha256),)
        if parts and all((folder / part.file).is_file() for part in parts):
            return tuple(verified(folder / part.file, part.sha256) for part in parts)
    if not parts or not fetch:
        raise DatasetError(_absence(entry, folders))
    paths = []
    for part in parts:
        at_hand = [folder / part.file for folder in folders if (folder / part.file).is_file()]
        paths.append(verified(at_hand[0], part.sha256) if at_hand else download(part, cache, progress))
    return tuple(paths)


def verified(path: Path, sha256: str) -> Path:
    """The path, if the file has this checksum."""
    status = path.stat()
    seen = (status.st_size, status.st_mtime_ns)
    if _checked.get((path, sha256)) != seen:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if digest != sha256:
            raise DatasetError(
                f"{path} has SHA-256 {digest}, {sha256} expected: it is another version or damaged;"
                f" move it away or put the right file in its place"
            )
        _checked[path, sha256] = seen
    return path


def _absence(entry: Entry, folders: list[Path]) -> str:
    """What to get from where, and where to put it."""
    places = " nor in ".join(str(folder) for folder in folders)
    missing = f"data set {entry.name!r} is not in {places}"
    if len(folders) == 1:
        missing += " (RIPARIAN_DATA may name another folder)"
    if entry.source is not None:
        pairs = [f"{part.url} (as {part.file})" for part in entry.source.parts]
        return f"{missing}: download {' and '.join(pairs)} and put it there"
    return (
        f"{missing}, and no public file of a known checksum has it: put {entry.file} (SHA-256 {entry.sha256})"
        f" there, or get the original ({entry.page}) and read it with riparian.streams.read"
    )
