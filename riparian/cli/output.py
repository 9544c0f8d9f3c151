"""Tables on standard output."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

import click

from riparian.plain import visible


def examples(*lines: str) -> str:
    """The end of a command's help: lines to copy, so they are not wrapped. Each runs as a test."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def say(text: str = "", *, err: bool = False) -> None:
    """Write a line. All that a command prints goes through here, so that nothing steers the terminal."""
    click.echo(visible(text), err=err)


def terminal_width() -> int | None:
    """Characters in a line of the terminal, None where there is none and nothing need fit."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def table(names: Sequence[str], rows: Sequence[Sequence[str]], *, numeric: Sequence[int] = ()) -> None:
    """Draw a table as wide as the terminal; where there is none, nothing is cut."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for place, name in enumerate(names):
        drawn.add_column(name, justify="right" if place in numeric else "left", overflow="fold")
    for row in rows:
        drawn.add_row(*map(visible, row))
    console = Console(file=sys.stdout, highlight=False, width=terminal_width() or 200)
    with console.capture() as captured:
        console.print(drawn)
    click.echo(captured.get(), nl=False)
