"""Tables as text: the first columns to the left, numbers to the right."""

from __future__ import annotations

from collections.abc import Sequence

from riparian.evaluate.compare import Pair


def table(names: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows under their names, two spaces apart.

    Parameters
    ----------
    names : sequence of str
        The heads.
    rows : sequence of sequences of str
        The fields, as they are to be shown.
    left : int, default 1
        So many columns are words.

    Examples
    --------
    >>> print(table(["stream", "accuracy"], [["rts", "99.87"], ["wave21", "8.00"]]))
    stream  accuracy
    ------  --------
    rts        99.87
    wave21      8.00
    """
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    lines = [list(names), ["-" * width for width in widths], *map(list, rows)]
    return "\n".join(
        "  ".join(
            field.ljust(width) if place < left else field.rjust(width)
            for place, (field, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def percent(share: float | None, digits: int = 2) -> str:
    """A share as a number of hundredths; a dash where there is none.

    >>> percent(0.98765), percent(None), percent(0.5, 0)
    ('98.77', '-', '50')
    """
    return "-" if share is None else f"{100 * share:.{digits}f}"


def count(number: float | None, digits: int = 0) -> str:
    """A number with its thousands apart; a dash where there is none.

    >>> count(1234567), count(None), count(12.34, 1)
    ('1,234,567', '-', '12.3')
    """
    return "-" if number is None else f"{number:,.{digits}f}"


def of_things(number: int, one: str, more: str) -> str:
    """A number before its noun.

    >>> of_things(1, "loss", "losses"), of_things(0, "loss", "losses")
    ('1 loss', '0 losses')
    """
    return f"{number:,} {one if number == 1 else more}"


def score(pair: Pair) -> str:
    """How often a method wins against another, is as good, and loses."""
    wins = of_things(pair.wins, "win", "wins")
    return f"{wins}, {of_things(pair.ties, 'tie', 'ties')}, {of_things(pair.losses, 'loss', 'losses')}"
