"""`riparian paper`: experiments of papers, done again."""

from __future__ import annotations

from importlib import import_module

import click

from riparian.cli.output import examples, table
from riparian.papers import PAPERS


@click.group(
    invoke_without_command=True,
    epilog=examples("riparian paper", "riparian paper pfahringer2008 --help"),
)
@click.pass_context
def paper(context: click.Context) -> None:
    """Run the experiment of a paper again: tables, figures and claims, with our figures.

    Without a name, list the papers there are.
    """
    if context.invoked_subcommand is None:
        table(["name", "paper"], [[name, about] for name, about in PAPERS.items()])


for name in PAPERS:
    paper.add_command(import_module(f"riparian.cli.papers.{name}").command, name)
