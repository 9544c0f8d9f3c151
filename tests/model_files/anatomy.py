"""Model files taken apart and put together again, checksums and all: written from docs/model-files.md."""

import struct
import zlib
from collections.abc import Sequence
from typing import NamedTuple

MAGIC = b"riparian"
OPTIONAL = 1


class Section(NamedTuple):
    """One section of a file."""

    name: str
    body: bytes
    flags: int = 0


def header(format: int = 1, release: str = "0.1.0") -> bytes:  # noqa: A002
    """The first 32 bytes of a file."""
    number, text = struct.pack("<I", format), release.encode().ljust(16, b"\0")
    return MAGIC + number + struct.pack("<I", zlib.crc32(number + text)) + text


def sealed(sections: Sequence[Section], head: bytes | None = None, end: bool = True) -> bytes:
    """The file of these sections."""
    parts = [header() if head is None else head]
    last = [Section("end", struct.pack("<Q", len(sections)))] if end else []
    for name, body, flags in [*sections, *last]:
        start = name.encode().ljust(8, b"\0") + struct.pack("<QI", len(body), flags)
        parts += [start, struct.pack("<I", zlib.crc32(start + body)), body]
    return b"".join(parts)


def sections(file: bytes) -> list[Section]:
    """The sections of a good file, without the end."""
    assert file[:32] == header()
    found, at = [], 32
    while at < len(file):
        start, body_at = file[at : at + 20], at + 24
        length, flags = struct.unpack("<QI", start[8:])
        body = file[body_at : body_at + length]
        assert struct.unpack("<I", file[at + 20 : body_at])[0] == zlib.crc32(start + body)
        found.append(Section(start[:8].rstrip(b"\0").decode(), body, flags))
        at = body_at + length
    assert found[-1] == Section("end", struct.pack("<Q", len(found) - 1))
    return found[:-1]


def changed(file: Sequence[Section], place: int, body: bytes) -> list[Section]:
    """The same sections, one of them with something else in it."""
    return [section._replace(body=body) if at == place else section for at, section in enumerate(file)]
