"""`riparian show`: a tree as text."""

from __future__ import annotations

import sys

import click

from riparian.cli.ending import FAILED
from riparian.cli.given import Settings, chosen, one_model
from riparian.cli.output import examples, say
from riparian.cli.progress import Progress
from riparian.cli.source import Count, amount, takes_stream_or_model, tell_skipped
from riparian.streams import Stream
from riparian.trees import Tree


@click.command(
    epilog=examples(
        "riparian show stagger --rows 5000",
        "riparian show agrawal.model --max-depth 2",
        "riparian show agrawal:function=2 --rows 20000 --param predictor=mc --max-depth 3",
    )
)
@takes_stream_or_model
@click.option("--rows", type=Count(), help="Rows to learn; all of a file by default, else 100,000.")
@click.option(
    "--model",
    multiple=True,
    callback=one_model,
    default=["vfdt"],
    help="Model, with settings if you like: vfdt:tau=0.1. [vfdt]",
)
@click.option(
    "--param", "settings", type=Settings(), multiple=True, help="A setting of the model, as name=value."
)
@click.option("--threads", type=int, help="Threads that the tree learns with; the tree is the same.")
@click.option("--max-depth", type=click.IntRange(min=0), help="Show the tree down to this depth only.")
def show(
    source: Stream | Tree,
    rows: int | None,
    model: str,
    settings: tuple[tuple[str, object], ...],
    threads: int | None,
    max_depth: int | None,
) -> None:
    """Learn STREAM and draw the tree as text.

    STREAM is a name from `riparian streams`, a data set, or a file; or a model file, whose tree is drawn.
    """
    if isinstance(source, Tree):
        if rows is not None or settings or threads is not None or model != "vfdt":
            raise click.BadParameter("a model file is drawn as it is: give --max-depth at the most")
        say(source.to_text(max_depth=max_depth))
        say(f"{source!r}, {source.n_rows:,} rows", err=True)
        return
    (tree,) = chosen((model,), settings, threads).values()
    wanted, total = amount(source, rows, 100_000)
    stopped = False
    with Progress(total) as progress:
        try:
            for X, y, w in source.batches(rows=wanted):
                tree.learn_many(X, y, w=w)
                progress.rows(tree.n_rows)
        except KeyboardInterrupt:
            stopped = True
    say(tree.to_text(max_depth=max_depth))
    tell_skipped(source)
    if stopped:
        say(f"stopped; this is the tree of {tree.n_rows:,} rows", err=True)
        sys.exit(FAILED)
