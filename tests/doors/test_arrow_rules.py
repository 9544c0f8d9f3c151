"""Arrow data that breaks the rules of Arrow: refused with column and row, before anything is learned."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import riparian
from riparian import VFDT
from riparian.streams import from_table

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")


class Stream:
    """Hands over a table as a stream, and nothing else."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.table.__arrow_c_stream__(requested_schema)


class Single:
    """Hands over a batch as a single array."""

    def __init__(self, table: Any) -> None:
        [self.batch] = table.to_batches()

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        return self.batch.__arrow_c_array__(requested_schema)


def latin(kind: Any = None) -> Any:
    """Texts of which the second is not UTF-8."""
    texts = [b"ok", b"caf\xe9 au lait"]
    if kind == pa.large_string():
        return pa.array(texts, pa.large_binary()).view(kind)
    if kind == pa.string_view():
        return pa.array(texts, pa.binary_view()).view(kind)
    return pa.array(texts, pa.binary()).view(pa.string())


def offsets(numbers: list[int], letters: bytes = b"abcd") -> Any:
    """Two texts that begin and end at these letters."""
    held = [None, pa.py_buffer(np.array(numbers, np.int32).tobytes()), pa.py_buffer(letters)]
    return pa.Array.from_buffers(pa.string(), 2, held)


def of_dictionary(indices: Any, values: Any = ("a", "b")) -> Any:
    values = values if isinstance(values, pa.Array) else pa.array(values)
    return pa.DictionaryArray.from_arrays(indices, values, safe=False)


NOT_A_TEXT = r"must be a text in UTF-8, got b'caf\\xe9 au lait'"
NOTHING = "has an index outside its dictionary, which has 2 values"
# A column of two rows, the one that is wrong, and what is said of it.
BROKEN: dict[str, tuple[Any, int, str]] = {
    "utf8": (latin(), 1, NOT_A_TEXT),
    "large": (latin(pa.large_string()), 1, NOT_A_TEXT),
    "view": (latin(pa.string_view()), 1, NOT_A_TEXT),
    "view-short": (
        pa.array([b"ok", b"\xe9"], pa.binary_view()).view(pa.string_view()),
        1,
        r"must be a text in UTF-8, got b'\\xe9'",
    ),
    "half-a-letter": (offsets([0, 1, 2], "é".encode()), 0, r"must be a text in UTF-8, got b'\\xc3'"),
    "dictionary": (of_dictionary(pa.array([0, 1]), latin()), 1, NOT_A_TEXT),
    "index": (of_dictionary(pa.array([0, 7])), 1, NOTHING),
    "index-below": (of_dictionary(pa.array([0, -1])), 1, NOTHING),
    "index-2**32": (of_dictionary(pa.array([0, 2**32])), 1, NOTHING),
    "index-uint64": (of_dictionary(pa.array([0, 2**63], pa.uint64())), 1, NOTHING),
    "number-index": (of_dictionary(pa.array([0, 7]), [0.5, 1.5]), 1, NOTHING),
    "no-values": (
        of_dictionary(pa.array([0, 0]), pa.array([], pa.string())),
        0,
        "outside its dictionary, which has 0 values",
    ),
    "descending": (offsets([0, 3, 2]), 1, "has a text that ends before it begins"),
    "negative": (offsets([0, -3, 2]), 0, "has a text that ends before it begins"),
    "nulls": (
        pa.Array.from_buffers(pa.float64(), 2, [pa.py_buffer(b"\1"), pa.py_buffer(bytes(16))], null_count=2),
        0,
        "declares 2 missing values but has 1",
    ),
}


def doors(tree: VFDT) -> list[Any]:
    y = ["up", "down", "up", "down"]
    return [
        tree.predict_many,
        tree.predict_proba_many,
        tree.snapshot().predict_many,
        tree.snapshot().predict_proba_many,
        lambda X: tree.learn_many(X, y),
        lambda X: tree.predict_then_learn_many(X, y),
        lambda X: tree.predict_proba_then_learn_many(X, y),
        lambda X: VFDT().fit(X, y),
    ]


@pytest.mark.parametrize("hand_over", [lambda table: table, Stream, Single], ids=["table", "stream", "array"])
@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_the_rules_is_refused_with_its_row(name: str, hand_over: Any) -> None:
    column, row, told = BROKEN[name]
    chunks = [column]
    if hand_over is not Single:  # rows count through all batches
        chunks, row = [pa.nulls(2, column.type), column], row + 2
    table = pa.table({"gate": pa.chunked_array(chunks), "x": np.arange(2.0 * len(chunks))})
    trees = [VFDT(), VFDT(), VFDT()]
    trees[1].learn_many({"gate": ["open", "shut"], "x": [0.0, 1.0]}, ["up", "down"])
    trees[2].learn_many({"gate": [1.0, 2.0], "x": [0.0, 1.0]}, ["up", "down"])
    for tree in trees:
        digest = tree.digest()
        for ask in doors(tree):
            with pytest.raises(ValueError, match=f"row {row}: feature 'gate' .*{told}"):
                ask(hand_over(table))
        assert tree.digest() == digest
        riparian.from_bytes(tree.to_bytes())


@pytest.mark.parametrize("as_given", [lambda column: column, lambda column: pa.chunked_array([column])])
@pytest.mark.parametrize("name", ["utf8", "large", "index", "index-below", "descending"])
def test_columns_and_labels_that_break_the_rules_are_refused(name: str, as_given: Any) -> None:
    column, row, _ = BROKEN[name]
    tree = VFDT()
    tree.learn_many({"gate": ["open", "shut"]}, ["up", "down"])
    digest = tree.digest()
    message = f"row {row}: {{}} breaks the rules of Arrow"
    for ask in (tree.predict_many, tree.predict_proba_many, lambda X: tree.learn_many(X, ["up", "down"])):
        with pytest.raises(ValueError, match=message.format("feature 'gate'")):
            ask({"gate": as_given(column)})
    for learn in (tree.learn_many, tree.predict_then_learn_many, tree.partial_fit):
        with pytest.raises(ValueError, match=message.format("y")):
            learn({"gate": ["open", "shut"]}, as_given(column))
    assert tree.digest() == digest


def test_a_frame_of_pandas_that_holds_arrow_is_looked_at() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"gate": pandas.Series(pandas.arrays.ArrowExtensionArray(latin()))})
    tree = VFDT()
    for ask in (tree.predict_many, lambda X: tree.learn_many(X, ["up", "down"])):
        with pytest.raises(ValueError, match=r"row 1: feature 'gate' breaks the rules of Arrow: .*UTF8"):
            ask(frame)
    assert tree.n_rows == 0


def test_columns_of_polars_with_such_texts_are_looked_at() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.from_arrow(pa.table({"gate": latin()}))
    tree = VFDT()
    for ask in (tree.predict_many, lambda X: tree.learn_many(X, ["up", "down"])):
        with pytest.raises(ValueError, match=f"row 1: feature 'gate' {NOT_A_TEXT}"):
            ask(frame)
        with pytest.raises(ValueError, match="row 1: feature 'gate' breaks the rules of Arrow: invalid utf8"):
            ask({"gate": frame["gate"]})
    with pytest.raises(ValueError, match="row 1: y breaks the rules of Arrow: invalid utf8"):
        tree.learn_many([[1.0], [2.0]], frame["gate"])
    assert tree.n_rows == 0


def test_a_parquet_file_with_such_texts_is_refused(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pa.table({"gate": latin()}), tmp_path / "latin.parquet")
    table = parquet.read_table(tmp_path / "latin.parquet")
    tree = VFDT()
    tree.learn_many({"gate": [1.0, 2.0]}, [0, 1])
    for ask in (tree.predict_many, tree.predict_proba_many, lambda X: tree.learn_many(X, [0, 1])):
        with pytest.raises(ValueError, match=f"row 1: feature 'gate' {NOT_A_TEXT}"):
            ask(table)
    with pytest.raises(ValueError, match=r"row 1: feature 'gate'"):
        from_table(table, [0, 1])


def test_what_stands_in_place_of_missing_texts_is_not_read() -> None:
    validity = pa.py_buffer(b"\1")
    held = latin().buffers()
    column = pa.Array.from_buffers(pa.string(), 2, [validity, *held[1:]])
    tree, reference = VFDT(), VFDT()
    tree.learn_many(pa.table({"gate": column}), ["up", "down"])
    reference.learn_many([{"gate": "ok"}, {"gate": None}], ["up", "down"])
    assert tree.digest() == reference.digest()


def test_only_the_rows_that_are_given_are_looked_at() -> None:
    tree, reference = VFDT(), VFDT()
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        table = pa.table({"gate": latin(kind)}).slice(0, 1)
        for given in (table, Stream(table), Single(table)):
            tree.learn_many(given, ["up"])
            reference.learn_one({"gate": "ok"}, "up")
    assert tree.digest() == reference.digest()


def test_texts_of_every_length_of_letter_are_texts() -> None:
    texts = ["a", "é", "€", "🌊", "", "x" * 40, "é" * 40, None, "a🌊b"] * 3
    reference = VFDT()
    for text in texts:
        reference.learn_one({"gate": text}, "up")
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        tree = VFDT()
        tree.learn_many(pa.table({"gate": pa.array(texts, kind)}), ["up"] * len(texts))
        assert tree.digest() == reference.digest()


def test_flags_and_nulls_are_read_where_they_stand() -> None:
    flags = [True, None, False] * 5
    tree, reference = VFDT(), VFDT()
    table = pa.table({"flag": flags, "void": pa.nulls(15), "x": np.arange(15.0)}).slice(2, 11)
    tree.learn_many(table, ["up"] * 11)
    for x in table.to_pylist():
        reference.learn_one(x, "up")
    assert tree.digest() == reference.digest()


def test_a_tree_with_arrow_texts_can_be_read_and_drawn() -> None:
    tree = VFDT(grace_period=10, tau=0.9)
    tree.learn_many(pa.table({"gate": ["café", "thé"] * 50}), ["up", "down"] * 50)
    assert "'café'" in tree.to_text()
    assert tree.nodes()[0]["test"]["categories"] == ["café", "thé"]
    assert riparian.from_bytes(tree.to_bytes()).to_text() == tree.to_text()


def test_a_stream_that_was_read_already_is_refused() -> None:
    capsule = pa.table({"x": [1.0]}).__arrow_c_stream__()

    class Once:
        def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
            return capsule

    tree = VFDT()
    tree.learn_many(Once(), ["up"])
    with pytest.raises(ValueError, match="the stream was read already"):
        tree.learn_many(Once(), ["up"])
    assert tree.n_rows == 1


def test_a_stream_that_fails_says_why() -> None:
    def batches() -> Any:
        yield pa.record_batch({"x": [1.0]})
        raise OSError("the line is down")

    reader = pa.RecordBatchReader.from_batches(pa.schema({"x": pa.float64()}), batches())
    tree = VFDT()
    with pytest.raises(ValueError, match=r"cannot read Arrow data: .*the line is down"):
        tree.learn_many(reader, ["up"])
    assert tree.n_rows == 0


def test_a_name_that_is_not_utf8_is_refused() -> None:
    table = pa.table([pa.array([1.0])], schema=pa.schema([pa.field(b"caf\xe9", pa.float64())]))
    for given in (table, Stream(table), Single(table)):
        for ask in (VFDT().predict_many, lambda X: VFDT().learn_many(X, ["up"])):
            with pytest.raises(ValueError, match=r"UTF-8|utf-8"):
                ask(given)
