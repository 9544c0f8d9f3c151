"""What is told of training that was stopped before there was anything to save."""

from pathlib import Path
from typing import Any

import pytest

import riparian
from riparian.training import Stopped, train


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
