"""Labels of any kind as classes, in the order of their arrival."""

from __future__ import annotations

import math

import numpy as np
import pytest

from riparian import VFDT
from riparian.categories import Categories
from riparian.evaluate import prequential
from riparian.evaluate.classes import Classes
from tests.evaluate.models import LastLabel, Listed, numbers


@pytest.mark.parametrize(
    ("y", "classes"),
    [
        (np.array([True, False, True, True]), [True, False]),
        (np.array([2.5, -1.0, 2.5, 2.5]), [2.5, -1.0]),
        (np.array([10**12, -3, 10**12, 10**12]), [10**12, -3]),
        (np.array([7, 5, 7, 7], dtype=np.uint8), [7, 5]),
        (np.array(["b", "a", "b", "b"]), ["b", "a"]),
        (np.array([None, ("x", 1), None, ("x", 1)], dtype=object)[[1, 1, 1, 1]], [("x", 1)]),
        (Categories([2, 0, 2, 2], ["a", "never", "b"]), ["b", "a"]),
    ],
    ids=["bools", "floats", "large", "bytes", "texts", "tuples", "codes"],
)
def test_labels_of_any_kind_become_classes_in_order_of_arrival(y, classes):
    result = prequential(VFDT(), Listed({"a": np.arange(4.0)}, y, size=3))
    assert result.classes == classes
    assert result.confusion["VFDT"].sum() == 4
    assert result.confusion["VFDT"][0, -1] == 1  # nothing was known at the first row


@pytest.mark.parametrize(
    "y",
    [np.array([1.0, 2.0, math.nan]), np.array(["a", "b", None], dtype=object), Categories([0, 0, -1], ["a"])],
)
def test_a_row_without_a_label_is_refused_with_its_number(y):
    with pytest.raises(ValueError, match="row 2 of the stream has no label"):
        prequential(VFDT(), Listed({"a": np.arange(3.0)}, y, size=2))


@pytest.mark.parametrize(
    ("labels", "kind"),
    [([2**63 + 1, 2**63], "u8"), ([127, -128], "i1"), ([-(2**63), -(2**63) + 1], "i8"), ([255, 0], "u1")],
)
def test_labels_at_the_ends_of_their_type_keep_their_values(labels, kind):
    classes = Classes()
    assert classes.true(np.array(labels, dtype=kind)).tolist() == [0, 1]
    assert classes.labels == labels


def test_a_none_among_river_answers_is_no_class():
    result = prequential(LastLabel(), numbers(3))
    assert result.confusion["LastLabel"][:, -1].sum() == 1
