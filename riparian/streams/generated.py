"""Streams that are made up: generators of the core, with noise and drift.

Where MOA has a generator of the same name, the same seed and settings give the same rows, value for value.
"""

from __future__ import annotations

import copy
import functools
import numbers
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from riparian import _native
from riparian.aliases import suggestion
from riparian.categories import Categories
from riparian.plain import shown
from riparian.settings import listed
from riparian.streams.stream import BATCH_ROWS, Batch, Column, Place, Stream, Values, amounts, finding

WRAPPERS = ("drift", "noise")
# Streams within streams: each asks the next for a row.
MOST_CONCEPTS = 1000


@functools.cache
def kinds() -> dict[str, dict[str, Any]]:
    """What there is: for every name what it is, MOA's name for it, and what can be set.

    Examples
    --------
    >>> kinds()["led"]["moa"], [setting["name"] for setting in kinds()["led"]["parameters"]]
    ('LEDGenerator', ['seed', 'noise', 'irrelevant', 'drifting'])
    """
    return {entry["name"]: entry for entry in _native.streams()}


class Generated(Stream):
    """A stream that is made up: without end, and the same rows for the same settings.

    Parameters
    ----------
    kind : str
        One of the names in `kinds()`.
    settings
        What can be set is listed by `kinds()[kind]["parameters"]`, and by `riparian streams`.

    Examples
    --------
    >>> stream = Generated("sea", seed=7, noise=0)
    >>> X, y, w = stream.take(3)
    >>> list(X), y.tolist()
    (['attrib1', 'attrib2', 'attrib3'], ['groupB', 'groupB', 'groupB'])

    The second concept sets in suddenly at row 1,000:

    >>> drifting = stream.drift(Generated("sea", seed=8, function=3), position=1000)
    """

    ends = False
    _concepts = 1

    def __init__(self, kind: str, **settings: Any) -> None:
        names = [name for name in kinds() if name not in WRAPPERS]
        if kind not in names:
            raise ValueError(f"stream must be {listed(names)}, got {shown(kind)}{suggestion(kind, names)}")
        self.name = kind
        self._recipe: tuple[Any, ...] = (kind, _numbers(kind, settings))
        self._header = _native.Generated(self._recipe)  # refuses what is not allowed, now

    def _made(self, name: str, recipe: tuple[Any, ...], concepts: int) -> Generated:
        """A stream made of this one; it has the same columns and classes."""
        if concepts > MOST_CONCEPTS:
            raise ValueError(f"a stream may have {MOST_CONCEPTS} concepts at the most")
        found = copy.copy(self)
        found.name, found._recipe, found._concepts = name, recipe, concepts
        return found

    # ---- what the rows look like

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns, without the target."""
        return tuple(
            Column(name, None if values is None else tuple(values)) for name, values in self._header.columns
        )

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """The classes in MOA's order and spelling."""
        return tuple(self._header.classes)

    @property
    def may_weigh(self) -> bool:
        """Whether a row may have another weight than 1: none has."""
        return False

    def settings(self) -> dict[str, Any]:
        """What was set, and all seeds; `of` has the settings of the streams that this one is made of."""
        return _described(self._recipe)

    def start(self) -> Iterator[Batch]:
        """Batches from the first row, without end."""
        return self._batches(BATCH_ROWS, None)

    def placed(self, place: Place | None = None) -> Iterator[tuple[Place | None, Batch]]:
        """Batches with the state of the generator at their beginning."""
        source = _native.Generated(self._recipe)
        if place is not None:
            with finding(self):
                source.lead(bytes.fromhex(place["state"]))

        def batches() -> Iterator[tuple[Place | None, Batch]]:
            while True:
                yield {"state": source.place().hex()}, self._next(source, BATCH_ROWS)

        return batches()

    def batches(self, size: int = BATCH_ROWS, rows: int | None = None) -> Iterator[Batch]:
        """The first `rows` rows (without end if None), `size` at a time."""
        return self._batches(*amounts(size, rows))

    def _batches(self, size: int, rows: int | None) -> Iterator[Batch]:
        source = _native.Generated(self._recipe)
        left = rows
        while left is None or left > 0:
            count = size if left is None else min(size, left)
            yield self._next(source, count)
            left = None if left is None else left - count

    def _next(self, source: _native.Generated, count: int) -> Batch:
        columns, codes = source.next(count)
        X: dict[str, Values] = {}
        for column, values in zip(self.columns, columns, strict=True):
            X[column.name] = values if column.categories is None else Categories(values, column.categories)
        return Batch(X, Categories(codes, self.classes))

    # ---- other streams made of this one

    def noisy(self, **settings: Any) -> Generated:
        """This stream with noise on values and labels, as MOA's AddNoiseFilter makes it.

        Parameters
        ----------
        settings
            `columns` and `labels`, the shares disturbed (default 0.1 each), and `seed`.
        """
        recipe = ("noise", _numbers("noise", settings), self._recipe)
        _native.Generated(recipe)  # refuses what is not allowed
        return self._made(f"{self.name}+noise", recipe, self._concepts + 1)

    def drift(self, after: Generated, *, position: float, width: float = 1, **settings: Any) -> Generated:
        """This stream passing into another.

        Parameters
        ----------
        after : Generated
            The stream that comes; it must have the same columns and classes.
        position : number of rows
            Where both are equally likely.
        width : number of rows, default 1
            How long the change takes: 1 for a sudden one.
        settings
            `times`, `stays` and `between` for a stream that comes, goes and comes again; and `seed`.
        """
        given = _numbers("drift", {**settings, "position": position, "width": width})
        if (self.columns, self.classes) != (after.columns, after.classes):
            raise ValueError("the streams before and after a drift must have the same columns and classes")
        # Refuses what is not allowed, without making all that went before.
        _native.Generated(("drift", given, after._recipe, after._recipe))
        recipe = ("drift", given, self._recipe, after._recipe)
        return self._made(f"{self.name}>{after.name}", recipe, self._concepts + after._concepts)


def chain(streams: Sequence[Generated], *, every: float, width: float = 1, seed: int = 1) -> Generated:
    """Concepts one after the other.

    Parameters
    ----------
    streams : sequence of Generated
        The concepts, in their order; all with the same columns and classes.
    every : number of rows
        How long each of them lasts.
    width : number of rows, default 1
        How long each change takes.
    seed : int, default 1
        Seed of the coins during a change.

    Examples
    --------
    >>> concepts = chain([Generated("stagger", function=number) for number in (1, 2, 3)], every=1000)
    >>> concepts.name
    'stagger>stagger>stagger'
    """
    if not streams:
        raise ValueError("a chain needs at least one stream")
    found = streams[0]
    for place, after in enumerate(streams[1:], start=1):
        found = found.drift(after, position=every * place, width=width, seed=seed + place - 1)
    return found


def _described(recipe: tuple[Any, ...]) -> dict[str, Any]:
    kind, given, *parts = recipe
    types = {
        entry["name"]: {"flag": bool, "whole": int}.get(entry["kind"], float)
        for entry in kinds()[kind]["parameters"]
    }
    seeds = {
        entry["name"]: entry["default"] for entry in kinds()[kind]["parameters"] if "seed" in entry["name"]
    }
    found = {name: types[name](value) for name, value in {**seeds, **given}.items()}
    return {**found, "of": [{"stream": part[0], **_described(part)} for part in parts]} if parts else found


def _numbers(kind: str, settings: dict[str, Any]) -> dict[str, float]:
    """Settings as numbers; what is out of range is refused by the core."""
    known = {entry["name"] for entry in kinds()[kind]["parameters"]}
    found = {}
    for name, value in settings.items():
        if name not in known:
            raise ValueError(
                f"{kind} has no parameter {shown(name)}{suggestion(name, list(known))}; "
                f"there are {listed(entry['name'] for entry in kinds()[kind]['parameters'])}"
            )
        if not isinstance(value, numbers.Real):
            raise TypeError(f"{kind}: {name} must be a number, true or false, got {shown(value)}")
        found[name] = float(value)
    return found
