"""Several methods on several data sets: who wins, by how much, and whether that is more than luck.

Demšar (2006). The tests themselves are in ranks, the critical-difference diagram in riparian.viz.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.evaluate import text
from riparian.evaluate.checks import fraction
from riparian.evaluate.ranks import Ranks, SignedRanks, critical_difference, friedman, holm, wilcoxon
from riparian.evaluate.result import Result
from riparian.evaluate.seeds import without_seeds
from riparian.plain import shown
from riparian.settings import listed

# A hundredth of a percentage point.
TIE = 0.0001
LESS_IS_BETTER = frozenset({"log_loss", "nodes", "leaves", "depth", "memory_bytes", "seconds"})
# Ways to take a measure, which do not change what is better.
TAKEN = ("window_", "fading_", "train_")


@dataclass(frozen=True)
class Pair:
    """One method against another over all data sets."""

    first: str
    second: str
    wins: int
    ties: int
    losses: int
    test: SignedRanks
    adjusted_p: float


@dataclass(frozen=True)
class Comparison:
    """What `compare` found.

    Parameters
    ----------
    measure : str
        What was compared.
    methods, data_sets : list of str
        Columns and lines of `values`.
    values : array (data sets, methods)
        Means over repetitions where there are any.
    ranks : Ranks
        Friedman's test; `ranks.mean` has a mean rank for each method, 1 the best.
    pairs : list of Pair
        Every pair of methods, with Wilcoxon's test and its p adjusted by Holm.
    correction : str
        'nemenyi' or 'holm': by which methods are told apart.
    critical_difference : float or None
        Nemenyi's; None for Holm.
    alpha : float
        The level.
    tie_rule : str
        What counts as a tie, in words.
    """

    measure: str
    methods: list[str]
    data_sets: list[str]
    values: NDArray[np.float64]
    ranks: Ranks
    pairs: list[Pair]
    correction: str
    critical_difference: float | None
    alpha: float
    tie_rule: str

    def pair(self, first: str, second: str) -> Pair:
        """Two methods against each other, from the side of the first."""
        for found in self.pairs:
            if (found.first, found.second) == (first, second):
                return found
            if (found.first, found.second) == (second, first):
                return Pair(first, second, found.losses, found.ties, found.wins, found.test, found.adjusted_p)
        raise KeyError(
            f"there is no pair {shown(first)} and {shown(second)}, there is {listed(self.methods)}"
        )

    def differ(self, first: str, second: str) -> bool:
        """Whether two methods can be told apart."""
        if self.critical_difference is None:
            return self.pair(first, second).adjusted_p < self.alpha
        places = [self.methods.index(name) for name in (first, second)]
        return bool(abs(np.diff(self.ranks.mean[places])[0]) > self.critical_difference)

    @property
    def ranked(self) -> list[str]:
        """The methods, best mean rank first."""
        return [self.methods[place] for place in np.argsort(self.ranks.mean, kind="stable")]

    @property
    def groups(self) -> list[list[str]]:
        """Methods next to each other in rank that cannot be told apart: the longest such groups."""
        order = self.ranked
        found: list[list[str]] = []
        for start in range(len(order)):
            stop = start + 1
            while stop < len(order) and not any(self.differ(a, order[stop]) for a in order[start:stop]):
                stop += 1
            group = order[start:stop]
            if len(group) > 1 and not any(set(group) <= set(other) for other in found):
                found.append(group)
        return found

    def __str__(self) -> str:
        places = [self.methods.index(name) for name in self.ranked]
        letters = [
            "".join(chr(ord("a") + at) for at, group in enumerate(self.groups) if name in group) or "-"
            for name in self.ranked
        ]
        overview: dict[str, Sequence[Any]] = {
            "method": self.ranked,
            f"mean {self.measure}": self.values.mean(axis=0)[places].tolist(),
            "mean rank": self.ranks.mean[places].tolist(),
            "not apart": letters,
        }
        duels: dict[str, Sequence[Any]] = {
            "pair": [f"{pair.first} : {pair.second}" for pair in self.pairs],
            "wins": [pair.wins for pair in self.pairs],
            "ties": [pair.ties for pair in self.pairs],
            "losses": [pair.losses for pair in self.pairs],
            "z": [pair.test.z for pair in self.pairs],
            "p": [pair.test.p for pair in self.pairs],
            "p by Holm": [pair.adjusted_p for pair in self.pairs],
        }
        told = (
            "Over one data set nothing can be tested"
            if len(self.data_sets) < 2
            else (
                f"Friedman: chi squared {self.ranks.statistic:.4g}, p {self.ranks.p:.3g} "
                f"over {len(self.data_sets)} data sets"
            )
        )
        if self.critical_difference is not None and len(self.data_sets) > 1:
            told += f"; critical difference (Nemenyi, {self.alpha:g}) {self.critical_difference:.4g}"
        return "\n".join(
            [told, "", text.table(overview), "", text.table(duels), "", f"A tie is {self.tie_rule}."]
        )


def compare(
    given: Any,
    *,
    measure: str = "accuracy",
    tie: float | str = TIE,
    alpha: float = 0.05,
    correction: str = "nemenyi",
    less_is_better: bool | None = None,
) -> Comparison:
    """Compare methods over data sets.

    Parameters
    ----------
    given : sequence of Result, or mapping of data set to mapping of method to value
        A value may be a list, one number per repetition (seed), in the same order for all methods. Results on
        as many rows of the same stream that differ in its seeds only are repetitions.
    measure : str, default 'accuracy'
        What to take from results: a column of their summary.
    tie : float or 'test', 0 <= tie, default 0.0001
        Two methods tie on a data set if they differ by less than this: by default 0.01 percentage points.
        'test' for: if Wilcoxon's test over the repetitions does not tell them apart at `alpha`.
    alpha : float, 0 < alpha < 1, default 0.05
        The level of all tests.
    correction : str, 'nemenyi' or 'holm'
        How methods are told apart: by Nemenyi's critical difference of mean ranks, or by Wilcoxon's tests
        with Holm's correction.
    less_is_better : bool or None, default None
        None decides by the measure: sizes, times, losses and deviations are better when they are smaller.

    Returns
    -------
    Comparison

    Examples
    --------
    >>> table = {f"set {n}": {"a": 0.80 + n / 100, "b": 0.79 + n / 200} for n in range(1, 9)}
    >>> found = compare(table)
    >>> pair = found.pair("a", "b")
    >>> pair.wins, pair.ties, pair.losses, pair.test.p
    (8, 0, 0, 0.0078125)
    """
    fraction("alpha", alpha)
    if correction not in ("nemenyi", "holm"):
        raise ValueError(f"correction must be 'nemenyi' or 'holm', got {shown(correction)}")
    if tie != "test" and (isinstance(tie, bool | str) or not tie >= 0):
        raise ValueError(f"tie must be a number of at least 0 or 'test', got {shown(tie)}")
    repeated = _from_results(given, measure) if _are_results(given) else _from_table(given)
    data_sets, methods = list(repeated), list(next(iter(repeated.values())))
    sign = -1.0 if (_falls(measure) if less_is_better is None else less_is_better) else 1.0
    values = np.array([[_mean(repeated[name][method]) for method in methods] for name in data_sets])
    pairs = []
    for one, other in combinations(range(len(methods)), 2):
        outcome = [
            _outcome(line, methods[one], methods[other], sign, tie, alpha) for line in repeated.values()
        ]
        test = wilcoxon(sign * _rounded(values[:, one] - values[:, other]))
        counts = (outcome.count(1), outcome.count(0), outcome.count(-1))
        pairs.append(Pair(methods[one], methods[other], *counts, test, test.p))
    adjusted = holm([pair.test.p for pair in pairs])
    return Comparison(
        measure=measure,
        methods=methods,
        data_sets=data_sets,
        values=values,
        ranks=friedman(sign * values),
        pairs=[replace(pair, adjusted_p=p) for pair, p in zip(pairs, adjusted, strict=True)],
        correction=correction,
        critical_difference=critical_difference(len(methods), len(data_sets), alpha)
        if correction == "nemenyi"
        else None,
        alpha=alpha,
        tie_rule=f"a difference below {tie:g}"
        if not isinstance(tie, str)
        else f"a difference that Wilcoxon's test over the repetitions does not find at {alpha:g}",
    )


def _falls(measure: str) -> bool:
    """Whether less of a measure is better; of a deviation it always is."""
    for prefix in TAKEN:
        measure = measure.removeprefix(prefix)
    return measure in LESS_IS_BETTER or measure.endswith("_deviation")


def _mean(values: Sequence[float]) -> float:
    """The mean, whatever the order, rounded once so that every test sees the same number."""
    return round(math.fsum(values) / len(values), 12)


def _rounded(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Differences of equal decimals differ by roundings that must not break ties."""
    found: NDArray[np.float64] = np.round(differences, 12)
    return found


def _outcome(
    line: Mapping[str, Sequence[float]], one: str, other: str, sign: float, tie: float | str, alpha: float
) -> int:
    """1 if the first wins, -1 if the second does, 0 for a tie."""
    differences = sign * (np.asarray(line[one]) - np.asarray(line[other]))
    mean = sign * round(_mean(line[one]) - _mean(line[other]), 12)
    if isinstance(tie, str):
        return int(np.sign(mean)) if wilcoxon(_rounded(differences)).p < alpha else 0
    return 0 if abs(mean) < tie else int(np.sign(mean))


def _are_results(given: Any) -> bool:
    return isinstance(given, Result) or (
        isinstance(given, list | tuple) and all(isinstance(entry, Result) for entry in given)
    )


def _from_results(given: Any, measure: str) -> dict[str, dict[str, list[float]]]:
    found: dict[str, dict[str, list[float]]] = {}
    results = [given] if isinstance(given, Result) else given
    keys = [
        (_stream(place, result), int(result.summary["rows"].max(initial=0)))
        for place, result in enumerate(results)
    ]
    for result, (name, rows) in zip(results, keys, strict=True):
        # The first 1,000 rows of a stream are another data set than its first 20,000.
        alone = all(other == rows for same, other in keys if same == name)
        line = found.setdefault(name if alone else f"{name}, {rows:,} rows", {})
        if measure not in result.summary:
            columns = [name for name in result.summary if name != "model"]
            raise ValueError(f"measure must be {listed(columns)}, got {shown(measure)}")
        for model in result.models:
            line.setdefault(model, []).append(result[model][measure])
    return _checked(found)


def _stream(place: int, result: Result) -> str:
    """What a result was measured on, but for seeds."""
    stream = result.settings.get("stream")
    if not isinstance(stream, Mapping) or "name" not in stream:
        raise ValueError(
            f"result {place + 1} ({', '.join(result.models)}) does not say what it was measured on: "
            "settings['stream']['name'] is missing"
        )
    given = without_seeds(stream)
    set_to = ", ".join(f"{name}={_told(value)}" for name, value in given.items() if name != "name")
    return f"{given['name']} {set_to}".strip()


def _told(value: Any) -> str:
    """A setting on one line, those of the parts of a stream in brackets."""
    if isinstance(value, Mapping):
        return f"({', '.join(f'{name}={_told(entry)}' for name, entry in value.items())})"
    if isinstance(value, list | tuple):
        return " ".join(map(_told, value))
    return str(value)


def _from_table(given: Any) -> dict[str, dict[str, list[float]]]:
    if not isinstance(given, Mapping) or not all(isinstance(line, Mapping) for line in given.values()):
        raise TypeError(
            "there must be results, or a value by data set and method as in "
            f"{{'electricity': {{'VFDT': 0.79}}}}, got {type(given).__name__!r}"
        )
    return _checked(
        {
            str(name): {
                str(method): list(value) if isinstance(value, list | tuple | np.ndarray) else [value]
                for method, value in line.items()
            }
            for name, line in given.items()
        }
    )


def _checked(found: dict[str, dict[str, list[float]]]) -> dict[str, dict[str, list[float]]]:
    """The table, if every method has a number, and as many of them, on every data set."""
    methods = list(dict.fromkeys(method for line in found.values() for method in line))
    if len(methods) < 2:
        raise ValueError(f"there must be at least two methods to compare, got {len(methods)}")
    for name, line in found.items():
        for method in methods:
            values: list[Any] = line.get(method, [])
            if not values or not all(value is not None and np.isfinite(value) for value in values):
                raise ValueError(
                    f"method {shown(method)} has no value on data set {shown(name)}: leave one of them out"
                )
        if len({len(line[method]) for method in methods}) > 1:
            raise ValueError(f"methods must be repeated equally often on data set {shown(name)}")
    return {name: {method: line[method] for method in methods} for name, line in found.items()}
