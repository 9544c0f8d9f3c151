"""The stream of a command: the argument STREAM, and the options that say what it is."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

from riparian.cli.progress import Progress
from riparian.streams.download import DatasetError
from riparian.streams.opening import is_file, open_stream
from riparian.streams.stream import Stream


class Count(click.ParamType[int]):
    """A number of rows: 1000000, 1_000_000 or 1e6."""

    name = "rows"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        try:
            found = float(value)
        except ValueError:
            found = 0.0
        if not 1 <= found <= 1e18 or found != int(found):
            self.fail(f"{value!r} is no number of rows (1 or more, 1e6 will do)", param, ctx)
        return int(found)


class Place(click.ParamType[str | int]):
    """A column, by its name or its place."""

    name = "column"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str | int:  # noqa: ARG002
        """A whole number is a place, counted from 0; anything else is a name."""
        text = str(value)
        return int(text) if text.removeprefix("-").isdecimal() else text


class Places(Place):
    """Columns, separated by commas."""

    name = "columns"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Each of them."""
        return (
            value
            if isinstance(value, list)
            else [super(Places, self).convert(part, param, ctx) for part in value.split(",")]
        )


MADE_UP = {
    "seed": click.option("--seed", type=int, help="Seed of the rows; of a data set, of their order."),
    "concept": click.option("--concept", type=Count(), help="Rows that each concept of a drift lasts."),
    "drift_width": click.option("--drift-width", type=Count(), help="Rows that a change takes. [1]"),
    "times": click.option(
        "--times", type=Count(), help="How often the second concept comes, if it goes again."
    ),
    "stays": click.option("--stays", type=Count(), help="Rows that it stays each time."),
    "between": click.option("--between", type=Count(), help="Rows of the first concept in between."),
}
OF_FILES = {
    "target": click.option(
        "--target", type=Place(), help="Class of a file: name, or place from 0. [the last column]"
    ),
    "nominal": click.option(
        "--nominal", type=Places(), help="Columns of a file that hold categories: a,b,c."
    ),
    "numeric": click.option("--numeric", type=Places(), help="Columns of a file that hold numbers."),
    "ignore": click.option("--ignore", type=Places(), help="Columns of a file to leave out."),
    "weight": click.option("--weight", type=Place(), help="Column of a file that holds the weights."),
    "header": click.option(
        "--header/--no-header", default=None, help="Whether a CSV file begins with names. [guessed]"
    ),
    "delimiter": click.option("--delimiter", help="What separates the values of a CSV file. [guessed]"),
    "form": click.option("--format", "form", help="Format of a file, if its name does not tell."),
    "skip_broken": click.option(
        "--skip-broken", is_flag=True, help="Leave broken lines of a file out, and name them."
    ),
}


def takes_stream(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the argument STREAM with its options; it receives the stream, as `source`."""

    @functools.wraps(command)
    def wrapped(stream: str, **given: Any) -> Any:
        made_up = {name: given.pop(name) for name in MADE_UP}
        of_files = {name: given.pop(name) for name in OF_FILES}
        settings = dict(given.pop("stream_settings", ()))
        return command(source=_opened(stream, settings, made_up, of_files), **given)

    for option in reversed([*MADE_UP.values(), *OF_FILES.values()]):
        wrapped = option(wrapped)
    return click.argument("stream")(wrapped)


def _opened(text: str, settings: dict[str, Any], made_up: dict[str, Any], of_files: dict[str, Any]) -> Stream:
    options = {
        **of_files,
        "format": of_files["form"],
        "on_error": "skip" if of_files["skip_broken"] else None,
        "every": made_up["concept"],
        "width": made_up["drift_width"],
        **{name: made_up[name] for name in ("seed", "times", "stays", "between")},
    }
    del options["form"], options["skip_broken"]
    if is_file(text):
        return open_stream(text, settings=settings, **options)
    try:
        with Progress(None, what="bytes") as progress:
            return open_stream(text, settings=settings, progress=progress.download, **options)
    except DatasetError:
        raise  # it is not at hand, or altered: nobody asked in a wrong way
    except (ValueError, TypeError) as wrong:
        raise click.BadParameter(_in_options(str(wrong)), param_hint="STREAM") from None


def _in_options(message: str) -> str:
    """The words of Python's settings as options."""
    return message.replace("every=", "--concept ")


def tell_skipped(source: Stream) -> None:
    """Name the lines of a file that were left out, on standard error."""
    skipped = getattr(source, "skipped", 0)
    if not skipped:
        return
    faults = list(getattr(source, "faults", ()))[:3]
    click.echo(f"{skipped:,} broken {'line was' if skipped == 1 else 'lines were'} left out:", err=True)
    for fault in faults:
        click.echo(f"  {fault}", err=True)
    if skipped > len(faults):
        click.echo("  ...", err=True)
