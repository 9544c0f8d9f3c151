"""Killed at random, also in the middle of a save, training ends with the bytes of an undisturbed run."""

import os
from pathlib import Path

import pytest

from tests.kills import make_rows, rig

pytestmark = pytest.mark.skipif(os.name == "nt", reason="this system has no SIGKILL")


def test_twenty_kills_change_no_byte_of_a_model(tmp_path: Path) -> None:
    figures = rig(tmp_path, "generator", kills=20, seed=1, in_saves=2, resumed=10)
    assert figures.kills >= 20
    assert figures.in_saves >= 2
    assert figures.resumed >= 10
    assert figures.completed >= 1


def test_kills_change_no_byte_of_a_model_learned_from_a_file(tmp_path: Path) -> None:
    make_rows(tmp_path)
    figures = rig(tmp_path, "file", kills=5, seed=2, in_saves=1, resumed=2)
    assert figures.kills >= 5
    assert figures.in_saves >= 1
    assert figures.resumed >= 2
