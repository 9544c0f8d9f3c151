"""Every kind of table gives the tree that its rows give one by one."""

import numpy as np
import pytest

from riparian import VFDT

NAMES = ["height", "count", "flag", "colour"]


def column(rows, name):
    return [row[name] for row in rows]


def columns(rows):
    return {name: column(rows, name) for name in NAMES}


def dict_of_tuples(rows):
    return {name: tuple(values) for name, values in columns(rows).items()}


def dict_of_arrays(rows):
    found = {name: np.array(values, dtype=object) for name, values in columns(rows).items()}
    found["height"] = np.array(column(rows, "height"), dtype=np.float64)
    found["count"] = np.ma.masked_array(
        [value or 0 for value in column(rows, "count")], [value is None for value in column(rows, "count")]
    )
    return found


def absent_keys(rows):
    return [{name: value for name, value in row.items() if value is not None} for row in rows]


def pandas_frame(rows):
    return pytest.importorskip("pandas").DataFrame(rows)


def pandas_objects(rows):
    return pytest.importorskip("pandas").DataFrame(rows, dtype=object)


def pandas_nullable(rows):
    return pytest.importorskip("pandas").DataFrame(rows).convert_dtypes()


def pandas_categories(rows):
    frame = pytest.importorskip("pandas").DataFrame(rows)
    return frame.astype({"colour": "category", "flag": "category"})


def pandas_arrow(rows):
    pytest.importorskip("pyarrow")
    return pytest.importorskip("pandas").DataFrame(rows).convert_dtypes(dtype_backend="pyarrow")


def pandas_other_index(rows):
    frame = pytest.importorskip("pandas").DataFrame(rows)
    frame.index = [7] * len(frame)
    return frame


def polars_frame(rows):
    polars = pytest.importorskip("polars")
    schema = {
        "height": polars.Float64,
        "count": polars.Int64,
        "flag": polars.Boolean,
        "colour": polars.String,
    }
    return polars.DataFrame(rows, schema=schema)


def polars_categories(rows):
    polars = pytest.importorskip("polars")
    return polars_frame(rows).with_columns(
        polars.col("colour").cast(polars.Categorical), polars.col("count").cast(polars.Int8)
    )


def polars_unusual(rows):
    polars = pytest.importorskip("polars")
    return polars_frame(rows).with_columns(
        polars.col("colour").cast(polars.Enum(["red", "green", "blue"])),
        polars.col("count").cast(getattr(polars, "Int128", polars.Int32)),  # new in polars 1.18
        polars.col("height").cast(polars.Decimal(10, 3)),
    )


def polars_chunks(rows):
    polars = pytest.importorskip("polars")
    return polars.concat([polars_frame(rows[:3]), polars_frame(rows[3:])], rechunk=False)


def arrow_schema():
    arrow = pytest.importorskip("pyarrow")
    kinds = [arrow.float64(), arrow.int64(), arrow.bool_(), arrow.string()]
    return arrow.schema(list(zip(NAMES, kinds, strict=True)))


def arrow_table(rows):
    return pytest.importorskip("pyarrow").Table.from_pylist(rows, schema=arrow_schema())


def arrow_views(rows):
    """The layouts that newer libraries prefer: string views, large strings, narrow numbers."""
    arrow = pytest.importorskip("pyarrow")
    kinds = [arrow.float32(), arrow.uint8(), arrow.bool_(), arrow.string_view()]
    return arrow.Table.from_pylist(rows, schema=arrow.schema(list(zip(NAMES, kinds, strict=True))))


def arrow_large(rows):
    arrow = pytest.importorskip("pyarrow")
    kinds = [arrow.float32(), arrow.int16(), arrow.bool_(), arrow.large_string()]
    narrow = arrow.Table.from_pylist(rows, schema=arrow_schema())
    return narrow.cast(arrow.schema(list(zip(NAMES, kinds, strict=True))))


def arrow_dictionary(rows):
    table = arrow_table(rows)
    place = table.column_names.index("colour")
    return table.set_column(place, "colour", table["colour"].dictionary_encode())


def arrow_chunks(rows):
    pyarrow = pytest.importorskip("pyarrow")
    return pyarrow.concat_tables(
        [arrow_table(rows[:100]), arrow_table(rows[100:101]), arrow_table(rows[101:])]
    )


def arrow_slice(rows):
    return pytest.importorskip("pyarrow").concat_tables([arrow_table(rows[:5]), arrow_table(rows)]).slice(5)


def arrow_batch(rows):
    return pytest.importorskip("pyarrow").RecordBatch.from_pylist(rows, schema=arrow_schema())


class OnlyCapsule:
    """A guest that we know nothing of but the Arrow capsule."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def arrow_capsule(rows):
    return OnlyCapsule(arrow_table(rows))


NAMED = [
    list,
    tuple,
    absent_keys,
    columns,
    dict_of_tuples,
    dict_of_arrays,
    pandas_frame,
    pandas_objects,
    pandas_nullable,
    pandas_categories,
    pandas_arrow,
    pandas_other_index,
    polars_frame,
    polars_categories,
    polars_unusual,
    polars_chunks,
    arrow_table,
    arrow_dictionary,
    arrow_chunks,
    arrow_slice,
    arrow_batch,
    arrow_views,
    arrow_large,
    arrow_capsule,
]


@pytest.mark.parametrize("clothe", NAMED)
def test_a_named_table_gives_the_tree_of_its_rows(clothe, small, rows, labels, by_rows):
    tree = small()
    tree.learn_many(clothe(rows), labels)
    assert tree.digest() == by_rows.digest()


@pytest.mark.parametrize("clothe", NAMED)
def test_a_named_table_is_predicted_as_its_rows(clothe, rows, by_rows):
    before = by_rows.digest()
    table = clothe(rows)
    assert by_rows.predict_many(table).tolist() == [by_rows.predict_one(row) for row in rows]
    shares = [list(by_rows.predict_proba_one(row).values()) for row in rows]
    assert np.array_equal(by_rows.predict_proba_many(clothe(rows)), shares)
    assert by_rows.digest() == before


@pytest.mark.parametrize("clothe", NAMED)
def test_predicting_then_learning_is_the_same_through_any_table(clothe, small, rows, labels, by_rows):
    tree, one_by_one = small(), small()
    expected = []
    for row, label in zip(rows, labels, strict=True):
        expected.append(one_by_one.predict_one(row) or "")
        one_by_one.learn_one(row, label)
    assert tree.predict_then_learn_many(clothe(rows), labels).tolist() == expected
    assert tree.digest() == by_rows.digest()


def test_tables_of_different_kinds_may_follow_each_other(small, rows, labels, by_rows):
    tree = small()
    cuts = np.linspace(0, len(rows), len(NAMED) + 1).astype(int)
    for clothe, start, stop in zip(NAMED, cuts[:-1], cuts[1:], strict=True):
        tree.learn_many(clothe(rows[start:stop]), labels[start:stop])
    assert tree.digest() == by_rows.digest()


def list_of_lists(rows):
    return [[row[name] for name in NAMES] for row in rows]


def list_of_arrays(rows):
    return [np.array([row[name] for name in NAMES], dtype=object) for row in rows]


def objects(rows):
    return np.array(list_of_lists(rows), dtype=object)


def pandas_without_names(rows):
    return pytest.importorskip("pandas").DataFrame(list_of_lists(rows))


@pytest.mark.parametrize("clothe", [list_of_lists, list_of_arrays, objects, pandas_without_names])
def test_columns_without_names_go_by_position(clothe, small, rows, labels):
    tree, reference = small(), small()
    for row, label in zip(rows, labels, strict=True):
        reference.learn_one([row[name] for name in NAMES], label)
    tree.learn_many(clothe(rows), labels)
    assert tree.digest() == reference.digest()
    assert tree.n_features_in_ == 4


@pytest.mark.parametrize("clothe", [list_of_lists, list_of_arrays, objects, pandas_without_names])
def test_an_array_goes_by_position_where_the_tree_has_names(clothe, small, rows, labels, by_rows):
    tree = small()
    tree.learn_many(rows[:50], labels[:50])
    tree.learn_many(clothe(rows[50:]), labels[50:])
    assert tree.digest() == by_rows.digest()
    assert tree.predict_many(clothe(rows)).tolist() == tree.predict_many(rows).tolist()


def test_a_structured_array_has_named_columns(small, rows, labels):
    packed = np.array(
        [(row["count"] or 0, row["height"] or 0.0, row["colour"] or "none") for row in rows],
        dtype=[("count", "i1"), ("height", "f8"), ("colour", "U5")],
    )
    tree, reference = small(), small()
    tree.learn_many(packed, labels)
    reference.learn_many([dict(zip(packed.dtype.names, row.tolist(), strict=True)) for row in packed], labels)
    assert tree.digest() == reference.digest()


def test_a_table_changed_afterwards_does_not_change_the_tree(small, rows, labels):
    tree = small()
    mine = [dict(row) for row in rows]
    tree.learn_many(mine, labels)
    digest = tree.digest()
    for row in mine:
        row.clear()
    assert tree.digest() == digest


def test_whole_numbers_true_and_text_categories_are_told_apart_as_in_python():
    # 1, 1.0 and True are one category; '1' is another
    tree = VFDT(nominal=["kind"], predictor="nb")
    tree.learn_many({"kind": [1, 1.0, True, "1"] * 10}, ["a", "a", "a", "b"] * 10)
    assert tree.predict_many({"kind": [1, 1.0, True, "1", np.int8(1)]}).tolist() == ["a", "a", "a", "b", "a"]


def test_new_columns_may_come_with_any_named_table(small):
    tree, reference = small(), small()
    batches = [[{"a": 1.0}, {"a": 2.0}], [{"a": 1.0, "b": "x"}, {"b": "y"}], [{"c": 5, "a": 0.5}]]
    for batch in batches:
        tree.learn_many(batch, [0] * len(batch))
        for row in batch:
            reference.learn_one(row, 0)
    assert tree.digest() == reference.digest()
    assert tree.feature_names_in_.tolist() == ["a", "b", "c"]


def test_rows_of_weight_0_bring_no_columns_no_kinds_and_no_classes(small):
    tree, reference = small(), small()
    rows = [{"a": "text", "b": 1}, {"c": 2.0}, {"a": 1.0, "c": 3.0}]
    w = [0.0, 1.0, 2.0]
    tree.learn_many(rows[1:], [1, 2], w=w[1:])
    reference.learn_many([{"b": 1}, *rows[1:]], [0, 1, 2], w=w)
    assert tree.digest() == reference.digest()
    assert tree.feature_names_in_.tolist() == ["c", "a"]
    assert tree.classes_.tolist() == [1, 2]


def test_a_column_of_nothing_but_nulls_says_nothing(small):
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    tree = small()
    rows = [{"a": None, "b": 1.0}, {"a": None, "b": 2.0}]
    tree.learn_many(rows, [0, 1])
    for table in (polars.DataFrame(rows), pyarrow.Table.from_pylist(rows), pyarrow.table({"b": [1.0, 2.0]})):
        other = small()
        other.learn_many([{"a": None, "b": 1.0}], [0])
        other.learn_many(table[1:] if hasattr(table, "clone") else table.slice(1), [1])
        assert other.digest() == tree.digest()
        other.learn_one({"a": "text"}, 0)


def test_bools_count_as_numbers_where_numbers_were_learned(small):
    reference = small()
    reference.learn_many({"a": [0.5, 1.0, 0.0]}, [0, 1, 0])
    flags = {"a": [True, False]}
    for table in (
        flags,
        {"a": np.array([True, False])},
        pytest.importorskip("pandas").DataFrame(flags),
        pytest.importorskip("polars").DataFrame(flags),
        pytest.importorskip("pyarrow").table(flags),
    ):
        tree = small()
        tree.learn_one({"a": 0.5}, 0)
        tree.learn_many(table, [1, 0])
        assert tree.digest() == reference.digest()


@pytest.mark.parametrize("predictor", ["mc", "nb", "nba"])
def test_rows_of_weight_0_in_a_long_batch_change_nothing(predictor, small, whole):
    X, y = whole
    w = np.arange(len(y)) % 3 * 0.5
    tree, reference = small(predictor=predictor), small(predictor=predictor)
    tree.learn_many(X, y, w=w)
    reference.learn_many(X[w > 0], y[w > 0], w=w[w > 0])
    assert tree.digest() == reference.digest()
    assert np.array_equal(tree.predict_proba_many(X), reference.predict_proba_many(X))


@pytest.mark.parametrize(
    "empty", [[], np.empty((0, 3)), {"a": [], "b": []}, np.empty((0, 2), dtype=object)], ids=repr
)
def test_a_table_without_rows_changes_nothing(small, empty):
    tree = small()
    before = tree.digest()
    tree.learn_many(empty, [])
    assert len(tree.predict_then_learn_many(empty, [])) == 0
    assert len(tree.predict_many(empty)) == 0
    assert tree.digest() == before
