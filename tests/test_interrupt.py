"""Ctrl-C during a long call is honoured, and leaves a tree that has learned some first rows and nothing else.

No time is measured: a call that did not listen would end after a whole number of tables, and one that did not
let go of the interpreter would keep other threads from making any progress.
"""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riparian import VFDT, _native

ROOT = Path(__file__).resolve().parent.parent
ROWS = 60_000

# Learns one table over and over, so that no machine is too fast, until the alarm goes off, which is handled
# as Ctrl-C is. Should it go off while a table is checked, before or after it is learned, it is set again.
PROGRAM = """
import json, signal
from tests.test_interrupt import ROWS, long_table, restless

X, y = long_table()
signal.signal(signal.SIGALRM, signal.default_int_handler)
for attempt in range(20):
    tree, calls = restless(THREADS), 0
    signal.setitimer(signal.ITIMER_REAL, 0.2 + 0.03 * attempt)
    try:
        while True:
            tree.CALL(X, y)
            calls += 1
    except KeyboardInterrupt:
        found = {"calls": calls, "rows": tree.n_rows, "digest": tree.digest(), "nodes": tree.n_nodes}
    if found["rows"] % ROWS:
        break
tree.learn_many(X[:5000], y[:5000])
print(json.dumps({**found, "after": tree.digest()}))
"""


def long_table() -> tuple[Any, Any]:
    """Many columns and classes: a call takes its time."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(ROWS, 40))
    return X, rng.integers(0, 10, ROWS) * 2 + (X[:, 0] > 0)


def restless(threads: int = 1) -> VFDT:
    """A tree that looks for a split at every second row of a leaf."""
    return VFDT(grace_period=2, threads=threads)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no interval timer")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("call", ["learn_many", "predict_then_learn_many"])
def test_an_interrupt_leaves_the_tree_of_the_first_rows(call: str, threads: int) -> None:
    program = PROGRAM.replace("THREADS", str(threads)).replace("CALL", call)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    whole, more = divmod(found["rows"], ROWS)
    assert whole == found["calls"]
    assert more > 0
    X, y = long_table()
    tree = restless()
    for _ in range(whole):
        tree.learn_many(X, y)
    tree.learn_many(X[:more], y[:more])
    assert (tree.n_rows, tree.n_nodes) == (found["rows"], found["nodes"])
    assert tree.digest() == found["digest"]
    tree.learn_many(X[:5000], y[:5000])
    assert tree.digest() == found["after"]


CALLS: dict[str, Callable[[_native.Tree, Any, Any], object]] = {
    "learn_many": lambda tree, X, y: tree.learn_many(X, y, None, 1),
    "predict_then_learn_many": lambda tree, X, y: tree.predict_then_learn_many(X, y, None, 2),
    "predict_many": lambda tree, X, y: tree.predict_many(X, 1),
    "predict_proba_many": lambda tree, X, y: tree.predict_proba_many(X, 2),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_other_threads_make_progress_during_a_long_call(
    call: Callable[[_native.Tree, Any, Any], object],
) -> None:
    X, y = long_table()
    model = restless()
    model.learn_many(X[:1000], y[:1000])
    tree = model._tree
    assert tree is not None
    go = threading.Event()
    progress: list[int] = []

    def work() -> None:
        go.wait()
        progress.extend(range(1000))

    other = threading.Thread(target=work)
    other.start()
    patience = sys.getswitchinterval()
    sys.setswitchinterval(3600)  # from now on a thread runs only when another lets go
    try:
        go.set()
        seen_before = len(progress)
        for _ in range(50):
            call(tree, X, y)
            if progress:
                break
        seen = len(progress)
    finally:
        sys.setswitchinterval(patience)
        other.join()
    assert (seen_before, seen) == (0, 1000)


def test_a_call_that_comes_while_a_tree_is_learning_is_refused() -> None:
    # What two threads would make of one tree at once is no function of a stream.
    X, y = (values[:20_000] for values in long_table())
    tree, reference = restless(), restless()
    for one in (tree, reference):
        one.learn_one(X[0], 0)
    refused, done, calls = [], threading.Event(), 0

    def meddle() -> None:
        while not done.is_set():
            try:
                tree.predict_one(X[0])
            except RuntimeError as error:
                refused.append(error)

    other = threading.Thread(target=meddle)
    other.start()
    try:
        while not refused and calls < 50:  # the other thread may be slow to wake
            with suppress(RuntimeError):  # it asks at this moment, so this call is the one refused
                tree.learn_many(X, y)
                calls += 1
    finally:
        done.set()
        other.join()
    for _ in range(calls):
        reference.learn_many(X, y)
    assert refused
    assert tree.digest() == reference.digest()
