"""Active learning: every row is predicted, and learned only if its label was asked for."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from riparian.aliases import suggestion
from riparian.evaluate.checks import count, whole
from riparian.evaluate.strategies import STRATEGIES
from riparian.settings import listed
from riparian.streams.opening import as_stream
from riparian.streams.stream import Stream


@dataclass(frozen=True)
class Active:
    """What came of a model that asked for labels.

    Parameters
    ----------
    rows : int
        Rows that were predicted.
    labels : int
        Labels that were asked for.
    accuracy : float
        Share of rows that were predicted rightly, each before its label could be asked for.
    curve : list of tuples (rows, labels, accuracy)
        The same on the way, at a hundred places.
    """

    rows: int
    labels: int
    accuracy: float
    curve: list[tuple[int, int, float]]


def active(
    model: Any,
    stream: Stream | str | tuple[Any, ...],
    *,
    rows: int | None = None,
    ask: str = "wanted",
    labels: int | None = None,
    seed: int = 1,
) -> Active:
    """Predict each row, and learn it if its label was asked for.

    Parameters
    ----------
    model : Tree
        A model with `predict_one`, `learn_one`, `predict_proba_one` for uncertainty and `label_wanted` for
        what is wanted. It learns: pass a new one.
    stream : Stream, str or pair (X, y)
        The rows, from the first one.
    rows : int or None, 1 <= rows, default None
        How many of them; None for all, which an endless stream does not have.
    ask : {'first', 'random', 'uncertainty', 'variable-uncertainty', 'wanted'}, default 'wanted'
        For which labels: those that `label_wanted` says; those of the first rows; any; those where the
        likeliest class has a chance below 0.9; the same with a threshold that adapts.
    labels : int or None, 0 <= labels, default None
        How many labels may be asked for, in all strategies but 'first' spread over all rows; None for as many
        as are wanted.
    seed : int, default 1
        Of what is drawn.

    Examples
    --------
    >>> from riparian import CTree
    >>> from riparian.evaluate import active
    >>> own = active(CTree(c=0.02), "derosa-tree", rows=20_000)
    >>> any_row = active(CTree(c=0.02), "derosa-tree", rows=20_000, ask="random", labels=own.labels)
    >>> own.labels == any_row.labels, own.accuracy > any_row.accuracy
    (True, True)
    """
    if ask not in STRATEGIES:
        raise ValueError(f"ask must be {listed(STRATEGIES)}, got {ask!r}{suggestion(ask, list(STRATEGIES))}")
    source = as_stream(stream)
    rows = _rows(source, rows)
    strategy = STRATEGIES[ask](None if labels is None else count("labels", labels), rows, seed)
    right, done, every, curve = 0, 0, max(1, rows // 100), []
    for done, (x, label) in enumerate(islice(source, rows), start=1):
        right += model.predict_one(x) == label
        if strategy.asks(model, x):
            model.learn_one(x, label)
        if done % every == 0:
            curve.append((done, strategy.asked, right / done))
    return Active(done, strategy.asked, right / done if done else 0.0, curve)


def _rows(stream: Stream, rows: int | None) -> int:
    """How many rows there will be."""
    known = [number for number in (rows, stream.rows) if number is not None]
    if not known:
        raise ValueError(f"stream {stream.name!r} does not say how many rows it has: name a number of rows")
    return whole("rows", min(known))
