"""Publishers' files: our rows written as they publish them, and lines by hand, read as the catalogue says."""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
import importlib.util
import io
import zipfile
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from riparian.streams import Categories, DatasetError, dataset, datasets
from tests.streams.tables import equal

pytest.importorskip("pyarrow")


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
    rows = [x for x, _ in zip(dataset(name, binary="numeric"), range(300), strict=False)]
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
