"""What there is: `riparian streams` and `riparian models`."""

from __future__ import annotations

import inspect
import re
from typing import Any

import click

from riparian.cli.output import EXAMPLES, table
from riparian.models import MODELS, model_class
from riparian.streams.generated import WRAPPERS, kinds


@click.command(epilog=EXAMPLES + "riparian streams\n\nriparian streams waveform")
@click.argument("name", required=False)
def streams(name: str | None) -> None:
    """List the streams there are, or what can be set for one of them."""
    known = kinds()
    if name is None:
        rows = [[entry["name"], entry["about"], entry["moa"] or ""] for entry in known.values()]
        table(["stream", "what it is", "MOA's name"], rows)
        return
    if name not in known:
        raise click.BadParameter(f"there is no stream {name!r}; `riparian streams` lists them")
    entry = known[name]
    how = {"noise": "random-tree+noise:labels=0.2", "drift": "sea > sea:function=3"}.get(
        name, f"{name}:seed=1"
    )
    click.echo(f"{entry['about']}; written {how!r}" if name in WRAPPERS else entry["about"])
    rows = [
        [setting["name"], _shown(setting), _range(setting), setting["about"]]
        for setting in entry["parameters"]
    ]
    table(["setting", "default", "range", "what it means"], rows)


@click.command(epilog=EXAMPLES + "riparian models\n\nriparian models vfdt")
@click.argument("name", required=False)
def models(name: str | None) -> None:
    """List the models there are, or what can be set for one of them."""
    if name is None:
        rows = [[word, (model_class(word).__doc__ or "").partition("\n")[0]] for word in MODELS]
        table(["model", "what it is"], rows)
        return
    try:
        found = model_class(name)
    except ValueError as wrong:
        raise click.BadParameter(str(wrong), param_hint="name") from None
    click.echo((found.__doc__ or "").partition("\n")[0])
    table(["setting", "default", "what it is", "what it means"], settings_of(found))


def settings_of(found: type) -> list[list[str]]:
    """Every setting of a model: name, default, range and meaning, from its docstring."""
    text = inspect.getdoc(found) or ""
    part = text.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    entries = re.findall(r"^(\w+) : (.*)\n((?:    .*\n?)+)", part + "\n", flags=re.MULTILINE)
    rows = []
    for name, kind, about in entries:
        what, _, default = kind.rpartition(", default ")
        rows.append([name, default, what, " ".join(about.split())])
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
