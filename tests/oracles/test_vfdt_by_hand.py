"""The oracle against numbers worked by hand from docs/definition.md."""

import math
from typing import Any

import pytest

from tests.oracles.contest import (
    Candidate,
    candidates,
    cuts,
    hoeffding_bound,
    judge,
    partitions,
    split_gain,
)
from tests.oracles.criteria import criterion_range, impurity
from tests.oracles.leaf import Leaf, Normal, phi
from tests.oracles.vfdt import Oracle

near = pytest.approx  # relative 1e-6: the numbers below are written to seven digits


def leaf_of(kind: str, *rows: tuple[float, int, float]) -> Leaf:
    """A leaf that has learned (value or category, class, weight) in one column, 'a'."""
    leaf = Leaf(0, None, 0, {}, 0.0)
    for value, k, w in rows:
        leaf.observe({"a": value}, {"a": kind}, k, w)
    return leaf


def colours(**settings: Any) -> Oracle:
    """A tree that has learned red, blue, red, blue as classes 1, 2, 1, 2 and split at row 4 by default."""
    tree = Oracle(**{"grace_period": 4, "delta": 0.5, **settings})
    for colour, y in [("red", 1), ("blue", 2), ("red", 1), ("blue", 2)]:
        tree.learn({"colour": colour}, y)
    return tree


# ---- criteria, gains and the bound


@pytest.mark.parametrize(
    ("criterion", "even", "one_to_three"),
    [
        ("entropy", 1.0, 0.8112781),  # 2 - (3/4) lg 3
        ("gini", 0.5, 0.375),  # 1 - 1/16 - 9/16
        ("misclassification", 0.5, 0.25),
        ("kearns-mansour", 0.5, 0.4330127),  # sqrt(3/16)
        ("gain-ratio", 1.0, 0.8112781),  # as entropy
    ],
)
def test_impurity_of_an_even_and_an_uneven_node(criterion: str, even: float, one_to_three: float) -> None:
    assert impurity(criterion, {0: 5.0, 1: 5.0}) == near(even)
    assert impurity(criterion, {0: 1.0, 2: 3.0}) == near(one_to_three)
    assert impurity(criterion, {1: 7.0}) == 0.0


@pytest.mark.parametrize(
    ("criterion", "of_two", "of_four"),
    [
        ("entropy", 1.0, 2.0),
        ("gini", 0.5, 0.75),
        ("misclassification", 0.5, 0.75),
        ("kearns-mansour", 0.5, 0.8660254),  # sqrt(3)/2
    ],
)
def test_range_is_the_impurity_of_even_classes_and_counts_at_least_two(
    criterion: str, of_two: float, of_four: float
) -> None:
    assert criterion_range(criterion, 1) == criterion_range(criterion, 2) == of_two
    assert criterion_range(criterion, 4) == near(of_four)
    assert impurity(criterion, {0: 3.0, 1: 3.0, 2: 3.0, 3: 3.0}) == near(of_four)


def test_gini_gain_of_a_perfect_split_is_half() -> None:
    assert split_gain("gini", 10.0, {0: 5.0, 1: 5.0}, [{0: 5.0}, {1: 5.0}]) == 0.5


def test_gini_gain_of_a_leaning_split() -> None:
    # parent (8, 2): 0.32; children (6, 0): 0 and (2, 2): 1/2 with 4 of the 10 rows
    assert split_gain("gini", 10.0, {0: 8.0, 1: 2.0}, [{0: 6.0}, {0: 2.0, 1: 2.0}]) == near(0.12)


def test_misclassification_gains_nothing_while_the_majority_wins_everywhere() -> None:
    assert split_gain("misclassification", 10.0, {0: 8.0, 1: 2.0}, [{0: 6.0}, {0: 2.0, 1: 2.0}]) == 0.0
    # (6, 0) and (1, 3): 9 of 10 right instead of 7
    assert split_gain("misclassification", 10.0, {0: 7.0, 1: 3.0}, [{0: 6.0}, {0: 1.0, 1: 3.0}]) == 0.2


def test_gain_shrinks_with_the_share_of_rows_that_have_the_column() -> None:
    assert split_gain("entropy", 40.0, {0: 5.0, 1: 5.0}, [{0: 5.0}, {1: 5.0}]) == 0.25


def test_gain_ratio_asks_how_much_a_split_divides() -> None:
    # Two halves that are pure: 1 bit gained per bit. Eight branches that are pure: 1 bit gained per 3 bits.
    halves = Candidate("a", "many", None, [0, 1], [{0: 4.0}, {1: 4.0}], gain=1.0)
    eighths = Candidate("b", "many", None, list(range(8)), [{i % 2: 1.0} for i in range(8)], gain=1.0)
    judge("gain-ratio", [halves, eighths])
    assert (halves.merit, eighths.merit) == (1.0, near(1 / 3))
    judge("entropy", [halves, eighths])
    assert (halves.merit, eighths.merit) == (1.0, 1.0)


def test_gain_ratio_passes_over_gains_below_their_mean() -> None:
    # One row of a hundred: 0.0808 bit. Its gain of 0.05 is below the mean 0.15, though its ratio would win.
    sliver = Candidate("a", "cut", 0.0, [], [{0: 1.0}, {0: 49.0, 1: 50.0}], gain=0.05)
    halves = Candidate("b", "cut", 0.0, [], [{0: 25.0, 1: 25.0}, {0: 25.0, 1: 25.0}], gain=0.25)
    nothing = Candidate("c", "cut", 0.0, [], [{0: 25.0, 1: 25.0}, {0: 25.0, 1: 25.0}], gain=1e-13)
    judge("gain-ratio", [sliver, halves, nothing])
    assert (sliver.merit, halves.merit, nothing.merit) == (0.0, near(0.25), 0.0)
    judge("gain-ratio", [sliver])
    assert sliver.merit == near(0.05 / 0.0807931)


def test_bound() -> None:
    # ln(1/delta) = 8, n = 100: sqrt(8 / 200) = 1/5
    assert hoeffding_bound(1.0, math.exp(-8.0), 100.0, 100.0) == near(0.2)
    assert hoeffding_bound(2.0, 1e-7, 200.0, 200.0) == near(2.0 * 0.2007366)
    # weights 1 and 3: effective rows 16 / 10; ln(1/delta) = 3.2: sqrt(3.2 / 3.2)
    assert hoeffding_bound(1.0, math.exp(-3.2), 4.0, 10.0) == near(1.0)


# ---- what a leaf keeps, and the candidates


def test_running_mean_and_deviations() -> None:
    normal = Normal(2.0, 1.0)
    for x in [4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]:
        normal.observe(x, 1.0)
    assert (normal.weight, normal.mean, normal.lo, normal.hi) == (8.0, 5.0, 2.0, 9.0)
    assert normal.m2 == near(32.0)  # 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16


def test_weighted_mean_and_deviations() -> None:
    normal = Normal(1.0, 1.0)
    normal.observe(3.0, 3.0)
    assert (normal.weight, normal.mean) == (4.0, 2.5)
    assert normal.m2 == near(3.0)  # 1 (3/2)^2 + 3 (1/2)^2


def test_normal_distribution_function() -> None:
    assert phi(0.0) == 0.5
    assert phi(1.0) == near(0.8413447)
    assert phi(-10.0) == near(7.619853e-24)


def test_weight_on_the_left_of_a_cut() -> None:
    normal = Normal(0.0, 1.0)
    normal.observe(2.0, 1.0)  # mean 1, variance 2
    assert normal.left_of(-0.1) == 0.0
    assert normal.left_of(1.0) == 1.0  # half of the weight 2
    assert normal.left_of(0.0) == near(2.0 * 0.2397501)  # Phi(-1/sqrt 2)
    assert normal.left_of(2.0) == 2.0


def test_a_class_of_weight_one_or_less_stands_on_the_side_of_its_mean() -> None:
    normal = Normal(0.0, 0.5)
    normal.observe(2.0, 0.5)  # mean 1, weight 1: no variance
    assert normal.left_of(0.9) == 0.0
    assert normal.left_of(1.0) == 1.0


def test_grid_cuts_lie_at_ten_equal_steps() -> None:
    leaf = leaf_of("numeric", (0.0, 0, 1.0), (11.0, 1, 2.0))
    found = cuts(leaf, "a")
    assert [c.cut for c in found] == [float(i) for i in range(1, 11)]
    assert found[0].branches == [{0: 1.0, 1: 0.0}, {0: 0.0, 1: 2.0}]


def test_there_is_no_cut_between_neighbouring_numbers_or_in_a_constant_column() -> None:
    assert cuts(leaf_of("numeric", (3.0, 0, 1.0), (3.0, 1, 1.0)), "a") == []
    above = math.nextafter(1.0, 2.0)
    assert cuts(leaf_of("numeric", (1.0, 0, 1.0), (above, 1, 1.0)), "a") == []


def test_nominal_candidates_are_multiway_first_then_each_against_the_rest() -> None:
    leaf = leaf_of("nominal", (4, 0, 1.0), (2, 1, 1.0), (2, 0, 3.0), (0, 1, 2.0))
    many, zero, two, four = partitions(leaf, "a")
    assert (many.kind, many.categories) == ("many", [0, 2, 4])
    assert many.branches == [{1: 2.0}, {1: 1.0, 0: 3.0}, {0: 1.0}]
    assert [c.categories for c in (zero, two, four)] == [[0], [2], [4]]
    assert two.branches == [{1: 1.0, 0: 3.0}, {1: 2.0, 0: 1.0}]


def test_two_categories_give_one_candidate_and_one_category_none() -> None:
    assert [c.kind for c in partitions(leaf_of("nominal", (0, 0, 1.0), (1, 1, 1.0)), "a")] == ["many"]
    assert partitions(leaf_of("nominal", (0, 0, 1.0), (0, 1, 1.0)), "a") == []


def test_a_branch_must_hold_more_than_the_least_fraction() -> None:
    leaf = leaf_of("nominal", (0, 0, 1.0), (1, 1, 3.0))
    assert candidates(leaf, "a", "gini", 0.25, math.inf) == []  # 1 is not more than a quarter of 4
    assert len(candidates(leaf, "a", "gini", 0.24, math.inf)) == 1


# ---- a tree of one split


def test_one_split_with_all_its_numbers() -> None:
    root, red, blue = colours(min_branch_fraction=0.0).nodes()
    assert (root["column"], root["kind"], root["categories"]) == ("colour", "many", ["red", "blue"])
    assert (root["row"], root["reason"], root["children"], root["missing_to"]) == (4, "bound", [1, 2], 1)
    assert (root["gain"], root["second"]) == (1.0, 0.0)
    assert root["bound"] == near(0.2943525)  # sqrt(ln 2 / 8)
    assert root["votes"] == {1: 2.0, 2: 2.0}
    assert red["votes"] == {1: 2.0}
    assert blue["votes"] == {2: 2.0}
    assert (red["id"], red["parent"], red["depth"], red["weight"]) == (1, 0, 1, 2.0)


def test_the_lead_must_exceed_the_bound_or_the_bound_fall_below_tau() -> None:
    # ln(1/delta) = 8 at n = 4: the bound is exactly the gain, 1
    assert len(colours(delta=math.exp(-8.0), tau=0.9).nodes()) == 1
    assert colours(delta=math.exp(-8.0), tau=1.1).nodes()[0]["reason"] == "tie"


def test_a_gain_must_exceed_the_least_gain() -> None:
    assert len(colours(min_gain=1.0).nodes()) == 1
    assert len(colours(min_gain=0.99).nodes()) == 3


def test_the_range_counts_the_classes_of_the_leaf_and_no_others() -> None:
    # R(2) = 1, whatever else is declared
    assert colours(classes=[2, 1, 8, 9]).nodes()[0]["bound"] == near(0.2943525)


def test_depth_and_leaves_are_limited() -> None:
    assert len(colours(max_depth=0).nodes()) == 1
    assert len(colours(max_depth=1).nodes()) == 3
    assert len(colours(max_leaves=1).nodes()) == 1
    assert len(colours(max_leaves=2).nodes()) == 3


def test_of_equal_columns_the_first_wins_and_the_other_is_second() -> None:
    tree = Oracle(grace_period=2, delta=0.5, tau=1.0)
    tree.learn({"z": "p", "a": "u"}, 0)
    tree.learn({"a": "v", "z": "q"}, 1)
    root = tree.nodes()[0]
    assert (root["column"], root["gain"], root["second"], root["reason"]) == ("z", 1.0, 1.0, "tie")


def test_a_numeric_split_shares_the_votes_by_the_fitted_normals() -> None:
    tree = Oracle(grace_period=4, delta=0.5)
    for x, y in [(0.0, "low"), (2.0, "low"), (9.0, "high"), (11.0, "high")]:
        tree.learn({"x": x}, y)
    root, left, right = tree.nodes()
    # cuts at 1, 2, ..., 10: the first that separates is 2
    assert (root["kind"], root["cut"], root["gain"]) == ("cut", 2.0, 1.0)
    assert (left["votes"], right["votes"]) == ({"low": 2.0, "high": 0.0}, {"low": 0.0, "high": 2.0})
    assert tree.predict({"x": 2.0}) == "low"  # equal goes left


def test_rows_without_the_column_go_to_the_heavier_child_with_their_votes() -> None:
    tree = Oracle(grace_period=6, delta=0.5)
    for colour, y in [("red", 1), ("blue", 2), ("blue", 2), ("red", 1), ("blue", 2), (None, 1)]:
        tree.learn({"colour": colour}, y, 2.0)
    root, red, blue = tree.nodes()
    # present: (4, 6), entropy 0.9709506, of 10 in 12; the heavier child also gets the row (None, 1)
    assert root["gain"] == near(0.9709506 * 10 / 12)
    assert red["votes"] == {1: 4.0}
    assert blue["votes"] == {2: 6.0, 1: 2.0}
    assert root["missing_to"] == blue["id"]
    # every row had weight 2, hence weight_sq = 2 weight, and the children go on with 2 and 4 effective rows
    assert [leaf.weight_sq for leaf in tree.tree[1:] if isinstance(leaf, Leaf)] == [8.0, 16.0]


def test_bound_of_a_child_counts_the_inherited_rows_and_its_gain_does_not() -> None:
    tree = colours()
    for x, y in [("p", 1), ("q", 2), ("p", 1), ("q", 2)]:
        tree.learn({"colour": "red", "x": x}, y)
    child = tree.nodes()[1]
    assert (child["column"], child["gain"]) == ("x", 1.0)
    assert child["bound"] == near(math.sqrt(math.log(2) / 12))  # 2 inherited, 4 own
    assert child["votes"] == {1: 4.0, 2: 2.0}
    assert [leaf["votes"] for leaf in tree.nodes()[3:]] == [{1: 2.0}, {2: 2.0}]  # own rows only


# ---- new categories


def test_a_new_category_is_answered_by_the_node_until_it_is_learned() -> None:
    tree = colours()
    assert tree.proba({"colour": "green"}) == {1: 0.5, 2: 0.5}
    assert len(tree.nodes()) == 3
    tree.learn({"colour": "green"}, 2)
    assert tree.nodes()[0]["categories"] == ["red", "blue", "green"]
    assert tree.nodes()[0]["children"] == [1, 2, 3]
    assert (tree.nodes()[3]["parent"], tree.nodes()[3]["votes"]) == (0, {2: 1.0})
    assert tree.predict({"colour": "green"}) == 2


def test_at_the_limit_of_leaves_a_new_category_goes_the_way_of_missing_values() -> None:
    tree = colours(max_leaves=2)
    tree.learn({"colour": "green"}, 2)
    assert [node["votes"] for node in tree.nodes()[1:]] == [{1: 2.0, 2: 1.0}, {2: 2.0}]


# ---- answers


def test_naive_bayes_with_nominal_columns() -> None:
    tree = Oracle(predictor="nb")
    for colour, y in [("red", 1), ("red", 1), ("blue", 1), ("blue", 2)]:
        tree.learn({"colour": colour}, y)
    # 1: 3/4 (2+1)/(3+2); 2: 1/4 (0+1)/(1+2): 0.45 to 0.0833333
    assert tree.proba({"colour": "red"})[1] == near(0.45 / (0.45 + 1 / 12))
    # unknown: 3/4 1/5 to 1/4 1/3
    assert tree.proba({"colour": "green"})[1] == near(0.15 / (0.15 + 1 / 12))
    assert tree.proba({}) == near({1: 0.75, 2: 0.25})


def test_naive_bayes_with_numeric_columns() -> None:
    tree = Oracle(predictor="nb")
    for x, y in [(0.0, "a"), (2.0, "a"), (6.0, "b"), (None, "c")]:
        tree.learn({"x": x}, y)
    # mean 1, and variance (2 + 6^2 / 12) / 2 of two values and one row spread over the range; asked at 2
    a = 0.5 * math.exp(-1 / 5) / math.sqrt(2 * math.pi * 2.5)
    b = 0.25 * math.exp(-16 / 6) / math.sqrt(2 * math.pi * 3)  # mean 6, variance 6^2 / 12
    c = 0.25 / 6 / 2  # never present: 1 / range, 1 / (1 + own)
    assert tree.proba({"x": 2.0}) == near({"a": a / (a + b + c), "b": b / (a + b + c), "c": c / (a + b + c)})


def test_a_column_without_extent_says_nothing() -> None:
    tree = Oracle(predictor="nb")
    for y in ["a", "b", "b"]:
        tree.learn({"x": 5.0}, y)
    assert tree.proba({"x": 80.0}) == near({"a": 1 / 3, "b": 2 / 3})


def test_adaptive_answers_by_whoever_was_right_more_often() -> None:
    tree = Oracle()
    rows = [("red", 1), ("red", 1), ("blue", 2), ("blue", 2), ("red", 1), ("blue", 2)]
    for colour, y in rows:
        tree.learn({"colour": colour}, y)
    root = tree.tree[0]
    assert isinstance(root, Leaf)
    # mc: no class, 1, 1, 1, 1 (of equals the first), 1. nb: no class, 1, 1, then at (2, 1)
    # 2/3 1/4 against 1/3 2/3, which is 2, then 1, 2.
    assert (root.mc_correct, root.nb_correct) == (2.0, 4.0)
    assert tree.predict({"colour": "blue"}) == 2


def test_majority_takes_the_first_of_equals() -> None:
    tree = Oracle(predictor="mc", classes=["reed", "ash"])
    tree.learn({}, "reed")
    tree.learn({}, "ash")
    assert tree.predict({}) == "ash"  # declared classes are sorted


def test_a_tree_that_has_learned_nothing_gives_no_class() -> None:
    tree = Oracle(classes=["a", "b"])
    tree.learn({"x": 1.0}, "c", 0.0)
    assert tree.predict({"x": 1.0}) is None
    assert tree.proba({"x": 1.0}) == {"a": 0.5, "b": 0.5}
    assert (tree.n_rows, tree.classes, tree.columns) == (0, ["a", "b"], [])


# ---- rows


def test_kind_of_a_column_is_set_by_its_first_value() -> None:
    tree = Oracle(nominal=["code"])
    tree.learn({"late": None, "flag": True, "code": 3, "x": 3, "word": "w"}, 0)
    assert tree.kinds == {"flag": "nominal", "code": "nominal", "x": "numeric", "word": "nominal"}
    tree.learn({"late": math.inf}, 0)
    tree.learn({"late": 2.5}, 0)
    assert tree.kinds["late"] == "numeric"
    assert tree.columns[0] == "late"


def test_numbers_are_brought_within_1e140() -> None:
    tree = Oracle()
    for x in [-1e300, 10**400, math.nan, -math.inf]:
        tree.learn({"x": x}, 0)
    root = tree.tree[0]
    assert isinstance(root, Leaf)
    assert root.extent("x") == (-1e140, 1e140)
    assert root.present("x") == {0: 2.0}
