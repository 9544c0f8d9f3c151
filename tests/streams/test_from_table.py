"""Tables in memory as streams: the same tree as from the table itself."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from riparian import VFDT
from riparian.streams import Categories, from_table, open_stream
from riparian.streams.opening import as_stream

FRAME = pd.DataFrame(
    {
        "level": [0.5 * (i % 17) for i in range(900)],
        "gate": [None if i % 11 == 0 else ("open", "shut", "half")[i % 3] for i in range(900)],
        "wet": [i % 5 < 2 for i in range(900)],
    }
)
LABELS = np.array([("dry", "flood")[(i % 17 > 8) ^ (i % 5 < 2)] for i in range(900)])
FORMS = {
    "pandas": FRAME,
    "polars": pl.from_pandas(FRAME),
    "arrow": pa.Table.from_pandas(FRAME),
    "dict of columns": FRAME.to_dict("list"),
    "dicts": FRAME.to_dict("records"),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_tree_of_the_stream_is_that_of_the_table(form: str) -> None:
    tree, reference = VFDT(grace_period=50, tau=0.5), VFDT(grace_period=50, tau=0.5)
    stream = from_table(FORMS[form], LABELS)
    for X, y, w in stream.batches(size=70):
        tree.learn_many(X, y, w=w)
    reference.learn_many(FORMS[form], LABELS)
    assert stream.rows == tree.n_rows == 900
    assert stream.classes == ("dry", "flood")
    assert tree.n_leaves > 1
    assert tree.digest() == reference.digest()


def test_columns_of_an_array_are_numbered() -> None:
    X, y, w = from_table(np.arange(6.0).reshape(2, 3), [1, 0], w=[1.0, 0.5]).take(2)
    assert {name: values.tolist() for name, values in X.items()} == {"x0": [0, 3], "x1": [1, 4], "x2": [2, 5]}
    assert (y.tolist(), w.tolist()) == ([1, 0], [1.0, 0.5])


def test_bools_are_categories() -> None:
    (values,) = from_table(np.array([[True], [False]]), [1, 0]).take(2).X.values()
    assert isinstance(values, Categories)
    assert values.tolist() == [True, False]


def test_as_many_labels_as_rows_are_wanted() -> None:
    with pytest.raises(ValueError, match="X has 2 rows, y has 3; give one label per row"):
        from_table([[1.0], [2.0]], [0, 1, 1])


def test_what_stands_for_a_stream_becomes_one() -> None:
    stream = open_stream("sea")
    assert as_stream(stream) is stream
    assert as_stream("sea:function=2").name == "sea"
    assert as_stream((FRAME, LABELS)).rows == 900
    with pytest.raises(TypeError, match=r"a pair \(X, y\), got 'DataFrame': from_table\(X, y\) makes"):
        as_stream(FRAME)
