"""What a stream is known by when training goes on: its settings, and its files by name, size and SHA-256.

How it was asked for does not matter: the same file in another folder, or a seed given in another way, is the
same stream.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from riparian.streams.file import File
from riparian.streams.generated import Generated
from riparian.streams.named import Dataset
from riparian.streams.options import MAX_LINE_BYTES
from riparian.streams.stream import Stream


def is_repeatable(stream: Stream) -> bool:
    """Whether the same rows can be read again, and known again: not those of a pipe, or of a table."""
    if isinstance(stream, File):
        return stream.repeatable
    return isinstance(stream, Generated | Dataset)


def identity(stream: Stream) -> dict[str, Any]:
    """Name, settings and files of a stream, as JSON has them. Files are read for their checksums.

    Examples
    --------
    >>> from riparian.streams import open_stream
    >>> identity(open_stream("sea:function=3", seed=7))
    {'name': 'sea', 'settings': {'seed': 7, 'function': 3}, 'files': []}
    """
    return {"name": stream.name, "settings": settings(stream), "files": _files(stream)}


def settings(stream: Stream) -> dict[str, Any]:
    """What a stream was told, as JSON has it."""
    told = _told(stream) if isinstance(stream, File) else stream.settings()
    plain: dict[str, Any] = json.loads(json.dumps(dict(told), default=str))
    return plain


def read_as(file: File, known: Mapping[str, Any]) -> File | None:
    """The file with the kinds of columns that a training was told, or found; None if it is told others."""
    try:
        found = [(key, None if texts is None else tuple(texts)) for key, texts in known.get("nominal", ())]
        nominal, numeric = tuple(found), tuple(known.get("numeric", ()))
        if set(file.options.nominal) <= set(nominal) and set(file.options.numeric) <= set(numeric):
            return file.again(nominal=nominal, numeric=numeric)
    except (TypeError, ValueError):
        pass  # what is kept makes no sense, or is of another file
    return None


def _told(file: File) -> dict[str, Any]:
    """What a file was told, without what was left as it is; where it stands is no part of it."""
    usual = {"skip": False, "labelled": True, "max_line_bytes": MAX_LINE_BYTES}
    told = asdict(replace(file.options, settled=(), only=None))
    # A target may be 0, and no header may be said: neither is nothing.
    said = {name: value for name, value in told.items() if value is not None and value != ()}
    return {"format": file.format, **{name: said[name] for name in said if said[name] != usual.get(name)}}


def _files(stream: Stream) -> list[dict[str, Any]]:
    if isinstance(stream, Dataset):  # verified against the catalogue when it was opened
        return [_known(path, checksum) for path, checksum in stream.files()]
    if not isinstance(stream, File) or not stream.repeatable:
        return []
    return [_known(path, _sha256(path)) for path in stream.paths if path is not None]


def _known(path: Path, sha256: str) -> dict[str, Any]:
    return {"name": path.name, "size": path.stat().st_size, "sha256": sha256}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def difference(kept: Mapping[str, Any], found: Mapping[str, Any]) -> str | None:
    """The first thing in which a stream differs from one that was read so far, None if it is the same so far.

    >>> first = {"name": "sea", "settings": {"seed": 1}, "files": []}
    >>> difference(first, {**first, "settings": {"seed": 2}})
    'its stream had seed=1, and has seed=2 now'
    """
    if kept["name"] != found["name"]:
        return f"its stream was {kept['name']!r}, and is {found['name']!r} now"
    before, now = kept["settings"], found["settings"]
    # Rows that were read without it had no broken line among them, where the reading would have stopped: they
    # are the rows that are read with it. The reverse does not hold.
    before = {**before, "skip": True} if now.get("skip") else before
    for name in [*before, *(name for name in now if name not in before)]:
        if before.get(name) != now.get(name):
            return f"its stream had {_given(before, name)}, and has {_given(now, name)} now"
    if len(kept["files"]) != len(found["files"]):
        return f"its stream had {len(kept['files'])} files, and has {len(found['files'])} now"
    for old, new in zip(kept["files"], found["files"], strict=True):
        if old["name"] != new["name"]:
            return f"a file of its stream was {old['name']!r}, and is {new['name']!r} now"
        if old["size"] != new["size"]:
            return (
                f"file {old['name']!r} has changed: it had {old['size']:,} bytes, and has {new['size']:,} now"
            )
        if old["sha256"] != new["sha256"]:
            return f"file {old['name']!r} has changed: its SHA-256 was {old['sha256']}, now {new['sha256']}"
    return None


def _given(settings: Mapping[str, Any], name: str) -> str:
    """A setting in the words of `open_stream` and `read`."""
    word = "on_error" if name == "skip" else name
    if name not in settings:
        return f"no {word}"
    value: Any = "skip" if name == "skip" else settings[name]
    if name == "nominal":
        value = [key for key, _ in value] if all(known is None for _, known in value) else dict(value)
    return f"{word}={value!r}"
