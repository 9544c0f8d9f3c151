"""Values as plain Python has them (no scalars of NumPy, no members of an Enum), and as messages show them."""

from __future__ import annotations

import re
from typing import Any

# Characters of a value, and of a path or a list of settings, in a message.
SHORT, LONG = 60, 500
# Characters that steer a terminal or turn the direction of writing; the readers spell out the same ones.
_STEERING = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


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
    # The number itself, even if a subclass overrides how it converts.
    if isinstance(value, int):
        return int.__int__(value)
    return float.__float__(value) if isinstance(value, float) else value


def spelled(value: Any) -> str:
    """A value as Python spells it, or its type if Python cannot spell it.

    >>> spelled(-(10**5000)), len(spelled(-(10**5000))), spelled(0.5)
    ('-0x...', 4156, '0.5')
    """
    try:
        return repr(value)
    except Exception as reason:
        # Python writes whole numbers of more than 4300 digits only in hexadecimal.
        if isinstance(value, int) and isinstance(reason, ValueError):
            return hex(value)
        return f"<{type(value).__name__}>"


def shown(value: Any, most: int = SHORT) -> str:
    """A value for a message, cut if it is long.

    >>> shown("level"), shown("x" * 1000, 20)
    ("'level'", "'xxxxxxxxxxxxxxxx...")
    """
    text = spelled(plain(value))
    return text if len(text) <= most else text[: most - 3] + "..."


def visible(text: str) -> str:
    r"""A text that is safe to print: characters that steer a terminal are escaped, except ends of lines.

    >>> print(visible("a\x1b[31m\nb\u202e"))
    a\x1b[31m
    b\u202e
    """
    return _STEERING.sub(lambda found: ascii(found[0])[1:-1], text)
