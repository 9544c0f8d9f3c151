"""`riparian generate`: rows of a stream into a file."""

from __future__ import annotations

import click

from riparian.cli.given import Settings, place_for
from riparian.cli.output import examples, say
from riparian.cli.progress import Progress
from riparian.cli.source import Count, amount, takes_stream, tell_skipped
from riparian.streams import Stream


@click.command(
    epilog=examples(
        "riparian generate waveform --rows 2000 --seed 77 --param noise=true --out rows.csv",
        "riparian generate random-tree+noise --rows 500 --out tree.arff",
        'riparian generate "sea > sea:function=3" --concept 1000 --rows 2000 --out drift.csv.gz',
    )
)
@takes_stream
@click.option("--rows", type=Count(), help="How many rows; all of a file by default, else 10,000.")
@click.option(
    "--param",
    "stream_settings",
    type=Settings(),
    multiple=True,
    help="A setting of the stream, as name=value.",
)
@click.option(
    "--out",
    required=True,
    help="File to write: .csv, .arff or .parquet, texts also .gz or .zst.",
)
@click.option(
    "--as", "layout", type=click.Choice(["csv", "arff", "parquet"]), help="If the name does not tell."
)
def generate(source: Stream, rows: int | None, out: str, layout: str | None) -> None:
    """Write rows of STREAM to a file, labels as MOA spells them.

    STREAM is a name from `riparian streams`, with settings (sea:function=3), with noise (sea+noise), or
    several concepts of a drift ("sea > sea:function=3"); or a data set, or a file to be written anew.
    """
    from riparian.streams import write

    place_for(out, "--out")
    wanted, total = amount(source, rows, 10_000)
    with Progress(total) as progress:
        try:
            done = write(source, out, rows=wanted, format=layout, progress=progress.rows)
        except ValueError as wrong:
            if "suffix" in str(wrong):
                raise click.BadParameter(f"{wrong}; or say --as csv", param_hint="--out") from None
            raise
    tell_skipped(source)
    say(f"wrote {done:,} rows to {out}", err=True)
