"""Tasks in several processes: the same results as in one, and a failure that is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from riparian.papers.parallel import finished


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_task_comes_back_with_its_result(jobs: int) -> None:
    assert sorted(finished(abs, [-3, 2, -1, 0], jobs)) == [(-3, 3), (-1, 1), (0, 0), (2, 2)]


def test_what_goes_wrong_in_a_process_is_raised_here() -> None:
    with pytest.raises(FileNotFoundError):
        list(finished(os.stat, [Path("no such file"), Path("nor this one")], 2))


def test_a_process_that_is_ended_from_outside_is_told_with_the_way_on() -> None:
    with pytest.raises(OSError, match="start the command again to go on"):
        list(finished(os._exit, [1, 2], 2))
