"""Trees in files: exact at any row, whole or not at all, small, deep and wide."""

import os
import pickle
import stat
from collections import namedtuple
from collections.abc import Callable
from enum import Enum, IntEnum
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import riparian
from riparian import MDT, VFDT
from riparian.trees import Tree
from tests.long_streams import NOMINAL, learn, make_stream
from tests.model_files.anatomy import sections
from tests.test_digest import KINDS

BUDGETED = [(VFDT, {"budget": 40_000}), (VFDT, {"budget": 40_000, "observer": "segments"})]
RULES = ["hoeffding:2", "practical:0.5", "normal", "rutkowski", "tight", "iadem"]
EVERY: list[Any] = [*KINDS, *BUDGETED]
EVERY += [(VFDT, {"rule": rule, "criterion": "entropy" if rule == "iadem" else "gini"}) for rule in RULES]
EVERY += [(VFDT, {"drop_poor": True, "predictor": "mc"}), (VFDT, {"max_leaves": 7}), (VFDT, {"max_depth": 2})]


def made(preset: Callable[..., Tree], parts: dict[str, Any], predictor: str) -> Tree:
    usual = {"grace_period": 15, "tau": 0.8, "delta": 0.1, "nominal": NOMINAL, "predictor": predictor}
    return preset(**{name: value for name, value in usual.items() if name in preset().get_params()} | parts)


@settings(max_examples=150)
@given(
    kind=st.sampled_from(EVERY),
    predictor=st.sampled_from(["mc", "nb", "nba"]),
    seed=st.integers(0, 2**32 - 1),
    row=st.integers(0, 399),
)
def test_a_tree_saved_at_any_row_goes_on_as_if_it_had_never_been(
    kind: Any, predictor: str, seed: int, row: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "at any row.model"
    stream = make_stream(seed, 400, numeric=3, nominal=3, classes=4, weights="real")
    tree = made(*kind, predictor)
    learn(tree, stream, 0, row)
    tree.save(path)
    again = riparian.load(path)
    assert (repr(again), again.n_rows) == (repr(tree), tree.n_rows)
    assert again.to_bytes() == path.read_bytes() == tree.to_bytes()
    learn(tree, stream, row)
    learn(again, stream, row)
    assert again.digest() == tree.digest()
    assert again.nodes() == tree.nodes()
    assert again.memory_bytes() == tree.memory_bytes()


# ---- what goes along


def test_labels_names_and_settings_come_back_as_they_were(tmp_path: Path) -> None:
    labels: list[Any] = [True, "elm", 2.5, -7, 2**70, ("a", 1, (None, 0.5))]
    tree = VFDT(delta=0.25, nominal=("code", 3), classes=["yew", "declared"], budget="1MB", threads=2)
    for i, label in enumerate(labels):
        tree.learn_one({"x": float(i), ("level", 2): 1.0, "code": i % 2, 7: "text", "none": None}, label)
    tree.save(tmp_path / "a.model")
    again = riparian.load(tmp_path / "a.model")
    assert [(type(one), one) for one in again.classes_] == [(type(one), one) for one in tree.classes_]
    # How many threads work is for each process to say.
    assert again.get_params() == {**tree.get_params(), "threads": 1}
    assert again.explain_one({"x": 1.0}) == tree.explain_one({"x": 1.0})
    assert again.predict_proba_one({"x": 1.0}) == tree.predict_proba_one({"x": 1.0})


@pytest.mark.parametrize(
    "y",
    [
        np.array([1, 2], np.int8),
        np.array([1.5, 2], np.float32),
        np.array(["a", "bcd"]),
        np.array([True, False]),
    ],
)
def test_predictions_keep_the_dtype_of_the_labels(y: Any) -> None:
    tree = VFDT()
    tree.learn_many([[0.0], [1.0]], y)
    again = riparian.from_bytes(tree.to_bytes())
    assert again.predict_many([[0.0]]).dtype == tree.predict_many([[0.0]]).dtype == y.dtype


def test_columns_by_position_stay_so() -> None:
    tree = VFDT()
    tree.learn_many(np.zeros((2, 3)), [0, 1])
    again = riparian.from_bytes(tree.to_bytes())
    assert again.n_features_in_ == 3
    with pytest.raises(ValueError, match="learned columns by position"):
        again.learn_one({"name": 1.0}, 0)


def test_a_setting_that_was_changed_after_the_start_still_stands_in_the_way() -> None:
    tree = VFDT(tau=0.05)
    tree.learn_one([1.0], 0)
    tree.set_params(tau=0.1)
    again = riparian.from_bytes(tree.to_bytes())
    assert again.get_params()["tau"] == 0.1
    assert again.predict_one([1.0]) == 0
    with pytest.raises(ValueError, match=r"tau was 0\.05 when this tree started and is 0\.1 now"):
        again.learn_one([1.0], 0)
    again.set_params(tau=0.05).learn_one([1.0], 0)
    assert again.n_rows == 2


def test_a_tree_that_has_learned_nothing_is_one_too() -> None:
    again = riparian.from_bytes(MDT(variant="bin", classes=["a", "b"]).to_bytes())
    assert repr(again) == "MDT(variant='bin', classes=['a', 'b'])"
    assert again.predict_proba_one({}) == {"a": 0.5, "b": 0.5}
    again.learn_one([1.0], "c")


class Name(str, Enum):  # noqa: UP042, its text is not its value
    """Names that are texts, and more."""

    LEVEL = "level"


def test_names_that_are_more_than_texts_come_back_as_texts() -> None:
    tree = VFDT(nominal={"c", "b", "a"})
    tree.learn_one({Name.LEVEL: 1.0}, (Name.LEVEL, 1))
    again = riparian.from_bytes(tree.to_bytes())
    assert again.classes_.tolist() == [("level", 1)]
    assert again.predict_one({Name.LEVEL: 1.0}) == tree.predict_one({"level": 1.0}) == (Name.LEVEL, 1)
    again.learn_one({Name.LEVEL: 2.0}, (Name.LEVEL, 1))
    tree.learn_one({Name.LEVEL: 2.0}, (Name.LEVEL, 1))
    assert again.digest() == tree.digest()
    assert again.get_params()["nominal"] == ["a", "b", "c"]


Gate = IntEnum("Gate", "OPEN")
Key = namedtuple("Key", "a b")


@pytest.mark.parametrize("name", [Gate.OPEN, Name.LEVEL, Key(1, "b"), (Key(2, Name.LEVEL),)])
def test_a_column_that_is_yet_to_come_is_known_by_its_plain_name(name: Any) -> None:
    tree = VFDT(nominal=[name])
    tree.learn_one({"x": 1.0}, "a")
    again = riparian.from_bytes(tree.to_bytes())
    assert again.digest() == tree.digest()
    for each in (tree, again):
        each.learn_one({"x": 1.0, name: 7}, "b")
    assert again.digest() == tree.digest()


def test_names_that_are_no_utf_8_come_back_and_the_file_is() -> None:
    half = "level \ud800"  # half a pair of surrogates, as names of files have them
    tree = VFDT(nominal=["\udfff"])
    tree.learn_one({half: 1.0}, 0)
    about = sections(tree.to_bytes())[0].body
    assert r"level \ud800" in about.decode()
    again = riparian.from_bytes(tree.to_bytes())
    assert again.feature_names_in_.tolist() == [half]
    assert again.to_bytes() == tree.to_bytes()


def nested(depth: int) -> tuple[Any, ...]:
    return () if depth == 1 else (nested(depth - 1),)


def test_tuples_a_hundred_deep_come_back() -> None:
    tree = VFDT(nominal=[nested(100)], classes=[nested(100), nested(99)])
    tree.learn_one({nested(100): "a"}, nested(100))
    again = riparian.from_bytes(tree.to_bytes())
    assert again.to_bytes() == tree.to_bytes()
    assert again.predict_one({nested(100): "a"}) == nested(100)


class Own(VFDT):
    """A class of somebody else."""


def learned(x: Any) -> Tree:
    tree = VFDT()
    tree.learn_one(x, 0)
    return tree


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Own(), "a file holds presets of riparian, got Own, a class of your own: use pickle"),
        (lambda: VFDT(classes=[b"raw"]), "classes b'raw' is of type 'bytes', which a file does not hold"),
        (lambda: learned({float("inf"): 1.0}), "column inf is no number, and a file does not hold it: use a"),
        (lambda: VFDT(classes=[nested(101)]), "classes has tuples in tuples, more than 100 deep: use a text"),
    ],
)
def test_what_a_file_does_not_hold_is_refused_and_nothing_is_written(
    make: Callable[[], Tree], told: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.model"
    with pytest.raises((TypeError, ValueError), match=told):
        make().save(path)
    assert list(tmp_path.iterdir()) == []
    pickle.loads(pickle.dumps(make()))


def test_pickles_hold_the_bytes_of_a_file() -> None:
    tree = VFDT()
    tree.learn_one({"x": 1.0}, 0)
    state = {name: body for name, body, _ in sections(tree.to_bytes()) if name != "about"}
    assert {name: body for name, body, _ in sections(tree.__getstate__()["_kept"][0])} == state


# ---- whole or not at all


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.model"
    tree = VFDT()
    for n in range(3):
        tree.learn_one([float(n)], n)
        tree.save(str(path))
        assert riparian.load(path).n_rows == n + 1
    assert [each.name for each in tmp_path.iterdir()] == ["a.model"]


def test_what_fails_on_the_way_leaves_the_old_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.model"
    tree = VFDT()
    tree.learn_one([0.0], 0)
    tree.save(path)
    before = path.read_bytes()
    tree.learn_one([1.0], 1)

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space left on device") as wrong:
        tree.save(path)
    assert wrong.value.filename == str(path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["a.model"]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"absent.a\.model"):
        VFDT().save(tmp_path / "absent" / "a.model")
    with pytest.raises(FileNotFoundError, match="absent"):
        riparian.load(tmp_path / "absent")


@pytest.mark.skipif(os.name != "posix", reason="links and modes are those of POSIX")
def test_links_and_modes_stay(tmp_path: Path) -> None:
    place, link = tmp_path / "place.model", tmp_path / "link.model"
    VFDT().save(place)
    place.chmod(0o640)
    link.symlink_to(place)
    MDT().save(link)
    assert link.is_symlink()
    assert isinstance(riparian.load(place), MDT)
    assert stat.S_IMODE(place.stat().st_mode) == 0o640


# ---- deep, wide and long


def deep(rows: int) -> Tree:
    """Every second row splits the last leaf: a chain."""
    tree = VFDT(grace_period=1, tau=10.0, min_branch_fraction=0.0, predictor="mc", observer="exhaustive")
    tree.learn_many(np.arange(float(rows))[:, None], np.arange(rows) % 2)
    return tree


def wide(side: int) -> Tree:
    """A branch for every category, and in each of them again."""
    tree = VFDT(grace_period=1, tau=10.0, min_branch_fraction=0.0, predictor="mc", delta=0.5)
    first, second = np.divmod(np.arange(2 * side * side) % (side * side), side)
    y = (first + second + np.arange(2 * side * side) // (side * side)) % 2
    tree.learn_many({"a": first.astype(str), "b": second.astype(str)}, y)
    return tree


@pytest.mark.parametrize(
    ("make", "nodes", "depth"),
    [
        (partial(deep, 20_100), 20_101, 10_050),
        (partial(wide, 1000), 1_001_001, 2),
    ],
    ids=["ten thousand deep", "a million nodes"],
)
def test_trees_of_any_shape_come_back(
    make: Callable[[], Tree], nodes: int, depth: int, tmp_path: Path
) -> None:
    tree = make()
    tree.save(tmp_path / "a.model")
    digest, size = tree.digest(), tree.memory_bytes()
    del tree
    assert (tmp_path / "a.model").stat().st_size <= 1.1 * size
    again = riparian.load(tmp_path / "a.model")
    assert (again.n_nodes, again.depth, again.digest()) == (nodes, depth, digest)


def test_lists_longer_than_a_section_go_on_in_the_next(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    X, y = rng.random((200_000, 2)), rng.integers(0, 3, 200_000)
    for observer, window in [("exhaustive", None), ("segments", None), ("gaussian", 150_000)]:
        tree = VFDT(observer=observer, window=window, grace_period=300_000)
        tree.learn_many(X, y)
        whole = sections(tree.to_bytes())
        assert len(whole) > len({section.name for section in whole})
        assert all(len(section.body) < 2**21 for section in whole)
        tree.save(tmp_path / "a.model")
        assert riparian.load(tmp_path / "a.model").digest() == tree.digest()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have names where there is POSIX")
def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for place, kind, told in [
        ("pipe", FileExistsError, "is no file, and is not replaced by one"),
        ("folder", IsADirectoryError, "is no file: name one in it"),
    ]:
        with pytest.raises(kind, match=told) as wrong:
            VFDT().save(tmp_path / place)
        assert wrong.value.filename == str(tmp_path / place)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder", "pipe"]
