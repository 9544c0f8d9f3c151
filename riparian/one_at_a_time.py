"""What is told when two threads want one tree: the native tree refuses the second, and does not say why."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# The words of the native module, for who may only read and for who would change the tree.
REFUSED = ("Already mutably borrowed", "Already borrowed")


def in_use(wrong: RuntimeError) -> RuntimeError:
    """The same error, with the way out if there is one.

    >>> in_use(RuntimeError("Already borrowed")).args[0][:38]
    'this tree is in use by another thread:'
    """
    if str(wrong) not in REFUSED:
        return wrong
    return RuntimeError(
        "this tree is in use by another thread: ask a tree.snapshot(), which the thread that learns takes, "
        "or let all threads share a lock"
    )


def one_at_a_time(door: Callable[P, T]) -> Callable[P, T]:
    """A method that says so when another thread has the tree; for those that take long enough not to mind."""

    @wraps(door)
    def told(*args: P.args, **named: P.kwargs) -> T:
        try:
            return door(*args, **named)
        except RuntimeError as wrong:
            raise in_use(wrong) from None

    return told
