"""What can be read off a tree: numbers worked by hand, the drawing, the path of a row, and great depth."""

import copy
import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riparian import VFDT


@pytest.fixture
def stump():
    """Four rows: x = 0 is 'a', x = 1 is 'b'; the leaf looks for a split at row 4."""
    tree = VFDT(grace_period=4, tau=2.0, points=1)
    tree.learn_many({"x": [0.0, 1.0, 0.0, 1.0]}, ["a", "b", "a", "b"])
    return tree


@pytest.fixture
def shop():
    """A many-way split on the colour, whose heaviest branch is red."""
    tree = VFDT(grace_period=12, tau=9.0, predictor="mc")
    tree.learn_many({"colour": ["red", "green", "blue", "red"] * 3}, ["warm", "cool", "cold", "warm"] * 3)
    return tree


def test_a_tree_that_has_learned_nothing_is_one_empty_leaf():
    tree = VFDT()
    assert (tree.n_rows, tree.n_nodes, tree.n_leaves, tree.depth, tree.block_share) == (0, 1, 1, 0, 0.0)
    assert tree.to_text() == "all rows: nothing seen"
    assert tree.nodes()[0]["counts"] == {}


def test_a_split_records_why_and_when(stump):
    # Entropy 1 before and 0 after: gain 1; no other column: second 0. R = lg 2 = 1 and n = 4, so the bound is
    # sqrt(ln(1e7) / 8) = 1.419: the lead of 1 is no proof, but the bound is below tau = 2.
    root, left, right = stump.nodes()
    assert (root["id"], root["parent"], root["depth"], root["leaf"]) == (0, None, 0, False)
    assert root["test"] == {"column": "x", "kind": "cut", "cut": 0.5, "cuts": [0.5], "categories": []}
    assert (root["row"], root["reason"], root["second"]) == (4, "tie", 0.0)
    assert root["gain"] == pytest.approx(1.0, rel=1e-12)  # rounding of the logarithm
    assert root["bound"] == pytest.approx(math.sqrt(math.log(1e7) / 8), rel=1e-12)
    assert root["counts"] == {"a": 2.0, "b": 2.0}
    assert root["children"] == [left["id"], right["id"]] == [1, 2]
    assert root["missing_to"] == 1  # the first of equals
    assert (left["counts"], left["weight"], left["parent"], left["depth"]) == (
        {"a": 2.0},
        2.0,
        0,
        1,
    )
    assert right["counts"] == {"b": 2.0}
    assert (stump.n_rows, stump.n_nodes, stump.n_leaves, stump.depth) == (4, 3, 2, 1)


def test_a_drawing_shows_tests_shares_and_weights(stump):
    assert stump.to_text() == (
        "all rows\n"  #
        "├── x <= 0.5 or missing: 'a' 100 % of 2\n"
        "└── x > 0.5: 'b' 100 % of 2"
    )
    assert stump.to_text(max_depth=0) == "all rows ..."
    assert stump.to_text(max_depth=1) == stump.to_text()


def test_a_drawing_of_a_many_way_split_names_the_categories(shop):
    assert shop.to_text() == (
        "all rows\n"
        "├── colour is 'red' or missing: 'warm' 100 % of 6\n"
        "├── colour is 'green': 'cool' 100 % of 3\n"
        "└── colour is 'blue': 'cold' 100 % of 3"
    )


def test_a_drawing_of_one_against_the_rest():
    # Only 'c' holds more than a quarter of the rows: the many-way split is dropped, 'c' (4 rows) against the
    # rest (6 rows) is not.
    tree = VFDT(grace_period=10, tau=9.0, min_branch_fraction=0.25, predictor="mc")
    tree.learn_many([["a"], ["b"], ["c"], ["d"], ["c"]] * 2, [False, False, True, False, True] * 2)
    assert tree.to_text() == (
        "all rows\n"  #
        "├── [0] is 'c': True 100 % of 4\n"
        "└── [0] is not 'c' or missing: False 100 % of 6"
    )


def test_at_most_four_classes_are_drawn():
    tree = VFDT()
    tree.learn_many([[0.0]] * 21, [0] * 6 + [1] * 5 + [2] * 4 + [3] * 3 + [4] * 2 + [5])
    assert tree.to_text() == "all rows: 0 28.6 %, 1 23.8 %, 2 19 %, 3 14.3 % and 2 more of 21"


@pytest.mark.parametrize(("value", "branch"), [(0.25, 1), (0.5, 1), (0.75, 2), (None, 1), (math.inf, 1)])
def test_the_path_of_a_row_says_why(stump, value, branch):
    step, leaf = stump.explain_one({"x": value})
    assert (step["node"], step["column"], step["branch"]) == (0, "x", branch)
    assert leaf["node"] == branch
    if value is None or math.isinf(value):
        assert step["missing"]
        assert step["because"] == "'x' is missing and goes with most rows: x <= 0.5"
    else:
        assert not step["missing"]
        assert step["value"] == value
        assert step["because"] == f"'x' is {value}: x {'<=' if branch == 1 else '>'} 0.5"
    assert leaf["counts"] == ({"a": 2.0} if branch == 1 else {"b": 2.0})
    assert leaf["because"] == ("'a' 100 % of 2" if branch == 1 else "'b' 100 % of 2")


def test_a_category_without_a_branch_is_answered_by_the_node(shop):
    *tests, last = shop.explain_one({"colour": "violet"})
    assert tests == []
    assert last["node"] == 0
    assert last["because"] == "no branch for this category: 'warm' 50 %, 'cool' 25 %, 'cold' 25 % of 12"
    assert shop.predict_one({"colour": "violet"}) == "warm"


def test_reading_and_predicting_change_nothing(stump):
    digest = stump.digest()
    stump.nodes()[0]["counts"]["a"] = 99.0
    stump.nodes()[0]["children"].append(7)
    stump.explain_one({"x": 0.1, "new": "column"})
    stump.predict_one({"x": 0.1, "new": "column"})
    stump.predict_proba_many([{"x": 5.0, "other": 1}])
    stump.to_text()
    stump.memory_bytes()
    copy.deepcopy(stump)
    assert stump.digest() == digest
    assert stump.nodes()[0]["counts"] == {"a": 2.0, "b": 2.0}


def test_a_digest_is_64_hexadecimal_digits_and_tells_trees_apart(stump):
    digest = stump.digest()
    assert len(digest) == 64
    assert int(digest, 16) >= 0
    other = copy.copy(stump)
    other.learn_one({"x": 0.0}, "a")
    assert other.digest() != digest == stump.digest()


@pytest.mark.parametrize("max_depth", [-1, 1.5, "2", True])
def test_a_bad_depth_of_drawing_is_refused(stump, max_depth):
    with pytest.raises(
        (TypeError, ValueError), match="max_depth must be a whole number of at least 0 or None, got"
    ):
        stump.to_text(max_depth=max_depth)


# ---- depth 10,000


@pytest.fixture(scope="module")
def chain():
    """Pairs of rows, each to the right of the last: every pair splits the rightmost leaf once more."""
    tree = VFDT(grace_period=2, tau=1e9, points=1, predictor="mc")
    n = 20_000
    tree.learn_many(np.arange(n, dtype=float).reshape(-1, 1), np.arange(n) % 2)
    return tree


def test_nothing_recurses_over_depth(chain):
    assert chain.depth == 10_000
    assert chain.n_leaves == 10_001
    assert len(chain.nodes()) == 20_001
    assert len(chain.explain_one([1e9])) == 10_001
    for same in (pickle.loads(pickle.dumps(chain)), copy.deepcopy(chain), copy.copy(chain)):
        assert same.digest() == chain.digest()
        assert same.depth == 10_000
    assert chain.predict_one([19_999.0]) == 1


def test_a_deep_drawing_grows_with_its_nodes_only(chain):
    text = chain.to_text()
    assert text.count("\n") == 20_000
    assert max(map(len, text.split("\n"))) < 250
    assert "(10000) " in text


# ---- properties

row = st.fixed_dictionaries(
    {}, optional={"x": st.none() | st.floats(-2, 2), "c": st.none() | st.sampled_from("uvw")}
)


@given(
    st.lists(st.tuples(row, st.integers(0, 2)), min_size=1, max_size=80),
    st.lists(row, min_size=1, max_size=5),
)
def test_nodes_paths_and_numbers_agree(stream, asked):
    tree = VFDT(grace_period=4, tau=5.0, points=2, predictor="mc")
    for x, y in stream:
        tree.learn_one(x, y)
    nodes = tree.nodes()
    by_id = {node["id"]: node for node in nodes}
    assert (len(nodes), sum(node["leaf"] for node in nodes)) == (tree.n_nodes, tree.n_leaves)
    assert max(node["depth"] for node in nodes) == tree.depth
    for node in nodes:
        for child in node.get("children", []):
            assert by_id[child]["parent"] == node["id"]
            assert by_id[child]["depth"] == node["depth"] + 1
    assert len(tree.to_text().split("\n")) == tree.n_nodes
    for x in asked:
        path = tree.explain_one(x)
        assert [step["branch"] for step in path[:-1]] == [step["node"] for step in path[1:]]
        last = by_id[path[-1]["node"]]
        if last["weight"]:
            best = max(last["counts"].values())
            assert last["counts"][tree.predict_one(x)] == best


def test_a_path_ends_with_the_answer_and_says_when_naive_bayes_gave_it() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(5000, 2))
    tree = VFDT()
    tree.learn_many(X, np.where(X.sum(axis=1) > 0, "wet", "dry"))
    told = 0
    for row in X[:500].tolist():
        end = tree.explain_one(row)[-1]
        assert end["answer"] == tree.predict_one(row)
        most = max(end["counts"], key=lambda label: end["counts"][label])
        assert ("naive Bayes answers" in end["because"]) == (end["answer"] != most)
        told += end["answer"] != most
    assert 0 < told < 500
