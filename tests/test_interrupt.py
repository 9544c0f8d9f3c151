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

from riparian import IADEM2, MDT, VFDT, CTree, MultiwayTree, OHyT, _native
from riparian.trees import Tree

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


# Trees that take long for a row: how they are made, classes, columns, and rows learned before the call.
SLOW: dict[str, tuple[Callable[[int], Tree], int, int, int]] = {
    "mdt": (lambda threads: MDT(grace_period=1, threads=threads), 500, 20, 0),
    "iadem2": (lambda threads: IADEM2(grace_period=1, threads=threads), 1000, 20, 0),
    "vfdt": (lambda threads: VFDT(grace_period=1, points=1000, threads=threads), 300, 20, 0),
    "c-tree": (lambda threads: CTree(grace_period=1, c=1.5, threads=threads), 1000, 20, 0),
    "multi-way": (lambda threads: MultiwayTree(grace_period=1, threads=threads), 1000, 3, 0),
    "ohyt": (lambda threads: OHyT(grace_period=1, revise_at="row", threads=threads), 300, 20, 0),
    "within a budget": (lambda threads: MDT(grace_period=1, budget="9MB", threads=threads), 500, 20, 0),
    # The call begins with a single attempt that takes a minute.
    "one attempt": (
        lambda threads: VFDT(observer="gaussian", candidates="crossings", grace_period=1500, threads=threads),
        1200,
        20,
        1499,
    ),
}


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="this system sends no signals to threads")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", SLOW)
def test_an_interrupt_is_heard_between_two_rows_and_within_a_long_one(name: str, threads: int) -> None:
    make, classes, columns, before = SLOW[name]
    rng = np.random.default_rng(2)
    y = rng.integers(0, classes, before + 1600)
    X = rng.normal(size=(len(y), columns)) + y[:, None] * 0.1
    tree, go = make(threads), threading.Event()
    tree.learn_many(X[:before], y[:before])

    def press() -> None:
        go.wait()
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGALRM)

    other = threading.Thread(target=press)
    handler = signal.signal(signal.SIGALRM, signal.default_int_handler)
    patience = sys.getswitchinterval()
    other.start()
    sys.setswitchinterval(3600)  # from now on a thread runs only when another lets go
    try:
        go.set()
        with pytest.raises(KeyboardInterrupt):
            tree.learn_many(X[before:], y[before:])
    finally:
        sys.setswitchinterval(patience)
        other.join()
        signal.signal(signal.SIGALRM, handler)
    assert before <= tree.n_rows < len(y)
    assert name != "one attempt" or tree.n_rows == before
    twin = make(1)
    twin.learn_many(X[: tree.n_rows], y[: tree.n_rows])
    assert tree.digest() == twin.digest()


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
