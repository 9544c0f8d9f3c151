"""Training goes on exactly where it stopped, and refuses to go on with anything else."""

import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import riparian
from riparian import model_files
from riparian.streams import open_stream, read, write
from riparian.streams.from_table import from_table
from riparian.streams.stream import Stream
from riparian.training import Checkpoint, Stopped, checkpoint, train

Made = Callable[[], Stream]


@pytest.fixture(autouse=True)
def _usual_signals() -> Iterator[None]:
    before = {number: signal.signal(number, signal.SIG_DFL) for number in (signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def stop_after(rows: int) -> Callable[[int], None]:
    def told(read: int) -> None:
        if read >= rows:
            signal.raise_signal(signal.SIGINT)

    return told


def in_parts(
    tree: Callable[[], riparian.VFDT], stream: Made, path: Path, stops: list[int], **given: Any
) -> int:
    """Train with a stop after each of so many rows; how many of them fell between first and last row."""
    held = 0
    for rows in stops:
        with suppress(Stopped):
            train(tree(), stream(), path, resume=True, progress=stop_after(rows), **given)
        held += not place_of(path).complete
    train(tree(), stream(), path, resume=True, **given)
    return held


def place_of(path: Path) -> Checkpoint:
    place = checkpoint.read(path)[1]
    assert place is not None
    return place


# ---- the same bytes


def csv(folder: Path) -> Made:
    write(open_stream("agrawal", seed=4), folder / "rows.csv", rows=30_000)
    return lambda: read(folder / "rows.csv", nominal=["elevel"])


def two_files(folder: Path) -> Made:
    for number in (1, 2):
        write(open_stream("agrawal", seed=number), folder / f"part{number}.csv.gz", rows=12_345)
    return lambda: read(str(folder / "part*.csv.gz"))


def parquet(folder: Path) -> Made:
    pytest.importorskip("pyarrow")
    write(open_stream("agrawal", seed=4), folder / "rows.parquet", rows=30_000)
    return lambda: read(folder / "rows.parquet")


def json_lines(folder: Path) -> Made:
    # A column and categories that come late.
    lines = [
        {"a": row % 7 / 2, **({"late": f"v{row % 5}"} if row > 12_000 else {}), "class": str(row % 7 > 3)}
        for row in range(25_000)
    ]
    (folder / "rows.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return lambda: read(folder / "rows.jsonl", target="class")


def weighted(folder: Path) -> Made:
    lines = [f"{row % 11},{row % 3},{'ab'[row % 11 > 4]}\n" for row in range(25_000)]
    (folder / "rows.csv").write_text("x,weight,y\n" + "".join(lines))
    return lambda: read(folder / "rows.csv", weight="weight")


def drift(folder: Path) -> Made:
    return lambda: open_stream("sea > sea:function=3", every=9_000, width=500)


@pytest.mark.parametrize("make", [csv, two_files, parquet, json_lines, weighted, drift])
@pytest.mark.parametrize("every", [4_000, 10_000])
def test_a_run_with_stops_has_the_bytes_of_one_without(make: Any, every: int, tmp_path: Path) -> None:
    stream = make(tmp_path)
    given = {"checkpoint_every": every, "rows": None if stream().ends else 30_000}
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    tree = riparian.VFDT(grace_period=50, predictor="nba")
    train(tree, stream(), whole, **given)
    stops = [1, 9_000, 9_001, 17_000, 22_222]
    assert in_parts(lambda: riparian.VFDT(grace_period=50), stream, parts, stops, **given) >= 4
    assert parts.read_bytes() == whole.read_bytes()
    assert riparian.load(parts).digest() == tree.digest()


MODELS = [
    riparian.VFDT(budget="60KB", grace_period=50),
    riparian.VFDT(max_leaves=30, grace_period=50, observer="quantiles:50"),
    riparian.VFDT(window=5_000, grace_period=50),
    riparian.VFDT(threads=2, grace_period=50, drop_poor=True, predictor="mc"),
    riparian.OHyT(),
    riparian.IADEM2(),
    riparian.CTree(),
    riparian.MDT(),
    riparian.MultiwayTree(),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_every_kind_of_tree_goes_on_byte_for_byte(model: Any, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    given = {"checkpoint_every": 3_000, "rows": 20_000}
    train(model.clone(), "agrawal:function=2", whole, **given)
    in_parts(model.clone, lambda: open_stream("agrawal:function=2"), parts, [2_000, 11_000], **given)
    assert parts.read_bytes() == whole.read_bytes()


def test_how_fast_blocks_were_learned_is_not_in_the_file(tmp_path: Path) -> None:
    # Wide rows and a limit on leaves: how many rows go in blocks depends on the clock, and on every start.
    tree = riparian.VFDT(grace_period=20, max_leaves=300)
    given = {"checkpoint_every": 1_000, "rows": 6_000}
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    wide = "random-tree:numerics=300"
    train(tree.clone(), wide, whole, **given)
    in_parts(tree.clone, lambda: open_stream(wide), parts, [1_000, 2_000, 3_000, 4_000, 5_000], **given)
    assert parts.read_bytes() == whole.read_bytes()


def test_a_data_set_is_known_by_its_catalogue(tmp_path: Path, real_data: Any) -> None:
    real_data("electricity")
    whole, parts = tmp_path / "whole.model", tmp_path / "parts.model"
    train(riparian.VFDT(), "electricity", whole, checkpoint_every=10_000)
    made = lambda: open_stream("electricity")  # noqa: E731
    assert in_parts(riparian.VFDT, made, parts, [5_000, 30_000], checkpoint_every=10_000) == 2
    assert parts.read_bytes() == whole.read_bytes()
    (file,) = place_of(parts).stream["files"]
    assert len(file["sha256"]) == 64


def test_the_trained_tree_is_that_of_learning_the_stream(tmp_path: Path) -> None:
    done = train(riparian.VFDT(), "sea", tmp_path / "sea.model", rows=20_000, checkpoint_every=1_500)
    plain = riparian.VFDT()
    for X, y, _ in open_stream("sea").batches(rows=20_000):
        plain.learn_many(X, y)
    assert done.tree.digest() == plain.digest() == riparian.load(tmp_path / "sea.model").digest()
    assert (done.rows, done.before) == (20_000, 0)


# ---- stopping


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_saves_and_says_where_it_stopped(number: int, tmp_path: Path) -> None:
    path, seen = tmp_path / "sea.model", []

    def told(read: int) -> None:
        seen.append(read)
        if read > 10_000:
            signal.raise_signal(number)

    with pytest.raises(
        Stopped, match=r"stopped at row 16,384; the model is in .*, resume=True goes on there"
    ):
        train(riparian.VFDT(), "sea", path, rows=100_000, progress=told)
    assert seen == [8192, 16_384]  # at the end of a piece, not of a checkpoint
    assert place_of(path).read == 16_384
    assert riparian.load(path).n_rows == 16_384
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_a_signal_during_the_rows_that_are_read_again_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "sea.model"
    train(riparian.VFDT(), "sea", path, rows=50_000)
    before = path.read_bytes(), path.stat().st_mtime_ns
    with pytest.raises(Stopped, match="stopped at row 50,000"):
        train(riparian.VFDT(), "sea", path, rows=90_000, resume=True, progress=stop_after(1))
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before


@pytest.mark.skipif(os.name == "nt", reason="this system has no named pipes")
def test_rows_that_do_not_come_can_be_waited_for_in_vain(tmp_path: Path) -> None:
    # A pipe that stays open: the request is heard while the next rows are awaited, and all so far are kept.
    pipe, path = tmp_path / "pipe.csv", tmp_path / "pipe.model"
    os.mkfifo(pipe)
    awaited, over = threading.Event(), threading.Event()

    def feed() -> None:
        with pipe.open("w") as file:
            file.write("x,y\n" + "1,a\n2,b\n" * 200_000)
            file.flush()
            awaited.wait(60)
            # One that comes just before the reader begins to wait is not heard: as a user would, ask again.
            while not over.wait(0.05):
                signal.pthread_kill(threading.main_thread().ident, signal.SIGTERM)

    feeder = threading.Thread(target=feed)
    feeder.start()
    try:
        with pytest.raises(Stopped, match="cannot be read again"):
            train(riparian.VFDT(), read(pipe), path, progress=lambda _: awaited.set())
    finally:
        over.set(), awaited.set()
        feeder.join()
    assert place_of(path).read % 8192 == 0
    assert place_of(path).read > 0


def test_an_interrupt_by_somebody_elses_handler_leaves_the_last_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "sea.model"

    tree = riparian.VFDT()
    learn = tree.learn_many

    def cut(X: Any, y: Any, *, w: Any = None) -> None:
        if tree.n_rows == 20_000:
            learn({name: values[:10] for name, values in X.items()}, y[:10])
            raise KeyboardInterrupt
        learn(X, y, w=w)

    tree.__dict__["learn_many"] = cut
    with pytest.raises(Stopped, match="stopped at row 20,000"):
        train(tree, "sea", path, rows=50_000, checkpoint_every=5_000)
    assert riparian.load(path).n_rows == 20_000


# ---- going on


def test_without_a_model_file_resume_begins(tmp_path: Path) -> None:
    done = train(riparian.VFDT(), "sea", tmp_path / "sea.model", rows=1_000, resume=True)
    assert (done.before, done.rows) == (0, 1_000)


def test_training_that_is_complete_has_nothing_to_do(tmp_path: Path) -> None:
    stream, path = csv(tmp_path), tmp_path / "csv.model"
    train(riparian.VFDT(), stream(), path)
    before = path.stat().st_mtime_ns
    train(riparian.VFDT(), stream(), path, resume=True)
    assert path.stat().st_mtime_ns == before
    for rows in (30_000, 40_000, None):
        done = train(riparian.VFDT(), stream(), path, rows=rows, resume=True)
        assert (done.before, done.rows, done.tree.n_rows) == (30_000, 30_000, 30_000)
        # As if it had been asked for so from the start.
        train(riparian.VFDT(), stream(), tmp_path / "at once.model", rows=rows, overwrite=True)
        assert path.read_bytes() == (tmp_path / "at once.model").read_bytes()


def test_a_complete_run_takes_what_is_said_of_checkpoints_now(tmp_path: Path) -> None:
    for name, every in (("later", 1_000), ("later", 500), ("at once", 500)):
        train(
            riparian.VFDT(),
            "sea",
            tmp_path / f"{name}.model",
            rows=2_000,
            checkpoint_every=every,
            resume=True,
        )
    assert (tmp_path / "later.model").read_bytes() == (tmp_path / "at once.model").read_bytes()


def test_more_rows_may_be_asked_for_later(tmp_path: Path) -> None:
    path = tmp_path / "sea.model"
    train(riparian.VFDT(), "sea", path, rows=10_001)
    done = train(riparian.VFDT(threads=2), "sea:seed=1", path, rows=25_000, resume=True)
    assert (done.before, done.tree.threads) == (10_001, 2)
    whole = train(riparian.VFDT(), "sea", tmp_path / "whole.model", rows=25_000)
    assert done.tree.digest() == whole.tree.digest()


def test_what_a_killed_save_has_left_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "a[b].model"
    stale, other = tmp_path / f".{path.name}.{'0a' * 8}.part", tmp_path / f".other.model.{'0a' * 8}.part"
    stale.mkdir(), other.mkdir()
    train(riparian.VFDT(), "sea", path, rows=1_000, resume=True)
    assert not stale.exists()
    assert other.exists()


def test_a_model_file_is_not_replaced_unasked(tmp_path: Path) -> None:
    path = tmp_path / "sea.model"
    train(riparian.VFDT(), "sea", path, rows=1_000)
    with pytest.raises(FileExistsError, match="resume=True goes on with it, overwrite=True begins anew"):
        train(riparian.VFDT(), "sea", path, rows=2_000)
    assert riparian.load(path).n_rows == 1_000
    train(riparian.VFDT(), "sea", path, rows=500, overwrite=True)
    assert riparian.load(path).n_rows == 500
    with pytest.raises(ValueError, match="say one of them"):
        train(riparian.VFDT(), "sea", path, rows=500, overwrite=True, resume=True)


def test_a_model_that_training_did_not_save_is_refused(tmp_path: Path) -> None:
    tree = riparian.VFDT()
    tree.learn_one({"x": 1.0}, "a")
    tree.save(tmp_path / "own.model")
    told = (
        "it was not saved by training, .* overwrite=True begins anew, and riparian.load gives it to a program"
    )
    with pytest.raises(ValueError, match=told):
        train(riparian.VFDT(), "sea", tmp_path / "own.model", rows=10, resume=True)


def test_a_table_in_memory_can_be_learned_but_not_resumed(tmp_path: Path) -> None:
    table = from_table([[float(row % 5)] for row in range(20_000)], [row % 5 > 2 for row in range(20_000)])
    assert train(riparian.VFDT(), table, tmp_path / "table.model", checkpoint_every=7_000).rows == 20_000
    with pytest.raises(ValueError, match="table cannot be read again"):
        train(riparian.VFDT(), table, tmp_path / "other.model", resume=True)


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b'{"format":2}', b'{"format":1,"read":5}', b"[" * 100_000, b'{"format":1,"stream":{}}'],
)
def test_a_section_that_makes_no_sense_is_refused(body: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.model"
    model_files.save(riparian.VFDT(), path, [("train", True, body)])
    with pytest.raises(riparian.ModelFileError, match="section 'train'"):
        train(riparian.VFDT(), "sea", path, rows=10, resume=True)
    assert riparian.load(path).n_rows == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rows": None}, "has no end: say how many rows"),
        ({"rows": -1}, "rows must be a whole number of at least 0, got -1"),
        ({"rows": 10, "checkpoint_every": 0}, "checkpoint_every must be a whole number of at least 1, got 0"),
    ],
)
def test_what_makes_no_sense_is_refused_before_a_row_is_learned(
    given: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=message):
        train(riparian.VFDT(), "sea", tmp_path / "sea.model", **given)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_tiny_runs_are_saved_too(rows: int, tmp_path: Path) -> None:  # P4
    path = tmp_path / "sea.model"
    assert train(riparian.VFDT(), "sea", path, rows=rows).rows == rows
    assert riparian.load(path).n_rows == rows
    assert train(riparian.VFDT(), "sea", path, rows=rows, resume=True).rows == rows
