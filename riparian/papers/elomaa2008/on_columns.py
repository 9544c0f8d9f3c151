"""Whether what the paper says of bins and segments (figures 4 and 5) holds in our figures."""

from __future__ import annotations

from itertools import pairwise
from math import log2

from riparian.papers.claims import Finding
from riparian.papers.elomaa2008.counting import WAVES
from riparian.papers.elomaa2008.domains import NAMED
from riparian.papers.elomaa2008.results import Results
from riparian.papers.elomaa2008.tables import share
from riparian.papers.ledger import Line

MOST_BINS = 5827
# "Only quite small reductions": at most a fifth. "Large": more than two fifths.
SMALL, LARGE = 0.2, 0.4
# "More or less linear": no decade adds more than twice what another adds.
STRAIGHT = 2.0
# "Usually the number of bins is (clearly) less than 10% of the number of examples", but in these domains.
EXCEPTIONS = {"Abalone", "German", "Segmentation"}
TENTH = 0.1


def all_columns(results: Results, domains: tuple[str, ...] = tuple(NAMED)) -> list[Line]:
    """The lines of all columns of domains."""
    return [line for name in domains for line in results.below("columns", name)]


def shown(line: Line) -> str:
    """A column by its name."""
    return f"{line['data']} {line['what']}"


def covertype_has_5827(results: Results) -> Finding:
    """Whether the most bins of Covertype are those of the paper."""
    most = max(all_columns(results, ("Covertype",)), key=lambda line: line["bins"])
    told = f"{most['bins']:,} ({most['what']}), lg {log2(most['bins']):.1f}"
    return Finding(most["bins"] == MOST_BINS, told)


def none_has_more(results: Results) -> Finding:
    """Whether no other column has more bins."""
    more = [line for line in all_columns(results) if line["bins"] > MOST_BINS]
    told = ", ".join(f"{shown(line)} {line['bins']:,}, lg {log2(line['bins']):.1f}" for line in more)
    return Finding(not more, told or "none has")


def from_none_to_80(results: Results) -> Finding:
    """Whether the smallest and largest reduction are 0 and 80 %, in whole percent."""
    lines = sorted(all_columns(results), key=share, reverse=True)
    least, most = lines[0], lines[-1]
    told = f"{100 - 100 * share(least):.1f} ({shown(least)}) to {100 - 100 * share(most):.1f} ({shown(most)})"
    return Finding([round(100 - 100 * share(line)) for line in (least, most)] == [0, 80], told)


def small_reductions(results: Results) -> Finding:
    """Whether no column of three domains loses more than a fifth."""
    lost = {
        name: 1 - min(share(line) for line in all_columns(results, (name,)))
        for name in ("Abalone", "Covertype", "Yeast")
    }
    told = ", ".join(f"{name} up to {100 * most:.1f} %" for name, most in lost.items())
    return Finding(max(lost.values()) <= SMALL, told)


def large_where_many(results: Results) -> Finding:
    """Whether the column of most bins loses much, in two domains."""
    told, holds = [], True
    for name in ("Adult", "Segmentation"):
        most = max(all_columns(results, (name,)), key=lambda line: line["bins"])
        holds &= 1 - share(most) > LARGE
        told.append(f"{shown(most)}, {most['bins']:,} bins: {100 - 100 * share(most):.1f} %")
    return Finding(holds, "; ".join(told))


def thyroids(results: Results) -> Finding:
    """Whether two domains have the same bins and other segments."""
    one, other = (
        {line["what"]: (line["bins"], line["segments"]) for line in all_columns(results, (name,))}
        for name in ("Euthyroid", "Hypothyroid")
    )
    same = one.keys() == other.keys() and all(one[name][0] == other[name][0] for name in one)
    told = ", ".join(
        f"{name} {bins}: {segments} and {other[name][1]}"
        for name, (bins, segments) in one.items()
        if name in other
    )
    differ = any(segments != other[name][1] for name, (_, segments) in one.items() if name in other)
    return Finding(same and differ, f"bins and segments: {told}")


def rarely_a_tenth(results: Results) -> Finding:
    """Whether three domains, and no other, have columns of bins for a tenth of all their rows or more."""
    many = [line for line in all_columns(results) if line["bins"] >= TENTH * line["all_rows"]]
    counts = {name: sum(line["data"] == name for line in many) for name in NAMED}
    told = ", ".join(f"{name} {number}" for name, number in counts.items() if number)
    others = [shown(line) for line in many if line["data"] not in EXCEPTIONS]
    found = {name for name, number in counts.items() if number}
    return Finding(
        found == EXCEPTIONS,
        f"columns of a tenth or more: {told}" + (f" ({', '.join(others)})" if others else ""),
    )


def waves(results: Results, name: str) -> dict[int, Line]:
    """The lines of a column of Waveform, by rows."""
    return {line["rows"]: line for line in results.below("growth", "waveform") if line["what"] == name}


def decades(results: Results, name: str, layer: str) -> list[int]:
    """What each decade from ten thousand rows on adds."""
    found = waves(results, name)
    ends = [10**power for power in range(4, 8)]
    return [found[after][layer] - found[before][layer] for before, after in pairwise(ends)]


def straight(results: Results) -> Finding:
    """Whether every decade adds about as many bins, and about as many segments."""
    told, holds = [], True
    for layer in ("bins", "segments"):
        added = {name: decades(results, name, layer) for name in WAVES}
        told.append(
            f"{layer}: "
            + "; ".join(f"{name} +{', +'.join(map(str, steps))}" for name, steps in added.items())
        )
        holds &= all(max(steps) <= STRAIGHT * min(steps) for steps in added.values())
    return Finding(holds, ". ".join(told))


def approach(results: Results) -> Finding:
    """Whether the share of segments rises from a thousand rows to ten thousand and on to ten million."""
    found = {name: [share(waves(results, name)[10**power]) for power in (3, 4, 7)] for name in WAVES}
    told = "; ".join(
        f"{name} {', '.join(f'{100 * part:.1f}' for part in parts)} %" for name, parts in found.items()
    )
    rising = all(parts == sorted(parts) for parts in found.values())
    return Finding(rising, f"after 10^3, 10^4 and 10^7 rows: {told}")


def about_ten(results: Results) -> Finding:
    """Whether lg V is ten in whole numbers at ten million rows."""
    found = {name: waves(results, name)[10**7]["bins"] for name in WAVES}
    told = ", ".join(f"{name} {log2(bins):.1f} ({bins:,} bins)" for name, bins in found.items())
    return Finding(all(round(log2(bins)) == 10 for bins in found.values()), told)
