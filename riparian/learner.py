"""What is behind every learner: one native tree, started when it is first needed, and the doors to it.

Rows one at a time and tables; no arithmetic happens here. Values are checked, given their native form, and
handed on. The scikit-learn vocabulary is in estimator, what can be read off a tree in reading.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian import _native, labels, tables
from riparian.answering import Answering
from riparian.one_at_a_time import in_use, one_at_a_time
from riparian.parameters import Parameters
from riparian.plain import shown
from riparian.reading import Reading
from riparian.settings import at_least_0

# Threads that begin with a tree at once begin with the same one.
_STARTING = Lock()


class Learner(Parameters, Reading, Answering):
    """A native tree with doors for rows and tables."""

    # The tree that answers, and the same tree if it may learn on.
    _tree: _native.Tree | None = None
    _learner: _native.Tree | None = None
    # The settings that it was started with.
    _started_with: dict[str, Any] | None = None

    # ---- starting

    def _changed(self) -> None:
        # Not while a thread begins: it learns with the tree that it is given, or is refused. A tree that
        # another one has is not new.
        with _STARTING, suppress(RuntimeError):
            self._learner = None
            if self._tree is not None and self._tree.give_way(0):
                self._tree = None

    def _asked(self) -> _native.Tree:
        """The tree to read and to predict with."""
        tree = self._tree
        return self._started() if tree is None else tree

    def _started(self) -> _native.Tree:
        """The tree to learn with; it starts now if nothing has been learned."""
        given = self._given()
        with _STARTING:
            if self._tree is None:
                self._adopt(_native.Tree(self._settings()), given)
            elif given != self._started_with:
                before = self._started_with or {}
                name = next(name for name, value in given.items() if before.get(name) != value)
                raise ValueError(
                    f"{name} was {shown(before.get(name))} when this tree started and is "
                    f"{shown(given[name])} now: set it back to learn on, or start anew with fit() or clone()"
                )
            tree = self._learner = self._tree
            return tree  # type: ignore[return-value]

    def _adopt(self, tree: _native.Tree, given: dict[str, Any], dtype: np.dtype[Any] | None = None) -> None:
        """Go on with this native tree, which was started with these settings."""
        self._started_with = given
        self._label_dtype = dtype
        self._tree = self._learner = tree  # last: a thread that finds it learns with it

    def _declared_nominal(self) -> list[Any]:
        """Names and positions that the tree was told hold categories."""
        return list((self._started_with or self._given())["nominal"])

    # ---- rows

    def learn_one(self, x: Any, y: Hashable, *, w: float = 1.0) -> None:
        """Learn one row.

        Parameters
        ----------
        x : mapping or sequence
            Values by column name, or by position.
        y : hashable
            The label. A new one becomes a new class.
        w : float, 0 <= w, default 1.0
            The row's weight. A row of weight 0 changes nothing.

        Examples
        --------
        >>> from riparian import VFDT
        >>> tree = VFDT()
        >>> tree.learn_one({"level": 2.5, "gate": "open"}, "rising")
        >>> tree.predict_one({"level": 2.0}), tree.n_rows
        ('rising', 1)
        """
        try:
            (self._learner or self._started()).learn_one(x, y, w)
        except RuntimeError as wrong:
            raise in_use(wrong) from None

    @one_at_a_time
    def label_wanted(self, x: Any, *, tolerance: float = 0.1) -> bool:
        """Whether the label of a row would still teach something: ask for it only then, and learn it.

        No, if the row ends in a leaf that is settled: its majority class is known with confidence, and so is
        that no split of it would gain as much as is tolerated. Needs a rule with confidence (`CTree`,
        `CorrHTree`), and uses its `delta`.

        Parameters
        ----------
        x : mapping or sequence
            Values by column name, or by position.
        tolerance : float, 0 <= tolerance, default 0.1
            How much a split may gain that will never be made, in the units of the criterion; with 0 every
            label is wanted where leaves may still split.

        Returns
        -------
        bool

        Examples
        --------
        >>> from riparian import CTree
        >>> CTree().label_wanted({"level": 2.0})
        True
        """
        tolerated = at_least_0("tolerance", tolerance)
        return (self._tree or self._started()).label_wanted(x, tolerated)

    # ---- tables

    @one_at_a_time
    def learn_many(self, X: Any, y: Any, *, w: Any = None) -> None:
        """Learn the rows of a table in their order: the same tree as `learn_one` row by row.

        Parameters
        ----------
        X : table
            New columns may come with a frame or with dicts; an array must keep its number of columns.
        y : array-like, one label per row
            New labels become new classes.
        w : array-like or None, 0 <= w, default None
            The weight of each row; None for 1 each.

        Examples
        --------
        >>> from riparian import VFDT
        >>> tree = VFDT()
        >>> tree.learn_many([[0.1, 1.0], [0.9, 2.0]], ["no", "yes"])
        >>> tree.n_rows
        2
        """
        tree = self._learner or self._started()
        table, given, weight = self._batch(tree, X, y, w)
        if given.rows and (weight is None or weight.any()):
            with self._widening(tree, given):
                tree.learn_many(table.data, given.data, weight, self._threads())

    def predict_then_learn_many(self, X: Any, y: Any, *, w: Any = None) -> NDArray[Any]:
        """Predict each row, then learn it, in one pass: what prequential evaluation needs.

        Parameters
        ----------
        X, y, w
            As for `learn_many`.

        Returns
        -------
        array of the labels' dtype
            The answer to each row from the tree as it was before that row.

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().predict_then_learn_many([[0.1], [0.2], [0.9]], ["no", "no", "yes"])
        array(['', 'no', 'no'], dtype='<U3')
        """
        codes, classes = self._predict_then_learn_codes(X, y, w)
        return labels.answers(codes, classes, self._label_dtype)

    @one_at_a_time
    def _predict_then_learn_codes(self, X: Any, y: Any, w: Any = None) -> tuple[NDArray[np.int32], list[Any]]:
        """The same answers as codes and the classes they index, -1 for no answer: no label array is made."""
        tree = self._learner or self._started()
        table, given, weight = self._batch(tree, X, y, w)
        if given.rows and (weight is None or weight.any()):
            with self._widening(tree, given):
                return tree.predict_then_learn_many(table.data, given.data, weight, self._threads())
        return tree.predict_many(table.data, self._threads()), tree.classes

    def predict_proba_then_learn_many(self, X: Any, y: Any, *, w: Any = None) -> NDArray[np.float64]:
        """The probability of each class for each row, given before the row is learned: what log loss needs.

        Rows are taken one by one, so this is slower than `predict_then_learn_many`.

        Parameters
        ----------
        X, y, w
            As for `learn_many`.

        Returns
        -------
        array of shape (rows, classes)
            Columns in the order of `classes_` after the call; a class has probability 0 before its first row.

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().predict_proba_then_learn_many([[0.1], [0.2], [0.9]], ["no", "no", "yes"])
        array([[0., 0.],
               [1., 0.],
               [1., 0.]])
        """
        return self._predict_proba_then_learn_codes(X, y, w)[1]

    @one_at_a_time
    def _predict_proba_then_learn_codes(
        self, X: Any, y: Any, w: Any = None
    ) -> tuple[NDArray[np.int32], NDArray[np.float64], list[Any]]:
        """Answers as codes, probabilities, and the classes that both are about."""
        tree = self._learner or self._started()
        table, given, weight = self._batch(tree, X, y, w)
        with self._widening(tree, given):
            return tree.predict_proba_then_learn_many(table.data, given.data, weight)

    @contextmanager
    def _widening(self, tree: _native.Tree, given: labels.Labels) -> Iterator[None]:
        """Answers have room for these labels from now on, unless none of their rows is learned."""
        before, rows = self._label_dtype, tree.n_rows
        try:
            self._label_dtype = labels.widened(before, given.dtype)
            yield
        finally:
            with suppress(RuntimeError):  # another thread has the tree by now
                if tree.n_rows == rows:
                    self._label_dtype = before

    def _batch(
        self, tree: _native.Tree, X: Any, y: Any, w: Any
    ) -> tuple[tables.Table, labels.Labels, NDArray[np.float64] | None]:
        """A table with its labels and weights, all checked: nothing has been learned if this raises."""
        given = labels.labels(y).known_as(tree.classes)
        weight = labels.weights(w, given.rows)
        table = self._readable(tree, X, labels.counted(weight))
        tables.agree(table, given.rows)
        return table, given, weight
