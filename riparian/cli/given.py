"""What several commands are given beside a stream: models, settings, files to write."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

from riparian.model_files import load
from riparian.models import model
from riparian.settings import listed
from riparian.streams.notation import named, setting
from riparian.trees import Tree


class Settings(click.ParamType):  # type: ignore[type-arg] # has had a parameter since click 8.4
    """`name=value`."""

    name = "name=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        """The name and the value."""
        if isinstance(value, tuple):
            return value
        try:
            return setting(value)
        except ValueError as wrong:
            self.fail(str(wrong), param, ctx)


def place_for(path: str | None, option: str, suffixes: tuple[str, ...] = ()) -> None:
    """Refuse a file that could not be written, before anything is learned."""
    if path is None:
        return
    if suffixes and Path(path).suffix not in suffixes:
        raise click.BadParameter(f"the file must end in {listed(suffixes)}, got {path!r}", param_hint=option)
    if path.endswith((os.sep, os.altsep or os.sep)) or Path(path).is_dir():
        raise click.BadParameter(f"{path!r} names a folder: name a file in it", param_hint=option)
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise click.BadParameter(f"there is no folder for {path!r}: make it first", param_hint=option)
    if Path(path).exists() and not Path(path).is_file():
        return  # a pipe, or a device
    for place, what in ((path, f"{path!r}"), (folder, f"the folder of {path!r}")):
        if Path(place).exists() and not os.access(place, os.W_OK):
            raise click.BadParameter(f"{what} may not be written to", param_hint=option)


def not_over(path: str | None, option: str, what: Mapping[str, Iterable[str | os.PathLike[str]]]) -> None:
    """Refuse to write over a file that the command reads."""
    if path is None or not Path(path).exists():
        return
    for told, others in what.items():
        if any(Path(other).exists() and Path(path).samefile(other) for other in others):
            raise click.BadParameter(f"{path} is {told}: give another name", param_hint=option)


def one_model(_context: click.Context, _option: click.Parameter, words: tuple[str, ...]) -> str:
    """The model of a command that takes one: a second one would go unheard."""
    if len(words) > 1:
        got = " and ".join(map(repr, words))
        raise click.BadParameter(f"one model at a time, got {got}: `riparian evaluate` takes several")
    return words[0]


def chosen(
    words: tuple[str, ...], settings: Iterable[tuple[str, Any]], threads: int | None
) -> dict[str, Tree]:
    """Models by name from texts such as `vfdt:predictor=mc`; settings given to all of them come first."""
    shared = dict(settings) if threads is None else {**dict(settings), "threads": threads}
    found: dict[str, Tree] = {}
    for text in words or ("vfdt",):
        word = text.partition(":")[0]
        try:
            word, own = named(text)
            made = model(word, **{**shared, **own})
        except (ValueError, TypeError) as wrong:
            lists = f"; `riparian models {word}` lists the settings" if "setting" in str(wrong) else ""
            raise click.BadParameter(f"{wrong}{lists}", param_hint="--model / --param") from None
        if text in found:
            raise click.BadParameter(f"{text!r} is given twice", param_hint="--model")
        found[text] = made
    return found


def chosen_and_loaded(
    words: tuple[str, ...], settings: tuple[tuple[str, Any], ...], threads: int | None, files: tuple[str, ...]
) -> dict[str, Tree]:
    """Models from texts, and behind them those of files, by the names of the files."""
    if files and settings and not words:
        name = settings[0][0]
        raise click.BadParameter(
            f"a model that is loaded has its settings, among them {name!r}: give --param with --model",
            param_hint="--param",
        )
    found = chosen(words, settings, threads) if words or not files else {}
    for path in files:
        if path in found:
            raise click.BadParameter(f"{path!r} is given twice", param_hint="--load")
        found[path] = load(path)
        if threads is not None:
            found[path].set_params(threads=threads)
    return found
