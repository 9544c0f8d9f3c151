"""How long a row takes to make, beside how long it takes to learn: rows made up must be the cheaper part.

    python -m benchmarks.making

Every stream, in rounds that take turns, the best round of each. Writes benchmarks/results/making.md.
"""

from time import process_time

from benchmarks.machine import describe
from benchmarks.places import RESULTS
from benchmarks.report import table
from riparian import VFDT
from riparian.streams import Generated, kinds
from riparian.streams.generated import WRAPPERS

ROWS, ROUNDS = 200_000, 5
TABLE_ROWS = 8192


def seconds_of_making(stream: Generated) -> float:
    """Processor time of making all rows."""
    before = process_time()
    for _ in stream.batches(TABLE_ROWS, ROWS):
        pass
    return process_time() - before


def seconds_of_learning(stream: Generated, predictor: str) -> float:
    """Processor time of test-then-train over rows that are already there."""
    batches = list(stream.batches(TABLE_ROWS, ROWS))
    tree = VFDT(predictor=predictor)
    before = process_time()
    for X, y, _ in batches:
        tree._predict_then_learn_codes(X, y)
    return process_time() - before


def main() -> None:
    """Measure and write the table."""
    lines = []
    for kind in kinds():
        if kind in WRAPPERS:
            continue
        plain = Generated(kind)
        best = {"made": 1e9, "noisy": 1e9, "mc": 1e9, "nba": 1e9}
        for _ in range(ROUNDS):
            for name, seconds in (
                ("made", seconds_of_making(plain)),
                ("noisy", seconds_of_making(plain.noisy())),
                ("mc", seconds_of_learning(plain, "mc")),
                ("nba", seconds_of_learning(plain, "nba")),
            ):
                best[name] = min(best[name], seconds)
        shown = [f"{best[name] / ROWS * 1e9:.0f}" for name in ("made", "noisy", "mc", "nba")]
        lines.append([kind, *shown, f"{best['nba'] / best['made']:.1f}x"])
        print("...", *lines[-1], flush=True)
    header = ["stream", "made", "made with noise", "learned, mc", "learned, nba", "nba / made"]
    text = "\n".join(f"- {name}: {value}" for name, value in describe().items())
    (RESULTS / "making.md").write_text(
        "# Making a row, and learning it\n\n"
        "Made by `python -m benchmarks.making`: nanoseconds of processor time per row with default settings, "
        f"{ROWS:,} rows, best of {ROUNDS} rounds; learning is test-then-train on one thread.\n\n"
        f"{table(header, lines)}\n\n## Measured on\n\n{text}\n"
    )


if __name__ == "__main__":
    main()
