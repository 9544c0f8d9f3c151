"""Curves along the stream: a measure, the number of nodes, the bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from riparian.evaluate.result import Result
from riparian.plain import shown
from riparian.settings import listed
from riparian.viz.axes import axes, name_ends, plain, style

WORDS = {"kappa_t": "kappa-T", "kappa_m": "kappa-M", "memory_bytes": "bytes"}


def learning_curve(result: Result, measure: str | None = None, *, ax: Any = None) -> Any:
    """A measure along the stream, a line for each model.

    Parameters
    ----------
    result : Result
        Of a prequential or a hold-out evaluation.
    measure : str or None, default None
        A column of its table; None for the accuracy in the window if there is one, else the accuracy.
    ax : matplotlib Axes or None, default None
        Where to draw; None for a new figure.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from riparian import VFDT
    >>> from riparian.evaluate import prequential
    >>> from riparian.streams import Generated
    >>> result = prequential(VFDT(), Generated("sea", seed=1), rows=5000)
    >>> ax = learning_curve(result)  # doctest: +SKIP
    >>> ax.figure.savefig("accuracy.png")  # doctest: +SKIP
    """
    if measure is None:
        measure = "window_accuracy" if "window_accuracy" in result.table else "accuracy"
    return _curve(result, measure, ax)


def size_curve(result: Result, measure: str = "nodes", *, ax: Any = None) -> Any:
    """The number of nodes (or leaves, or the depth) along the stream, a line for each tree.

    Parameters
    ----------
    result : Result
        Of a prequential or a hold-out evaluation.
    measure : str, default 'nodes'
        'nodes', 'leaves' or 'depth'.
    ax : matplotlib Axes or None, default None
        Where to draw; None for a new figure.

    Returns
    -------
    matplotlib Axes
    """
    return _curve(result, measure, ax, from_zero=True)


def memory_curve(result: Result, *, ax: Any = None) -> Any:
    """The bytes that each tree keeps, along the stream.

    Parameters
    ----------
    result : Result
        Of a prequential or a hold-out evaluation.
    ax : matplotlib Axes or None, default None
        Where to draw; None for a new figure.

    Returns
    -------
    matplotlib Axes
    """
    return _curve(result, "memory_bytes", ax, from_zero=True)


def _curve(result: Result, column: str, ax: Any, *, from_zero: bool = False) -> Any:
    drawable = [name for name in result.table if name not in ("model", "row", "fold", "epoch")]
    if column not in drawable:
        raise ValueError(f"measure must be {listed(drawable)}, got {shown(column)}")
    if "row" not in result.table:
        raise ValueError(
            f"a result of {result.kind!r} has no rows to draw along: take prequential or holdout"
        )
    ax = axes(ax)
    lines = []
    for place, model in enumerate(result.models):
        table = result.of(model)
        values = table[column].astype(np.float64)
        if np.isfinite(values).any():
            lines += ax.plot(table["row"], values, label=model, linewidth=1.6, **style(place))
    plain(ax, "rows", _called(result, column))
    if not lines:
        raise ValueError(f"no model of this result has {column!r}")
    ax.set_xlim(0, max(line.get_xdata().max() for line in lines))
    if from_zero:
        ax.set_ylim(bottom=0)
    name_ends(ax, lines)
    return ax


def _called(result: Result, column: str) -> str:
    evaluation = result.settings.get("evaluation", {})
    said = {
        "window_": f" in the last {evaluation.get('window')} rows",
        "fading_": f" fading by {evaluation.get('fading')} a row",
    }
    for prefix, words in said.items():
        if column.startswith(prefix):
            name = column.removeprefix(prefix)
            return WORDS.get(name, name.replace("_", " ")) + words
    return WORDS.get(column, column.replace("_", " "))
