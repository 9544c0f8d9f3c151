"""How far does the allocator reach while a call runs? Run by tests/budget/test_scratch.py, on its own.

Usage: python -m tests.high_water [threads | classes]
Prints one line of JSON per call: name and budget of the tree, its classes if its splits are multi-way,
`memory_bytes()` before and after, the most that the allocator had handed out during the call beyond what it
had before, and how much of that are the answers, which are as long as the table.
The tunables in `EXACT` make glibc's heap one stretch that never shrinks: its length tells the most in use.
"""

import ctypes
import gc
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from riparian import VFDT, MultiwayTree
from tests.allocator import mallinfo

ROWS = 60_000
BUDGETS = [100_000, 1_000_000, 10_000_000]
EXACT = {"tcache_count": 0, "mmap_max": 0, "trim_threshold": 2**40, "top_pad": 0, "arena_max": 1, "mxfast": 0}
MALLOC: Any = ctypes.CDLL(None).malloc
MALLOC.restype = ctypes.c_void_p
MALLOC.argtypes = [ctypes.c_size_t]


def fill_holes() -> None:
    """Takes what is free within the heap, so that whatever is asked for next makes it longer."""
    for size in [1 << power for power in range(24, 4, -1)] + list(range(1024, 16, -16)):
        before = mallinfo()
        # What is free apart from the end of the heap.
        while before.fordblks - before.keepcost >= size:
            MALLOC(size - 8)
            after = mallinfo()
            if after.fordblks - after.keepcost >= before.fordblks - before.keepcost:
                break
            before = after


def streams() -> Iterator[tuple[str, Any, Any, dict[str, Any]]]:
    """Name, table, labels and settings; labels are noise, and every tie splits."""
    rng = np.random.default_rng(1)
    y = rng.integers(0, 3, ROWS)
    yield "narrow", rng.normal(size=(ROWS, 3)), y, {}
    yield "waves", rng.normal(size=(ROWS, 21)), y, {}
    yield "two threads", rng.normal(size=(ROWS, 21)), y, {"threads": 2}
    yield "wide", rng.normal(size=(ROWS, 200)), y, {}
    yield "exhaustive", rng.normal(size=(ROWS, 10)), y, {"observer": "exhaustive"}
    yield "many classes", rng.normal(size=(ROWS, 10)), rng.integers(0, 50, ROWS), {}
    crossed = {"criterion": "misclassification", "candidates": "crossings"}
    yield "crossings", rng.normal(size=(ROWS, 10)), rng.integers(0, 50, ROWS), crossed
    codes = rng.integers(0, 30, (ROWS, 8)).astype(float)
    yield "nominal", codes, y, {"nominal": list(range(8))}
    yield "identifiers", np.arange(ROWS, dtype=float)[:, None].repeat(4, 1), y, {"nominal": list(range(4))}
    few = np.arange(ROWS // 10, dtype=float)
    by_column = {f"id{at}": few for at in range(40)}
    yield "forty identifiers", few[:, None].repeat(40, 1), y[: len(few)], {"nominal": list(range(40))}
    yield "forty identifiers by column", by_column, y[: len(few)], {"nominal": list(by_column)}
    yield "segments", rng.normal(size=(ROWS, 10)), y, {"observer": "segments"}


def crowded() -> Iterator[tuple[str, Any, Any, dict[str, Any]]]:
    """Eight threads at one tree, whose leaves hold much; these trees are asked, too."""
    rng = np.random.default_rng(2)
    rows = ROWS // 3  # to fill the many small holes that exhaustive leaves takes its time
    table, labels = rng.normal(size=(rows, 10)), rng.integers(0, 3, rows)
    for observer in ("exhaustive", "dyadic"):
        yield f"eight threads, {observer}", table, labels, {"observer": observer, "threads": 8}


def many() -> Iterator[tuple[str, Any, Any, dict[str, Any]]]:
    """Leaves with many values of many classes, as few of them split: what an attempt takes."""
    rng = np.random.default_rng(3)
    rows = ROWS // 5
    table = rng.normal(size=(rows, 3))
    for classes in (10, 50, 300):
        labels = rng.integers(0, classes, rows)
        for observer in ("segments", "quantiles:100", "exhaustive"):
            given = {"observer": observer, "tau": 0.05, "grace_period": 500}
            yield f"{observer}, {classes} classes", table, labels, given
        given = {"preset": MultiwayTree, "tau": 0.05, "grace_period": 500}
        yield f"multi-way, {classes} classes", table + 0.01 * labels[:, None], labels, given


def watched(tree: VFDT, call: Callable[[], Any]) -> dict[str, int]:
    """How far the allocator reaches for a call, and the bytes of the tree before and after it."""
    own = tree.memory_bytes()
    gc.collect()
    fill_holes()
    before = mallinfo()
    labels = call()
    reached = mallinfo().arena - before.arena + before.keepcost
    loose = before.fordblks - before.keepcost
    # Codes of four bytes, and the labels made of them.
    answers = 0 if labels is None else 4 * len(labels) + labels.nbytes
    found = {"before": own, "after": tree.memory_bytes(), "reached": reached, "loose": loose}
    return {**found, "answers": answers}


def main() -> None:
    gc.disable()
    asked = sys.argv[1:] == ["threads"]
    cases = {"threads": crowded, "classes": many}.get(" ".join(sys.argv[1:]), streams)
    for name, table, labels, given in cases():
        preset = given.pop("preset", VFDT)
        for budget in BUDGETS:
            tree = preset(**{"budget": budget, "grace_period": 100, "tau": 1e9, **given})
            # What is loaded or started once comes with the first rows.
            some = (
                {name: column[:2000] for name, column in table.items()}
                if isinstance(table, dict)
                else table[:2000]
            )
            tree.learn_many(some, labels[:2000])
            if asked:
                tree.predict_many(some)
            pieces = len(set(labels.tolist())) if preset is MultiwayTree else 0
            about = {"name": name, "budget": budget, "classes": pieces}
            calls: dict[str, Callable[[], Any]] = {"learn_many": partial(tree.learn_many, table, labels)}
            if asked:
                calls["predict_many"] = partial(tree.predict_many, table)
            for call, run in calls.items():
                sys.stdout.write(json.dumps({**about, "call": call, **watched(tree, run)}) + "\n")


if __name__ == "__main__":
    main()
