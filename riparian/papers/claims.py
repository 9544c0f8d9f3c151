"""What a paper says, and whether our figures agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

WORDS = {True: "holds", False: "does not hold", None: "not measured"}


@dataclass(frozen=True)
class Finding:
    """Whether a claim holds in our figures.

    Parameters
    ----------
    holds : bool or None
        None if cells are missing that it is about.
    numbers : str
        The numbers behind it.
    """

    holds: bool | None
    numbers: str = ""


@dataclass(frozen=True)
class Claim:
    """A sentence of a paper, and the test of it.

    Parameters
    ----------
    says : str
        The claim, with our reading of its vague words.
    test : function
        From the results to a finding.
    """

    says: str
    test: Callable[[Any], Finding]


MISSING = Finding(None)


def told(claims: Iterable[Claim], results: Any) -> str:
    """All claims with their findings, and how many hold.

    >>> print(told([Claim("two is more than one", lambda two: Finding(two > 1, f"{two} against 1"))], 2))
    holds          two is more than one
                   2 against 1
    1 of 1 claims holds
    """
    found = [(claim, claim.test(results)) for claim in claims]
    lines = []
    for claim, finding in found:
        lines.append(f"{WORDS[finding.holds]:13}  {claim.says}")
        lines.extend(f"{'':13}  {line}" for line in finding.numbers.splitlines())
    hold = sum(finding.holds is True for _, finding in found)
    measured = sum(finding.holds is not None for _, finding in found)
    verb = "holds" if hold == 1 else "hold"
    unknown = f"; {len(found) - measured} not measured" if measured < len(found) else ""
    return "\n".join([*lines, f"{hold} of {measured} claims {verb}{unknown}"])
