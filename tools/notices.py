"""Writes THIRD-PARTY.txt: the licences of the crates that a wheel has linked into it, each with its text.

    python -m tools.notices            write it
    python -m tools.notices --check    say what differs from Cargo.lock, and what deny.toml does not allow

`cargo metadata` says which crates these are, for the systems that deny.toml names; what only a macro or a
build script uses is not linked. The texts are those in the sources of the crates.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
NOTICES = ROOT / "THIRD-PARTY.txt"
# Where a crate may be had under several licences, the first of these that it has a text of.
PREFERRED = ("MIT", "BSD", "APACHE")
HEAD = """\
The crates below are linked into the native module of riparian. Each stands with its licence; that of
riparian itself is in the file LICENSE. The standard library of Rust is linked as well: MIT OR Apache-2.0,
Copyright (c) The Rust Project Contributors.

This file is made by `python -m tools.notices`.
"""
RULE = "\n" + 120 * "=" + "\n\n"

Package = dict[str, Any]


def linked(metadata: dict[str, Any]) -> list[Package]:
    """The crates of others that end in the native module, by name and version."""
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    waiting = [package["id"] for package in packages.values() if package["name"] == "riparian-bridge"]
    found: dict[str, Package] = {}
    while waiting:
        package = packages[waiting.pop()]
        is_macro = any("proc-macro" in target["kind"] for target in package["targets"])
        if package["id"] in found or is_macro:
            continue
        found[package["id"]] = package
        for dependency in nodes[package["id"]]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    others = [package for package in found.values() if package["source"] is not None]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def is_allowed(licence: str, allowed: set[str]) -> bool:
    """Whether a licence is among those allowed, or one of those that may be chosen is, or all that apply are.

    >>> is_allowed("MIT OR LGPL-2.1-or-later", {"MIT"}), is_allowed("MIT AND Zlib", {"MIT"})
    (True, False)
    """
    licence = licence.replace("/", " OR ").replace("(", " ( ").replace(")", " ) ").replace(" WITH ", "-WITH-")
    known = {name.replace(" WITH ", "-WITH-") for name in allowed}
    tokens = [
        {"AND": "and", "OR": "or", "(": "(", ")": ")"}.get(token, str(token in known))
        for token in licence.split()
    ]
    return bool(_choice(tokens))


def _choice(tokens: list[str]) -> bool:
    """What a list of True, False, and, or and parentheses comes to; `and` binds more closely."""
    while "(" in tokens:
        start = len(tokens) - 1 - tokens[::-1].index("(")
        end = tokens.index(")", start)
        tokens = [*tokens[:start], str(_choice(tokens[start + 1 : end])), *tokens[end + 1 :]]
    choices = " ".join(tokens).split(" or ")
    return any(set(choice.split(" and ")) == {"True"} for choice in choices)


def texts(package: Package) -> list[str]:
    """The licence of a crate as it stands in its sources, and its notices."""
    folder = Path(package["manifest_path"]).parent
    named = re.compile(r"(licen[cs]e|copying|notice|copyright)", re.IGNORECASE)
    files = [path for path in sorted(folder.iterdir()) if named.match(path.name) and path.is_file()]
    if re.search(" OR |/", package["license"]) and " AND " not in package["license"]:
        chosen = [[path for path in files if word in path.name.upper()] for word in PREFERRED]
        one = next((some for some in chosen if some), files)
        files = [path for path in files if path in one or path.name.upper().startswith("NOTICE")]
    if not files:
        raise SystemExit(f"{package['name']} {package['version']} has no text of its licence: look for it")
    return [_tidy(path.read_text("utf-8")) for path in files]


def _tidy(text: str) -> str:
    """Without blanks that nobody sees, so that equal texts are equal."""
    return "\n".join(line.rstrip() for line in text.replace("\f", "").strip("\n").splitlines())


def written(packages: list[Package]) -> str:
    """The file: crates that have the same text stand above it together."""
    together: defaultdict[str, list[str]] = defaultdict(list)
    for package in packages:
        together["\n\n".join(texts(package))].append(
            f"{package['name']} {package['version']} ({package['license']})"
        )
    parts = ["\n".join(names) + "\n\n" + text + "\n" for text, names in together.items()]
    return RULE.join([HEAD, *parts])


def metadata(systems: list[str]) -> dict[str, Any]:
    """What Cargo says of the workspace, and of all that it is built from on these systems."""
    only = [word for system in systems for word in ("--filter-platform", system)]
    command = ["cargo", "metadata", "--format-version", "1", "--locked", *only]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main(words: list[str]) -> int:
    """Write the file, or check it; the exit code."""
    policy = tomllib.loads((ROOT / "deny.toml").read_text("utf-8"))
    packages = linked(metadata(policy["graph"]["targets"]))
    for package in packages:
        if not is_allowed(package["license"], set(policy["licenses"]["allow"])):
            print(f"{package['name']} {package['version']}: deny.toml does not allow {package['license']}")
            return 1
    found = written(packages)
    if "--check" not in words:
        NOTICES.write_text(found, "utf-8")
    elif not NOTICES.is_file() or NOTICES.read_text("utf-8") != found:
        print("THIRD-PARTY.txt is not what Cargo.lock says: run 'python -m tools.notices', and commit it")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
