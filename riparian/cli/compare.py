"""`riparian compare`: result files beside each other."""

from __future__ import annotations

from pathlib import Path

import click

from riparian.cli.given import place_for
from riparian.cli.output import examples, say
from riparian.replacing import complete


@click.command(
    epilog=examples(
        "riparian compare first.json second.json",
        "riparian compare first.json second.json --measure kappa --correction holm",
    )
)
@click.argument("results", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option(
    "--measure",
    default="accuracy",
    show_default=True,
    help="What is compared: a measure, nodes, seconds, ...",
)
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Level of all tests.")
@click.option(
    "--correction",
    type=click.Choice(["nemenyi", "holm"]),
    default="nemenyi",
    show_default=True,
    help="After Friedman's test.",
)
@click.option(
    "--tie",
    default="0.0001",
    show_default=True,
    help="Smaller differences are ties; or test, over the seeds.",
)
@click.option("--plot", help="Draw the critical-difference diagram: .png, .svg or .pdf.")
def compare(
    results: tuple[str, ...], measure: str, alpha: float, correction: str, tie: str, plot: str | None
) -> None:
    """Compare models over RESULTS, the files that `evaluate --out results.json` writes: one per stream.

    Wins, ties and losses of every pair, Wilcoxon's signed rank test, Friedman's test with mean ranks.
    Results of one stream that differ in its seed are repetitions.
    """
    place_for(plot, "--plot", (".png", ".svg", ".pdf"))
    from riparian.evaluate import Result
    from riparian.evaluate import compare as compared

    try:
        loaded = [Result.load(path) for path in results]
        for path, result in zip(results, loaded, strict=True):
            if "name" not in result.settings.get("stream", {}):
                raise ValueError(f"{path} does not say what it was measured on: its stream has no name")
        found = compared(
            loaded,
            measure=measure,
            alpha=alpha,
            correction=correction,
            tie=_tie(tie),
        )
    except ValueError as wrong:
        raise click.BadParameter(str(wrong), param_hint="results") from None
    say(str(found))
    if plot is not None:
        from riparian.viz import critical_difference

        figure = critical_difference(found).figure
        with complete(plot) as fresh:
            figure.savefig(fresh, format=Path(plot).suffix.removeprefix("."), bbox_inches="tight")


def _tie(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text
