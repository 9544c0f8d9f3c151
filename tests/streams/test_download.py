"""Data sets come from RIPARIAN_DATA, the cache or their publisher: whole and verified, or not at all."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from riparian.streams import DatasetError, dataset, datasets
from riparian.streams.places import cache_folder
from tests.streams.publisher import ALTERED, ROWS, entry_at, publishing

pytest.importorskip("pyarrow")

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def publisher():
    with publishing() as server:
        yield server


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """An empty cache, no data folder, no proxy."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("RIPARIAN_CACHE", str(folder))
    monkeypatch.delenv("RIPARIAN_DATA", raising=False)
    monkeypatch.setenv("no_proxy", "*")
    return folder


@pytest.fixture
def given(tmp_path, monkeypatch):
    folder = tmp_path / "given"
    folder.mkdir()
    monkeypatch.setenv("RIPARIAN_DATA", str(folder))
    return folder


def kept(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


# ---- what comes


@pytest.mark.parametrize("path", ["good", "moved", "unannounced", "strangely_announced"])
def test_a_whole_file_is_kept_and_read(publisher, cache, path):
    stream = dataset(entry_at(publisher.url(path)))
    assert kept(cache) == ["rows.data"]
    assert (cache / "rows.data").read_bytes() == ROWS
    X, y, _ = stream.take(4)
    assert X["number"].tolist() == [0.5, 1.5, 2.5, 3.5]
    assert X["letter"].tolist() == ["x", "y", "z", None]
    assert y.tolist() == ["no", "yes", "yes", "yes"]


def test_a_file_whose_length_nobody_states_is_known_by_its_checksum(publisher, cache):
    dataset(entry_at(publisher.url("unannounced"), size=None))
    assert kept(cache) == ["rows.data"]


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_what_was_downloaded_may_be_read_by_whoever_may_read_a_new_file(publisher, cache):
    dataset(entry_at(publisher.url("good")))
    (cache / "new").touch()
    assert (cache / "rows.data").stat().st_mode == (cache / "new").stat().st_mode


def test_what_is_in_the_cache_is_not_fetched_again(publisher, cache):
    entry = entry_at(publisher.url("good"))
    dataset(entry)
    dataset(entry)
    assert publisher.asked == {"good": 1}


def test_progress_is_told_up_to_the_last_byte(publisher):
    told = []
    dataset(entry_at(publisher.url("good")), progress=lambda *step: told.append(step))
    assert told[-1] == ("rows.data", len(ROWS), len(ROWS))
    assert [step[1] for step in told] == sorted({step[1] for step in told})


@pytest.mark.parametrize(
    ("path", "size", "message"),
    [
        ("short", len(ROWS), f"came with {len(ROWS) // 2} bytes, {len(ROWS)} expected"),
        ("short", None, "came with SHA-256 [0-9a-f]{64}, [0-9a-f]{64} expected"),
        ("closing", len(ROWS), f"ended after {len(ROWS) // 2} of {len(ROWS)} bytes"),
        ("closing_unannounced", len(ROWS), f"ended after {len(ROWS) // 2} of {len(ROWS)} bytes"),
        ("closing_unannounced", None, "came with SHA-256"),
        ("altered", len(ROWS), "came with SHA-256 [0-9a-f]{64}, [0-9a-f]{64} expected"),
        ("longer", len(ROWS), f"goes on after {len(ROWS)} bytes"),
        ("longer", None, "came with SHA-256"),
        ("missing", len(ROWS), r"cannot be downloaded \(Not Found\): download http.* put it at .*rows\.data"),
        ("broken", len(ROWS), r"cannot be downloaded \(Internal Server Error\)"),
        ("round", len(ROWS), r"cannot be downloaded \(.*redirect"),
        ("nonsense", len(ROWS), "cannot be downloaded|came with|ended after"),
    ],
)
def test_anything_else_is_refused_in_one_line_and_leaves_nothing(publisher, cache, path, size, message):
    with pytest.raises(DatasetError, match=message) as refused:
        dataset(entry_at(publisher.url(path), size=size))
    assert publisher.url(path) in str(refused.value)
    assert "\n" not in str(refused.value)
    assert kept(cache) == []


def test_without_a_network_one_line_says_what_to_put_where(cache):
    with socket.socket() as closed:  # nobody listens at a port that is bound and no more
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/rows"
        with pytest.raises(DatasetError) as refused:
            dataset(entry_at(url))
    line = str(refused.value)
    assert line.endswith(f"download {url} by other means and put it at {cache / 'rows.data'}")
    assert "\n" not in line
    assert kept(cache) == []


def test_an_interrupted_download_leaves_nothing(publisher, cache):
    def interrupt(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        dataset(entry_at(publisher.url("good")), progress=interrupt)
    assert kept(cache) == []


def test_a_cache_that_cannot_be_written_is_named(publisher, cache):
    cache.write_text("a file where the folder should be")
    with pytest.raises(DatasetError, match=r"put it at .*rows\.data"):
        dataset(entry_at(publisher.url("good")))


def test_two_processes_may_download_the_same_file_at_once(publisher, cache):
    program = (
        "import sys; from riparian.streams import dataset; from tests.streams.publisher import entry_at; "
        "print(sum(len(batch) for batch in dataset(entry_at(sys.argv[1])).batches()))"
    )
    command = [sys.executable, "-c", program, publisher.url("together")]
    both = [
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=120) for process in both]
    assert [answer for answer, _ in answers] == ["20000\n", "20000\n"], answers
    assert publisher.asked == {"together": 2}
    assert kept(cache) == ["rows.data"]


# ---- where it is looked for


def test_the_given_folder_comes_before_the_cache_and_the_cache_before_the_publisher(publisher, given, cache):
    entry = entry_at(publisher.url("good"))
    (given / "rows.data").write_bytes(ROWS)
    assert dataset(entry).take(1).X["number"].tolist() == [0.5]
    assert (kept(cache), publisher.asked) == ([], {})
    (given / "rows.data").unlink()
    dataset(entry)
    assert (kept(given), kept(cache), publisher.asked) == ([], ["rows.data"], {"good": 1})


@pytest.mark.parametrize("place", ["given", "cache"])
def test_a_file_with_another_checksum_is_refused_wherever_it_is(publisher, given, cache, place):
    folder = {"given": given, "cache": cache}[place]
    folder.mkdir(exist_ok=True)
    (folder / "rows.data").write_bytes(ALTERED)
    entry = entry_at(publisher.url("good"))
    with pytest.raises(DatasetError, match=r"rows\.data has SHA-256 [0-9a-f]{64}, [0-9a-f]{64} expected"):
        dataset(entry)
    assert publisher.asked == {}
    (folder / "rows.data").unlink()
    dataset(entry)


def test_a_file_that_changes_is_checked_again(publisher, cache):
    entry = entry_at(publisher.url("good"))
    dataset(entry)
    path = cache / "rows.data"
    path.write_bytes(ALTERED)
    os.utime(path, ns=(1, 1))
    with pytest.raises(DatasetError, match="expected"):
        dataset(entry)


def test_nothing_is_fetched_if_that_is_not_wanted(publisher, cache):
    with pytest.raises(
        DatasetError,
        match=r"'rows' is not in .*cache \(RIPARIAN_DATA may.*\): download http.*/good \(as rows\.data\)",
    ):
        dataset(entry_at(publisher.url("good")), download=False)
    assert publisher.asked == {}


def test_a_set_without_a_public_source_says_what_to_put_where(given, cache):
    entry = datasets()["electricity"]
    with pytest.raises(DatasetError) as refused:
        dataset("electricity")
    line = str(refused.value)
    assert line.startswith(f"data set 'electricity' is not in {given} nor in {cache}, ")
    assert f"put electricity.parquet (SHA-256 {entry.sha256}) there" in line
    assert entry.page in line
    assert "\n" not in line


def test_a_data_folder_that_does_not_exist_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("RIPARIAN_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(DatasetError, match=r"RIPARIAN_DATA names .*nowhere, which is no folder: correct it"):
        dataset("iris")


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, "{own}/.cache/riparian"),
        ("linux", {"XDG_CACHE_HOME": "{own}/elsewhere"}, "{own}/elsewhere/riparian"),
        ("linux", {"XDG_CACHE_HOME": "not/absolute"}, "{own}/.cache/riparian"),
        ("darwin", {"XDG_CACHE_HOME": "{own}/elsewhere"}, "{own}/Library/Caches/riparian"),
        ("win32", {"LOCALAPPDATA": "{own}/Local"}, "{own}/Local/riparian"),
        ("linux", {"RIPARIAN_CACHE": "{own}/mine"}, "{own}/mine"),
    ],
)
def test_the_cache_is_where_the_platform_keeps_caches(monkeypatch, tmp_path, platform, environment, expected):
    for name in ("RIPARIAN_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value.format(own=tmp_path))
    monkeypatch.setattr("riparian.streams.places.sys.platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache_folder() == Path(expected.format(own=tmp_path))


def test_nothing_is_printed(publisher, capfd):
    dataset(entry_at(publisher.url("good"))).take(10)
    assert capfd.readouterr() == ("", "")


def test_only_a_download_loads_the_network(cache):
    program = "import sys, riparian.streams; print('urllib.request' in sys.modules, 'pyarrow' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert re.fullmatch(r"False False\s*", done.stdout)
