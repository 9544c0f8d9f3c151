"""Files of every format so far load, answer and learn on as they did when they were written."""

import json
from pathlib import Path

import pytest

import riparian
from tests.model_files import corpus, golden

FILES = sorted(golden.FOLDER.glob("format-*/*.model"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_file_of_any_format_loads_and_goes_on(path: Path) -> None:
    said = json.loads((path.parent / "told.json").read_text("utf-8"))
    assert golden.told(riparian.load(path)) == said[path.name]


def test_the_format_that_is_written_is_kept() -> None:
    now = int.from_bytes(riparian.VFDT().to_bytes()[8:12], "little")
    kept = {path.name for path in FILES if path.parent.name == f"format-{now}"}
    assert kept >= {"empty.model", "segments.model", "multiway.model", "budget.model"}
    assert len(kept) > 30
    assert [folder.name for folder in sorted(golden.FOLDER.iterdir())] == [
        f"format-{n}" for n in range(1, now + 1)
    ]


def test_a_format_that_is_kept_is_not_written_again() -> None:
    assert corpus.FOLDER.is_dir()
    with pytest.raises(SystemExit, match="files of a format never change"):
        golden.main()
