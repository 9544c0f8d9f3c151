"""Where a checkpoint cannot be written, the error says so, and the one before is whole."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import riparian
from riparian.replacing import NotSettled
from riparian.training import checkpoint, train

ROOT = Path(__file__).resolve().parents[2]

# Files may not grow beyond a limit, which the system reports in the same way as a disk that is full.
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv = ["riparian", *sys.argv[2:]]
from riparian.cli import main
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="this system has no limit on the size of files")
def test_a_full_disk_leaves_the_last_good_checkpoint(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole.model", tmp_path / "random.model"
    given = {"rows": 60_000, "checkpoint_every": 5_000}
    train(riparian.VFDT(grace_period=50), "random-tree", whole, **given)
    limit = str(whole.stat().st_size // 2)
    words = ["train", "random-tree", "--rows", "60000", "--param", "grace_period=50"]
    options = ["--checkpoint-every", "5000", "--resume", "--out", path.name]
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, limit, *words, *options],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    place = checkpoint.read(path)[1]
    assert place is not None
    assert 0 < place.read < 60_000
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"error: the model of {place.read + 5000:,} rows cannot be saved")
    assert f"the one of {place.read:,} rows is as it was" in done.stderr
    assert "random.model" in done.stderr
    assert {entry.name for entry in tmp_path.iterdir()} == {"whole.model", "random.model"}
    train(riparian.VFDT(grace_period=50), "random-tree", path, resume=True, **given)
    assert path.read_bytes() == whole.read_bytes()


def test_a_folder_that_takes_no_files_is_refused_before_a_row_is_learned(tmp_path: Path) -> None:
    path = tmp_path / "sea.model"
    train(riparian.VFDT(), "sea", path, rows=1_000)
    before, seen = path.read_bytes(), []
    tmp_path.chmod(0o555)
    try:
        if os.access(tmp_path, os.W_OK):
            pytest.skip("whoever may do everything may write to any folder")
        with pytest.raises(PermissionError, match=r"sea.model"):
            train(riparian.VFDT(), "sea", path, rows=2_000, resume=True, progress=seen.append)
    finally:
        tmp_path.chmod(0o755)
    assert (path.read_bytes(), seen) == (before, [])


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="is no file: name one in it"):
        train(riparian.VFDT(), "sea", tmp_path, rows=10, overwrite=True)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        train(riparian.VFDT(), "sea", tmp_path / "nowhere" / "sea.model", rows=10)


@pytest.mark.skipif(os.name == "nt", reason="folders of this system are not waited for")
def test_a_model_that_is_in_place_is_not_told_as_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, settled = tmp_path / "sea.model", []

    def failing(handle: int) -> None:
        settled.append(handle)
        if len(settled) == 2:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(NotSettled, match="the model is in place, but may not outlive a power cut") as wrong:
        train(riparian.VFDT(), "sea", path, rows=3_000, checkpoint_every=1_000)
    assert wrong.value.__notes__ == [f"the model of 2,000 rows is in {path}"]
    assert riparian.load(path).n_rows == 2_000
