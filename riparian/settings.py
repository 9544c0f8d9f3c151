"""Checked settings: every value is refused at construction, not after a million rows.

What is given is stored untouched; what the native tree receives is the checked, plain form made here.
"""

from __future__ import annotations

import math
import numbers
import os
import re
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from riparian import _native
from riparian.aliases import VALUES, instead_of_options, suggestion
from riparian.plain import LONG, bare, plain, shown

CHOICES: dict[str, tuple[str, ...]] = {
    "criterion": tuple(sorted(_native.criteria())),
    "predictor": tuple(_native.predictors()),
    "variant": ("bin", "combined", "delayed", "intersect"),
    "bound": ("practical", "theory", "tight"),
    "rivals": ("candidates", "columns"),
    "penalty": ("bias", "mdl", "ratio"),
    "nu_of": ("inner", "nodes"),
    "revise_at": ("grace", "row"),
    "pushed_down": ("fresh", "settled"),
}
# What a preset that does not have a setting leaves as it is usual.
USUAL: dict[str, Any] = {
    "observer": "gaussian",
    "candidates": None,
    "null_split": True,
    "inherit": True,
    "clip": True,
    "equal_widths": True,
    "least_variance": None,
    "any_rival": False,
    "max_error": None,
    "revise": None,
    "window": None,
}


def listed(choices: Iterable[str]) -> str:
    """Choices as in a sentence: 'a', 'b' or 'c'."""
    quoted = [repr(choice) for choice in choices]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def choice(name: str, value: object) -> str:
    """One of the words in `CHOICES`, or a word that another library uses for it."""
    choices = CHOICES[name]
    if isinstance(value, str) and value in choices:
        return str(value)
    brought = VALUES.get(name, {})
    # A bool equals 0 or 1, and is not meant as MOA's option number.
    if isinstance(value, str | int | None) and not isinstance(value, bool) and value in brought:
        return brought[value]
    near = [*choices, *(word for word in brought if isinstance(word, str))]
    wanted = f"{name} must be {listed(choices)}, got {shown(value)}{suggestion(value, near)}"
    raise (ValueError if isinstance(value, str) else TypeError)(wanted)


def observer(name: str, value: object) -> str:
    """An observer, with its limit after a colon, or a word that another library uses for it.

    >>> observer("observer", "bins:100")
    'bins:100'
    """
    brought = VALUES[name]
    if isinstance(value, str | None) and value in brought:
        return brought[value]
    if not isinstance(value, str):
        ours = brought.get(type(value).__name__)
        way_out = f" (write {name}={ours!r})" if ours else ""
        raise TypeError(f"{name} must be {listed(_native.observers())}, got {shown(value)}{way_out}")
    _check_length(name, value, _native.observers())
    try:
        return _native.observer_of(value)
    except ValueError as wrong:
        word = re.split(r"[:\s]", value, maxsplit=1)[0]
        if word in _native.observers():
            raise
        near = [*_native.observers(), *(word for word in brought if isinstance(word, str))]
        raise ValueError(f"{wrong}{instead_of_options(value) or suggestion(word, near)}") from None


def rule(name: str, value: object) -> str:
    """A rule, with its number after a colon if it has one.

    >>> rule("rule", "hoeffding:2")
    'hoeffding:2'
    """
    if not isinstance(value, str):
        raise TypeError(f"{name} must be {listed(_native.rules())}, got {shown(value)}")
    _check_length(name, value, _native.rules())
    try:
        return _native.rule_of(value)
    except ValueError as wrong:
        word = value.partition(":")[0]
        raise ValueError(f"{wrong}{suggestion(word, _native.rules())}") from None


def candidates(name: str, value: object) -> str | None:
    """Candidates by name, with a limit after a colon if they have one; None: those that fit the observer.

    >>> candidates("candidates", "multiway:4")
    'multiway:4'
    """
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"{name} must be {listed(_native.candidates())} or None, got {shown(value)}")
    _check_length(name, value, _native.candidates())
    brought = VALUES.get(name, {})
    try:
        return _native.candidates_of(brought.get(value, value))
    except ValueError as wrong:
        word, known = value.partition(":")[0], _native.candidates()
        near = [*known, *(word for word in brought if isinstance(word, str))]
        raise ValueError(f"{wrong}{'' if word in known else suggestion(word, near)}") from None


def _check_length(name: str, value: str, words: Iterable[str]) -> None:
    """Refuse a text that is too long to be a word with a number; the error quotes only its beginning."""
    if len(value) > LONG:
        raise ValueError(f"{name} must be {listed(words)}, got {shown(value)}")


def multiway(named: str | None) -> str:
    """The candidates that `multiway=True` stands for, unless others are named."""
    if named is None or named.startswith("multiway"):
        return named or "multiway"
    raise ValueError(f"multiway=True does not go with candidates {shown(named)}: leave one of them out")


def number(name: str, value: object) -> float:
    """A real number; a bool or a text is none."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} must be a number, got {shown(value)}")
    try:
        return float(value)
    except OverflowError:
        return math.inf if value >= 0 else -math.inf  # type: ignore[operator]


def probability(name: str, value: object) -> float:
    """A number between 0 and 1, both excluded; one too small to take a logarithm of counts as 0."""
    if not sys.float_info.min <= (found := number(name, value)) < 1:
        raise ValueError(f"{name} must lie between 0 and 1, got {shown(value)}")
    return found


def at_least_0(name: str, value: object) -> float:
    """A finite number that is not negative."""
    if not 0 <= (found := number(name, value)) < math.inf:
        raise ValueError(f"{name} must be at least 0 and finite, got {shown(value)}")
    return found


def constant(name: str, value: object) -> float | None:
    """A finite number that is positive; None where a preset has a usual one."""
    if value is None:
        return None
    if not 0 < (found := number(name, value)) < math.inf:
        raise ValueError(f"{name} must be above 0 and finite, got {shown(value)}")
    return found


def below_1(name: str, value: object) -> float:
    """A share of what there is."""
    if not 0 <= (found := number(name, value)) < 1:
        raise ValueError(f"{name} must be at least 0 and below 1, got {shown(value)}")
    return found


def least_gain(name: str, value: object) -> float | None:
    """A share of the criterion's range; None where a preset has a usual one."""
    return None if value is None else below_1(name, value)


def unit(name: str, value: object) -> float:
    """A share from nothing to all."""
    if not 0 <= (found := number(name, value)) <= 1:
        raise ValueError(f"{name} must be at least 0 and at most 1, got {shown(value)}")
    return found


def error(name: str, value: object) -> float | None:
    """A share of rows that are answered wrongly; None for no limit."""
    return None if value is None else probability(name, value)


def apart(name: str, value: object) -> float:
    """A part of an interval, less than half of it and more than nothing."""
    if not 0 < (found := number(name, value)) < 0.5:
        raise ValueError(f"{name} must lie between 0 and 0.5, got {shown(value)}")
    return found


def tie(name: str, value: object) -> float | None:
    """A gain below which rivals are equal; None where a preset has a usual one."""
    return None if value is None else at_least_0(name, value)


def below_half(name: str, value: object) -> float:
    """A share of rows that two branches can both exceed."""
    if not 0 <= (found := number(name, value)) < 0.5:
        raise ValueError(f"{name} must be at least 0 and below 0.5, got {shown(value)}")
    return found


def whole(least: int, most: int = 2**32 - 1, *, none: bool = False) -> Callable[[str, object], int | None]:
    """Whole numbers from `least` to `most`, and None if that stands for no limit."""

    def checked(name: str, value: object) -> int | None:
        if none and value is None:
            return None
        wanted = f"{name} must be a whole number of at least {least}{' or None' if none else ''}"
        if isinstance(value, bool) or not isinstance(value, numbers.Integral):
            raise TypeError(f"{wanted}, got {shown(value)}")
        if int(value) < least:
            raise ValueError(f"{wanted}, got {shown(value)}")
        if int(value) > most:
            raise ValueError(f"{name} must be at most {most}, got {shown(value)}")
        return int(value)

    return checked


def threads(name: str, value: object) -> int:
    """A number of threads; -1 for as many as there are cores, and None for one, as scikit-learn has it."""
    if value is None:
        return 1
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise TypeError(
            f"{name} must be a whole number of at least 1, or -1 for all cores, got {shown(value)}"
        )
    if int(value) == -1:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not 1 <= int(value) <= 4096:
        raise ValueError(f"{name} must be from 1 to 4096, or -1 for all cores, got {shown(value)}")
    return int(value)


def _items(name: str, value: object, what: str) -> list[Any]:
    if isinstance(value, str | bytes | Mapping | Iterator) or not isinstance(value, Iterable):
        example = f" (write [{shown(value)}])" if isinstance(value, str | int) else ""
        raise TypeError(f"{name} must be a list of {what} or None, got {shown(value)}{example}")
    # The order of a set differs from one process to the next.
    items = sorted(value, key=repr) if isinstance(value, set | frozenset) else value
    return [bare(item) for item in items]


def nominal(name: str, value: object) -> list[Any]:
    """Columns that hold categories whatever their dtype: names or positions."""
    if value is None:
        return []
    found = _items(name, value, "column names or positions")
    for item in found:
        if not isinstance(item, Hashable) or isinstance(item, bool | float) or item is None:
            raise TypeError(f"{name} must hold column names or positions, got {shown(item)}")
        if isinstance(item, int) and item < 0:
            raise ValueError(f"{name} must hold positions of at least 0, got {shown(item)}")
    return list(dict.fromkeys(found))


def classes(name: str, value: object) -> list[Any] | None:
    """Labels declared up front: sorted if they can be, else in the order given."""
    if value is None:
        return None
    found = _items(name, value, "labels")
    if not found:
        raise ValueError(
            f"{name} must hold at least one label, got {shown(value)}: give None if no class is known"
        )
    for item in found:
        if not isinstance(item, Hashable):
            raise TypeError(f"{name} must hold hashable labels, got {shown(item)}")
        if item is None or item != item:
            raise ValueError(f"{name} must not hold a missing label, got {shown(item)}")
    return in_order(found)


def in_order(labels: Iterable[Any]) -> list[Any]:
    """Distinct labels, sorted if they can be, else in the order given."""
    distinct = list(dict.fromkeys(labels))
    try:
        return sorted(distinct)
    except TypeError:
        return distinct


def flag(name: str, value: object) -> bool:
    """Yes or no."""
    if not isinstance(plain(value), bool):
        raise TypeError(f"{name} must be True or False, got {shown(value)}")
    return bool(value)


UNITS = {
    "": 1,
    "B": 1,
    "KB": 10**3,
    "MB": 10**6,
    "GB": 10**9,
    "TB": 10**12,
    "KIB": 2**10,
    "MIB": 2**20,
    "GIB": 2**30,
    "TIB": 2**40,
}


def budget(name: str, value: object) -> int | None:
    """A number of bytes, or a text with a unit: KB is 1000 bytes, KiB 1024; None for no limit.

    >>> budget("budget", "100KB"), budget("budget", "1.5 MiB"), budget("budget", 4096)
    (100000, 1572864, 4096)
    """
    if value is None:
        return None
    if isinstance(value, str):
        found = re.fullmatch(r"(\d+(?:_\d+)*(?:\.\d+)?)\s*([a-zA-Z]*)", value.strip())
        if found is None or found[2].upper() not in UNITS:
            raise ValueError(
                f"{name} must be bytes, a text such as '100KB' or '32 MiB' or None, got {shown(value)} "
                "(units: B, KB, MB, GB and TB by 1000, KiB, MiB, GiB and TiB by 1024)"
            )
        # A fraction is exact; for a number of 100 characters or more that does not matter.
        size = (Fraction if len(found[1]) < 100 else float)(found[1]) * UNITS[found[2].upper()]
    else:
        is_whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
        size = int(value) if is_whole else number(name, value)  # type: ignore[call-overload]
    if not 0 < size < 2**62 or size != int(size):
        raise ValueError(
            f"{name} must be a whole number of bytes, at least 1 and below 2**62, got {shown(value)}"
        )
    return int(size)


CHECKS: dict[str, Callable[[str, object], Any]] = {
    "grace_period": whole(1),
    "delta": probability,
    "tau": tie,
    **dict.fromkeys(CHOICES, choice),
    "observer": observer,
    "candidates": candidates,
    "rule": rule,
    "factor": whole(1, 2),
    "c": constant,
    "difference": apart,
    "nu": unit,
    "max_error": error,
    "window": whole(1, none=True),
    "intervals": whole(2, 16, none=True),
    "nominal": nominal,
    "classes": classes,
    "max_depth": whole(0, none=True),
    "max_leaves": whole(1, none=True),
    "min_gain": least_gain,
    "min_branch_fraction": below_half,
    "points": whole(1, 10_000),
    "drop_poor": flag,
    "multiway": flag,
    "faithful": flag,
    "budget": budget,
    "threads": threads,
}


def checked(given: Mapping[str, object]) -> dict[str, Any]:
    """Plain, checked values of the settings given; raises at the first that will not do.

    >>> checked({"delta": 0.01, "criterion": "info_gain"})
    {'delta': 0.01, 'criterion': 'entropy'}
    >>> checked({"predictor": "nbb"})
    Traceback (most recent call last):
    ValueError: predictor must be 'mc', 'nb' or 'nba', got 'nbb' (did you mean 'nb'?)
    """
    return {name: CHECKS[name](name, value) for name, value in given.items()}


def together(meant: Mapping[str, object]) -> None:
    """Refuse what will not do in company; all that the native tree wants to know must be given."""
    _native.check_settings({**USUAL, **meant})
