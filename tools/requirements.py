"""Prints what the named extras of pyproject.toml ask for, one requirement a line, for `pip install -r`.

    python tools/requirements.py test build
    python tools/requirements.py test --lowest

`build` stands for the build system's own requirements. pip can read extras only of a package that it builds
first, and the Makefile wants the requirements before there is anything to build. With `--lowest` it asks for
the lowest versions that pyproject.toml promises to work with; what only tests need may be any.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

# All that a user may have installed beside riparian.
USED = "all"


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


def lowest(project: dict[str, Any], wanted: list[str]) -> list[str]:
    """The same, with that which users may have in its lowest version."""
    used = requirements(project, [USED])
    return [requirement.replace(">=", "==") if requirement in used else requirement for requirement in wanted]


if __name__ == "__main__":
    pyproject = Path(__file__).resolve().parent.parent / "pyproject.toml"
    project = tomllib.loads(pyproject.read_text("utf-8"))
    wanted = requirements(project, [word for word in sys.argv[1:] if word != "--lowest"])
    print("\n".join(lowest(project, wanted) if "--lowest" in sys.argv[1:] else wanted))
