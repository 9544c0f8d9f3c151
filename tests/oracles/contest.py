"""The contest for a split: criteria, candidates, and the rule that decides.

docs/definition.md, "When a leaf tries to split" and "The Hoeffding rule"; Hoeffding (1963) as used by
Domingos & Hulten (2000). Growing the children is not here (see vfdt).
"""

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from tests.oracles import crossings, widths
from tests.oracles.criteria import criterion_range, impurity
from tests.oracles.leaf import Leaf, Weights, total
from tests.oracles.observers import Exhaustive

POINTS = 10


def split_gain(criterion: str, own: float, parent: Mapping[int, float], branches: list[Weights]) -> float:
    """`(n_j / own) * (g(O_j) - sum_q (n_q / n_j) g(O_q))`, negative rounding errors taken as 0."""
    n = total(parent)
    if criterion == "misclassification":
        # The same number, 1 - max p_k written out: exact for whole weights. This criterion has many true
        # equals (a multi-way split and one of its categories against the rest), and the first must win.
        kept = sum(max(branch.values()) for branch in branches)
        return max(0.0, (kept - max(parent.values())) / own)
    after = sum(total(branch) / n * impurity(criterion, branch) for branch in branches)
    return max(0.0, n / own * (impurity(criterion, parent) - after))


@dataclass
class Candidate:
    """One test that a column offers, and the class weights it would send down each branch."""

    column: Hashable
    kind: str  # "cut", "one" or "many"
    cut: float | None
    categories: list[int]  # "one": the category of the first branch; "many": one for each branch
    branches: list[Weights]
    gain: float = 0.0
    merit: float = 0.0  # what counts between columns


def boundaries(leaf: Leaf, column: Hashable, min_branch_fraction: float, every: bool) -> list[Candidate]:
    """Numeric candidates of an observer that offers cuts: those, or also what it need not offer."""
    totals, found, summary = leaf.present(column), [], leaf.summaries[column]
    every &= isinstance(summary, Exhaustive)
    for cut, left in summary.all_cuts() if every else summary.cuts(min_branch_fraction):
        right = {k: total - left.get(k, 0.0) for k, total in totals.items()}
        found.append(Candidate(column, "cut", cut, [], [left, right]))
    return found


def cuts(leaf: Leaf, column: Hashable, kind: str = "grid") -> list[Candidate]:
    """Numeric candidates: ten equal steps between the smallest and the largest value, crossings, or both."""
    lo, hi = leaf.extent(column)
    step = (hi - lo) / (POINTS + 1)
    grid = [cut for cut in (lo + i * step for i in range(1, POINTS + 1)) if lo < cut < hi]
    normals = leaf.numeric[column]
    if kind == "grid":
        return [Candidate(column, "cut", cut, [], clipped(leaf, column, cut)) for cut in grid]
    points = [] if kind == "crossings" else grid
    points += [] if kind == "delayed" else crossings.offered(normals, lo, hi)
    return [Candidate(column, "cut", cut, [], unclipped(leaf, column, cut)) for cut in points]


def clipped(leaf: Leaf, column: Hashable, cut: float) -> list[Weights]:
    """Class weights on both sides of a cut, of curves that end with their values."""
    normals = leaf.numeric[column]
    left = {k: normal.left_of(cut) for k, normal in normals.items()}
    return [left, {k: normal.weight - left[k] for k, normal in normals.items()}]


def unclipped(leaf: Leaf, column: Hashable, cut: float) -> list[Weights]:
    """The same of curves without ends."""
    normals = leaf.numeric[column]
    left = crossings.left_of(normals, cut, *leaf.extent(column))
    return [left, {k: normal.weight - left[k] for k, normal in normals.items()}]


def refined(leaf: Leaf, best: Candidate, criterion: str, min_branch_fraction: float) -> tuple[float, bool]:
    """The cut that a delayed search installs, and whether rounding chose it."""
    assert best.cut is not None
    points = [best.cut, *crossings.offered(leaf.numeric[best.column], *leaf.extent(best.column))]
    offered = []
    for cut in points:
        branches = unclipped(leaf, best.column, cut)
        parent = leaf.present(best.column)
        if all(total(branch) > min_branch_fraction * total(parent) for branch in branches):
            gain = split_gain(criterion, total(leaf.own), parent, branches)
            offered.append(Candidate(best.column, "cut", cut, [], branches, gain))
    first = first_of_best(offered)
    assert first is not None
    assert first.cut is not None
    return first.cut, is_near_tie(criterion, first, [offered], [first])


def partitions(leaf: Leaf, column: Hashable) -> list[Candidate]:
    """Nominal candidates: multi-way, then each category against the rest (if that is dropped)."""
    table = leaf.nominal[column]
    categories = sorted(table)
    if len(categories) < 2:
        return []
    found = [Candidate(column, "many", None, categories, [dict(table[v]) for v in categories])]
    if len(categories) >= 3:
        for v in categories:
            rest: Weights = {}
            for other in categories:
                if other != v:
                    for k, w in table[other].items():
                        rest[k] = rest.get(k, 0.0) + w
            found.append(Candidate(column, "one", None, [v], [dict(table[v]), rest]))
    return found


def candidates(
    leaf: Leaf,
    column: Hashable,
    criterion: str,
    min_branch_fraction: float,
    room: float,
    kind: str = "grid",
    every: bool = False,
) -> list[Candidate]:
    """The column's candidates with their gains; two branches must hold enough weight, and all must fit."""
    if column in leaf.numeric:
        offered = cuts(leaf, column, kind)
    elif column in leaf.summaries:
        offered = boundaries(leaf, column, min_branch_fraction, every)
    elif column in leaf.nominal:
        offered = partitions(leaf, column)
    else:
        offered = []  # no row of this leaf had a value here
    parent = leaf.present(column)
    kept = []
    for candidate in offered:
        held = [total(branch) > min_branch_fraction * total(parent) for branch in candidate.branches]
        if sum(held) >= 2 and len(held) <= room:
            candidate.gain = split_gain(criterion, total(leaf.own), parent, candidate.branches)
            kept.append(candidate)
    if kept and kept[0].kind == "many":
        return kept[:1]  # criteria are concave: no category against the rest can gain more
    return kept


def first_of_best(offered: list[Candidate]) -> Candidate | None:
    """A column's candidate of the largest gain, the first of equals."""
    best = None
    for candidate in offered:
        if best is None or candidate.gain > best.gain:
            best = candidate
    return best


def split_information(branches: list[Weights]) -> float:
    """`-sum_q (n_q / n_j) lg (n_q / n_j)`: the entropy of the branches, whatever is in them."""
    return impurity("entropy", {q: total(branch) for q, branch in enumerate(branches)})


def least_gain(by_column: list[Candidate]) -> float:
    """Gain ratio: the mean gain of the columns that gain anything, equal to within a billionth."""
    gains = [candidate.gain for candidate in by_column if candidate.gain > 1e-12]
    return max(1e-12, (1.0 - 1e-9) * sum(gains) / len(gains)) if gains else math.inf


def judge(criterion: str, by_column: list[Candidate]) -> None:
    """Give each column's best its merit: the gain, or the ratio if the gain is not below the mean."""
    least = least_gain(by_column)
    for candidate in by_column:
        competes = criterion != "gain-ratio" or candidate.gain >= least
        candidate.merit = worth(criterion, candidate) if competes else 0.0


def worth(criterion: str, candidate: Candidate) -> float:
    """What the candidate counts for between columns, if it may compete."""
    if criterion == "gain-ratio":
        return min(1.0, candidate.gain / split_information(candidate.branches))
    return candidate.gain


def hoeffding_bound(extent: float, delta: float, weight: float, weight_sq: float) -> float:
    """`R sqrt(ln(1/delta) / (2 n))` with `n = weight^2 / weight_sq`, the effective number of rows."""
    n = weight * weight / weight_sq
    return extent * math.sqrt(math.log(1.0 / delta) / (2.0 * n))


@dataclass
class Verdict:
    """The winner of a contest and why it may split the leaf.

    `near_tie` is for the tests: another candidate has the same gain to within 1e-12 of it.
    """

    best: Candidate
    second: float
    bound: float
    reason: str
    near_tie: bool


PROVED = ("rutkowski", "jaworski", "hybrid", "theorem", "tight")


def counted(leaf: Leaf, rule: str, n_classes: int) -> int:
    """`K` of a bound: all classes that are known where something is proved, otherwise those of the leaf."""
    return n_classes if rule in PROVED else len([w for w in leaf.votes.values() if w > 0.0])


def decide(
    leaf: Leaf,
    columns: list[Hashable],
    n_classes: int,
    *,
    criterion: str,
    delta: float,
    tau: float,
    min_gain: float,
    min_branch_fraction: float,
    room: float,
    kind: str = "grid",
    rule: str = "hoeffding",
    any_rival: bool = False,
    time: int = 1,
) -> Verdict | None:
    """The split that the leaf has earned, or None."""
    if len(leaf.own) < 2:
        return None
    if rule == "hybrid" and criterion == "gini":
        numbers = {
            "delta": delta,
            "tau": tau,
            "min_gain": min_gain,
            "min_branch_fraction": min_branch_fraction,
        }
        by_error = decide(
            leaf,
            columns,
            n_classes,
            criterion="misclassification",
            **numbers,
            room=room,
            kind=kind,
            rule=rule,
            time=time,
        )
        if by_error:
            return by_error
    offered = [candidates(leaf, column, criterion, min_branch_fraction, room, kind) for column in columns]
    by_column = [best for best in map(first_of_best, offered) if best is not None]
    if not by_column:
        return None
    judge(criterion, by_column)
    best = max(by_column, key=lambda candidate: candidate.merit)  # the first of equals
    # The null split has merit 0 exactly and stands among the others.
    second = max([0.0] + [other.merit for other in by_column if other is not best])
    if any_rival:
        same = candidates(leaf, best.column, criterion, min_branch_fraction, room, kind, every=True)
        second = max([second] + [other.gain for other in same if other.cut != best.cut])
    n_classes = counted(leaf, rule, n_classes)
    extent = criterion_range(criterion, n_classes)
    own = total(leaf.own)
    at = widths.Moment(
        criterion=criterion,
        n=leaf.weight**2 / leaf.weight_sq,
        m=own**2 / leaf.own_sq,
        classes=n_classes,
        branches=len(best.branches),
        depth=leaf.depth,
        time=time,
        columns=len([column for column in leaf.seen if column not in leaf.dropped]),
    )
    bound, tie = widths.bound(rule, delta, at)
    if best.merit <= min_gain * extent:
        return None
    if best.merit - second > bound:
        reason = "bound"
    elif tie < tau:
        reason = "tie"
    else:
        return None
    near_tie = is_near_tie(criterion, best, offered, by_column)
    if best.column in leaf.numeric and best.cut is not None:
        if kind == "delayed":
            best.cut, near = refined(leaf, best, criterion, min_branch_fraction)
            near_tie |= near
        # Whatever found it, children inherit what lies on either side of the cut.
        best.branches = clipped(leaf, best.column, best.cut)
    return Verdict(best, second, bound, reason, near_tie)


def fallen_behind(
    leaf: Leaf,
    columns: list[Hashable],
    n_classes: int,
    *,
    criterion: str,
    delta: float,
    min_branch_fraction: float,
    room: float,
) -> tuple[list[Hashable], bool]:
    """The columns that an attempt without a split drops: behind the best by more than the bound.

    A column that has no candidate is worth 0. A column that gain ratio passes over is worth its ratio. The
    second answer is for the tests: whether rounding decided about one of them.
    """
    if len(leaf.own) < 2:
        return [], False
    offered = [candidates(leaf, column, criterion, min_branch_fraction, room) for column in columns]
    by_column = [best for best in map(first_of_best, offered) if best is not None]
    if not by_column:
        return [], False
    judge(criterion, by_column)
    best = max(candidate.merit for candidate in by_column)
    worths = {candidate.column: worth(criterion, candidate) for candidate in by_column}
    extent = criterion_range(criterion, counted(leaf, "hoeffding", n_classes))
    bound = hoeffding_bound(extent, delta, leaf.weight, leaf.weight_sq)
    behind = {column: best - worths.get(column, 0.0) for column in columns if column in leaf.seen}
    near = any(abs(lag - bound) <= 1e-12 * bound for lag in behind.values())
    return [column for column, lag in behind.items() if lag > bound and column not in leaf.dropped], near


def is_near_tie(
    criterion: str, best: Candidate, offered: list[list[Candidate]], by_column: list[Candidate]
) -> bool:
    """Whether rounding chose. Equal tables are equals in any arithmetic; unequal ones of one gain are not."""
    if criterion != "gain-ratio":
        others = [c for of_column in offered for c in of_column if c.branches != best.branches]
        return any(best.gain - c.gain <= 1e-12 * best.gain for c in others)
    least = least_gain(by_column)
    chosen = {c.column: c for c in by_column}
    return any(
        abs(chosen[c.column].gain - c.gain) <= 1e-12 * c.gain
        for of_column in offered
        for c in of_column
        if c.branches != chosen[c.column].branches
    ) or any(
        abs(c.gain - least) <= 1e-12 * least or best.merit - c.merit <= 1e-12 * best.merit
        for c in by_column
        if c is not best
    )
