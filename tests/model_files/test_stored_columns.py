"""What a leaf keeps of its columns, found in the bytes as docs/model-files.md has it."""

import numpy as np
import pytest

from riparian import VFDT, _native
from tests.model_files import observed
from tests.model_files.observed import WEIGHTS, Numbers
from tests.model_files.reader import Leaf, Model, read
from tests.model_files.trees import OTHERS, TREES

CLASSES = 3
RNG = np.random.default_rng(7)
# Two columns of 400 rows, the second with forty different values.
X = np.column_stack([RNG.normal(size=400), RNG.integers(0, 40, 400)])
Y = RNG.integers(0, CLASSES, 400)
W = RNG.choice([1.0, 0.5], 400)


def leaf_of(observer: str, rows: int = 400) -> Leaf:
    """The one leaf of a tree that has seen the rows; its classes are in order."""
    tree = VFDT(observer=observer, grace_period=10_000, classes=range(CLASSES))
    tree.learn_many(X[:rows], Y[:rows], w=W[:rows])
    (leaf,) = read(tree.to_bytes()).nodes
    assert isinstance(leaf, Leaf)
    assert leaf.classes == list(range(CLASSES))
    return leaf


def column_of(observer: str, column: int, rows: int = 400) -> Numbers:
    return np.array(leaf_of(observer, rows).numeric[column])


def weight_of(chosen: np.ndarray) -> list[float]:
    """Weights by class of some rows."""
    return np.bincount(Y[: len(chosen)][chosen], W[: len(chosen)][chosen], CLASSES).tolist()


# ---- one leaf, against its rows


def test_gaussians_are_moments_by_class_and_column() -> None:
    (numbers,) = leaf_of("gaussian").numeric
    for place, moments in enumerate(observed.gaussian(np.array(numbers), CLASSES, columns=2)):
        x, w = X[place == Y], W[place == Y]
        mean = w @ x / w.sum()
        # Welford's moments are rounded otherwise than these.
        expected = [w.sum() * np.ones(2), mean, w @ (x - mean) ** 2, x.min(axis=0), x.max(axis=0)]
        np.testing.assert_allclose(moments, expected, rtol=1e-12)


def test_bins_begin_with_the_first_different_values() -> None:
    upper, steps = observed.bins(column_of("bins:100", 0), CLASSES)
    assert steps.keys.tolist() == sorted(X[:100, 0])
    assert upper >= steps.keys[-1]
    assert steps.weights.sum() == pytest.approx(W.sum(), rel=1e-12)  # shares are rounded


def test_bins_know_the_class_of_their_first_row_and_its_weight_on_the_lower_end() -> None:
    upper, steps = observed.bins(column_of("bins:100", 1), CLASSES)
    assert (upper, steps.keys.tolist()) == (39.0, list(range(40)))
    for key, (boundary, weight) in zip(steps.keys, steps.more, strict=True):
        here = X[:, 1] == key
        assert boundary == Y[here][0]
        assert weight == weight_of(here)[int(boundary)]


@pytest.mark.parametrize("limit", [100, 16])
def test_slots_are_known_by_their_largest_numbers(limit: int) -> None:
    shift, steps = observed.dyadic(column_of(f"dyadic:{limit}", 1), CLASSES)
    assert (shift == 0) == (limit == 100)
    ends = np.concatenate([[-np.inf], steps.keys])
    for low, high, weights in zip(ends, ends[1:], steps.weights, strict=False):
        assert weights.tolist() == weight_of((X[:, 1] > low) & (X[:, 1] <= high))
    bits = steps.keys.view(np.uint64) & np.uint64((1 << shift) - 1)
    assert (bits == (1 << shift) - 1).all()  # the last bits are set where numbers are positive


@pytest.mark.parametrize(("column", "rows"), [(0, 400), (1, 400), (1, 30)])
def test_segments_are_values_with_the_rows_and_weights_of_each_class(column: int, rows: int) -> None:
    found = observed.segments(column_of("segments", column, rows), CLASSES)
    x = X[:rows, column]
    assert found.values.tolist() == sorted({*x.tolist()})
    for value, counts, weights in zip(found.values, found.rows, found.weights, strict=True):
        assert counts.tolist() == np.bincount(Y[:rows][x == value], minlength=CLASSES).tolist()
        assert weights.tolist() == weight_of(x == value)


def test_histograms_are_values_and_then_intervals() -> None:
    exact = observed.histogram(column_of("histogram", 0, rows=32), CLASSES)
    assert exact[:3] == (0.0, 0.0, (0.0, 0.0))
    assert exact.steps.keys.tolist() == sorted(X[:32, 0])
    layer = observed.histogram(column_of("histogram", 0), CLASSES)
    assert layer.seen == (X[:, 0].min(), X[:, 0].max())
    first = np.sort(X[:33, 0])
    assert layer.low <= first[0]
    assert layer.width == pytest.approx((first[-1] - first[0]) / 200, rel=0.02)
    assert layer.steps.weights.sum() == pytest.approx(W.sum(), rel=1e-12)  # weights are halved


@pytest.mark.parametrize("column", [0, 1])
def test_entries_are_all_different_values_by_class(column: int) -> None:
    found = observed.exhaustive(column_of("exhaustive", column), CLASSES)
    assert found.totals.tolist() == weight_of(np.ones(400, bool))
    assert 0 < found.ordered < len(found.values) or column == 1
    for value in np.unique(X[:, column]):
        here = found.values == value
        sums = np.bincount(np.array(found.classes)[here], found.weights[here], CLASSES)
        assert sums.tolist() == weight_of(X[:, column] == value)


@pytest.mark.parametrize("size", ["20", "0.05"])
def test_tuples_have_the_weight_up_to_their_values_within_their_bounds(size: str) -> None:
    lists = observed.quantiles(column_of(f"quantiles:{size}", 0), CLASSES)
    for place, (weight, values, masses, behind) in enumerate(lists):
        up_to = [W[(place == Y) & (X[:, 0] <= value)].sum() for value in values]
        assert weight == up_to[-1] == W[place == Y].sum()
        at_least = np.cumsum(masses)
        # All of these are sums of halves, and exact.
        assert (at_least <= up_to).all()
        assert (up_to <= at_least + behind).all()
        assert behind[-1] == 0
        assert len(values) < 100


@pytest.mark.parametrize("limit", [3, 20, 1000])
def test_tuples_of_gk_have_no_more_than_the_weight_up_to_their_values(limit: int) -> None:
    lists = observed.gk(column_of(f"gk:{limit}", 0), CLASSES)
    for place, (weight, values, masses, deltas) in enumerate(lists):
        up_to = [W[(place == Y) & (X[:, 0] <= value)].sum() for value in values]
        assert weight == up_to[-1] == W[place == Y].sum()
        # All of these are sums of halves, and exact.
        assert (np.cumsum(masses) <= up_to).all()
        assert deltas[-1] == 0
        assert len(values) == min(limit - 1, (place == Y).sum())


# ---- every leaf of every tree


def leaves(model: Model) -> list[Leaf]:
    """Those that observe, and what inner nodes keep."""
    return [
        node for node in [*model.nodes, *model.kept.values()] if isinstance(node, Leaf) and not node.frozen
    ]


KINDS = {**TREES, **{kind: make for kind, make in OTHERS.items() if kind != "budget"}}


@pytest.mark.parametrize("kind", KINDS)
def test_columns_and_the_class_weights_of_their_leaf_agree(kind: str) -> None:
    model = read(KINDS[kind]().to_bytes())
    for leaf in leaves(model):
        count = len(leaf.classes)
        if model.observer == "gaussian":
            for weights in observed.gaussian(np.array(leaf.numeric[0]), count, leaf.width)[:, 0].T:
                np.testing.assert_allclose(
                    weights, leaf.own
                )  # rows of a window are taken back, with rounding
        elif model.observer in WEIGHTS:
            for numbers in leaf.numeric:
                weights = WEIGHTS[model.observer](np.array(numbers), count)
                np.testing.assert_allclose(weights, leaf.own, atol=1e-12)  # added in another order


@pytest.mark.parametrize("kind", KINDS)
def test_categories_and_the_class_weights_of_their_leaf_agree(kind: str) -> None:
    model = read(KINDS[kind]().to_bytes())
    nominal = {column.place: column for column in model.columns if column.kind == 2}
    for leaf in filter(lambda leaf: leaf.starts, leaves(model)):
        width, near = len(leaf.starts) - 1, leaf.starts[-1]
        table = np.array(leaf.nominal).reshape(len(leaf.classes), near + width)
        places = [place for place in sorted(nominal) if place not in leaf.dropped[1]]
        for column, (start, end) in enumerate(zip(leaf.starts, leaf.starts[1:], strict=False)):
            far = [weights for at, _, weights in leaf.far if at == column]
            categories = np.vstack([table[:, start:end].T, *far])
            present = table[:, near + column]
            np.testing.assert_allclose(categories.sum(axis=0), present, atol=1e-12)  # in another order
            assert (present <= np.array(leaf.own) + 1e-12).all()
            assert end - start <= min(32, len(nominal[places[column]].categories))
        assert all(code >= 32 for _, code, _ in leaf.far)


def test_every_observer_is_looked_into() -> None:
    assert {*_native.observers()} == {*WEIGHTS, "gaussian"}
