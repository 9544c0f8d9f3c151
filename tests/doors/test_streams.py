"""Any stream in any batches through any door: one tree."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian import VFDT

values = {
    "numbers": st.one_of(st.none(), st.integers(-9, 9), st.floats(-9, 9, width=16), st.just(float("nan"))),
    "texts": st.one_of(st.none(), st.sampled_from(["a", "b", "c", ""])),
    "bools": st.one_of(st.none(), st.booleans()),
}
row = st.fixed_dictionaries({}, optional=values)
stream = st.lists(st.tuples(row, st.integers(0, 2), st.sampled_from([0.0, 0.25, 1.0, 3.0])), max_size=60)


@given(
    stream=stream,
    cuts=st.sets(st.integers(1, 59), max_size=4),
    predictor=st.sampled_from(["mc", "nb", "nba"]),
    threads=st.integers(1, 2),
)
def test_any_batching_of_dicts_gives_the_tree_of_the_rows(stream, cuts, predictor, threads):
    tree, reference = (
        VFDT(grace_period=5, tau=0.9, delta=0.1, predictor=predictor, points=3) for _ in range(2)
    )
    silent = tree.clone().set_params(threads=threads)
    expected, found = [], []
    for x, y, w in stream:
        expected.append(reference.predict_one(x))
        reference.learn_one(x, y, w=w)
    edges = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    for start, stop in itertools.pairwise(edges):
        batch = stream[start:stop]
        x, y, w = [[part[at] for part in batch] for at in range(3)]
        answers = tree.predict_then_learn_many(x, y, w=w)
        silent.learn_many(x, y, w=w)
        found += [None if answer is None or answer < 0 else answer for answer in answers.tolist()]
    assert found == expected
    assert tree.digest() == silent.digest() == reference.digest()


@given(stream=stream)
def test_pandas_polars_and_arrow_agree_on_any_stream(stream):
    # Every key is there, as in any frame.
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    rows = [{name: x.get(name) for name in values} for x, _, _ in stream]
    y, w = [y for _, y, _ in stream], [w for _, _, w in stream]
    dtypes = {"numbers": polars.Float64, "texts": polars.String, "bools": polars.Boolean}
    frame = polars.DataFrame(
        [{**row, "numbers": None if row["numbers"] is None else float(row["numbers"])} for row in rows],
        schema=dtypes,
    )
    digests = set()
    for table in (rows, pandas.DataFrame(rows, columns=list(values), dtype=object), frame, frame.to_arrow()):
        tree = VFDT(grace_period=5, tau=0.9, delta=0.1, points=3)
        tree.learn_many(table, y, w=w)
        digests.add(tree.digest())
    assert len(digests) == 1
