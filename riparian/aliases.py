"""The names that users of river, MOA, CapyMOA, scikit-multiflow and scikit-learn bring along, in one table.

A brought name that has a meaning here is translated; one that has none is refused with the way out.
What the settings themselves allow is not decided here (see settings).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Hashable, Mapping
from difflib import get_close_matches
from typing import Any, Concatenate, ParamSpec, TypeVar

from riparian.plain import shown

# Names, as brought: our setting.
NAMES: dict[str, str] = {
    # river
    "leaf_prediction": "predictor",
    "nominal_attributes": "nominal",
    "remove_poor_attrs": "drop_poor",
    "split_criterion": "criterion",
    "splitter": "observer",
    "n_splits": "points",
    # MOA and CapyMOA
    "confidence": "delta",
    "gracePeriod": "grace_period",
    "leafprediction": "predictor",
    "maxByteSize": "budget",
    "max_byte_size": "budget",
    "numericEstimator": "observer",
    "numeric_attribute_observer": "observer",
    "removePoorAtts": "drop_poor",
    "remove_poor_atts": "drop_poor",
    "splitConfidence": "delta",
    "splitCriterion": "criterion",
    "attritubeDiferentiation": "difference",
    "leafPrediction": "predictor",
    "tieThreshold": "tau",
    # scikit-multiflow
    "split_confidence": "delta",
    "tie_threshold": "tau",
    # scikit-learn
    "categorical_features": "nominal",
    "max_leaf_nodes": "max_leaves",
    "n_jobs": "threads",
}

_MEMORY = "a budget holds at every row: there is no period to set, and nothing to switch off; leave it out"
_BINARY = "one category against the rest is tried where a many-way split is not allowed; leave it out"
_PREPRUNE = "not splitting always competes, with a gain of exactly 0; leave it out, or raise min_gain"
_NB = "naive Bayes answers from the first row of a leaf; choose predictor='mc', 'nb' or 'nba'"
_SEED = "nothing is random here: the same rows always give the same tree; leave it out"
_ROWS = "a leaf looks for a split every grace_period rows; set grace_period"

# Names that mean nothing here: why, and what to do instead.
ABSENT: dict[str, str] = {
    "binarySplits": _BINARY,
    "binary_split": _BINARY,
    "class_weight": "weights belong to rows; pass w= (or sample_weight=) when learning",
    "disable_prepruning": _PREPRUNE,
    "max_share_to_split": "a pure leaf never splits and any other may; leave it out, or raise min_gain",
    "max_size": "river counts it in MiB; give budget='100MiB' for max_size=100 (OHyT has none)",
    "memoryEstimatePeriod": _MEMORY,
    "memory_estimate_period": _MEMORY,
    "merit_preprune": _PREPRUNE,
    "min_impurity_decrease": "the least gain is set relative to the criterion's range; use min_gain",
    "min_samples_leaf": _ROWS,
    "min_samples_split": _ROWS,
    "nbThreshold": _NB,
    "nb_threshold": _NB,
    "noPrePrune": _PREPRUNE,
    "no_preprune": _PREPRUNE,
    "nominalEstimator": "nominal columns keep one weight per category and class; leave it out",
    "random_seed": _SEED,
    "random_state": _SEED,
    "schema": "columns and classes are learned from the rows; declare classes= and nominal= if you like",
    "seed": _SEED,
    "splitTests": "nominal columns split many ways, as by MOA's default; leave it out",
    "driftDetectionMethod": "no tree here looks for drift; leave it out",
    "stopMemManagement": _MEMORY,
    "stop_mem_management": _MEMORY,
}

# Settings that some trees have and others do not.
ELSEWHERE: dict[str, str] = {
    "observer": "it keeps one normal distribution per class ('gaussian'); leave it out, or use VFDT",
    "candidates": "the preset says which cuts are scored; use variant if it has one, or VFDT",
    "variant": "its candidates say which cuts are scored; use candidates, or MDT",
    "criterion": "the preset has one, the error or (IADEM2, OHyT) the entropy; leave it out, or use VFDT",
    "rule": "the preset is its rule; leave it out, or use VFDT",
    "tau": "it has no ties: the best split is compared with the worst; leave it out, or use OHyT",
    "min_gain": "it asks what is surely known, and not for a least gain; leave it out, or use VFDT",
    "min_branch_fraction": "a branch may hold three quarters of the rows at most; leave it out, or use VFDT",
    "drop_poor": "it compares the best column with the poorest; leave it out, or use VFDT",
    "budget": "what provisional splits keep cannot be given up; leave it out, or use IADEM2",
    "difference": "only a tree that compares best and worst has one; use IADEM2, or rule 'iadem:0.1'",
    "max_error": "only trees that know how wrong they may be have one; use IADEM2 or OHyT",
    "intervals": "MultiwayTree has it (with multiway=True it is 8); leave it out, or use MultiwayTree",
    "penalty": "MultiwayTree has it (with multiway=True it is 'mdl'); leave it out, or use MultiwayTree",
    "multiway": "it has no cuts to choose several of, or compares cuts in two; use VFDT or MultiwayTree",
    "window": "its rule has no bound by which a new split could lead the old one; use VFDT or MultiwayTree",
    "nu": "only a tree that revises its splits has one; use OHyT",
    "nu_of": "only a tree that revises its splits has one; use OHyT",
    "revise_at": "only a tree that revises its splits has one; use OHyT",
    "pushed_down": "only a tree that revises its splits has one; use OHyT",
    "bound": "only a tree that splits with confidence has one; use CTree, or a rule",
    "c": "only a tree that splits with confidence has one; use CTree, or rule 'practical:0.5'",
    "factor": "only HTree has one; use that, or rule 'hoeffding:2'",
    "rivals": "only a tree that splits with confidence has some; use CTree",
    "faithful": "only a tree that has a program of its own to follow can be; use MDT",
}

# Settings of which one preset has more to say than the tables above.
OTHERWISE: dict[tuple[str, str], str] = {
    ("OHyT", "tau"): "its tau is a number of rows, 2000 by default; give that, or leave it out",
    ("MultiwayTree", "multiway"): "its splits are multi-way as they are; leave it out",
}

# Values, as brought: our value, by setting.
VALUES: dict[str, dict[Hashable, str]] = {
    "criterion": {
        "GainRatio": "gain-ratio",
        "GiniSplitCriterion": "gini",
        "InfoGainSplitCriterion": "entropy",
        "gain_ratio": "gain-ratio",
        "info_gain": "entropy",
        "information_gain": "entropy",
        "log_loss": "entropy",
    },
    "candidates": {"bin": "grid", "intersect": "crossings"},
    "variant": {"crossings": "intersect", "grid": "bin"},
    "observer": {
        "GaussianNumericAttributeClassObserver": "gaussian",
        "BinaryTreeNumericAttributeClassObserver": "exhaustive",
        "ExhaustiveSplitter": "exhaustive",
        "GaussianSplitter": "gaussian",
        "GreenwaldKhannaNumericAttributeClassObserver": "gk:10",
        "HistogramSplitter": "histogram",
        "VFMLNumericAttributeClassObserver": "bins:10",
        None: "gaussian",  # river: splitter=None
    },
    "predictor": {
        0: "mc",
        1: "nb",
        2: "nba",
        "MC": "mc",
        "MajorityClass": "mc",
        "NB": "nb",
        "NBAdaptive": "nba",
        "NaiveBayes": "nb",
        "NaiveBayesAdaptive": "nba",
        "majority": "mc",
        "majority_class": "mc",
        "naive_bayes": "nb",
        "naive_bayes_adaptive": "nba",
    },
}


def suggestion(given: object, choices: list[str]) -> str:
    """The words " (did you mean 'gini'?)", or none if nothing is near."""
    lower = {choice.lower(): choice for choice in reversed(choices)}
    near = get_close_matches(given.lower(), lower, n=1, cutoff=0.78) if isinstance(given, str) else []
    return f" (did you mean {lower[near[0]]!r}?)" if near else ""


def instead_of_options(given: str) -> str:
    """What to write for one of MOA's observers with its options, as a remark; empty if it is none of them.

    >>> instead_of_options("VFMLNumericAttributeClassObserver -n 100")
    " (write 'bins:100')"
    """
    name = re.split(r"[:\s]", given, maxsplit=1)[0].rpartition(".")[2]
    ours = VALUES["observer"].get(name)
    count = re.search(r"\s-n\s+(\d+)", given)
    if ours is None:
        return ""
    if count is None:
        return f" (write {ours!r})"
    if ours == "gaussian":
        return f" (write 'gaussian', and points={count[1]})"
    return f" (write '{ours.partition(':')[0]}:{count[1]}')"


def translated(owner: str, given: Mapping[str, Any], settings: tuple[str, ...]) -> dict[str, Any]:
    """Given names as our settings; the values stay as they are.

    >>> translated("VFDT", {"split_confidence": 1e-3}, ("delta", "tau"))
    {'delta': 0.001}
    """
    found: dict[str, Any] = {}
    brought_by: dict[str, str] = {}
    for name, value in given.items():
        setting = NAMES.get(name, name)
        if name in ABSENT:
            raise TypeError(f"{owner} has no setting {name!r}: {ABSENT[name]}")
        if (name != setting or setting not in settings) and (owner, setting) in OTHERWISE:
            raise TypeError(f"{owner} has no setting {name!r}: {OTHERWISE[owner, setting]}")
        if setting not in settings:
            if setting in ELSEWHERE:
                raise TypeError(f"{owner} has no setting {name!r}: {ELSEWHERE[setting]}")
            known = [*settings, *(word for word, ours in NAMES.items() if ours in settings)]
            raise TypeError(f"{owner} has no setting {shown(name)}{suggestion(name, known)}")
        if setting in found:
            raise TypeError(f"{brought_by[setting]} and {name} are the same setting: give one of them")
        found[setting] = value
        brought_by[setting] = name
    return found


Given = ParamSpec("Given")
Owner = TypeVar("Owner")


def accepted(
    construct: Callable[Concatenate[Owner, Given], None],
) -> Callable[Concatenate[Owner, Given], None]:
    """Let a constructor take brought names: it is called with our settings only."""
    settings = tuple(getattr(construct, "__kwdefaults__", None) or ())

    @functools.wraps(construct)
    def constructed(self: Owner, /, *args: Given.args, **given: Given.kwargs) -> None:
        owner = type(self).__name__
        if args:
            value = shown(args[0])
            raise TypeError(f"{owner} takes its settings by name, got {value}: write name={value}")
        construct(self, **translated(owner, given, settings))  # type: ignore[call-arg]

    return constructed
