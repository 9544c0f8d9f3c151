"""What is told of training that was stopped before there was anything to save."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import riparian
from riparian.signals import like_ctrl_c
from riparian.streams import Batch, Column, Stream
from riparian.training import Stopped, train
from riparian.training.stopping import stopping


class Late(Stream):
    """Rows that somebody grows tired of waiting for."""

    ends = True
    columns = (Column("x"),)
    classes = None

    def __init__(self, wrong: BaseException, *before: Batch) -> None:
        self.wrong, self.before = wrong, before

    def start(self) -> Iterator[Batch]:
        """What came, and then that."""
        yield from self.before
        raise self.wrong


def cut_in_two() -> riparian.VFDT:
    """A tree whose first rows are cut in two, as by a handler of somebody else."""
    tree = riparian.VFDT()
    learn = tree.learn_many

    def cut(X: Any, y: Any, *, w: Any = None) -> None:
        learn({name: values[:10] for name, values in X.items()}, y[:10])
        raise KeyboardInterrupt

    tree.__dict__["learn_many"] = cut
    return tree


def test_a_model_that_is_not_there_is_not_named_as_if_it_were(tmp_path: Path) -> None:
    path = tmp_path / "sea.model"
    with pytest.raises(Stopped, match=r"no model was saved, and there is no .*sea\.model$") as stopped:
        train(cut_in_two(), "sea", path, rows=50_000)
    assert stopped.value.rows is None
    assert list(tmp_path.iterdir()) == []


def test_a_model_that_was_to_be_replaced_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "sea.model"
    train(riparian.VFDT(), "sea", path, rows=100)
    with pytest.raises(Stopped, match=r"no model was saved, and .*sea\.model is as it was$"):
        train(cut_in_two(), "sea", path, rows=50_000, overwrite=True)
    assert riparian.load(path).n_rows == 100


@pytest.mark.parametrize("there", [False, True])
def test_nothing_is_saved_before_the_first_row(there: bool, tmp_path: Path) -> None:
    path = tmp_path / "sea.model"
    if there:
        train(riparian.VFDT(), "sea", path, rows=100)
    before = path.read_bytes() if there else None
    with pytest.raises(Stopped, match="stopped among the first rows; no model was saved"):
        train(riparian.VFDT(), Late(KeyboardInterrupt()), path, overwrite=there)
    assert (path.read_bytes() if path.exists() else None) == before


def test_a_file_that_is_gone_on_the_way_is_told_with_the_model_that_was_saved(tmp_path: Path) -> None:
    X = {"x": np.arange(3_000.0)}
    stream = Late(FileNotFoundError(2, "No such file or directory", "p2.csv"), Batch(X, np.arange(3_000) % 2))
    with pytest.raises(FileNotFoundError, match=r"p2.csv") as wrong:
        train(riparian.VFDT(), stream, tmp_path / "x.model", checkpoint_every=1_000)
    assert wrong.value.__notes__ == [f"the model of 3,000 rows is in {tmp_path / 'x.model'}"]


def test_signals_go_to_training_where_commands_take_them_as_ctrl_c() -> None:
    before = signal.getsignal(signal.SIGTERM)
    try:
        for usual in (signal.SIG_DFL, like_ctrl_c):
            signal.signal(signal.SIGTERM, usual)
            with stopping() as request:
                assert signal.getsignal(signal.SIGTERM) is request
            assert signal.getsignal(signal.SIGTERM) is usual
        signal.signal(signal.SIGTERM, lambda *_: None)
        other = signal.getsignal(signal.SIGTERM)
        with stopping():
            assert signal.getsignal(signal.SIGTERM) is other
    finally:
        signal.signal(signal.SIGTERM, before)
