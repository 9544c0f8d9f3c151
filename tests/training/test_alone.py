"""Two trainings never share a model file; the lock of one that was killed is free."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import riparian
from riparian import locks
from riparian.streams import open_stream, write
from riparian.training import Stopped, train
from riparian.training.alone import alone

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="this system has no locks that end with a process")

# Trains a piece, says so, and waits for what nobody sends.
WAITING = """
import sys
from riparian import VFDT
from riparian.training import train

def told(rows):
    print(rows, flush=True)
    sys.stdin.read()

train(VFDT(), "sea", sys.argv[1], rows=100_000, checkpoint_every=8192, progress=told)
"""


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


@pytest.fixture
def other(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that trains sea.model, and has saved some rows of it."""
    with subprocess.Popen(
        [sys.executable, "-c", WAITING, str(tmp_path / "sea.model")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"8192\n"
        yield process
        process.kill()


def test_a_second_training_is_refused_with_the_process_of_the_first(
    other: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    path = tmp_path / "sea.model"
    for given in ({}, {"resume": True}, {"overwrite": True}):
        told = rf"sea.model is being trained by process {other.pid}: wait until it has ended, or give another"
        with pytest.raises(BlockingIOError, match=told):
            train(riparian.VFDT(), "sea", path, rows=10, **given)
    os.symlink(path, tmp_path / "link.model")
    with pytest.raises(BlockingIOError, match=rf"link.model is being trained by process {other.pid}"):
        train(riparian.VFDT(), "sea", tmp_path / "link.model", rows=10, resume=True)
    assert other.poll() is None
    assert train(riparian.VFDT(), "sea", tmp_path / "another.model", rows=10).rows == 10


def test_the_lock_of_a_killed_process_is_free(other: subprocess.Popen[bytes], tmp_path: Path) -> None:
    path = tmp_path / "sea.model"
    other.kill()
    other.wait()
    assert ".sea.model.lock" in names(tmp_path)
    done = train(riparian.VFDT(), "sea", path, rows=10_000, checkpoint_every=8192, resume=True)
    assert (done.before, done.rows) == (8192, 10_000)
    assert names(tmp_path) == {"sea.model"}


@pytest.mark.parametrize("end", ["whole", "refused", "stopped", "failed"])
def test_no_lock_is_left_behind(end: str, tmp_path: Path) -> None:
    path = tmp_path / "sea.model"

    def told(_rows: int) -> None:
        if end == "stopped":
            signal.raise_signal(signal.SIGINT)
        if end == "failed":
            raise RuntimeError("of the caller")
        assert ".sea.model.lock" in names(tmp_path)

    if end == "whole":
        train(riparian.VFDT(), "sea", path, rows=10, progress=told)
    elif end == "refused":
        path.touch()
        with pytest.raises(FileExistsError):
            train(riparian.VFDT(), "sea", path, rows=10)
    else:
        with pytest.raises(Stopped if end == "stopped" else RuntimeError):
            train(riparian.VFDT(), "sea", path, rows=100_000, progress=told)
    assert names(tmp_path) <= {"sea.model"}


def test_threads_of_one_process_do_not_share_a_file_either(tmp_path: Path) -> None:
    path, inside, over = tmp_path / "sea.model", threading.Event(), threading.Event()

    def told(_rows: int) -> None:
        inside.set()
        over.wait(60)

    given = {"rows": 10, "progress": told}
    first = threading.Thread(target=train, args=(riparian.VFDT(), "sea", path), kwargs=given)
    first.start()
    inside.wait(60)
    try:
        with pytest.raises(BlockingIOError, match="is being trained by this process"):
            train(riparian.VFDT(), "sea", path, rows=10)
    finally:
        over.set()
        first.join()
    assert names(tmp_path) == {"sea.model"}


def test_a_lock_that_goes_away_while_it_is_taken_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, place, taken = tmp_path / "a.model", tmp_path / ".a.model.lock", locks.taken

    def late(handle: int) -> bool | None:
        # The one before ends between our opening of its file and our asking for the lock.
        monkeypatch.setattr(locks, "taken", taken)
        place.unlink()
        return taken(handle)

    monkeypatch.setattr(locks, "taken", late)
    with alone(path):
        assert place.read_text() == f"{os.getpid()}\n"
        with pytest.raises(BlockingIOError), alone(path):
            pass
    assert names(tmp_path) == set()


def test_what_somebody_else_saves_at_the_moment_is_not_taken_for_a_remnant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, replace = tmp_path / "sea.model", os.replace
    write(open_stream("sea"), tmp_path / "rows.csv", rows=10)

    def meanwhile(fresh: Path, target: Path) -> None:
        monkeypatch.setattr(os, "replace", replace)
        train(riparian.VFDT(), str(tmp_path / "rows.csv"), path)
        replace(fresh, target)

    monkeypatch.setattr(os, "replace", meanwhile)
    riparian.VFDT().save(path)
    assert riparian.load(path).n_rows == 0
    assert names(tmp_path) == {"sea.model", "rows.csv"}


@pytest.mark.parametrize("kind", ["text", "number and more", "link", "folder", "pipe"])
def test_what_stands_in_the_place_of_the_lock_and_is_none_stays(kind: str, tmp_path: Path) -> None:
    place, own = tmp_path / ".sea.model.lock", tmp_path / "own"
    own.write_text("17\n")
    match kind:
        case "link":
            place.symlink_to(own)
        case "folder":
            place.mkdir()
        case "pipe":
            os.mkfifo(place)
        case _:
            place.write_text("mine" if kind == "text" else "17 bananas\n")
    before = place.lstat()
    with pytest.raises(FileExistsError, match=r"sea\.model\.lock stands where trainings keep their lock"):
        train(riparian.VFDT(), "sea", tmp_path / "sea.model", rows=10)
    assert (place.lstat(), own.read_text()) == (before, "17\n")
    assert names(tmp_path) == {place.name, "own"}
