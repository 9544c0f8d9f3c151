"""Streams and settings drawn for budgets: much that is late, long, many, missing or weighs nothing."""

import dataclasses
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from riparian import VFDT
from tests.long_streams import NAMED, Stream, learn_by_batch, learn_by_row, make_stream

Case = tuple[Stream, dict[str, Any], list[int], list[int]]


@st.composite
def streams(draw: st.DrawFn, least: tuple[int, int] = (1, 0)) -> Stream:
    """A stream of at least so many numeric and nominal columns; weights may be 0."""
    stream = make_stream(
        draw(st.integers(0, 10**6)),
        draw(st.integers(100, 1500)),
        numeric=draw(st.integers(least[0], 6)),
        nominal=draw(st.integers(least[1], 5)),
        classes=draw(st.integers(2, 5)),
        weights=draw(st.sampled_from(["unit", "eighths", "real"])),
        arrivals=draw(st.booleans()),
        missing=draw(st.sampled_from([0.0, 0.05, 0.5])),
    )
    if draw(st.booleans()):
        stream = with_late_classes(stream, draw(st.integers(0, len(stream))), draw(st.integers(1, 12)))
    if draw(st.booleans()):
        stream = with_long_names(stream, draw(st.integers(1, 200)), draw(st.integers(1, 1500)))
    return stream


def with_late_classes(stream: Stream, first: int, count: int) -> Stream:
    """Every seventh row from row `first` on is of a class that was never seen before it, one of so many."""
    labels = list(stream.labels)
    for at in range(first, len(labels), 7):
        labels[at] = f"late {at // 7 % count}"
    return dataclasses.replace(stream, labels=labels)


def with_long_names(stream: Stream, length: int, count: int) -> Stream:
    """One more column: so many categories with names of this length or little more."""
    rows = np.arange(len(stream))
    names = [f"{at:x}".ljust(length, "-") for at in range(count)]
    column = np.array([names[at] for at in rows * rows % 7919 % count], dtype=object)
    column[rows % 13 == 5] = None
    return dataclasses.replace(
        stream, columns={**stream.columns, "s9": column}, opens={**stream.opens, "s9": 0}
    )


@st.composite
def cases(draw: st.DrawFn, settings: dict[str, Any], least: tuple[int, int] = (1, 0)) -> Case:
    """A stream, settings (drawn where they are strategies), where to cut and numbers of threads."""
    stream = draw(streams(least))
    given = {name: draw(one) if isinstance(one, st.SearchStrategy) else one for name, one in settings.items()}
    cuts = sorted(draw(st.sets(st.integers(1, len(stream)), max_size=4)) - {len(stream)})
    return stream, given, cuts, draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))


def learn_twice(case: Case) -> VFDT:
    """Rows one by one and in batches: the same answers, tree and report, or the same refusal."""
    stream, given, cuts, threads = case
    reference, tree = VFDT(**given), VFDT(**given)
    expected, refusal = [], ""
    try:
        expected = learn_by_row(reference, stream)
    except ValueError as refused:
        refusal = str(refused)
    if refusal:
        with pytest.raises(ValueError, match=r"bytes .* give at least") as found:
            learn_by_batch(tree, stream, cuts, NAMED, threads)
        # It names the row; and as many have been learned.
        assert str(found.value) == refusal
        assert tree.n_rows == reference.n_rows
    else:
        assert learn_by_batch(tree, stream, cuts, NAMED, threads) == expected
    assert tree.digest() == reference.digest()
    assert tree.memory_report() == reference.memory_report()
    return tree
