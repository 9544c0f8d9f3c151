"""What holds the house together: a true stub, light imports, agreeing versions, errors of one line."""

from __future__ import annotations

import ast
import inspect
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import riparian
from riparian import _native

ROOT = Path(__file__).resolve().parent.parent


def tracked(*suffixes: str) -> list[Path]:
    """Files that are, or are about to be, in the repository."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    paths = [ROOT / name for name in names if name and (not suffixes or name.endswith(suffixes))]
    return [path for path in paths if path.is_file()]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines_with(pattern: str, paths: list[Path]) -> list[str]:
    found = []
    for path in paths:
        text = path.read_bytes()
        if b"\0" in text:
            continue
        for number, line in enumerate(text.decode("utf-8").splitlines(), start=1):
            if re.search(pattern, line):
                found.append(f"{name_of(path)}:{number}: {line.strip()}")
    return found


def in_a_fresh_python(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# ---- the repository


def test_no_file_names_a_place_on_one_machine():
    paths = [path for path in tracked() if path.suffix != ".lock"]
    assert lines_with(r"/(wor[k]|roo[t]|hom[e]|User[s])/", paths) == []


def test_no_unfinished_mark_without_an_issue_number():
    texts = tracked(".py", ".pyi", ".rs", ".md", ".toml")
    assert lines_with(r"\b(TOD[O]|FIXM[E]|XX[X])\b(?!.*#\d+)", texts) == []


def test_no_file_of_code_or_tests_is_longer_than_400_lines():
    lengths = {name_of(p): len(p.read_text("utf-8").splitlines()) for p in tracked(".py", ".rs")}
    assert {name: n for name, n in lengths.items() if n > 400} == {}


# ---- the core


@pytest.mark.parametrize("crate", ["core", "readers"])
def test_the_crates_without_python_forbid_unsafe_code(crate):
    manifest = tomllib.loads((ROOT / crate / "Cargo.toml").read_text("utf-8"))
    assert manifest["lints"]["rust"]["unsafe_code"] == "forbid"
    sources = sorted((ROOT / crate).rglob("*.rs"))
    assert lines_with(r"allow\(unsafe_code\)|\bunsafe\s*(\{|fn|impl)", sources) == []


@pytest.mark.parametrize("crate", ["core", "readers"])
def test_the_crates_without_python_know_none(crate):
    manifest = tomllib.loads((ROOT / crate / "Cargo.toml").read_text("utf-8"))
    assert [name for name in manifest["dependencies"] if "py" in name] == []


# ---- the package


def test_versions_agree():
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]["version"]
    assert riparian.__version__ == _native.__version__ == cargo


def test_star_import_brings_every_public_name():
    program = "from riparian import *; print(*sorted(name for name in globals() if name[0] != '_'))"
    names = in_a_fresh_python(program).split()
    assert names == sorted(name for name in riparian.__all__ if not name.startswith("_"))
    assert "VFDT" in names


def test_import_brings_no_guest():
    guests = ["pandas", "polars", "pyarrow", "sklearn", "scipy", "river", "matplotlib", "rich"]
    program = f"import sys, riparian; riparian.VFDT(); print(*[g for g in {guests} if g in sys.modules])"
    assert in_a_fresh_python(program) == ""


def test_numpy_is_the_only_hard_dependency():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [re.match(r"[\w-]+", requirement)[0] for requirement in project["dependencies"]] == ["numpy"]


def test_the_package_is_marked_as_typed():
    assert (ROOT / "riparian" / "py.typed").is_file()


# ---- the stub of the native module


def stub() -> ast.Module:
    return ast.parse((ROOT / "riparian" / "_native.pyi").read_text("utf-8"))


def stub_classes() -> list[ast.ClassDef]:
    return [node for node in stub().body if isinstance(node, ast.ClassDef)]


def parameters_in_stub(function: ast.FunctionDef) -> list[tuple[str, bool]]:
    """Name and "has a default" of each parameter, without self and cls."""
    a = function.args
    positional = [*a.posonlyargs, *a.args]
    defaults = [False] * (len(positional) - len(a.defaults)) + [True] * len(a.defaults)
    pairs = [(arg.arg, default) for arg, default in zip(positional, defaults, strict=True)]
    pairs += [(arg.arg, d is not None) for arg, d in zip(a.kwonlyargs, a.kw_defaults, strict=True)]
    return [pair for pair in pairs if pair[0] not in ("self", "cls")]


def parameters_in_build(function: object) -> list[tuple[str, bool]]:
    pairs = [(p.name, p.default is not p.empty) for p in inspect.signature(function).parameters.values()]
    return [pair for pair in pairs if pair[0] not in ("self", "cls")]


def is_property(function: ast.FunctionDef) -> bool:
    return any(isinstance(d, ast.Name) and d.id == "property" for d in function.decorator_list)


def test_stub_and_build_have_the_same_names():
    in_stub = {node.name for node in stub().body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    in_stub |= {node.target.id for node in stub().body if isinstance(node, ast.AnnAssign)}
    in_build = {name for name in dir(_native) if not name.startswith("_")} | {"__version__"}
    assert in_stub == in_build


@pytest.mark.parametrize("described", stub_classes(), ids=lambda c: c.name)
def test_stub_and_build_have_the_same_members(described):
    built = getattr(_native, described.name)
    if issubclass(built, BaseException):
        return
    in_stub = {node.name for node in described.body if isinstance(node, ast.FunctionDef)}
    in_build = set(vars(built)) - {"__doc__", "__module__"}
    assert in_stub == in_build


@pytest.mark.parametrize("described", stub_classes(), ids=lambda c: c.name)
def test_stub_and_build_have_the_same_parameters_and_properties(described):
    built = getattr(_native, described.name)
    for node in described.body:
        if not isinstance(node, ast.FunctionDef):
            continue
        if node.name in ("__new__", "__init__"):
            assert parameters_in_stub(node) == parameters_in_build(built)
            continue
        member = inspect.getattr_static(built, node.name)
        assert inspect.isdatadescriptor(member) == is_property(node), node.name
        if not is_property(node) and not node.name.startswith("__"):
            assert parameters_in_stub(node) == parameters_in_build(getattr(built, node.name)), node.name


def test_stub_and_build_have_the_same_functions():
    for node in stub().body:
        if isinstance(node, ast.FunctionDef):
            assert parameters_in_stub(node) == parameters_in_build(getattr(_native, node.name)), node.name


# ---- the Makefile, on machines that lack something


def make_on_a_machine_with(
    folder: Path, programs: dict[str, str], *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Run make in a copy of the project's top, where only `programs` (name: what it prints) are installed."""
    make = shutil.which("make")
    if make is None or os.name != "posix":
        pytest.skip("no make on this machine")
    for name in ("Makefile", "pyproject.toml", "Cargo.toml"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "tools", folder / "tools")
    (folder / "bin").mkdir()
    for name, prints in programs.items():
        (folder / "bin" / name).write_text(f'#!/bin/sh\necho "{prints}"\n')
        (folder / "bin" / name).chmod(0o755)
    environment = {"PATH": str(folder / "bin"), "HOME": str(folder)}
    return subprocess.run(
        [make, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


NEEDS_RUST = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]["rust-version"]


@pytest.mark.parametrize("target", ["demo", "test", "build"])
@pytest.mark.parametrize(
    ("programs", "message"),
    [
        (
            {"python3": "3.12"},
            f"riparian is built with Rust {NEEDS_RUST} or later, and no working 'cargo' was found",
        ),
        (
            {"python3": "3.12", "cargo": "cargo 1.63.0"},
            f"riparian is built with Rust {NEEDS_RUST} or later, found 1.63.0: run 'rustup update'",
        ),
        (
            {"python3": "3.8", "cargo": "cargo 9.9.9"},
            "riparian needs Python 3.11 or later (python3 is 3.8): install one",
        ),
        ({"cargo": "cargo 9.9.9"}, "riparian needs Python 3.11 or later (none was found): install one"),
    ],
    ids=["no Rust", "old Rust", "old Python", "no Python"],
)
def test_what_a_machine_lacks_is_said_in_one_line(tmp_path, target, programs, message):
    done = make_on_a_machine_with(tmp_path, programs, target)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert message in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_a_newer_python_beside_an_old_one_is_found(tmp_path):
    programs = {"python3": "3.8", "python3.13": "3.13", "cargo": "cargo 9.9.9"}
    done = make_on_a_machine_with(tmp_path, programs, "-n", "build")
    assert "'python3.13' -m venv .venv" in done.stdout


def test_the_python_asked_for_is_the_one_used(tmp_path):
    programs = {"python3": "3.13", "mine": "3.12", "cargo": "cargo 9.9.9"}
    done = make_on_a_machine_with(tmp_path, programs, "-n", "build", "PYTHON=mine")
    assert "'mine' -m venv .venv" in done.stdout


def built(folder: Path, python: str) -> None:
    """A checkout that was built with this version of Python, and is up to date."""
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "bin" / "python").write_text(f'#!/bin/sh\necho "{python}"\n')
    (folder / ".venv" / "bin" / "python").chmod(0o755)
    for stamp in (".made", ".requirements", ".native"):
        (folder / ".venv" / stamp).touch()
        os.utime(folder / ".venv" / stamp, (2**31, 2**31))


OLDEST = {"sed": "3.11", "cargo": "cargo 9.9.9"}


def test_the_lowest_versions_are_not_passed_over_without_the_oldest_python(tmp_path):
    built(tmp_path, "3.13")
    done = make_on_a_machine_with(tmp_path, OLDEST, "test-lowest")
    assert done.returncode == 2
    assert "needs python3.11, as the lowest versions do: nothing was tested" in done.stderr


@pytest.mark.parametrize(
    ("python", "others", "used"),
    [("3.11", {}, ".venv/bin/python"), ("3.13", {"python3.11": "3.11"}, "python3.11")],
)
def test_the_lowest_versions_are_tested_with_the_oldest_python(tmp_path, python, others, used):
    built(tmp_path, python)
    done = make_on_a_machine_with(tmp_path, OLDEST | others, "-n", "test-lowest")
    assert done.returncode == 0
    assert f"\n{used} -m venv .venv-lowest\n" in done.stdout
    assert ".venv-lowest/bin/python -m pytest" in done.stdout


def test_help_needs_neither_rust_nor_python(tmp_path):
    done = make_on_a_machine_with(tmp_path, {"echo": "$*"}, "help")
    assert done.returncode == 0
    assert [line.split()[1] for line in done.stdout.splitlines()[:3]] == ["demo", "test", "bench"]
