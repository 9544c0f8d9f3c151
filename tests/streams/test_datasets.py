"""The catalogue is true: every file is what its entry says, and publishers' files hold the rows of ours."""

from __future__ import annotations

import builtins
import dataclasses
import gzip
import hashlib
import importlib.util
import io
import re
import zipfile
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian import VFDT
from riparian.streams import Categories, DatasetError, dataset, datasets
from riparian.streams.shuffle import shuffled

pytest.importorskip("pyarrow")

OURS = [name for name, entry in datasets().items() if entry.file is not None]


def equal(one, other) -> None:
    """The same columns, value for value."""
    assert list(one.X) == list(other.X)
    for a, b in [(one.y, other.y), *zip(one.X.values(), other.X.values(), strict=True)]:
        assert type(a) is type(b)
        if isinstance(a, Categories):
            assert a.categories == b.categories
            assert np.array_equal(a.codes, b.codes)
        else:
            assert a.dtype == b.dtype
            assert np.array_equal(a, b, equal_nan=a.dtype.kind == "f")


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
    assert nominal["Soil_Type29"].categories == [0, 1]
    assert numeric["Soil_Type29"].tolist() == [float(value) for value in nominal["Soil_Type29"]]
    assert sum(isinstance(values, Categories) for values in nominal.values()) == 44
    assert not any(isinstance(values, Categories) for values in numeric.values())


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


# ---- publishers' files, written again from our rows


def lines(
    name: str,
    *,
    rows: slice = slice(None),
    delimiter: str = ",",
    end: str = "\n",
    first: bool = False,
    dot: bool = False,
) -> str:
    """Rows as publishers write them."""

    def word(value: object) -> str:
        if value is None or value != value:
            return "?"
        return str(value) if dot or not isinstance(value, float) else repr(value).removesuffix(".0")

    found = []
    for x, label in list(dataset(name))[rows]:
        values = [word(value) for value in x.values()]
        found.append(delimiter.join([str(label), *values] if first else [*values, str(label)]) + end)
    return "".join(found)


def sparse(name: str, rows: slice) -> str:
    return "".join(
        f"{label:+d} " + "".join(f"{place}:1 " for place, value in enumerate(x.values(), 1) if value) + "\n"
        for x, label in list(dataset(name))[rows]
    )


WRITTEN = {
    "iris": lambda: [lines("iris", dot=True) + "\n"],
    "abalone": lambda: [lines("abalone")],
    "nursery": lambda: [lines("nursery") + "\n"],
    "magic": lambda: [lines("magic")],
    "letter": lambda: [lines("letter", first=True)],
    "german_credit": lambda: [lines("german_credit", delimiter=" ")],
    "poker_hand_train25k": lambda: [lines("poker_hand_train25k", end="\r\n")],
    "wifi_localization": lambda: [lines("wifi_localization", delimiter="\t", end="\r\n")],
    "satimage": lambda: [
        lines("satimage", delimiter=" ", rows=rows) for rows in (slice(4435), slice(4435, None))
    ],
    "adult": lambda: [
        lines("adult", delimiter=", ", rows=slice(32561)) + "\n",
        "|1x3 Cross validator\n" + lines("adult", delimiter=", ", rows=slice(32561, None), end=".\n") + "\n",
    ],
    "a9a": lambda: [sparse("a9a", rows) for rows in (slice(32561), slice(32561, None))],
}


def unpacked(name: str) -> bytes:
    """Rows of a large file as published, column by column."""
    pyarrow, csv = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.csv")
    X, y, _ = dataset(name, binary="numeric").take(10**6)
    columns = {}
    for column, values in X.items():
        if isinstance(values, Categories):
            columns[column] = values.tolist()
        elif np.array_equal(values, np.round(values)) and not column.endswith("rate"):
            columns[column] = values.astype(np.int64)
        else:  # rates, always with two digits
            distinct, places = np.unique(values, return_inverse=True)
            columns[column] = pyarrow.array([f"{value:.2f}" for value in distinct]).take(
                pyarrow.array(places)
            )
    labels = y if isinstance(y, np.ndarray) else [f"{label}." for label in y]
    held = io.BytesIO()
    options = csv.WriteOptions(include_header=False, quoting_style="none")
    csv.write_csv(pyarrow.table({**columns, "label": labels}), held, options)
    return held.getvalue()


PACKED = ["covtype", "kddcup99_10pct"]


@pytest.mark.parametrize("name", PACKED)
def test_our_rows_written_as_published_have_the_checksum_of_the_unpacked_file(name, real_data):
    real_data(name)
    (part,) = datasets()[name].source.parts
    assert hashlib.sha256(unpacked(name)).hexdigest() == part.unpacked_sha256


def test_every_source_compared_byte_for_byte_is_written_here():
    compared = [
        name
        for name, entry in datasets().items()
        if entry.source and entry.source.compared == "byte for byte"
    ]
    assert sorted(compared) == sorted([*WRITTEN, *PACKED])


@pytest.mark.parametrize("name", WRITTEN)
def test_our_rows_written_as_published_have_the_published_checksum_and_read_the_same(
    name, real_data, tmp_path, monkeypatch
):
    real_data(name)
    ours, entry = dataset(name).take(10**6), datasets()[name]
    for part, text in zip(entry.source.parts, WRITTEN[name](), strict=True):
        content = text.encode()
        assert len(content) == part.bytes
        assert hashlib.sha256(content).hexdigest() == part.sha256
        (tmp_path / part.file).write_bytes(content)
    monkeypatch.setenv("RIPARIAN_DATA", str(tmp_path))
    stream = dataset(name)
    equal(stream.take(10**6), ours)
    assert stream.columns[0].categories == (dataset(name).columns[0].categories)


@pytest.mark.parametrize(("name", "file"), [("phishing_river", "phishing.csv.gz"), ("bananas", "banana.zip")])
def test_rows_shipped_by_river_are_ours_value_for_value(name, file, real_data, tmp_path, monkeypatch):
    real_data(name)
    river = importlib.util.find_spec("river")
    if river is None:
        pytest.skip("river is not installed")
    content = (Path(river.origin).parent / "datasets" / file).read_bytes()
    (part,) = datasets()[name].source.parts
    if hashlib.sha256(content).hexdigest() != part.sha256:
        pytest.skip("another version of river ships another file")
    ours = dataset(name).take(10**6)
    (tmp_path / part.file).write_bytes(content)
    monkeypatch.setenv("RIPARIAN_DATA", str(tmp_path))
    equal(dataset(name).take(10**6), ours)


# ---- publishers' files of forms that our rows cannot give back, by hand


def made_by_hand(name: str, content: bytes, classes: dict, folder: Path, monkeypatch):
    """The data set with a few lines of our own in place of the publisher's."""
    entry = datasets()[name]
    part = dataclasses.replace(
        entry.source.parts[0], sha256=hashlib.sha256(content).hexdigest(), bytes=len(content)
    )
    (folder / part.file).write_bytes(content)
    monkeypatch.setenv("RIPARIAN_DATA", str(folder))
    source = dataclasses.replace(entry.source, parts=(part,))
    rows = sum(classes.values())
    return dataset(dataclasses.replace(entry, classes=classes, rows=rows, source=source))


def zipped(member: str, content: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("Readme.txt", "not this one")
        archive.writestr(member, content)
    return held.getvalue()


BY_HAND = {
    "ecoli": (
        b"AAT_ECOLI   0.49  0.29  0.48  0.50  0.56  0.24  0.35   cp\nYTFL  0.5 0.6 0.4 1 0 0 0  im  \n\n",
        [[0.49, 0.29, 0.48, 0.5, 0.56, 0.24, 0.35], [0.5, 0.6, 0.4, 1, 0, 0, 0]],
        ["cp", "im"],
    ),
    "seeds": (
        b"15.26\t14.84\t\t0.871\t5.763\t3.312\t2.221\t5.22\t1\r\n1\t2\t3\t4\t5\t6\t7\t3\r\n",
        [[15.26, 14.84, 0.871, 5.763, 3.312, 2.221, 5.22], [1, 2, 3, 4, 5, 6, 7]],
        [1, 3],
    ),
    "blood_transfusion": (
        b'Recency (months),a,b,c,"whether he/she donated blood"\r\n2 ,50,12500,98 ,1\r\n0 ,13,3250,28 ,0\r\n',
        [[2, 50, 12500, 98], [0, 13, 3250, 28]],
        [1, 0],
    ),
    "htru2": (
        zipped("HTRU_2.csv", b"140.5625,55.5,-0.25,-0.5,3,19,7,74,0\r\n1,2,3,4,5,6,7,8,1\r\n"),
        [[140.5625, 55.5, -0.25, -0.5, 3, 19, 7, 74], [1, 2, 3, 4, 5, 6, 7, 8]],
        [0, 1],
    ),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_lines_written_by_hand_are_read_as_they_stand(name, tmp_path, monkeypatch):
    content, values, labels = BY_HAND[name]
    X, y, _ = made_by_hand(name, content, dict.fromkeys(sorted(labels), 1), tmp_path, monkeypatch).take(9)
    assert np.column_stack(list(X.values())).tolist() == values
    assert y.tolist() == labels


@pytest.mark.parametrize("name", ["covtype", "kddcup99_10pct"])
def test_a_packed_file_is_unpacked_and_its_labels_trimmed(name, real_data, tmp_path, monkeypatch):
    real_data(name)
    ours = dataset(name).take(300)
    rows = [x for x, _ in zip(dataset(name), range(300), strict=False)]
    end = ".\n" if name == "kddcup99_10pct" else "\n"
    text = "".join(
        ",".join([*(str(value).removesuffix(".0") for value in x.values()), str(label)]) + end
        for x, label in rows
    )
    classes = dict(sorted(Counter(label for _, label in rows).items()))
    stream = made_by_hand(name, gzip.compress(text.encode()), classes, tmp_path, monkeypatch)
    found = stream.take(300)
    assert found.y.tolist() == ours.y.tolist()
    for column, values in found.X.items():
        assert values.tolist() == ours.X[column].tolist()


def test_a_file_read_with_other_class_counts_is_refused(tmp_path, monkeypatch):
    content, _, _ = BY_HAND["ecoli"]
    stream = made_by_hand("ecoli", content, {"cp": 2}, tmp_path, monkeypatch)
    with pytest.raises(
        DatasetError, match=r"ecoli\.data was read as 2 rows in classes .*not what the catalogue"
    ):
        stream.take(1)


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
    real = builtins.__import__

    def bare(name, *rest):
        if name == "pyarrow":
            raise ImportError("no pyarrow here")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", bare)
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
