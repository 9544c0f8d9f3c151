"""`riparian paper pfahringer2008`: numeric columns under a memory budget."""

from __future__ import annotations

from pathlib import Path

import click

from riparian.cli.output import examples, say
from riparian.cli.papers.options import (
    choosing,
    file_to_show,
    number,
    refuse_choice,
    stoppable,
    takes_paper,
    takes_scale,
)


@click.command(
    epilog=examples(
        "riparian paper pfahringer2008 --quick --only rts,gauss10,100KB",
        "riparian paper pfahringer2008 --quick --show",
        "riparian paper pfahringer2008 --rows 5000 --holdout 2000 --only wave21 --only gauss10,gauss100",
    )
)
@takes_scale
@takes_paper("pfahringer2008", "Only these streams, configurations or budgets: rts,gauss10.")
def command(
    rows: int | None,
    holdout: int | None,
    seed: int | None,
    quick: bool,
    out: Path,
    only: tuple[str, ...],
    jobs: int,
    per_tree: int,
    show: str | None,
) -> None:
    """Pfahringer, Holmes & Kirkby (2008): numeric columns in 100 KB, 32 MB and 400 MB.

    Eighteen streams, nine configurations of the paper and two of ours. The ten hours of the paper are a
    number of rows here. A run that was stopped goes on where it stopped.
    """
    from riparian.papers.cells import ledger_of
    from riparian.papers.ledger import Ledger
    from riparian.papers.pfahringer2008.cells import FULL, QUICK, Cell, Scale, chosen
    from riparian.papers.pfahringer2008.experiment import draw, run_cells, shown
    from riparian.papers.pfahringer2008.results import Results, finished, scale_of
    from riparian.papers.pfahringer2008.training import COLUMNS

    ledger = ledger_of(out, COLUMNS, quick=quick)
    if show is not None:
        refuse_choice(only)
        kept = Ledger(file_to_show(show, ledger.path), ledger.columns).lines()
        scale = scale_of(kept, rows, holdout, seed)
        say(shown(Results.of(kept, scale)))
        if others := {other for _, other in finished(kept)} - {scale}:
            told = "; ".join(sorted(map(str, others)))
            say(f"the file also has cells of {told}: ask with --rows, --holdout, --seed", err=True)
        return
    usual = QUICK if quick else FULL
    scale = Scale(rows or usual.rows, holdout or usual.holdout, usual.seed if seed is None else seed)
    with choosing():
        cells = chosen(only)

    def tell(cell: Cell, accuracy: float, done: int, total: int) -> None:
        names = f"{cell.part:8} {cell.stream:12} {cell.configuration:9} {cell.budget:>6}"
        say(f"{done:>4}/{total}  {names}  {100 * accuracy:6.2f} %", err=True)

    with stoppable():
        results = run_cells(
            ledger,
            cells,
            scale,
            jobs=number("jobs", jobs),
            threads=number("threads", per_tree),
            tell=tell,
        )
    say(shown(results))
    written, remark = draw(results, out, quick=quick)
    if quick:
        say("this was a quick run: what the paper says is about far more rows", err=True)
    if remark:
        say(remark, err=True)
    say(f"wrote {', '.join(map(str, [ledger.path, *written]))}", err=True)
