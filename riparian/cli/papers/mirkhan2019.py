"""`riparian paper mirkhan2019`: cuts that are computed, not tried."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from riparian.cli.output import examples, say
from riparian.cli.papers.options import choosing, file_to_show, number, refuse_choice, stoppable, takes_paper

if TYPE_CHECKING:
    from riparian.papers.ledger import Line
    from riparian.papers.mirkhan2019.cells import Cell


@click.command(
    epilog=examples(
        "riparian paper mirkhan2019 --quick --table 2 --only 4,2 --only published",
        "riparian paper mirkhan2019 --figure 1",
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
@click.option(
    "--figure",
    "figures",
    type=click.Choice(["1"]),
    multiple=True,
    help="Only this figure: the curves of three classes, and what every cut gains.",
)
@takes_paper("mirkhan2019", "Only this shape (4,2), data set, variant or arithmetic.")
def command(
    tables: tuple[int, ...],
    figures: tuple[str, ...],
    quick: bool,
    out: Path,
    only: tuple[str, ...],
    jobs: int,
    show: str | None,
) -> None:
    """Mirkhan, Amir Haeri & Meybodi (2019): four ways to find the cut of a numeric column.

    Table 1 has normal clusters, Table 2 rows that random trees label, Table 3 real data: ten folds of each
    file, up to a hundred epochs. Figure 1 has the curves of three classes and what every cut gains by three
    measures, as CSV, and as PNG where there is matplotlib. A run that was stopped goes on where it stopped.
    """
    from riparian.papers.cells import ledger_of
    from riparian.papers.ledger import Ledger
    from riparian.papers.mirkhan2019.cells import TABLES, chosen
    from riparian.papers.mirkhan2019.experiment import draw, run_cells, shown
    from riparian.papers.mirkhan2019.figures import told
    from riparian.papers.mirkhan2019.results import Results
    from riparian.papers.mirkhan2019.training import COLUMNS

    everything = not tables and not figures
    pictured = everything or bool(figures)

    def tell_figure() -> None:
        if pictured:
            say(f"{told()}\n")

    def draw_figure() -> list[Path]:
        written, remark = draw(out) if pictured else ([], "")
        if remark:
            say(remark, err=True)
        return written

    if figures and not tables:
        tell_figure()
        if show is None:
            say(f"wrote {', '.join(map(str, draw_figure()))}", err=True)
        return
    ledger, wanted = ledger_of(out, COLUMNS, quick=quick), tables or TABLES
    if show is not None:
        refuse_choice(only)
        kept = Ledger(file_to_show(show, ledger.path), ledger.columns).lines()
        tell_figure()
        say(shown(Results.of(kept), wanted, quick=quick))
        return
    with choosing():
        cells = chosen(wanted, only)

    def tell(cell: Cell, line: Line, done: int, total: int) -> None:
        names = f"{cell.table} {cell.data:16} {cell.variant:9} {cell.arithmetic:9}"
        say(f"{done:>4}/{total}  {names}  {100 * line['test_accuracy']:6.2f} %", err=True)

    with stoppable():
        results = run_cells(ledger, cells, quick=quick, jobs=number("jobs", jobs), tell=tell)
    tell_figure()
    say(shown(results, wanted, quick=quick))
    say(f"wrote {', '.join(map(str, [ledger.path, *draw_figure()]))}", err=True)
