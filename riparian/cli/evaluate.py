"""`riparian evaluate`: models on a stream, each row predicted before it is learned."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from riparian.cli.given import Settings, chosen, opened, seeded
from riparian.cli.output import examples
from riparian.cli.progress import Progress

if TYPE_CHECKING:
    from riparian.evaluate import Result


@click.command(
    epilog=examples(
        "riparian evaluate random-tree --rows 20000 --param predictor=nba --window 1000 --seed 1",
        "riparian evaluate agrawal:function=2 --rows 20000 --model vfdt --model vfdt:predictor=mc",
        'riparian evaluate "sea > sea:function=3" --concept 5000 --rows 10000 --report drift.html',
        "riparian evaluate sea --rows 10000 --json",
    )
)
@click.argument("stream")
@click.option("--rows", type=click.IntRange(min=1), help="Rows; all of a file by default, else 1,000,000.")
@seeded
@click.option(
    "--model",
    "models",
    multiple=True,
    help="Model, with settings if you like: vfdt:tau=0.1. May be given again. [vfdt]",
)
@click.option(
    "--param", "settings", type=Settings(), multiple=True, help="A setting of all models, as name=value."
)
@click.option(
    "--threads", type=int, help="Threads that trees learn with; -1 for all cores. The tree is the same."
)
@click.option(
    "--window", type=click.IntRange(min=1), default=1000, show_default=True, help="Rows of the window."
)
@click.option(
    "--every", type=click.IntRange(min=1), help="Rows between two samples. [a hundredth, 1000 or more]"
)
@click.option("--fading", type=float, help="Fading factor, 0.999 say; none by default.")
@click.option("--delay", type=click.IntRange(min=0), default=0, help="Rows after which a label arrives. [0]")
@click.option("--log-loss", is_flag=True, help="Measure the log loss, too; takes its time.")
@click.option("--target", help="Column of the class, if STREAM is a file. [the last one]")
@click.option("--nominal", help="Columns of a file that hold categories, separated by commas.")
@click.option("--skip-broken", is_flag=True, help="Leave broken lines of a file out, and count them.")
@click.option("--report", type=click.Path(dir_okay=False), help="Write an HTML page that needs no network.")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the results: .json, .csv or .parquet.")
@click.option("--progress", "at_once", is_flag=True, help="Show the bar at once, not after two seconds.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output, and nothing else.")
def evaluate(
    stream: str,
    rows: int | None,
    seed: int | None,
    concept: float | None,
    drift_width: float,
    models: tuple[str, ...],
    settings: tuple[tuple[str, Any], ...],
    threads: int | None,
    window: int,
    every: int | None,
    fading: float | None,
    delay: int,
    log_loss: bool,
    target: str | None,
    nominal: str | None,
    skip_broken: bool,
    report: str | None,
    out: str | None,
    at_once: bool,
    as_json: bool,
) -> None:
    """Evaluate models on STREAM: each row is predicted first, and learned then.

    STREAM is a name from `riparian streams` (with settings: sea:function=3), a data set, a file or a glob,
    or - for standard input.
    """
    from riparian.evaluate import Interrupted, prequential
    from riparian.evaluate.interrupt import patience
    from riparian.evaluate.measures import USUAL

    source = opened(
        stream,
        seed=seed,
        concept=concept,
        drift_width=drift_width,
        target=target,
        nominal=nominal.split(",") if nominal else None,
        on_error="skip" if skip_broken else None,
    )
    shared = dict(settings) if threads is None else {**dict(settings), "threads": threads}
    trees = chosen(models, shared)
    _check_out(out)
    wanted = 1_000_000 if rows is None and not source.ends else rows
    total = source.rows if wanted is None else wanted
    stopped = False
    # Until the results are written: a second Ctrl-C must not take away what the first one saved.
    with patience():
        with Progress(total, at_once=at_once) as progress:
            try:
                result = prequential(
                    trees,
                    source,
                    rows=wanted,
                    every=every,
                    window=window,
                    fading=fading,
                    delay=delay,
                    measures=(*USUAL, "log_loss") if log_loss else USUAL,
                    progress=lambda done, _total, _seconds: progress.rows(done),
                )
            except Interrupted as interrupt:
                result, stopped = interrupt.result, True
        _tell(result, as_json=as_json)
        _keep(result, out, report)
        skipped = getattr(source, "skipped", 0)
        if skipped:
            click.echo(f"{skipped:,} broken lines were left out", err=True)
        if stopped:
            click.echo("stopped; these are the results so far", err=True)
            sys.exit(1)


def _tell(result: Result, *, as_json: bool) -> None:
    if not as_json:
        click.echo(str(result))
        return
    found = [result[name] for name in result.models]
    click.echo(json.dumps(found[0] if len(found) == 1 else {"results": found}))


def _check_out(out: str | None) -> None:
    if out is not None and Path(out).suffix not in (".json", ".csv", ".parquet"):
        raise click.BadParameter(
            f"results are written to .json, .csv or .parquet, got {out!r}", param_hint="--out"
        )


def _keep(result: Result, out: str | None, report: str | None) -> None:
    if out is not None:
        match Path(out).suffix:
            case ".json":
                result.to_json(out)
            case ".csv":
                result.to_csv(out)
            case _:
                result.to_parquet(out)
    if report is not None:
        result.report(report)
