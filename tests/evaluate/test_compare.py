"""Tests over data sets: published numbers, SciPy, brute force, and what must be refused."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from riparian import VFDT
from riparian.evaluate import compare, prequential
from riparian.evaluate.ranks import critical_difference, friedman, holm, midranks, quantile, wilcoxon
from riparian.streams import Generated

stats = pytest.importorskip("scipy.stats")
# The normal approximation, which had another name before SciPy 1.13.
NEW_NAMES = tuple(int(part) for part in pytest.importorskip("scipy").__version__.split(".")[:2]) >= (1, 13)
NORMAL = "asymptotic" if NEW_NAMES else "approx"


def table(values, methods="abcdef"):
    return {f"set {n}": dict(zip(methods, line, strict=False)) for n, line in enumerate(values)}


# ---- by hand and from papers


def test_equal_means_are_equal_in_every_test_whatever_the_order_of_repetitions():
    # .1 + .2 + .3 and .3 + .2 + .1 differ in their last bit
    found = compare({f"s{n}": {"a": [0.1, 0.2, 0.3], "b": [0.3, 0.2, 0.1]} for n in range(10)}, tie=0)
    assert found.ranks.mean.tolist() == [1.5, 1.5]
    assert (found.ranks.p, found.pairs[0].test.p) == (1.0, 1.0)
    assert (found.pairs[0].wins, found.pairs[0].ties, found.pairs[0].losses) == (0, 10, 0)


@pytest.mark.parametrize(
    ("measure", "best"),
    [
        ("train_log_loss", "a"),
        ("window_log_loss", "a"),
        ("accuracy_deviation", "a"),
        ("train_accuracy_deviation", "a"),
        ("train_accuracy", "b"),
        ("rows_per_second", "b"),
    ],
)
def test_the_better_method_ranks_first_for_every_way_to_take_a_measure(measure, best):
    assert compare(table([[0.1, 0.2]] * 3), measure=measure).ranked[0] == best


def test_twenty_one_differences_of_one_sign_give_the_published_z():
    for differences in (np.arange(1, 22), -np.linspace(0.1, 3, 21), [*np.arange(1, 22), 0, 0]):
        found = wilcoxon(differences)
        assert round(found.z, 4) == -4.0145
        assert found.count == 21
        assert found.p == 2 / 2**21


@pytest.mark.parametrize(("methods", "q"), [(2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (6, 2.850)])
def test_quantiles_are_the_published_ones(methods, q):
    # Demšar (2006), table 5, prints 2.343 for what is 2.3437
    assert quantile(methods, 0.05) == pytest.approx(q, abs=1e-3)


def test_friedman_of_a_worked_example():
    # ranks (1, 2, 3), (1, 3, 2), (1, 2, 3), (2, 1, 3): means 5/4, 8/4, 11/4;
    # chi squared = 12·4/(3·4)·(25/16 + 64/16 + 121/16) - 3·4·4 = 52.5 - 48
    values = np.array([[0.9, 0.8, 0.7], [0.9, 0.7, 0.8], [0.6, 0.5, 0.4], [0.2, 0.3, 0.1]])
    found = friedman(values)
    assert found.mean.tolist() == [1.25, 2.0, 2.75]
    assert found.statistic == pytest.approx(4.5, rel=1e-14)


def test_the_critical_difference_of_four_methods_on_fourteen_data_sets():
    # 2.569 · sqrt(4·5/(6·14)) = 1.2535
    assert critical_difference(4, 14) == pytest.approx(1.2535, abs=1e-4)


def test_midranks_share():
    assert midranks([3, 1, 3, 2, 3]).tolist() == [4.0, 1.0, 4.0, 2.0, 4.0]


def test_holm_multiplies_by_what_is_left_and_never_falls():
    assert holm([0.01, 0.02, 0.02, 0.5]) == [0.04, 0.06, 0.06, 0.5]
    assert holm([0.6, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_wins_ties_and_losses_follow_the_tie_rule():
    # differences of 0.02, 0.009, 0 and -0.5 percentage points
    lines = [[0.9002, 0.9], [0.90009, 0.9], [0.5, 0.5], [0.8, 0.805]]
    found = compare(table(lines)).pair("a", "b")
    assert (found.wins, found.ties, found.losses) == (1, 2, 1)
    strict = compare(table(lines), tie=0.0)
    assert (strict.pair("a", "b").wins, strict.pair("b", "a").wins, strict.pairs[0].ties) == (2, 1, 1)
    assert "A tie is a difference below 0.0001." in str(compare(table(lines)))


def test_less_is_better_for_sizes_losses_and_times():
    lines = table([[1.0, 2.0]] * 6)
    assert compare(lines, measure="log_loss").pair("a", "b").wins == 6
    assert compare(lines, measure="accuracy").pair("a", "b").losses == 6
    assert compare(lines, less_is_better=True).ranked == ["a", "b"]


def test_a_tie_by_test_needs_the_repetitions_to_agree():
    always = {"a": [0.8 + n / 100 for n in range(8)], "b": [0.7 + n / 100 for n in range(8)]}
    once = {"a": [0.9, *[0.5] * 7], "b": [0.1, *[0.5] * 7]}
    found = compare({"x": always, "y": once}, tie="test")
    assert (found.pairs[0].wins, found.pairs[0].ties) == (1, 1)
    assert "Wilcoxon's test over the repetitions" in found.tie_rule


# ---- oracles


@pytest.mark.parametrize("seed", range(12))
def test_exact_p_counts_all_signs(seed):
    rng = np.random.default_rng(seed)
    differences = rng.integers(-4, 5, 9) if seed % 2 else rng.normal(0.5, 1, 9)
    given = differences[differences != 0]
    ranks = midranks(np.abs(given))
    total = ranks.sum()
    observed = min(ranks[given > 0].sum(), ranks[given < 0].sum())
    sums = np.array([ranks[np.array(signs)].sum() for signs in product([True, False], repeat=len(given))])
    share = np.mean(np.minimum(sums, total - sums) <= observed + 1e-9)
    assert wilcoxon(differences).p == pytest.approx(share, rel=1e-12)


@pytest.mark.parametrize("count", [10, 30, 50, 51, 200])
def test_wilcoxon_agrees_with_scipy(count):
    differences = np.random.default_rng(count).normal(0.2, 1, count)
    found = wilcoxon(differences)
    assert found.exact == (count <= 50)
    expected = stats.wilcoxon(differences, method="exact" if found.exact else NORMAL)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-9)
    assert found.statistic == expected.statistic
    assert found.z == pytest.approx(stats.wilcoxon(differences, method=NORMAL).zstatistic, rel=1e-12)


def test_ties_among_many_differences_correct_the_variance_as_scipy_does():
    differences = np.random.default_rng(2).integers(-5, 7, 100)
    expected = stats.wilcoxon(differences, method=NORMAL, zero_method="wilcox")
    assert wilcoxon(differences).z == pytest.approx(expected.zstatistic, rel=1e-12)
    assert wilcoxon(differences).p == pytest.approx(expected.pvalue, rel=1e-9)


@pytest.mark.parametrize("methods", [3, 4, 7])
def test_friedman_agrees_with_scipy(methods):
    values = np.random.default_rng(methods).integers(0, 6, (11, methods)).astype(float)
    found = friedman(values)
    expected = stats.friedmanchisquare(*values.T)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-9)


# ---- the comparison


def test_methods_in_one_group_are_not_told_apart():
    rng = np.random.default_rng(1)
    base = rng.random((20, 1)) * 0.1
    found = compare(
        table(np.hstack([base + 0.8, base + 0.799 + rng.normal(0, 0.002, (20, 1)), base + 0.5, base + 0.2]))
    )
    assert found.ranked[2:] == ["c", "d"]
    assert found.groups[0] == found.ranked[:2]
    assert found.differ("a", "d")
    assert not found.differ("a", "b")
    holms = compare(
        {
            name: dict(zip("abcd", line, strict=True))
            for name, line in zip(found.data_sets, found.values, strict=True)
        },
        correction="holm",
    )
    assert holms.critical_difference is None
    assert holms.groups == [found.ranked[:2]]


def test_equal_methods_are_one_group():
    found = compare(table([[0.5, 0.5, 0.5]] * 5))
    assert found.ranks.p == 1.0
    assert found.groups == [["a", "b", "c"]]
    assert [pair.test.p for pair in found.pairs] == [1.0] * 3


def drifting(seed):
    return Generated("sea", seed=seed).drift(Generated("sea", seed=seed + 1, function=3), position=500)


@pytest.mark.parametrize(
    "made",
    [
        drifting,
        lambda seed: drifting(seed).noisy(seed=seed),
        lambda seed: Generated("random-tree", seed=seed, tree_seed=seed + 7),
        lambda seed: Generated("rbf", seed=seed, model_seed=seed + 7),
    ],
    ids=["drift", "noise", "tree_seed", "model_seed"],
)
def test_streams_that_differ_in_seeds_at_any_depth_are_repetitions(made):
    trees = {"a": VFDT(predictor="mc"), "b": VFDT()}
    results = [
        prequential({name: tree.clone() for name, tree in trees.items()}, made(seed), rows=1000)
        for seed in (1, 2)
    ]
    found = compare(results)
    assert len(found.data_sets) == 1
    expected = np.mean([result["a"]["accuracy"] for result in results])
    assert found.values[0, 0] == pytest.approx(expected, abs=1e-12)


def test_fewer_rows_of_the_same_stream_are_another_data_set():
    results = [
        prequential({"a": VFDT(predictor="mc"), "b": VFDT()}, Generated("sea", seed=1), rows=rows)
        for rows in (1000, 2000)
    ]
    assert compare(results).data_sets == ["sea, 1,000 rows", "sea, 2,000 rows"]


def test_a_result_without_its_stream_is_refused():
    result = prequential({"a": VFDT(predictor="mc"), "b": VFDT()}, Generated("sea"), rows=100)
    bare = replace(result, settings={})
    with pytest.raises(ValueError, match=r"result 2 \(a, b\) does not say what it was measured on"):
        compare([result, bare])


def test_results_are_compared_by_stream_and_repeated_by_seed():
    results = [
        prequential(
            {"mc": VFDT(predictor="mc"), "nb": VFDT(predictor="nb")}, Generated(kind, seed=seed), rows=2000
        )
        for kind in ("sea", "agrawal")
        for seed in (1, 2, 3)
    ]
    found = compare(results)
    assert found.data_sets == ["sea", "agrawal"]
    assert found.methods == ["mc", "nb"]
    assert found.values[0, 0] == pytest.approx(np.mean([r["mc"]["accuracy"] for r in results[:3]]), rel=1e-15)
    assert compare(results, measure="nodes").values.shape == (2, 2)


def test_a_comparison_reads_as_two_tables():
    said = str(compare(table([[0.9, 0.8, 0.7]] * 6))).splitlines()
    assert said[0].startswith(
        "Friedman: chi squared 12, p 0.00248 over 6 data sets; critical difference (Nemenyi, 0.05) 1.353"
    )
    assert said[2].split() == ["method", "mean", "accuracy", "mean", "rank", "not", "apart"]
    assert said[3].split() == ["a", "0.9000", "1.0000", "a"]
    assert any(line.startswith("a : b") for line in said)


# ---- what must be refused


@pytest.mark.parametrize(
    ("given", "options", "error", "message"),
    [
        ({"x": {"a": 1.0}}, {}, ValueError, "at least two methods"),
        ({}, {}, ValueError, "at least two methods"),
        (
            {"x": {"a": 1.0, "b": 2.0}, "y": {"a": 1.0}},
            {},
            ValueError,
            "method 'b' has no value on data set 'y'",
        ),
        ({"x": {"a": 1.0, "b": float("nan")}}, {}, ValueError, "method 'b' has no value on data set 'x'"),
        ({"x": {"a": [1.0, 2.0], "b": [1.0]}}, {}, ValueError, "repeated equally often on data set 'x'"),
        ([1, 2], {}, TypeError, "there must be results, or a value by data set and method"),
        (
            {"x": {"a": 1, "b": 2}},
            {"correction": "bonferroni"},
            ValueError,
            "'nemenyi' or 'holm', got 'bonferroni'",
        ),
        ({"x": {"a": 1, "b": 2}}, {"alpha": 5}, ValueError, "alpha must lie between 0 and 1, got 5"),
        (
            {"x": {"a": 1, "b": 2}},
            {"tie": -1},
            ValueError,
            "tie must be a number of at least 0 or 'test', got -1",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(given, options, error, message):
    with pytest.raises(error, match=message):
        compare(given, **options)


def test_an_unknown_measure_names_those_there_are():
    result = prequential([VFDT(), VFDT(tau=0.2)], Generated("sea"), rows=100)
    with pytest.raises(ValueError, match=r"measure must be 'rows', 'accuracy'.* got 'f1'"):
        compare(result, measure="f1")


def test_without_scipy_one_line_says_what_to_install():
    program = """
import sys
sys.modules["scipy"] = sys.modules["scipy.stats"] = None
from riparian.evaluate import compare
try:
    compare({"x": {"a": 1, "b": 2}})
except ImportError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "scipy is not installed: pip install riparian[compare]\n"
