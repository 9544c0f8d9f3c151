"""The oracle of partitions against numbers worked by hand."""

import math

import pytest

from tests.oracles.partitions import (
    bias,
    by_arity,
    description_length,
    gain,
    intervals,
    mass,
    partitions,
    penalty,
    split_information,
)

near = pytest.approx  # relative 1e-6: the numbers below are written to seven digits

# 27 rows of two classes in eight bins, in the manner of Figure 1 of Elomaa & Lehtinen (2008).
COLUMN = [[3, 0], [2, 0], [1, 3], [1, 3], [0, 4], [2, 2], [3, 0], [3, 0]]


def test_every_partition_is_listed_once():
    assert list(partitions([[1]] * 4, 2)) == [(0,), (1,), (2,)]
    assert list(partitions([[1]] * 4, 3)) == [(0, 1), (0, 2), (1, 2)]
    assert list(partitions([[1]] * 4, 5)) == []
    assert len(list(partitions([[1]] * 12, 5))) == math.comb(11, 4)


def test_an_interval_must_weigh_more_than_the_least():
    assert list(partitions([[1], [1], [1], [1]], 2, least=1)) == [(1,)]
    assert list(partitions([[0], [1], [0], [2]], 2)) == [(1,), (2,)]


def test_intervals_are_sums_of_pieces():
    assert intervals(COLUMN, (1, 4)) == [[5, 0], [2, 10], [8, 2]]


def test_errors_by_hand():
    # the minorities: 12 in one interval, 7 + 2 in two, 0 + 2 + 2 in three
    found = by_arity("misclassification", COLUMN, most_intervals=3, own=27, rows=27)
    assert mass("misclassification", [15, 12]) == near(12)
    assert found[2].gain == near((12 - 9) / 27)
    assert found[3].gain == near((12 - 4) / 27)
    assert gain("misclassification", COLUMN, (4,), 27) == gain("misclassification", COLUMN, (5,), 27)


def test_entropies_by_hand():
    # H(5/9) = 0.9910761, H(3/7) = 0.9852281, H(1/4) = 0.8112781
    found = by_arity("entropy", COLUMN, most_intervals=3, own=27, rows=27)
    assert found[2].ends == (5,)
    assert found[2].weights == [21, 6]
    assert found[2].gain == near(0.9910761 - 21 / 27 * 0.9852281)
    assert found[3].ends == (1, 5)
    assert found[3].weights == [5, 16, 6]
    assert found[3].gain == near(0.9910761 - 16 / 27 * 0.8112781)


def test_description_lengths_by_hand():
    # C(4, 2) = 6 ways to cut five pieces twice; 1/2 lg 64 = 3 bits for each share of a class
    assert description_length(3, 5, 2, 64) == near((2.5849625 + 2 * 3) / 64)
    assert description_length(2, 5, 3, 64) == near((2 + 2 * 3) / 64)
    assert description_length(1, 5, 3, 64) == 0
    assert penalty("mdl", "gini", 2, 5, 2, 64) == near((2 + 3) / 64 / 2)


def test_biases_by_hand():
    assert penalty("bias", "gini", 3, 9, 4, 100) == near(2 * 0.75 / 100)
    assert penalty("bias", "entropy", 3, 9, 4, 100) == near(2 * 3 / 100 / 0.6931472)
    assert bias("misclassification", 2, 4, 100) == near(math.sqrt(1.3862944 / 100))


def test_scores_by_hand():
    # lg 7 = 2.8073549 and lg C(7, 2) = 4.3923174 name the cuts, 1/2 lg 27 = 2.3774438 a share
    found = by_arity("entropy", COLUMN, most_intervals=3, own=27, rows=27)
    assert found[2].score == near(0.2247875 - (2.8073549 + 2.3774438) / 27)
    assert found[3].score == near(0.5103187 - (4.3923174 + 2 * 2.3774438) / 27)
    ratio = by_arity("entropy", COLUMN, most_intervals=3, own=27, rows=27, penalised="ratio")
    assert split_information([21, 6]) == near(0.7642045)
    assert ratio[2].score == near(0.2247875 / 0.7642045)


def test_half_of_the_rows_in_a_column_gain_half():
    whole = by_arity("gini", COLUMN, most_intervals=2, own=27, rows=27)[2]
    half = by_arity("gini", COLUMN, most_intervals=2, own=54, rows=54)[2]
    assert half.gain == near(whole.gain / 2)


def test_an_unknown_penalty_is_refused():
    with pytest.raises(ValueError, match="unknown penalty 'aic'"):
        penalty("aic", "gini", 2, 5, 2, 64)
