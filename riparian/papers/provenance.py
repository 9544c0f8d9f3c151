"""Where a result comes from: the version, and the commit if the package lies in a git checkout."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import riparian

# What decides a result; documents and tests do not.
CODE = ("riparian", "core", "bridge", "dispatch", "readers", "Cargo.lock")


@cache
def version() -> str:
    """The version of the package."""
    return riparian.__version__


@cache
def commit() -> str:
    """The commit of the checkout, with a `+` if its code was changed since; '' where there is none."""
    root = Path(riparian.__file__).resolve().parent.parent
    if not (root / ".git").exists():
        return ""
    try:
        found = _git(root, "rev-parse", "--short=12", "HEAD").strip()
        return found + ("+" if _git(root, "status", "--porcelain", "--", *CODE).strip() else "")
    except (OSError, subprocess.CalledProcessError):
        return ""


def made_by(lines: Iterable[Mapping[str, Any]]) -> str:
    """The versions and commits that lines of a ledger are of.

    >>> made_by([{"version": "0.1", "commit": "c0ffee"}, {"version": "0.1", "commit": ""}])
    '0.1, 0.1 c0ffee'
    """
    return ", ".join(sorted({f"{line['version']} {line['commit']}".strip() for line in lines}))


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout
