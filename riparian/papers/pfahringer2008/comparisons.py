"""Comparisons that claims are made of: each makes a test, from the results to a finding with its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from riparian.papers.claims import MISSING, Finding
from riparian.papers.layout import count, percent
from riparian.papers.pfahringer2008.configurations import BUDGETS, PAPERS_OWN
from riparian.papers.pfahringer2008.results import Results

# The paper leaves gk10 out of its Table 2, so what it says of "all methods" is not about gk10.
IN_TABLE_2 = tuple(name for name in PAPERS_OWN if name != "gk10")
EVERY = tuple(BUDGETS)

Test = Callable[[Results], Finding]
# What is looked at, whether it is as claimed (None if cells are missing), and the numbers.
Look = tuple[str, bool | None, str]


def together(looks: Iterable[Look]) -> Finding:
    """One finding of several looks: all must be as claimed; one that is not decides alone.

    >>> together([("32MB", True, "2 > 1"), ("400MB", None, "")])
    Finding(holds=None, numbers='32MB: 2 > 1')
    """
    found = list(looks)
    verdicts = [holds for _, holds, _ in found]
    if all(holds is None for holds in verdicts):
        return MISSING
    numbers = "\n".join(
        f"{place}: {said}{'' if holds else '; not so'}" for place, holds, said in found if holds is not None
    )
    if False in verdicts:
        return Finding(holds=False, numbers=numbers)
    return Finding(None if None in verdicts else True, numbers)


def falling(*names: str, budgets: Iterable[str] = EVERY, ties: bool = False) -> Test:
    """The mean accuracy falls (or stays, with `ties`) from each configuration to the next, in each budget."""

    def look(results: Results, budget: str) -> Look:
        means = {name: results.mean(name, budget) for name in names}
        known = [mean for mean in means.values() if mean is not None]
        fall = all(one > other or (ties and one == other) for one, other in pairwise(known))
        return budget, fall if len(known) == len(names) else None, beside(means)

    return lambda results: together(look(results, budget) for budget in budgets)


def larger(what: str, first: str, others: Iterable[str], *, budgets: Iterable[str] = EVERY) -> Test:
    """The mean of some count is larger for one configuration than for each of the others, in each budget."""
    compared = tuple(name for name in others if name != first)

    def look(results: Results, budget: str) -> Look:
        means = {name: results.mean(name, budget, what) for name in (first, *compared)}
        known = {name: mean for name, mean in means.items() if mean is not None}
        if len(known) < len(means):
            return budget, None, ""
        own = known.pop(first)
        top = max(known, key=lambda name: known[name])
        said = f"{first} {count(own, 1)}, {top} {count(known[top], 1)}"
        return budget, own > known[top], said

    return lambda results: together(look(results, budget) for budget in budgets)


def ahead(first: str, second: str, margin: float, *places: tuple[str, str]) -> Test:
    """The first is ahead of the second by a margin at least, at each stream and budget."""

    def look(results: Results, stream: str, budget: str) -> Look:
        shares = {name: results.accuracy(stream, name, budget) for name in (first, second)}
        one, other = shares.values()
        holds = None if one is None or other is None else one - other >= margin
        return f"{stream} {budget}", holds, beside(shares)

    return lambda results: together(look(results, *place) for place in places)


def best_of_all(name: str, streams: Iterable[str], budgets: Iterable[str] = EVERY) -> Test:
    """A configuration is ahead of all others of Table 2, on each stream and in each budget."""
    return _extreme(name, streams, budgets, others=IN_TABLE_2, best=True)


def last_of(name: str, others: Iterable[str], streams: Iterable[str], budgets: Iterable[str] = EVERY) -> Test:
    """A configuration is behind all of the others, on each stream and in each budget."""
    return _extreme(name, streams, budgets, others=tuple(others), best=False)


def _extreme(
    name: str, streams: Iterable[str], budgets: Iterable[str], *, others: tuple[str, ...], best: bool
) -> Test:
    compared = tuple(other for other in others if other != name)
    places = [(stream, budget) for stream in streams for budget in budgets]

    def look(results: Results, stream: str, budget: str) -> Look:
        shares = {other: results.accuracy(stream, other, budget) for other in (name, *compared)}
        known = {other: share for other, share in shares.items() if share is not None}
        if len(known) < len(shares):
            return f"{stream} {budget}", None, ""
        own = known.pop(name)
        near = (max if best else min)(known, key=lambda other: known[other])
        holds = own > known[near] if best else own < known[near]
        return f"{stream} {budget}", holds, beside({name: own, near: known[near]})

    return lambda results: together(look(results, *place) for place in places)


def beside(shares: Mapping[str, float | None]) -> str:
    """Accuracies in a line.

    >>> beside({"vfml10": 0.9, "gauss10": None})
    'vfml10 90.00, gauss10 -'
    """
    return ", ".join(f"{name} {percent(share)}" for name, share in shares.items())
