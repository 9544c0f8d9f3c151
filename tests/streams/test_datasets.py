"""The catalogue is true: every file is what its entry says. Publishers' files: see test_publishers."""

from __future__ import annotations

import dataclasses
import re
import sys
from collections import Counter
from itertools import islice, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian import VFDT
from riparian.streams import Categories, dataset, datasets
from riparian.streams.shuffle import shuffled
from tests.streams.tables import equal

pytest.importorskip("pyarrow")

OURS = [name for name, entry in datasets().items() if entry.file is not None]


# ---- the catalogue by itself


def test_every_field_of_every_entry_is_filled():
    assert len(datasets()) == 33
    for name, entry in datasets().items():
        assert entry.name == name
        assert re.fullmatch(r"[a-z0-9_]+", name)
        for field in ("title", "target", "order", "origin", "licence", "citation", "differences"):
            assert getattr(entry, field).strip(), (name, field)
        assert entry.page.startswith("https://")
        assert sum(entry.classes.values()) == entry.rows
        assert list(entry.classes) == sorted(entry.classes)
        assert len(set(entry.columns)) == len(entry.columns) > 0
        assert entry.target not in entry.columns
        assert {*entry.nominal, *entry.binary, *entry.missing} <= set(entry.columns)
        assert not set(entry.nominal) & set(entry.binary)
        assert entry.file is not None or entry.source is not None


def test_every_file_is_known_by_a_checksum_of_its_own():
    parts = [part for entry in datasets().values() if entry.source for part in entry.source.parts]
    known = {(entry.file, entry.sha256) for entry in datasets().values() if entry.file}
    known |= {(part.file, part.sha256) for part in parts}
    assert all(re.fullmatch(r"[0-9a-f]{64}", sha256) for _, sha256 in known)
    assert len({file for file, _ in known}) == len({sha256 for _, sha256 in known}) == len(known)
    assert all(part.url.startswith("https://") for part in parts)
    assert all(Path(file).name == file for file, _ in known)


def test_every_source_says_who_states_its_checksum_and_how_it_was_compared():
    for entry in datasets().values():
        if entry.source is not None:
            assert entry.source.stated_by
            assert entry.source.compared in ("byte for byte", "value for value", "not yet")
            assert entry.source.form in ("csv", "libsvm")


def test_changing_the_answer_does_not_change_the_catalogue():
    datasets().clear()
    assert "iris" in datasets()


def test_an_unknown_name_is_refused_with_what_may_have_been_meant():
    with pytest.raises(ValueError, match=r"got 'electricty' \(did you mean 'electricity'\?\)"):
        dataset("electricty")


# ---- our own files


@pytest.mark.parametrize("name", OURS)
def test_a_file_is_what_its_entry_says(name, real_data):
    path, entry = real_data(name), datasets()[name]
    assert path.stat().st_size == entry.bytes
    stream = dataset(name)  # refuses another checksum
    assert stream.rows == entry.rows
    assert stream.classes == tuple(entry.classes)
    assert tuple(column.name for column in stream.columns) == entry.columns
    counts: Counter = Counter()
    missing = dict.fromkeys(entry.columns, 0)
    for X, y, w in stream.batches():
        assert w is None
        counts.update(y.tolist())
        if entry.words:  # 39,916 columns: looked at below
            continue
        for column in stream.columns:
            values = X[column.name]
            assert isinstance(values, Categories) == (column.categories is not None)
            absent = values.codes < 0 if isinstance(values, Categories) else np.isnan(values)
            missing[column.name] += int(absent.sum())
    assert counts == dict(entry.classes)
    assert {column: count for column, count in missing.items() if count} == dict(entry.missing)
    nominal = {column.name for column in stream.columns if column.categories is not None}
    assert nominal == {*entry.nominal, *entry.binary}


def test_no_file_in_the_folder_is_unknown(real_data):
    folder = real_data("electricity").parent
    assert {path.name for path in folder.glob("*.parquet")} <= {datasets()[name].file for name in OURS}


def test_a_stream_starts_again_from_its_first_row(real_data):
    real_data("adult")
    stream = dataset("adult")
    equal(stream.take(10_000), stream.take(10_000))


def test_the_first_row_of_electricity_is_the_published_one(real_data):
    real_data("electricity")
    x, label = next(iter(dataset("electricity")))
    assert label == "UP"
    assert x == {
        "date": 0.0,
        "day": "2",
        "period": 0.0,
        "nswprice": 0.056443,
        "nswdemand": 0.439155,
        "vicprice": 0.003467,
        "vicdemand": 0.422915,
        "transfer": 0.414912,
    }


def test_columns_of_0_and_1_are_categories_or_numbers_as_asked(real_data):
    real_data("covtype")
    nominal, numeric = (dataset("covtype", binary=kind).take(2000).X for kind in ("nominal", "numeric"))
    assert nominal["Soil_Type29"].categories == [False, True]
    assert numeric["Soil_Type29"].tolist() == [float(value) for value in nominal["Soil_Type29"]]
    assert sum(isinstance(values, Categories) for values in nominal.values()) == 44
    assert not any(isinstance(values, Categories) for values in numeric.values())


def test_rows_and_batches_of_binary_columns_make_one_tree(real_data):
    real_data("covtype")
    by_rows, by_batch = VFDT(grace_period=50, tau=0.5), VFDT(grace_period=50, tau=0.5)
    for x, y in islice(dataset("covtype", shuffle=1), 2000):
        by_rows.learn_one(x, y)
    batch = dataset("covtype", shuffle=1).take(2000)
    by_batch.learn_many(batch.X, batch.y)
    assert by_rows.n_leaves > 5
    assert by_rows.digest() == by_batch.digest()


def test_ignored_columns_are_left_out_and_the_others_unchanged(real_data):
    real_data("covtype")
    stream = dataset("covtype", ignore=datasets()["covtype"].binary)
    assert len(stream.columns) == 10
    whole = dataset("covtype").take(100)
    equal(
        stream.take(100), dataclasses.replace(whole, X={name: whole.X[name] for name in list(whole.X)[:10]})
    )
    assert stream.settings() == {"ignore": datasets()["covtype"].binary}


@pytest.mark.parametrize("seed", [None, 3])
def test_words_are_columns_and_agree_with_the_selection_of_500(real_data, seed):
    real_data("spam_assassin_sparse"), real_data("spam_assassin_chi2_500")
    words, chosen = (
        dataset(f"spam_assassin_{form}", shuffle=seed).take(200) for form in ("sparse", "chi2_500")
    )
    assert len(words.X) == 39_916
    equal(dataclasses.replace(words, X={name: words.X[name] for name in chosen.X}), chosen)


def test_a_tree_learns_a_data_set_as_it_comes(real_data):
    real_data("nursery")
    tree, right = VFDT(), 0
    for X, y, _ in dataset("nursery", shuffle=1).batches():
        right += int(np.sum(np.asarray(tree.predict_then_learn_many(X, y)) == np.asarray(y)))
    assert right / 12_960 > 0.8  # the largest class has a third of the rows


# ---- shuffled


@pytest.mark.parametrize("name", ["iris", "hypothyroid"])
def test_shuffling_keeps_the_rows_and_follows_the_seed(name, real_data):
    real_data(name)
    plain, one, same, other = (dataset(name, shuffle=seed) for seed in (None, 1, 1, 2))
    equal(one.take(9999), same.take(9999))
    rows = [[(*x.values(), label) for x, label in stream] for stream in (plain, one, other)]
    assert rows[0] != rows[1] != rows[2]
    assert Counter(map(repr, rows[0])) == Counter(map(repr, rows[1])) == Counter(map(repr, rows[2]))
    order = shuffled(len(rows[0]), 1).tolist()
    assert list(map(repr, rows[1])) == [repr(rows[0][place]) for place in order]


@given(st.integers(0, 300), st.integers(-(2**70), 2**70))
def test_a_shuffled_order_has_every_row_once(rows, seed):
    assert sorted(shuffled(rows, seed).tolist()) == list(range(rows))


def test_the_order_is_that_of_splitmix64_worked_by_hand():
    def hashed(seed: int, draw: int) -> int:
        z = (seed + draw * 0x9E3779B97F4A7C15) % 2**64
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
        return z ^ z >> 31

    # The first number of SplitMix64 started at 1234567, as its reference program prints it.
    assert hashed(1234567, 1) == 6457827717110365317
    assert shuffled(50, 1234567).tolist() == sorted(range(50), key=lambda row: hashed(1234567, row + 1))


def test_positions_are_spread_evenly_by_a_shuffle():
    # Mean distance of a row from its place is n/3 for a uniform order; its deviation here is about 0.6 %.
    order = shuffled(10_000, 7)
    assert abs(np.abs(order - np.arange(10_000)).mean() / (10_000 / 3) - 1) < 0.03
    rising = sum(a < b for a, b in pairwise(order.tolist()))
    assert 4_700 < rising < 5_300  # half of the neighbours, give or take ten deviations of 29


# ---- what is refused


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"binary": "text"}, ValueError, "binary must be 'nominal' or 'numeric', got 'text'"),
        ({"shuffle": True}, TypeError, "shuffle must be a whole number .* got True"),
        ({"shuffle": 0.5}, TypeError, "shuffle must be a whole number .* got 0.5"),
        ({"ignore": ["sepal"]}, ValueError, "iris has no column 'sepal' to ignore; it has 'sepal length', "),
    ],
)
def test_a_wrong_choice_is_refused_before_anything_is_looked_for(arguments, kind, message):
    with pytest.raises(kind, match=message):
        dataset("iris", **arguments)


def test_without_pyarrow_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"'iris' is read with pyarrow: pip install riparian\[frames\]"):
        dataset("iris")


# ---- the page


def test_the_page_lists_every_set_with_the_figures_of_the_catalogue():
    page = (Path(__file__).resolve().parents[2] / "docs" / "datasets.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in row.split("|")[1:-1]] for row in page.splitlines() if row.startswith("| `")
    ]
    expected = []
    for name, entry in datasets().items():
        plain = len(entry.columns) - len(entry.nominal) - len(entry.binary)
        kinds = [(len(entry.nominal), "nominal"), (len(entry.binary), "binary"), (plain, "numeric")]
        columns = " + ".join(f"{count:,} {kind}" for count, kind in kinds if count)
        download = entry.source.compared if entry.source else "-"
        expected.append(
            [f"`{name}`", f"{entry.rows:,}", columns, str(len(entry.classes)), entry.order, download]
        )
    assert rows == expected
