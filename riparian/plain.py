"""Values as plain Python has them: no scalars of NumPy, no members of an Enum, no named tuples."""

from __future__ import annotations

from typing import Any


def plain(value: Any) -> Any:
    """A NumPy scalar as the Python object it stands for, anything else (and dates) as it is."""
    if type(value).__module__ == "numpy" and hasattr(value, "item") and getattr(value, "shape", None) == ():
        if value.dtype.kind in "mM":
            return value
        found = value.item()
        if type(found).__module__ == "numpy":  # a wide float, which stays what it is under item()
            return complex(found) if found.dtype.kind == "c" else float(found)
        return found
    return value


def bare(value: Any) -> Any:
    """A text, a number or a tuple as the plain one that it is equal to, a member of an Enum for example.

    >>> from enum import IntEnum
    >>> bare((IntEnum("Gate", "OPEN SHUT").SHUT, True, "x"))
    (2, True, 'x')
    """
    value = plain(value)
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, tuple):
        return tuple(map(bare, value))
    for kind in (int, float):
        if isinstance(value, kind):
            return kind(value)
    return value
