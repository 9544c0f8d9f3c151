"""Defects of other systems that concern rows, weights, shapes, copies and calls: none of them here.

Each test bears the number of the defect that it forbids. Those with numbers (N) are forbidden in
test_pitfalls_numbers.py, those that another file forbids already are listed in `ELSEWHERE`.
"""

import copy
import itertools
import os
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riparian import VFDT
from tests.long_streams import NAMED, NOMINAL, by_columns, by_pandas, learn_by_row, make_stream
from tests.model_files.anatomy import sealed, sections

TESTS = Path(__file__).resolve().parent

# What concerns one tree that keeps all it grows; budgets, adaptation, files and evaluation are not built yet.
CONCERNED = {
    *(f"N{n}" for n in (1, 3, 4, 5, 6, 7, 8)),
    *(f"C{n}" for n in range(1, 12)),
    *(f"W{n}" for n in range(1, 5)),
    *(f"S{n}" for n in (1, 2, 3, 4, 8)),
    *("P3", "P4", "A1", "A2", "A3", "A4", "A6", "M6", "M7"),
}
ELSEWHERE = {
    "C4": "test_digest.py::test_reading_and_predicting_never_change_the_digest_or_the_future",
    "C6": "doors/test_refusals.py::test_a_column_that_turns_from_number_to_text_is_refused",
    "C8": "doors/test_labels.py::test_the_column_of_a_class_never_moves",
    "C9": "doors/test_labels.py::test_labels_of_any_type_come_back_as_they_were",
    "W1": "doors/test_rows.py::test_weights_go_by_name_only",
    "W3": "doors/test_rows.py::test_weight_zero_changes_nothing",
    "P3": "test_digest.py::test_trees_of_equal_digest_have_equal_futures",
    "A1": "test_docs.py::test_examples_print_what_the_page_says",
    "A2": "test_settings.py::test_a_bad_value_is_refused_at_construction_and_by_set_params",
    "A3": "test_house.py::test_star_import_brings_every_public_name",
    "A6": "test_one_tree.py::test_any_batches_doors_and_threads_give_the_tree_of_the_rows",
}
PREDICTORS = ["mc", "nb", "nba"]
every_predictor = pytest.mark.parametrize("predictor", PREDICTORS)


def test_every_defect_that_concerns_us_has_its_test() -> None:
    here = [(TESTS / name).read_text("utf-8") for name in ("test_pitfalls.py", "test_pitfalls_numbers.py")]
    marks = [
        mark for text in here for mark in re.findall(r"-> None:  # ([A-Z]\d+(?:, [A-Z]\d+)*)$", text, re.M)
    ]
    found = {number for mark in marks for number in mark.split(", ")}
    for number, place in ELSEWHERE.items():
        file, name = place.split("::")
        assert f"def {name}(" in (TESTS / file).read_text("utf-8"), number
    assert found | set(ELSEWHERE) >= CONCERNED


def small(**given: Any) -> VFDT:
    return VFDT(**{"grace_period": 20, "tau": 0.5, "delta": 0.05, **given})


# ---- missing values, categories, classes


@every_predictor
def test_rows_without_the_tested_column_train_and_split(predictor: str) -> None:  # C1
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=3000), rng.normal(size=3000)
    tree = small(predictor=predictor)
    tree.learn_many({"x": x[:500], "z": z[:500]}, x[:500] > 0)
    assert {node["test"]["column"] for node in tree.nodes() if node["depth"] == 0} == {"x"}
    before = tree.n_leaves
    tree.learn_many({"z": z}, z > 0)
    assert tree.n_leaves > before
    assert (tree.predict_many({"z": z}) == (z > 0)).mean() > 0.95


@every_predictor
@pytest.mark.parametrize("fraction", [0.01, 0.3])  # many-way splits, and one against the rest
def test_a_category_never_seen_breaks_neither_learning_nor_predicting(
    predictor: str, fraction: float
) -> None:  # C2
    rng = random.Random(2)
    tree = small(predictor=predictor, min_branch_fraction=fraction)
    known = {"s": ["a", "b", "c", "d"], "t": ["p", "q", "r", "s"]}
    for _ in range(600):
        x = {name: rng.choice(values) for name, values in known.items()}
        tree.learn_one(x, known["s"].index(x["s"]) // 2 + known["t"].index(x["t"]) // 2)
    assert tree.n_leaves > 4
    before = tree.digest()
    for x in ({"s": "new", "t": "p"}, {"s": "a", "t": "new"}, {"s": "new", "t": "new"}):
        shares = tree.predict_proba_one(x)
        assert sum(shares.values()) == pytest.approx(1.0, abs=1e-12)
        assert tree.predict_one(x) == tree.predict_many([x] * 30).tolist()[7]
        assert tree.explain_one(x)
    assert tree.digest() == before
    for x in ({"s": "new", "t": "p"}, {"s": "a", "t": "newer"}):
        for _ in range(30):
            tree.learn_one(x, "surprise")
        assert tree.predict_proba_one(x)["surprise"] > 0
    tree.learn_many({"s": ["newest", "a"] * 50, "t": ["p", "latest"] * 50}, [0, "surprise"] * 50)


def test_the_position_of_a_column_does_not_matter() -> None:  # C3
    # Leaves of hundreds of noisy rows: no two columns have the same gain by accident.
    stream = make_stream(3, 12_000, numeric=4, nominal=4, classes=3, arrivals=False, weights="real")
    frame = by_pandas(stream, 0, len(stream))
    given: dict[str, Any] = {"nominal": NOMINAL, "predictor": "mc", "tau": 0.3}
    first = VFDT(**given)
    first.learn_many(frame, stream.labels, w=stream.weights)
    assert first.n_leaves > 20
    names = list(frame.columns)
    rng = random.Random(3)
    for order in (names[::-1], rng.sample(names, len(names)), names[3:] + names[:3]):
        tree = VFDT(**given)
        tree.learn_many(frame[order], stream.labels, w=stream.weights)
        assert tree.nodes() == first.nodes()


@pytest.mark.parametrize("seed", range(5))
def test_a_column_tested_many_way_is_never_tested_again_below(seed: int) -> None:  # C5
    stream = make_stream(seed, 4000, numeric=1, nominal=5, classes=4, missing=0.1)
    tree = small(nominal=NOMINAL, predictor="mc", tau=2.0)
    learn_by_row(tree, stream)
    nodes = {node["id"]: node for node in tree.nodes()}
    many = 0
    for node in nodes.values():
        if node["leaf"]:
            continue
        above = node
        while above["parent"] is not None:
            above = nodes[above["parent"]]
            if above["test"]["kind"] == "many":
                many += 1
                assert above["test"]["column"] != node["test"]["column"]
    assert many > 10


def test_the_number_of_columns_may_vary_from_row_to_row() -> None:  # C7
    rng = random.Random(7)
    names = [f"c{j}" for j in range(30)]
    rows = [{name: rng.gauss(i % 2, 1) for name in rng.sample(names, rng.randrange(31))} for i in range(900)]
    labels = [i % 2 for i in range(900)]
    tree, batch = small(), small()
    said = []
    for x, y in zip(rows, labels, strict=True):
        said.append(tree.predict_one(x))
        tree.learn_one(x, y)
    assert batch.predict_then_learn_many(rows, labels).tolist()[1:] == said[1:]
    assert batch.digest() == tree.digest()
    assert (tree.n_features_in_, set(tree.feature_names_in_)) == (30, set(names))
    calm = VFDT()
    assert (calm.predict_then_learn_many(rows, labels) == labels).mean() > 0.9


def test_a_label_outside_of_the_declared_classes_is_refused() -> None:  # C10
    tree = small().partial_fit([[0.0], [1.0]], [0, 1], classes=[0, 1])
    before = tree.digest()
    with pytest.raises(ValueError, match=r"row 1: the label must be among classes=\[0, 1\], got 2"):
        tree.partial_fit([[0.0], [1.0]], [1, 2], classes=[0, 1])
    assert (tree.digest(), tree.classes_.tolist()) == (before, [0, 1])


@every_predictor
def test_probabilities_have_a_column_for_every_class(predictor: str) -> None:  # C11
    stream = make_stream(11, 3000, nominal=2, classes=5)
    tree = small(nominal=NOMINAL, predictor=predictor, classes=["reed", "elm"])
    learn_by_row(tree, stream)
    shares = tree.predict_proba_many(by_columns(stream, 0, 3000))
    assert shares.shape == (3000, 6)
    assert np.abs(shares.sum(axis=1) - 1).max() < 1e-12
    assert (shares > 0).sum() > 3000 * 1.5  # not the winner's alone
    assert (tree.classes_[shares.argmax(axis=1)] == tree.predict_many(by_columns(stream, 0, 3000))).all()


# ---- weights


def test_fractions_of_weight_are_not_cut_off() -> None:  # W2
    halves, whole = VFDT(predictor="nb"), VFDT(predictor="nb")
    for i in range(100):
        x, y = {"x": float(i % 10), "s": "ab"[i % 2]}, i % 3
        whole.learn_one(x, y)
        halves.learn_one(x, y, w=0.5)
        halves.learn_one(x, y, w=0.5)
    assert halves.nodes()[0]["counts"] == whole.nodes()[0]["counts"] == {0: 34.0, 1: 33.0, 2: 33.0}
    a, b = (tree.predict_proba_one({"x": 4.0, "s": "b"}) for tree in (halves, whole))
    assert a == pytest.approx(b, rel=1e-9)  # sums of halves are exact, running means are not


def test_a_weight_is_no_number_of_repetitions() -> None:  # W2
    tree = VFDT()
    for w in (1e15, 1e15, 1e-300):  # repeated 1e15 times, this would never end
        tree.learn_one({"x": 1.0}, "heavy", w=w)
    assert (tree.n_rows, tree.nodes()[0]["counts"]) == (3, {"heavy": 2e15})


@pytest.mark.parametrize("size", [1, 2, 15, 16, 17])
def test_small_batches_lose_no_weight(size: int) -> None:  # W4
    stream = make_stream(14, 1000, weights="real")
    whole, tree = small(nominal=NOMINAL), small(nominal=NOMINAL)
    learn_by_row(whole, stream)
    for start, stop in itertools.pairwise([*range(0, 1000, size), 1000]):
        w = stream.weights[start:stop]
        tree.learn_many([stream.row(i) for i in range(start, stop)], stream.labels[start:stop], w=w)
    assert tree.n_leaves > 5
    assert tree.digest() == whole.digest()


# ---- shape


def test_a_tree_ten_thousand_deep_goes_on_learning() -> None:  # S1
    # Each pair of rows lies to the right of the last and splits the rightmost leaf once more.
    tree = VFDT(grace_period=2, tau=1e9, points=1, predictor="nba", threads=2)
    x = np.arange(20_000.0).reshape(-1, 1)
    tree.learn_many(x, np.arange(20_000) % 2)
    assert tree.depth == 10_000
    copies = [pickle.loads(pickle.dumps(tree)), copy.copy(tree), copy.deepcopy(tree)]
    more = np.arange(20_000.0, 20_040.0).reshape(-1, 1)
    for one in copies:
        one.learn_many(more, np.arange(40) % 2)
        one.learn_one([20_040.0], 0)
    for i in range(40):
        tree.learn_one(more[i], i % 2)
    tree.learn_one([20_040.0], 0)
    assert {one.digest() for one in copies} == {tree.digest()}
    assert tree.depth == 10_020
    assert len(tree.explain_one([1e9])) == 10_021
    assert tree.to_text().count("\n") == tree.n_nodes - 1
    assert np.abs(tree.predict_proba_many(x).sum(axis=1) - 1).max() < 1e-12


def test_nothing_is_shared_with_the_caller_or_between_copies() -> None:  # S2
    stream = make_stream(22, 500, arrivals=False)
    tree, labels, w = small(nominal=NOMINAL), list(stream.labels), stream.weights.copy()
    columns = {name: values.copy() for name, values in by_columns(stream, 0, 500).items()}
    tree.learn_many(columns, labels, w=w)
    other = copy.copy(tree)
    before, nodes = tree.digest(), tree.nodes()
    for name, values in columns.items():
        values[:] = 0.0 if name.startswith("x") else None
    labels.clear()
    w[:] = 99.0
    x = stream.row(3)
    tree.explain_one(x)[0].clear()
    tree.predict_proba_one(x).clear()
    tree.nodes()[0]["counts"].clear()
    other.learn_one(x, "elm")
    other.set_params(tau=0.9)
    x.clear()
    assert (tree.digest(), tree.nodes(), tree.tau) == (before, nodes, 0.5)
    assert other.digest() != before


@every_predictor
def test_counts_are_carried_to_the_children_and_recounts_agree(predictor: str) -> None:  # S3, S4
    stream = make_stream(33, 2500, numeric=2, nominal=4, classes=4, missing=0.1, weights="eighths")
    tree = small(nominal=NOMINAL, predictor=predictor, max_leaves=60, max_depth=6)
    born: dict[int, dict[Any, float]] = {0: {}}  # what each node had when it was made
    last: list[dict[str, Any]] = tree.nodes()
    splits = 0
    for i, label in enumerate(stream.labels):
        tree.learn_one(stream.row(i), label, w=float(stream.weights[i]))
        if tree.n_nodes == len(last):
            last = tree.nodes()
            continue
        nodes = tree.nodes()
        assert_counted(tree, nodes)
        for node in nodes[: len(last)]:
            if node["leaf"] or not last[node["id"]]["leaf"]:
                continue
            splits += 1
            children = [nodes[child] for child in node["children"]]
            for k in node["counts"]:
                own = node["counts"][k] - born[node["id"]].get(k, 0.0)
                passed = sum(child["counts"].get(k, 0.0) for child in children)
                assert passed == pytest.approx(own, rel=1e-9, abs=1e-9)  # shares of a normal are rounded
        for node in nodes[len(last) :]:
            # A leaf for a new category is made empty, and has learned this row since.
            sprouted = node["parent"] < len(last) and not last[node["parent"]]["leaf"]
            born[node["id"]] = {} if sprouted else node["counts"]
        last = nodes
    assert splits > 10
    assert tree.n_leaves <= 60


def assert_counted(tree: VFDT, nodes: list[dict[str, Any]]) -> None:
    """Sizes are what a walk from the root finds."""
    seen, leaves, depth, waiting = 0, 0, 0, [(0, 0)]
    while waiting:
        at, level = waiting.pop()
        node = nodes[at]
        assert (node["id"], node["depth"]) == (at, level)
        assert all(nodes[child]["parent"] == at for child in node.get("children", []))
        seen, leaves, depth = seen + 1, leaves + node["leaf"], max(depth, level)
        waiting += [(child, level + 1) for child in node.get("children", [])]
    assert (seen, leaves, depth) == (tree.n_nodes, tree.n_leaves, tree.depth)


PROGRAM = """
import numpy as np
from riparian import VFDT
X = np.random.default_rng(8).normal(size=(20000, 4))
words = np.array(["a", "b", "c"])[np.random.default_rng(9).integers(0, 3, 20000)]
columns = {f"x{j}": X[:, j] for j in range(4)} | {"word": words}
tree = VFDT(grace_period=50, tau=0.3, threads=THREADS)
tree.learn_many(columns, (X[:, 0] > 0) * 2 + (words == "a"))
print(tree.n_leaves, tree.digest())
"""


def test_two_runs_give_the_same_tree_in_any_process_and_on_any_threads() -> None:  # S8
    found = set()
    for hash_seed, threads in (("0", 1), ("1", 2), ("2", 3)):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM.replace("THREADS", str(threads))],
            cwd=TESTS.parent,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout)
    assert len(found) == 1
    assert int(found.pop().split()[0]) > 10


# ---- tiny inputs, two ways, sizes


@every_predictor
@pytest.mark.parametrize("rows", [0, 1, 2])
def test_tiny_inputs_work(rows: int, predictor: str) -> None:  # P4
    stream = make_stream(41, rows, classes=2, arrivals=False)
    for door in NAMED:
        tree = small(nominal=NOMINAL, predictor=predictor, classes=["never", "seen"])
        assert len(tree.predict_then_learn_many(door(stream, 0, rows), stream.labels)) == rows
        tree.learn_many(door(stream, 0, rows), stream.labels)
        assert tree.n_rows == 2 * rows
        assert tree.predict_proba_many(door(stream, rows, rows)).shape == (0, len(tree.classes_))
        assert tree.predict_proba_many(door(stream, 0, rows)).shape == (rows, len(tree.classes_))
        again = pickle.loads(pickle.dumps(tree))
        assert again.digest() == tree.digest()
        assert tree.to_text().startswith("all rows: ")
    if rows:
        one = small(predictor=predictor).fit([[1.5]] * rows, ["yes"] * rows)
        assert one.predict([[1.5]]).tolist() == ["yes"]


@every_predictor
def test_fast_and_slow_predictions_are_the_same(predictor: str) -> None:  # A4
    stream = make_stream(44, 9000, numeric=4, nominal=5, classes=5)
    tree = small(nominal=NOMINAL, predictor=predictor)
    tree.learn_many(by_columns(stream, 0, 6000), stream.labels[:6000])
    slow = [tree.predict_one(stream.row(i)) for i in range(9000)]
    shares = [list(tree.predict_proba_one(stream.row(i)).values()) for i in range(9000)]
    for threads, door in itertools.product((1, 2, 3), NAMED):
        tree.set_params(threads=threads)
        assert tree.predict_many(door(stream, 0, 9000)).tolist() == slow
        assert np.array_equal(tree.predict_proba_many(door(stream, 0, 9000)), shares)


@every_predictor
def test_memory_is_counted_at_every_row(predictor: str) -> None:  # M6
    stream = make_stream(46, 1500, nominal=5, classes=4)
    tree = small(nominal=NOMINAL, predictor=predictor)
    sizes = [tree.memory_bytes()]
    for i, label in enumerate(stream.labels):
        tree.learn_one(stream.row(i), label)
        sizes.append(tree.memory_bytes())
    assert tree.n_leaves > 10
    assert all(type(size) is int and size > 0 for size in sizes)
    assert sizes[-1] > 10 * sizes[1]


def test_counters_do_not_overflow_at_32_bits() -> None:  # M7
    tree = small(grace_period=1000)
    tree.learn_many({"x": np.arange(4567.0)}, np.arange(4567) % 2)
    kept, tree = tree.__getstate__(), VFDT.__new__(VFDT)
    data, *rest = kept["_kept"]
    word, large = (4567).to_bytes(8, "little"), (2**40).to_bytes(8, "little")
    assert data.count(word) == 1  # rows learned
    later = sealed([one._replace(body=one.body.replace(word, large)) for one in sections(data)])
    tree.__setstate__({**kept, "_kept": (later, *rest)})
    assert (tree.n_rows, tree.block_share) == (2**40, 0.0)
    tree.learn_many({"x": np.arange(3000.0)}, np.arange(3000) % 2, w=np.full(3000, 1e12))
    assert tree.n_rows == 2**40 + 3000
    assert max(node["weight"] for node in tree.nodes()) > 2**32
    assert tree.memory_bytes() > 0
