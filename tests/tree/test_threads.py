"""Threads: many ask snapshots while another learns, and those that meet in one tree are told what to do.

Nothing but NumPy is needed here, so that a Python without a lock of its own (3.14t) can run it, too:
`python3.14t -m pytest tests/tree/test_threads.py`, where riparian is installed.
"""

import os
import re
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riparian import VFDT, Snapshot


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="this system does not list threads as files")
def test_no_more_threads_are_started_than_there_are_cores_or_sixteen() -> None:
    rng = np.random.default_rng(8)
    X, y = rng.random((100, 3)), rng.integers(0, 2, 100)
    before = len(list(Path("/proc/self/task").iterdir()))
    tree = VFDT(threads=4096)
    tree.learn_many(X, y)
    started = len(list(Path("/proc/self/task").iterdir())) - before
    assert started <= max(16, os.cpu_count() or 1)
    twin = VFDT()
    twin.learn_many(X, y)
    assert tree.digest() == twin.digest()


def test_many_threads_ask_while_another_learns() -> None:
    rng = np.random.default_rng(7)
    X = rng.random((40_000, 6))
    y = (X[:, 0] + X[:, 1] > 1).astype(int) + (X[:, 2] > 0.7)
    tree, asked = VFDT(grace_period=50, tau=0.3), X[:500]
    # Each with what it must answer, for ever.
    served: list[tuple[Snapshot, Any]] = []
    wrong: list[str] = []
    done = threading.Event()

    answered = [0] * 6

    def ask(number: int) -> None:
        try:
            while not (done.is_set() and answered[number] >= 40):
                if served:
                    snapshot, known = served[(number + answered[number]) % len(served)]
                    if not np.array_equal(snapshot.predict_proba_many(asked), known):
                        wrong.append(repr(snapshot))
                    if snapshot.predict_one(asked[0]) not in (0, 1, 2):
                        wrong.append(f"{snapshot!r} has no answer")
                    answered[number] += 1
        except BaseException as error:  # which would end the thread, and nobody would know
            wrong.append(repr(error))

    readers = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
    for reader in readers:
        reader.start()
    for start in range(0, len(X), 2000):
        tree.learn_many(X[start : start + 2000], y[start : start + 2000])
        served.append((tree.snapshot(), tree.predict_proba_many(asked)))
    done.set()
    for reader in readers:
        reader.join()
    assert wrong == []
    assert min(answered) >= 40
    twin = VFDT(grace_period=50, tau=0.3)
    twin.learn_many(X, y)
    assert tree.digest() == twin.digest()


def test_a_tree_that_is_learning_says_so_to_other_threads_and_goes_on() -> None:
    rng = np.random.default_rng(8)
    X = rng.random((100_000, 5))
    y = (5 * X[:, 0]).astype(int) % 2
    tree, twin = VFDT(observer="exhaustive"), VFDT(observer="exhaustive")
    for each in (tree, twin):
        each.learn_many(X[:1], y[:1])

    def learn() -> None:
        while True:
            with suppress(RuntimeError):  # whoever asks may be the first, too
                return tree.learn_many(X, y)

    doors = {
        "learn_one": lambda: tree.learn_one(X[0], 0, w=0.0),
        "learn_many": lambda: tree.learn_many(X[:1], y[:1], w=[0.0]),
        "partial_fit": lambda: tree.partial_fit(X[:1], y[:1], sample_weight=[0.0]),
        "predict_one": lambda: tree.predict_one(X[0]),
        "predict_proba_one": lambda: tree.predict_proba_one(X[0]),
        "predict_many": lambda: tree.predict_many(X[:1]),
        "predict_proba_many": lambda: tree.predict_proba_many(X[:1]),
        "predict": lambda: tree.predict(X[:1]),
        "explain_one": lambda: tree.explain_one(X[0]),
        "nodes": lambda: tree.nodes(),
        "digest": lambda: tree.digest(),
        "n_rows": lambda: tree.n_rows,
        "classes_": lambda: tree.classes_,
        "memory_bytes": lambda: tree.memory_bytes(),
        "to_bytes": lambda: tree.to_bytes(),
        "snapshot": lambda: tree.snapshot(),
    }
    told: dict[str, str] = {}
    # Once will do as a rule; a learner that was done before all had asked is started again.
    while len(told) < len(doors):
        learner = threading.Thread(target=learn)
        learner.start()
        for name, door in doors.items():
            try:
                door()
            except RuntimeError as busy:
                told[name] = str(busy)
        learner.join()
        twin.learn_many(X, y)
    (message,) = set(told.values())
    assert re.fullmatch(r"this tree is in use by another thread: ask a tree.snapshot\(\), .* a lock", message)
    assert tree.digest() == twin.digest()


def test_threads_that_meet_in_one_tree_learn_a_row_whole_or_not_at_all() -> None:
    tree, learned, wrong = VFDT(grace_period=20), [0] * 4, []
    start = threading.Barrier(4)

    def learn(number: int) -> None:
        rng = np.random.default_rng(number)
        X = rng.random((3000, 3))
        start.wait()
        for batch in np.array_split(X, 300):
            for rows in (batch[:1], batch):
                try:
                    tree.learn_many(rows, [f"class {number}"] * len(rows))
                    learned[number] += len(rows)
                except RuntimeError as busy:
                    if "in use by another thread" not in str(busy):
                        wrong.append(str(busy))

    threads = [threading.Thread(target=learn, args=(number,)) for number in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert wrong == []
    assert tree.n_rows == sum(learned) > 0
    assert set(tree.classes_) == {f"class {number}" for number in range(4) if learned[number]}


def test_any_number_of_threads_ask_a_tree_that_nobody_learns_with() -> None:
    rng = np.random.default_rng(9)
    X = rng.random((20_000, 4))
    tree = VFDT(grace_period=50)
    tree.learn_many(X, (4 * X[:, 0]).astype(int))
    expected, first, said = tree.predict_proba_many(X[:2000]), tree.predict_one(X[0]), list[bool]()

    def ask() -> None:
        for _ in range(20):
            said.append(np.array_equal(tree.predict_proba_many(X[:2000]), expected))
            said.append(tree.predict_one(X[0]) == first)
            said.append(tree.snapshot().n_rows == 20_000)

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert said == [True] * 360


def test_a_tree_that_is_given_other_settings_meanwhile_learns_or_says_why_not() -> None:
    rng = np.random.default_rng(11)
    X, y = rng.random((20, 3)), np.zeros(20, int)
    wrong: list[str] = []
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(1500):
            tree, start = VFDT(), threading.Barrier(3)

            def learn(tree: VFDT = tree, start: Any = start) -> None:
                start.wait()
                try:
                    tree.learn_many(X, y)
                except BaseException as error:
                    if not re.search(
                        "this tree is in use by another thread|when this tree started", str(error)
                    ):
                        wrong.append(repr(error))

            def change(tree: VFDT = tree, start: Any = start) -> None:
                start.wait()
                tree.set_params(tau=0.06, delta=1e-6)

            threads = [threading.Thread(target=each) for each in (learn, change, change)]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
            assert tree.n_rows in (0, 20)
    finally:
        sys.setswitchinterval(before)
    assert wrong == []


@pytest.mark.parametrize("other", ["set_params", "partial_fit"])
def test_rows_are_not_lost_to_a_tree_that_takes_the_place_of_another(other: str) -> None:
    rng = np.random.default_rng(10)
    X, y = rng.random((50, 3)), np.zeros(50, int)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(200):
            tree, learned, start = VFDT(), [], threading.Barrier(2)

            def learn(tree: VFDT = tree, learned: list[int] = learned, start: Any = start) -> None:
                start.wait()
                with suppress(RuntimeError):
                    tree.learn_many(X, y)
                    learned.append(50)

            def change(tree: VFDT = tree, learned: list[int] = learned, start: Any = start) -> None:
                start.wait()
                with suppress(RuntimeError):
                    if other == "set_params":
                        tree.set_params(tau=0.06)
                    else:
                        tree.partial_fit(X, y, classes=[0, 1])
                        learned.append(50)

            threads = [threading.Thread(target=each) for each in (learn, change)]
            for each in threads:
                each.start()
            for each in threads:
                each.join()
            assert tree.n_rows == sum(learned)
    finally:
        sys.setswitchinterval(before)
