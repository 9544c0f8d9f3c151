"""Two threads against one on the same stream: the ratio, and whether the trees are the same bit for bit.

Beside it stands what the machine gives two unrelated processes at once: on shared cores that may be below 2.
"""

from pathlib import Path
from typing import Any

from benchmarks import learner
from benchmarks.streams import Stream
from benchmarks.worker import Worker

CASES = (("mc", "train"), ("nba", "prequential"))


def measure(stream: Stream, repeats: int) -> list[dict[str, Any]]:
    """Race one thread against two, interleaved, best of the rounds."""
    results = []
    for predictor, mode in CASES:
        seconds: dict[int, float] = {}
        digests: set[str] = set()
        leaves = 0
        for _ in range(repeats):
            for threads in (1, 2):
                done = learner.run(stream, predictor, mode, threads)
                seconds[threads] = min(done.seconds, seconds.get(threads, done.seconds))
                digests.add(done.tree.digest())
                leaves = done.tree.n_leaves
        results.append(
            {
                "stream": stream.name,
                "predictor": predictor,
                "mode": mode,
                "leaves": leaves,
                "ratio": seconds[1] / seconds[2],
                "same_digest": len(digests) == 1,
            }
        )
    return results


def two_processes(program: Path, rows: Path, repeats: int) -> float:
    """How much faster two floor processes are together than one after the other; 2 on two free cores."""
    with Worker([str(program), str(rows)]) as first, Worker([str(program), str(rows)]) as second:
        alone, together = [], []
        for _ in range(2 * repeats):
            alone.append(first.ask("8 256")["seconds"])
            first.send("8 256")
            second.send("8 256")
            together.append(max(first.receive()["seconds"], second.receive()["seconds"]))
    return float(2 * min(alone) / min(together))
