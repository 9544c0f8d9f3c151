"""The stream of a command: the argument STREAM, and the options that say what it is."""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from riparian.cli.output import say
from riparian.cli.progress import Progress
from riparian.cli.words import in_options, option_of
from riparian.features import late_absent, some
from riparian.held import WORDS, held
from riparian.model_files import is_model, load
from riparian.streams.download import DatasetError
from riparian.streams.file import File
from riparian.streams.files import read
from riparian.streams.opening import DRIFT, is_file, open_stream
from riparian.streams.stream import Stream
from riparian.trees import Tree


class Count(click.ParamType):  # type: ignore[type-arg] # has had a parameter since click 8.4
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


class Place(click.ParamType):  # type: ignore[type-arg]
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


def _together(_context: click.Context, _option: click.Parameter, given: tuple[list[Any], ...]) -> Any:
    """Columns of an option that is given again are added to those before."""
    return [column for columns in given for column in columns] or None


# Each under the name that open_stream knows it by, but for `every`: commands have an --every of their own.
OPTIONS = {
    "seed": click.option("--seed", type=int, help="Seed of the rows; of a data set, of their order."),
    "concept": click.option("--concept", type=Count(), help="Rows that each concept of a drift lasts."),
    "width": click.option("--drift-width", "width", type=Count(), help="Rows that a change takes. [1]"),
    "times": click.option(
        "--times", type=Count(), help="How often the second concept comes, if it goes again."
    ),
    "stays": click.option("--stays", type=Count(), help="Rows that it stays each time."),
    "between": click.option("--between", type=Count(), help="Rows of the first concept in between."),
    "target": click.option(
        "--target",
        type=Place(),
        help="Class of a file: name, or place from 0. [the last column; none to be predicted]",
    ),
    "nominal": click.option(
        "--nominal",
        type=Places(),
        multiple=True,
        callback=_together,
        help="Columns of a file that hold categories: a,b,c.",
    ),
    "numeric": click.option(
        "--numeric",
        type=Places(),
        multiple=True,
        callback=_together,
        help="Columns of a file that hold numbers.",
    ),
    "ignore": click.option(
        "--ignore", type=Places(), multiple=True, callback=_together, help="Columns of a file to leave out."
    ),
    "weight": click.option("--weight", type=Place(), help="Column of a file that holds the weights."),
    "header": click.option(
        "--header/--no-header", default=None, help="Whether a CSV file begins with names. [guessed]"
    ),
    "delimiter": click.option("--delimiter", help="What separates the values of a CSV file. [guessed]"),
    "format": click.option("--format", help="Format of a file, if its name does not tell."),
    "on_error": click.option(
        "--skip-broken",
        "on_error",
        flag_value="skip",
        help="Leave broken lines of a file out, and name them.",
    ),
}


def takes_stream(
    command: Callable[..., Any], *, or_model: bool = False, labelled: bool = True
) -> Callable[..., Any]:
    """Give a command the argument STREAM with its options; it receives the stream, as `source`.

    Where it may also be a model file, `source` is then the tree in it. Where the class is not looked at,
    files need not have one. Several files are one stream: a shell may make them of a pattern.
    """

    @functools.wraps(command)
    def wrapped(stream: tuple[str, ...], **given: Any) -> Any:
        options = {name: given.pop(name) for name in OPTIONS}
        options["every"] = options.pop("concept")
        settings = dict(given.pop("stream_settings", ()))
        first, *more = stream
        called = or_model and options["format"] is None and _is_called_one(first)
        if is_file(first) and (is_model(first) or called) and not more:
            return command(source=_tree(first, or_model, {**options, **settings}), **given)
        if is_file(first):
            options["labelled"] = labelled
        if more:
            return command(source=_joined(stream, options, settings), **given)
        return command(source=_opened(first, settings=settings, **options), **given)

    for option in reversed(OPTIONS.values()):
        wrapped = option(wrapped)
    return click.argument("stream", nargs=-1, required=True)(wrapped)


takes_stream_or_model = functools.partial(takes_stream, or_model=True)
takes_rows = functools.partial(takes_stream, labelled=False)


def _is_called_one(path: str) -> bool:
    """Whether a file goes by the name of a model: then what is wrong with it is told of a model."""
    return re.search(r"\.model(\.(gz|zst))?$", path) is not None and Path(path).is_file()


def _tree(path: str, wanted: bool, options: dict[str, Any]) -> Tree:
    """The tree of a model file, where one is wanted."""
    if not wanted:
        raise click.BadParameter(
            f"{path} is a model: `riparian predict`, `evaluate --load` and `train --load` take one beside a "
            "stream, `show` draws it",
            param_hint="STREAM",
        )
    told = next((name for name, value in options.items() if value is not None), None)
    if told is not None:
        raise click.BadParameter(f"{path} is a model: {option_of(told)} is for streams", param_hint="STREAM")
    return load(path)


def _joined(texts: Sequence[str], options: dict[str, Any], settings: dict[str, Any]) -> Stream:
    """Several files as one stream."""
    for text in texts:
        if "://" in text:
            _opened(text)  # is refused for what it is
        if not is_file(text) or is_model(text):
            what = "a model" if is_file(text) else "no file"
            raise click.BadParameter(
                f"several files are one stream, but {text!r} is {what}: give one stream at a time",
                param_hint="STREAM",
            )
    given = {name: value for name, value in options.items() if value is not None}
    if settings:
        told = f"{next(iter(settings))!r} is a setting of streams that are made up"
        raise click.BadParameter(told, param_hint="--param")
    if other := next((name for name in given if name in (*DRIFT, "seed")), None):
        raise click.BadParameter(f"{option_of(other)} is for streams that are made up", param_hint="STREAM")
    return read(texts, **given)


def _opened(text: str, **options: Any) -> Stream:
    if is_file(text):  # what is wrong with it is no fault of how it was asked for
        return open_stream(text, **options)
    try:
        with Progress(None, what="bytes") as progress:
            return open_stream(text, progress=progress.download, **options)
    except DatasetError:
        raise  # it is not at hand, or altered
    except (ValueError, TypeError) as wrong:
        raise click.BadParameter(str(wrong), param_hint="STREAM") from None


def amount(source: Stream, rows: int | None, usual: int) -> tuple[int | None, int | None]:
    """How many rows to ask for (None: all), and how many there will be, if that is known."""
    wanted = usual if rows is None and not source.ends else rows
    return wanted, source.rows if wanted is None else wanted


def tell_absent(source: Stream, names: Sequence[str]) -> None:
    """Name columns that a model has learned and a stream does not have, on standard error."""
    if names:
        missing = "it is" if len(names) == 1 else "they are"
        told = f"{some(names)}, which the model has learned: {missing} missing in every row"
        say(f"{source.name} has no {told}", err=True)


def tell_late(source: Stream, trees: Iterable[Tree]) -> None:
    """Name learned columns that did not come, where they might have come until the last row was read."""
    if isinstance(source, File):
        names = [name for tree in trees for name in late_absent(source, tree._asked().columns)]
        tell_absent(source, list(dict.fromkeys(names)))


def as_learned(source: Stream, trees: Mapping[str, Tree]) -> Stream:
    """The stream as models have learned it that go on with it; what differs is told on standard error."""
    from riparian.learned import learned

    _check_agreement(trees)
    for path, tree in trees.items():
        source, new, absent, strange = learned(tree, source)
        tell_absent(source, absent)
        if strange:
            told = (
                f"{some(strange)} in its first rows, and {path} has learned none of them: they are new to it"
            )
            say(f"{source.name} has the classes {told}", err=True)
        if new:
            few = isinstance(source, File) and len(new) < 4 and not any("," in name for name in new)
            hint = f"; --ignore {shlex.quote(','.join(new))} leaves {'it' if len(new) == 1 else 'them'} out"
            told = "it is new to it" if len(new) == 1 else "they are new to it"
            say(
                f"{source.name} has {some(new)}, which {path} has not learned: {told}{hint if few else ''}",
                err=True,
            )
    return source


def _check_agreement(trees: Mapping[str, Tree]) -> None:
    """Refuse models that would read a column in different ways: there is one reading for all."""
    before: dict[Any, tuple[str, str]] = {}
    for path, tree in trees.items():
        for name, holds in held(tree._asked()).items():
            if holds is None:
                continue
            word = WORDS.get(holds, holds)
            other, known = before.setdefault(name, (path, word))
            if known != word:
                raise click.BadParameter(
                    f"{other} has learned {known} in {name!r}, and {path} {word}: evaluate one by one",
                    param_hint="--load",
                )


# What has been done already.
_HINT = re.compile("; on_error='skip' leaves such (lines|rows) out")


def tell_skipped(source: Stream) -> None:
    """Name the lines of a file that were left out, on standard error."""
    skipped = getattr(source, "skipped", 0)
    if not skipped:
        return
    faults = list(getattr(source, "faults", ()))[:3]
    say(f"{skipped:,} broken {'line was' if skipped == 1 else 'lines were'} left out:", err=True)
    for fault in faults:
        say(f"  {in_options(_HINT.sub('', fault))}", err=True)
    if skipped > len(faults):
        say("  ...", err=True)
