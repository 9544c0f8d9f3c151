"""The measures row by row, in plain Python: slow, obvious, and made from the definitions alone."""

from __future__ import annotations

import math
from collections.abc import Sequence

Row = tuple[
    int, int, float, float
]  # true class, predicted class (-1: no answer), weight, probability of the true one


def yardsticks(rows: Sequence[Row]) -> list[tuple[bool, bool]]:
    """For each row: was the label before right, was the most frequent class so far right?"""
    found = []
    last = None
    seen: dict[int, float] = {}
    for true, _, weight, _ in rows:
        leader = None
        for label in seen:  # in the order of arrival
            if seen[label] > 0 and (leader is None or seen[label] > seen[leader]):
                leader = label
        found.append((true == last, true == leader))
        if weight > 0:
            last = true
            seen[true] = seen.get(true, 0.0) + weight
    return found


def measured(
    rows: Sequence[Row], sticks: Sequence[tuple[bool, bool]], factors: Sequence[float]
) -> dict[str, float]:
    """All measures of some rows; each counts with its weight times its factor."""
    weight = right = wrong = no_change = majority = loss = 0.0
    true_weight: dict[int, float] = {}
    answer_weight: dict[int, float] = {}
    hit_weight: dict[int, float] = {}
    for (true, answer, w, p), (same, most), factor in zip(rows, sticks, factors, strict=True):
        w = w * factor
        weight += w
        true_weight[true] = true_weight.get(true, 0.0) + w
        answer_weight[answer] = answer_weight.get(answer, 0.0) + w
        if true == answer:
            right += w
            hit_weight[true] = hit_weight.get(true, 0.0) + w
        wrong += w * (true != answer)
        no_change += w * (not same)
        majority += w * (not most)
        loss -= w * math.log(max(p, 2.220446049250313e-16))
    if not weight:
        return dict.fromkeys(
            ["accuracy", "kappa", "kappa_t", "kappa_m", "balanced_accuracy", "log_loss"], math.nan
        )
    chance = sum(true_weight[k] * answer_weight.get(k, 0.0) for k in true_weight) / weight**2
    recalls = [hit_weight.get(k, 0.0) / true_weight[k] for k in true_weight if true_weight[k]]
    accuracy = right / weight
    return {
        "accuracy": accuracy,
        "kappa": beyond(accuracy, chance),
        "kappa_t": 1 - wrong / no_change if no_change else math.nan,
        "kappa_m": 1 - wrong / majority if majority else math.nan,
        "balanced_accuracy": sum(recalls) / len(recalls),
        "log_loss": loss / weight,
    }


def beyond(accuracy: float, chance: float) -> float:
    return math.nan if chance == 1 else (accuracy - chance) / (1 - chance)


def table(
    rows: Sequence[Row], every: int, window: int | None = None, fading: float | None = None
) -> list[dict[str, float]]:
    """One dict per sample."""
    sticks = yardsticks(rows)
    found = []
    points = [*range(every, len(rows) + 1, every)]
    if len(rows) % every:
        points.append(len(rows))
    for stop in points:
        sample = {"row": stop, **measured(rows[:stop], sticks[:stop], [1.0] * stop)}
        if window is not None:
            start = max(0, stop - window)
            part = measured(rows[start:stop], sticks[start:stop], [1.0] * (stop - start))
            sample |= {f"window_{name}": value for name, value in part.items()}
        if fading is not None:
            factors = [fading ** (stop - 1 - at) for at in range(stop)]
            part = measured(rows[:stop], sticks[:stop], factors)
            sample |= {f"fading_{name}": value for name, value in part.items()}
        found.append(sample)
    return found
