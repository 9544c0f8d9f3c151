"""Settings on a learner: kept as given, checked when given, changed by name.

scikit-learn asks that a constructor stores its arguments untouched; the house asks that a bad value is
refused at once. Both hold: what is stored is what was given, and the checked form is made when a tree is
started (see settings).
"""

from __future__ import annotations

import inspect
from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from typing import Any, Self

from riparian import aliases, settings

# Settings that do not define the tree: they may change at any row.
FREE = frozenset({"threads"})


class Parameters:
    """The settings of a learner, with scikit-learn's names for reading and changing them."""

    grace_period: int
    delta: float
    tau: float
    criterion: str
    observer: str
    candidates: str | None
    rule: str
    predictor: str
    nominal: Iterable[Hashable] | None
    classes: Iterable[Hashable] | None
    max_depth: int | None
    max_leaves: int | None
    min_gain: float | None
    min_branch_fraction: float
    points: int
    drop_poor: bool
    budget: int | str | None
    threads: int | None
    variant: str
    faithful: bool
    difference: float
    max_error: float | None
    window: int | None
    multiway: bool
    intervals: int | None
    penalty: str
    nu: float
    nu_of: str
    revise_at: str
    pushed_down: str

    def _configure(self, given: Mapping[str, Any]) -> None:
        """Check and keep the settings among the names given; a constructor passes its locals."""
        kept = {name: given[name] for name in self._defaults()}
        self._together(settings.checked(kept))
        self.__dict__.update(kept)

    @classmethod
    @cache
    def _defaults(cls) -> dict[str, Any]:
        """Each setting and its default, from the constructor's signature."""
        found = inspect.signature(cls.__init__).parameters
        return {name: entry.default for name, entry in found.items() if name in settings.CHECKS}

    def _given(self) -> dict[str, Any]:
        """The checked settings that define a tree, in the words of its preset."""
        given = {name: value for name, value in self.get_params().items() if name not in FREE}
        return settings.checked(given)

    def _settings(self) -> dict[str, Any]:
        """The same in the words of the native tree, all that it wants to know."""
        return {**settings.USUAL, **self._meant(self._given())}

    def _meant(self, given: dict[str, Any]) -> dict[str, Any]:
        """What checked settings stand for in the words of the native tree; a preset has words of its own."""
        least, tau = settings.below_1("min_gain", given["min_gain"]), settings.at_least_0("tau", given["tau"])
        if given.pop("multiway", False):
            given = {**given, "candidates": settings.multiway(given.get("candidates"))}
        return {**given, "min_gain": least, "tau": tau}

    def _together(self, given: dict[str, Any]) -> None:
        """Refuse checked settings that will not do in company."""
        settings.together(self._meant(given))

    def _threads(self) -> int:
        """The number of threads to work with."""
        return settings.threads("threads", self.threads)

    def _changed(self) -> None:
        """Take note that a setting which defines the tree may differ from now on."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in settings.CHECKS:
            self._meant(settings.checked({**self.get_params(), name: value}))
        super().__setattr__(name, value)
        if name in settings.CHECKS and name not in FREE:
            self._changed()

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: ARG002
        """The settings as they were given.

        Parameters
        ----------
        deep : bool, default True
            There is nothing deeper; taken because scikit-learn passes it.

        Returns
        -------
        dict
            Each setting by name.

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT(delta=0.01).get_params()["delta"]
        0.01
        """
        return {name: getattr(self, name) for name in self._defaults()}

    def set_params(self, **given: Any) -> Self:
        """Change settings: all of them, or none if one is refused.

        `threads` takes effect at once. All others define the tree, and take effect when the next one is
        started by `fit`; learning on with the old tree is refused until they are set back.

        Settings may also be set one by one, as attributes. A value that is wrong in itself is refused at
        once. Two values that do not go together (`multiway` with observer `gaussian`) are refused by the next
        call that learns, because the other value may change before then.

        Parameters
        ----------
        **given
            Settings by name; the names that other libraries use will do.

        Returns
        -------
        self

        Examples
        --------
        >>> from riparian import VFDT
        >>> VFDT().set_params(criterion="gini")
        VFDT(criterion='gini')
        """
        try:
            found = aliases.translated(type(self).__name__, given, tuple(self._defaults()))
        except TypeError as reason:
            # scikit-learn's promise for a name that is not there.
            raise ValueError(f"Invalid parameter: {reason}") from None
        self._together(settings.checked({**self.get_params(), **found}))
        for name, value in found.items():
            setattr(self, name, value)
        return self

    def clone(self) -> Self:
        """A tree of the same settings that has learned nothing.

        Returns
        -------
        Tree
            Of the same class.

        Examples
        --------
        >>> from riparian import VFDT
        >>> tree = VFDT(tau=0.1)
        >>> tree.learn_one({"x": 1.0}, "yes")
        >>> tree.clone(), tree.clone().n_rows
        (VFDT(tau=0.1), 0)
        """
        return type(self)(**self.get_params())

    def __repr__(self) -> str:
        changed = [
            f"{name}={getattr(self, name)!r}"
            for name, default in self._defaults().items()
            if repr(getattr(self, name)) != repr(default)
        ]
        return f"{type(self).__name__}({', '.join(changed)})"
