"""What the paper says of the three trees, in our figures, for OHyT with its defaults and for its listing."""

from __future__ import annotations

from collections.abc import Callable

from riparian.papers.claims import MISSING, Claim, Finding
from riparian.papers.friasblanco2019.data import OTHERS
from riparian.papers.friasblanco2019.methods import IADEM, METHODS, OHYT, PLAIN, READINGS, SWEPT
from riparian.papers.friasblanco2019.results import Results
from riparian.papers.layout import score

# "Approximately equivalent": one is at most this many times the other.
ALIKE = 1.25
# "The accuracy values remain stable": within so much.
STABLE = 0.01
# What a reader must know about every claim on real data.
REMARK = f" ({' and '.join(OTHERS)} are not the paper's sets)"


def of(part: str, says: str, test: Callable[[Results], Finding]) -> Claim:
    """A claim about a part; there is nothing to say unless all of it was run."""
    return Claim(says, lambda results: test(results) if results.whole(part) else MISSING)


def never_below(one: str, other: str) -> Callable[[Results], Finding]:
    """Whether a tree is nowhere less accurate than another, by a hundredth of a point."""

    def test(results: Results) -> Finding:
        found = results.compared("synthetic", "accuracy", METHODS)
        if found is None:
            return MISSING
        pair = found.pair(one, other)
        worse = [
            f"{name} ({100 * lead:+.2f})"
            for name, lead in leads(results, one, other, "accuracy").items()
            if lead <= -0.0001
        ]
        return Finding(pair.losses == 0, score(pair) + (f": {', '.join(worse)}" if worse else ""))

    return test


def leads(results: Results, one: str, other: str, measure: str) -> dict[str, float]:
    """By how much one is above the other on every stream."""
    return {
        name: results.mean("synthetic", name, one, measure) - results.mean("synthetic", name, other, measure)
        for name in results.data("synthetic")
    }


def wins_more(one: str, other: str) -> Callable[[Results], Finding]:
    """Whether a tree is more accurate than another on more streams than it is less accurate."""

    def test(results: Results) -> Finding:
        found = results.compared("synthetic", "accuracy", METHODS)
        if found is None:
            return MISSING
        pair = found.pair(one, other)
        return Finding(pair.wins > pair.losses, score(pair))

    return test


def told_apart(one: str, other: str, *, level: float, apart: bool) -> Callable[[Results], Finding]:
    """Whether Wilcoxon's test over the streams finds a difference, or none."""

    def test(results: Results) -> Finding:
        found = results.compared("synthetic", "accuracy", METHODS)
        if found is None:
            return MISSING
        ranks = found.pair(one, other).test
        return Finding((ranks.p < level) == apart, f"z = {ranks.z:.3f}, p = {ranks.p:.2g}")

    return test


def smallest(part: str, ohyt: str) -> Callable[[Results], Finding]:
    """Whether IADEM-2 has the fewest nodes everywhere, ties allowed."""

    def test(results: Results) -> Finding:
        larger = []
        for name in results.data(part):
            nodes = {method: results.mean(part, name, method, "nodes") for method in (ohyt, PLAIN, IADEM)}
            if nodes[IADEM] > min(nodes.values()):
                fewer = min(nodes, key=lambda method: nodes[method])
                larger.append(f"{name} ({nodes[IADEM]:.1f}, {fewer} {nodes[fewer]:.1f})")
        told = f"on {len(results.data(part)) - len(larger)} of {len(results.data(part))}"
        told += f"; not on {', '.join(larger)}" if larger else ""
        return Finding(not larger, told + (REMARK if part == "real" else ""))

    return test


def as_large(ohyt: str) -> Callable[[Results], Finding]:
    """Whether OHyT and VFDT have trees of about one size on average."""

    def test(results: Results) -> Finding:
        data = results.data("synthetic")
        sizes = {
            method: results.overall("synthetic", data, method, "nodes") for method in (ohyt, PLAIN, IADEM)
        }
        told = ", ".join(f"{method} {size:.1f}" for method, size in sizes.items())
        return Finding(1 / ALIKE <= sizes[ohyt] / sizes[PLAIN] <= ALIKE, told)

    return test


def best_on_six(ohyt: str) -> Callable[[Results], Finding]:
    """Whether OHyT is the most accurate of the three on six of the nine real data sets, ties counted."""

    def test(results: Results) -> Finding:
        best = []
        for name in results.data("real"):
            found = {
                method: results.mean("real", name, method, "accuracy") for method in (ohyt, PLAIN, IADEM)
            }
            if found[ohyt] >= max(found.values()):
                best.append(name)
        return Finding(len(best) >= 6, f"on {len(best)}: {', '.join(best) or 'none'}{REMARK}")

    return test


def fastest(ohyt: str) -> Callable[[Results], Finding]:
    """Whether VFDT takes the least time and OHyT the most, summed over all real data sets."""

    def test(results: Results) -> Finding:
        seconds = {
            method: sum(results.mean("real", name, method, "seconds") for name in results.data("real"))
            for method in (ohyt, PLAIN, IADEM)
        }
        told = ", ".join(f"{method} {time:.2f} s" for method, time in seconds.items())
        return Finding(seconds[PLAIN] < seconds[IADEM] < seconds[ohyt], told)

    return test


def stable(results: Results) -> Finding:
    """Whether the mean accuracy of OHyT changes little with the time that leaves wait."""
    named = [method for method in SWEPT if method.startswith(f"{OHYT} tau=")]
    found = {method: float(results.curve(method)[:, 0].mean()) for method in named}
    told = ", ".join(f"{method.removeprefix('OHyT ')} {100 * share:.2f}" for method, share in found.items())
    return Finding(max(found.values()) - min(found.values()) <= STABLE, told)


def of_reading(ohyt: str) -> tuple[Claim, ...]:
    """What the paper says of its tree, tested on one reading of it."""
    return (
        of("synthetic", f"{ohyt} is never less accurate than IADEM-2 (Table 2)", never_below(ohyt, IADEM)),
        of(
            "synthetic",
            f"{ohyt} beats VFDT on more streams than it loses to VFDT (Table 2)",
            wins_more(ohyt, PLAIN),
        ),
        of(
            "synthetic",
            f"{ohyt} and IADEM-2 differ significantly, at 0.01",
            told_apart(ohyt, IADEM, level=0.01, apart=True),
        ),
        of(
            "synthetic",
            f"{ohyt} and VFDT do not differ significantly, at 0.01",
            told_apart(ohyt, PLAIN, level=0.01, apart=False),
        ),
        of(
            "synthetic",
            f"on every stream trees of IADEM-2 are at most as large as those of {ohyt} and VFDT (Table 3)",
            smallest("synthetic", ohyt),
        ),
        of(
            "synthetic",
            f"{ohyt} and VFDT have trees of about one size (275 and 297 nodes): within a quarter",
            as_large(ohyt),
        ),
        of("real", f"{ohyt} is ahead on six of nine real data sets (Table 5)", best_on_six(ohyt)),
        of(
            "real",
            f"on every real data set trees of IADEM-2 are at most as large as those of {ohyt} and VFDT "
            "(Table 5)",
            smallest("real", ohyt),
        ),
        of("real", f"VFDT is the fastest, IADEM-2 second, {ohyt} last (Table 5)", fastest(ohyt)),
    )


CLAIMS = (
    *(claim for ohyt in READINGS for claim in of_reading(ohyt)),
    of(
        "synthetic",
        "VFDT beats IADEM-2 on more streams than it loses to IADEM-2 (Table 2)",
        wins_more(PLAIN, IADEM),
    ),
    of(
        "sweep",
        "the accuracy of OHyT remains stable within a range of tau (Figure 3): within a point",
        stable,
    ),
)
