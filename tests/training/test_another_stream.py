"""Training goes on with the stream that it began with, and with no other."""

from pathlib import Path
from typing import Any

import pytest

import riparian
from riparian.streams import open_stream, read, write
from riparian.training import train


@pytest.mark.parametrize(
    ("tree", "stream", "rows", "message"),
    [
        (riparian.MDT(), "sea", 5_000, "its model is VFDT, not MDT"),
        (riparian.VFDT(tau=0.1), "sea", 5_000, "its model has tau=0.05, and is to have tau=0.1 now"),
        (riparian.VFDT(), "stagger", 5_000, "its stream was 'sea', and is 'stagger' now"),
        (riparian.VFDT(), "sea:seed=2", 5_000, "its stream had seed=1, and has seed=2 now"),
        (riparian.VFDT(), "sea:function=2", 5_000, "its stream had no function, and has function=2 now"),
        (riparian.VFDT(), "sea", 2_999, "it has learned 3,000 rows, more than the 2,999 that are wanted now"),
    ],
)
def test_another_training_is_refused(
    tree: riparian.VFDT, stream: str, rows: int, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "sea.model"
    train(riparian.VFDT(), "sea", path, rows=3_000)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=f"cannot go on with .*sea.model: {message}"):
        train(tree, stream, path, rows=rows, resume=True)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target": 0}, "its stream had no target, and has target=0 now"),
        ({"header": False}, "its stream had no header, and has header=False now"),
        ({"missing": ["none"]}, r"its stream had no missing, and has missing=\['none'\] now"),
    ],
)
def test_a_file_that_is_read_in_another_way_is_another_stream(
    options: Any, message: str, tmp_path: Path
) -> None:
    rows, path = tmp_path / "rows.csv", tmp_path / "rows.model"
    rows.write_text("1,2\n" * 20)
    train(riparian.VFDT(), read(rows), path, rows=10)
    with pytest.raises(ValueError, match=message):
        train(riparian.VFDT(), read(rows, **options), path, resume=True)


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "csv.model"
    write(open_stream("agrawal", seed=4), tmp_path / "rows.csv", rows=30_000)
    train(riparian.VFDT(), read(tmp_path / "rows.csv", nominal=["elevel"]), path, rows=10_000)
    told = lambda **options: read(tmp_path / "rows.csv", **options)  # noqa: E731
    with pytest.raises(ValueError, match="its stream had nominal="):
        train(riparian.VFDT(), told(), path, resume=True)
    with pytest.raises(ValueError, match="its stream had no ignore, and has ignore="):
        train(riparian.VFDT(), told(nominal=["elevel"], ignore=["age"]), path, resume=True)
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    (tmp_path / "rows.csv").rename(moved / "rows.csv")
    again = train(
        riparian.VFDT(), read(moved / "rows.csv", nominal=["elevel"]), path, rows=20_000, resume=True
    )
    assert again.before == 10_000  # the same file in another folder is the same file
    text = (moved / "rows.csv").read_text()
    (moved / "rows.csv").write_text(text[:-8] + text[-8:].swapcase())
    with pytest.raises(ValueError, match=r"file 'rows.csv' has changed: its SHA-256 was"):
        train(riparian.VFDT(), read(moved / "rows.csv", nominal=["elevel"]), path, resume=True)
    (moved / "rows.csv").write_text(text + text[-60:].splitlines()[-1] + "\n")
    with pytest.raises(ValueError, match=r"file 'rows.csv' has changed: it had [\d,]+ bytes, and has"):
        train(riparian.VFDT(), read(moved / "rows.csv", nominal=["elevel"]), path, resume=True)
