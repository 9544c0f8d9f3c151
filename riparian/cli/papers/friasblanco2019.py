"""`riparian paper friasblanco2019`: the Online Hybrid Tree beside VFDT and IADEM-2."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from riparian.cli.output import examples, say
from riparian.cli.papers.options import choosing, file_to_show, number, refuse_choice, stoppable, takes_paper

if TYPE_CHECKING:
    from riparian.papers.friasblanco2019.cells import Task


@click.command(
    epilog=examples(
        "riparian paper friasblanco2019 --quick --table 5",
        "riparian paper friasblanco2019 --quick --table 2 --only led-5,stagger-1",
        "riparian paper friasblanco2019 --figure 2",
        "riparian paper friasblanco2019 --quick --show",
    )
)
@click.option(
    "--table",
    "tables",
    type=click.Choice(["2", "3", "5"]),
    multiple=True,
    help="Only this table: accuracy, nodes, real data. May be given again.",
)
@click.option(
    "--figure",
    "figures",
    type=click.Choice(["2", "3", "4"]),
    multiple=True,
    help="Only this figure: a test pulled up, accuracy and nodes by tau. May be given again.",
)
@takes_paper("friasblanco2019", "Only these streams or data sets; all that is kept is told.")
def command(
    tables: tuple[str, ...],
    figures: tuple[str, ...],
    quick: bool,
    out: Path,
    only: tuple[str, ...],
    jobs: int,
    show: str | None,
) -> None:
    """Frías-Blanco and others (2019): OHyT beside VFDT and IADEM-2.

    Tables 2 and 3: 25 streams of a million rows, thirty runs each. Table 5: nine real data sets. Figures 3
    and 4: other waiting times, one run of each stream. Figure 2: a tree before and after a test is pulled up
    to its root. A run that was stopped goes on where it stopped.
    """
    from riparian.papers.cells import ledger_of
    from riparian.papers.friasblanco2019.cells import FULL, QUICK, TABLES, chosen, parts_of
    from riparian.papers.friasblanco2019.experiment import draw, run_all, shown
    from riparian.papers.friasblanco2019.replacing import drawn
    from riparian.papers.friasblanco2019.results import Results
    from riparian.papers.friasblanco2019.training import COLUMNS
    from riparian.papers.ledger import Ledger

    everything = not tables and not figures
    numbers = tuple(TABLES) if everything else tables
    curves = everything or bool(set(figures) - {"2"})
    picture = f"{drawn()}\n" if everything or "2" in figures else ""
    if not numbers and not curves:
        say(picture.removesuffix("\n"))
        return
    ledger = ledger_of(out, COLUMNS, quick=quick)
    if show is not None:
        refuse_choice(only)
        kept = Ledger(file_to_show(show, ledger.path), ledger.columns).lines()
        say(picture + shown(Results.of(kept), numbers, curves, quick=quick))
        return
    with choosing():
        data = chosen(parts_of(tables, figures), only)

    def tell(task: Task, done: int, total: int) -> None:
        say(f"{done:>4}/{total}  {task.part} {task.data} {task.seed}", err=True)

    with stoppable():
        results = run_all(ledger, data, QUICK if quick else FULL, jobs=number("jobs", jobs), tell=tell)
    say(picture + shown(results, numbers, curves, quick=quick))
    written, remark = draw(results, out, quick=quick)
    if remark:
        say(remark, err=True)
    say(f"wrote {', '.join(map(str, [ledger.path, *written]))}", err=True)
