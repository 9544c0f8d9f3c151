"""The doors that answer and change nothing: rows and tables in, labels and probabilities out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian import _native, labels, tables
from riparian.one_at_a_time import in_use, one_at_a_time


class Answering:
    """Whatever has a native tree to ask."""

    # The dtype of its labels.
    _label_dtype: np.dtype[Any] | None = None

    def _asked(self) -> _native.Tree:
        """The tree to read and to predict with."""
        raise NotImplementedError

    def _threads(self) -> int:
        """The number of threads to work with."""
        raise NotImplementedError

    def _declared_nominal(self) -> list[Any]:
        """Names and positions that the tree was told hold categories."""
        raise NotImplementedError

    def predict_one(self, x: Any) -> Any:
        """The label for one row, or None if nothing has been learned.

        Parameters
        ----------
        x : mapping or sequence
            Values by column name, or by position. Columns that were never learned are ignored.

        Returns
        -------
        label or None

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().predict_one({"level": 2.0}) is None
        True
        """
        try:
            return self._asked().predict_one(x)
        except RuntimeError as wrong:
            raise in_use(wrong) from None

    def predict_proba_one(self, x: Any) -> dict[Any, float]:
        """The probability of each class for one row.

        Parameters
        ----------
        x : mapping or sequence
            Values by column name, or by position.

        Returns
        -------
        dict
            Probability by label; equal ones for the declared classes if nothing has been learned.

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT(classes=["no", "yes"]).predict_proba_one({"level": 2.0})
        {'no': 0.5, 'yes': 0.5}
        """
        try:
            return self._asked().predict_proba_one(x)
        except RuntimeError as wrong:
            raise in_use(wrong) from None

    def predict_many(self, X: Any) -> NDArray[Any]:
        """The label of each row of a table.

        Parameters
        ----------
        X : table
            Columns that were never learned are ignored, columns that are not there are missing.

        Returns
        -------
        array of the labels' dtype
            A row has no answer only if nothing has been learned (see the class).

        Examples
        --------
        >>> from riparian import VFDT
        >>> tree = VFDT()
        >>> tree.learn_many([[0.1], [0.9]], [3, 3])
        >>> tree.predict_many([[0.5]])
        array([3])
        """
        codes, classes = self._predict_codes(X)
        return labels.answers(codes, classes, self._label_dtype)

    @one_at_a_time
    def predict_proba_many(self, X: Any) -> NDArray[np.float64]:
        """The probability of each class for each row of a table.

        Parameters
        ----------
        X : table
            As for `predict_many`.

        Returns
        -------
        array of shape (rows, classes)
            Columns in the order of `classes_`, which never changes for old classes.

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT(classes=["no", "yes"]).predict_proba_many([[0.5]])
        array([[0.5, 0.5]])
        """
        tree = self._asked()
        return tree.predict_proba_many(self._readable(tree, X).data, self._threads())

    @one_at_a_time
    def _predict_codes(self, X: Any) -> tuple[NDArray[np.int32], list[Any]]:
        """The answers of `predict_many` as codes and the classes they index."""
        tree = self._asked()
        return tree.predict_many(self._readable(tree, X).data, self._threads()), tree.classes

    def _readable(self, tree: _native.Tree, X: Any, counted: NDArray[np.bool_] | None = None) -> tables.Table:
        known = self._known(tree, counted)
        return tables.fitting(tables.table(X, known), known)

    def _known(self, tree: _native.Tree, counted: NDArray[np.bool_] | None = None) -> tables.Known:
        return tables.Known(type(self).__name__, tree.columns, tree.kinds, self._declared_nominal(), counted)
