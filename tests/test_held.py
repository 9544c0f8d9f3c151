"""Files are read as a tree has learned their columns, or refused with what differs."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import riparian
from riparian.features import Features
from riparian.held import held
from riparian.learned import learned
from riparian.streams import File, read
from riparian.streams.broken import BrokenLine

CODES = np.arange(300) % 3


def tree_of(values: Any, labels: Any = None) -> riparian.VFDT:
    """A tree that has learned one column, in which class 1 is one of three values."""
    tree = riparian.VFDT(grace_period=10, predictor="mc", nominal=["code"])
    tree.learn_many(
        {"code": values, "level": CODES / 8},
        np.where(CODES == 1, "one", "other") if labels is None else labels,
    )
    return tree


def csv(folder: Path, *lines: str, header: str = "code,level,class") -> Path:
    path = folder / "rows.csv"
    path.write_text("\n".join([header, *lines]) + "\n")
    return path


@pytest.mark.parametrize(
    ("values", "what"),
    [
        (CODES.astype(str), "texts"),
        (CODES, "codes"),
        (CODES / 2, "codes"),
        (CODES == 1, "truth values"),
        (["a", 1, True] * 100, "categories"),
    ],
)
def test_what_a_column_holds(values: Any, what: str) -> None:
    assert held(tree_of(values)._asked()) == {"code": what, "level": "numbers"}


def test_a_column_without_a_value_holds_nothing_yet() -> None:
    assert held(tree_of([None] * 300)._asked()) == {"code": None, "level": "numbers"}


def test_a_column_of_names_where_numbers_were_learned_is_told_by_its_line(tmp_path: Path) -> None:
    # Every line is broken: nothing else is to be told of it.
    path = csv(tmp_path, "a,high,one", "b,low,other")
    tree = tree_of(np.array(list("abc"))[CODES])
    told = "rows.csv, line 2, column 2 'level': wanted a number, got 'high'"
    with pytest.raises(BrokenLine, match=told):
        learned(tree, read(path)).stream.take(2)
    with pytest.raises(BrokenLine, match=told):
        Features(tree, read(path)).take(2)
    with pytest.raises(
        ValueError, match=r"rows.csv has names in 'level', and the model has learned numbers there"
    ):
        learned(tree, read(path, nominal=["level"]))


def test_texts_are_not_numbers_that_were_learned_as_categories(tmp_path: Path) -> None:
    path, tree = csv(tmp_path, "0,0,other", "1,0.125,one"), tree_of(CODES)
    for take in (lambda file: learned(tree, file).stream, lambda file: Features(tree, file)):
        assert tree.predict_many(take(read(path)).take(2).X).tolist() == ["other", "one"]
        told = "has texts in 'code', and the model has learned numbers as categories there: leave nominal="
        with pytest.raises(ValueError, match=told):
            take(read(path, nominal=["code"]))


@pytest.mark.parametrize(("text", "line"), [("0 1 x", 4), ("False True False", 2)])
def test_a_text_among_numbers_that_were_learned_as_categories_is_told(
    text: str, line: int, tmp_path: Path
) -> None:
    # Such a column is one of texts, and '1' is not 1: every value would be unknown.
    path, tree = csv(tmp_path, *(f"{value},0,one" for value in text.split())), tree_of(CODES)
    odd = text.split()[line - 2]
    told = (
        f"line {line}, column 1 'code': wanted a number, got '{odd}'; ignore=\\['code'\\] leaves the column"
    )
    for take in (lambda file: learned(tree, file).stream, lambda file: Features(tree, file)):
        with pytest.raises(BrokenLine, match=told):
            take(read(path)).take(3)


def test_what_was_told_to_be_numeric_is_not_told_to_be_a_name(tmp_path: Path) -> None:
    path = csv(tmp_path, *["1,2,u"] * 200_000, "3,six,v")
    for told, way_out in (
        ({"numeric": ["level"]}, r"ignore=\['level'\] leaves the column out"),
        ({"numeric": [-2]}, r"ignore=\['level'\] leaves the column out"),
        ({}, r"if the column holds names, read it with nominal=\['level'\]"),
    ):
        with pytest.raises(BrokenLine, match=f"wanted a number, got 'six'; {way_out}"):
            read(path, **told).take(300_000)


def test_columns_of_arrow_are_read_as_they_were_learned_whatever_their_type(tmp_path: Path) -> None:
    arrow, feather = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.feather")
    rest = {"level": [0.0, 0.125, 0.25], "class": ["other", "one", "other"]}
    codes = arrow.array([0, 1, 2])
    wanted = {"texts": ["0", "1", "2"], "codes": [0, 1, 2], "numbers": [0.0, 1.0, 2.0]}
    trees = {"texts": tree_of(CODES.astype(str)), "codes": tree_of(CODES), "numbers": riparian.VFDT()}
    trees["numbers"].learn_many({"code": CODES / 1, "level": CODES / 8}, np.where(CODES == 1, "one", "other"))
    for column in (codes, codes.dictionary_encode(), codes.cast(arrow.string())):
        feather.write_feather(arrow.table({"code": column, **rest}), tmp_path / "rows.feather")
        for what, tree in trees.items():
            for stream in (
                Features(tree, read(tmp_path / "rows.feather")),
                learned(tree, read(tmp_path / "rows.feather")).stream,
            ):
                values = stream.take(3).X["code"].tolist()
                assert values == wanted[what], (what, column.type)
        with pytest.raises(ValueError, match="has texts in 'code', and the model has learned numbers as"):
            learned(trees["codes"], read(tmp_path / "rows.feather", nominal=["code"]))


def test_what_a_wide_file_has_is_asked_once_not_for_every_column(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, asked = csv(tmp_path, "0,0,other", "1,0.125,one"), []
    kind, numbers = type(read(path)), type(read(path)).numbers.fget
    monkeypatch.setattr(kind, "numbers", property(lambda file: asked.append(file) or numbers(file)))
    Features(tree_of(CODES), read(path))
    assert len(asked) == 1


def test_a_name_that_is_a_number_is_no_place(tmp_path: Path) -> None:
    tree = riparian.VFDT()
    for n in range(50):
        tree.learn_one({1: n % 2, 7: 0.5, "a": n % 3}, n % 2)
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": 0, "t": "text", "class": 1}\n')
    assert Features(tree, read(path)).take(1).X["a"].tolist() == [0.0]


def test_texts_are_not_truth_values(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = {"code": [False, True], "level": [0.0, 0.125], "class": ["other", "one"]}
    parquet.write_table(arrow.table(table), tmp_path / "rows.parquet")
    trees = {"texts": tree_of((CODES == 1).astype(str)), "truth values": tree_of(CODES == 1)}
    files = {
        "texts": csv(tmp_path, "False,0,other", "True,0.125,one"),
        "truth values": tmp_path / "rows.parquet",
    }
    for wanted, tree in trees.items():
        for there, path in files.items():
            for take in (learned, Features):
                if wanted == there:
                    found = take(tree, read(path))
                    X = (found.stream if isinstance(found, tuple) else found).take(2).X  # type: ignore[union-attr]
                    assert tree.predict_many(X).tolist() == ["other", "one"]
                else:
                    told = (
                        f"{there} in 'code', and the model has learned {wanted} there: give them as {wanted}"
                    )
                    with pytest.raises(ValueError, match=told):
                        take(tree, read(path))


@pytest.mark.parametrize("target", [None, "class"])
def test_labels_that_only_read_like_those_learned_are_refused(target: str | None, tmp_path: Path) -> None:
    tree = tree_of(np.array(list("abc"))[CODES], CODES == 1)
    path = csv(tmp_path, "a,0,False", "b,0.125,True")
    with pytest.raises(ValueError, match="learned False, True: 'True' is not True; give"):
        learned(tree, read(path, target=target))


def test_labels_of_which_none_is_known_are_given_back(tmp_path: Path) -> None:
    tree, path = tree_of(np.array(list("abc"))[CODES]), csv(tmp_path, "a,0,never", "b,0.125,ever")
    assert learned(tree, read(path, target="class")).strange == ["never", "ever"]
    with pytest.raises(
        ValueError, match=r"name the class with target= .rows without one can be predicted only"
    ):
        learned(tree, read(path))


@pytest.mark.parametrize("late", [0, 40_000])
def test_a_column_that_comes_late_is_read_as_it_was_learned(late: int, tmp_path: Path) -> None:
    rows = [
        {"level": 0.5} | ({"code": n % 3} if n >= late else {}) | {"class": "one"} for n in range(late + 6)
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert ("code" in read(path, target="class").names) == (not late)
    tree = tree_of(CODES.astype(str))
    for stream in (
        Features(tree, read(path, target="class")),
        learned(tree, read(path, target="class")).stream,
    ):
        *_, last = stream.batches()
        assert last.X["code"].tolist()[-6:] == [str(n % 3) for n in range(late, late + 6)]
        assert isinstance(stream, File | Features)


def test_columns_by_position_say_which_one_is_left_out(tmp_path: Path) -> None:
    tree = riparian.VFDT()
    tree.learn_many(np.column_stack([CODES, CODES / 8]), CODES)
    found = Features(tree, read(csv(tmp_path, "7,1,2", header="id,a,b")))
    assert (found.left_out, found.take(1).X) == ("b", {0: np.array([7.0]), 1: np.array([1.0])})
    assert Features(tree, read(csv(tmp_path, "1,2", header="a,b"))).left_out is None
