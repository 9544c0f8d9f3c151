"""Where a result comes from: the version, and the commit if the package lies in a git checkout."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

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


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout
