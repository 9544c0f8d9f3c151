"""Models of three vocabularies, run the same way: predict rows, then learn them, in the order of the stream.

    predict_then_learn_many     ours: exact in batches of any size
    learn_one, predict_one      river's: row by row
    partial_fit, predict        scikit-learn's: a whole batch is predicted before it is learned

What is measured is not decided here (see trial).
"""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from riparian.categories import Categories
from riparian.evaluate.classes import Classes, Codes
from riparian.streams.stream import Batch, joined

Answers = tuple[Codes, NDArray[np.float64] | None]


class Runner(Protocol):
    """A model at work. Answers are codes of the evaluation's classes, and the true class's probability."""

    @property
    def together(self) -> int | None:
        """Rows that must be handed over together; None for any number."""
        ...

    def test_then_train(self, batch: Batch, actual: Codes) -> Answers:
        """Predict each row before it is learned."""
        ...

    def learn(self, batch: Batch) -> None:
        """Learn only."""
        ...

    def predict(self, batch: Batch, actual: Codes) -> Answers:
        """Predict only."""
        ...


def runner(
    name: str,
    model: Any,
    classes: Classes,
    *,
    delay: int = 0,
    batch_rows: int = 1000,
    loss: bool = False,
    apart: bool = False,
) -> Runner:
    """The runner for the richest vocabulary that a model has.

    `apart` says that learning and predicting are never asked of it in one call.
    """
    by_row = hasattr(model, "learn_one") and hasattr(model, "predict_one")
    told = not loss or hasattr(model, "_predict_proba_then_learn_codes")
    # Delayed labels go row by row.
    if hasattr(model, "predict_then_learn_many") and told and (apart or not delay):
        return InTables(model, classes, loss=loss)
    if by_row:
        if loss and not hasattr(model, "predict_proba_one"):
            raise TypeError(f"log_loss needs probabilities, but model {name!r} has no predict_proba_one")
        return ByRow(name, model, classes, delay, loss=loss)
    if hasattr(model, "partial_fit") and hasattr(model, "predict"):
        if loss and not hasattr(model, "predict_proba"):
            raise TypeError(f"log_loss needs probabilities, but model {name!r} has no predict_proba")
        return InBatches(name, model, classes, delay, batch_rows, loss=loss)
    raise TypeError(
        f"model {name!r} must have predict_then_learn_many, learn_one and predict_one, or partial_fit and "
        f"predict, got {type(model).__name__!r}"
    )


@contextmanager
def refusals_of(name: str) -> Iterator[None]:
    """Note on any error which model it is of."""
    try:
        yield
    except Exception as refusal:
        refusal.add_note(f"model {name!r}")
        raise


class InTables:
    """Ours: a batch is predicted and learned in one call, each row before it is learned."""

    together = None

    def __init__(self, model: Any, classes: Classes, *, loss: bool) -> None:
        self.model = model
        self.classes = classes
        self.loss = loss
        self.coded = hasattr(model, "_predict_then_learn_codes")

    def test_then_train(self, batch: Batch, actual: Codes) -> Answers:
        """Predict each row before it is learned."""
        X, y, w = batch
        if self.loss:
            codes, proba, labels = self.model._predict_proba_then_learn_codes(X, y, w)
            p = given_to_true(proba, labels, self.classes, actual)
            return self.classes.translated(codes, labels, self), p
        if self.coded:
            codes, labels = self.model._predict_then_learn_codes(X, y, w)
            return self.classes.translated(codes, labels, self), None
        return self.classes.answers(list(self.model.predict_then_learn_many(X, y, w=w))), None

    def learn(self, batch: Batch) -> None:
        """Learn only."""
        X, y, w = batch
        self.model.learn_many(X, y, w=w)

    def predict(self, batch: Batch, actual: Codes) -> Answers:
        """Predict only."""
        p = None
        if self.loss:
            proba = self.model.predict_proba_many(batch.X)
            p = given_to_true(proba, self.model.classes_.tolist(), self.classes, actual)
        if self.coded:
            codes, labels = self.model._predict_codes(batch.X)
            return self.classes.translated(codes, labels, self), p
        return self.classes.answers(list(self.model.predict_many(batch.X))), p


class ByRow:
    """River's words: one row after the other; labels are learned `delay` rows after they were predicted."""

    together = None

    def __init__(self, name: str, model: Any, classes: Classes, delay: int, *, loss: bool) -> None:
        self.name = name
        self.model = model
        self.classes = classes
        self.delay = delay
        self.loss = loss
        self.waiting: deque[tuple[dict[str, Any], Any, float | None]] = deque()
        self.weight_name = accepted(model.learn_one, ("w", "sample_weight"))

    def test_then_train(self, batch: Batch, actual: Codes) -> Answers:
        """Predict each row before it is learned."""
        found = np.empty(len(batch), dtype=np.int32)
        p = np.zeros(len(batch)) if self.loss else None
        for at, (x, y, w) in enumerate(rows_of(batch)):
            found[at] = self._answer(x)
            if p is not None:
                p[at] = self._probability(x, int(actual[at]))
            self.waiting.append((x, y, w))
            if len(self.waiting) > self.delay:
                self._learn(*self.waiting.popleft())
        return found, p

    def learn(self, batch: Batch) -> None:
        """Learn only."""
        for x, y, w in rows_of(batch):
            self._learn(x, y, w)

    def predict(self, batch: Batch, actual: Codes) -> Answers:
        """Predict only."""
        found = np.array([self._answer(x) for x, _, _ in rows_of(batch)], dtype=np.int32)
        if not self.loss:
            return found, None
        told = zip(rows_of(batch), actual.tolist(), strict=True)
        return found, np.array([self._probability(x, code) for (x, _, _), code in told])

    def _answer(self, x: dict[str, Any]) -> int:
        label = self.model.predict_one(x)
        return -1 if label is None else self.classes.code(label)

    def _probability(self, x: dict[str, Any], code: int) -> float:
        return float(self.model.predict_proba_one(x).get(self.classes.labels[code], 0.0))

    def _learn(self, x: dict[str, Any], y: Any, w: float | None) -> None:
        if w is None:
            self.model.learn_one(x, y)
        else:
            self.model.learn_one(x, y, **weighing(self.name, self.weight_name, w))


class InBatches:
    """Scikit-learn's words: tables of numbers, nominal columns as codes; a whole batch at a time.

    Rows before the first `partial_fit` have no answer.
    """

    def __init__(
        self, name: str, model: Any, classes: Classes, delay: int, batch_rows: int, *, loss: bool
    ) -> None:
        self.name = name
        self.model = model
        self.classes = classes
        self.delay = delay
        self.loss = loss
        self.together = batch_rows
        self.waiting = Batch({}, np.empty(0))
        self.fitted = hasattr(model, "classes_")
        self.weight_name = accepted(model.partial_fit, ("sample_weight",))
        if not self.fitted and not classes.labels:
            raise ValueError(
                f"model {name!r} must be told all classes beforehand, and the stream does not know them: "
                "call its partial_fit with classes= first"
            )

    def test_then_train(self, batch: Batch, actual: Codes) -> Answers:
        """Predict the batch, then learn it, or what of it has its labels by now."""
        found, p = self.predict(batch, actual)
        rows = joined([self.waiting, batch]) if len(self.waiting) else batch
        ready = max(0, len(rows) - self.delay)
        if ready:
            self.learn(rows.part(0, ready))
        self.waiting = rows.part(ready, len(rows))
        return found, p

    def learn(self, batch: Batch) -> None:
        """Learn only."""
        given = {} if batch.w is None else weighing(self.name, self.weight_name, batch.w)
        if not self.fitted:
            given["classes"] = np.array(self.classes.labels)
        self.model.partial_fit(matrix(batch), np.asarray(batch.y.tolist()), **given)
        self.fitted = True

    def predict(self, batch: Batch, actual: Codes) -> Answers:
        """Predict only."""
        if not self.fitted:
            nothing = np.full(len(batch), -1, dtype=np.int32)
            return nothing, np.zeros(len(batch)) if self.loss else None
        X = matrix(batch)
        found = self.classes.answers(self.model.predict(X).tolist())
        if not self.loss:
            return found, None
        labels = np.asarray(self.model.classes_).tolist()
        return found, given_to_true(self.model.predict_proba(X), labels, self.classes, actual)


def given_to_true(
    proba: NDArray[np.float64], labels: list[Any], classes: Classes, actual: Codes
) -> NDArray[np.float64]:
    """The probability that each row's true class was given; 0 for a class that the model does not know."""
    place = np.full(len(classes) + len(labels), -1)
    for column, label in enumerate(labels):
        place[classes.code(label)] = column
    column_of = place[actual]
    padded = np.concatenate([proba, np.zeros((len(proba), 1))], axis=1)  # place -1 is the last column
    found: NDArray[np.float64] = padded[np.arange(len(proba)), column_of]
    return found


def rows_of(batch: Batch) -> Iterator[tuple[dict[str, Any], Any, float | None]]:
    """Rows of a batch as dicts, each with its label and weight; a missing value is None or NaN."""
    names = list(batch.X)
    weights = [None] * len(batch) if batch.w is None else batch.w.tolist()
    lists = [values.tolist() for values in batch.X.values()]
    for label, weight, *values in zip(batch.y.tolist(), weights, *lists, strict=True):
        yield dict(zip(names, values, strict=True)), label, weight


def matrix(batch: Batch) -> NDArray[np.float64]:
    """Columns side by side as numbers; categories by their codes, NaN where one is missing."""
    found = np.empty((len(batch), len(batch.X)))
    for place, values in enumerate(batch.X.values()):
        if isinstance(values, Categories):
            found[:, place] = np.where(values.codes < 0, np.nan, values.codes)
        else:
            found[:, place] = values
    return found


def accepted(method: Any, names: tuple[str, ...]) -> str | None:
    """The first of these parameters that a method has."""
    try:
        parameters = inspect.signature(method).parameters
    except (TypeError, ValueError):
        return None
    found = next((name for name in names if name in parameters), None)
    if found is None and any(p.kind is p.VAR_KEYWORD for p in parameters.values()):
        return names[0]
    return found


def weighing(name: str, parameter: str | None, w: Any) -> dict[str, Any]:
    """A weight by the name that the model has for it."""
    if parameter is None:
        raise ValueError(
            f"the stream has weights, but model {name!r} learns without: take a model that has them, "
            "or a stream without"
        )
    return {parameter: w}
