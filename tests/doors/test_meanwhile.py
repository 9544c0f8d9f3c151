"""What is given may change while it is read: the tree learns what was there or refuses it."""

import re
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from riparian import VFDT
from riparian.categories import Categories

ROWS = 20_000


class Growing(str):
    """A key that adds another one to its dict when it is looked up."""

    __slots__ = ("row",)

    def __hash__(self) -> int:
        if hasattr(self, "row") and len(self.row) < 5:
            self.row[f"new {len(self.row)}"] = 1.0
        return str.__hash__(self)


class Shrinking(Fraction):
    """A number that takes the last key from its dict when it is asked for its value."""

    row: dict[str, Any]

    def __float__(self) -> float:
        self.row.pop("last", None)
        return 0.5


def rows_that_change() -> list[dict[str, Any]]:
    key = Growing("b")
    growing = {"a": 1.0, key: 2.0}
    key.row = growing
    number = Shrinking(1, 2)
    number.row = {"a": number, "b": 1.0, "last": 2.0}
    return [growing, number.row]


@pytest.mark.parametrize("which", [0, 1], ids=["grows", "shrinks"])
@pytest.mark.parametrize("door", ["learn_one", "predict_one", "predict_proba_one", "explain_one"])
def test_a_dict_that_changes_while_it_is_read_is_refused(which: int, door: str) -> None:
    tree = VFDT()
    tree.learn_many({"a": [1.0, 2.0], "c": [1.0, 2.0]}, ["y", "n"])
    before = tree.digest()
    row = rows_that_change()[which]
    with pytest.raises(
        RuntimeError, match=r"row \d+: the dict had \d keys when it was looked at, and has \d now"
    ):
        getattr(tree, door)(row, *["y"] * (door == "learn_one"))
    assert tree.digest() == before


def meanwhile(write: Callable[[], None], work: Callable[[], Any]) -> None:
    """Work while another thread writes, the two taking turns as often as they can."""
    done = threading.Event()

    def keep_writing() -> None:
        while not done.is_set():
            write()

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    writer = threading.Thread(target=keep_writing)
    writer.start()
    try:
        work()
    finally:
        done.set()
        writer.join()
        sys.setswitchinterval(interval)


@pytest.mark.parametrize("role", ["column", "labels"])
def test_codes_that_another_thread_changes_do_not_break_the_tree(role: str) -> None:
    names = [f"name {n}" for n in range(20)]
    codes = np.zeros(ROWS, dtype=np.int32)
    given = Categories(codes, names)
    fixed = Categories(np.arange(ROWS) % 20, names)
    assert given.codes is codes
    tree = VFDT(grace_period=100, tau=0.5)
    tree.learn_many({"c": fixed}, fixed)

    def write() -> None:
        codes[:] = 10**6
        codes[:] = np.arange(ROWS) % 20

    def learn() -> None:
        for _ in range(100):
            X, y = ({"c": given}, fixed) if role == "column" else ({"c": fixed}, given)
            with suppress(ValueError):  # codes that were wrong when they were looked at
                tree.predict_then_learn_many(X, y)

    meanwhile(write, learn)
    assert tree.predict_proba_many({"c": fixed}).shape == (ROWS, len(tree.classes_))
    # The first batch has split the tree by all names; no code of another one has come in.
    found = re.findall(r"^[├└]── c is '(.*?)'(?: or missing)?: '.*' \S+ %", tree.to_text(), re.MULTILINE)
    assert sorted(found) == sorted(names)
    assert sorted(tree.classes_) == sorted(names)


def test_labels_that_another_thread_changes_have_room_all_the_same() -> None:
    y = np.zeros(2000)
    x = np.arange(2000.0)[:, None]
    tree = VFDT()
    tree.learn_many(x, y)

    def write() -> None:
        y[:] = np.arange(2000)
        y[:] = np.nan
        y[:] = 0

    def learn() -> None:
        for _ in range(100):
            with suppress(ValueError):  # NaN when it was looked at
                shares = tree.predict_proba_then_learn_many(x, y)
                assert shares.shape == (2000, len(tree.classes_))

    meanwhile(write, learn)
    assert np.isfinite(tree.classes_).all()
    tree.to_bytes()


def test_a_flag_of_any_byte_but_0_is_true() -> None:
    odd = np.array([0, 1, 2, 255], dtype=np.uint8).view(np.bool_)
    tree, reference = VFDT(), VFDT()
    tree.learn_many({"flag": odd}, odd)
    tree.learn_many(np.asfortranarray(np.stack([odd])).T, odd)
    for flag in [False, True, True, True] * 2:
        reference.learn_one({"flag": flag}, flag)
    assert tree.digest() == reference.digest()
