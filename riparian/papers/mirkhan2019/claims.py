"""What the paper concludes from its tables, in our figures; "most" is more than half."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from riparian.papers.claims import MISSING, Claim, Finding
from riparian.papers.ledger import Line
from riparian.papers.mirkhan2019.results import Results

# The lines of a row of a table, by variant.
Row = dict[str, Line]
SYNTHETIC, REAL = (1, 2), (3,)


def classes(row: Row) -> int:
    """The number of classes of a row of Table 1 or 2."""
    return int(row["bin"]["data"].split(",")[1])


def counted(
    holds: Callable[[Row], bool],
    tables: Sequence[int] = SYNTHETIC,
    *,
    always: bool = False,
    among: Callable[[Row], bool] | None = None,
    arithmetic: str = "published",
) -> Callable[[Results], Finding]:
    """The test of something that is said of most rows of some tables, or of all of them."""

    def test(results: Results) -> Finding:
        rows = [row for table in tables for row in results.rows(table, arithmetic)]
        asked = [row for row in rows if among is None or among(row)]
        if not asked:
            return MISSING
        hits = sum(map(holds, asked))
        enough = hits == len(asked) if always else 2 * hits > len(asked)
        return Finding(enough, f"true in {hits} of {len(asked)} rows")

    return test


def less(name: str, one: str, other: str) -> Callable[[Row], bool]:
    """Whether a figure of one variant is smaller than that of another."""
    return lambda row: row[one][name] < row[other][name]


def more(name: str, one: str, other: str) -> Callable[[Row], bool]:
    """Whether a figure of one variant is larger than that of another."""
    return less(name, other, one)


def others(row: Row, name: str) -> list[float]:
    """A figure of all variants but mDT-combined."""
    return [line[name] for variant, line in row.items() if variant != "combined"]


def learns_most(row: Row) -> bool:
    """Whether mDT-combined is the best where it was trained."""
    return bool(row["combined"]["train_accuracy"] > max(others(row, "train_accuracy")))


def is_beaten(row: Row) -> bool:
    """Whether another variant than mDT-combined is better where it was not trained."""
    return bool(row["combined"]["test_accuracy"] < max(others(row, "test_accuracy")))


def few_classes(row: Row) -> bool:
    """Where the paper found mDT-intersect faster: K < 10 in Table 1, K < 8 in Table 2."""
    return classes(row) < {1: 10, 2: 8}[row["bin"]["table"]]


def not_slower(results: Results) -> Finding:
    """Intersect against bin: time of all rows of up to four classes."""
    rows = [row for table in SYNTHETIC for row in results.rows(table) if classes(row) <= 4]
    if not rows:
        return MISSING
    total = {variant: sum(row[variant]["seconds"] for row in rows) for variant in ("intersect", "bin")}
    ratio = total["intersect"] / total["bin"]
    return Finding(ratio <= 1, f"{ratio:.2f} times as long")


ACCURACY, TRAINING, NODES, TIME = "test_accuracy", "train_accuracy", "nodes", "seconds"
CLAIMS = (
    Claim(
        "mDT-intersect always makes smaller trees than mDT-bin",
        counted(less(NODES, "intersect", "bin"), always=True),
    ),
    Claim(
        "not in the paper: by a fifth in most rows even if splits that gain nothing are not made",
        counted(lambda row: row["intersect"][NODES] < 0.8 * row["bin"][NODES], arithmetic="floor"),
    ),
    Claim(
        "mDT-intersect is faster than mDT-bin with fewer than 10 classes in Table 1 and 8 in Table 2",
        counted(less(TIME, "intersect", "bin"), always=True, among=few_classes),
    ),
    Claim(
        "not in the paper: mDT-intersect is not slower than mDT-bin in all rows of up to 4 classes together",
        not_slower,
    ),
    Claim(
        "mDT-intersect is more accurate than mDT-bin in most rows of more than 2 classes",
        counted(more(ACCURACY, "intersect", "bin"), among=lambda row: classes(row) > 2),
    ),
    Claim(
        "mDT-delayed makes smaller trees than mDT-bin in most rows", counted(less(NODES, "delayed", "bin"))
    ),
    Claim(
        "mDT-delayed is more accurate than mDT-bin in most rows", counted(more(ACCURACY, "delayed", "bin"))
    ),
    Claim(
        "where mDT-delayed is less accurate than mDT-bin, it is more so on what it was trained with",
        counted(more(TRAINING, "delayed", "bin"), always=True, among=less(ACCURACY, "delayed", "bin")),
    ),
    Claim("mDT-combined is slower than mDT-bin in most rows", counted(more(TIME, "combined", "bin"))),
    Claim(
        "mDT-combined is the most accurate of all on what it was trained with in most rows",
        counted(learns_most),
    ),
    Claim(
        "in most of these rows another is more accurate on the rest: mDT-combined overfits",
        counted(is_beaten, among=learns_most),
    ),
    Claim(
        "on real data mDT-intersect always makes smaller trees than mDT-bin",
        counted(less(NODES, "intersect", "bin"), REAL, always=True),
    ),
    Claim(
        "on real data mDT-intersect is faster than mDT-bin in most rows",
        counted(less(TIME, "intersect", "bin"), REAL),
    ),
    Claim(
        "on real data mDT-intersect is more accurate than mDT-bin in most rows",
        counted(more(ACCURACY, "intersect", "bin"), REAL),
    ),
    Claim(
        "on real data mDT-combined beats mDT-bin in training and falls behind it elsewhere in most rows",
        counted(
            lambda row: (
                row["combined"][TRAINING] > row["bin"][TRAINING]
                and row["combined"][ACCURACY] < row["bin"][ACCURACY]
            ),
            REAL,
        ),
    ),
)
