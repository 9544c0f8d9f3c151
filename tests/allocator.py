"""Grows trees and asks the allocator how much they took: run by tests/test_memory.py in a process of its own.

Usage: python -m tests.allocator [budgets]
Prints one line of JSON per tree: its name, `memory_bytes()`, what the allocator has handed out, and leaves.
With the word `budgets`: one stream grown under five budgets, one line at the end of every tenth batch.
glibc keeps a few freed pieces at hand and counts them as in use; GLIBC_TUNABLES=glibc.malloc.tcache_count=0
switches that off.
"""

import ctypes
import gc
import json
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from riparian import VFDT, _native

ROWS = 40_000
BUDGETS = [50_000, 200_000, 1_000_000, 5_000_000, 20_000_000]
FIELDS = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"


class Mallinfo(ctypes.Structure):
    """What mallinfo2 reports."""

    _fields_ = [(name, ctypes.c_size_t) for name in FIELDS.split()]


def mallinfo() -> Any:
    """What the allocator says of itself."""
    ask = ctypes.CDLL(None).mallinfo2
    ask.restype = Mallinfo
    return ask()


def allocated() -> int:
    """Bytes that the allocator has handed out, in its arenas and by mmap."""
    found = mallinfo()
    return int(found.uordblks + found.hblkhd)


def streams() -> Iterator[tuple[str, Any, Any, dict[str, Any]]]:
    """Name, table, labels and settings; labels are noise, and every tie splits."""
    rng = np.random.default_rng(1)

    def words(count: int) -> Any:
        return np.array([f"a category with the number {n}" for n in range(count)], dtype=object)

    def texts(columns: int, count: int) -> dict[str, Any]:
        return {f"c{j}": words(count)[rng.integers(0, count, ROWS)] for j in range(columns)}

    def labels(classes: int) -> Any:
        return rng.integers(0, classes, ROWS)

    yield "numeric", rng.normal(size=(ROWS, 10)), labels(5), {}
    for observer in [name for name in _native.observers() if name != "gaussian"]:
        yield observer, rng.normal(size=(ROWS, 10)), labels(3), {"observer": observer, "max_leaves": 500}
    yield "wide", rng.normal(size=(ROWS, 60)), labels(7), {}
    yield "narrow", rng.normal(size=(ROWS, 3)), labels(2), {"grace_period": 10}
    codes = rng.integers(0, 4, (ROWS, 12)).astype(float)
    yield "nominal", codes, labels(3), {"nominal": list(range(12))}
    codes = rng.integers(0, 500, (ROWS, 3)).astype(float)
    yield "many categories", codes, labels(4), {"nominal": [0, 1, 2], "max_leaves": 4000}
    yield "text", texts(4, 12), labels(4), {}
    yield "much text", texts(2, 30_000), labels(3), {"grace_period": 20_000, "max_leaves": 2}
    mixed = texts(3, 40) | {f"x{j}": rng.normal(size=ROWS) for j in range(4)}
    yield "mixed", mixed, labels(3), {"max_leaves": 5000}


def first(table: Any) -> Any:
    """The first twenty rows."""
    if isinstance(table, dict):
        return {name: values[:20] for name, values in table.items()}
    return table[:20]


def main() -> None:
    gc.disable()
    for name, table, labels, given in streams():
        for predictor, threads in (("mc", 1), ("nba", 1), ("nba", 2)):
            settings = {"grace_period": 40, "tau": 1e9, "predictor": predictor, "threads": threads, **given}
            # What is loaded once is loaded by this tree.
            VFDT(**settings).learn_many(table, labels)
            # Threads are started by the first rows; they are not part of a tree.
            tree = VFDT(**settings)
            tree.learn_many(first(table), labels[:20])
            own = tree.memory_bytes()
            gc.collect()
            before = allocated()
            tree.learn_many(table, labels)
            gc.collect()
            taken, counted = allocated() - before, tree.memory_bytes() - own
            found = {"name": name, "predictor": predictor, "threads": threads, "leaves": tree.n_leaves}
            sys.stdout.write(json.dumps({**found, "counted": counted, "taken": taken}) + "\n")


def grow_within_budgets() -> None:
    gc.disable()
    rng = np.random.default_rng(2)
    table, labels = rng.normal(size=(5 * ROWS, 6)), rng.integers(0, 3, 5 * ROWS)
    step = len(labels) // 50
    for budget in BUDGETS:
        settings = {"grace_period": 20, "tau": 1e9, "budget": budget}
        VFDT(**settings).learn_many(table, labels)
        tree = VFDT(**settings)
        tree.learn_many(table[:20], labels[:20])
        own = tree.memory_bytes()
        gc.collect()
        before = allocated()
        for batch in range(50):
            rows = slice(batch * step, (batch + 1) * step)
            tree.learn_many(table[rows], labels[rows])
            held = tree.memory_bytes()
            if batch % 10 == 9 or held > budget:
                gc.collect()
                found = {"budget": budget, "held": held, "counted": held - own, "taken": allocated() - before}
                sys.stdout.write(json.dumps({**found, "leaves": tree.n_leaves}) + "\n")


if __name__ == "__main__":
    grow_within_budgets() if sys.argv[1:] == ["budgets"] else main()
