"""`riparian generate`: rows of a stream into a file."""

from __future__ import annotations

import click

from riparian.cli.given import Settings, opened, seeded
from riparian.cli.output import examples
from riparian.cli.progress import Progress


@click.command(
    epilog=examples(
        "riparian generate waveform --rows 2000 --seed 77 --param noise=true --out rows.csv",
        "riparian generate random-tree+noise --rows 500 --out tree.arff",
        'riparian generate "sea > sea:function=3" --concept 1000 --rows 2000 --out drift.csv.gz',
    )
)
@click.argument("stream")
@click.option("--rows", type=click.IntRange(min=1), default=10_000, show_default=True, help="How many rows.")
@seeded
@click.option(
    "--param", "settings", type=Settings(), multiple=True, help="A setting of the stream, as name=value."
)
@click.option(
    "--out",
    required=True,
    help="File to write: .csv, .arff or .parquet, texts also .gz or .zst.",
)
@click.option(
    "--format", "form", type=click.Choice(["csv", "arff", "parquet"]), help="If the name does not tell."
)
def generate(
    stream: str,
    rows: int,
    seed: int | None,
    concept: float | None,
    drift_width: float,
    settings: tuple[tuple[str, object], ...],
    out: str,
    form: str | None,
) -> None:
    """Write rows of STREAM to a file, labels as MOA spells them.

    STREAM is a name from `riparian streams`, with settings (sea:function=3), with noise (sea+noise), or
    several concepts of a drift ("sea > sea:function=3").
    """
    from riparian.streams.writing import write

    source = opened(stream, seed=seed, concept=concept, drift_width=drift_width, settings=dict(settings))
    with Progress(rows) as progress:
        write(source, out, rows=rows, format=form, progress=progress.rows)
