"""The contest on one stream: every party in turn, round by round, best of the rounds.

Rounds are interleaved, so that a noisy neighbour or a change of clock speed hits all parties alike. MOA gets
warm-up runs that do not count. Everybody sees the same rows in the same order, in memory before the clock
starts.
"""

import gc
import math
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks import learner, peers_floor, peers_moa, peers_river
from benchmarks.peers_river import Prefix
from benchmarks.streams import Stream

MODES = ("train", "prequential")
PREDICTORS = ("mc", "nb", "nba")
# Hotspot's optimising compiler needs about three passes over a million rows before the times settle.
MOA_WARM_UPS, MOA_WARM_ROWS = 3, 1_000_000
# river takes seconds per run and varies little; more rounds would mostly measure patience.
RIVER_ROUNDS = 2
# A party whose best run was disturbed gets up to this many times the rounds: short runs find a quiet moment
# more easily than long ones, and would win by that alone.
PATIENCE = 3
QUIET = 0.95

Figures = dict[str, Any]


@dataclass
class Parties:
    """Who takes part; None or False for who does not."""

    riparian: bool = True
    moa: str | None = None
    river: bool = False
    floor: dict[str, Path] | None = None
    river_rows: int = peers_river.ROWS


@dataclass
class Outcome:
    """The best figures of each party on one stream."""

    races: list[Figures] = field(default_factory=list)
    floor: Figures | None = None


def run(stream: Stream, rows: Path, parties: Parties, repeats: int) -> Outcome:
    """Hold the contest on one stream, whose rows also lie in the file `rows`."""
    outcome = Outcome()
    prefix = peers_river.prefix(stream, parties.river_rows) if parties.river else None
    gc.collect()
    gc.freeze()  # the rows are not garbage: do not let the collector walk them inside anyone's clock
    for predictor in PREDICTORS:
        note(f"{stream.name}, {predictor}")
        outcome.races += contest(stream, prefix, rows, predictor, parties, repeats)
    if parties.floor:
        note(f"{stream.name}, floor")
        outcome.floor = floor(stream, rows, parties, repeats, outcome.races[0])
    gc.unfreeze()
    return outcome


def contest(
    stream: Stream,
    prefix: Prefix | None,
    rows: Path,
    predictor: str,
    parties: Parties,
    repeats: int,
) -> list[Figures]:
    """Race one predictor in both modes."""
    best: dict[str, Figures] = {mode: {} for mode in MODES}
    with ExitStack() as stack:
        ask: dict[str, Callable[[str], Figures]] = {}
        if parties.riparian:
            ask["riparian"] = lambda mode: own(stream, predictor, mode, parties.river_rows)
        if parties.moa:
            machine = stack.enter_context(peers_moa.start(parties.moa, rows, predictor))
            ask["moa"] = machine.ask
            for mode in MODES:
                for _ in range(max(MOA_WARM_UPS, MOA_WARM_ROWS // stream.n_rows)):
                    machine.ask(mode)
        if prefix is not None:
            ask["river"] = lambda mode: peers_river.run(prefix, predictor, mode)
        rounds = {party: min(repeats, RIVER_ROUNDS) if party == "river" else repeats for party in ask}
        for number in range(PATIENCE * repeats):
            for mode in MODES:
                for party, answer in ask.items():
                    if number < rounds[party] or (
                        number < PATIENCE * rounds[party] and not quiet(best[mode][party])
                    ):
                        keep(best[mode], party, answer(mode))
    return [{"stream": stream.name, "predictor": predictor, "mode": mode, **best[mode]} for mode in MODES]


def own(stream: Stream, predictor: str, mode: str, river_rows: int) -> Figures:
    """One run of riparian, with what the tables need beyond the peers' words."""
    done = learner.run(stream, predictor, mode)
    return {
        **done.figures(),
        "accuracy_of_first": done.accuracy_of_first(river_rows),
        "mean_depth": learner.mean_depth(done.tree),
        "block_share": done.tree.block_share,
    }


def floor(stream: Stream, rows: Path, parties: Parties, repeats: int, training: Figures) -> Figures:
    """Measure the floor at the depth and size of the learned tree, beside `mc` training once more."""
    learned = training.get("riparian") or {"mean_depth": 8, "leaves": 256}
    depth, leaves = max(1, round(learned["mean_depth"])), learned["leaves"]
    best: dict[str, float] = {}
    seconds = learned.get("seconds", math.inf)
    assert parties.floor is not None
    with peers_floor.start(parties.floor, rows) as builds:
        for _ in range(2 * repeats):
            if parties.riparian:
                seconds = min(seconds, learner.run(stream, "mc", "train").seconds)
            for name, cost in builds.measure(depth, leaves).items():
                best[name] = min(cost, best.get(name, math.inf))
    own_nanoseconds = 1e9 * seconds / stream.n_rows if parties.riparian else None
    return {
        "stream": stream.name,
        "depth": depth,
        "leaves": leaves,
        "builds": best,
        "riparian": own_nanoseconds,
    }


def in_turns(parties: dict[str, Callable[[], Figures]], repeats: int) -> dict[str, Figures]:
    """The best of some rounds for each party."""
    best: dict[str, Figures] = {}
    for _ in range(repeats):
        for name, run in parties.items():
            keep(best, name, run())
    return best


def keep(best: Figures, party: str, figures: Figures) -> None:
    """Keep the faster of two runs."""
    if party not in best or figures["seconds"] < best[party]["seconds"]:
        best[party] = figures


def quiet(figures: Figures) -> bool:
    """True if the run had its core to itself: it was busy for nearly all of its time."""
    return bool(figures["busy"] >= QUIET * figures["seconds"])


def note(text: str) -> None:
    """Say on the error stream what is being measured."""
    print(f"... {text}", file=sys.stderr, flush=True)
