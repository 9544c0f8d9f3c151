"""Files that are damaged, crafted or none at all: a `ModelFileError` says what is wrong, and no code is run.

The core is fed with mutations of every file of the corpus (core/tests/mutated_files.rs); here are the crafted
ones, each with its message, through both doors.
"""

import ast
import io
import json
import math
import os
import pickle
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import riparian
from riparian import ModelFileError, model_files
from tests.model_files.anatomy import OPTIONAL, Section, changed, header, sealed, sections
from tests.model_files.trees import small_tree

WHOLE = sections(small_tree("mc").to_bytes())
PLACES = {section.name: place for place, section in enumerate(WHOLE)}
# Numbers that all have the same hash.
COLLIDING = [number * (2**61 - 1) for number in range(100_000)]
# Not all of them, and not all the same.
COLLIDING_SOME = [number * (2**61 - 1) + number % 100 if number % 2 else number for number in range(20_000)]
NAN, HUGE = struct.pack("<d", math.nan), struct.pack("<Q", 2**60)


def refused(data: bytes, folder: Path) -> str:
    """What is said of these bytes, through both doors."""
    path = folder / "crafted.model"
    path.write_bytes(data)
    with pytest.raises(ModelFileError) as of_bytes:
        riparian.from_bytes(data)
    with pytest.raises(ModelFileError) as of_file:
        riparian.load(path)
    said = str(of_bytes.value).removeprefix("data: ")
    assert str(of_file.value) == f"{path}: {said}"
    return said


def with_body(name: str, body: bytes) -> bytes:
    return sealed(changed(WHOLE, PLACES[name], body))


def with_about(**told: Any) -> bytes:
    """The file with another section 'about'; what is `...` is left out."""
    about = json.loads(WHOLE[PLACES["about"]].body) | told
    kept = {name: value for name, value in about.items() if value is not ...}
    return with_body("about", json.dumps(kept).encode())


# ---- the frame


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "0 bytes are too few for a riparian model"),
        (b"x,y\n1,2\n", "this is not a riparian model: it begins with other bytes"),
        (b"riparian", "8 bytes are too few for a riparian model"),
        (b"\x80\x04" + bytes(100), "this is not a riparian model: it begins with other bytes"),
        (sealed(WHOLE)[:-9], "the model is cut short: 23 bytes left for the next section"),
        (sealed(WHOLE)[:100], "section 'about' announces"),
        (sealed(WHOLE) + b"more", "the model is followed by 4 bytes that do not belong to it"),
        (
            sealed(WHOLE, header(7, "3.1.4")),
            "the model has format 7, this version of riparian reads format 1: use riparian 3.1.4 or later",
        ),
        (header()[:8] + b"\7" + sealed(WHOLE)[9:], "the header of the model is damaged"),
        (sealed(WHOLE, end=False), "the model is cut short: 0 bytes left for the next section"),
        (sealed(WHOLE[:1] + WHOLE[2:]), "a section 'schema' where 'config' belongs"),
        (sealed(WHOLE[:1] + WHOLE), "the model has two sections 'about'"),
        (sealed(WHOLE[:2] + WHOLE[1:]), "a section 'config' where 'schema' belongs"),
        (
            sealed([*WHOLE, Section("later", b"")]),
            "a section 'later' where 'end' belongs; if a later version of riparian wrote it, use that one",
        ),
        (sealed(WHOLE[1:]), "the model does not say what it is: there is no section 'about'"),
    ],
)
def test_what_is_wrong_with_a_frame_is_said(data: bytes, said: str, tmp_path: Path) -> None:
    assert said in refused(data, tmp_path)


def test_a_flipped_bit_is_told_with_its_section(tmp_path: Path) -> None:
    data = bytearray(sealed(WHOLE))
    data[data.index(b"yew")] ^= 1
    assert (
        refused(bytes(data), tmp_path) == "section 'about' of the model is damaged: its checksum does not fit"
    )


def test_a_section_that_announces_more_than_there_is_is_refused(tmp_path: Path) -> None:
    data = bytearray(sealed(WHOLE))
    data[40:48] = HUGE
    assert f"section 'about' announces {2**60} bytes" in refused(bytes(data), tmp_path)


@pytest.mark.parametrize("place", range(len(WHOLE) + 1))
def test_an_unknown_section_that_may_be_left_out_is_skipped(place: int) -> None:
    file = [*WHOLE[:place], Section("later", b"whatever", OPTIONAL), *WHOLE[place:]]
    assert riparian.from_bytes(sealed(file)).digest() == riparian.from_bytes(sealed(WHOLE)).digest()


# ---- the learning state

NODES = WHOLE[PLACES["nodes"]].body
# The root tests for many categories: kind, slot, 0, row, reason, gain, second, bound, where a missing value
# goes, and then the votes.
GAIN, MISSING, VOTES = 28, 52, 56


def nodes_with(at: int, content: bytes) -> bytes:
    return with_body("nodes", NODES[:at] + content + NODES[at + len(content) :])


def children_at() -> int:
    """Where the list of the root's children begins."""
    (kind,) = struct.unpack_from("<I", NODES)
    assert kind == 3
    (votes,) = struct.unpack_from("<Q", NODES, VOTES)
    return VOTES + 8 + 12 * votes


CHILDREN = children_at()
COUNT: int = struct.unpack_from("<Q", NODES, CHILDREN)[0]
# A leaf follows the root or one of its children: its kind, then classes and their weights.
ROOT_ENDS = CHILDREN + 8 + 4 * COUNT + 8 + 4 * COUNT


def child(place: int, number: int) -> bytes:
    return nodes_with(CHILDREN + 8 + 4 * place, struct.pack("<I", number))


def first_leaf_at() -> int:
    """Where the votes of the first child begin, if it is a leaf."""
    kind, classes = struct.unpack_from("<IQ", NODES, ROOT_ENDS)
    assert kind == 0
    return ROOT_ENDS + 12 + 4 * classes + 8


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (child(0, 0), "a node 0 with a child 0 that cannot be its own"),
        (child(1, 1), "a node 0 whose children do not fit its test"),
        (child(COUNT - 1, 10**6), "a node 0 with a child 1000000 that cannot be its own"),
        (child(COUNT - 1, 7), "model has a node"),
        (nodes_with(MISSING, struct.pack("<I", 6000)), "model names node 6000 of 8"),
        (nodes_with(GAIN, NAN), "a gain or bound that is no number"),
        (nodes_with(VOTES, HUGE), f"model is cut short: {2**60} entries of"),
        (nodes_with(VOTES + 12, NAN), "a node with a weight that is negative or no number"),
        (
            nodes_with(VOTES + 12, struct.pack("<d", -1.0)),
            "a node with a weight that is negative or no number",
        ),
        # A class that is named twice would be counted twice, and another one not at all.
        (nodes_with(VOTES + 20, NODES[VOTES + 8 : VOTES + 12]), "a node with classes out of order"),
        (nodes_with(CHILDREN, HUGE), f"model is cut short: {2**60} entries of"),
        (nodes_with(0, struct.pack("<I", 9)), "model has a node of unknown kind 9"),
        (nodes_with(first_leaf_at(), NAN), "a leaf with a weight that is negative or no number"),
        (nodes_with(first_leaf_at(), struct.pack("<d", -0.5)), "a leaf with a weight that is negative"),
        (nodes_with(first_leaf_at(), struct.pack("<d", math.inf)), "a leaf with a weight that is negative"),
        (with_body("nodes", NODES[:-1]), "model is cut short"),
        (with_body("nodes", NODES + b"\0"), "section 'nodes' of the model has 1 bytes too many"),
        (with_body("counts", struct.pack("<5Q", 60, 2**60, 0, 0, 0)), f"{2**60} entries of"),
        (with_body("counts", struct.pack("<5Q", 60, 0, 0, 0, 0)), "model has no nodes"),
        (with_body("counts", struct.pack("<5Q", 60, 9, 0, 0, 0)), "a section 'end' where 'nodes' belongs"),
        (with_body("counts", struct.pack("<5Q", 2**64 - 1, 8, 0, 0, 0)), "more than there can be"),
        (with_body("counts", struct.pack("<5Q", 20, 8, 0, 0, 0)), "of a row that was not learned"),
        (with_body("config", HUGE + b"entropy"), f"model is cut short: {2**60} bytes announced, 7 found"),
        (with_body("schema", bytes(8) + HUGE), f"model is cut short: {2**60} entries of"),
    ],
)
def test_what_is_wrong_with_a_state_is_said(data: bytes, said: str, tmp_path: Path) -> None:
    assert said in refused(data, tmp_path)


# ---- what only Python knows

SETTINGS = json.loads(WHOLE[PLACES["about"]].body)["settings"]
ABOUT = json.loads(WHOLE[PLACES["about"]].body)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (with_body("about", b""), "Expecting value"),
        (with_body("about", b"cos\nsystem\n(S'true'\ntR."), "Expecting value"),
        (with_body("about", b"\xff\xfe{"), ""),
        (with_body("about", b"[" * 200_000), "recursion"),
        (with_body("about", b'{"labels":' * 50_000), "recursion"),
        (with_body("about", b"[1, 2]"), "section 'about' of the model has no 'preset'"),
        (with_body("about", b"null"), "section 'about' of the model has no 'preset'"),
        *[
            (
                with_about(**{name: wrong}),
                f"section 'about' of the model has no {name!r}, or not as it should be",
            )
            for name in ("preset", "settings", "started", "labels", "columns", "by_position")
            for wrong in (..., None, 7)
        ],
        (
            with_about(preset="os.system"),
            "the model is a 'os.system', which this version of riparian does not have",
        ),
        (with_about(preset="__class__"), "which this version of riparian does not have"),
        (with_about(settings=SETTINGS | {"speed": 3}), "speed"),
        (with_about(settings=SETTINGS | {"grace_period": "fast"}), "grace_period"),
        (with_about(settings=SETTINGS | {"grace_period": [[[]]]}), "grace_period"),
        (with_about(settings=SETTINGS | {"classes": {"a": 1}}), "a value that is none: {'a': 1}"),
        (with_about(settings=SETTINGS | {"delta": 0.3}, started={}), "settings other than those"),
        (with_about(started={"delta": 0.3}), "settings other than those"),
        (with_about(labels=ABOUT["labels"][:-1]), "labels for a model of"),
        (with_about(labels=ABOUT["labels"][::-1]), "the label"),
        (with_about(labels=[[1], *ABOUT["labels"][1:]]), "the model has labels that are lists"),
        (with_about(labels=[{"tuple": 3}, *ABOUT["labels"][1:]]), "a value that is none: {'tuple': 3}"),
        (with_about(columns=ABOUT["columns"][:-1]), "column names for a model of"),
        (with_about(columns=["x"] * len(ABOUT["columns"])), "two columns of one name"),
        (with_about(columns=[["x"], *ABOUT["columns"][1:]]), "the model has columns that are lists"),
        *[
            (with_about(label_dtype=dtype), "the model has labels of a dtype")
            for dtype in ("O", "|O8", "<U999999", "<U-1", "object", 7, ["<U3"], "<M8[ns]", "|V8")
        ],
        (with_about(label_dtype="<f3"), "f3"),
        (with_about(columns=[math.inf, *ABOUT["columns"][1:]]), "no JSON: Infinity is no number"),
        (with_body("about", WHOLE[0].body.replace(b'"x"', b"1e999")), "no JSON: 1e999 is no number"),
        (
            with_body("about", WHOLE[0].body.replace(b'"x"', b'{"tuple":[' * 101 + b"]}" * 101)),
            "a value has tuples in tuples, more than 100 deep",
        ),
        # What is looked at again and again takes hours.
        (with_about(settings=SETTINGS | {"budget": "1" + " " * 2_000_000 + "!"}), "budget must be bytes"),
        (with_about(settings=SETTINGS | {"budget": "9" * 2_000_000 + "!"}), "budget must be bytes"),
        (with_about(settings=SETTINGS | {"nominal": COLLIDING}), "settings that are made to collide"),
        (with_about(settings=SETTINGS | {"classes": COLLIDING}), "settings that are made to collide"),
        (with_about(labels=COLLIDING), "labels that are made to collide"),
        (with_about(columns=COLLIDING), "columns that are made to collide"),
        (with_about(settings=SETTINGS | {"nominal": COLLIDING_SOME}), "settings that are made to collide"),
        (with_about(settings=SETTINGS | {"rule": "a\n\x1b[2J"}), r"got 'a\n\x1b[2J'"),
        (with_about(settings=SETTINGS | {"points": "x" * 10_000}), "xxx..."),
    ],
)
def test_what_is_wrong_with_a_description_is_said(data: bytes, said: str, tmp_path: Path) -> None:
    assert said in refused(data, tmp_path)


@pytest.mark.parametrize("value", [math.nan, math.inf, 10**400, -1, "x" * 100_000, True, None, [], {}])
@pytest.mark.parametrize("name", [*SETTINGS, *ABOUT])
def test_a_setting_or_part_of_any_kind_is_refused_or_makes_a_tree(name: str, value: Any) -> None:
    told = {"settings": SETTINGS | {name: value}} if name in SETTINGS else {name: value}
    try:
        tree = riparian.from_bytes(with_about(**told))
    except ModelFileError:
        return
    tree.predict_one({"x": 1.0})
    if tree._given() == tree._started_with:  # they may differ, as after set_params
        tree.learn_one({"x": 1.0}, "elm")


# ---- files that are none


def test_an_absent_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"absent\.model"):
        riparian.load(tmp_path / "absent.model")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="this is a folder; name the file in it"):
        riparian.load(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    told = "this is no file; read what comes from elsewhere with from_bytes"
    with pytest.raises(ModelFileError, match=told):
        riparian.load(tmp_path / "pipe")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_file_without_end_is_no_file() -> None:
    with pytest.raises(ModelFileError, match="this is no file"):
        riparian.load("/dev/zero")


def test_a_sparse_file_of_a_terabyte_is_refused_at_its_first_bytes(tmp_path: Path) -> None:
    path = tmp_path / "sparse.model"
    with path.open("wb") as file:
        file.write(header() + b"config\0\0" + struct.pack("<QII", 2**39, 0, 0))
        try:
            file.truncate(2**40)
        except OSError:
            pytest.skip("no sparse files here")
    with pytest.raises(ModelFileError, match="config"):
        riparian.load(path)


# ---- no code


@pytest.mark.parametrize("given", [None, "a.model", Path("a.model"), 7, [1]])
def test_what_is_no_bytes_is_refused(given: Any) -> None:
    with pytest.raises(TypeError, match=r"^data must be bytes, got .*riparian\.load.* for a file$"):
        riparian.from_bytes(given)


@pytest.mark.parametrize("given", [None, 7, [1], b"a.model", bytearray(3), memoryview(b"riparian")])
def test_what_is_no_name_is_refused(given: Any) -> None:
    told = r"^path must be the name of a file, got .*; use riparian\.from_bytes\(data\) for bytes"
    with pytest.raises(TypeError, match=told):
        riparian.load(given)


@pytest.mark.parametrize("load", [riparian.load, riparian.from_bytes])
def test_an_open_file_is_to_be_read_first(load: Callable[[Any], Any], tmp_path: Path) -> None:
    path = tmp_path / "a.model"
    riparian.VFDT().save(path)
    with path.open("rb") as file:
        for given in (file, io.BytesIO(path.read_bytes())):
            with pytest.raises(TypeError, match=r"; use riparian\.from_bytes\(file\.read\(\)\) for bytes"):
                load(given)
            assert riparian.from_bytes(given.read()).n_rows == 0


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_is_told_from_other_bytes(protocol: int, tmp_path: Path) -> None:
    said = refused(pickle.dumps(riparian.VFDT(), protocol), tmp_path)
    assert said.startswith(
        "this is not a riparian model: it begins with other bytes; it is a pickle: use pickle"
    )


@pytest.mark.parametrize("compress", [0, ("zlib", 3), ("gzip", 3), ("bz2", 3), ("xz", 3)])
def test_what_joblib_wrote_is_told_from_other_bytes(compress: Any, tmp_path: Path) -> None:
    joblib = pytest.importorskip("joblib")
    joblib.dump(riparian.VFDT(), tmp_path / "a.joblib", compress=compress)
    said = refused((tmp_path / "a.joblib").read_bytes(), tmp_path)
    assert "joblib.load if joblib wrote it" in said


def test_no_module_that_could_run_code_is_used() -> None:
    nodes = list(ast.walk(ast.parse(Path(model_files.__file__).read_text("utf-8"))))
    imported = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    assert imported == {"json", "os", "re", "stat", "numpy"}
    named = {node.id for node in nodes if isinstance(node, ast.Name)}
    assert named.isdisjoint({"eval", "exec", "compile", "pickle", "__import__", "import_module"})


def test_a_pickle_is_no_model_and_is_not_run(tmp_path: Path) -> None:
    mark = tmp_path / "mark"

    class Bomb:
        def __reduce__(self) -> tuple[Callable[..., Any], tuple[Path]]:
            return Path.touch, (mark,)

    bomb = pickle.dumps(Bomb())
    assert "begins with other bytes" in refused(bomb + bytes(40), tmp_path)
    assert refused(with_body("about", bomb), tmp_path)
    assert not mark.exists()


def test_labels_that_are_there_twice_are_refused(tmp_path: Path) -> None:
    tree = riparian.VFDT(predictor="mc")
    tree.learn_many([[1.0], [2.0], [3.0]], [(1, 2), (3, 4), 2**70])
    file = sections(tree.to_bytes())
    about = json.loads(file[0].body)
    about["labels"][1] = about["labels"][0]
    crafted = sealed(changed(file, 0, json.dumps(about).encode()))
    assert "the model names a label twice" in refused(crafted, tmp_path)


def test_a_drawing_has_no_signs_that_a_terminal_obeys() -> None:
    tree = riparian.VFDT(predictor="mc", grace_period=10)
    X = [{"\x1b[2Jname\n": n % 7} for n in range(2000)]
    tree.learn_many(X, [n % 7 > 3 for n in range(2000)])
    assert tree.depth > 0
    drawn = [tree.to_text(), riparian.from_bytes(tree.to_bytes()).to_text()]
    drawn += [step["because"] for step in tree.explain_one(X[0])]
    assert all(line.isprintable() for text in drawn for line in text.splitlines())
    assert r"'\x1b[2Jname\n' <= 3" in drawn[0]
