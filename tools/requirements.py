"""Prints what the named extras of pyproject.toml ask for, one requirement a line, for `pip install -r`.

    python tools/requirements.py test build

`build` stands for the build system's own requirements. pip can read extras only of a package that it builds
first, and the Makefile wants the requirements before there is anything to build.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any


def requirements(project: dict[str, Any], extras: list[str]) -> list[str]:
    """The run-time dependencies and those of the extras, with `riparian[...]` written out."""
    table = project["project"]
    lists = {**table["optional-dependencies"], "build": project["build-system"]["requires"]}
    wanted: list[str] = list(table["dependencies"])
    waiting = list(extras)
    while waiting:
        for requirement in lists[waiting.pop()]:
            own = re.fullmatch(rf"{table['name']}\[(.+)\]", requirement)
            if own:
                waiting += [extra.strip() for extra in own[1].split(",")]
            else:
                wanted.append(requirement)
    return sorted(set(wanted))


if __name__ == "__main__":
    pyproject = Path(__file__).resolve().parent.parent / "pyproject.toml"
    print("\n".join(requirements(tomllib.loads(pyproject.read_text("utf-8")), sys.argv[1:])))
