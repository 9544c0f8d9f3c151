"""What can be told about a file, checked before it is opened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from riparian.aliases import suggestion
from riparian.plain import shown
from riparian.settings import listed

MAX_LINE_BYTES = 1 << 24

Key = str | int


@dataclass(frozen=True)
class Options:
    """What was told about a file; see `read` for the meaning of each."""

    target: Key | None
    labelled: bool
    weight: Key | None
    nominal: tuple[tuple[Key, tuple[str, ...] | None], ...]
    numeric: tuple[Key, ...]
    ignore: tuple[Key, ...]
    classes: tuple[Any, ...] | None
    missing: tuple[str, ...] | None
    delimiter: str | None
    header: bool | None
    comment: str | None
    skip: bool
    max_line_bytes: int
    # Columns that a model has learned as numbers, so that nothing else can be told of them; and all that it
    # has learned, where nothing else is wanted.
    settled: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None

    def fits(self, format: str) -> None:  # noqa: A002 - the word users know
        """Refuse what a file of this format cannot be told."""
        told = [name for name in ("delimiter", "header", "comment") if getattr(self, name) is not None]
        if told and format != "csv":
            raise ValueError(
                f"{told[0]} is for CSV files, got a file of format {shown(format)}; leave it out"
            )
        if self.missing is not None and format in ("parquet", "arrow"):
            raise ValueError(
                f"missing is for text files, got format {shown(format)}, which marks missing values itself"
            )


def options(
    *,
    target: Key | None,
    labelled: bool,
    weight: Key | None,
    nominal: Iterable[Key] | Mapping[Key, Sequence[str] | None],
    numeric: Iterable[Key],
    ignore: Iterable[Key],
    classes: Iterable[Any] | None,
    missing: Iterable[str] | None,
    delimiter: str | None,
    header: Any,
    comment: str | None,
    on_error: str,
    max_line_bytes: Any,
) -> Options:
    """Everything that was told, checked."""
    if on_error not in ("stop", "skip"):
        words = ("stop", "skip")
        raise ValueError(
            f"on_error must be {listed(words)}, got {shown(on_error)}{suggestion(on_error, list(words))}"
        )
    if not isinstance(labelled, bool):
        raise TypeError(f"labelled must be True or False, got {shown(labelled)}")
    if not labelled and classes is not None:
        raise ValueError("classes are for rows that have one, and these are said to have none")
    if header is not None and not isinstance(header, bool):
        raise TypeError(f"header must be True, False or None (found out), got {shown(header)}")
    if isinstance(max_line_bytes, bool) or not isinstance(max_line_bytes, int) or max_line_bytes < 1:
        raise ValueError(f"max_line_bytes must be a whole number of at least 1, got {shown(max_line_bytes)}")
    return Options(
        target=None if target is None else _key("target", target),
        labelled=labelled,
        weight=None if weight is None else _key("weight", weight),
        nominal=_nominal(nominal),
        numeric=_keys("numeric", numeric),
        ignore=_keys("ignore", ignore),
        classes=_classes(classes),
        missing=None if missing is None else _texts("missing", missing),
        delimiter=_letter("delimiter", delimiter),
        header=header,
        comment=_letter("comment", comment),
        skip=on_error == "skip",
        max_line_bytes=max_line_bytes,
    )


def _key(name: str, value: object) -> Key:
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise TypeError(f"{name} must be a column's name or place, got {shown(value)}")
    return value


def _keys(name: str, values: Iterable[Key]) -> tuple[Key, ...]:
    if isinstance(values, str | int) or not isinstance(values, Iterable):
        raise TypeError(
            f"{name} must be a list of columns, got {shown(values)}; use {name}=[{shown(values)}]"
        )
    return tuple(_key(name, value) for value in values)


def _nominal(
    given: Iterable[Key] | Mapping[Key, Sequence[str] | None],
) -> tuple[tuple[Key, tuple[str, ...] | None], ...]:
    if isinstance(given, Mapping):
        return tuple(
            (_key("nominal", key), None if values is None else _texts(f"nominal[{shown(key)}]", values))
            for key, values in given.items()
        )
    return tuple((key, None) for key in _keys("nominal", given))


def _texts(name: str, values: Iterable[Any]) -> tuple[str, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must be a list of texts, got {shown(values)}")
    found = tuple(values)
    wrong = next((value for value in found if not isinstance(value, str)), None)
    if wrong is not None:
        raise TypeError(f"{name} must be a list of texts, got {shown(wrong)} in it")
    return found


def _classes(given: Iterable[Any] | None) -> tuple[Any, ...] | None:
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise TypeError(f"classes must be a list of texts or of whole numbers, got {shown(given)}")
    found = tuple(given)
    if not found or len(set(found)) < len(found):
        raise ValueError(
            f"classes must hold at least one class, and no class twice, got {shown(list(found))}"
        )
    if {type(one) for one in found} not in ({str}, {int}):
        raise TypeError(f"classes must be a list of texts or of whole numbers, got {shown(list(found))}")
    return found


def _letter(name: str, value: str | None) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"{name} must be one character, got {shown(value)}")
    unfit = len(value) != 1 or not value.isascii() or value.isalnum() or value in '"\n\r\0'
    if unfit or (name == "delimiter" and value in "+-."):
        numbers = ", a sign, a point" if name == "delimiter" else ""
        raise ValueError(
            f"{name} must be one ASCII character that is not a letter, a digit{numbers}, a double quote, "
            f"a line break or NUL, got {shown(value)}"
        )
    return value
