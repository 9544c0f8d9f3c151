"""`riparian train`: a tree learns a stream and is saved again and again, so that it can go on later."""

from __future__ import annotations

import sys
from typing import Any

import click
from click.core import ParameterSource

from riparian.cli.ending import FAILED, told
from riparian.cli.given import Settings, chosen_and_loaded, not_over, one_model, place_for
from riparian.cli.output import examples, say
from riparian.cli.progress import Progress
from riparian.cli.source import Count, amount, as_learned, takes_stream, tell_late, tell_skipped
from riparian.cli.words import in_options
from riparian.streams import Stream
from riparian.streams.file import File


@click.command(
    epilog=examples(
        "riparian train agrawal --rows 50000 --seed 1 --param predictor=mc --out agrawal.model",
        "riparian train sea --rows 50000 --checkpoint-every 10000 --resume --out sea.model",
        "riparian train stagger --rows 5000 --model c-tree --out stagger.model --overwrite",
        "riparian train agrawal --seed 2 --rows 50000 --load agrawal.model --out later.model",
    )
)
@takes_stream
@click.option("--rows", type=Count(), help="Rows in all; all of a file by default, else 1,000,000.")
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
@click.option(
    "--load",
    "loaded",
    type=click.Path(exists=True, dir_okay=False),
    help="A model file to begin with, instead of a new model: it learns these rows, too. It stays as it is.",
)
@click.option("--threads", type=int, help="Threads that the tree learns with; the tree is the same.")
@click.option("--out", required=True, help="The model file, which is the checkpoint.")
@click.option(
    "--checkpoint-every", type=Count(), default=100_000, show_default=True, help="Rows between two saves."
)
@click.option("--resume", is_flag=True, help="Go on where the model file stands; where there is none, begin.")
@click.option("--overwrite", is_flag=True, help="Begin anew, though there is a model file.")
@click.option("--progress", "at_once", is_flag=True, help="Show the bar at once, not after two seconds.")
def train(
    source: Stream,
    rows: int | None,
    model: str,
    settings: tuple[tuple[str, Any], ...],
    loaded: str | None,
    threads: int | None,
    out: str,
    checkpoint_every: int,
    resume: bool,
    overwrite: bool,
    at_once: bool,
) -> None:
    """Learn STREAM, and save the tree again and again.

    A run that was stopped, or killed, goes on at its row with the same words and --resume, and ends with the
    file that it would have written undisturbed. STREAM is a name from `riparian streams`, a data set, a
    file or a glob; rows from standard input (-) can be learned, but not a second time. To learn other rows
    with a model that is there, --load it.
    """
    from riparian.training import Stopped
    from riparian.training import train as learn

    context = click.get_current_context()
    words = () if loaded and context.get_parameter_source("model") is ParameterSource.DEFAULT else (model,)
    if loaded and words:
        raise click.BadParameter(f"{loaded} is a model: give one of --model and --load", param_hint="--model")
    if loaded and settings:
        raise click.BadParameter(f"{loaded} has its settings, which stay", param_hint="--param")
    ((name, tree),) = chosen_and_loaded(words, settings, threads, (loaded,) if loaded else ()).items()
    place_for(out, "--out")
    # It would be gone with the first checkpoint, and nothing could go on from there.
    not_over(out, "--out", {"the model to begin with": [loaded] if loaded else []})
    if loaded:
        as_learned(source, {name: tree})  # tells what differs
    wanted, total = amount(source, rows, 1_000_000)
    with Progress(total, at_once=at_once) as progress:
        try:
            done = learn(
                tree,
                source,
                out,
                rows=wanted,
                checkpoint_every=checkpoint_every,
                resume=resume,
                overwrite=overwrite,
                progress=progress.rows,
            )
        except Stopped as stopped:
            progress.end()
            say(in_options(str(stopped)), err=True)
            sys.exit(FAILED)
        except (ValueError, OSError) as wrong:
            if not getattr(wrong, "__notes__", None):  # which tell of a model that was saved on the way
                raise
            progress.end()
            say(told(wrong), err=True)
            sys.exit(FAILED)
    if loaded and done.rows > done.before:
        tell_late(done.stream, [done.tree])
    tell_skipped(done.stream)
    if done.rows == done.before:
        say(f"nothing to do: {out} has learned all {done.rows:,} rows", err=True)
        return
    before = f", {done.before:,} of them before" if done.before else ""
    # The last column of a file is its class unless another one is named: whoever meant that one sees it here.
    count = len(done.tree.classes_)
    what = f"; the class is {source.target!r}, of {count:,} {'label' if count == 1 else 'labels'}"
    learned = f"learned {done.rows:,} rows{before}{what if isinstance(source, File) else ''}"
    say(f"{learned}; the model is in {out}", err=True)
