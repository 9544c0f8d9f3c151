"""Runs a module in a process of its own, where glibc's allocator can be set up and asked."""

import ctypes
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


def lines_of(module: str, *words: str, **tunables: int) -> list[dict[str, Any]]:
    """The lines of JSON that a module prints, with the allocator set up so; skips where it has no say."""
    if platform.libc_ver()[0] != "glibc":
        pytest.skip("only glibc is asked what it has handed out (mallinfo2)")
    if not hasattr(ctypes.CDLL(None), "mallinfo2"):
        pytest.skip("mallinfo2 needs glibc 2.33")
    settings = ":".join(f"glibc.malloc.{name}={value}" for name, value in tunables.items())
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=ROOT,
        env={**os.environ, "GLIBC_TUNABLES": settings},
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]
