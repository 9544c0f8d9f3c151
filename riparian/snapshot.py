"""A copy of a tree for answers alone, for as many threads as there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from riparian import _native as native
from riparian import labels
from riparian.answering import Answering
from riparian.plain import shown

if TYPE_CHECKING:
    from riparian.trees import Tree


class Snapshot(Answering):
    """A tree as it was at one moment: it answers as that tree did, and never changes.

    Made by `Tree.snapshot`. Any number of threads may ask it at once while another learns with the tree it
    was taken of. It keeps what answers need: class weights, and observers only of leaves where naive Bayes is
    asked. What a tree needs to learn on, and to be looked into, stays with the tree.

    Examples
    --------
    >>> from riparian import VFDT
    >>> tree = VFDT()
    >>> tree.learn_many([[0.1], [0.9]], ["no", "no"])
    >>> served = tree.snapshot()
    >>> tree.learn_many([[0.1], [0.9], [0.1]], ["yes", "yes", "yes"])
    >>> served, served.predict_one([0.5]), tree.predict_one([0.5])
    (<snapshot of VFDT() after 2 rows>, 'no', 'yes')
    """

    _tree: native.Tree
    _name: str
    _nominal: list[Any]
    _workers: int

    def __init__(self, tree: Tree) -> None:
        vars(self).update(
            _tree=tree._asked().snapshot(),
            _name=repr(tree),
            _label_dtype=tree._label_dtype,
            _nominal=tree._declared_nominal(),
            _workers=tree._threads(),
        )

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a snapshot never changes, got {name} = {shown(value)}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a snapshot never changes, and keeps its {name}")

    def _asked(self) -> native.Tree:
        return self._tree

    def _threads(self) -> int:
        return self._workers

    def _declared_nominal(self) -> list[Any]:
        return self._nominal

    @property
    def n_rows(self) -> int:
        """Rows that the tree had learned."""
        return self._tree.n_rows

    @property
    def classes_(self) -> NDArray[Any]:
        """Classes, in the order of the columns of `predict_proba_many`."""
        return labels.as_array(self._tree.classes, self._label_dtype)

    def predict(self, X: Any) -> NDArray[Any]:
        """The same as `predict_many`, under the name that scikit-learn has for it.

        Parameters
        ----------
        X : table
            Columns that were never learned are ignored, columns that are not there are missing.

        Returns
        -------
        array of the labels' dtype
        """
        return self.predict_many(X)

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """The same as `predict_proba_many`.

        Parameters
        ----------
        X : table
            As for `predict`.

        Returns
        -------
        array of shape (rows, classes)
        """
        return self.predict_proba_many(X)

    def memory_bytes(self) -> int:
        """Bytes that it keeps.

        Returns
        -------
        int
        """
        return self._tree.memory_bytes()

    def __repr__(self) -> str:
        return f"<snapshot of {self._name} after {self.n_rows:,} rows>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _known: dict[int, Any]) -> Self:
        return self  # nothing of it ever changes

    def __reduce__(self) -> str:
        raise TypeError(
            "a snapshot cannot be pickled: save the tree it was taken of, load that, and take another one"
        )
