"""All benchmarks in one run: `python -m benchmarks.run`.

Prints the tables and writes them to `benchmarks/results/`: as `foundation` after a complete run, as `partial`
(ignored by git) after any other.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import (
    dict_rows,
    exchange,
    import_time,
    learner,
    machine,
    memory,
    peers_floor,
    peers_moa,
    peers_river,
    race,
    report,
    streams,
    thread_pair,
)
from benchmarks.places import CACHE, UnavailableError

FULL_ROWS, FULL_REPEATS = 1_000_000, 5
QUICK_ROWS, QUICK_REPEATS, QUICK_RIVER_ROWS = 50_000, 2, 5_000


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run", description=__doc__.split("\n\n")[0])
    parser.add_argument("--rows", type=int, help=f"rows per stream (default {FULL_ROWS:,})")
    parser.add_argument("--streams", nargs="+", choices=list(streams.MAKERS), default=list(streams.MAKERS))
    parser.add_argument("--repeats", type=int, help=f"interleaved rounds that count (default {FULL_REPEATS})")
    parser.add_argument("--quick", action="store_true", help="a look in a minute or two; proves nothing")
    parser.add_argument("--skip-peers", action="store_true", help="riparian and the floor alone")
    chosen = parser.parse_args()
    some = chosen.rows or chosen.repeats or chosen.quick or chosen.skip_peers
    chosen.complete = not some and set(chosen.streams) == set(streams.MAKERS)
    chosen.rows = chosen.rows or (QUICK_ROWS if chosen.quick else FULL_ROWS)
    chosen.repeats = chosen.repeats or (QUICK_REPEATS if chosen.quick else FULL_REPEATS)
    return chosen


def gather(skip_peers: bool, river_rows: int) -> tuple[race.Parties, list[str]]:
    """Find out who can take part here; return them, and one line for everyone who cannot."""
    parties = race.Parties(river_rows=river_rows)
    lines: list[str] = []

    def attempt(join: Callable[[], None]) -> None:
        try:
            join()
        except UnavailableError as reason:
            lines.append(str(reason))

    def riparian() -> None:
        parties.riparian = False
        learner.tree(streams.make("led", 10), "mc")
        parties.riparian = True

    def floor() -> None:
        parties.floor = peers_floor.builds()

    def moa() -> None:
        parties.moa = peers_moa.classpath()

    def river() -> None:
        peers_river.tree("mc", [])
        parties.river = True

    for join in (riparian, floor) if skip_peers else (riparian, floor, moa, river):
        attempt(join)
    return parties, lines


def main() -> None:
    """Measure everything that was asked for."""
    chosen = arguments()
    CACHE.mkdir(exist_ok=True)
    parties, left_out = gather(chosen.skip_peers, QUICK_RIVER_ROWS if chosen.quick else peers_river.ROWS)
    for line in left_out:
        print(line, file=sys.stderr)
    described = machine.describe() | ({"MOA": peers_moa.version(parties.moa)} if parties.moa else {})
    results: dict[str, Any] = {
        "machine": described,
        "settings": {
            "rows": chosen.rows,
            "repeats": chosen.repeats,
            "river_rows": parties.river_rows,
            "command": " ".join(["python -m benchmarks.run", *sys.argv[1:]]),
        },
        "left_out": left_out,
        "races": [],
        "floors": [],
        "threads": [],
        "dicts": [],
        "imports": {},
        "memory": [],
    }
    if parties.riparian:
        results["imports"] = import_time.measure(4 * chosen.repeats)
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        for key in chosen.streams:
            stream = streams.make(key, chosen.rows)
            measure(stream, Path(folder) / "rows", parties, chosen.repeats, results)
            report.write(results, "partial")  # so that an interrupted run leaves something
    print(report.page(results))
    report.write(results, "foundation" if chosen.complete and parties.riparian else "partial")


def measure(
    stream: streams.Stream, rows: Path, parties: race.Parties, repeats: int, results: dict[str, Any]
) -> None:
    """Everything about one stream."""
    exchange.write(stream, rows)
    outcome = race.run(stream, rows, parties, repeats)
    results["races"] += outcome.races
    results["floors"] += [outcome.floor] if outcome.floor else []
    if not parties.riparian:
        return
    race.note(f"{stream.name}, threads, dicts, memory")
    pair = thread_pair.Pair(parties.floor["plain"], rows) if parties.floor else None
    results["threads"] += thread_pair.measure(stream, pair, repeats)
    if pair:
        pair.close()
    if stream.X.shape[1] == 10:
        results["dicts"] += [dict_rows.measure(stream, predictor, repeats) for predictor in ("mc", "nba")]
    results["memory"] += [memory.measure(stream, predictor) for predictor in ("mc", "nba")]


if __name__ == "__main__":
    main()
