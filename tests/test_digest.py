"""The digest means it: everything that decides the future of a tree is in it, and nothing else changes it.

A model file holds the learning state that the digest is taken of. Column names are not part of a digest: the
same rows by name and by position give the same tree.
"""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import riparian
from riparian import IADEM2, MDT, VFDT, CorrHTree, CTree, HTree, MultiwayTree, OHyT, _native
from riparian.settings import CHOICES
from riparian.trees import Tree
from tests.long_streams import NAMED, NOMINAL, Stream, by_pandas, learn, make_stream
from tests.model_files.anatomy import Section, changed, header, sealed, sections
from tests.model_files.trees import TREES
from tests.observers.columns import EXACT, VARIANTS

ROWS: list[dict[str, Any]] = [
    {"x": 0.5, "flag": True, "code": 5, "s": "a", "far": "t7"},
    {},
    {"x": 2.0, "flag": False, "code": 7, "s": "new", "far": "new", "column": "new"},
]


every_tree = pytest.mark.parametrize("make", TREES.values(), ids=TREES.keys())


def native(tree: Tree) -> _native.Tree:
    found = tree._tree
    assert found is not None
    return found


def revived(tree: Tree, data: bytes) -> _native.Tree:
    own = native(tree)
    return _native.Model.from_bytes(data, []).tree(own.classes, own.columns, ["code"], own.by_position)


def state(tree: Tree) -> list[Section]:
    """What the digest is taken of."""
    return sections(native(tree).to_bytes([]))


def use(tree: _native.Tree) -> None:
    """Whatever may be asked of a tree."""
    tree.nodes()
    for x in ROWS:
        tree.predict_one(x)
        tree.predict_proba_one(x)
        tree.explain_one(x)
        for label in (3, "elm", "new"):
            tree.learn_one(x, label, 1.0)
    tree.memory_bytes()
    tree.nodes()
    tree.digest()


def test_the_trees_hold_every_kind_of_node() -> None:
    kinds = {node["test"]["kind"] for make in TREES.values() for node in make().nodes() if not node["leaf"]}
    assert kinds == {"cut", "intervals", "one", "many"}
    assert all(make().n_provisional >= 1 for name, make in TREES.items() if name.startswith("OHyT"))


# ---- every stored bit counts


@every_tree
def test_a_round_trip_through_bytes_keeps_every_bit(make: Callable[[], Tree]) -> None:
    tree = make()
    data = native(tree).to_bytes([])
    again = revived(tree, data)
    assert again.to_bytes([]) == data
    assert again.digest() == tree.digest()


@every_tree
def test_changing_any_stored_bit_changes_the_digest_or_is_refused(make: Callable[[], Tree]) -> None:
    tree = make()
    whole, digest = state(tree), tree.digest()
    unnoticed, others, noticed = [], [], 0
    for place, section in enumerate(whole):
        for at in range(8 * len(section.body)):
            body = bytearray(section.body)
            body[at // 8] ^= 1 << at % 8
            try:
                found = revived(tree, sealed(changed(whole, place, bytes(body)))).digest()
            except ValueError:
                continue
            except Exception as error:
                others.append((section.name, at // 8, repr(error)))
                continue
            noticed += found != digest
            if found == digest:
                unnoticed.append((section.name, at // 8))
    # Most of it is numbers, and any number may stand there; but segments count rows beside weights (there
    # only whole numbers may, and 0 only beside 0), exhaustive columns name the places of classes, and rows of
    # a window have few codes and classes.
    given = tree.get_params()
    narrow = (given.get("observer") in ("exhaustive", "segments")) + (given.get("window") is not None)
    assert noticed > (4 - narrow) * sum(len(section.body) for section in whole)
    assert (len(unnoticed), unnoticed[:5]) == (0, [])
    assert (len(others), others[:5]) == (0, [])


def test_a_column_declared_nominal_that_has_not_come_is_part_of_the_digest() -> None:
    trees = [VFDT(nominal=nominal) for nominal in (None, ["later"], ["other"])]
    for tree in trees:
        tree.learn_one({"a": 1.0}, 0)
    assert len({tree.digest() for tree in trees}) == 3
    for tree in trees[:2]:
        tree.learn_one({"a": 1.0, "later": 5}, 1)
    assert trees[0].nodes() == trees[1].nodes()
    assert trees[0].digest() != trees[1].digest()  # a number there, a category here


# ---- hostile bytes


@every_tree
def test_bytes_cut_short_at_any_length_are_refused(make: Callable[[], Tree]) -> None:
    tree = make()
    data, whole = native(tree).to_bytes([]), state(tree)
    for length in range(len(data)):
        with pytest.raises(ValueError, match="model"):
            revived(tree, data[:length])
    with pytest.raises(ValueError, match="followed by 1 bytes that do not belong to it"):
        revived(tree, data + b"\0")
    for place, section in enumerate(whole):
        for length in range(len(section.body)):
            with pytest.raises(ValueError, match=r"model|number"):
                revived(tree, sealed(changed(whole, place, section.body[:length])))
        with pytest.raises(ValueError, match=f"'{section.name}' of the model has 1 bytes too many"):
            revived(tree, sealed(changed(whole, place, section.body + b"\0")))


@every_tree
def test_bytes_that_are_not_a_model_are_refused_or_make_a_usable_tree(make: Callable[[], Tree]) -> None:
    tree = make()
    whole, rng = state(tree), random.Random(7)
    sizes = [len(section.body) for section in whole]
    words = [0, 1, 2, 3, 31, 32, 2**16, 2**31, 2**32 - 2, 2**32 - 1, 2**32, 2**63, 2**64 - 2, 2**64 - 1]
    words += [int(np.float64(x).view(np.uint64)) for x in (1.0, -1.0, np.nan, np.inf, -np.inf, 5e-324, 1e308)]
    survivors, faults = 0, []
    for trial in range(9000):
        (place,) = rng.choices(range(len(whole)), sizes)
        body = bytearray(whole[place].body)
        for _ in range(1 + trial % 3):
            # The texts at the front leave the numbers behind them at any offset.
            at = rng.randrange(len(body) - 7)
            body[at : at + 8] = rng.choice(words).to_bytes(8, "little")
        if trial % 4 == 0:
            body[rng.randrange(len(body)) :] = rng.randbytes(rng.randrange(200))
        try:
            use(revived(tree, sealed(changed(whole, place, bytes(body)))))
            survivors += 1
        except ValueError:
            pass
        except BaseException as error:  # a panic is no Exception
            if isinstance(error, KeyboardInterrupt):
                raise
            faults.append(repr(error))
    # Most words that are written there are no weights, or are rows that have not come.
    assert survivors > 500
    assert (len(faults), sorted(set(faults))[:3]) == (0, [])


def test_random_bytes_are_refused() -> None:
    rng = random.Random(8)
    for length in range(300):
        for data in (
            rng.randbytes(length),
            b"riparian" + rng.randbytes(length),
            header() + rng.randbytes(length),
        ):
            with pytest.raises(ValueError):
                _native.Model.from_bytes(data, [])


# ---- what does not change the digest

COPIES: dict[str, Callable[[Tree], Tree]] = {
    "pickle": lambda tree: pickle.loads(pickle.dumps(tree)),
    "old pickle": lambda tree: pickle.loads(pickle.dumps(tree, protocol=2)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "bytes": lambda tree: riparian.from_bytes(tree.to_bytes()),
}


Kind = tuple[Callable[..., Tree], dict[str, Any]]
KINDS: list[Kind] = [(VFDT, {"observer": observer}) for observer in VARIANTS]
KINDS += [
    (MDT, {"variant": variant, "faithful": faithful})
    for variant in CHOICES["variant"]
    for faithful in (False, True)
]
KINDS += [(HTree, {}), (CorrHTree, {})]
KINDS += [
    (CTree, {"bound": bound, "rivals": rivals}) for bound in CHOICES["bound"] for rivals in CHOICES["rivals"]
]
KINDS += [(IADEM2, {"difference": 0.4, "max_error": max_error}) for max_error in (None, 0.5)]
KINDS += [
    (OHyT, {"tau": 25, "nu": 0.4, "nu_of": nu_of, "revise_at": revise_at, "pushed_down": pushed_down})
    for nu_of in CHOICES["nu_of"]
    for revise_at in CHOICES["revise_at"]
    for pushed_down in CHOICES["pushed_down"]
]
KINDS += [(MultiwayTree, {"penalty": penalty}) for penalty in CHOICES["penalty"]]
KINDS += [(VFDT, {"observer": observer, "window": 50}) for observer in ("gaussian", *EXACT)]
KINDS += [(MultiwayTree, {"window": 120}), (MDT, {"window": 100}), (CTree, {"window": 100})]


def grown(seed: int, rows: int, predictor: str, kind: Kind) -> tuple[Tree, Stream]:
    stream = make_stream(seed, 400, numeric=2, nominal=4, classes=4, weights="real")
    preset, parts = kind
    given = {"grace_period": 15, "tau": 0.8, "delta": 0.1, "nominal": NOMINAL, "predictor": predictor}
    tree = preset(**{name: value for name, value in given.items() if name in preset().get_params()} | parts)
    learn(tree, stream, 0, rows)
    return tree, stream


draws = {
    "seed": st.integers(0, 2**32 - 1),
    "rows": st.integers(1, 399),
    "predictor": st.sampled_from(["mc", "nb", "nba"]),
    "kind": st.sampled_from(KINDS),
}


@settings(max_examples=40)
@given(**draws)
def test_reading_and_predicting_never_change_the_digest_or_the_future(
    seed: int, rows: int, predictor: str, kind: Kind
) -> None:
    tree, stream = grown(seed, rows, predictor, kind)
    twin, _ = grown(seed, rows, predictor, kind)
    digest = tree.digest()
    strange = {"x0": 1e300, "s0": "never seen", "code": -5, "flag": None, "column": "never seen"}
    for door in NAMED:
        tree.predict_many(door(stream, 300, 350))
        tree.predict_proba_many(door(stream, 350, 400))
    for x in ({}, strange, stream.row(399)):
        tree.predict_one(x)
        tree.predict_proba_one(x)
        tree.explain_one(x)
    for node in tree.nodes():
        node.clear()
    tree.to_text()
    tree.memory_bytes()
    native(tree).to_bytes([])
    if stream.opened(rows):
        frame = by_pandas(stream, 0, rows)
        assert 0.0 <= tree.score(frame, stream.labels[:rows]) <= 1.0
    for made in COPIES.values():
        learn(made(tree), stream, rows)
    assert (repr(tree), tree.n_rows) == (repr(twin), twin.n_rows)
    assert tree.digest() == digest
    learn(tree, stream, rows)
    learn(twin, stream, rows)
    assert tree.digest() == twin.digest()


@settings(max_examples=40)
@given(**draws, after=st.integers(0, 2**32 - 1))
def test_trees_of_equal_digest_have_equal_futures(
    seed: int, rows: int, predictor: str, kind: Kind, after: int
) -> None:
    tree, _ = grown(seed, rows, predictor, kind)
    # Another stream than the one before: new classes, categories and columns in another order.
    future = make_stream(after, 300, numeric=4, nominal=5, classes=5, weights="eighths")
    copies = [made(tree) for made in COPIES.values()]
    assert {one.digest() for one in copies} == {tree.digest()}
    for start, stop in ((0, 7), (7, 300)):
        said = tree.predict_proba_many(NAMED[after % 5](future, start, stop))
        for one in copies:
            assert np.array_equal(one.predict_proba_many(NAMED[after % 5](future, start, stop)), said)
            learn(one, future, start, stop)
        learn(tree, future, start, stop)
        assert {one.digest() for one in copies} == {tree.digest()}
        assert all(one.nodes() == tree.nodes() for one in copies)
