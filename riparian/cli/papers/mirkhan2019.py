"""`riparian paper mirkhan2019`: cuts that are computed, not tried."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from riparian.cli.output import examples
from riparian.cli.papers.options import choosing, file_to_show, number, refuse_choice, stoppable, takes_paper

if TYPE_CHECKING:
    from riparian.papers.ledger import Line
    from riparian.papers.mirkhan2019.cells import Cell


@click.command(
    epilog=examples(
        "riparian paper mirkhan2019 --quick --table 2 --only 4,2 --only published",
        "riparian paper mirkhan2019 --quick --show",
    )
)
@click.option(
    "--table",
    "tables",
    type=click.IntRange(1, 3),
    multiple=True,
    help="Only this table: 1, 2 or 3. May be given again.",
)
@takes_paper("mirkhan2019", "Only this shape (4,2), data set, variant or arithmetic.")
def command(
    tables: tuple[int, ...],
    quick: bool,
    out: Path,
    only: tuple[str, ...],
    jobs: int,
    show: str | None,
) -> None:
    """Mirkhan, Amir Haeri & Meybodi (2019): four ways to find the cut of a numeric column.

    Table 1 has normal clusters, Table 2 rows that random trees label, Table 3 real data: ten folds of each
    file, up to a hundred epochs. A run that was stopped goes on where it stopped.
    """
    from riparian.papers.cells import ledger_of
    from riparian.papers.ledger import Ledger
    from riparian.papers.mirkhan2019.cells import TABLES, chosen
    from riparian.papers.mirkhan2019.experiment import run_cells, shown
    from riparian.papers.mirkhan2019.results import Results
    from riparian.papers.mirkhan2019.training import COLUMNS

    ledger, wanted = ledger_of(out, COLUMNS, quick=quick), tables or TABLES
    if show is not None:
        refuse_choice(only)
        kept = Ledger(file_to_show(show, ledger.path), ledger.columns).lines()
        click.echo(shown(Results.of(kept), wanted, quick=quick))
        return
    with choosing():
        cells = chosen(wanted, only)

    def tell(cell: Cell, line: Line, done: int, total: int) -> None:
        names = f"{cell.table} {cell.data:16} {cell.variant:9} {cell.arithmetic:9}"
        click.echo(f"{done:>4}/{total}  {names}  {100 * line['test_accuracy']:6.2f} %", err=True)

    with stoppable():
        results = run_cells(ledger, cells, quick=quick, jobs=number("jobs", jobs), tell=tell)
    click.echo(shown(results, wanted, quick=quick))
    click.echo(f"wrote {ledger.path}", err=True)
