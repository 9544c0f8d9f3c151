"""`riparian predict`: what a model says of each row of a stream, into a file."""

from __future__ import annotations

import click

from riparian.cli.given import not_over, place_for
from riparian.cli.output import examples, say
from riparian.cli.progress import Progress
from riparian.cli.source import Count, amount, takes_rows, tell_absent, tell_skipped
from riparian.streams import Stream


@click.command(
    epilog=examples(
        "riparian predict agrawal.model agrawal --seed 2 --rows 1000 --out predictions.csv",
        "riparian predict agrawal.model agrawal --rows 1000 --proba --out predictions.parquet",
    )
)
@click.argument("model", type=click.Path(exists=True, dir_okay=False))
@takes_rows
@click.option("--rows", type=Count(), help="Rows; all of a file by default, else 10,000.")
@click.option("--proba", is_flag=True, help="The probability of each class, too, as columns p(class).")
@click.option("--threads", type=int, help="Threads to predict with; what is predicted is the same.")
@click.option("--out", required=True, help="File to write: .csv (also .csv.gz or .csv.zst) or .parquet.")
def predict(source: Stream, model: str, rows: int | None, proba: bool, threads: int | None, out: str) -> None:
    """Write what MODEL, a file from `riparian train`, says of each row of STREAM.

    The columns are row (from 0) and prediction. A file needs no class, and one that it has is not looked at;
    columns that the model never learned are ignored, and absent ones are missing.
    """
    from riparian.features import Features
    from riparian.model_files import load
    from riparian.predictions import write_predictions

    place_for(out, "--out")
    not_over(out, "--out", {"the model": [model]})
    tree = load(model)
    if threads is not None:
        tree.set_params(threads=threads)
    asked = Features(tree, source)
    absent = asked.absent
    tell_absent(source, absent)
    if asked.left_out is not None:
        told = (
            f"column {asked.left_out!r} of {source.name} is taken for the class; --ignore leaves others out"
        )
        say(f"the model knows columns by their place: {told}", err=True)
    wanted, total = amount(source, rows, 10_000)
    with Progress(total) as progress:
        done = write_predictions(tree, asked, out, rows=wanted, probabilities=proba, progress=progress.rows)
    if asked.absent != absent:
        tell_absent(source, asked.absent)
    tell_skipped(asked)
    say(f"wrote {done:,} predictions to {out}", err=True)
