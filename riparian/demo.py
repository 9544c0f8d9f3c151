"""The main job, start to end: a stream of a million rows, each predicted first and learned then.

    python -m riparian.demo [--rows 1000000] [--seed 1]

A random tree makes the stream, as in Domingos & Hulten (2000); the columns are readings of a river gauge.
Not a benchmark: benchmarks/ compares several streams with other systems.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

import riparian

NUMERIC = {
    "rain_mm": (0.0, 60.0),
    "level_m": (0.5, 6.0),
    "flow_m3s": (5.0, 400.0),
    "air_c": (-10.0, 35.0),
    "snow_cm": (0.0, 80.0),
    "wind_ms": (0.0, 25.0),
}
NOMINAL = {
    "season": ("spring", "summer", "autumn", "winter"),
    "soil": ("dry", "damp", "soaked"),
    "gate": ("open", "half", "shut"),
    "gauge": ("north", "ford", "mill", "weir", "delta"),
}
CLASSES = np.array(["falling", "steady", "rising"])
COLUMNS = [*NUMERIC, *NOMINAL]
CHUNK_ROWS = 20_000
NOISE = 0.05


class RandomTree:
    """A concept to be learned: a complete binary tree of random tests with random classes at its leaves.

    Nodes are numbered from the root, the children of node i being 2i + 1 and 2i + 2; leaves come last.
    """

    def __init__(self, rng: np.random.Generator, depth: int = 5) -> None:
        self.rng = rng
        self.depth = depth
        inner = 2**depth - 1
        self.column = np.zeros(inner, dtype=np.intp)
        self.cut = np.zeros(inner)
        self.label = rng.integers(len(CLASSES), size=inner + 1)
        # What of each column is still open at a node: an interval, or a set of codes.
        room: list[list[tuple[float, ...]]] = [[] for _ in range(2 * inner + 1)]
        room[0] = [*NUMERIC.values(), *(tuple(map(float, range(len(v)))) for v in NOMINAL.values())]
        for node in range(inner):
            left, right = list(room[node]), list(room[node])
            j = int(rng.choice([j for j, open_ in enumerate(left) if len(open_) > 1]))
            if j < len(NUMERIC):
                low, high = left[j]
                cut = low + (high - low) * rng.uniform(0.2, 0.8)
                left[j], right[j] = (low, cut), (cut, high)
            else:
                cut = float(rng.choice(left[j]))
                left[j], right[j] = (cut,), tuple(code for code in right[j] if code != cut)
            self.column[node], self.cut[node] = j, cut
            room[2 * node + 1], room[2 * node + 2] = left, right

    def answer(self, values: NDArray[np.float64]) -> NDArray[np.intp]:
        """The class code of each row: all rows walk down together, one level at a time."""
        rows = np.arange(len(values))
        node = np.zeros(len(values), dtype=np.intp)
        for _ in range(self.depth):
            column, cut = self.column[node], self.cut[node]
            value = values[rows, column]
            goes_left = np.where(column < len(NUMERIC), value <= cut, value == cut)
            node = 2 * node + 2 - goes_left
        return np.asarray(self.label[node - len(self.cut)])

    def chunks(self, n_rows: int) -> Iterator[tuple[NDArray[np.float64], NDArray[np.intp], NDArray[np.intp]]]:
        """Values, class codes with noise, and the codes as they were before the noise."""
        low, high = np.array(list(NUMERIC.values())).T
        sizes = [len(v) for v in NOMINAL.values()]
        for start in range(0, n_rows, CHUNK_ROWS):
            n = min(CHUNK_ROWS, n_rows - start)
            numbers = self.rng.uniform(low, high, size=(n, len(low)))
            values = np.hstack([numbers, self.rng.integers(sizes, size=(n, len(sizes)))])
            true = self.answer(values)
            noisy = np.where(self.rng.random(n) < NOISE, self.rng.integers(len(CLASSES), size=n), true)
            yield values, noisy, true


def as_table(values: NDArray[np.float64]) -> dict[str, NDArray[Any]]:
    """A dict of columns, with texts for the codes of the nominal ones."""
    table: dict[str, NDArray[Any]] = dict(zip(COLUMNS, values.T, strict=True))
    for name, texts in NOMINAL.items():
        table[name] = np.array(texts, dtype=object)[table[name].astype(np.intp)]
    return table


def bar(done: int, total: int, correct: int) -> None:
    """Show on a terminal how far the stream has come; elsewhere say nothing."""
    if sys.stderr.isatty():
        filled = 30 * done // total
        line = f"\r[{'#' * filled}{'.' * (30 - filled)}] {done:>11,} rows  accuracy {correct / done:.4f}"
        print(line, end="\n" if done == total else "", file=sys.stderr, flush=True)


def run(n_rows: int, seed: int) -> None:
    """Learn the stream and say how it went."""
    concept = RandomTree(np.random.default_rng(seed))
    tree = riparian.VFDT(nominal=list(NOMINAL))
    print(f"riparian {riparian.__version__}: {n_rows:,} rows, {len(COLUMNS)} columns, {len(CLASSES)} classes")
    print("Each row is predicted first and learned then.", flush=True)

    rows = correct = correct_concept = 0
    milestones = [(0, 0)]
    seconds = 0.0
    start_all = time.perf_counter()
    for values, codes, true in concept.chunks(n_rows):
        table = as_table(values)
        labels = CLASSES[codes]
        start = time.perf_counter()
        predicted = tree.predict_then_learn_many(table, labels)
        seconds += time.perf_counter() - start
        rows += len(labels)
        correct += int(np.count_nonzero(predicted == labels))
        correct_concept += int(np.count_nonzero(true == codes))
        milestones.append((rows, correct))
        bar(rows, n_rows, correct)
    making = time.perf_counter() - start_all - seconds
    rows_before, correct_before = milestones[9 * (len(milestones) - 1) // 10]
    late = (correct - correct_before) / (rows - rows_before)

    print(f"""
accuracy   {correct / rows:.4f}, in the last tenth {late:.4f}
ceiling    {correct_concept / rows:.4f}, the concept itself: {NOISE:.0%} of the labels were drawn anew
speed      {rows / seconds:,.0f} rows per second on one thread, texts and all: {seconds:.2f} s
stream     {making:.2f} s to make it
tree       {tree.n_nodes:,} nodes, {tree.n_leaves:,} leaves, depth {tree.depth}, {tree.memory_bytes():,} bytes
blocks     {tree.block_share:.1%} of the rows were learned leaf by leaf
digest     {tree.digest()}

The top of the tree:
{tree.to_text(max_depth=3)}""")


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(
        prog="python -m riparian.demo", description="Learn a generated stream, each row predicted first."
    )
    parser.add_argument(
        "--rows", type=int, default=1_000_000, help="length of the stream (default 1,000,000)"
    )
    parser.add_argument("--seed", type=int, default=1, help="another seed is another concept (default 1)")
    arguments = parser.parse_args()
    if arguments.rows < 1:
        parser.error(f"--rows must be at least 1, got {arguments.rows}")
    if arguments.seed < 0:
        parser.error(f"--seed must not be negative, got {arguments.seed}")
    try:
        run(arguments.rows, arguments.seed)
    except KeyboardInterrupt:
        raise SystemExit("\nstopped") from None


if __name__ == "__main__":
    main()
