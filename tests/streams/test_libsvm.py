"""libsvm and svmlight files: sparse rows as columns, and what must be refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian.streams import BrokenLine, read
from riparian.streams.stream import joined
from tests.streams.tables import listed, rows_of, written


def test_a_file_by_hand(tmp_path):
    text = "# made by hand\n+1 1:0.5 3:2 # a note\n-1 qid:7 2:1e3\n\n1\n"
    stream = read(written(tmp_path, "a.libsvm", text))
    assert stream.target == "class"
    assert listed(stream) == {
        "f1": [0.5, 0, 0],
        "f2": [0, 1000, 0],
        "f3": [2, 0, 0],
        "class": [1, -1, 1],
    }


def test_labels_that_are_no_whole_numbers_are_names(tmp_path):
    assert rows_of(tmp_path, "a.libsvm", "1,2 1:1\n3 1:2\n")["class"] == ["1,2", "3"]


def test_columns_are_the_indices_that_occur_in_ascending_order(tmp_path):
    stream = read(written(tmp_path, "a.svm", "1 7:1\n2 0:1 3:1\n1 4000000000:1\n"))
    assert [column.name for column in stream.columns] == ["f0", "f3", "f7", "f4000000000"]


def test_an_index_that_occurs_late_adds_its_column_then(tmp_path):
    rows = "1 1:1\n" * 200_000 + "2 1:2 5:3\n" + "1 5:1\n"
    assert len(rows) > 2**20
    stream = read(written(tmp_path, "a.svm", rows))
    batches = list(stream.batches())
    assert [column.name for column in stream.columns] == ["f1"]
    assert list(batches[0].X) == ["f1"]
    assert list(batches[-1].X) == ["f1", "f5"]
    assert batches[-1].X["f5"][-3:].tolist() == [0, 3, 1]
    whole = joined(batches)
    assert np.isnan(whole.X["f5"][0])
    assert len(whole.X["f5"]) == 200_002


def test_columns_may_be_left_out_or_read_as_names(tmp_path):
    text = "1 1:1 2:0 3:5\n2 2:1 3:6\n"
    found = rows_of(tmp_path, "a.svm", text, ignore=["f1", "f9"], nominal={"f2": ["0", "1"]})
    assert found == {"f2": ["0", "1"], "f3": [5, 6], "class": [1, 2]}


def test_scikit_learn_reads_the_same_rows(tmp_path):
    datasets = pytest.importorskip("sklearn.datasets")
    rng = np.random.default_rng(2)
    X = rng.normal(size=(300, 12)) * (rng.random((300, 12)) < 0.3)
    y = rng.integers(0, 3, 300)
    path = str(tmp_path / "a.svm")
    datasets.dump_svmlight_file(X, y, path, zero_based=False)
    theirs, labels = datasets.load_svmlight_file(path, n_features=12, zero_based=False)
    found = listed(read(path))
    assert found["class"] == labels.astype(int).tolist()
    for place in range(12):
        assert found[f"f{place + 1}"] == theirs[:, place].toarray().ravel().tolist()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 2:1 1:1", "line 2: indices must ascend, got 1 after 2"),
        ("1 2:1 2:1", "line 2: indices must ascend, got 2 after 2"),
        ("1 x:1", "line 2: wanted index:value, got 'x:1'"),
        ("1 -1:1", "line 2: wanted index:value, got '-1:1'"),
        ("1 3", "line 2: wanted index:value, got '3'"),
        ("1 3:", "line 2, column 'f3': wanted a number behind the colon, got ''"),
        ("1 3:x", "line 2, column 'f3': wanted a number behind the colon, got 'x'"),
        ("1:1 2:1", "line 2: wanted a label first, got '1:1'"),
        ("x 1:1", "line 2: wanted a whole number like the classes before, got 'x'"),
    ],
)
def test_a_broken_line_stops_or_is_skipped(tmp_path, line, message):
    path = written(tmp_path, "a.svm", f"1 1:1\n{line}\n2 1:5\n")
    # Told whole numbers: else a label that is text would make all of them names.
    stream = read(path, classes=[1, 2])
    with pytest.raises(BrokenLine) as caught:
        listed(stream)
    assert message in str(caught.value)
    stream = read(path, classes=[1, 2], on_error="skip")
    assert listed(stream) == {"f1": [1, 5], "class": [1, 2]}
    assert stream.skipped == 1


def test_weights_are_refused(tmp_path):
    with pytest.raises(ValueError, match="a libsvm file has no column of weights"):
        read(written(tmp_path, "a.svm", "1 1:1\n"), weight="f1")


def test_the_label_is_the_only_class(tmp_path):
    with pytest.raises(ValueError, match="the label is the class"):
        read(written(tmp_path, "a.svm", "1 1:1\n"), target="f1")


@given(text=st.text(st.sampled_from("12: #-qx.\n"), max_size=60))
def test_any_rows_are_read_or_skipped(text, tmp_path_factory):
    path = written(tmp_path_factory.mktemp("any"), "a.svm", "1 1:1\n" + text)
    found = listed(read(path, on_error="skip"))
    assert len({len(values) for values in found.values()}) == 1
