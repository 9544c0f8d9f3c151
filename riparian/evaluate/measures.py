"""What is measured: each measure as a formula over sums of weight.

Cohen (1960) for kappa, Bifet et al. (2015) for kappa-T and kappa-M, Gama et al. (2013) for fading.
How the sums are made is not decided here (see tally and meter). The sums of some rows stand in one line of an
array: four sums over all classes, then three for each class, so that a class that comes later is appended.

    no-change misses, majority misses, misses, log loss | hits, true, predicted | hits, true, predicted | ...

Misses are sums of their own: what is left of the weight without the hits would be 0 up to roundings only.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Sums = NDArray[np.float64]

SHARED = 4
MISSES, LOSS = 2, 3
PER_CLASS = 3

# A probability of 0 for what did happen would make the loss infinite for ever: scikit-learn stops here, too.
LEAST_PROBABILITY = float(np.finfo(np.float64).eps)


def by_class(sums: Sums) -> tuple[Sums, Sums, Sums]:
    """Hits, true weight and predicted weight, each (lines, classes)."""
    found = sums[:, SHARED:].reshape(len(sums), (sums.shape[1] - SHARED) // PER_CLASS, PER_CLASS)
    return found[:, :, 0], found[:, :, 1], found[:, :, 2]


def total(parts: Sums) -> Sums:
    """The sum of each line, from the first class to the last.

    Strictly in order: a class without weight, however early it is known, then changes no bit.
    """
    if not parts.shape[1]:
        return np.zeros(len(parts))
    found: Sums = np.add.accumulate(parts, axis=1)[:, -1]
    return found


def share(part: Sums, whole: Sums) -> Sums:
    """Part over whole; NaN where there is no weight."""
    found = np.full(np.broadcast(part, whole).shape, np.nan)
    np.divide(part, whole, out=found, where=whole != 0)
    return found


def beyond(right: Sums, chance: Sums) -> Sums:
    """How much of what `chance` leaves open was gained; NaN where it leaves nothing open."""
    return share(right - chance, 1 - chance)


def against(sums: Sums, yardstick: int) -> Sums:
    """The share of a yardstick's misses that the model spared: (p - pc)/(1 - pc), without its roundings.

    NaN where the yardstick never missed, or so long ago that its misses have faded below a rounding.
    """
    missed = sums[:, yardstick]
    lasting = missed > total(by_class(sums)[1]) * LEAST_PROBABILITY
    return share(missed - sums[:, MISSES], np.where(lasting, missed, 0.0))


def accuracy(sums: Sums) -> Sums:
    """The weight of the rows predicted right over the weight of all rows."""
    hits, true, _ = by_class(sums)
    return share(total(hits), total(true))


def balanced_accuracy(sums: Sums) -> Sums:
    """The mean recall of the classes that occurred."""
    hits, true, _ = by_class(sums)
    recall = np.zeros(hits.shape)
    np.divide(hits, true, out=recall, where=true > 0)
    return share(total(recall), (true > 0).sum(axis=1).astype(np.float64))


def kappa(sums: Sums) -> Sums:
    """Cohen's kappa: accuracy beyond that of guesses with the same shares of classes.

    NaN where both sides know one and the same class only: guessing is never wrong there, and 0/0 is neither
    "no better than chance" (0) nor "perfect" (1). scikit-learn answers the same.
    """
    _, true, predicted = by_class(sums)
    weight = total(true)
    return beyond(accuracy(sums), share(total(true * predicted), weight * weight))


def kappa_t(sums: Sums) -> Sums:
    """Accuracy beyond that of the label before ("no change"), which says nothing about the first row.

    MOA lets it answer its class 0 there. NaN where no label changed: the yardstick is never wrong there, and
    an error of the model would count as infinitely bad.
    """
    return against(sums, 0)


def kappa_m(sums: Sums) -> Sums:
    """Accuracy beyond that of the class most frequent so far, which says nothing about the first row.

    Of equals the class whose label came first. MOA counts the row's own label before the majority answers,
    and so gives it a part of the answer; here it answers first. NaN where the majority is never wrong, as for
    `kappa_t`.
    """
    return against(sums, 1)


def log_loss(sums: Sums) -> Sums:
    """The mean of -ln(probability of the true class), which is taken as 2.2e-16 where it is less."""
    return share(sums[:, LOSS], total(by_class(sums)[1]))


MEASURES: dict[str, Callable[[Sums], Sums]] = {
    "accuracy": accuracy,
    "kappa": kappa,
    "kappa_t": kappa_t,
    "kappa_m": kappa_m,
    "balanced_accuracy": balanced_accuracy,
    "log_loss": log_loss,
}

# All but the one that needs probabilities.
USUAL = ("accuracy", "kappa", "kappa_t", "kappa_m", "balanced_accuracy")


def precision(confusion: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the weight predicted as a class, the share that was; NaN for a class never predicted.

    Parameters
    ----------
    confusion : array (classes, classes or classes + 1)
        Weight by true class (lines) and predicted class; a last column for rows without an answer.

    Examples
    --------
    >>> precision(np.array([[3.0, 1.0, 0.0], [1.0, 1.0, 2.0]])).tolist()
    [0.75, 0.5]
    """
    predicted = confusion.sum(axis=0)[: len(confusion)]
    return share(np.diagonal(confusion), predicted)


def recall(confusion: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the weight of a class, the share that was predicted as such; NaN for a class that never occurred.

    Parameters
    ----------
    confusion : array (classes, classes or classes + 1)
        As for `precision`.

    Examples
    --------
    >>> recall(np.array([[3.0, 1.0, 0.0], [1.0, 1.0, 2.0]])).tolist()
    [0.75, 0.25]
    """
    return share(np.diagonal(confusion), confusion.sum(axis=1))
