"""Arrays of numbers and bools: any dtype and any layout gives the same tree."""

import numpy as np
import pytest

DTYPES = [
    "i1",
    "i2",
    "i4",
    "i8",
    "u1",
    "u2",
    "u4",
    "u8",
    "f2",
    "f4",
    "f8",
    "longdouble",
    ">i4",
    ">f8",
    ">f4",
    "<f8",
]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("nominal", [None, [1]])
def test_numbers_of_any_dtype_give_the_same_tree(dtype, nominal, small, whole):
    X, y = whole
    tree, reference = small(nominal=nominal), small(nominal=nominal)
    tree.learn_many(X.astype(dtype), y)
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        reference.learn_one(dict(enumerate(row)), label)
    assert tree.n_leaves > 2
    assert tree.digest() == reference.digest()
    assert tree.predict_many(X.astype(dtype)).tolist() == [reference.predict_one(row) for row in X.tolist()]


def strided(X):
    wide = np.full((2 * X.shape[0], 3 * X.shape[1]), 9, dtype=X.dtype)
    wide[::2, ::3] = X
    return wide[::2, ::3]


def backwards(X):
    return np.ascontiguousarray(X[::-1, ::-1])[::-1, ::-1]


def unaligned(X):
    raw = np.zeros(X.nbytes + 1, dtype=np.uint8)
    found = raw[1:].view(X.dtype).reshape(X.shape)
    found[:] = X
    return found


def read_only(X):
    found = X.copy()
    found.flags.writeable = False
    return found


LAYOUTS = [np.ascontiguousarray, np.asfortranarray, strided, backwards, unaligned, read_only]


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "u1"])
@pytest.mark.parametrize("lay_out", LAYOUTS)
def test_numbers_in_any_layout_give_the_same_tree(lay_out, dtype, small, whole):
    X, y = whole
    tree, reference = small(), small()
    reference.learn_many(X.astype("f8"), y)
    tree.learn_many(lay_out(X.astype(dtype)), lay_out(y.reshape(-1, 1))[:, 0])
    assert tree.digest() == reference.digest()
    assert np.array_equal(tree.predict_many(lay_out(X.astype(dtype))), reference.predict_many(X))


@pytest.mark.parametrize("lay_out", [np.ascontiguousarray, np.asfortranarray, strided, backwards])
def test_bools_are_categories_in_any_layout(lay_out, small):
    draw = np.random.default_rng(3)
    X = draw.random((300, 3)) < 0.5
    y = X[:, 0] ^ (draw.random(300) < 0.1)
    tree, reference = small(), small()
    for row, label in zip(X.tolist(), y.tolist(), strict=True):
        reference.learn_one(row, label)
    tree.learn_many(lay_out(X), y)
    assert tree.digest() == reference.digest()
    assert all(node["test"]["kind"] != "cut" for node in tree.nodes() if not node["leaf"])


def test_a_table_given_is_never_written_to(small, whole):
    X, y = whole
    X, before = X.astype(float), X.astype(float)
    small().learn_many(X, y)
    assert np.array_equal(X, before)
