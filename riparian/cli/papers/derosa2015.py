"""`riparian paper derosa2015`: splitting with confidence."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from riparian.cli.output import examples, say
from riparian.cli.papers.options import choosing, file_to_show, number, refuse_choice, stoppable, takes_paper

if TYPE_CHECKING:
    from riparian.papers.derosa2015.cells import Cell


@click.command(
    epilog=examples(
        "riparian paper derosa2015 --quick --figure controlled",
        "riparian paper derosa2015 --quick --figure batch --only synthetic",
        "riparian paper derosa2015 --quick --show",
    )
)
@click.option(
    "--figure",
    "figures",
    type=click.Choice(["controlled", "real", "batch", "active"]),
    multiple=True,
    help="Only this part. May be given again.",
)
@takes_paper("derosa2015", "Only this data: trees, synthetic, or a data set; all that is kept is told.")
def command(
    figures: tuple[str, ...],
    quick: bool,
    out: Path,
    only: tuple[str, ...],
    jobs: int,
    show: str | None,
) -> None:
    """De Rosa & Cesa-Bianchi (2015): C-Tree beside H-Tree and CorrH-Tree.

    controlled: a thousand streams of known trees; real: ten permutations of five data sets; both with two
    hundred settings of each method tried elsewhere first. batch: Hoeffding trees beside a tree that has all
    rows. active: trees that ask for labels. A run that was stopped goes on where it stopped.
    """
    from riparian.papers.cells import ledger_of
    from riparian.papers.derosa2015.cells import FIGURES, FULL, QUICK, chosen
    from riparian.papers.derosa2015.experiment import draw, run_all, shown
    from riparian.papers.derosa2015.results import Results
    from riparian.papers.derosa2015.training import COLUMNS
    from riparian.papers.ledger import Ledger

    ledger, wanted = ledger_of(out, COLUMNS, quick=quick), figures or FIGURES
    if show is not None:
        refuse_choice(only)
        kept = Ledger(file_to_show(show, ledger.path), ledger.columns).lines()
        say(shown(Results.of(kept), wanted, quick=quick))
        return
    with choosing():
        data = chosen(wanted, only)

    def tell(cell: Cell, done: int, total: int) -> None:
        what = f"{cell.method} {cell.part}" if cell.part == "tuning" or cell.figure == "batch" else cell.seed
        say(f"{done:>4}/{total}  {cell.figure} {cell.data} {what}", err=True)

    with stoppable():
        results = run_all(ledger, data, QUICK if quick else FULL, jobs=number("jobs", jobs), tell=tell)
    say(shown(results, wanted, quick=quick))
    written, remark = draw(results, out, quick=quick)
    if remark:
        say(remark, err=True)
    say(f"wrote {', '.join(map(str, [ledger.path, *written]))}", err=True)
