"""What the slides say of the trees, in our figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from statistics import fmean

from riparian.papers.claims import MISSING, Claim, Finding
from riparian.papers.derosa2015.batches import LEARNERS, STREAMING
from riparian.papers.derosa2015.cells import ASKING, DATA
from riparian.papers.derosa2015.data import TREES
from riparian.papers.derosa2015.methods import METHODS
from riparian.papers.derosa2015.results import Results, mean
from riparian.papers.derosa2015.tables import OTHERS

# "From the start": at every number of leaves that half of the runs have, up to that of the known trees.
HALF, KNOWN = 0.5, 50
# "In the first learning phases": up to so many leaves.
FIRST = 10
# Nothing is compared where more than this share of the labels is wanted.
NEARLY_ALL = 0.95


def above(other: str) -> Callable[[Results], Finding]:
    """Whether C-Tree's mean is above another's at every number of leaves, each over the runs that had it."""

    def test(results: Results) -> Finding:
        curves = [results.curves("controlled", TREES, method) for method in (METHODS[0], other)]
        enough = HALF * results.scale.streams
        asked = [
            leaves
            for leaves in curves[0]
            if leaves <= KNOWN and all(len(curve.get(leaves, ())) >= enough for curve in curves)
        ]
        leads = [fmean(curves[0][at].values()) - fmean(curves[1][at].values()) for at in asked]
        return everywhere(dict(zip(asked, leads, strict=True)))

    return test


def ahead(other: str) -> Callable[[Results], Finding]:
    """The same on streams where both trees had as many leaves."""

    def test(results: Results) -> Finding:
        enough = HALF * results.scale.streams
        leads = results.leads("controlled", TREES, other)
        asked = {at: lead for at, lead in leads.items() if at <= KNOWN and len(lead) >= enough}
        return everywhere({at: fmean(lead) for at, lead in asked.items()})

    return test


def everywhere(leads: dict[int, float]) -> Finding:
    """Whether there is a lead at every number of leaves."""
    if not leads:
        return MISSING
    behind = [f"{leaves} ({100 * lead:+.2f})" for leaves, lead in leads.items() if lead <= 0]
    told = f"at {len(leads) - len(behind)} of {len(leads)} numbers of leaves"
    return Finding(not behind, told + (f"; not at {', '.join(behind)}" if behind else ""))


def ahead_at_the_end(results: Results) -> Finding:
    """Whether the tuned C-Tree is the most accurate of all when the rows are over."""
    found = {method: mean(results.runs("controlled", TREES, method), "accuracy") for method in METHODS}
    ends = {method: end for method, end in found.items() if end is not None}
    if len(ends) < len(METHODS):
        return MISSING
    told = ", ".join(f"{method} {100 * end:.2f}" for method, end in ends.items())
    return Finding(ends[METHODS[0]] == max(ends.values()), told)


def ahead_by_settings(other: str) -> Callable[[Results], Finding]:
    """Of settings for as many leaves in the end, whether C-Tree's best is better wherever both have some."""

    def test(results: Results) -> Finding:
        ours, theirs = (results.frontier("controlled", TREES, method) for method in (METHODS[0], other))
        return everywhere({leaves: ours[leaves] - theirs[leaves] for leaves in ours if leaves in theirs})

    return test


def favourable(most: float) -> Callable[[Results], Finding]:
    """On real data, whether C-Tree is above both others on average over numbers of leaves."""

    def test(results: Results) -> Finding:
        enough = HALF * results.scale.permutations
        hits, told = 0, []
        for data in DATA["real"]:
            means = []
            for other in OTHERS:
                leads = results.leads("real", data, other)
                asked = [fmean(lead) for at, lead in leads.items() if at <= most and len(lead) >= enough]
                means.append(fmean(asked) if asked else None)
            hits += all(mean is not None and mean > 0 for mean in means)
            points = ["-" if mean is None else f"{100 * mean:+.2f}" for mean in means]
            told.append(" ".join([data, *points]))
        return Finding(2 * hits > len(told), f"{hits} of {len(told)} data sets: {', '.join(told)}")

    return test


def beside_a_batch(
    data: Sequence[str], holds: Callable[[dict[str, float]], bool], name: str
) -> Callable[[Results], Finding]:
    """Something that is said of every row of the table, of one of its figures."""

    def test(results: Results) -> Finding:
        rows: dict[tuple[str, str], dict[str, float]] = {}
        for cell, line in results.lines.items():
            if cell.figure == "batch" and cell.data in data:
                rows.setdefault((cell.data, cell.part), {})[cell.method] = line[name]
        whole = [row for row in rows.values() if len(row) == len(LEARNERS)]
        if not whole:
            return MISSING
        hits = sum(map(holds, whole))
        return Finding(hits == len(whole), f"true in {hits} of {len(whole)} rows")

    return test


def with_labels(other: str, least: float) -> Callable[[Results], Finding]:
    """Whether asking for what is wanted is more than so much above something else.

    Where nearly every label is wanted, all are one and the same, and nothing is compared.
    """

    def test(results: Results) -> Finding:
        hits, asked, told = 0, 0, []
        for data in DATA["active"]:
            lines = {ask: results.asked(data, ASKING[0], ask) for ask in ("all", "wanted", other)}
            labels = {ask: mean(found, "labels") or 0.0 for ask, found in lines.items()}
            if labels["wanted"] > NEARLY_ALL * labels["all"]:
                told.append(f"{data} wants all")
                continue
            lead = (mean(lines["wanted"], "accuracy") or 0.0) - (mean(lines[other], "accuracy") or 0.0)
            asked, hits = asked + 1, hits + (lead > least)
            told.append(f"{data} {100 * lead:+.2f}")
        return Finding(hits == asked > 0, f"{hits} of {asked}: {', '.join(told)}")

    return test


def of(figure: str, says: str, test: Callable[[Results], Finding]) -> Claim:
    """A claim about a figure, which nothing is said of before it is whole."""
    return Claim(says, lambda results: test(results) if results.whole(figure) else MISSING)


REAL_TABLES, ALL_TABLES = ("airlines", "electricity"), DATA["batch"]
CLAIMS = (
    of(
        "controlled",
        "on known trees C-Tree is above H-Tree from the start, at equal numbers of leaves",
        above("H-Tree"),
    ),
    of(
        "controlled",
        "on known trees C-Tree is above CorrH-Tree from the start, at equal numbers of leaves",
        above("CorrH-Tree"),
    ),
    of("controlled", "not in the slides: above H-Tree on the very same streams", ahead("H-Tree")),
    of("controlled", "not in the slides: above CorrH-Tree on the very same streams", ahead("CorrH-Tree")),
    of(
        "controlled",
        "not in the slides: on known trees C-Tree is the most accurate in the end",
        ahead_at_the_end,
    ),
    of(
        "controlled",
        "not in the slides: of settings for as many leaves in the end C-Tree's best is above H-Tree's",
        ahead_by_settings("H-Tree"),
    ),
    of(
        "controlled",
        "not in the slides: of settings for as many leaves in the end C-Tree's best is above CorrH-Tree's",
        ahead_by_settings("CorrH-Tree"),
    ),
    of("real", "on most real data C-Tree compares favourably with both at equal leaves", favourable(inf)),
    of("real", "the same in the first learning phases, up to ten leaves", favourable(FIRST)),
    of(
        "batch",
        "a batch tree is more accurate than Hoeffding trees on real data",
        beside_a_batch(REAL_TABLES, lambda row: row["dt"] > max(map(row.__getitem__, STREAMING)), "accuracy"),
    ),
    of(
        "batch",
        "of the synthetic set no tree learns anything: accuracies from 0.45 to 0.55",
        beside_a_batch(
            ("synthetic",), lambda row: all(0.45 <= share <= 0.55 for share in row.values()), "accuracy"
        ),
    ),
    of(
        "batch",
        "Hoeffding trees learn faster than a batch tree",
        beside_a_batch(ALL_TABLES, lambda row: row["dt"] > max(map(row.__getitem__, STREAMING)), "seconds"),
    ),
    of(
        "active",
        "not in the slides: with the labels it wants a tree of proved confidence loses less than a point",
        with_labels("all", -0.01),
    ),
    of(
        "active",
        "not in the slides: it is above as many labels of the first rows",
        with_labels("first", 0.0),
    ),
    of(
        "active",
        "not in the slides: it is above as many labels at random",
        with_labels("random", 0.0),
    ),
    of(
        "active",
        "not in the slides: it is above as many labels, or fewer, where it is unsure",
        with_labels("uncertainty", 0.0),
    ),
    of(
        "active",
        "not in the slides: it is above as many labels by an uncertainty that adapts",
        with_labels("variable-uncertainty", 0.0),
    ),
)
