"""Sections of JSON, changed in every way: what comes of it is a model that works, or a `ModelFileError`.

The core does the same with the sections that it reads (core/tests/mutated_files.rs).
"""

import os
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import riparian
from riparian import VFDT, ModelFileError
from riparian.training import Training, train
from riparian.trees import Tree
from tests.model_files.anatomy import Section, changed, sealed, sections
from tests.model_files.json_mutations import mutations
from tests.model_files.trees import OTHERS, TREES

KINDS = {**TREES, "empty": OTHERS["empty"], "declared": OTHERS["declared"], "budget": OTHERS["budget"]}
# Of all kinds together, and of each stream; more in a long run.
COUNT = int(os.environ.get("RIPARIAN_JSON_MUTATIONS", "0")) or 20_000
OF_KIND, OF_STREAM = COUNT // len(KINDS), COUNT // 20
# A twentieth at least: what always ends in the same way tests nothing.
SOME = 20
VALUES = {"numeric": 1.0, "nominal": "a", None: 1.0}


@cache
def file_of(kind: str) -> list[Section]:
    return sections(KINDS[kind]().to_bytes())


def about(kind: str) -> bytes:
    return next(section.body for section in file_of(kind) if section.name == "about")


def is_shown(wrong: Exception) -> bool:
    """Whether a message is one line that a terminal shows, whatever the file holds."""
    return str(wrong).isprintable() and len(str(wrong)) < 4000


def use(tree: Tree) -> None:
    """Save, ask and teach a tree, with a row of its own columns."""
    data = tree.to_bytes()
    assert riparian.from_bytes(data).to_bytes() == data
    native = tree._asked()
    row: Any = [VALUES[kind] for kind in native.kinds]
    if not native.by_position:
        row = dict(zip(native.columns, row, strict=True))
    tree.predict_one(row)
    assert len(tree.predict_many([row])) == 1
    assert len(tree.predict_proba_one(row)) == len(set(native.classes))
    assert repr(tree)
    if tree._given() == tree._started_with:  # they may differ, as after set_params
        rows = tree.n_rows
        tree.learn_one(row, native.classes[0] if native.classes else "elm")
        assert tree.n_rows == rows + 1
        tree.to_bytes()


# ---- section 'about'


def loaded(data: bytes) -> Tree | ModelFileError:
    try:
        return riparian.from_bytes(data)
    except ModelFileError as wrong:
        return wrong


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_description_makes_a_tree_that_works_or_is_refused(kind: str) -> None:
    texts = [about(name) for name in (kind, "majority, many-way", "H-Tree", "declared")]
    ends: Counter[str] = Counter()
    for text in islice(mutations(texts, seed=list(KINDS).index(kind)), OF_KIND):
        found = loaded(sealed(changed(file_of(kind), 0, text)))
        if isinstance(found, Tree):
            use(found)
        else:
            assert is_shown(found)
        ends["works" if isinstance(found, Tree) else "refused"] += 1
    assert min(ends["works"], ends["refused"]) > OF_KIND // SOME


# ---- section 'train'


def gone_on(given: str, path: Path, rows: int | None) -> Training | ValueError:
    try:
        return train(VFDT(), given, path, rows=rows, resume=True)
    except ValueError as wrong:
        return wrong


@pytest.mark.parametrize("stream", ["sea:function=3", "rows.csv"])
def test_a_changed_place_of_training_is_gone_on_from_or_refused(stream: str, tmp_path: Path) -> None:
    csv, path = tmp_path / "rows.csv", tmp_path / "a.model"
    csv.write_text("x,s,class\n" + "1,a,no\n2,b,yes\n" * 20)
    given, rows = (str(csv), None) if stream == "rows.csv" else (stream, 40)
    train(VFDT(), given, path, rows=30)
    file = sections(path.read_bytes())
    place = next(at for at, section in enumerate(file) if section.name == "train")
    ends: Counter[str] = Counter()
    for body in islice(mutations([file[place].body], seed=2), OF_STREAM):
        path.write_bytes(sealed(changed(file, place, body)))
        found = gone_on(given, path, rows)
        if isinstance(found, Training):
            ends["goes on"] += 1
            continue
        assert is_shown(found)
        if isinstance(found, ModelFileError):
            ends["refused"] += 1
        else:  # a good place, but in another stream, or in the middle of a line
            told = ("cannot go on with", "of it were learned before", "rows.csv, line")
            assert any(each in str(found) for each in told)
            ends["elsewhere"] += 1
    assert min(ends[end] for end in ("goes on", "refused", "elsewhere")) > OF_STREAM // SOME


@pytest.mark.parametrize(("old", "new"), [(b'"rows":null,', b""), (b'"size":', b'"size":"x","s":')])
def test_a_place_that_is_not_whole_is_refused(old: bytes, new: bytes, tmp_path: Path) -> None:
    csv, path = tmp_path / "rows.csv", tmp_path / "a.model"
    csv.write_text("x,class\n1,no\n2,yes\n")
    train(VFDT(), str(csv), path)
    file = sections(path.read_bytes())
    cut = [section._replace(body=section.body.replace(old, new)) for section in file]
    assert cut != file
    path.write_bytes(sealed(cut))
    with pytest.raises(ModelFileError, match="section 'train': "):
        train(VFDT(), str(csv), path, resume=True)
