"""The columns of a file as a tree holds them: numbers, texts, truth values, or codes (numbers as categories).

A file is read so that its values are those that the tree knows: '1' and 1 are two categories, and so are
'True' and True. What cannot be read so is another column, and is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riparian import _native
from riparian.plain import shown
from riparian.streams.file import File
from riparian.streams.layout import GROWING

# What the categories of a column are called in messages.
WORDS = {"codes": "numbers as categories"}


def held(tree: _native.Tree) -> dict[Any, str | None]:
    """What a tree holds in each of its columns, by name; None where nothing is known yet."""
    return dict(zip(tree.columns, tree.holds, strict=True))


def as_held(file: File, holds: Mapping[Any, str | None]) -> tuple[File, list[str]]:
    """The file with its columns read as they are held, and those with numbers in place of texts all the same.

    Those it was told so, or it comes only once. A text among numbers is a broken line then, and no name.
    """
    names, numbers = {key for key, _ in file.options.nominal}, set(file.options.numeric)
    truths = {column.name for column in file.columns if column.categories == (False, True)}
    numeric: list[str] = []
    nominal: list[str] = []
    settled: list[str] = []
    left: list[str] = []
    counts, codes = file.numbers, file.codes
    for name in file.names:
        there = "numbers" if name in counts else "truth values" if name in truths else "texts"
        if name in codes and name not in names:
            there = "codes"
        match holds.get(name), there:
            case "numbers", "numbers":
                settled.append(name)
            case "numbers", "texts" | "truth values" | "codes":
                if name in names:
                    raise _other(file, name, "names", "numbers", f"leave nominal= out for {shown(name)}")
                numeric.append(name)
            case "texts", "numbers" if name in numbers or not file.repeatable:
                left.append(name)
            case "texts", "codes" if not file.repeatable:
                raise _other(file, name, WORDS["codes"], "texts", f"read it with nominal=[{shown(name)}]")
            case "texts", "numbers" | "texts" | "codes" if name not in names:
                nominal.append(name)
            case ("texts" | "truth values") as wanted, "truth values" | "texts" if wanted != there:
                told = f"give them as {wanted} (CSV files hold texts only)"
                raise _other(file, name, there, wanted, told)
            case "codes", "texts":
                if name in names:
                    raise _other(file, name, "texts", WORDS["codes"], f"leave nominal= out for {shown(name)}")
                if not file.repeatable:
                    raise _other(file, name, "texts", WORDS["codes"], f"read it with numeric=[{shown(name)}]")
                numeric.append(name)
    if file.format in GROWING:  # a column that comes later is read so, too
        known = {*file.names, *names, *numbers}
        # A number would be a place.
        late = {name: what for name, what in holds.items() if isinstance(name, str) and name not in known}
        numeric += [name for name, what in late.items() if what == "numbers"]
        nominal += [name for name, what in late.items() if what == "texts"]
    given = file.options
    if not file.repeatable or not (numeric or nominal or set(settled) - set(given.settled)):
        return file, left
    told_nominal = (*given.nominal, *((name, None) for name in nominal))
    told_numeric = (*given.numeric, *numeric)
    return file.again(numeric=told_numeric, nominal=told_nominal, settled=tuple(settled)), left


def _other(file: File, name: str, there: str, wanted: str, way_out: str) -> ValueError:
    return ValueError(
        f"{file.name} has {there} in {shown(name)}, and the model has learned {wanted} there: {way_out}, or "
        f"leave the column out with ignore=[{shown(name)}]"
    )
