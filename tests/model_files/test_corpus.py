"""The corpus is what its script makes now, small, and has something of everything."""

import json

import riparian
from riparian import _native, presets
from tests.model_files.anatomy import sections
from tests.model_files.corpus import CORPUS, FOLDER

FILES = {path.name: path.read_bytes() for path in FOLDER.iterdir()}


def test_the_corpus_is_what_its_script_makes_now() -> None:
    made = {name: make().to_bytes() for name, make in CORPUS.items()}
    wrong = sorted(name for name in made.keys() | FILES.keys() if made.get(name) != FILES.get(name))
    assert wrong == [], "python -m tests.model_files.corpus writes it anew"


def test_the_corpus_is_small() -> None:
    assert max(len(data) for data in FILES.values()) < 16_000
    assert sum(len(data) for data in FILES.values()) < 300_000


def test_the_corpus_has_every_kind_of_part() -> None:
    trees = [riparian.from_bytes(data) for data in FILES.values()]
    assert {type(tree).__name__ for tree in trees} == set(presets.__all__)
    given = [tree.get_params() for tree in trees]
    observers = {settings["observer"].split(":")[0] for settings in given if "observer" in settings}
    assert observers == set(_native.observers())
    assert {settings["predictor"] for settings in given} == {"mc", "nb", "nba"}
    kinds = {node["test"]["kind"] for tree in trees for node in tree.nodes() if not node["leaf"]}
    assert kinds == {"cut", "intervals", "one", "many"}
    reports = [tree.memory_report() for tree in trees]
    for part in ("frozen_leaves", "dropped_columns", "window"):
        assert any(report[part] for report in reports), part
    assert any(tree.n_provisional for tree in trees)
    assert any(tree.n_rows == 0 for tree in trees)
    labels = {type(label) for tree in trees for label in tree._asked().classes}
    assert labels == {bool, int, float, str, tuple}


def test_the_corpus_has_every_section() -> None:
    names = [{section.name for section in sections(data)} for data in FILES.values()]
    assert set.union(*names) == {
        "about",
        "config",
        "schema",
        "counts",
        "nodes",
        "kept",
        "window",
    }
    assert all(json.loads(sections(data)[0].body)["preset"] for data in FILES.values())
