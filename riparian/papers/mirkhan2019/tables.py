"""Tables 1, 2 and 3 of the paper: its figures, ours, and the difference."""

from __future__ import annotations

from statistics import fmean

from riparian.papers.layout import table
from riparian.papers.ledger import Line
from riparian.papers.mirkhan2019.cells import ARITHMETICS, VARIANTS
from riparian.papers.mirkhan2019.data import AS_PUBLISHED, SHAPES
from riparian.papers.mirkhan2019.published import Figures, published
from riparian.papers.mirkhan2019.results import Results

HEADS = {1: "normal clusters", 2: "rows labelled by random trees", 3: "real data"}
# The accuracy on what was not learned may be so far from the paper's.
CLOSE = 0.015


def compared(results: Results, number: int) -> str:
    """A table in the authors' arithmetic: paper, ours and difference of every figure."""
    names = ["columns, classes" if number < 3 else "data", "variant"]
    for what in ("train", "test", "nodes", "depth"):
        names += [what, "ours", "diff"]
    names += ["time/bin", "ours"]
    rows, close = [], []
    for data in results.data(number):
        for variant in VARIANTS:
            line = results.line(number, data, variant)
            if line is not None:
                paper = published(number, data, variant)
                rows.append([data, variant, *_figures(paper, line), *_times(results, number, data, variant)])
                if number < 3 or data in AS_PUBLISHED:
                    close.append(abs(line["test_accuracy"] - paper.test_accuracy) <= CLOSE)
    if not rows:
        return f"Table {number}, {HEADS[number]}: not run"
    end = f"\ntest accuracy within {CLOSE} of the paper's in {sum(close)} of {len(close)} rows"
    if number == 3:
        end += ", each data set in the order that comes nearer"
    return f"Table {number}, {HEADS[number]}\n{table(names, rows, left=2)}{end if close else ''}"


def _figures(paper: Figures, line: Line) -> list[str]:
    fields = []
    for name, digits in (("train_accuracy", 4), ("test_accuracy", 4), ("nodes", 1), ("depth", 1)):
        theirs, ours = getattr(paper, name), line[name]
        fields += [f"{theirs:.{digits}f}", f"{ours:.{digits}f}", f"{ours - theirs:+.{digits}f}"]
    return fields


def _times(results: Results, number: int, data: str, variant: str) -> list[str]:
    """Training time as a share of mDT-bin's; times themselves are those of different machines."""
    theirs = published(number, data, variant).seconds / published(number, data, "bin").seconds
    line, first = results.line(number, data, variant), results.line(number, data, "bin")
    ours = "-" if line is None or first is None else f"{line['seconds'] / first['seconds']:.2f}"
    return [f"{theirs:.2f}", ours]


def times_by_classes(results: Results, number: int) -> str:
    """Training time of mDT-intersect as a share of mDT-bin's, over the rows of each number of classes."""
    by_classes: dict[int, list[str]] = {}
    for data in SHAPES:
        lines = [results.line(number, data, variant) for variant in ("intersect", "bin")]
        if None not in lines:
            by_classes.setdefault(int(data.split(",")[1]), []).append(data)
    rows = []
    for classes, shapes in by_classes.items():
        theirs, ours = ([0.0, 0.0], [0.0, 0.0])
        for data in shapes:
            for place, variant in enumerate(("intersect", "bin")):
                theirs[place] += published(number, data, variant).seconds
                line = results.line(number, data, variant)
                ours[place] += 0.0 if line is None else line["seconds"]
        rows.append(
            [str(classes), f"{theirs[0] / theirs[1]:.2f}", f"{ours[0] / ours[1]:.2f}", str(len(shapes))]
        )
    head = f"Table {number}: training time of mDT-intersect as a share of mDT-bin's"
    return (
        f"{head}\n{table(['classes', 'paper', 'ours', 'rows'], rows, left=1)}" if rows else f"{head}: not run"
    )


def arithmetics(results: Results, number: int) -> str:
    """What a gain floor, and all our mends, make of a table: means over its rows."""
    rows = []
    for variant in VARIANTS:
        for arithmetic in ARITHMETICS:
            found = [
                results.line(number, data, variant, arithmetic) for data in results.data(number, arithmetic)
            ]
            lines = [line for line in found if line is not None]
            if lines:
                means = {
                    name: fmean(line[name] for line in lines)
                    for name in ("train_accuracy", "test_accuracy", "nodes", "zero_gain_splits")
                }
                rows.append(
                    [
                        variant,
                        arithmetic,
                        f"{means['train_accuracy']:.4f}",
                        f"{means['test_accuracy']:.4f}",
                        f"{means['nodes']:.1f}",
                        f"{means['zero_gain_splits']:.1f}",
                        str(len(lines)),
                    ]
                )
    names = ["variant", "arithmetic", "train", "test", "nodes", "splits that gain nothing", "rows"]
    head = f"Table {number} in three arithmetics: means over its rows"
    return f"{head}\n{table(names, rows, left=2)}" if rows else f"{head}: not run"
