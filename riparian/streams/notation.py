"""Streams in one line of text: `waveform:noise=true`, `random-tree+noise:labels=0.2`, `sea > sea:function=3`.

A name, settings after a colon, noise after a plus sign, and the concepts of a drift between `>` signs.
"""

from __future__ import annotations

from typing import Any

from riparian.plain import shown
from riparian.streams.generated import Generated, chain

_FLAGS = {"true": True, "yes": True, "false": False, "no": False}


def value(text: str) -> Any:
    """A setting as people write it: true, false, none, a number, or the text itself.

    Examples
    --------
    >>> value("true"), value("7"), value("0.5"), value("1e-7"), value("none"), value("gini")
    (True, 7, 0.5, 1e-07, None, 'gini')
    """
    word = text.strip()
    if word.lower() in _FLAGS:
        return _FLAGS[word.lower()]
    if word.lower() == "none":
        return None
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word


def setting(text: str) -> tuple[str, Any]:
    """A name and its value from `name=value`."""
    name, equals, given = text.partition("=")
    if not equals or not name.strip() or not given.strip():
        raise ValueError(f"a setting is written name=value, got {shown(text)}")
    return name.strip(), value(given)


def named(text: str) -> tuple[str, dict[str, Any]]:
    """A name and its settings from `name:setting=value,setting=value`.

    Examples
    --------
    >>> named("vfdt:predictor=mc,tau=0.1")
    ('vfdt', {'predictor': 'mc', 'tau': 0.1})
    """
    name, colon, given = text.partition(":")
    if colon and not given.strip():
        raise ValueError(f"settings are missing after the colon in {shown(text)}")
    return name.strip(), dict(setting(part) for part in given.split(",")) if colon else {}


def generated(
    text: str,
    *,
    seed: int | None = None,
    every: float | None = None,
    width: float = 1,
    times: int | None = None,
    stays: float | None = None,
    between: float | None = None,
    **settings: Any,
) -> Generated:
    """The stream that a text stands for.

    Parameters
    ----------
    text : str
        A name with settings, with noise, or several concepts (see the head of this module).
    seed : int or None, default None
        Seed of the rows where the text gives none; concepts of a drift get seed, seed + 1, ... (from 1 on if
        there is none, so that no two of them have the same rows).
    every, width : number of rows
        How long a concept lasts, and how long a change takes.
    times, stays, between : int or None, number of rows
        How often the second of two concepts comes, how long it stays, and the first in between.
    **settings
        Settings of the generator, or of all the concepts, where the text gives none.

    Examples
    --------
    >>> generated("sea > sea:function=3", seed=7, every=1000).name
    'sea>sea'
    """
    parts = text.split(">")
    first = 1 if seed is None and len(parts) > 1 else seed
    concepts = [
        _concept(part, None if first is None else first + place, settings) for place, part in enumerate(parts)
    ]
    if len(concepts) == 1:
        if every is not None or times is not None:
            raise ValueError(
                f"{shown(text.strip())} has one concept, so nothing changes: write 'a > b' for a drift"
            )
        return concepts[0]
    if every is None:
        raise ValueError(f"how long does a concept of {shown(text)} last? Say so in rows, as in every=50000")
    coin = 1 if seed is None else seed
    if times is None:
        return chain(concepts, every=every, width=width, seed=coin)
    if len(concepts) != 2:
        raise ValueError(f"times is for two concepts of which the second comes again, got {len(concepts)}")
    again = {"stays": every if stays is None else stays, "between": every if between is None else between}
    return concepts[0].drift(concepts[1], position=every, width=width, seed=coin, times=times, **again)


def _concept(text: str, seed: int | None, shared: dict[str, Any]) -> Generated:
    plain, plus, noise = text.partition("+")
    name, own = named(plain)
    settings = {**shared, **own}
    if seed is not None:
        settings.setdefault("seed", seed)
    stream = Generated(name, **settings)
    if not plus:
        return stream
    word, settings = named(noise)
    if word != "noise":
        raise ValueError(
            f"only noise can be added to a stream (as in {name}+noise:labels=0.1), got {shown(word)}"
        )
    if seed is not None:
        settings.setdefault("seed", seed)
    return stream.noisy(**settings)
