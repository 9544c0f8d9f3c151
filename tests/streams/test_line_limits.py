"""What a broken line costs: itself, wherever in the file it stands, and nothing of the lines around it."""

from __future__ import annotations

import gzip

import pytest

from riparian.streams import BrokenLine, read
from tests.streams.tables import listed, written

BLOCK = 1 << 20


def skipping(folder, text, name="rows.csv", **told):
    stream = read(written(folder, name, text), on_error="skip", **told)
    found = listed(stream)
    return found, stream.skipped


# ---- quotes


def test_a_stray_quote_that_another_one_closes_costs_the_lines_of_the_two(tmp_path):
    good = "".join(f"{number},z\n" for number in range(5000))
    text = "a,b\n" + "0,w\n" * 100 + '1,"x\n' + good + '2,"y"\n' + "3,v\n" * 10
    found, skipped = skipping(tmp_path, text)
    assert found["a"] == [0] * 100 + list(range(5000)) + [2] + [3] * 10
    assert skipped == 1


@pytest.mark.parametrize("before", range(BLOCK - 40, BLOCK + 10, 3))
def test_a_broken_row_over_two_lines_costs_both_at_any_place_of_a_block(tmp_path, before):
    # The first value is no number, the row ends on the line after it.
    start = "a,b,c\n" + "1,y,u\n" * ((before - 6) // 6)
    text = start + 'oops,"two\nlines, or more",v\n' + "2,z,w\n"
    found, skipped = skipping(tmp_path, text, target=1)
    assert (found["a"][-1], len(found["a"]), skipped) == (2, (before - 6) // 6 + 1, 1)


def test_a_quote_that_goes_wrong_costs_its_own_line_and_not_the_one_the_row_began_in(tmp_path):
    text = 'a,b,c\n1,x,u\n2,"over\ntwo lines","v\n3,y,w\n4,"z"u,w\n5,z,w\n'
    found, skipped = skipping(tmp_path, text)
    assert found["a"] == [1, 3, 5]
    assert skipped == 2


# ---- length

LINES = {
    "rows.csv": ("a,c\n", "1,u\n", "2,{}\n", "3,v\n", "a"),
    "rows.arff": (
        "@relation r\n@attribute a real\n@attribute c string\n@data\n",
        "1,u\n",
        "2,{}\n",
        "3,v\n",
        "a",
    ),
    "rows.jsonl": ("", '{{"a": 1, "c": "u"}}\n', '{{"a": 2, "c": "{}"}}\n', '{{"a": 3, "c": "v"}}\n', "a"),
    "rows.svm": ("", "u 1:1\n", "{} 1:2\n", "v 1:3\n", "f1"),
}


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("where", ["inside a block", "across a border", "at the end"])
def test_a_line_longer_than_the_limit_is_broken_wherever_it_stands(tmp_path, name, where):
    head, good, long, last, column = LINES[name]
    good, last, long = good.format(), last.format(), long.format("x" * 5000)
    rows = 10 if where == "inside a block" else (BLOCK - 2000 - len(head)) // len(good)
    text = head + good * rows + long + ("" if where == "at the end" else last)
    with pytest.raises(BrokenLine, match="the line is longer than 1000 bytes") as caught:
        listed(read(written(tmp_path, name, text), max_line_bytes=1000))
    assert caught.value.line == text[: text.index("xxx")].count("\n") + 1
    found, skipped = skipping(tmp_path, text, name, max_line_bytes=1000)
    assert found[column] == [1] * rows + ([] if where == "at the end" else [3])
    assert skipped == 1
    assert 2 in listed(read(tmp_path / name, max_line_bytes=len(long)))[column]


def test_the_limit_counts_the_line_end(tmp_path):
    text = "a,c\n1,u\n2," + "x" * 97 + "\n"
    assert skipping(tmp_path, text, max_line_bytes=100)[0]["a"] == [1, 2]
    assert skipping(tmp_path, text, max_line_bytes=99)[0]["a"] == [1]
    assert skipping(tmp_path, text.rstrip(), max_line_bytes=99)[0]["a"] == [1]


@pytest.mark.parametrize("rows", [10, (BLOCK - 2000) // 4])
def test_a_quote_that_is_open_for_longer_than_the_limit_is_never_closed(tmp_path, rows):
    text = "a,c\n" + "1,u\n" * rows + '2,"x\n' + "3,v\n" * 1000 + '4,"\n5,w\n'
    found, skipped = skipping(tmp_path, text, max_line_bytes=1000)
    # The second quote is closed by nothing, either.
    assert found["a"] == [1] * rows + [3] * 1000 + [5]
    assert skipped == 2


def test_a_header_longer_than_the_limit_is_refused(tmp_path):
    path = written(tmp_path, "a.csv", f"a,{'b' * 200}\n1,2\n")
    with pytest.raises(BrokenLine, match="line 1: the line is longer than 100 bytes"):
        read(path, max_line_bytes=100)


# ---- files without rows


def test_a_header_alone_leaves_the_kinds_of_columns_to_the_next_file(tmp_path):
    empty = written(tmp_path, "a.csv", "x,gate,class\n")
    again = written(tmp_path, "b.csv.gz", gzip.compress(b"class,x,gate\n\n"))
    full = written(tmp_path, "c.csv", "gate,class,x\nopen,u,1\nshut,v,2\n")
    stream = read([empty, again, full])
    assert [(column.name, column.categories) for column in stream.columns] == [("x", None), ("gate", ())]
    assert stream.target == "class"
    assert listed(stream) == {"x": [1, 2], "gate": ["open", "shut"], "class": ["u", "v"]}
    assert listed(stream) == {"x": [1, 2], "gate": ["open", "shut"], "class": ["u", "v"]}
    assert listed(read([empty, again])) == {}


def test_a_header_alone_holds_the_next_file_to_its_columns(tmp_path):
    empty = written(tmp_path, "a.csv", "x,gate,class\n")
    with pytest.raises(ValueError, match=r"b\.csv has no column 'gate', and .*a\.csv has one"):
        read([empty, written(tmp_path, "b.csv", "x,class\n1,u\n")])


def test_broken_rows_below_a_header_are_told_before_the_next_file(tmp_path):
    one = written(tmp_path, "a.csv", "x,class\n1\n")
    two = written(tmp_path, "b.csv", "x,class\n1,u\n")
    with pytest.raises(BrokenLine, match=r"a\.csv, line 2: wanted 2 fields"):
        listed(read([one, two]))
