"""`riparian compare`: result files beside each other."""

from __future__ import annotations

import click

from riparian.cli.output import EXAMPLES


@click.command(epilog=EXAMPLES + "riparian compare first.json second.json")
@click.argument("results", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option("--measure", default="accuracy", show_default=True, help="What is compared.")
def compare(results: tuple[str, ...], measure: str) -> None:
    """Compare models over RESULTS, the files that `evaluate --out results.json` writes: one per data set."""
