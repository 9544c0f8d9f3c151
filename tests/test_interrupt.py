"""Ctrl-C during a long call is honoured, and leaves a tree that has learned some first rows and nothing else."""

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riparian import VFDT

ROOT = Path(__file__).resolve().parent.parent

# The child learns the same table over and over until the interrupt ends it, so that no machine is too fast;
# a call takes some tenths of a second, the signal comes after a fraction of one.
PROGRAM = """
import json, signal, sys
import numpy as np
from riparian import VFDT
from tests.test_interrupt import CALL, long_table, restless

X, y = long_table()
tree = restless(threads=THREADS)
calls, answers = 0, None
signal.setitimer(signal.ITIMER_REAL, 0.15)
signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
try:
    while True:
        getattr(tree, CALL)(X, y) if CALL != "predict_proba_many" else tree.predict_proba_many(X)
        calls += 1
except KeyboardInterrupt:
    pass
print(json.dumps({"calls": calls, "rows": tree.n_rows, "digest": tree.digest()}))
tree.learn_one(X[0], 1)
"""
ROWS = 400_000
CALL = ""


def long_table() -> tuple[Any, Any]:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(ROWS, 12))
    return X, (X[:, 0] > 0) * 2 + (X[:, 1] + X[:, 2] > 0)


def restless(threads: int = 1) -> VFDT:
    """A tree that looks for splits often, so that a call takes its time."""
    return VFDT(grace_period=20, threads=threads)


def interrupted(call: str, threads: int) -> dict[str, Any]:
    program = PROGRAM.replace("THREADS", str(threads)).replace("CALL", repr(call)).replace(f"{call!r}, ", "", 1)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


needs_timer = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timer on this system")


@needs_timer
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("call", ["learn_many", "predict_then_learn_many"])
def test_an_interrupt_leaves_the_tree_of_the_first_rows(call: str, threads: int) -> None:
    found = interrupted(call, threads)
    X, y = long_table()
    # It ended within a call: not after the rows of a whole number of calls.
    whole, more = divmod(found["rows"], ROWS)
    assert whole == found["calls"]
    assert more > 0
    tree = restless()
    for _ in range(whole):
        tree.learn_many(X, y)
    tree.learn_many(X[:more], y[:more])
    assert tree.n_rows == found["rows"]
    assert tree.digest() == found["digest"]
