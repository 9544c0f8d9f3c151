"""Two threads against one on the same stream: the ratio, and whether the trees are the same bit for bit.

Beside it stands what the machine gives two unrelated processes in the same minute. Where that is far below 2,
somebody else had the second core, and the ratio says nothing about the program.
"""

import math
from pathlib import Path
from typing import Any

from benchmarks import learner
from benchmarks.streams import Stream
from benchmarks.worker import Worker

CASES = (("mc", "train"), ("nba", "prequential"))
# Rounds go on, up to so many times the number asked for, until two cores were free in enough of them.
PATIENCE = 4
FREE = 1.7


class Pair:
    """Two processes that do the same work: how much two cores give, apart from riparian."""

    def __init__(self, program: Path, rows: Path) -> None:
        self.workers = [Worker([str(program), str(rows)]) for _ in range(2)]
        self.alone = math.inf

    def ratio(self) -> float:
        """How much faster both are at once than one after the other at its best; 2 on two free cores."""
        self.alone = min(self.alone, *(worker.ask("8 256")["seconds"] for worker in self.workers))
        for worker in self.workers:
            worker.send("8 256")
        together = [float(worker.receive()["seconds"]) for worker in self.workers]
        return 2 * self.alone / max(together)

    def close(self) -> None:
        """End both."""
        for worker in self.workers:
            worker.close()


def measure(stream: Stream, pair: Pair | None, repeats: int) -> list[dict[str, Any]]:
    """Race one thread against two, interleaved, best of the rounds."""
    return [case(stream, pair, repeats, predictor, mode) for predictor, mode in CASES]


def case(stream: Stream, pair: Pair | None, repeats: int, predictor: str, mode: str) -> dict[str, Any]:
    """One predictor in one mode."""
    seconds: dict[int, float] = {}
    digests: set[str] = set()
    gains: list[float] = []
    leaves = 0
    while len(gains) < PATIENCE * repeats and sum(gain >= FREE for gain in gains) < repeats:
        for threads in (1, 2):
            done = learner.run(stream, predictor, mode, threads)
            seconds[threads] = min(done.seconds, seconds.get(threads, done.seconds))
            digests.add(done.tree.digest())
            leaves = done.tree.n_leaves
        gains.append(2.0 if pair is None else pair.ratio())
    return {
        "stream": stream.name,
        "predictor": predictor,
        "mode": mode,
        "leaves": leaves,
        "ratio": seconds[1] / seconds[2],
        "processes": None if pair is None else max(gains),
        "same_digest": len(digests) == 1,
    }
