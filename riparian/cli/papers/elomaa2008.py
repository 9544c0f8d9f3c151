"""`riparian paper elomaa2008`: bins, blocks and segments of columns, and trees of multi-way splits."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from riparian.cli.output import examples, say
from riparian.cli.papers.options import choosing, file_to_show, number, refuse_choice, stoppable, takes_paper

if TYPE_CHECKING:
    from riparian.papers.elomaa2008.cells import Task


@click.command(
    epilog=examples(
        "riparian paper elomaa2008 --quick --figure 5",
        "riparian paper elomaa2008 --quick --figure 4 --only yeast,segmentation",
        "riparian paper elomaa2008 --quick --table trees --only sea,agrawal-2",
        "riparian paper elomaa2008 --quick --show",
    )
)
@click.option(
    "--table",
    "tables",
    type=click.Choice(["trees", "window"]),
    multiple=True,
    help="Only this table: multi-way and binary trees, or trees that forget. May be given again.",
)
@click.option(
    "--figure",
    "figures",
    type=click.Choice(["4", "5"]),
    multiple=True,
    help="Only this figure: bins and segments of UCI columns, or of a growing stream. May be given again.",
)
@takes_paper("elomaa2008", "Only these domains, streams or data sets; all that is kept is told.")
def command(
    tables: tuple[str, ...],
    figures: tuple[str, ...],
    quick: bool,
    out: Path,
    only: tuple[str, ...],
    jobs: int,
    show: str | None,
) -> None:
    """Elomaa & Lehtinen (2008): optimal multi-way splits that are kept up to date.

    Figure 4: bins, blocks and segments of the numeric columns of UCI domains. Figure 5: bins and segments of
    Waveform up to ten million rows. Beyond the paper, table trees: multi-way and binary trees on 30 streams
    and data sets; table window: what forgetting old rows costs and gains. A run that was stopped goes on
    where it stopped.
    """
    from riparian.papers.cells import ledger_of
    from riparian.papers.elomaa2008.cells import FULL, QUICK, chosen, parts_of
    from riparian.papers.elomaa2008.experiment import draw, run_all, shown
    from riparian.papers.elomaa2008.results import Results
    from riparian.papers.elomaa2008.training import COLUMNS
    from riparian.papers.ledger import Ledger

    parts = parts_of(tables, figures)
    ledger = ledger_of(out, COLUMNS, quick=quick)
    if show is not None:
        refuse_choice(only)
        kept = Ledger(file_to_show(show, ledger.path), ledger.columns).lines()
        say(shown(Results.of(kept), parts, quick=quick))
        return
    with choosing():
        data = chosen(parts, only)

    def tell(task: Task, done: int, total: int) -> None:
        say(f"{done:>4}/{total}  {task.part} {task.data} {task.seed}", err=True)

    with stoppable():
        results = run_all(ledger, data, QUICK if quick else FULL, jobs=number("jobs", jobs), tell=tell)
    say(shown(results, parts, quick=quick))
    written, remark = draw(results, out, quick=quick)
    if remark:
        say(remark, err=True)
    say(f"wrote {', '.join(map(str, [ledger.path, *written]))}", err=True)
