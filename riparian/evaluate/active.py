"""Active learning: every row is predicted, and learned only if its label was asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from riparian.aliases import suggestion
from riparian.evaluate.checks import count, whole
from riparian.evaluate.runners import accepted, rows_of, weighing
from riparian.evaluate.strategies import STRATEGIES, Terms
from riparian.plain import shown
from riparian.settings import at_least_0, listed
from riparian.streams.opening import as_stream
from riparian.streams.stream import Stream

# What a strategy asks of a model beside predictions and learning.
NEEDED = {
    "wanted": ("label_wanted",),
    "uncertainty": ("predict_proba_one",),
    "variable-uncertainty": ("predict_proba_one",),
}


@dataclass(frozen=True)
class Active:
    """What came of a model that asked for labels.

    Parameters
    ----------
    rows : int
        Rows that were predicted.
    labels : int
        Labels that were asked for; of rows of weight 0 never.
    accuracy : float
        Share of the weight that was predicted rightly, each row before its label could be asked for; NaN if
        there was none.
    curve : list of tuples (rows, labels, accuracy)
        The same on the way, at about a hundred places, and at the end.
    """

    rows: int
    labels: int
    accuracy: float
    curve: list[tuple[int, int, float]] = field(repr=False, hash=False)


def active(
    model: Any,
    stream: Stream | str | tuple[Any, ...],
    *,
    rows: int | None = None,
    ask: str = "wanted",
    labels: int | None = None,
    tolerance: float = 0.1,
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
        likeliest class has a chance below 0.9; the same with a threshold that adapts, so that nearly all
        labels are spent (of 84 % of the rows at most), spread over all rows.
    labels : int or None, 0 <= labels, default None
        How many labels may be asked for; None for as many as there are rows.
    tolerance : float, 0 <= tolerance, default 0.1
        What `label_wanted` may miss.
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
    if ask not in tuple(STRATEGIES):
        near = suggestion(ask, list(STRATEGIES))
        raise ValueError(f"ask must be {listed(STRATEGIES)}, got {shown(ask)}{near}")
    needed = ["predict_one", "learn_one", *NEEDED.get(ask, ())]
    missing = [name for name in needed if isinstance(model, type) or not hasattr(model, name)]
    if missing:
        kind = "a class: make a model of it" if isinstance(model, type) else repr(type(model).__name__)
        raise TypeError(f"ask={ask!r} needs one model with {' and '.join(missing)}, got {kind}")
    source = as_stream(stream)
    rows = _rows(source, rows)
    limit = None if labels is None else count("labels", labels)
    strategy = STRATEGIES[ask](Terms(limit, rows, at_least_0("tolerance", tolerance), count("seed", seed)))
    weight_name = accepted(model.learn_one, ("w", "sample_weight"))
    done, right, total, every, curve = 0, 0.0, 0.0, max(1, rows // 100), []
    for batch in source.batches(rows=rows):
        for x, label, w in rows_of(batch):
            weight = 1.0 if w is None else w
            right += weight * (model.predict_one(x) == label)
            total += weight
            # A row of weight 0 would teach nothing.
            if weight > 0 and strategy.asks(model, x):
                given = {} if w is None else weighing("model", weight_name, w)
                model.learn_one(x, label, **given)
            done += 1
            if done % every == 0 or done == rows:
                curve.append((done, strategy.asked, right / total if total else math.nan))
    return Active(done, strategy.asked, right / total if total else math.nan, curve)


def _rows(stream: Stream, rows: int | None) -> int:
    """How many rows there will be."""
    asked = stream.rows if rows is None else whole("rows", rows)
    if asked is None:
        raise ValueError(f"stream {stream.name!r} does not say how many rows it has: name a number of rows")
    return asked if stream.rows is None else min(asked, stream.rows)
