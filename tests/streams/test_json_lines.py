"""JSON lines: keys as columns, beside Python's own reader, and what must be refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian.streams import BrokenLine, read
from tests.streams.tables import listed, rows_of, written


def test_a_file_by_hand(tmp_path):
    text = (
        '{"level": 1.5, "gate": "open", "dry": true}\n\n'
        '{"dry": false, "level": null, "gate": "NA"}\n{"gate": "", "dry": true}\n'
    )
    stream = read(written(tmp_path, "a.jsonl", text), target="dry")
    assert listed(stream) == {
        "level": [1.5, None, None],
        "gate": ["open", "NA", ""],
        "dry": ["true", "false", "true"],
    }


def test_the_key_named_class_is_the_class_else_the_last_of_the_first_row(tmp_path):
    assert read(written(tmp_path, "a.jsonl", '{"class": 1, "b": 2}\n')).target == "class"
    assert read(written(tmp_path, "b.jsonl", '{"a": 1, "b": 2}\n{"b": 1, "c": 2}\n')).target == "b"


def test_a_text_that_spells_a_number_is_no_number(tmp_path):
    text = '{"a": "1", "c": "7"}\n{"a": 2, "c": "8"}\n'
    assert rows_of(tmp_path, "a.jsonl", text) == {"a": ["1", "2"], "c": ["7", "8"]}


def test_a_row_without_its_weight_is_broken(tmp_path):
    text = '{"w": 2, "class": 1}\n{"class": 2}\n{"w": 0.5, "class": 3}\n'
    stream = read(written(tmp_path, "a.jsonl", text), weight="w", on_error="skip")
    (batch,) = stream.batches()
    assert (batch.w.tolist(), batch.y.tolist()) == ([2, 0.5], [1, 3])
    assert "a weight must be a number from 0 to 1e15, got 'null'" in stream.faults[0]


def test_a_key_that_comes_late_adds_its_column_then(tmp_path):
    row = '{"a": 1, "class": "u"}\n'
    text = row * 60_000 + '{"new": "x", "nil": null, "class": "v"}\n{"n": 2, "class": "v", "new": "y"}\n'
    stream = read(written(tmp_path, "a.jsonl", text))
    batches = list(stream.batches())
    assert list(batches[0].X) == ["a"]
    assert list(batches[-1].X) == ["a", "new", "n"]
    assert list(batches[-1].X["new"])[-3:] == [None, "x", "y"]
    assert listed(stream)["n"][-2:] == [None, 2]


letters = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
value = st.one_of(
    st.none(),
    st.booleans(),
    st.text(letters, max_size=5),
    st.integers(-(2**70), 2**70),
    st.floats(allow_infinity=False),
)


@given(
    rows=st.lists(st.dictionaries(st.text(letters, max_size=3), value, max_size=4), max_size=6),
    ascii_only=st.booleans(),
)
def test_any_rows_are_those_that_python_reads(rows, ascii_only, tmp_path_factory):
    rows = [
        {"class": str(place), **{f".{key}": one for key, one in row.items()}}
        for place, row in enumerate(rows)
    ]
    lines = "".join(json.dumps(row, ensure_ascii=ascii_only) + "\n" for row in rows)
    if not rows:
        return
    path = written(tmp_path_factory.mktemp("json"), "a.jsonl", lines)
    stream = read(path)
    found = listed(stream)
    numeric = {column.name for column in stream.columns if column.categories is None}
    for place, row in enumerate(rows):
        for key in found:
            expected = row.get(key)
            if isinstance(expected, bool):
                expected = str(expected).lower()
            if expected is None or expected != expected:
                # NaN is a number: in a column of texts it keeps its spelling.
                assert found[key][place] in (None, "NaN")
            elif key in numeric:
                assert found[key][place] == float(expected)
            else:
                spelt = expected if isinstance(expected, str) else json.dumps(expected)
                assert found[key][place] == spelt


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"a": [1], "class": "u"}', "column 'a': holds a list"),
        ('{"a": {"b": 1}, "class": "u"}', "column 'a': holds an object"),
        ('{"a": "x", "class": "u"}', "column 'a': wanted a number, got 'x'"),
        ('{"a": 01, "class": "u"}', "column 'a': wanted a number, a text, true, false or null"),
        ('{"a": 1, "a": 2, "class": "u"}', "column 'a': the key occurs twice"),
        ('{"a": 1}', "column 'class': the class is missing"),
        ('{"a": 1, "class": null}', "column 'class': the class is missing"),
        ('{"a": 1, "class": "u"', "wanted a comma or the closing brace, got the end of the line"),
        ('{"a": 1, "class": "u"} {}', "wanted one object a line"),
        ('{"a": 1 "class": "u"}', "wanted a comma or the closing brace"),
        ('{"a" 1, "class": "u"}', "column 'a': wanted a colon behind the key"),
        ('{a: 1, "class": "u"}', "wanted a key in quotes"),
        ('{"a": 1, "class": "u}', "column 'class': the quote that opens a text is never closed"),
        ('{"a": 1, "class": "\\ud800"}', "half of a pair"),
        ("[1, 2]", "wanted an object in braces"),
    ],
)
def test_a_broken_line_stops_or_is_skipped(tmp_path, line, message):
    path = written(tmp_path, "a.jsonl", f'{{"a": 1, "class": "u"}}\n{line}\n{{"a": 3, "class": "v"}}\n')
    with pytest.raises(BrokenLine) as caught:
        listed(read(path, numeric=["a"]))
    assert message in str(caught.value)
    assert caught.value.line == 2
    stream = read(path, numeric=["a"], on_error="skip")
    assert listed(stream) == {"a": [1, 3], "class": ["u", "v"]}
    assert stream.skipped == 1


def test_a_file_without_a_row_that_can_be_read_is_told_by_its_first_line(tmp_path):
    with pytest.raises(BrokenLine, match="line 2: wanted an object in braces"):
        read(written(tmp_path, "a.jsonl", "\n[1]\n"))


@given(text=st.text(st.sampled_from('{}":,a1 \n\\tnul[]'), max_size=60))
def test_any_lines_are_read_or_skipped(text, tmp_path_factory):
    path = written(tmp_path_factory.mktemp("any"), "a.jsonl", '{"a": 1, "class": 2}\n' + text)
    found = listed(read(path, on_error="skip"))
    assert len({len(values) for values in found.values()}) == 1
