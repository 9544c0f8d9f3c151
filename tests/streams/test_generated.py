"""Streams that are made up: restart, batching, noise, drift, and what is refused."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riparian import VFDT
from riparian.streams import Batch, Categories, Generated, Stream, chain, kinds
from riparian.streams.generated import WRAPPERS

KINDS = [name for name in kinds() if name not in WRAPPERS]


def matrix(batch: Batch) -> np.ndarray:
    """All values and the class as numbers."""
    columns = [values.codes if isinstance(values, Categories) else values for values in batch.X.values()]
    assert isinstance(batch.y, Categories)
    return np.column_stack([*columns, batch.y.codes])


@pytest.mark.parametrize("kind", KINDS)
def test_a_stream_starts_again_from_its_first_row(kind: str) -> None:
    stream = Generated(kind)
    assert np.array_equal(matrix(stream.take(500)), matrix(stream.take(500)))


@settings(deadline=None, max_examples=60)
@given(
    kind=st.sampled_from(KINDS),
    seed=st.integers(-(2**31), 2**31 - 1),
    size=st.integers(1, 700),
    noisy=st.booleans(),
)
def test_batches_of_any_size_hold_the_same_rows(kind: str, seed: int, size: int, noisy: bool) -> None:
    stream = Generated(kind, seed=seed)
    stream = stream.noisy(seed=seed) if noisy else stream
    whole = matrix(stream.take(600))
    parts = list(stream.batches(size=size, rows=600))
    assert max(map(len, parts)) <= size
    assert np.array_equal(np.concatenate([matrix(part) for part in parts]), whole)


@pytest.mark.parametrize("kind", KINDS)
def test_another_seed_gives_other_rows(kind: str) -> None:
    assert not np.array_equal(
        matrix(Generated(kind, seed=3).take(50)), matrix(Generated(kind, seed=4).take(50))
    )


def test_rows_one_by_one_are_dicts_with_labels() -> None:
    stream = Generated("stagger", seed=3)
    rows = [row for row, _ in zip(stream, range(3), strict=False)]
    batch = stream.take(3)
    assert [label for _, label in rows] == batch.y.tolist()
    assert rows[0][0] == {name: values[0] for name, values in batch.X.items()}
    assert set(rows[0][0]) == {"size", "color", "shape"}
    assert rows[0][0]["shape"] in ("circle", "square", "triangle")


def test_a_generated_stream_teaches_a_tree_its_concept() -> None:
    X, y, _ = Generated("stagger", function=2).take(4000)
    tree = VFDT()
    tree.learn_many(X, y)
    assert tree.classes_.tolist() == ["true", "false"] or tree.classes_.tolist() == ["false", "true"]
    assert (tree.predict_many(X) == np.asarray(y)).all()


def test_a_sudden_drift_changes_the_stream_at_its_position() -> None:
    before, after = Generated("sea", noise=0), Generated("sea", function=4, noise=0, seed=2)
    found = matrix(before.drift(after, position=1000, width=1).take(2000))
    # At the position itself both are equally likely; three rows away the chance of the other is below 1e-5.
    assert np.array_equal(found[:997], matrix(before.take(997)))
    taken = 2000 - int(np.flatnonzero((found == matrix(after.take(1))[0]).all(axis=1))[0])
    assert abs(taken - 1000) <= 3
    assert np.array_equal(found[-990:], matrix(after.take(taken))[-990:])


def test_a_gradual_drift_mixes_both_streams_around_its_position() -> None:
    before, after = Generated("sea", noise=0), Generated("sea", noise=0, seed=2)
    found = matrix(before.drift(after, position=5000, width=2000).take(10_000))
    old = np.isin(found[:, 0], matrix(before.take(10_000))[:, 0])
    # The share of the old stream is 1 / (1 + exp(4 (t - 5000) / 2000)): 0.88 at 4000, 0.12 at 6000.
    for row, share in [(1000, 1.0), (4000, 0.88), (5000, 0.5), (6000, 0.12), (9500, 0.0)]:
        assert old[row - 250 : row + 250].mean() == pytest.approx(
            share, abs=0.09
        )  # 4 deviations of 500 coins


def test_a_recurring_concept_comes_and_goes() -> None:
    before, after = Generated("stagger", function=1), Generated("stagger", function=3, seed=2)
    stream = before.drift(after, position=1000, width=1, times=2, stays=500, between=500)
    X, y, _ = stream.take(4000)
    is_large = np.isin(np.asarray(X["size"]), ["medium", "large"])
    small_and_red = (np.asarray(X["size"]) == "small") & (np.asarray(X["color"]) == "red")
    good = np.asarray(y) == "true"
    for start, concept in [(0, small_and_red), (1000, is_large), (1500, small_and_red), (2000, is_large)]:
        rows = slice(start + 5, start + 495)
        assert np.array_equal(good[rows], concept[rows])
    assert np.array_equal(good[2505:], small_and_red[2505:])


def test_a_chain_goes_through_its_concepts_in_order() -> None:
    concepts = [Generated("agrawal", function=number, perturbation=0) for number in (1, 7, 8)]
    X, y, _ = chain(concepts, every=1000).take(3000)
    age, group_a = np.asarray(X["age"]), np.asarray(y) == "groupA"
    income = np.asarray(X["salary"]) + np.asarray(X["commission"])
    loan = np.asarray(X["loan"])
    level = np.asarray([int(str(text)[-1]) for text in X["elevel"]])
    rules = [
        (age < 40) | (age >= 60),
        2 * income / 3 - loan / 5 - 20_000 > 0,
        2 * income / 3 - 5_000 * level - 20_000 > 0,
    ]
    for number, rule in enumerate(rules):
        rows = slice(number * 1000 + 5, number * 1000 + 990)
        assert np.array_equal(group_a[rows], rule[rows])


def test_noise_exchanges_the_share_of_labels_that_was_asked_for() -> None:
    plain = Generated("random-tree", seed=5)
    noisy = plain.noisy(columns=0.0, labels=0.2)
    changed = np.asarray(plain.take(20_000).y) != np.asarray(noisy.take(20_000).y)
    assert changed.mean() == pytest.approx(0.2, abs=0.012)  # four deviations of a share of 20,000


def test_balanced_classes_take_turns() -> None:
    y = Generated("agrawal", function=1, balanced=True).take(100).y
    assert y.tolist() == ["groupB", "groupA"] * 50


def test_the_repaired_house_keeps_a_value_of_its_area() -> None:
    def beyond(*, repaired: bool) -> np.ndarray:
        X, _, _ = Generated("agrawal", repaired=repaired).take(2000)
        area = 100_000 * (9 - np.asarray([int(str(text)[-1]) - 1 for text in X["zipcode"]]))
        value = np.asarray(X["hvalue"])
        return (value < 0.5 * area) | (value > 1.5 * area)

    assert not beyond(repaired=True).any()
    # MOA cuts every house off at 135,000, which is below half of what houses cost in five of nine areas.
    assert beyond(repaired=False).mean() > 0.5


def test_a_tree_of_de_rosa_has_as_many_leaves_as_asked_for() -> None:
    # A stream of a tree with two leaves is one cut in one column.
    X, y, _ = Generated("derosa-tree", leaves=2, columns=3).take(5000)
    is_first = np.asarray(y) == "class1"
    ranges = [
        (np.asarray(values)[is_first].max() < np.asarray(values)[~is_first].min())
        or (np.asarray(values)[~is_first].max() < np.asarray(values)[is_first].min())
        for values in X.values()
    ]
    assert sum(ranges) == 1


def test_values_of_mirkhan_have_five_decimals_and_labels_of_the_values_before() -> None:
    rounded, exact = (matrix(Generated("mirkhan-tree", rounded=flag).take(2000)) for flag in (True, False))
    assert np.array_equal(rounded[:, -1], exact[:, -1])
    assert np.array_equal(rounded[:, :-1], np.vectorize(lambda x: float(f"{x:.5f}"))(exact[:, :-1]))


@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        (
            "rondom-tree",
            {},
            r"stream must be 'agrawal', .* got 'rondom-tree' \(did you mean 'random-tree'\?\)",
        ),
        ("led", {"noise": 101}, "led: noise must be a whole number from 0 to 100, got 101"),
        ("led", {"nois": 1}, r"led has no parameter 'nois' \(did you mean 'noise'\?\)"),
        ("sea", {"function": 5}, "sea: function must be a whole number from 1 to 4, got 5"),
        ("rbf", {"change": float("nan")}, "rbf: change must be a number from 0 to 1, got NaN"),
        ("random-tree", {"nominals": 0, "numerics": 0}, "there must be a column"),
        (
            "random-tree",
            {"max_depth": 60, "first_leaf": 60},
            "more than 10000000 nodes, or too many for its columns; lower max_depth",
        ),
        (
            "random-tree",
            {"numerics": 10_000, "nominals": 0, "max_depth": 40, "leaf_fraction": 0},
            "too many for its columns; lower max_depth",
        ),
        (
            "clusters",
            {"classes": 10_000, "columns": 10_000, "clusters": 10_000},
            "must be at most 1e8, got 1e12",
        ),
        (
            "rbf",
            {"centroids": 1_000_000, "columns": 10_000},
            "centroids x columns must be at most 1e8, got 1e10",
        ),
        ("derosa-tree", {"leaves": 1_000_000, "columns": 10_000}, "leaves x columns must be at most 1e8"),
    ],
)
def test_what_cannot_be_is_refused_when_it_is_given(kind: str, given: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Generated(kind, **given)


def test_a_setting_that_is_no_number_is_refused() -> None:
    with pytest.raises(TypeError, match="led: noise must be a number, true or false, got '5'"):
        Generated("led", noise="5")


def test_streams_of_other_columns_cannot_follow_each_other() -> None:
    with pytest.raises(ValueError, match="must have the same columns and classes"):
        Generated("sea").drift(Generated("sine"), position=10)
    with pytest.raises(ValueError, match="at least one stream"):
        chain([], every=10)


def test_more_rows_at_once_than_fit_into_memory_are_refused() -> None:
    with pytest.raises(MemoryError, match="1000000000000000 rows at once do not fit into memory"):
        next(Generated("sea").batches(10**15))


def test_a_chain_may_be_long_but_not_endless() -> None:
    concept = Generated("stagger")
    assert len(chain([concept] * 300, every=10).take(3000)) == 3000
    with pytest.raises(ValueError, match="1000 concepts at the most"):
        chain([concept] * 1001, every=10)


def test_the_rows_of_any_stream_are_cut_to_size() -> None:
    class Given(Stream):
        columns = ()
        classes = None

        def start(self):  # type: ignore[no-untyped-def]
            for start in range(0, 100, 30):
                yield Batch({"x": np.arange(start, start + 30.0)}, np.arange(start, start + 30))

    stream = Given()
    assert [len(part) for part in stream.batches(size=20)] == [20, 10] * 4
    assert [len(part) for part in stream.batches(size=50, rows=65)] == [30, 30, 5]
    assert list(stream.batches(rows=0)) == []
    assert stream.take(65).y.tolist() == list(range(65))
