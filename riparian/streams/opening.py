"""One door to all streams: a generator by name, a data set by name, a file by its path."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from riparian.aliases import suggestion
from riparian.streams import notation
from riparian.streams.catalogue import datasets
from riparian.streams.generated import WRAPPERS, kinds
from riparian.streams.named import dataset
from riparian.streams.stream import Stream


def open_stream(
    source: str,
    *,
    seed: int | None = None,
    every: float | None = None,
    width: float = 1,
    settings: dict[str, Any] | None = None,
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
    every, width : number of rows
        How long a concept of a drift lasts, and how long a change takes.
    settings : dict or None, default None
        Further settings of a generator.
    **options
        What `read` takes for a file (`target`, `nominal`, ...); what is None counts as not given.

    Examples
    --------
    >>> open_stream("waveform", seed=77).take(2).y.tolist()
    ['class1', 'class3']
    """
    given = {name: value for name, value in options.items() if value is not None}
    word = source.partition(">")[0].partition("+")[0].partition(":")[0].strip()
    if word in kinds() and word not in WRAPPERS:
        _only("files", given, word)
        return notation.generated(source, seed=seed, every=every, width=width, **(settings or {}))
    _only("streams that are made up", settings or {}, source)
    if source in datasets():
        _only("files", given, source)
        return dataset(source, shuffle=seed)
    known = [*(name for name in kinds() if name not in WRAPPERS), *datasets()]
    looks_like_a_file = any(mark in source for mark in "./\\*?[") or source == "-" or Path(source).exists()
    if not looks_like_a_file:
        raise ValueError(f"there is no stream, data set or file {source!r}{suggestion(source, known)}")
    if seed is not None:
        raise ValueError(f"{source!r} is a file, and its rows come as they stand: leave the seed out")
    from riparian.streams.files import read

    return read(source, **given)


def _only(whose: str, given: dict[str, Any], source: str) -> None:
    if given:
        raise ValueError(f"{' and '.join(given)} can be given for {whose} only, which {source!r} is not")
