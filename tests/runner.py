"""Runs a command in this process; what it writes to standard output and to standard error is kept apart."""

import inspect
from typing import Any

from click.testing import CliRunner, Result

from riparian.cli.app import app

# click before 8.2 mixes both unless it is asked not to.
ASKED = "mix_stderr" in inspect.signature(CliRunner).parameters
APART: dict[str, Any] = {"mix_stderr": False} if ASKED else {}


def run(*words: str) -> Result:
    return CliRunner(**APART).invoke(app, list(words))
