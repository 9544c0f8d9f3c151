"""Options that the commands of all papers have, and how they tell what is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from riparian.cli.output import say
from riparian.cli.source import Count
from riparian.settings import threads

# `--show` without a file.
FOLDERS_OWN = "-"


def takes_paper(name: str, only: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command the options of all papers; results go to a folder of the paper's name by default.

    `only` says what `--only` chooses from.
    """
    return together(
        click.option(
            "--quick", is_flag=True, help="A short version, in files of its own; no results of the paper."
        ),
        click.option(
            "--out",
            type=click.Path(file_okay=False, path_type=Path),
            default=name,
            show_default=True,
            help="Folder of the results; cells that are there are not run again.",
        ),
        click.option("--only", multiple=True, help=f"{only} May be given again."),
        click.option(
            "--jobs",
            type=int,
            default=-1,
            help="Cells that are run side by side; -1 for as many as cores. [-1]",
        ),
        click.option(
            "--show",
            is_flag=False,
            flag_value=FOLDERS_OWN,
            metavar="[FILE]",
            help="Run nothing; tables and claims of a file of cells, that of the folder by default.",
        ),
    )


def takes_scale(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of papers that train on streams without an end."""
    return together(
        click.option("--rows", type=Count(), help="Rows to train with. [2,000,000]"),
        click.option("--holdout", type=Count(), help="Rows to test with. [1,000,000]"),
        click.option("--seed", type=int, help="Seed of the training rows. [1]"),
        click.option("--threads", "per_tree", type=int, default=1, help="Threads of each tree. [1]"),
    )(command)


def together(
    *options: Callable[[Callable[..., Any]], Callable[..., Any]],
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Several options as one decorator, listed in this order."""

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


def number(option: str, value: int) -> int:
    """A number of jobs or threads; -1 for all cores."""
    try:
        return threads(option, value)
    except ValueError as wrong:
        raise click.BadParameter(str(wrong), param_hint=f"--{option}") from None


def file_to_show(show: str, own: Path) -> Path:
    """The file that `--show` is about."""
    path = own if show == FOLDERS_OWN else Path(show)
    if not path.is_file():
        quick = path.with_name(f"{path.stem}-quick.csv")
        way_out = (
            "add --quick for those of the quick run"
            if quick.is_file()
            else "run the command without --show first"
        )
        if show != FOLDERS_OWN:
            way_out = "name a file of cells, or leave the name out for the folder's own"
        raise click.BadParameter(f"there are no results in {str(path)!r}: {way_out}", param_hint="--show")
    return path


def refuse_choice(only: tuple[str, ...]) -> None:
    """`--show` runs nothing, so there is nothing to choose."""
    if only:
        raise click.UsageError("--only chooses what is run, and --show runs nothing; leave one of them out")


@contextmanager
def choosing() -> Iterator[None]:
    """A word that chooses nothing is bad usage of `--only`."""
    try:
        yield
    except ValueError as wrong:
        raise click.BadParameter(str(wrong), param_hint="--only") from None


@contextmanager
def stoppable() -> Iterator[None]:
    """Ctrl-C ends a run, and the same command goes on with it."""
    try:
        yield
    except KeyboardInterrupt:
        told = "stopped; the same command goes on, and with --show it tells the results so far"
        say(told, err=True)
        raise click.exceptions.Exit(1) from None
