"""Guests: libraries that are no dependency, imported where they are used and nowhere else."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def guest(name: str, extra: str, why: str | None = None) -> Any:
    """A module of a guest, or one line that says how to get it.

    Parameters
    ----------
    name : str
        The module.
    extra : str
        The extra of riparian that brings it.
    why : str, default: that it is not installed
        What it is needed for.

    Examples
    --------
    >>> guest("no_such_library.tables", "frames")
    Traceback (most recent call last):
    ...
    ImportError: no_such_library is not installed: pip install riparian[frames]
    """
    try:
        return import_module(name)
    except ImportError:
        what = why or f"{name.partition('.')[0]} is not installed"
        raise ImportError(f"{what}: pip install riparian[{extra}]") from None
