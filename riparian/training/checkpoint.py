"""The place that training has reached, kept in the model file: section 'train', as JSON.

Nothing in it tells of a moment or a machine, so that a run that was killed ends with the same bytes as one
that was not.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from typing import Any

from riparian import model_files
from riparian.model_files import ModelFileError
from riparian.replacing import named, target_of, workplace
from riparian.training.identity import difference
from riparian.training.pieces import Bookmark
from riparian.trees import Tree

SECTION = "train"
FORMAT = 1
_ENTRIES = {"stream": dict, "rows": int | None, "read": int, "every": int, "ended": bool}


@dataclass(frozen=True)
class Checkpoint:
    """Where training stands.

    Parameters
    ----------
    stream : dict
        What the stream is known by (see identity).
    rows : int or None
        Rows that are wanted in all; None for all there are.
    read : int
        Rows of the stream that were read and learned: training goes on at the next one.
    every : int
        Rows between two checkpoints.
    ended : bool
        Whether the stream has no more rows.
    mark : Bookmark
        Where the stream is opened to go on.
    base : str or None
        The digest of the tree that training began with; None if that had learned nothing.
    """

    stream: dict[str, Any]
    rows: int | None
    read: int
    every: int
    ended: bool
    mark: Bookmark = field(default_factory=lambda: Bookmark(0, None))
    base: str | None = None

    @property
    def complete(self) -> bool:
        """Whether all the rows that were wanted are learned."""
        return self.ended or self.read == self.rows

    def save(self, tree: Tree, path: str | os.PathLike[str]) -> None:
        """Write the tree with its place; what was there is whole until then, and if this fails."""
        body = json.dumps({"format": FORMAT, **asdict(self)}, sort_keys=True, separators=(",", ":"))
        model_files.save(tree, path, [(SECTION, True, body.encode())])

    def check_rows(self, learned: int, *, weighted: bool) -> None:
        """Refuse a place that the tree cannot be at: only rows of weight 0 are read and not learned."""
        if learned > self.read or (learned < self.read and not weighted):
            raise ValueError(
                f"it says that {self.read:,} rows were read, and the tree has learned {learned:,}"
            )

    def refusal(self, wanted: Checkpoint) -> str | None:
        """Why training cannot go on here with what is wanted now, None if it can."""
        if wanted.rows is not None and wanted.rows < self.read:
            return f"it has learned {self.read:,} rows, more than the {wanted.rows:,} that are wanted now"
        if wanted.base != self.base:
            if self.base is None:
                return "it began with a new tree, and is to begin with one that has learned already now"
            return f"it began with {'a' if wanted.base is None else 'another'} tree that had learned already"
        other = difference(self.stream, wanted.stream)
        return None if other is None else model_files.in_a_line(other)


def read(path: str | os.PathLike[str]) -> tuple[Tree, Checkpoint | None]:
    """The tree of a model file, and where its training stands; None if it was saved in another way."""
    tree, sections = model_files.loaded(path, SECTION)
    if SECTION not in sections:
        return tree, None
    try:
        return tree, _checked(model_files.described(sections[SECTION]))
    except ValueError as wrong:
        told = model_files.in_a_line(str(wrong))
        raise ModelFileError(f"{os.fspath(path)}: section {SECTION!r}: {told}") from None


def _checked(told: Any) -> Checkpoint:
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        number = told.get("format") if isinstance(told, dict) else None
        raise ValueError(f"format {number!r} is not known here, which is {FORMAT}: use a later riparian")
    for name, kind in _ENTRIES.items():
        value = told.get(name, ...)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise ValueError(f"there is no {name!r}, or not as it should be")
    stream = told["stream"]
    wanted = {"name": str, "settings": dict, "files": list}
    if any(not isinstance(stream.get(name), kind) for name, kind in wanted.items()):
        raise ValueError("what the stream was is not told")
    entries = {"name": str, "size": int, "sha256": str}
    if any(
        not isinstance(file, dict) or any(not isinstance(file.get(name), entries[name]) for name in entries)
        for file in stream["files"]
    ):
        raise ValueError("what the files were is not told")
    if told["read"] < 0 or told["every"] < 1:
        raise ValueError(f"{told['read']} rows in steps of {told['every']} make no sense")
    mark, base = _mark(told.get("mark"), told["read"]), told.get("base")
    if not isinstance(base, str | None):
        raise ValueError("what it began with makes no sense")
    return Checkpoint(**{name: told[name] for name in _ENTRIES}, mark=mark, base=base)


def _mark(told: Any, read: int) -> Bookmark:
    match told:
        case {"rows": int(rows), "place": dict() as place} if 0 <= rows <= read and type(rows) is int:
            return Bookmark(rows, place)
        case None | {"rows": 0, "place": None}:
            return Bookmark(0, None)
    raise ValueError("where its stream is to be opened makes no sense")


# ---- the folder of a model file


def try_place(path: str | os.PathLike[str]) -> None:
    """Refuse a place where no model can be saved, before a row is learned."""
    target = target_of(path)
    try:
        with workplace(target) as fresh:
            fresh.touch()
    except OSError as error:
        raise named(error, path) from None
