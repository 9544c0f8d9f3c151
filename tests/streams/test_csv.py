"""CSV files: by hand, beside Python's own writer and pandas, and what must be refused."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian.streams import BrokenLine, Categories, read
from tests.streams.tables import listed, plain, rows_of, until_broken, written

# ---- by hand


def test_numbers_names_and_missing_values_by_hand(tmp_path):
    found = rows_of(tmp_path, "a.csv", "level,gate,state\n1.5,open,dry\n?,,wet\n-2e3, shut ,dry\n")
    assert found == {
        "level": [1.5, None, -2000.0],
        "gate": ["open", None, "shut"],
        "state": ["dry", "wet", "dry"],
    }


def test_quotes_newlines_and_doubled_quotes_are_text(tmp_path):
    text = 'a,b,c\n1,"x, ""y""\nz",u\n2,"",v\n3,"NA",u\n'
    assert rows_of(tmp_path, "a.csv", text)["b"] == ['x, "y"\nz', "", "NA"]


def test_a_quoted_number_is_a_number(tmp_path):
    assert rows_of(tmp_path, "a.csv", 'a,c\n"1.5",u\n"",v\n') == {"a": [1.5, None], "c": ["u", "v"]}


def test_carriage_returns_byte_order_mark_and_blank_lines_do_not_matter(tmp_path):
    plain_text = "a,b\n1,x\n2,y\n"
    odd = "\ufeff" + "\n\na,b\n1,x\n \n2,y".replace("\n", "\r\n")
    assert rows_of(tmp_path, "a.csv", odd) == rows_of(tmp_path, "b.csv", plain_text)


def test_whole_classes_stay_numbers_and_others_become_names(tmp_path):
    (batch,) = read(written(tmp_path, "a.csv", "a,c\n1,3\n2,-4\n")).batches()
    assert batch.y.dtype == np.int64
    assert batch.y.tolist() == [3, -4]
    (batch,) = read(written(tmp_path, "b.csv", "a,c\n1,3.5\n2,4\n")).batches()
    assert isinstance(batch.y, Categories)
    assert list(batch.y) == ["3.5", "4"]
    (batch,) = read(written(tmp_path, "c.csv", "a,c\n1,3.0\n2,4\n")).batches()
    assert batch.y.tolist() == [3, 4]


@pytest.mark.parametrize("target", ["c", 1, -2])
def test_the_class_may_stand_anywhere(tmp_path, target):
    path = written(tmp_path, "a.csv", "a,c,b\n1,u,2\n3,v,4\n")
    stream = read(path, target=target)
    assert stream.target == "c"
    assert [column.name for column in stream.columns] == ["a", "b"]
    assert listed(stream) == {"a": [1, 3], "b": [2, 4], "c": ["u", "v"]}


@pytest.mark.parametrize(
    ("delimiter", "row"), [(";", "1;x y;u"), ("\t", "1\tx y\tu"), ("|", "1|x y|u"), (" ", " 1   'xy'  u ")]
)
def test_delimiters_are_found_out(tmp_path, delimiter, row):
    stream = read(written(tmp_path, "a.txt", f"{row}\n{row}\n"), format="csv")
    assert stream.delimiter == delimiter
    assert stream.header is False
    assert listed(stream)["x1"] == [1, 1]
    assert listed(stream)["x3"] == ["u", "u"]


def test_what_is_told_wins_over_what_is_found_out(tmp_path):
    path = written(tmp_path, "a.csv", "a,b,c,d\n1,2,0,u\n3,-999,1,v\n")
    stream = read(path, nominal=["a"], numeric=["b"], ignore=["c"], missing=["-999"])
    assert listed(stream) == {"a": ["1", "3"], "b": [2, None], "d": ["u", "v"]}
    headless = read(path, header=False, on_error="skip", target="x4")
    assert listed(headless)["x1"] == ["a", "1", "3"]


def test_declared_values_and_classes_keep_their_order(tmp_path):
    path = written(tmp_path, "a.csv", "a,c\nopen,2\nshut,1\n")
    stream = read(path, nominal={"a": ["shut", "open"]}, classes=[1, 2])
    (batch,) = stream.batches()
    assert batch.X["a"].codes.tolist() == [1, 0]
    assert (stream.columns[0].categories, stream.classes, batch.y.tolist()) == (
        ("shut", "open"),
        (1, 2),
        [2, 1],
    )
    with pytest.raises(
        BrokenLine, match=r"line 3, column 2 'c': wanted one of the declared values '2', '5', got '1'"
    ):
        listed(read(path, classes=[2, 5]))


def test_a_column_of_weights_is_no_feature(tmp_path):
    path = written(tmp_path, "a.csv", "a,w,c\n1,0.5,u\n2,3,v\n")
    (batch,) = read(path, weight="w").batches()
    assert batch.w.tolist() == [0.5, 3.0]
    assert list(batch.X) == ["a"]
    with pytest.raises(BrokenLine, match="a weight must be a number from 0 to 1e15, got '-1'"):
        rows_of(tmp_path, "b.csv", "a,w,c\n1,-1,u\n", weight="w")


def test_codes_keep_their_meaning_from_batch_to_batch(tmp_path):
    names = [f"n{number % 7000}" for number in range(20_000)]
    path = written(tmp_path, "a.csv", "x,a,c\n" + "".join(f"1,{name},u\n" for name in names))
    codes = [code for batch in read(path).batches() for code in batch.X["a"].codes.tolist()]
    assert codes == [number % 7000 for number in range(20_000)]
    first = next(read(path).start())
    assert len(first.X["a"].categories) == 7000
    assert listed(read(path))["a"] == names


def test_a_file_read_twice_gives_the_same_rows(tmp_path):
    stream = read(written(tmp_path, "a.csv", "a,c\n1,u\n2,v\n"))
    assert listed(stream) == listed(stream)
    iterator = stream.start()
    next(iterator)
    assert listed(stream)["a"] == [1, 2]


def test_a_file_with_a_header_alone_has_columns_and_no_rows(tmp_path):
    stream = read(written(tmp_path, "a.csv", "a,b,c\n"))
    assert [column.name for column in stream.columns] == ["a", "b"]
    assert list(stream.batches()) == []


def test_comments_are_passed_over_and_counted_as_lines(tmp_path):
    path = written(tmp_path, "a.csv", "# about\na,c\n# more\n1,u\nx,v\n")
    with pytest.raises(BrokenLine, match="line 5, column 1 'a'"):
        listed(read(path, comment="#", numeric=["a"]))


# ---- beside others


cell = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6)


@given(
    rows=st.lists(
        st.tuples(cell, st.floats(allow_nan=False, allow_infinity=False), cell), min_size=1, max_size=8
    ),
    ending=st.sampled_from(["\n", "\r\n"]),
    delimiter=st.sampled_from(",;\t|"),
)
def test_what_pythons_writer_writes_is_read_as_it_was(rows, ending, delimiter, tmp_path_factory):
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=ending, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(["text", "number", "class"])
    writer.writerows(rows)
    path = written(tmp_path_factory.mktemp("csv"), "a.csv", out.getvalue())
    stream = read(path, delimiter=delimiter, header=True, nominal=["text", "class"])
    found = listed(stream)
    assert found == {
        "text": [text for text, _, _ in rows],
        "number": [number for _, number, _ in rows],
        "class": [label for _, _, label in rows],
    }


def test_numbers_in_shortest_form_are_read_bit_by_bit(tmp_path):
    rng = np.random.default_rng(5)
    bits = rng.integers(0, 2**64, 20_000, dtype=np.uint64).view(np.float64)
    values = np.concatenate([bits[np.isfinite(bits)], rng.random(5000), rng.integers(-999, 999, 5000) / 100])
    path = written(tmp_path, "a.csv", "x,c\n" + "".join(f"{value!r},0\n" for value in values.tolist()))
    found = np.concatenate([batch.X["x"] for batch in read(path).batches()])
    assert found.tobytes() == values.tobytes()


def test_a_table_of_many_blocks_is_the_one_pandas_reads(tmp_path):
    pandas = pytest.importorskip("pandas")
    rng = np.random.default_rng(6)
    rows = 80_000
    frame = pandas.DataFrame({"a": rng.normal(size=rows), "b": rng.integers(0, 99, rows)})
    frame["c"] = rng.choice(['plain "quoted"', "two\nlines", "comma, here", "x"], rows)
    frame.loc[rng.random(rows) < 0.1, "a"] = np.nan
    frame["class"] = rng.choice(["u", "v"], rows)
    path = tmp_path / "a.csv"
    frame.to_csv(path, index=False)
    assert path.stat().st_size > 2 * 2**20
    found = listed(read(path))
    assert found["a"] == plain(frame["a"])
    for name in ("b", "c", "class"):
        assert found[name] == frame[name].tolist()


numbers = [
    "1",
    "-2.50",
    "123456789012345678",
    "0.1234567890123",
    "1e5",
    "inf",
    "-0",
    ".5",
    "5.",
    "nan",
    "7.0",
]
names = ["a", "bb", "name of more than eight", "NA", "", "?", '"q,r"', '"NA"', " a", "a ", "-", "1_0", "é"]
pieces = st.sampled_from([*numbers, *names])


@given(
    rows=st.lists(st.tuples(pieces, pieces, pieces), min_size=1, max_size=12),
    ending=st.sampled_from(["\n", "\r\n"]),
)
def test_the_short_ways_read_what_the_long_one_reads(rows, ending, tmp_path_factory):
    text = "".join(",".join(row) + ending for row in [("a", "b", "class"), *rows])
    path = written(tmp_path_factory.mktemp("ways"), "a.csv", text)
    usual = ["", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "None"]
    # A marker that is a number, and one that begins with any letter in use, close the short ways.
    closed = [*usual, "-77777", *(f"{letter}~" for letter in "abn1-0.5ié_q")]
    short, long = (
        read(path, header=True, delimiter=",", on_error="skip", missing=m) for m in (usual, closed)
    )
    assert short.columns == long.columns
    assert listed(short) == listed(long)
    assert short.faults == long.faults
    codes = [[v.codes.tolist() for v in b.X.values() if isinstance(v, Categories)] for b in short.batches()]
    assert codes == [
        [v.codes.tolist() for v in b.X.values() if isinstance(v, Categories)] for b in long.batches()
    ]


# ---- what must be refused


def broken(tmp_path, text, **told):
    """The message that stops the reading, and the rows before it."""
    error, rows = until_broken(read(written(tmp_path, "rows.csv", text), **told))
    assert isinstance(error, BrokenLine)
    return error, rows


def test_text_in_a_numeric_column_is_told_by_line_column_value_and_remedy(tmp_path):
    error, rows = broken(tmp_path, 'a,b,c\n1,2,u\n\n3,"4",v\n5,six,u\n7,8,v\n', numeric=["b"])
    assert str(error).endswith(
        "rows.csv, line 5, column 2 'b': wanted a number, got 'six'; "
        "ignore=['b'] leaves the column out; on_error='skip' leaves such lines out"
    )
    assert (error.line, error.column, error.value, rows) == (5, "b", "six", [1, 3])


def test_lines_are_counted_as_an_editor_counts_them(tmp_path):
    # The header is line 1, the first row lines 2 to 4, a blank line 5; the broken row begins in line 6.
    error, rows = broken(tmp_path, 'a,b,c\n"x\ny\nz",1,u\n\n"\n",2\n"w",3,v\n')
    assert (error.line, rows) == (6, ["x\ny\nz"])
    # The value that is wrong stands in line 3.
    error, _ = broken(tmp_path, 'a,b,c\n"x\ny",two,u\n', numeric=["b"], nominal=["a"])
    assert error.line == 3


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1,2", "wanted 3 fields, got 2 fields"),
        ("1,2,u,4,5", "wanted 3 fields, got 5 fields"),
        ("1", "wanted 3 fields, got 1 field;"),
        ('1,"2"3,u', "text follows the closing quote of '2'"),
        ("1,2,", "column 3 'c': the class is missing"),
        ("1,2,?", "column 3 'c': the class is missing"),
    ],
)
def test_a_broken_line_stops_or_is_counted_and_skipped(tmp_path, line, message):
    text = f"a,b,c\n1,2,u\n{line}\n5,6,v\n"
    error, rows = broken(tmp_path, text)
    assert message in str(error)
    assert (error.line, rows) == (3, [1])
    stream = read(tmp_path / "rows.csv", on_error="skip")
    assert listed(stream) == {"a": [1, 5], "b": [2, 6], "c": ["u", "v"]}
    assert stream.skipped == 1
    assert message in stream.faults[0]


def test_a_quote_that_is_never_closed_costs_its_own_line_only(tmp_path):
    text = 'a,b,c\n1,x,u\n2,"y,v\n' + "3,z,u\n" * 5
    error, rows = broken(tmp_path, text)
    assert "line 3, column 2 'b': the quote that opens here is never closed" in str(error)
    assert rows == [1]
    stream = read(tmp_path / "rows.csv", on_error="skip")
    assert listed(stream)["a"] == [1, 3, 3, 3, 3, 3]
    assert stream.skipped == 1


def test_bytes_that_are_no_utf8_are_told(tmp_path):
    error, _ = broken(tmp_path, "a,b,c\n1,x,u\n2,Mü,v\n".encode("latin1"))
    assert "line 3, column 2 'b': wanted UTF-8 text, got 'M\ufffd'; convert the file to UTF-8" in str(error)


def test_a_zero_byte_is_told(tmp_path):
    error, _ = broken(tmp_path, "a,b,c\n1,x\0y,u\n")
    assert "wanted text, got a zero byte" in str(error)


def test_a_skipped_line_leaves_no_category_behind(tmp_path):
    path = written(tmp_path, "a.csv", "a,b,c\nx,1,u\nbad,oops,v\ny,2,v\nbad2,3\n")
    stream = read(path, numeric=["b"], on_error="skip")
    (batch,) = stream.batches()
    assert batch.X["a"].categories == ["x", "y"]
    assert batch.y.categories == ["u", "v"]
    assert stream.skipped == 2


def test_only_the_first_faults_are_kept_and_all_are_counted(tmp_path):
    stream = read(written(tmp_path, "a.csv", "a,c\n1,u\n" + "1\n" * 500), on_error="skip")
    assert listed(stream)["a"] == [1]
    assert (stream.skipped, len(stream.faults)) == (500, 10)


@pytest.mark.parametrize("at", ["start", "middle"])
def test_a_line_without_end_is_refused_by_the_limit(tmp_path, at):
    long = "1," + "x" * 5_000_000 + ",u\n"
    text = "a,b,c\n" + (long if at == "start" else "1,y,u\n" * 300_000 + long) + "2,z,v\n"
    # A limit below the first row leaves nothing to find the kinds out from.
    told = {"nominal": ["b"], "max_line_bytes": 1 << 21}
    error, _ = broken(tmp_path, text, **told)
    assert "the line is longer than 2097152 bytes; if it is meant to be, raise max_line_bytes" in str(error)
    stream = read(tmp_path / "rows.csv", on_error="skip", **told)
    assert listed(stream)["a"][-1] == 2
    assert stream.skipped == 1
    assert len(listed(read(tmp_path / "rows.csv", max_line_bytes=1 << 24))["a"]) == (
        2 if at == "start" else 300_002
    )


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"target": "d"}, "target: there is no column 'd'; there are 'a', 'b', 'c'"),
        ({"target": 3}, "target: there is no column 3"),
        ({"nominal": ["d"]}, "nominal: there is no column 'd'"),
        ({"ignore": ["c"]}, "ignore: column 'c' is needed"),
        ({"weight": "c"}, "weight and target must be two columns"),
        ({"numeric": ["c"]}, "column 'c' is the class, .*: leave it out of numeric="),
        ({"numeric": ["a"], "nominal": ["a"]}, "column 'a' must be numeric or nominal, got both"),
        ({"on_error": "ignore"}, "on_error must be 'stop' or 'skip', got 'ignore'"),
        ({"delimiter": ".."}, "delimiter must be one ASCII character"),
        ({"classes": ["u", "u"]}, "classes must hold at least one class, and no class twice"),
        ({"format": "cvs"}, "format must be .* got 'cvs'"),
    ],
)
def test_what_does_not_fit_is_refused_when_it_is_told(tmp_path, told, message):
    with pytest.raises(ValueError, match=message):
        read(written(tmp_path, "a.csv", "a,b,c\n1,2,u\n"), **told)


@pytest.mark.parametrize(
    "told", [{"nominal": "a"}, {"target": 1.5}, {"missing": "?"}, {"header": 1}, {"classes": "u"}]
)
def test_settings_of_another_type_are_refused(tmp_path, told):
    with pytest.raises(TypeError, match=f"{next(iter(told))} must be"):
        read(written(tmp_path, "a.csv", "a,c\n1,u\n"), **told)


def test_two_columns_of_one_name_are_refused(tmp_path):
    with pytest.raises(ValueError, match="columns 1 and 3 are both called 'a'"):
        read(written(tmp_path, "a.csv", "a,b,a\n1,2,3\n"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "ends before its first row or header"),
        (b"\n\n", "ends before its first row or header"),
        (b"PAR1" + bytes(20), "Parquet file"),
        (b"PK\x03\x04" + bytes(20), "zip archive"),
        ("a,b\n1,2\n".encode("utf-16"), "UTF-16"),
        (b"a,b\r1,2\r3,4\r", "carriage return alone"),
    ],
)
def test_what_is_no_text_file_is_refused_by_what_it_is(tmp_path, content, message):
    with pytest.raises(ValueError, match=message):
        read(written(tmp_path, "a.csv", content))


@given(content=st.binary(max_size=400))
def test_any_bytes_are_rows_or_a_value_error(content, tmp_path_factory):
    path = written(tmp_path_factory.mktemp("any"), "a.csv", content)
    try:
        stream = read(path, on_error="skip")
    except ValueError:
        return
    listed(stream)


@given(text=st.text(st.sampled_from('a1,"\n\r ;?'), max_size=60))
def test_skipping_ends_and_never_raises_once_a_file_is_open(text, tmp_path_factory):
    path = written(tmp_path_factory.mktemp("any"), "a.csv", text)
    try:
        stream = read(path, on_error="skip")
    except ValueError:
        return
    found = listed(stream)
    assert len({len(values) for values in found.values()}) <= 1
