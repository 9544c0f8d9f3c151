"""Dependencies in the core point one way: a module uses those before it, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "core" / "src"

# From what knows nothing to what knows much. Modules in one line may use each other.
LAYERS = (
    ("math", "bytes", "names", "threads"),
    ("lanes",),
    ("counts",),
    ("rows",),
    ("schema",),
    ("rows::encode",),
    ("tree",),
    ("criteria",),
    ("observers",),
    ("leaf",),
    ("faithful", "upkeep::settings"),
    ("candidates",),
    ("rules",),
    ("predictors",),
    ("config",),
    ("attempt",),
    ("growth",),
    # Upkeep acts on the learner, at the few points at which the learner asks it.
    ("upkeep", "learner"),
    ("model",),
    # Made-up streams use no part of the learner, and no part of it uses them.
    ("streams",),
)
RANK = {module: rank for rank, layer in enumerate(LAYERS) for module in layer}
# Parts of a folder that stand in another place than the folder.
PARTS = ("rows::encode", "upkeep::settings")
# Who may say which upkeep there is: its folder, the table of pairs, and the model file.
OF_UPKEEP = ("upkeep/", "model/", "config/compat.rs")


def sources() -> list[Path]:
    """Files of the core, without those of tests."""
    found = [path.relative_to(SOURCE) for path in SOURCE.rglob("*.rs")]
    tests = {"tests", "testing", "visits", "coverage"}
    return sorted(path for path in found if not tests & {*path.parts, path.stem})


def code(path: Path) -> str:
    """A file without its tests, comments, and what is there for the documentation alone."""
    text = (SOURCE / path).read_text("utf-8").split("\n#[cfg(test)]\nmod ")[0]
    text = re.sub(r"#\[cfg\((?:doc|test)\)\]\s*(?:pub )?(?:use|mod) [^;]*;", "", text)
    return re.sub(r"//.*", "", text)


def module_of(path: str) -> str:
    """The module that a path of names or files belongs to."""
    names = path.removesuffix(".rs").replace("/", "::")
    part = next((part for part in PARTS if f"{names}::".startswith(f"{part}::")), None)
    return part or names.split("::")[0]


def used(path: Path) -> set[str]:
    """The modules that a file uses."""
    paths: list[str] = []
    for found in re.findall(r"\bcrate::(\{[^}]*\}|[a-z_]+(?:::[a-z_]+)*)", code(path)):
        paths += re.findall(r"[a-z_]+(?:::[a-z_]+)*", found)
    return {module_of(name) for name in paths}


def test_every_module_of_the_core_has_its_place():
    modules = set(re.findall(r"^pub mod ([a-z_]+);", (SOURCE / "lib.rs").read_text("utf-8"), re.MULTILINE))
    assert modules == {module for module in RANK if module not in PARTS}


@pytest.mark.parametrize("path", sources(), ids=Path.as_posix)
def test_a_module_uses_only_those_before_it(path: Path):
    if path.name == "lib.rs":
        return
    own = module_of(path.as_posix())
    beyond = {name for name in used(path) if RANK[name] > RANK[own]}
    assert beyond == set(), f"{own} stands before what it uses"


@pytest.mark.parametrize("path", sources(), ids=Path.as_posix)
def test_nobody_else_asks_which_upkeep_there_is(path: Path):
    if path.as_posix().startswith(OF_UPKEEP):
        return
    named = re.findall(
        r"\b(?:Keeper|Upkeep)::(?:Budget|Provisional|Window)\b|\bupkeep::(?:budget|provisional|window)\b",
        code(path),
    )
    assert named == []
