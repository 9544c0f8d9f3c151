"""`riparian evaluate`: models on a stream, each row predicted before it is learned."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from riparian.cli.ending import FAILED
from riparian.cli.given import Settings, chosen_and_loaded, not_over, place_for
from riparian.cli.output import examples, say, terminal_width
from riparian.cli.progress import Progress
from riparian.cli.source import Count, amount, as_learned, takes_stream, tell_late, tell_skipped

if TYPE_CHECKING:
    from riparian.evaluate import Result
    from riparian.streams import Stream


@click.command(
    epilog=examples(
        "riparian evaluate random-tree --rows 20000 --param predictor=nba --window 1000 --seed 1",
        "riparian evaluate agrawal:function=2 --rows 20000 --model vfdt --model vfdt:predictor=mc",
        'riparian evaluate "sea > sea:function=3" --concept 5000 --rows 10000 --report drift.html',
        "riparian evaluate agrawal --rows 10000 --seed 2 --load agrawal.model --model vfdt",
        "riparian evaluate sea --rows 10000 --json",
    )
)
@takes_stream
@click.option("--rows", type=Count(), help="Rows; all of a file by default, else 1,000,000.")
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
    "--load",
    "loaded",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    help="A model file, beside or instead of --model: it goes on learning here, its file stays as it is.",
)
@click.option(
    "--threads", type=int, help="Threads that trees learn with; -1 for all cores. The tree is the same."
)
@click.option(
    "--window",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Rows that a sample is measured over; a tree that forgets is --model vfdt:window=10000.",
)
@click.option(
    "--every", type=click.IntRange(min=1), help="Rows between two samples. [a hundredth, 1000 or more]"
)
@click.option(
    "--fading",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="Fading factor, 0.999 say; none by default.",
)
@click.option("--delay", type=click.IntRange(min=0), default=0, help="Rows after which a label arrives. [0]")
@click.option("--log-loss", is_flag=True, help="Measure the log loss, too; takes its time.")
@click.option("--report", help="Write an HTML page that needs no network.")
@click.option("--out", help="Write the results: .json, .csv or .parquet.")
@click.option("--progress", "at_once", is_flag=True, help="Show the bar at once, not after two seconds.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output, and nothing else.")
def evaluate(
    source: Stream,
    rows: int | None,
    models: tuple[str, ...],
    settings: tuple[tuple[str, Any], ...],
    loaded: tuple[str, ...],
    threads: int | None,
    window: int,
    every: int | None,
    fading: float | None,
    delay: int,
    log_loss: bool,
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

    trees = chosen_and_loaded(models, settings, threads, loaded)
    place_for(out, "--out", (".json", ".csv", ".parquet"))
    place_for(report, "--report", (".html", ".htm"))
    for path, option in ((out, "--out"), (report, "--report")):
        rows_of = [each for each in getattr(source, "paths", ()) if each is not None]
        not_over(path, option, {"a model that is loaded": loaded, "what the rows are read from": rows_of})
    source = as_learned(source, {path: trees[path] for path in loaded})
    wanted, total = amount(source, rows, 1_000_000)
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
        tell_late(source, [trees[path] for path in loaded])
        tell_skipped(source)
        if stopped:
            say("stopped; these are the results so far", err=True)
            sys.exit(FAILED)


def _tell(result: Result, *, as_json: bool) -> None:
    if not as_json:
        say(result.to_text(terminal_width()))
        return
    found = [result[name] for name in result.models]
    say(json.dumps(found[0] if len(found) == 1 else {"results": found}))


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
