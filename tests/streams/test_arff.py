"""ARFF files: the format's own examples by hand, and what must be refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian.streams import BrokenLine, read
from tests.streams.tables import listed, rows_of, until_broken, written

WEATHER = """% Quinlan's example
@RELATION weather

@attribute outlook {sunny, overcast, rainy}
@ATTRIBUTE temperature REAL
@Attribute 'wind speed' integer % in knots
@attribute play {yes, no}

@DATA
sunny,85,4,no
% a comment between rows

overcast , 83.5 ,	7 , yes
rainy,?,?,yes
"""


def test_a_file_by_hand(tmp_path):
    stream = read(written(tmp_path, "weather.arff", WEATHER))
    assert stream.format == "arff"
    assert stream.target == "play"
    assert stream.classes == ("yes", "no")
    assert [(column.name, column.categories) for column in stream.columns] == [
        ("outlook", ("sunny", "overcast", "rainy")),
        ("temperature", None),
        ("wind speed", None),
    ]
    assert listed(stream) == {
        "outlook": ["sunny", "overcast", "rainy"],
        "temperature": [85, 83.5, None],
        "wind speed": [4, 7, None],
        "play": ["no", "yes", "yes"],
    }


def test_codes_are_the_places_in_the_declaration(tmp_path):
    (batch,) = read(written(tmp_path, "weather.arff", WEATHER)).batches()
    assert batch.y.codes.tolist() == [1, 0, 0]


def test_the_attribute_named_class_is_the_class(tmp_path):
    text = "@relation x\n@attribute Class {a,b}\n@attribute v real\n@data\na,1\nb,2\n"
    assert read(written(tmp_path, "a.arff", text)).target == "Class"
    assert read(written(tmp_path, "a.arff", text), target="v").target == "v"


def test_quotes_escapes_strings_and_dates(tmp_path):
    text = (
        "@relation x\n@attribute a {'it\\'s, fine', \"b\", 'c d'}\n@attribute s string\n"
        "@attribute d date 'yyyy-MM-dd HH:mm'\n@attribute class {0,1}\n@data\n"
        "'it\\'s, fine','one\\ntwo','2001-04-03 12:12',0\n\"b\",'?',?,1\n'c d',?,x,1\n"
    )
    assert rows_of(tmp_path, "a.arff", text) == {
        "a": ["it's, fine", "b", "c d"],
        "s": ["one\ntwo", "?", None],
        "d": ["2001-04-03 12:12", None, "x"],
        "class": ["0", "1", "1"],
    }


def test_blanks_separate_values_as_they_do_for_weka(tmp_path):
    text = "@relation x\n@attribute a real\n@attribute c {u,v}\n@data\n1 u\n2\tv\n"
    assert rows_of(tmp_path, "a.arff", text) == {"a": [1, 2], "c": ["u", "v"]}


def test_sparse_rows_hold_zero_and_the_first_value_where_nothing_is_said(tmp_path):
    text = (
        "@relation x\n@attribute a real\n@attribute b {p,q}\n@attribute c real\n"
        "@attribute class {u,v}\n@data\n"
        "{0 5, 1 q, 3 v}\n{}\n1,q,2,v\n{2 ?}\n"
    )
    assert rows_of(tmp_path, "a.arff", text) == {
        "a": [5, 0, 1, 0],
        "b": ["q", "p", "q", "p"],
        "c": [0, 0, 2, None],
        "class": ["v", "u", "v", "u"],
    }


def test_a_weight_in_braces_ends_a_row(tmp_path):
    text = (
        "@relation x\n@attribute a real\n@attribute class {u,v}\n@data\n1,u,{5}\n2,v\n3,u, {0.5}\n{0 4},{2}\n"
    )
    (batch,) = read(written(tmp_path, "a.arff", text)).batches()
    assert batch.w.tolist() == [5, 1, 0.5, 2]
    assert batch.X["a"].tolist() == [1, 2, 3, 4]


def test_a_column_of_weights_is_no_feature(tmp_path):
    text = "@relation x\n@attribute w real\n@attribute class {u,v}\n@data\n2,u\n{0 5, 1 v}\n{1 v}\n"
    (batch,) = read(written(tmp_path, "a.arff", text), weight="w").batches()
    assert (batch.w.tolist(), batch.X) == ([2, 5, 0], {})
    with pytest.raises(BrokenLine, match="a weight in braces and one in a column"):
        rows_of(tmp_path, "b.arff", text + "1,u,{3}\n", weight="w")


def test_numeric_classes_are_whole_numbers_or_names(tmp_path):
    head = "@relation x\n@attribute a real\n@attribute class real\n@data\n"
    assert rows_of(tmp_path, "a.arff", head + "1,2\n1,3.0\n")["class"] == [2, 3]
    assert rows_of(tmp_path, "b.arff", head + "1,2.5\n1,3\n")["class"] == ["2.5", "3"]


def test_what_is_told_wins_over_the_declaration(tmp_path):
    text = "@relation x\n@attribute a {0,1}\n@attribute b real\n@attribute class {u,v}\n@data\n0,7,u\n1,8,v\n"
    path = written(tmp_path, "a.arff", text)
    assert listed(read(path, numeric=["a"], nominal=["b"])) == {
        "a": [0, 1],
        "b": ["7", "8"],
        "class": ["u", "v"],
    }


def test_scipy_reads_the_same_numbers(tmp_path):
    arff = pytest.importorskip("scipy.io.arff")
    rng = np.random.default_rng(3)
    values = rng.normal(size=(500, 3))
    attributes = "".join(f"@attribute {name} real\n" for name in "abc")
    head = f"@relation x\n{attributes}@attribute class {{u,v}}\n@data\n"
    rows = [f"{a!r},{b!r},{c!r},{'uv'[a > 0]}\n" for a, b, c in values.tolist()]
    path = written(tmp_path, "a.arff", head + "".join(rows))
    theirs, _ = arff.loadarff(path)
    (batch,) = read(path).batches()
    for name in "abc":
        assert batch.X[name].tobytes() == theirs[name].tobytes()
    assert list(batch.y) == [label.decode() for label in theirs["class"]]


# ---- what must be refused


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "snowy,1,2,yes",
            "line 15, column 1 'outlook': wanted one of the declared values 'sunny', 'overcast'",
        ),
        ("sunny,hot,2,yes", "line 15, column 2 'temperature': wanted a number, got 'hot'"),
        ("sunny,1,2", "line 15: wanted 4 fields, got 3 fields"),
        ("sunny,", "line 15: wanted 4 fields, got 2 fields"),
        ("sunny", "line 15: wanted 4 fields, got 1 field;"),
        ("sunny,1,2,yes,", "line 15: wanted 4 fields, got 5 fields"),
        ("sunny,1,2,yes,5", "line 15: wanted 4 fields, got 5 fields"),
        ("sunny,1,2,?", "line 15, column 4 'play': the class is missing"),
        ("'sunny,1,2,yes", "line 15, column 1 'outlook': the quote that opens here is never closed"),
        ("{1 5, 9 yes}", "line 15: wanted an ascending column number from 0 to 3, got '9'"),
        ("{3 yes, 1 5}", "line 15: wanted an ascending column number from 0 to 3, got '1'"),
        ("{1 5", "line 15: the brace that opens the row is never closed"),
        ("sunny,1,2,yes,{-1}", "line 15: a weight must be a number from 0 to 1e15, got '-1'"),
    ],
)
def test_a_broken_line_stops_or_is_skipped(tmp_path, line, message):
    path = written(tmp_path, "weather.arff", WEATHER + line + "\nsunny,1,2,yes\n")
    error, rows = until_broken(read(path))
    assert isinstance(error, BrokenLine)
    assert message in str(error)
    assert len(rows) == 3
    stream = read(path, on_error="skip")
    assert len(listed(stream)["play"]) == 4
    assert stream.skipped == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@relation x\n@attribute a relational\n@data\n", "line 2: attribute 'a' must be numeric"),
        (
            "@relation x\n@attribute a {u,v\n@data\n",
            "line 2: the brace that opens the values is never closed",
        ),
        ("@relation x\n@attribut a real\n@data\n", "line 2: wanted @relation, @attribute or @data"),
        ("@relation x\n@attribute a real\n1\n", "line 3: wanted @relation, @attribute or @data"),
        ("@relation x\n@data\n1\n", "there is no column"),
        ("@relation x\n@attribute a real\n", "ends before its first row or header"),
    ],
)
def test_a_head_that_makes_no_sense_is_refused(tmp_path, text, message):
    with pytest.raises(ValueError, match=message):
        read(written(tmp_path, "a.arff", text))


def test_delimiters_are_no_matter_of_arff(tmp_path):
    with pytest.raises(ValueError, match="delimiter is for CSV files, got a file of format 'arff'"):
        read(written(tmp_path, "weather.arff", WEATHER), delimiter=";")


@given(text=st.text(st.sampled_from("a1,'{}\n ?%\\\"0"), max_size=60))
def test_any_rows_are_read_or_skipped(text, tmp_path_factory):
    path = written(tmp_path_factory.mktemp("any"), "weather.arff", WEATHER + text)
    stream = read(path, on_error="skip")
    found = listed(stream)
    assert len({len(values) for values in found.values()}) == 1
    assert len(found["play"]) >= 3
