"""What is linked into a wheel is allowed by deny.toml, and told in THIRD-PARTY.txt (`make lint` asks)."""

import re
import tomllib
from pathlib import Path

import pytest

from tools import notices

ROOT = Path(__file__).resolve().parent.parent
POLICY = tomllib.loads((ROOT / "deny.toml").read_text("utf-8"))
TOLD = re.findall(
    r"^([\w-]+) (\d+\.\S+) \((.+)\)$", (ROOT / "THIRD-PARTY.txt").read_text("utf-8"), re.MULTILINE
)


def package(
    name: str, source: str | None = "registry", kind: str = "lib", licence: str = "MIT"
) -> notices.Package:
    return {
        "id": name,
        "name": name,
        "version": "1.0.0",
        "source": source,
        "license": licence,
        "targets": [{"kind": [kind]}],
    }


def needs(name: str, *others: str, kind: str | None = None) -> dict[str, object]:
    return {"id": name, "deps": [{"pkg": other, "dep_kinds": [{"kind": kind}]} for other in others]}


def test_crates_that_are_linked_are_told_and_others_are_not() -> None:
    packages = [
        package("riparian-bridge", None),
        package("riparian-core", None),
        package("deep"),
        package("macro", kind="proc-macro"),
        package("of-the-macro"),
        package("of-the-build"),
        package("stranger"),
    ]
    nodes = [
        needs("riparian-bridge", "riparian-core", "macro"),
        needs("riparian-core", "deep"),
        needs("deep", "of-the-build", kind="build"),
        needs("macro", "of-the-macro"),
        *(needs(name) for name in ("of-the-macro", "of-the-build", "stranger")),
    ]
    found = notices.linked({"packages": packages, "resolve": {"nodes": nodes}})
    assert [one["name"] for one in found] == ["deep"]


@pytest.mark.parametrize(
    ("licence", "allowed"),
    [
        ("MIT", True),
        ("MIT/Apache-2.0", True),
        ("GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only", True),
        ("MIT AND GPL-3.0-only", False),
        ("(MIT OR GPL-3.0-only) AND Zlib", True),
        ("MIT AND (GPL-3.0-only OR LGPL-2.1-or-later)", False),
        ("GPL-3.0-only OR MIT AND Zlib", True),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("Apache-2.0 WITH Classpath-exception-2.0", False),
    ],
)
def test_a_licence_is_allowed_if_one_that_may_be_chosen_is(licence: str, allowed: bool) -> None:
    assert notices.is_allowed(licence, set(POLICY["licenses"]["allow"])) == allowed


def test_a_text_is_that_of_the_licence_chosen_and_notices_come_along(tmp_path: Path) -> None:
    for name in ("LICENSE-MIT", "LICENSE-APACHE", "NOTICE.txt", "README.md"):
        (tmp_path / name).write_text(f"{name}  \n\n")
    given = {**package("x", licence="MIT OR Apache-2.0"), "manifest_path": str(tmp_path / "Cargo.toml")}
    assert notices.texts(given) == ["LICENSE-MIT", "NOTICE.txt"]
    given["license"] = "MIT AND Apache-2.0"
    assert notices.texts(given) == ["LICENSE-APACHE", "LICENSE-MIT", "NOTICE.txt"]


def test_a_crate_without_a_text_is_named(tmp_path: Path) -> None:
    given = {**package("x"), "manifest_path": str(tmp_path / "Cargo.toml")}
    with pytest.raises(SystemExit, match=r"x 1\.0\.0 has no text of its licence"):
        notices.texts(given)


def test_the_notices_tell_of_crates_that_cargo_has_locked() -> None:
    locked = tomllib.loads((ROOT / "Cargo.lock").read_text("utf-8"))["package"]
    versions = {(one["name"], one["version"]) for one in locked}
    assert [one for one in TOLD if one[:2] not in versions] == []
    assert {"pyo3", "numpy", "arrow-array", "rayon-core", "zstd-sys", "zlib-rs"} <= {
        name for name, *_ in TOLD
    }


def test_wheels_bring_our_licence_and_the_notices() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["license-files"] == ["LICENSE", "THIRD-PARTY.txt"]
