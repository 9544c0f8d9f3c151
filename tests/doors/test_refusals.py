"""Bad tables: an exception that names row, column, value and remedy, and a tree that is what it was."""

import datetime

import numpy as np
import pytest


@pytest.fixture
def learned(by_rows):
    """Refuses a table through every door, and checks that the digest stays."""

    def refuses(table, error, message, n=2):
        before = by_rows.digest()
        y = ["up"] * n
        for ask in (
            lambda: by_rows.learn_many(table, y),
            lambda: by_rows.predict_then_learn_many(table, y),
            lambda: by_rows.predict_many(table),
            lambda: by_rows.predict_proba_many(table),
        ):
            with pytest.raises(error, match=message):
                ask()
            assert by_rows.digest() == before

    return refuses


def test_a_column_that_turns_from_number_to_text_is_refused(learned, rows):
    table = [dict(rows[0]), {**rows[0], "height": "tall"}]
    message = r"row 1: feature 'height' must be a number, got 'tall'"
    learned(table, ValueError, message)
    learned({"height": [1.0, "tall"]}, ValueError, message)
    learned(
        np.array([[1.0, 2, True, "red"], ["tall", 2, True, "red"]], dtype=object),
        ValueError,
        "row 1: feature 0",
    )
    pandas = pytest.importorskip("pandas")
    learned(pandas.DataFrame(table), ValueError, message)
    learned(
        pandas.DataFrame({"height": ["high", "tall"]}), ValueError, "row 0: feature 'height' .* got 'high'"
    )
    learned(pandas.DataFrame({"height": pandas.Categorical(["high", "tall"])}), ValueError, "row 0: .*'high'")


@pytest.mark.parametrize("library", ["polars", "pyarrow"])
def test_a_text_column_of_arrow_is_refused_where_a_number_was_learned(library, learned):
    guest = pytest.importorskip(library)
    make = guest.DataFrame if library == "polars" else guest.table
    learned(
        make({"height": [None, "tall"]}), ValueError, "row 1: feature 'height' must be a number, got 'tall'"
    )


def test_one_row_whose_number_turns_to_text_is_refused(by_rows, rows):
    before = by_rows.digest()
    bad = {**rows[0], "height": "tall"}
    for ask in (lambda: by_rows.learn_one(bad, "up"), lambda: by_rows.predict_one(bad)):
        with pytest.raises(ValueError, match="feature 'height' must be a number, got 'tall'"):
            ask()
        assert by_rows.digest() == before


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (datetime.date(2020, 1, 1), "dates and times are not supported"),
        (datetime.timedelta(1), "dates and times are not supported"),
        (np.datetime64("2020-01-01"), "dates and times are not supported"),
        (1j, "Complex data not supported"),
        ([1, 2], "nested values are not supported"),
        ({"a": 1}, "nested values are not supported"),
        (b"bytes", "decode it to a text first"),
        (object, "give a number, a text, a bool or None"),
    ],
)
@pytest.mark.parametrize("name", ["height", "colour", "new"])
def test_values_that_no_column_can_hold_are_refused(value, message, name, small, rows, labels):
    tree = small()
    tree.learn_many(rows, labels)
    before = tree.digest()
    for table in ([rows[0], {**rows[0], name: value}], {"height": [1.0, 2.0], name: [None, value]}):
        with pytest.raises(TypeError, match=rf"row 1: feature '{name}' must be .*{message}"):
            tree.learn_many(table, ["up", "up"])
        assert tree.digest() == before
    with pytest.raises(TypeError, match=f"feature '{name}' must be"):
        tree.learn_one({**rows[0], name: value}, "up")
    assert tree.digest() == before


@pytest.mark.parametrize(
    ("array", "error", "message"),
    [
        (np.zeros((2, 3)), ValueError, "X has 3 features, but VFDT is expecting 4 features as input"),
        ([[1.0, 2]], ValueError, "X has 2 features, but VFDT is expecting 4 features as input"),
        (np.zeros(4), ValueError, "Expected 2D array, got 1D array instead"),
        (np.zeros((2, 2, 2)), ValueError, "Expected 2D array, got 3D array instead"),
        ([1.0, 2.0], ValueError, "Expected 2D array, got a list of float instead"),
        (np.zeros((2, 4), dtype=complex), ValueError, "Complex data not supported"),
        (np.zeros((2, 4), dtype="M8[s]"), TypeError, "dates and times are not supported"),
        (np.zeros((2, 4), dtype="S3"), TypeError, "decode it to a text first"),
        ([[1.0, 2, True, "a"], [1.0, 2]], ValueError, "row 1 has 2 values, row 0 has 4"),
        ([{"height": 1.0}, [1.0]], TypeError, "row 1 must be a dict like row 0"),
        ([[1.0, 2, True, "a"], {"height": 1.0}], TypeError, "row 1 must be a list of values like row 0"),
        (
            {"height": [1.0, 2.0], "count": [1]},
            ValueError,
            "column 'count' has 1 rows, column 'height' has 2",
        ),
        ({"height": 1.0}, TypeError, "column 'height' must be a sequence of values, got 1.0"),
        ("text", TypeError, "X must be a table, got 'text'"),
        (None, TypeError, "X must be a table, got None"),
        (3, TypeError, "X must be a table, got 3"),
    ],
)
def test_what_is_no_table_is_refused(array, error, message, learned):
    learned(array, error, message)


def test_a_table_and_labels_of_different_length_are_refused(by_rows, rows):
    before = by_rows.digest()
    tables = [rows[:3], {"height": [1.0, 2.0, 3.0]}]
    tables += [
        pytest.importorskip("pandas").DataFrame(rows[:3]),
        pytest.importorskip("polars").DataFrame(rows[:3]),
    ]
    for table in tables:
        with pytest.raises(ValueError, match="X has 3 rows, y has 2"):
            by_rows.learn_many(table, ["up", "up"])
        assert by_rows.digest() == before


def test_an_arrow_stream_of_another_length_than_the_labels_is_refused(by_rows, rows):
    table = pytest.importorskip("pyarrow").Table.from_pylist(rows[:3])

    class Capsule:
        def __arrow_c_stream__(self, requested_schema=None):
            return table.__arrow_c_stream__(requested_schema)

    before = by_rows.digest()
    with pytest.raises(ValueError, match="X has 3 rows, y has 2"):
        by_rows.learn_many(Capsule(), ["up", "up"])
    assert by_rows.digest() == before


def test_sparse_tables_and_lazy_frames_are_refused_with_a_way_out(learned):
    sparse = pytest.importorskip("scipy.sparse")
    learned(
        sparse.csr_array(np.eye(4)), TypeError, r"sparse tables are not supported: pass X.toarray\(\)", n=4
    )
    lazy = pytest.importorskip("polars").LazyFrame({"height": [1.0]})
    learned(lazy, TypeError, r"pass X.collect\(\)", n=1)


def test_columns_of_the_same_name_are_refused(learned):
    frame = pytest.importorskip("pandas").DataFrame([[1.0, 2.0]] * 2, columns=["height", "height"])
    learned(frame, ValueError, "columns must have distinct names, got 'height' twice")


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize(
    "values",
    [[datetime.datetime(2020, 1, 1)] * 2, [datetime.timedelta(1)] * 2, [[1.0]] * 2, [{"a": 1}] * 2],
    ids=["datetime", "timedelta", "list", "struct"],
)
def test_frames_with_columns_of_other_kinds_are_refused(library, values, learned):
    table = pytest.importorskip(library).DataFrame({"height": [1.0, 2.0], "odd": values})
    learned(table, TypeError, "(row 0: feature|column) 'odd'")


def test_a_frame_with_names_is_refused_where_columns_had_none(small):
    tree = small()
    tree.learn_many(np.zeros((3, 2)), [0, 1, 0])
    before = tree.digest()
    frames = [pytest.importorskip(name).DataFrame({"a": [1.0], "b": [2.0]}) for name in ("pandas", "polars")]
    for table in ([{"a": 1.0, "b": 2.0}], {"a": [1.0], "b": [2.0]}, *frames):
        for ask in (
            lambda table=table: tree.learn_many(table, [0]),
            lambda table=table: tree.predict_many(table),
        ):
            with pytest.raises(ValueError, match="VFDT learned columns by position, got a column named 'a'"):
                ask()
    with pytest.raises(ValueError, match="learned columns by position"):
        tree.learn_one({"a": 1.0}, 0)
    assert tree.digest() == before


@pytest.mark.parametrize(
    ("w", "error", "message"),
    [
        ([1.0], ValueError, "w must hold one weight per row: 2 rows, 1 weights"),
        ([[1.0, 1.0]], ValueError, r"w must be one-dimensional, got shape \(1, 2\)"),
        (["a", "b"], TypeError, "w must hold one number per row"),
        ([1.0, -2.0], ValueError, "row 1: w must be a number from 0 to 1e15, got -2.0"),
        (2.0, ValueError, r"w must be one-dimensional, got shape \(\)"),
    ],
)
def test_bad_weights_are_refused(w, error, message, by_rows, rows):
    before = by_rows.digest()
    with pytest.raises(error, match=message):
        by_rows.learn_many(rows[:2], ["up", "up"], w=w)
    assert by_rows.digest() == before


def test_nominal_positions_beyond_the_array_are_refused(small):
    with pytest.raises(ValueError, match="nominal names column 7, but X has 2 columns without names"):
        small(nominal=[7]).learn_many(np.zeros((3, 2)), [0, 1, 0])
    with pytest.raises(ValueError, match="nominal names column 'gate', but X has 2 columns without names"):
        small(nominal=["gate"]).fit(np.zeros((3, 2)), [0, 1, 0])
