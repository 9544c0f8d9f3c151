"""What there is: `riparian streams` and `riparian models`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import Any

import click

from riparian.aliases import suggestion
from riparian.cli.output import examples, say, table
from riparian.models import MODELS, model_class
from riparian.streams.catalogue import Entry, datasets
from riparian.streams.generated import kinds


@click.command(
    epilog=examples(
        "riparian streams",
        "riparian streams waveform",
        "riparian streams electricity",
    )
)
@click.argument("name", required=False)
def streams(name: str | None) -> None:
    """List the streams there are, or what can be set for one of them."""
    if name is None:
        _list_streams()
    elif name in datasets():
        _describe(datasets()[name])
    elif name in kinds():
        _explain(kinds()[name])
    else:
        near = suggestion(name, [*kinds(), *datasets()])
        raise click.BadParameter(f"there is no stream {name!r}{near}; `riparian streams` lists them")


def _list_streams() -> None:
    rows = [[entry["name"], entry["about"], entry["moa"] or ""] for entry in kinds().values()]
    table(["stream", "what it is", "MOA's name"], rows)
    say()
    found = [
        [entry.name, entry.title, f"{entry.rows:,}", str(len(entry.columns)), str(len(entry.classes))]
        for entry in datasets().values()
    ]
    table(["data set", "what it is", "rows", "columns", "classes"], found, numeric=(2, 3, 4))


def _explain(entry: dict[str, Any]) -> None:
    written = {"noise": "random-tree+noise:labels=0.2", "drift": "sea > sea:function=3"}.get(entry["name"])
    say(entry["about"] + (f", as in {written!r}" if written else ""))
    rows = [
        [setting["name"], _shown(setting), _range(setting), setting["about"]]
        for setting in entry["parameters"]
    ]
    table(["setting", "default", "range", "what it means"], rows)


@click.command(
    epilog=examples(
        "riparian models",
        "riparian models vfdt",
    )
)
@click.argument("name", required=False)
def models(name: str | None) -> None:
    """List the models there are, or what can be set for one of them."""
    if name is None:
        rows = [[word, what_it_is(word)] for word in MODELS]
        table(["model", "what it is"], rows)
        return
    try:
        found = model_class(name)
    except ValueError as wrong:
        raise click.BadParameter(str(wrong), param_hint="name") from None
    say(what_it_is(name))
    table(["setting", "default", "what it is", "what it means"], settings_of(found, MODELS[name][1]))


def _describe(entry: Entry) -> None:
    say(f"{entry.title}: {entry.rows:,} rows, {len(entry.columns)} columns, class {entry.target!r}")
    facts = {
        "origin": entry.origin,
        "page": entry.page,
        "licence": entry.licence,
        "classes": ", ".join(f"{label} ({count:,})" for label, count in entry.classes.items()),
        "differences": entry.differences,
        "file": entry.file,
    }
    table(["what", "this data set"], [[what, str(text)] for what, text in facts.items() if text])


def what_it_is(word: str) -> str:
    """The first line about a model, with the settings that its word stands for."""
    about = (model_class(word).__doc__ or "").partition("\n")[0]
    given = ", ".join(f"{name}={value!r}" for name, value in MODELS[word][1].items())
    return f"{about.rstrip('.')}: {given}" if given else about


def settings_of(found: type, meant: Mapping[str, Any]) -> list[list[str]]:
    """Every setting of a model: name, default (or what its word stands for), range and meaning."""
    text = inspect.getdoc(found) or ""
    part = text.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    entries = re.findall(r"^(\w+) : (.*)\n((?:    .*\n?)+)", part + "\n", flags=re.MULTILINE)
    rows = []
    for name, kind, about in entries:
        what, _, default = kind.rpartition(", default ")
        rows.append([name, repr(meant[name]) if name in meant else default, what, " ".join(about.split())])
    return rows


def _shown(setting: dict[str, Any]) -> str:
    if setting["kind"] == "flag":
        return "true" if setting["default"] else "false"
    return f"{setting['default']:g}"


def _range(setting: dict[str, Any]) -> str:
    if setting["kind"] == "flag":
        return "true, false"
    low, high = setting["range"]
    return f"{low:g} to {high:g}" if abs(low) < 2**31 - 1 else "any int of 32 bits"
