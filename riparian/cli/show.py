"""`riparian show`: a tree as text."""

from __future__ import annotations

import sys

import click

from riparian.cli.given import Place, Settings, chosen, opened, seeded
from riparian.cli.output import examples
from riparian.cli.progress import Progress


@click.command(
    epilog=examples(
        "riparian show stagger --rows 5000",
        "riparian show agrawal:function=2 --rows 20000 --param predictor=mc --max-depth 3",
    )
)
@click.argument("stream")
@click.option(
    "--rows", type=click.IntRange(min=1), help="Rows to learn; all of a file by default, else 100,000."
)
@seeded
@click.option(
    "--model", default="vfdt", show_default=True, help="Model, with settings if you like: vfdt:tau=0.1."
)
@click.option(
    "--param", "settings", type=Settings(), multiple=True, help="A setting of the model, as name=value."
)
@click.option("--target", type=Place(), help="Class of a file: a name, or a place from 0. [the last one]")
@click.option("--max-depth", type=click.IntRange(min=0), help="Show the tree down to this depth only.")
def show(
    stream: str,
    rows: int | None,
    seed: int | None,
    concept: float | None,
    drift_width: float,
    model: str,
    settings: tuple[tuple[str, object], ...],
    target: str | int | None,
    max_depth: int | None,
) -> None:
    """Learn STREAM and draw the tree as text.

    STREAM is a name from `riparian streams`, a data set, or a file.
    """
    source = opened(stream, seed=seed, concept=concept, drift_width=drift_width, target=target)
    (tree,) = chosen((model,), dict(settings)).values()
    wanted = rows if rows is not None or source.rows is not None or source.ends else 100_000
    stopped = False
    with Progress(wanted if wanted is not None else source.rows) as progress:
        try:
            for X, y, w in source.batches(rows=wanted):
                tree.learn_many(X, y, w=w)
                progress.rows(tree.n_rows)
        except KeyboardInterrupt:
            stopped = True
    click.echo(tree.to_text(max_depth=max_depth))
    if stopped:
        click.echo(f"stopped; this is the tree of {tree.n_rows:,} rows", err=True)
        sys.exit(1)
