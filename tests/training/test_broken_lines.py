"""A broken line late in a file is no dead end: the rows before it are the same if it is left out."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import riparian
from riparian.streams import read
from riparian.streams.broken import BrokenLine
from riparian.training import Stopped, checkpoint, train
from tests.training.test_train import stop_after

BROKEN = 17_000
Source = Callable[..., Any]


def rows() -> list[dict[str, Any]]:
    """Numbers, categories and classes that come late."""
    return [
        {"a": row % 13 / 4, "b": f"v{row % 3 + row // 9000}", "class": f"c{row % 13 > 4}{row // 20_000}"}
        for row in range(30_000)
    ]


def csv(folder: Path) -> Source:
    lines = [",".join(map(str, row.values())) for row in rows()]
    # New categories in a line that is left out leave no trace.
    lines[BROKEN:BROKEN] = ["1.5,only here,c1,too many", "1.5", "text,only here,c2"]
    (folder / "rows.csv").write_text("a,b,class\n" + "\n".join(lines) + "\n")
    return lambda **told: read(folder / "rows.csv", **told)


def several(folder: Path) -> Source:
    csv(folder)
    header, *lines = (folder / "rows.csv").read_text().splitlines()
    for name, part in (("one.csv", lines[:BROKEN]), ("two.csv", lines[BROKEN:])):
        (folder / name).write_text("\n".join([header, *part]) + "\n")
    return lambda **told: read([folder / "one.csv", folder / "two.csv"], **told)


def json_lines(folder: Path) -> Source:
    lines = [json.dumps(row) for row in rows()]
    lines[BROKEN:BROKEN] = ['{"a": 1, "b": "only here"}', '{"new": 1, "a":', '{"a": "text", "class": "c9"}']
    (folder / "rows.jsonl").write_text("\n".join(lines) + "\n")
    return lambda **told: read(folder / "rows.jsonl", **told)


def parquet(folder: Path) -> Source:
    arrow, writer = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    found = rows()
    found[BROKEN:BROKEN] = [{"a": 1.0, "b": "only here", "class": None}] * 3
    writer.write_table(arrow.Table.from_pylist(found), folder / "rows.parquet")
    return lambda **told: read(folder / "rows.parquet", **told)


@pytest.mark.parametrize("make", [csv, several, json_lines, parquet])
@pytest.mark.parametrize("every", [3_000, 16_000])
def test_training_goes_on_behind_a_broken_line_to_the_bytes_of_an_undisturbed_run(
    make: Callable[[Path], Source], every: int, tmp_path: Path
) -> None:
    source, given = make(tmp_path), {"checkpoint_every": every}
    tree = riparian.VFDT(grace_period=50)
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    assert train(tree.clone(), source(on_error="skip"), whole, **given).rows == 30_000
    with pytest.raises(BrokenLine):
        train(tree.clone(), source(), parts, **given)
    place = checkpoint.read(parts)[1]
    assert place is not None
    assert place.read == BROKEN // every * every
    with pytest.raises(BrokenLine):
        train(tree.clone(), source(), parts, resume=True, **given)
    stream = source(on_error="skip")
    done = train(tree.clone(), stream, parts, resume=True, **given)
    assert (done.before, done.rows, stream.skipped) == (place.read, 30_000, 3)
    assert parts.read_bytes() == whole.read_bytes()


def test_the_same_holds_when_training_was_stopped_just_before_the_broken_line(tmp_path: Path) -> None:
    source, given = csv(tmp_path), {"checkpoint_every": 50_000}
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    train(riparian.VFDT(), source(on_error="skip"), whole, **given)
    # The piece before the broken line is shorter than one that leaves it out.
    with pytest.raises(Stopped, match="stopped at row 17,000"):
        train(riparian.VFDT(), source(), parts, progress=stop_after(BROKEN), **given)
    train(riparian.VFDT(), source(on_error="skip"), parts, resume=True, **given)
    assert parts.read_bytes() == whole.read_bytes()


def test_a_model_that_is_complete_without_broken_lines_is_so_with_them_left_out(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("x,y\n" + "1,a\n2,b\n" * 100)
    whole, again = tmp_path / "whole.model", tmp_path / "again.model"
    skipping = lambda: read(tmp_path / "rows.csv", on_error="skip")  # noqa: E731
    train(riparian.VFDT(), skipping(), whole)
    train(riparian.VFDT(), read(tmp_path / "rows.csv"), again)
    done = train(riparian.VFDT(), skipping(), again, resume=True)
    assert (done.before, done.rows) == (200, 200)
    assert again.read_bytes() == whole.read_bytes()


def test_lines_that_were_left_out_before_cannot_be_read_again(tmp_path: Path) -> None:
    source, path = csv(tmp_path), tmp_path / "rows.model"
    train(riparian.VFDT(), source(on_error="skip"), path, rows=20_000)
    with pytest.raises(ValueError, match="its stream had on_error='skip', and has no on_error now"):
        train(riparian.VFDT(), source(), path, resume=True)
    with pytest.raises(ValueError, match=r"its stream had no nominal, and has nominal=\['a'\] now"):
        train(riparian.VFDT(), source(on_error="skip", nominal=["a"]), path, resume=True)
    with pytest.raises(ValueError, match=r"has nominal={'b': \['v0'\]} now"):
        train(riparian.VFDT(), source(on_error="skip", nominal={"b": ["v0"]}), path, resume=True)


@pytest.mark.parametrize("make", [csv, several, json_lines, parquet])
def test_training_goes_on_behind_lines_that_were_left_out(
    make: Callable[[Path], Source], tmp_path: Path
) -> None:
    source = make(tmp_path)
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    train(riparian.VFDT(grace_period=50), source(on_error="skip"), whole, checkpoint_every=3_000)
    for rows in (18_000, 27_000, None):
        stream = source(on_error="skip")
        train(riparian.VFDT(grace_period=50), stream, parts, rows=rows, checkpoint_every=3_000, resume=True)
        assert stream.skipped == 3
    assert parts.read_bytes() == whole.read_bytes()
