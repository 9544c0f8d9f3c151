"""What several commands are given: a stream, models, settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from riparian.models import model
from riparian.settings import listed
from riparian.streams.broken import BrokenLine
from riparian.streams.notation import named, setting
from riparian.streams.opening import open_stream
from riparian.streams.stream import Stream
from riparian.trees import Tree

Command = TypeVar("Command", bound=Callable[..., Any])


class Settings(click.ParamType[tuple[str, Any]]):
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


class Place(click.ParamType[str | int]):
    """A column, by its name or its place."""

    name = "column"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str | int:  # noqa: ARG002
        """A whole number is a place, counted from 0; anything else is a name."""
        text = str(value)
        return int(text) if text.removeprefix("-").isdecimal() else text


def seeded(command: Command) -> Command:
    """Options of a stream that is made up."""
    for option in (
        click.option(
            "--drift-width",
            type=click.FloatRange(min=1),
            default=1,
            show_default=True,
            help="Rows that a change takes.",
        ),
        click.option(
            "--concept", type=click.FloatRange(min=1), help="Rows that each concept of a drift lasts."
        ),
        click.option("--seed", type=int, help="Seed of the stream."),
    ):
        command = option(command)
    return command


def opened(
    source: str,
    *,
    seed: int | None,
    concept: float | None,
    drift_width: float,
    settings: Mapping[str, Any] | None = None,
    **options: Any,
) -> Stream:
    """The stream that a text names; what is wrong with it is bad usage."""
    try:
        return open_stream(
            source, seed=seed, every=concept, width=drift_width, settings=dict(settings or {}), **options
        )
    except BrokenLine:
        raise  # the file is at fault, not how it was asked for
    except (ValueError, TypeError) as wrong:
        raise click.BadParameter(str(wrong), param_hint="stream") from None


def place_for(path: str | None, option: str, suffixes: tuple[str, ...]) -> None:
    """Refuse a file that could not be written, before anything is learned."""
    if path is None:
        return
    if Path(path).suffix not in suffixes:
        raise click.BadParameter(f"the file must end in {listed(suffixes)}, got {path!r}", param_hint=option)
    if not Path(path).absolute().parent.is_dir():
        raise click.BadParameter(f"there is no folder for {path!r}: make it first", param_hint=option)


def chosen(words: tuple[str, ...], shared: Mapping[str, Any]) -> dict[str, Tree]:
    """Models by name from texts such as `vfdt:predictor=mc`; settings given to all of them come first."""
    found: dict[str, Tree] = {}
    for text in words or ("vfdt",):
        try:
            word, own = named(text)
            made = model(word, **{**shared, **own})
        except (ValueError, TypeError) as wrong:
            raise click.BadParameter(str(wrong), param_hint="--model / --param") from None
        if text in found:
            raise click.BadParameter(f"{text!r} is given twice", param_hint="--model")
        found[text] = made
    return found
