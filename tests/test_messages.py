"""Messages quote what was given, and are not as long; they name the setting, the row or the column."""

import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import riparian
from riparian import VFDT, presets
from riparian.categories import Categories
from riparian.evaluate import compare
from riparian.plain import shown, spelled
from riparian.settings import CHECKS, budget
from riparian.streams import open_stream, read
from riparian.viz.split import seen

LONG = "x" * 1_000_000
# The longest of our own words, a value that is cut, and how to mend it.
MOST = 600
SETTINGS = [
    (preset, name)
    for preset in presets.__all__
    for name in inspect.signature(getattr(presets, preset)).parameters
    if name in CHECKS
]


class Sprawling:
    """Spelled with as many letters."""

    def __repr__(self) -> str:
        return LONG


class Mute:
    """Cannot be spelled at all."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


# ---- settings


@pytest.mark.parametrize(("preset", "name"), SETTINGS)
@pytest.mark.parametrize(
    "value", [LONG, Sprawling(), Mute(), 10**5000], ids=lambda value: type(value).__name__
)
def test_a_setting_that_is_refused_is_named_in_a_line(preset: str, name: str, value: Any) -> None:
    # Some may be as large as one likes, but none is negative.
    refused = -value if isinstance(value, int) else value
    with pytest.raises((TypeError, ValueError), match=name) as told:
        getattr(presets, preset)(**{name: refused})
    assert len(str(told.value)) < MOST


@pytest.mark.parametrize("preset", [preset for preset, name in SETTINGS if name == "tau"])
def test_a_tau_that_is_none_is_named_or_is_a_usual_one(preset: str) -> None:
    made = getattr(presets, preset)
    if inspect.signature(made).parameters["tau"].default is None:
        made(tau=None)
        return
    with pytest.raises(TypeError, match=r"^tau must be a "):
        made(tau=None)


@pytest.mark.parametrize("most", [2**62 - 1, f"{2**62 - 1}", f"{2**62 - 1} B", "4611686018427387.903KB"])
def test_the_largest_budget_is_one(most: int | str) -> None:
    assert budget("budget", most) == 2**62 - 1
    VFDT(budget=most)


@pytest.mark.parametrize("more", [2**62, f"{2**62}", 4.7e18, "9" * 5000, 0, "0.5", True])
def test_a_budget_that_is_too_large_or_not_whole_is_refused(more: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"^budget must be "):
        VFDT(budget=more)


# ---- rows, tables and labels


@pytest.mark.parametrize(
    "learn",
    [
        lambda tree: tree.learn_one({LONG: b"1"}, "y"),
        lambda tree: tree.learn_one({"x": Sprawling()}, "y"),
        lambda tree: tree.learn_one({"x": LONG}, "y"),
        lambda tree: tree.learn_one({"x": 1.0}, [LONG]),
        lambda tree: tree.learn_one({"x": 1.0}, "y", w=LONG),
        lambda tree: tree.learn_many({LONG: [b"1"]}, ["y"]),
        lambda tree: tree.learn_many({"x": [Sprawling()]}, ["y"]),
        lambda tree: tree.learn_many({"x": [LONG]}, ["y"]),
        lambda tree: tree.learn_many({"x": [1.0]}, [[LONG]]),
        lambda tree: tree.learn_many({"x": [1.0]}, ["y"], w=LONG),
        lambda tree: tree.learn_many({LONG: 7}, ["y"]),
        lambda tree: tree.learn_many({LONG: [1.0, 2.0], "x": [1.0]}, ["y"]),
        lambda tree: tree.learn_many(Sprawling(), ["y"]),
        lambda tree: open_stream(LONG),
        lambda tree: open_stream(f"sea:{LONG}=3"),
        lambda tree: open_stream(f"sea:function={LONG}"),
    ],
)
def test_what_is_refused_is_quoted_in_a_line(learn: Any) -> None:
    tree = VFDT()
    tree.learn_one({"x": 1.0}, "y")
    before = tree.digest()
    with pytest.raises((TypeError, ValueError)) as refused:
        learn(tree)
    assert len(str(refused.value)) < MOST
    assert tree.digest() == before


@pytest.mark.parametrize("row", [{0: 1.0, 1: 2.0, LONG: 3.0}, {0: 1.0, 1: 2.0, 10**4000: 3.0}])
def test_a_name_where_columns_are_numbered_is_quoted_in_a_line(row: dict[Any, float]) -> None:
    tree = VFDT()
    tree.learn_many(np.zeros((1, 2)), ["y"])
    for learn in (lambda: tree.learn_one(row, "y"), lambda: tree.learn_many([row], ["y"])):
        with pytest.raises(ValueError, match="learned columns by position") as refused:
            learn()
        assert len(str(refused.value)) < MOST


@pytest.mark.parametrize(
    "ask",
    [
        lambda table: compare(table, correction=LONG),
        lambda table: compare(table, tie=LONG),
        lambda table: compare(table).pair(LONG, "a"),
        lambda _: seen(VFDT(nominal=[LONG]), 0, "x"),
        lambda _: open_stream("sea").batches(LONG),
        lambda _: VFDT(LONG),
        lambda _: VFDT(**{LONG: 1}),
    ],
)
def test_what_is_asked_for_in_vain_is_quoted_in_a_line(ask: Any) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)) as refused:
        ask({"one": {"a": 0.5, "b": 0.4}, "two": {"a": 0.6, "b": 0.5}})
    assert len(str(refused.value)) < MOST


def test_of_many_long_columns_a_message_quotes_the_beginnings_of_some() -> None:
    tree = VFDT()
    tree.learn_one({f"{place}{LONG}": 1.0 for place in range(50)}, "y")
    with pytest.raises(ValueError, match=r"there is no column 'x'; there are .* and 47 more") as refused:
        seen(tree, 0, "x")
    assert len(str(refused.value)) < MOST


@pytest.mark.parametrize(
    "given",
    [{"target": "no"}, {"weight": "no"}, {"target": f"{LONG}y"}, {"nominal": [LONG], "numeric": [LONG]}],
)
def test_columns_of_a_file_are_quoted_in_a_line(given: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"{LONG},y\n1,a\n")
    with pytest.raises(ValueError, match="column") as refused:
        read(tmp_path / "a.csv", **given)
    assert len(str(refused.value)) < MOST + len(str(tmp_path))


HALF = "\ud800"
FEATURE = r"row 1: feature .* must be a text, a bool or a number, got '\\ud800': half of a pair of surrogates"
LABEL = r"row 1: a label must be text, got '\\ud800': half of a pair of surrogates"


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ({"x": ["a", HALF]}, ["p", "q"], FEATURE),
        ([{"x": "a"}, {"x": HALF}], ["p", "q"], FEATURE),
        (np.array([["a"], [HALF]], object), ["p", "q"], FEATURE),
        ({"x": Categories([1, 0, 0], [HALF, "a"])}, ["p", "q", "q"], FEATURE),
        ({"x": [1.0, 2.0]}, ["p", HALF], LABEL),
        ({"x": [1.0, 2.0]}, Categories([1, 0], [HALF, "p"]), LABEL),
    ],
    ids=["columns", "rows", "an array", "codes", "labels", "labels as codes"],
)
def test_half_of_a_pair_of_surrogates_is_refused_with_its_place(X: Any, y: Any, message: str) -> None:
    tree = VFDT()
    with pytest.raises((TypeError, ValueError), match=message):
        tree.learn_many(X, y)
    assert tree.n_rows == 0


def test_a_category_that_no_row_has_may_be_anything() -> None:
    tree = VFDT()
    tree.learn_many({"x": Categories([1, 1], [HALF, "a"])}, ["p", "q"])
    assert tree.n_rows == 2


# ---- labels that are learned can be drawn and saved


class Sulking(float):
    """A number that does not say which."""

    def __float__(self) -> float:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    "label",
    [10**5000, -(10**5000), Sulking(2.5), 2**70],
    ids=["vast", "vast and negative", "sulking", "large"],
)
def test_a_label_that_is_learned_can_be_drawn_and_saved(label: Any) -> None:
    tree = VFDT(grace_period=5, tau=1.0)
    for row in range(100):
        tree.learn_one({"x": row % 2, "s": "ab"[row % 2]}, (label, "other")[row % 2])
    assert tree.n_leaves == 2
    again = riparian.from_bytes(tree.to_bytes())
    assert again.digest() == tree.digest()
    assert again.to_text() == tree.to_text()
    assert set(again.classes_.tolist()) == {label, "other"}
    again.learn_one({"x": 0}, label)
    assert len(again.classes_) == 2


def test_a_vast_number_in_a_tuple_is_no_label() -> None:
    tree = VFDT()
    with pytest.raises(ValueError, match=r"row 0: .*4300 digits"):
        tree.learn_one({"x": 1.0}, (1, 10**5000))
    assert tree.n_rows == 0


@pytest.mark.parametrize("digits", ["0x", "5", "-0xfg", "0x1_0", " 0x1", 5, None])
def test_a_number_in_a_file_that_is_no_hexadecimal_one_is_refused(digits: Any) -> None:
    with pytest.raises(ValueError, match="a value that is none"):
        riparian.model_files._restored({"int": digits})


def test_what_cannot_be_spelled_is_told_by_its_type() -> None:
    assert (spelled(Mute()), shown((1, Mute()))) == ("<Mute>", "<tuple>")
    assert shown(10**5000).startswith("0x")
