"""The lowest versions that pyproject.toml promises to work with are those `make test-lowest` installs."""

import importlib.util
import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
_found = importlib.util.spec_from_file_location("requirements", ROOT / "tools" / "requirements.py")
assert _found is not None
assert _found.loader is not None
tool = importlib.util.module_from_spec(_found)
_found.loader.exec_module(tool)


def test_what_users_may_have_is_asked_for_in_its_lowest_version() -> None:
    lowest = tool.lowest(PROJECT, tool.requirements(PROJECT, ["test"]))
    for name in ("numpy", "pandas", "polars", "pyarrow", "scikit-learn", "scipy", "matplotlib", "click"):
        assert [one for one in lowest if re.fullmatch(rf"{name}==[0-9.]+", one)], name


def test_what_only_tests_need_may_be_newer() -> None:
    lowest = tool.lowest(PROJECT, tool.requirements(PROJECT, ["test"]))
    assert [one for one in lowest if one.startswith("pytest>=")]
    assert [one for one in lowest if one.startswith("hypothesis>=")]


def test_every_bound_is_one_from_below() -> None:
    wanted = tool.requirements(PROJECT, ["all"])
    assert [one for one in wanted if not re.fullmatch(r"[\w-]+>=[0-9.]+", one)] == []
