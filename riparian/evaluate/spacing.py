"""How far apart the samples of an evaluation are: as asked, or as far as the stream turns out to be long.

A stream of unknown length begins with samples 1,000 rows apart; whenever there would be more than 200, every
second one is dropped, and from then on they are twice as far apart. Which rows are sampled depends on their
number only.
"""

from __future__ import annotations

import math

FEWEST_ROWS = 1000
# Samples of a stream whose length is known, and at most of one whose length is not.
USUAL_SAMPLES = 100
MOST_SAMPLES = 200


class Spacing:
    """The rows between two samples.

    Parameters
    ----------
    every : int
        Rows between the first samples.
    most : int or None
        How many there may be before they are thinned out; None for any number.

    Examples
    --------
    >>> spacing = Spacing(1000, most=200)
    >>> spacing.at(200_000), spacing.at(200_001), spacing.at(1_000_000)
    (1000, 2000, 8000)
    """

    def __init__(self, every: int, most: int | None = None) -> None:
        self.first = every
        self.most = most

    def at(self, rows: int) -> int:
        """Rows between samples once there have been so many rows."""
        every = self.first
        while rows > self.last(every):
            every *= 2
        return every

    def last(self, every: int) -> float:
        """The last row up to which samples may be so far apart."""
        return math.inf if self.most is None else self.most * every

    def until(self, rows: int) -> int:
        """The next row to be sampled after so many rows, if it comes to that."""
        every = self.at(rows + 1)
        return (rows // every + 1) * every


def spacing(every: int | None, rows: int | None) -> Spacing:
    """As asked; else a hundred samples, at least 1,000 rows apart, if the number of rows is known.

    >>> spacing(None, 9000).first, spacing(None, 1_000_000).first, spacing(None, None).most
    (1000, 10000, 200)
    """
    if every is not None:
        return Spacing(every)
    if rows is not None:
        return Spacing(max(FEWEST_ROWS, rows // USUAL_SAMPLES))
    return Spacing(FEWEST_ROWS, most=MOST_SAMPLES)
