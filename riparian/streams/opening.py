"""One door to all streams: a generator by name, a data set by name, a file by its path."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from riparian.aliases import suggestion
from riparian.plain import LONG, shown
from riparian.streams import notation
from riparian.streams.catalogue import datasets
from riparian.streams.download import Progress
from riparian.streams.files import read
from riparian.streams.from_table import from_table
from riparian.streams.generated import WRAPPERS, kinds
from riparian.streams.named import dataset
from riparian.streams.stream import Stream

# What belongs to a drift: each of them needs several concepts.
DRIFT = ("every", "width", "times", "stays", "between")


def is_file(source: str) -> bool:
    """Whether a text stands for a file (or several, or standard input), and not for the name of a stream."""
    if _is_made_up(source) or source in datasets():
        return False
    if source == "-" or any(mark in source for mark in "./\\*?["):
        return True
    try:
        return Path(source).exists()
    except (OSError, ValueError):
        return False  # it is too long for the name of a file, or has a zero byte


def _first_name(source: str) -> str:
    return source.partition(">")[0].partition("+")[0].partition(":")[0].strip()


def _is_made_up(source: str) -> bool:
    word = _first_name(source)
    return word in kinds() and word not in WRAPPERS


def open_stream(
    source: str,
    *,
    seed: int | None = None,
    settings: dict[str, Any] | None = None,
    progress: Progress | None = None,
    **options: Any,
) -> Stream:
    """The stream that a text names.

    Parameters
    ----------
    source : str
        A generator with settings (`sea:function=3`, `random-tree+noise`, `sea > sea:function=3`), the name
        of a data set (`electricity`), or a file, a glob or `-` for standard input.
    seed : int or None, default None
        Seed of the rows; for a data set of the order in which they come (None: as they stand).
    settings : dict or None, default None
        Further settings of a generator.
    progress : function or None, default None
        Called as `progress(file, bytes, bytes_in_all)` if a data set has to be downloaded.
    **options
        For a drift `every` and `width`, and `times`, `stays` and `between` if the second concept goes again
        (all in rows); for a file what `read` takes (`target`, `nominal`, ...). None counts as not given.

    Examples
    --------
    >>> open_stream("waveform", seed=77).take(2).y.tolist()
    ['class1', 'class3']
    """
    given = {name: value for name, value in options.items() if value is not None}
    drift = {name: given.pop(name) for name in DRIFT if name in given}
    if _is_made_up(source):
        _only("files", given, source)
        return notation.generated(source, seed=seed, **drift, **(settings or {}))
    _only("streams that are made up", {**(settings or {}), **drift}, source)
    if source in datasets():
        _only("files", given, source)
        return dataset(source, shuffle=seed, progress=progress)
    if source.startswith(("http://", "https://")):
        raise ValueError(f"{shown(source, LONG)} is an address: download the file first, and give its path")
    if is_file(source):
        if seed is not None:
            raise ValueError(
                f"{shown(source, LONG)} is a file, and its rows come as they stand: leave the seed out"
            )
        return read(source, **given)
    if (word := _first_name(source)) in datasets():
        raise ValueError(
            f"settings, noise and drift are for streams that are made up, and {word!r} is a data set"
        )
    known = [*(name for name in kinds() if name not in WRAPPERS), *datasets()]
    raise ValueError(f"there is no stream, data set or file {shown(source, LONG)}{suggestion(source, known)}")


def as_stream(given: Any) -> Stream:
    """What stands for a stream, as one: a stream, a text that names one, or a table with its labels.

    Examples
    --------
    >>> as_stream("sea:function=2").name, as_stream(([[0.5], [1.5]], ["no", "yes"])).rows
    ('sea', 2)
    """
    if isinstance(given, Stream):
        return given
    if isinstance(given, str):
        return open_stream(given)
    if isinstance(given, tuple) and len(given) in (2, 3):
        return from_table(given[0], given[1], w=given[2] if len(given) == 3 else None)
    raise TypeError(
        f"stream must be a Stream, a text that names one, or a pair (X, y), got {type(given).__name__!r}: "
        "from_table(X, y) makes a stream of a frame or an array"
    )


def _only(whose: str, given: dict[str, Any], source: str) -> None:
    if given:
        raise ValueError(
            f"{' and '.join(given)} can be given for {whose} only, which {shown(source, LONG)} is not"
        )
