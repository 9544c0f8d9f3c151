"""The class that every preset is: three vocabularies on one tree, and how it is kept.

Rows and tables come from learner, scikit-learn's words from estimator.
"""

from __future__ import annotations

import os
from typing import Any

from riparian import _native, model_files
from riparian.estimator import Estimator
from riparian.one_at_a_time import one_at_a_time
from riparian.snapshot import Snapshot


class Tree(Estimator):
    """A decision tree that learns from a stream, row by row, and answers at any moment.

    The base of the presets (`riparian.VFDT`), which name one part per axis; it has no constructor of its own.

    Notes
    -----
    A row is a dict from column name to value, or a sequence by position. A table is a two-dimensional array,
    a pandas or polars frame, any object with `__arrow_c_stream__`, a list of rows or of dicts, or a dict of
    columns. Texts, bools, categoricals and the columns named in `nominal` hold categories, other columns hold
    numbers; the first value present decides. NaN, infinities, None, nulls and absent keys are missing.
    Messages count rows from 0.

    Before any row is learned there is no class to answer with. `predict_one` then gives None; arrays hold NaN
    among floats, '' among texts, the smallest of signed and the largest of unsigned integers, and None (dtype
    object) for other labels or where that value is itself a label. So it never counts as correct.

    Predictions keep the dtype of the labels: an array of int32 is answered with int32, texts with texts.
    """

    def __init__(self) -> None:
        raise TypeError(
            "Tree is what all presets have in common: use one of them, riparian.VFDT for instance"
        )

    # ---- kept

    @one_at_a_time
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tree to a file, with all that it has learned: `riparian.load` goes on from there.

        The file is written beside its place, waited for until it is on the disk, and moved there: whoever
        reads sees the old model or the new one, never a half.

        Parameters
        ----------
        path : path
            The file; one that is there is replaced.

        Raises
        ------
        OSError
            It cannot be written; a file that was there is as it was.
        TypeError
            A label or a column name is something that a file does not hold; or the class is your own.

        Examples
        --------
        >>> import riparian, tempfile, pathlib
        >>> tree = riparian.VFDT()
        >>> tree.learn_many([[0.1], [0.9]], ["no", "yes"])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     tree.save(pathlib.Path(folder) / "tree.model")
        ...     riparian.load(pathlib.Path(folder) / "tree.model").n_rows
        2
        """
        model_files.save(self, path)

    @one_at_a_time
    def to_bytes(self) -> bytes:
        """The tree as the bytes that `save` writes; `riparian.from_bytes` is the way back.

        Returns
        -------
        bytes

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().to_bytes()[:8]
        b'riparian'
        """
        return model_files.to_bytes(self)

    @one_at_a_time
    def snapshot(self) -> Snapshot:
        """An immutable copy that gives the same answers, for any number of threads while this tree learns on.

        It is taken by the thread that learns, between two calls: whoever asks a tree while another thread
        learns with it gets a `RuntimeError`, and nothing is disturbed.

        Returns
        -------
        Snapshot
            With `predict_one`, `predict_many`, `predict_proba_one` and `predict_proba_many`.

        Examples
        --------
        >>> from riparian import VFDT
        >>> tree = VFDT()
        >>> tree.learn_one({"level": 2.5}, "rising")
        >>> tree.snapshot().predict_one({"level": 2.0})
        'rising'
        """
        return Snapshot(self)

    @one_at_a_time
    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in self.__dict__.items() if name not in ("_tree", "_learner")}
        if (tree := self._tree) is not None:
            nominal = self._declared_nominal()
            # Labels go beside the bytes: they may be anything that can be pickled.
            state["_kept"] = (tree.to_bytes([]), tree.classes, tree.columns, nominal, tree.by_position)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        kept = state.pop("_kept", None)
        self.__dict__.update(state)
        if kept is not None:
            data, *names = kept
            self._tree = _native.Model.from_bytes(data, []).tree(*names)
