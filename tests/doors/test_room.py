"""Results that do not fit: a `MemoryError`, before anything is learned, and the process lives."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from riparian import VFDT

ROOT = Path(__file__).resolve().parent.parent.parent
# More rows than any memory has, in a few bytes.
ENDLESS = np.broadcast_to(np.zeros((1, 1)), (2**45, 1))


def test_answers_that_no_memory_holds_are_refused() -> None:
    tree = VFDT(classes=list(range(1000)))
    tree.learn_one([1.0], 5)
    before = tree.digest()
    for model in (tree, tree.snapshot()):
        for ask in (model.predict_many, model.predict_proba_many, model.predict_proba):
            with pytest.raises(MemoryError):
                ask(ENDLESS)
    y = np.broadcast_to(np.zeros(1, dtype=int), len(ENDLESS))
    for learn in (tree.predict_then_learn_many, tree.predict_proba_then_learn_many):
        with pytest.raises(MemoryError):
            learn(ENDLESS, y)
    assert tree.digest() == before


BEGIN = """
import copy, resource
import numpy as np
from riparian import VFDT

def limit(more):
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + more, resource.RLIM_INFINITY))

def refused(ask, *given):
    try:
        ask(*given)
    except MemoryError:
        return True
    return False
"""

RESULTS = """
tree = VFDT(classes=list(range(100_000)))
tree.learn_one([1.0], 5)
served, fresh, before = tree.snapshot(), VFDT(), tree.digest()
X, y = np.zeros((20_000, 1)), np.arange(20_000)
limit(2**30)
for model in (tree, served):
    assert refused(model.predict_proba_many, X)
    assert refused(model.predict_proba, X)
assert refused(tree.predict_proba_then_learn_many, X, y)
assert refused(fresh.predict_proba_then_learn_many, X, y)
assert refused(fresh.predict_proba_then_learn_many, X, y.astype(str))
assert (tree.digest(), fresh.n_rows) == (before, 0)
assert tree.predict_proba_many([[0.0]]).shape == (1, 100_000)
assert fresh.predict_proba_then_learn_many(X[:9], y[:9]).shape == (9, 9)
"""

COPIES = """
large = VFDT(classes=[f"class number {n}" for n in range(200_000)])
large.learn_one([1.0], "class number 7")
before = large.digest()
limit(large.memory_bytes() // 2)
for ask in (large.snapshot, lambda: copy.copy(large), large.to_bytes):
    assert refused(ask)
assert large.digest() == before
"""

LEFT_BEHIND = """
X, y = np.random.default_rng(1).normal(size=(60_000, 8)), np.arange(60_000) % 3
tree = VFDT(observer="exhaustive", grace_period=10**9, predictor="mc")
tree.learn_many(X, y)
limit(tree.memory_bytes() // 2)
assert tree.snapshot().predict_one(X[0]) == tree.predict_one(X[0])
"""


@pytest.mark.parametrize(
    "program", [RESULTS, COPIES, LEFT_BEHIND], ids=["results", "copies", "what-a-snapshot-leaves-behind"]
)
def test_only_what_does_not_fit_is_refused_and_nothing_is_learned(program: str) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("the memory of a process is limited and looked up as Linux has it")
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
