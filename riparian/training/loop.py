"""Learning a stream with checkpoints: begin, go on, and stop in good order."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from riparian import model_files
from riparian.learned import check_labels, learned
from riparian.model_files import ModelFileError
from riparian.plain import shown
from riparian.replacing import NotSettled, remove_left, target_of
from riparian.settings import whole
from riparian.streams.file import File, reads
from riparian.streams.opening import as_stream
from riparian.streams.stream import NoSuchPlace, Stream, amounts
from riparian.training import checkpoint
from riparian.training.alone import alone
from riparian.training.checkpoint import Checkpoint
from riparian.training.identity import difference, identity, is_repeatable, read_as, settings
from riparian.training.pieces import pieces
from riparian.training.stopping import Request, Stopped, stopping
from riparian.trees import Tree

Progress = Callable[[int], object]
MOST_ROWS = 2**63
_REFUSED = "cannot go on with {}: "


@dataclass(frozen=True)
class Training:
    """A training that has come to its end.

    Parameters
    ----------
    tree : Tree
        The tree that was learned, which is also in the file.
    rows : int
        Rows of the stream that it has learned in all.
    before : int
        How many of them it had learned before this run; all of them if nothing was left to do.
    stream : Stream
        The rows as they were read; one of files knows which lines were left out.
    """

    tree: Tree
    rows: int
    before: int
    stream: Stream


def train(
    tree: Tree,
    stream: Stream | str,
    path: str | os.PathLike[str],
    *,
    rows: int | None = None,
    checkpoint_every: int = 100_000,
    resume: bool = False,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Training:
    """Learn a stream, saving the tree again and again: a run that was stopped or killed goes on where it was.

    A run with interruptions, however many, ends with the very bytes of a run without.

    Parameters
    ----------
    tree : Tree
        The tree to begin with, which learns: a new one, or one that has learned other rows before. Where
        training goes on, the settings that it must have, and what it must have begun with (or the tree of
        the model file itself): it is the one of the file that learns then, and that `Training.tree` is.
    stream : Stream or str
        The rows, or a text that names them. Columns of files are read as the tree has learned them.
    path : path
        The model file, and the checkpoint.
    rows : int or None, 0 <= rows, default None
        How many rows of the stream in all; None for all there are, which an endless stream does not have.
    checkpoint_every : int, 1 <= checkpoint_every, default 100,000
        The tree is saved whenever so many rows are learned, and at the end.
    resume : bool, default False
        Go on where the model file stands; where there is none, begin. A generator goes on from its state, a
        file behind the bytes that were read; a table, or a pipe, is not known again, and cannot go on.
        Refused if the model, its settings, the stream or a file of it is another one; only `on_error='skip'`
        may be added, after a broken line.
    overwrite : bool, default False
        Begin anew even where there is a model file: it is replaced by the first checkpoint.
    progress : callable or None
        Called as progress(rows read) after every piece.

    Returns
    -------
    Training

    Raises
    ------
    Stopped
        At Ctrl-C, SIGTERM or SIGHUP, after the tree was saved. (Not if a handler of yours cut the learning of
        the first rows in two.)
    FileExistsError
        There is a model file, and neither `resume` nor `overwrite` was said.
    BlockingIOError
        Another process is training the model of this file.
    OSError
        A checkpoint cannot be written; the one before is as it was.
    ValueError
        The stream is not one that the tree has learned from before: its columns, or its class, are others;
        it has no rows; or its labels are hardly ever the same.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from riparian import VFDT
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "sea.model"
    >>> train(VFDT(), "sea", path, rows=20_000, checkpoint_every=5_000).rows
    20000
    >>> again = train(VFDT(), "sea", path, rows=30_000, checkpoint_every=5_000, resume=True)
    >>> again.before, again.rows, again.tree.n_rows
    (20000, 30000, 30000)
    """
    if not isinstance(tree, Tree):
        raise TypeError(f"tree must be a tree, got {shown(tree)}: riparian.load gives that of a model file")
    stream = as_stream(stream)
    _, rows = amounts(1, rows)
    every = whole(1, MOST_ROWS)("checkpoint_every", checkpoint_every) or 1
    if rows is None and not stream.ends:
        raise ValueError(f"stream {shown(stream.name)} has no end: say how many rows, as in rows=100_000")
    _check_wish(stream, path, resume=resume, overwrite=overwrite)
    model_files.about(tree, tree._asked())  # refuses what a file does not hold, before a row is learned
    told = stream
    if isinstance(stream, File) or is_repeatable(stream):
        stream = learned(tree, stream).stream
    with alone(path):
        _check_file(path, resume=resume, overwrite=overwrite)
        checkpoint.try_place(path)
        remove_left(target_of(path))
        base = tree.digest() if tree.n_rows else None
        begun = Checkpoint(identity(stream), rows, 0, every, ended=False, base=base)
        if resume and Path(path).exists():
            wanted, (tree, kept) = tree, _found(path)
            own = base is not None and base == tree.digest()
            stream, known = _as_before((stream, told), begun.stream, kept.stream, own=own)
            begun = replace(begun, stream=known, base=kept.base if own else base)
            _check_kept(tree, kept, wanted, begun, path)
            _check_rows(tree, kept, 0 if base is None else wanted.n_rows, stream, path, own=own)
            begun = replace(begun, read=kept.read, ended=kept.ended, mark=kept.mark)
            if begun.complete and begun.read:
                begun = replace(begun, ended=begun.read != rows)
                if begun != kept:  # the same rows, asked for in another way
                    begun.save(tree, path)
                return Training(tree, begun.read, begun.read, stream)
        return _Run(tree, stream, path, begun, progress).go()


def _check_wish(stream: Stream, path: str | os.PathLike[str], *, resume: bool, overwrite: bool) -> None:
    if resume and overwrite:
        raise ValueError("resume=True goes on with a model, overwrite=True gives it up: say one of them")
    if resume and not is_repeatable(stream):
        raise ValueError(
            f"{stream.name} cannot be read again, so that training on it cannot go on later: save its rows "
            "to a file first, or leave resume=True out"
        )
    if reads(stream, path):
        raise ValueError(f"{os.fspath(path)} is what the rows are read from: give the model another name")


def _check_file(path: str | os.PathLike[str], *, resume: bool, overwrite: bool) -> None:
    if overwrite and Path(path).is_file() and not model_files.is_model(path):
        raise ValueError(f"{os.fspath(path)} is there and is no model, so it is kept: give another name")
    if Path(path).exists() and not (resume or overwrite):
        raise FileExistsError(
            f"{os.fspath(path)} is there already: resume=True goes on with it, overwrite=True begins anew"
        )


def _found(path: str | os.PathLike[str]) -> tuple[Tree, Checkpoint]:
    """The tree of a model file and its place."""
    tree, place = checkpoint.read(path)
    if place is None:
        raise ValueError(
            f"{_REFUSED.format(os.fspath(path))}it was not saved by training, and does not say at which row "
            "of a stream it stands; overwrite=True begins anew, and riparian.load gives it to a program that "
            "learns on with it"
        )
    return tree, place


def _as_before(
    readings: tuple[Stream, Stream], known: dict[str, Any], kept: dict[str, Any], *, own: bool
) -> tuple[Stream, dict[str, Any]]:
    """The stream, and what it is known by, in the reading of the checkpoint, whatever the tree knows now.

    If the tree is the `own` one of the model file, only the checkpoint says what training began with.
    """
    tried = [*readings]
    if own and isinstance(readings[1], File) and (recorded := read_as(readings[1], kept["settings"])):
        tried.append(recorded)
    found = [(each, {**known, "settings": settings(each)}) for each in tried]
    return next((each for each in found if difference(kept, each[1]) is None), found[0])


def _check_kept(
    tree: Tree, place: Checkpoint, wanted: Tree, begun: Checkpoint, path: str | os.PathLike[str]
) -> None:
    """Refuse a tree, or a place, that is not what is wanted."""
    why = _other_model(tree, wanted) or place.refusal(begun)
    if why is not None:
        raise ValueError(
            f"{_REFUSED.format(os.fspath(path))}{why}; give what was given before, or train another model, "
            "which may begin with the tree of this one: riparian.load gives it"
        )
    tree.set_params(threads=wanted.threads)


def _check_rows(
    tree: Tree, kept: Checkpoint, before: int, stream: Stream, path: str | os.PathLike[str], *, own: bool
) -> None:
    """Refuse a checkpoint whose tree has learned more rows, or fewer, than it says were read."""
    if own and kept.base is not None:
        return  # nobody knows any more how many rows the tree that it began with had learned
    try:
        kept.check_rows(tree.n_rows - (0 if own else before), weighted=stream.may_weigh)
    except ValueError as wrong:
        told = f"{os.fspath(path)}: section 'train': {wrong}; overwrite=True begins anew"
        raise ModelFileError(told) from None


def _other_model(kept: Tree, wanted: Tree) -> str | None:
    """In what a tree is not the one that is wanted, None if it is."""
    if type(kept) is not type(wanted):
        return f"its model is {type(kept).__name__}, not {type(wanted).__name__}"
    before, now = kept._given(), wanted._given()
    for name, value in now.items():
        if before[name] != value:
            return f"its model has {name}={shown(before[name])}, and is to have {name}={shown(value)} now"
    return None


class _Run:
    """From one place of a stream to its end."""

    def __init__(
        self,
        tree: Tree,
        stream: Stream,
        path: str | os.PathLike[str],
        begun: Checkpoint,
        progress: Progress | None,
    ) -> None:
        self.tree, self.stream, self.path, self.begun = tree, stream, path, begun
        self.told = progress or (lambda _read: None)
        self.read, self.mark = begun.read, begun.mark
        # Rows of the model in the file; None as long as there is none of this training.
        self.saved = begun.read or None
        self.whole = True

    def go(self) -> Training:
        try:
            with stopping() as request:
                self.learn(request)
        except NoSuchPlace as wrong:
            told = f"{os.fspath(self.path)}: section 'train': {wrong}; overwrite=True begins anew"
            raise ModelFileError(told) from None
        except (ValueError, OSError) as wrong:  # of a row, of what rows add up to, of a file
            if self.saved and not getattr(wrong, "__notes__", None):
                wrong.add_note(f"the model of {self.saved:,} rows is in {os.fspath(self.path)}")
            raise
        return Training(self.tree, self.read, self.begun.read, self.stream)

    def learn(self, request: Request) -> None:
        begun, again = self.begun, is_repeatable(self.stream)
        # Labels are looked at in the first batch of the stream, if it can be had again, not in a piece of it.
        unknown = not self.tree.n_rows and self.tree._given()["classes"] is None
        if unknown and again:
            for first in islice(self.stream.batches(), 1):
                check_labels(self.stream, first.y)
        parts = pieces(self.stream, start=begun.read, stop=begun.rows, every=begun.every, mark=begun.mark)
        at = begun.mark.rows
        try:
            while (part := request.next(parts)) is not None:
                at, mark, batch = part
                if batch is not None:
                    if unknown and not (again or self.tree.n_rows):
                        check_labels(self.stream, batch.y)
                    self.whole = False
                    self.tree.learn_many(batch.X, batch.y, w=batch.w)
                    self.read, self.mark, self.whole = at, mark, True
                    if at % begun.every == 0 and at != begun.rows:
                        self.save()
                self.told(at)
        except KeyboardInterrupt:
            # A handler of somebody else may have cut a piece in two: then the file is left as it is. So it is
            # before the first row, too.
            if self.whole and self.read != (self.saved or 0):
                self.save()
            raise Stopped(self.path, self.saved, again) from None
        if at < begun.read:
            raise ValueError(
                f"{self.stream.name} has {at:,} rows, and {begun.read:,} of it were learned before"
            )
        if not at and begun.rows != 0:
            raise ValueError(f"{self.stream.name} has no rows: there is nothing to learn")
        self.save(ended=at != begun.rows)

    def save(self, *, ended: bool = False) -> None:
        place = replace(self.begun, read=self.read, ended=ended, mark=self.mark)
        try:
            place.save(self.tree, self.path)
        except NotSettled:
            self.saved = self.read
            raise
        except OSError as wrong:
            left = "" if self.saved is None else f"; the one of {self.saved:,} rows is as it was"
            wrong.add_note(f"the model of {self.read:,} rows cannot be saved{left}")
            raise
        self.saved = self.read
