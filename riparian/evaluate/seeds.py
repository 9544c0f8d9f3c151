"""Seeds among the settings of a stream, a model or an evaluation, however deep they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def is_seed(name: str, value: Any) -> bool:
    """Whether a setting is a seed; `shuffle` is one where it is a number and no yes or no.

    >>> is_seed("tree_seed", 3), is_seed("shuffle", 3), is_seed("shuffle", True), is_seed("rows", 3)
    (True, True, False, False)
    """
    if value is None or isinstance(value, bool | Mapping | list | tuple):
        return False
    return name in ("random_state", "shuffle", "seed") or name.endswith("_seed")


def seeds(settings: Mapping[str, Any], where: str = "") -> Iterator[tuple[str, Any]]:
    """Every seed by where it was set; the streams that a stream is made of are counted from 1.

    >>> dict(seeds({"stream": {"seed": 1, "of": [{"seed": 2}, {"tree_seed": 3}]}}))
    {'stream.seed': 1, 'stream.of.1.seed': 2, 'stream.of.2.tree_seed': 3}
    """
    for name, value in settings.items():
        if is_seed(name, value):
            yield where + name, value
        for inner, place in _parts(value):
            yield from seeds(inner, f"{where}{name}.{place}")


def without_seeds(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that repetitions share.

    >>> without_seeds({"function": 3, "seed": 1, "of": [{"stream": "sea", "seed": 2}]})
    {'function': 3, 'of': [{'stream': 'sea'}]}
    """
    found: dict[str, Any] = {}
    for name, value in settings.items():
        if isinstance(value, Mapping):
            found[name] = without_seeds(value)
        elif isinstance(value, list | tuple):
            found[name] = [without_seeds(part) if isinstance(part, Mapping) else part for part in value]
        elif not is_seed(name, value):
            found[name] = value
    return found


def _parts(value: Any) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Settings within a setting, each with the beginning of its names."""
    if isinstance(value, Mapping):
        yield value, ""
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value, start=1):
            if isinstance(part, Mapping):
                yield part, f"{number}."
