"""What the paper says in figures 4 and 5, and what it leaves open, in sentences that our figures answer."""

from __future__ import annotations

from collections.abc import Callable

from riparian.papers.claims import MISSING, Claim, Finding
from riparian.papers.elomaa2008 import on_columns
from riparian.papers.elomaa2008.methods import BINARY, GAUSSIAN, MULTI
from riparian.papers.elomaa2008.on_trees import ahead, windows_change
from riparian.papers.elomaa2008.results import Results


def of(part: str, says: str, test: Callable[[Results], Finding]) -> Claim:
    """A claim about a part; there is nothing to say unless all of it was run."""
    return Claim(says, lambda results: test(results) if results.whole(part) else MISSING)


CLAIMS = (
    of(
        "columns",
        "the highest count of bins is 5,827, of Covertype (Figure 4): that of Covertype is",
        on_columns.covertype_has_5827,
    ),
    of("columns", "and no column of the named domains has more", on_columns.none_has_more),
    of("columns", "the reduction varies from 80 % to 0 %", on_columns.from_none_to_80),
    of(
        "columns",
        "only small reductions for all columns of Abalone, Covertype and Yeast: at most a fifth",
        on_columns.small_reductions,
    ),
    of(
        "columns",
        "large ones where there are many bins, as in Adult and Segmentation: more than two fifths "
        "in the column of most bins",
        on_columns.large_where_many,
    ),
    of(
        "columns",
        "Euthyroid and Hypothyroid have the same bins and different segments",
        on_columns.thyroids,
    ),
    of(
        "columns",
        "bins are less than 10 % of the rows, except in Abalone, German and Segmentation",
        on_columns.rarely_a_tenth,
    ),
    of(
        "growth",
        "bins and segments grow linearly in lg n in the end (Figure 5): from 10^4 rows on, no decade adds "
        "more than twice what another adds",
        on_columns.straight,
    ),
    of("growth", "the share of segments in bins grows", on_columns.approach),
    of("growth", "a search takes about 10 steps at 10^7 rows: lg V", on_columns.about_ten),
)
# Not the paper's: it grows no trees and leaves windows to others.
QUESTIONS = (
    of("trees", "multi-way trees are shallower than binary ones", ahead("depth")),
    of("trees", "multi-way trees have fewer nodes", ahead("nodes")),
    of("trees", "multi-way trees have fewer leaves", ahead("leaves")),
    of("trees", "multi-way trees are more accurate, with adaptive leaves", ahead("accuracy")),
    of(
        "trees",
        "multi-way trees are more accurate, with majority leaves",
        ahead("accuracy", f"{MULTI} mc", f"{BINARY} mc"),
    ),
    of(
        "trees",
        "binary trees over segments are more accurate than those over Gaussians",
        ahead("accuracy", BINARY, GAUSSIAN),
    ),
    of(
        "window",
        "a window costs accuracy where nothing changes, against no window",
        windows_change("stationary", -1),
    ),
    of(
        "window",
        "a window costs accuracy where nothing changes, against a window of all rows",
        windows_change("stationary", -1, against_all=True),
    ),
    of("window", "a window gains accuracy where the concept switches", windows_change("switching", 1)),
    of(
        "window",
        "a window shorter than a concept (25,000 rows) gains accuracy where the concept switches",
        windows_change("switching", 1, longest=25_000),
    ),
    of("window", "a window gains accuracy where the concept moves", windows_change("moving", 1)),
    of("window", "a window gains accuracy on real data that drift", windows_change("real", 1)),
)
