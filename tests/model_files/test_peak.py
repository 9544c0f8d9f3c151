"""Loading needs the tree, and a few sections of the file at a time: never the file a second time."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riparian import VFDT
from tests.own_process import ROOT

MARGIN = 3_000_000


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell (no /proc)")
@pytest.mark.parametrize(
    "parts",
    [
        {"observer": "exhaustive"},
        {"observer": "segments"},
        {"window": 200_000, "predictor": "mc", "grace_period": 100_000},
        {"observer": "bins:10000", "grace_period": 20_000},
    ],
    ids=str,
)
def test_loading_holds_the_tree_and_little_more(parts: dict[str, Any], tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    X = rng.random((200_000, 12))
    tree = VFDT(**{"grace_period": 2000, "tau": 0.5, **parts})
    tree.learn_many(X, (8 * X[:, 0]).astype(int) % 5)
    check_peak(tree, tmp_path / "a.model")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the system does not tell (no /proc)")
def test_very_many_categories_are_held_once(tmp_path: Path) -> None:
    names = np.array([f"category {number}" for number in range(100_000)], dtype=object)
    tree = VFDT(grace_period=1_000_000)
    tree.learn_many({"name": names}, np.arange(100_000) % 2)
    check_peak(tree, tmp_path / "a.model")


def check_peak(tree: VFDT, path: Path) -> None:
    """Load a tree in another process, and see what that takes."""
    tree.save(path)
    words = [sys.executable, "-m", "tests.model_files.peak", str(path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["tree"] == tree.memory_bytes() > 10_000_000
    assert found["peak"] < 1.1 * found["tree"] + MARGIN
    assert found["peak"] < 1.5 * max(found["file"], found["tree"])
