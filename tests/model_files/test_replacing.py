"""How a file is replaced: who may read it meanwhile, what is removed and what is not, and what is told."""

import errno
import hashlib
import os
import stat
from pathlib import Path
from typing import Any

import pytest

import riparian
from riparian import locks, replacing
from riparian.replacing import FRESH, LOCK, remove_left, workplace
from riparian.training import train

posix = pytest.mark.skipif(os.name != "posix", reason="modes and locks are those of POSIX")


def names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


@posix
@pytest.mark.parametrize("mode", [None, 0o600, 0o640])
def test_nobody_else_reads_a_file_that_is_being_written(
    mode: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen = tmp_path / "a.model", []
    if mode is not None:
        riparian.VFDT().save(path)
        path.chmod(mode)
    replace = os.replace

    def looked_at(fresh: Path, target: Path) -> None:
        seen.append((stat.S_IMODE(fresh.parent.stat().st_mode), stat.S_IMODE(fresh.stat().st_mode)))
        replace(fresh, target)

    monkeypatch.setattr(os, "replace", looked_at)
    before = os.umask(0o022)
    try:
        riparian.VFDT().save(path)
    finally:
        os.umask(before)
    wanted = 0o644 if mode is None else mode
    assert seen == [(0o700, wanted)]  # whoever may not enter the folder does not get at the file
    assert stat.S_IMODE(path.stat().st_mode) == wanted
    assert names(tmp_path) == {"a.model"}


def test_what_may_not_be_written_to_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.model"
    riparian.VFDT().save(path)
    before = path.read_bytes()
    path.chmod(0o444)
    if os.access(path, os.W_OK):  # whoever may do everything
        monkeypatch.setattr(os, "access", lambda found, _mode: Path(found) != path)
    with pytest.raises(PermissionError, match="may not be written to, and is not replaced"):
        riparian.MDT().save(path)
    with pytest.raises(PermissionError, match="may not be written to, and is not replaced"):
        train(riparian.VFDT(), "sea", path, rows=10, overwrite=True)
    assert (path.read_bytes(), names(tmp_path)) == (before, {"a.model"})


@posix
def test_a_file_that_nobody_may_write_to_is_saved_once(tmp_path: Path) -> None:
    before = os.umask(0o222)
    try:
        riparian.VFDT().save(tmp_path / "a.model")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.model").stat().st_mode) == 0o444


def test_names_may_be_as_long_as_the_system_has_them(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 120 + ".model")  # 246 bytes, and nothing is left for a name beside it
    train(riparian.VFDT(), "sea", path, rows=100)
    left = path.with_name(f".{hashlib.sha256(os.fsencode(path.name)).hexdigest()}.{'0' * 16}.part")
    left.mkdir()
    remove_left(path)
    assert names(tmp_path) == {path.name}


@posix
def test_what_somebody_writes_is_let_alone_and_what_was_left_is_removed(tmp_path: Path) -> None:
    target = tmp_path / "a[b].model"
    left, empty = (tmp_path / f".{target.name}.{letter * 16}.part" for letter in "0a")
    left.mkdir(), empty.mkdir()
    (left / LOCK).touch(), (left / FRESH).write_text("half")
    strange = tmp_path / f".other.model.{'0' * 16}.part"
    strange.mkdir()
    with workplace(target) as fresh:
        fresh.write_text("half")
        remove_left(target)
        assert fresh.read_text() == "half"
        assert names(tmp_path) == {fresh.parent.name, strange.name}
    assert names(tmp_path) == {strange.name}


@posix
def test_saving_removes_what_a_killed_process_has_left(tmp_path: Path) -> None:
    path = tmp_path / "a.model"
    left = tmp_path / f".{path.name}.{'0' * 16}.part"
    left.mkdir()
    (left / LOCK).touch(), (left / FRESH).write_text("half")
    with workplace(path) as fresh:  # of somebody who is at work
        riparian.VFDT().save(path)
        assert names(tmp_path) == {path.name, fresh.parent.name}


@posix
def test_a_folder_that_is_removed_before_it_is_locked_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, opened, taken = tmp_path / "a.model", os.open, locks.taken
    moments = iter(["before it is opened", "before it is locked"])

    def removed_before(moment: str) -> None:
        if next(moments, None) == moment:
            monkeypatch.setattr(os, "open", opened), monkeypatch.setattr(locks, "taken", taken)
            remove_left(target)

    def opening(path: Any, *given: Any, **more: Any) -> int:
        removed_before("before it is opened")
        monkeypatch.setattr(locks, "taken", taking)
        return opened(path, *given, **more)

    def taking(handle: int) -> bool | None:
        removed_before("before it is locked")
        return taken(handle)

    monkeypatch.setattr(os, "open", opening)
    with workplace(target) as fresh:
        fresh.write_text("whole")
        assert len(names(tmp_path)) == 1
    assert names(tmp_path) == set()
    assert next(moments, None) is None


@pytest.mark.parametrize("end", ["/", ""])
def test_a_folder_is_not_taken_for_a_file(end: str, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    with pytest.raises(IsADirectoryError, match="a folder is no file: name one in it"):
        riparian.VFDT().save(f"{tmp_path}/there{end}")
    if end:
        with pytest.raises(IsADirectoryError, match="a folder is no file"):
            riparian.VFDT().save(f"{tmp_path}/new{end}")
    assert names(tmp_path) == {"there"}


@posix
def test_a_name_that_is_not_on_the_disk_yet_is_told_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(handle: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", failing)
    with pytest.raises(replacing.NotSettled, match="the model is in place, but may not outlive a power cut"):
        riparian.VFDT().save(tmp_path / "a.model")
    assert riparian.load(tmp_path / "a.model").n_rows == 0


def test_where_there_are_no_locks_files_are_replaced_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "taken", lambda _: None)
    riparian.VFDT().save(tmp_path / "a.model")
    left = tmp_path / f".a.model.{'0' * 16}.part"
    left.mkdir(), (left / LOCK).touch()
    remove_left(tmp_path / "a.model")  # nobody can know whether it is being written
    assert names(tmp_path) == {"a.model", left.name}


@pytest.mark.skipif(os.name != "posix", reason="this system has other links")
def test_a_link_that_looks_like_a_remnant_leads_nowhere(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    for name in ("lock", "fresh", "precious"):
        (own / name).write_text(name)
    link = tmp_path / f".a.model.{'0' * 16}.part"
    link.symlink_to(own)
    within = tmp_path / f".a.model.{'1' * 16}.part"
    within.mkdir()
    (within / "lock").symlink_to(own / "precious")
    remove_left(tmp_path / "a.model")
    assert {entry.name: entry.read_text() for entry in own.iterdir()} == {
        name: name for name in ("lock", "fresh", "precious")
    }
    assert link.is_symlink()


def test_what_else_stands_in_a_remnant_stays(tmp_path: Path) -> None:
    left = tmp_path / f".a.model.{'0' * 16}.part"
    left.mkdir()
    for name in ("lock", "fresh", "precious"):
        (left / name).write_text(name)
    remove_left(tmp_path / "a.model")
    assert [entry.name for entry in left.iterdir()] == ["precious"]
