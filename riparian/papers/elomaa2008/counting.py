"""Bins, blocks and segments: of the columns of a domain, and of three columns of Waveform as it grows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian import _native
from riparian.papers.elomaa2008.domains import FEWEST_VALUES, domain
from riparian.papers.ledger import Line
from riparian.streams import Generated

# The paper does not say which three columns: one that is noise alone, and two that are not.
WAVES = ("att1", "att8", "att15")
# The generator of the time printed two decimals. With all digits every row is a bin of its own.
DECIMALS = 2
BATCH = 100_000


def counts(values: NDArray[np.float64], codes: NDArray[np.uint32], classes: int) -> tuple[int, int, int]:
    """How many bins, blocks and segments a column has.

    Values 1 and 2 have one row of each class: two bins, two blocks (they are mixed), one segment.

    >>> counts(np.array([1.0, 1.0, 2.0, 2.0]), np.array([0, 1, 0, 1], dtype=np.uint32), 2)
    (2, 2, 1)
    """
    summary = _native.Summary("segments", classes)
    summary.observe(values, codes, np.ones(len(values)))
    return counted(summary)


def counted(summary: _native.Summary) -> tuple[int, int, int]:
    """What a summary of segments holds."""
    found = summary.layer_counts()
    assert found is not None  # only other observers have no layers
    return found


def of_domain(name: str, most: int | None) -> Iterator[Line]:
    """A line for each column of a domain that has enough different values."""
    found = domain(name, most)
    for column, values in found.columns.items():
        started = perf_counter()
        bins, blocks, segments = counts(np.ascontiguousarray(values), found.codes, found.classes)
        seconds = round(perf_counter() - started, 4)
        if bins >= FEWEST_VALUES:
            layers = {"bins": bins, "blocks": blocks, "segments": segments, "seconds": seconds}
            yield {"what": column, "rows": len(values), "all_rows": found.all_rows, **layers}


def sizes(most: int) -> list[int]:
    """From a thousand rows to the most, two sizes a decade.

    >>> sizes(31_623)
    [1000, 3162, 10000, 31623]
    """
    return [size for step in range(6, 2 * 9 + 1) if (size := round(10 ** (step / 2))) <= most]


def of_waves(seed: int, most: int) -> Iterator[Line]:
    """A line for each column and size of Waveform, whose rows are made once."""
    source = Generated("waveform", seed=seed)
    summaries = {name: _native.Summary("segments", len(source.classes)) for name in WAVES}
    started, seen = perf_counter(), 0
    ends = sizes(most)
    for X, codes in parts(source, ends):
        for name, summary in summaries.items():
            summary.observe(rounded(X[name]), codes, np.ones(len(codes)))
        seen += len(codes)
        if seen in ends:
            seconds = round(perf_counter() - started, 4)
            for name, summary in summaries.items():
                bins, blocks, segments = counted(summary)
                layers = {"bins": bins, "blocks": blocks, "segments": segments, "seconds": seconds}
                yield {"what": name, "rows": seen, **layers}


def parts(source: Generated, ends: list[int]) -> Iterator[tuple[dict[str, Any], NDArray[np.uint32]]]:
    """The rows up to the last end, in batches of which none goes beyond an end."""
    seen = 0
    for batch in source.batches(BATCH, ends[-1]):
        cuts = [0, *(end - seen for end in ends if 0 < end - seen < len(batch)), len(batch)]
        for start, stop in pairwise(cuts):
            part = batch.part(start, stop)
            yield part.X, np.asarray(part.y.codes, dtype=np.uint32)  # type: ignore[union-attr]
        seen += len(batch)


def rounded(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Numbers of two decimals; zero has one sign.

    >>> rounded(np.array([1.234, -0.001])).tolist()
    [1.23, 0.0]
    """
    return np.round(values, DECIMALS) + 0.0
