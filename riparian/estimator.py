"""The scikit-learn vocabulary: fit, partial_fit, predict, predict_proba, score.

Stricter than the tables' doors, as its users expect: names and number of columns must be those of `fit`.
scikit-learn is never imported by importing this; its tags, warnings and errors are used where it is there.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from riparian import _native, labels, tables
from riparian.learner import Learner
from riparian.one_at_a_time import REFUSED, one_at_a_time
from riparian.plain import shown
from riparian.settings import in_order


class NotFittedError(ValueError, AttributeError):
    """Asked before anything was learned; scikit-learn's error of that name where it is loaded."""


class Estimator(Learner):
    """What scikit-learn asks of a classifier."""

    _estimator_type = "classifier"

    @one_at_a_time
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Start anew with the classes of `y` declared, and learn the table.

        Parameters
        ----------
        X : table
            At least one row and one column.
        y : array-like, one label per row
            Classes; float labels must be whole numbers here, as scikit-learn has it (`learn_many` takes any).
        sample_weight : array-like or None, default None
            The weight of each row; None for 1 each.

        Returns
        -------
        self

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().fit([[0.1], [0.9], [0.2]], ["yes", "no", "yes"]).classes_
        array(['no', 'yes'], dtype='<U3')
        """
        settings = self._settings()
        given = target(y)
        weight = labels.weights(sample_weight, given.rows, "sample_weight")
        if weight is not None and not weight.any():
            raise ValueError("sample_weight must not be zero in every row")
        known = tables.Known(type(self).__name__, nominal=settings["nominal"], counted=labels.counted(weight))
        table = tables.fitting(tables.table(X, known), known)
        at_least_one(table)
        there(table, known)
        tables.agree(table, given.rows)
        declared = in_order([*(settings["classes"] or []), *given.distinct()])
        tree = _native.Tree({**settings, "classes": declared})
        tree.learn_many(table.data, given.data, weight, self._threads())
        self._adopt(tree, self._given(), given.dtype)
        return self

    @one_at_a_time
    def partial_fit(
        self, X: Any, y: Any, classes: Iterable[Hashable] | None = None, sample_weight: Any = None
    ) -> Self:
        """Learn the table on top of what was learned before.

        Parameters
        ----------
        X : table
            The same columns in every call.
        y : array-like, one label per row
            Labels; where `classes` is given, all of them are among it.
        classes : list of labels or None, default None
            All classes, if they are to be known before they turn up. May be left out, in any call.
        sample_weight : array-like or None, default None
            The weight of each row; None for 1 each.

        Returns
        -------
        self

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().partial_fit([[0.1]], ["no"], classes=["yes", "no"]).classes_
        array(['no', 'yes'], dtype='<U3')
        """
        tree = self._learner or self._started()
        given = target(y).known_as(tree.classes)
        declared = target(list(classes)).distinct() if classes is not None else []
        if declared:
            outside_of(declared, given)
        weight = labels.weights(sample_weight, given.rows, "sample_weight")
        table = matching(self, tree, X, labels.counted(weight))
        at_least_one(table)
        tables.agree(table, given.rows)
        new = [label for label in in_order(declared) if label not in tree.classes]
        before = tree
        if new:
            # On a copy: should the core refuse the table, nothing has been declared either.
            tree = tree.copy()
            rows = tree.n_rows
            tree.declare_classes(new)
        if weight is None or weight.any():
            tree.learn_many(table.data, given.data, weight, self._threads())
        dtype = labels.widened(self._label_dtype, given.dtype)
        if not new:
            self._label_dtype = dtype
        elif before.give_way(rows):
            self._adopt(tree, self._started_with or {}, dtype)
        else:  # another thread has learned with it meanwhile
            raise RuntimeError(REFUSED[0])
        return self

    @one_at_a_time
    def predict(self, X: Any) -> NDArray[Any]:
        """The label of each row of a table with the columns of `fit`.

        Parameters
        ----------
        X : table
            The same columns as learned.

        Returns
        -------
        array of the labels' dtype

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().fit([[0.1], [0.9]], [7, 7]).predict([[0.5]])
        array([7])
        """
        tree = fitted(self)
        codes = tree.predict_many(matching(self, tree, X).data, self._threads())
        return labels.answers(codes, tree.classes, self._label_dtype)

    @one_at_a_time
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The probability of each class, in the order of `classes_`, for each row of a table.

        Parameters
        ----------
        X : table
            The same columns as learned.

        Returns
        -------
        array of shape (rows, classes)

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().fit([[0.1], [0.9]], [7, 7]).predict_proba([[0.5]])
        array([[1.]])
        """
        tree = fitted(self)
        return tree.predict_proba_many(matching(self, tree, X).data, self._threads())

    @one_at_a_time
    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of rows, by weight, that are predicted as labelled.

        Parameters
        ----------
        X : table
            The same columns as learned.
        y : array-like
            The true labels.
        sample_weight : array-like or None, default None
            The weight of each row; None for 1 each.

        Returns
        -------
        float

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().fit([[0.1], [0.9]], [7, 7]).score([[0.5], [0.6]], [7, 8])
        0.5
        """
        answers = self.predict(X).tolist()
        given = labels.labels(y)
        weight = labels.weights(sample_weight, given.rows, "sample_weight")
        if len(answers) != given.rows:
            raise ValueError(f"X has {len(answers)} rows, y has {given.rows}; give one label per row")
        right = [answer == label for answer, label in zip(answers, given.each(), strict=True)]
        return float(np.average(right, weights=weight))

    @property
    @one_at_a_time
    def classes_(self) -> NDArray[Any]:
        """Labels in the order of `predict_proba`'s columns."""
        found = self._tree.classes if self._tree is not None else []
        if not found:
            raise AttributeError("classes_ is there once a class is known")
        return labels.as_array(found, self._label_dtype)

    @property
    @one_at_a_time
    def n_features_in_(self) -> int:
        """Number of columns learned."""
        if self._tree is None or not self._tree.columns:
            raise AttributeError("n_features_in_ is there once a row is learned")
        return len(self._tree.columns)

    @property
    @one_at_a_time
    def feature_names_in_(self) -> NDArray[Any]:
        """Names of the columns, where all are texts."""
        found = names(self._tree.columns) if self._tree is not None else None
        if found is None:
            raise AttributeError("feature_names_in_ is there once named columns are learned")
        return np.array(found, dtype=object)

    def __sklearn_is_fitted__(self) -> bool:
        return self._tree is not None and self._tree.n_rows > 0

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(),
            input_tags=InputTags(allow_nan=True, categorical=True, string=True),
        )

    def _more_tags(self) -> dict[str, Any]:
        """The same for scikit-learn before 1.6."""
        return {"requires_y": True, "allow_nan": True, "X_types": ["2darray", "categorical", "string"]}


def from_sklearn(name: str, otherwise: type) -> Any:
    """A class of `sklearn.exceptions` where scikit-learn is loaded."""
    return getattr(sys.modules.get("sklearn.exceptions"), name, otherwise)


def fitted(model: Learner) -> _native.Tree:
    """The tree of a model that has learned something."""
    if model._tree is None or not model._tree.n_rows:
        raise from_sklearn("NotFittedError", NotFittedError)(
            f"This {type(model).__name__} instance is not fitted yet: call fit or learn_many first"
        )
    return model._tree


def target(y: Any) -> labels.Labels:
    """Labels as scikit-learn takes them: a column counts as a row of labels, fractions are not classes."""
    if getattr(y, "ndim", 1) == 2 and y.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected. Please change the shape of y to "
            "(n_samples,), for example using ravel().",
            from_sklearn("DataConversionWarning", UserWarning),
            stacklevel=3,
        )
        y = np.asarray(y).ravel()
    found = labels.labels(y)
    if any(isinstance(label, float) and not label.is_integer() for label in found.distinct()):
        raise ValueError("Unknown label type: continuous. Float labels that are classes go by learn_many")
    return found


def outside_of(declared: list[Any], given: labels.Labels) -> None:
    """Refuse labels that are not among the classes declared in the same call."""
    strange = set(given.distinct()).difference(declared)
    if strange:
        row, label = next((row, label) for row, label in enumerate(given.each()) if label in strange)
        raise ValueError(f"row {row}: the label must be among classes={shown(declared)}, got {shown(label)}")


def at_least_one(table: tables.Table) -> None:
    """Refuse a table without rows or columns, in scikit-learn's words."""
    if table.rows == 0:
        raise ValueError(
            f"Found array with 0 sample(s) (shape=(0, {table.width})) while a minimum of 1 is required."
        )
    if table.width == 0:
        raise ValueError(
            f"Found array with 0 feature(s) (shape=({table.rows}, 0)) while a minimum of 1 is required."
        )


def there(table: tables.Table, known: tables.Known) -> None:
    """Refuse a name in `nominal` that the table does not have: no later table will bring it."""
    if table.names is not None and table.width is not None:
        for item in known.nominal:
            if item not in table.names and not (isinstance(item, int) and item < table.width):
                raise ValueError(f"nominal names column {shown(item)}, which X does not have")


def names(columns: Iterable[Any] | None) -> list[str] | None:
    """Names of columns where all are texts, else None."""
    found = list(columns or [])
    return found if found and all(isinstance(name, str) for name in found) else None


def matching(
    model: Learner, tree: _native.Tree, X: Any, counted: NDArray[np.bool_] | None = None
) -> tables.Table:
    """A table whose columns are those learned, in their order; in scikit-learn's words if they are not."""
    known = model._known(tree, counted)
    table = tables.table(X, known)
    if not known.columns or isinstance(X, Mapping | list | tuple):
        return tables.fitting(table, known)
    given, learned, owner = names(table.names), names(known.columns), known.owner
    if given is not None and learned is None:
        warnings.warn(
            f"X has feature names, but {owner} was fitted without feature names", UserWarning, stacklevel=3
        )
        table = table.by_position()
    elif given is None and learned is not None:
        warnings.warn(
            f"X does not have valid feature names, but {owner} was fitted with feature names",
            UserWarning,
            stacklevel=3,
        )
    elif given is not None and learned is not None and given != learned:
        raise ValueError(differing(given, learned))
    return tables.fitting(table, known)


def differing(given: list[str], learned: list[str]) -> str:
    """How two lists of names differ."""
    message = "The feature names should match those that were passed during fit.\n"
    unseen, lacking = sorted(set(given) - set(learned)), sorted(set(learned) - set(given))
    for title, found in (("unseen at fit time", unseen), ("seen at fit time, yet now missing", lacking)):
        if found:
            lines = [f"- {name}\n" for name in found[:5]] + ["- ...\n"] * (len(found) > 5)
            message += f"Feature names {title}:\n{''.join(lines)}"
    if not unseen and not lacking:
        message += "Feature names must be in the same order as they were in fit.\n"
    return message
