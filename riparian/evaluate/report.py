"""A result as one HTML file: curves, tables, settings and versions, readable in light and dark.

The charts are in svg, the style is in style. Every text that comes from outside is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from riparian.evaluate import svg, text
from riparian.evaluate.style import STYLE

if TYPE_CHECKING:
    from riparian.evaluate.result import Result

KINDS = {
    "prequential": "Each row predicted, then learned",
    "holdout": "Tested on held-out rows while learning",
    "folds": "Folds, each tested by what learned the others",
}
NAMES = {
    "accuracy": "accuracy",
    "kappa": "kappa",
    "kappa_t": "kappa-T",
    "kappa_m": "kappa-M",
    "balanced_accuracy": "balanced accuracy",
    "log_loss": "log loss",
    "memory_bytes": "bytes",
}
# Classes whose confusion matrix a page has room for.
MOST_CLASSES = 30


def page(result: Result) -> str:
    """The page."""
    stream = str(result.settings.get("stream", {}).get("name", "a stream"))
    title = f"{', '.join(result.models)} on {stream}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="lead">{escape(KINDS.get(result.kind, result.kind))}. {escape(_rows(result))}</p>',
        "<h2>Summary</h2>",
        _summary(result),
        *_curves(result),
        "<h2>Classes</h2>",
        _table(_named(result.per_class)),
        *_confusions(result),
        "<h2>Settings</h2>",
        _settings(result.settings),
        "<h2>Seeds, versions and times</h2>",
        _settings({"seeds": result.seeds, "versions": result.versions, "times in seconds": _times(result)}),
    ]
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _rows(result: Result) -> str:
    rows = int(result.summary["rows"].max(initial=0))
    return f"{rows:,} rows, {len(result.classes)} classes."


def _times(result: Result) -> dict[str, str]:
    learners = zip(result.models, result.summary["seconds"].tolist(), strict=True)
    told = {f"learner {name}": f"{seconds:.4g}" for name, seconds in learners}
    return told | {name: f"{seconds:.4g}" for name, seconds in result.times.items()}


def _named(table: Mapping[str, Iterable[Any]]) -> dict[str, list[Any]]:
    return {name: [v.item() if hasattr(v, "item") else v for v in values] for name, values in table.items()}


def _table(columns: Mapping[str, Sequence[Any]]) -> str:
    """A table with numbers right-aligned."""
    words = {name for name, values in columns.items() if name in ("model", "class")}
    head = "".join(
        f'<th scope="col"{"" if name in words else " class=number"}>{escape(_called(name))}</th>'
        for name in columns
    )
    lines = []
    for values in zip(*columns.values(), strict=True):
        cells = []
        for name, value in zip(columns, values, strict=True):
            kind = "" if name in words else ' class="number"'
            shown = str(value) if name in words else text.shown(name, value)
            cells.append(f"<td{kind}>{escape(shown)}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    body = f"<tbody>{''.join(lines)}</tbody>"
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead>{body}</table></div>'


def _summary(result: Result) -> str:
    """A line for each number, a column for each model: there are more numbers than models."""
    columns = [result[model] for model in result.models]
    head = "".join(f'<th scope="col" class="number">{escape(model)}</th>' for model in result.models)
    lines = []
    for name in result.summary:
        if name != "model":
            cells = [
                f'<td class="number">{escape(text.shown(name, column[name]))}</td>' for column in columns
            ]
            lines.append(f'<tr><th scope="row">{escape(_called(name))}</th>{"".join(cells)}</tr>')
    return (
        f'<div class="wide"><table class="summary"><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _called(name: str) -> str:
    for ending in ("", "_deviation"):
        for beginning in ("", "train_"):
            inner = name.removeprefix(beginning).removesuffix(ending)
            if inner in NAMES and name == beginning + inner + ending:
                return f"{beginning}{NAMES[inner]}{ending}".replace("_", " ")
    return name.replace("_", " ")


def _curves(result: Result) -> list[str]:
    """A chart for each measure over the rows that shows more than a point, then size and bytes."""
    axis = "epoch" if result.kind == "folds" else "row"
    if len(set(result.table[axis].tolist())) < 2:
        return []
    every = result.settings.get("evaluation", {})
    found = ["<h2>Along the stream</h2>" if axis == "row" else "<h2>Epoch by epoch, mean of the folds</h2>"]
    for prefix, where in (
        ("window_", f"in the last {every.get('window')} rows"),
        ("fading_", f"fading by {every.get('fading')} a row"),
        (
            "",
            "on the rows held out"
            if result.kind == "holdout"
            else "on the test fold"
            if axis == "epoch"
            else "since the first row",
        ),
        ("train_", "on what was learned"),
    ):
        for measure in ("accuracy", "kappa"):
            if prefix + measure in result.table and (measure == "accuracy" or prefix in ("window_", "")):
                found.append(_chart(result, prefix + measure, f"{_called(measure)} {where}", axis))
    for size in ("nodes", "memory_bytes"):
        if np.isfinite(result.table[size]).any():
            found.append(_chart(result, size, _called(size), axis, from_zero=True))
    return found


def _chart(result: Result, column: str, name: str, axis: str, *, from_zero: bool = False) -> str:
    lines = []
    for model in result.models:
        table = result.of(model)
        x, y = table[axis], table[column]
        if axis == "epoch":
            x, y = _means(x, y)
        if np.isfinite(y).any():
            lines.append(svg.Line(model, x, y))
    drawn = svg.chart(lines, x_name="rows" if axis == "row" else "epoch", y_name=name, from_zero=from_zero)
    return f"<figure><figcaption>{escape(name[:1].upper() + name[1:])}</figcaption>\n{drawn}</figure>"


def _means(x: NDArray[Any], y: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    places = np.unique(x)
    return places, np.array([y[x == place].mean() for place in places])


def _confusions(result: Result) -> list[str]:
    found = []
    shown = list(range(len(result.classes)))
    note = ""
    if len(shown) > MOST_CLASSES:
        weight = sum(confusion.sum(axis=1) for confusion in result.confusion.values())
        shown = sorted(np.argsort(-np.asarray(weight), kind="stable")[:MOST_CLASSES].tolist())
        note = f" The {MOST_CLASSES} classes with the most weight of {len(result.classes)}."
    for model, confusion in result.confusion.items():
        found.append(f"<h2>What {escape(model)} took for what</h2>")
        found.append(f"<p>Weight by true class (lines) and predicted class (columns).{note}</p>")
        found.append(_confusion(confusion, [str(label) for label in result.classes], shown))
    return found


def _confusion(confusion: NDArray[np.float64], labels: Sequence[str], shown: Sequence[int]) -> str:
    silent = confusion[:, -1].any()
    columns = [*shown, *([len(labels)] if silent else [])]
    head = "".join(
        f'<th scope="col" class="number">{escape(labels[at]) if at < len(labels) else "no answer"}</th>'
        for at in columns
    )
    lines = []
    for line in shown:
        total = confusion[line].sum()
        cells = []
        for at in columns:
            share = confusion[line, at] / total if total else 0.0
            kind = "right" if at == line else "wrong"
            number = f"{confusion[line, at]:,.10g}"
            cells.append(
                f'<td class="number {kind}" style="--share:{share:.3f}" title="{share:.2%} of the class">'
                f"{number}</td>"
            )
        lines.append(f'<tr><th scope="row">{escape(labels[line])}</th>{"".join(cells)}</tr>')
    return (
        f'<div class="wide"><table class="confusion"><thead><tr><th></th>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _settings(settings: Mapping[str, Any]) -> str:
    """Names and values, nested ones under a heading of their own."""
    found = []
    for name, value in settings.items():
        if not isinstance(value, Mapping):
            value = {name: value}
        if any(isinstance(entry, Mapping) for entry in value.values()):
            found.append(_settings({f"{name}: {key}": entry for key, entry in value.items()}))
            continue
        lines = "".join(
            f"<tr><th scope=row>{escape(str(key))}</th><td>{escape(_value(entry))}</td></tr>"
            for key, entry in value.items()
        )
        if lines:
            found.append(
                f'<section><h3>{escape(name)}</h3><table class="settings"><tbody>{lines}</tbody></table>'
                "</section>"
            )
    return f'<div class="settings">{"".join(found)}</div>'


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)
