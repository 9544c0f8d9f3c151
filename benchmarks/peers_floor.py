"""The floor: what routing and one update cost when nothing else is done (see `floor/src/main.rs`).

Built for any x86-64 (or whatever this machine is) and, where the processor has AVX2, for x86-64-v3 too; the
faster of the two is the floor.
"""

import os
import platform
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import which

from benchmarks.machine import processor_flags
from benchmarks.places import CACHE, HERE, UnavailableError
from benchmarks.worker import Worker


def builds() -> dict[str, Path]:
    """Compile the floor; return the program of each build."""
    if which("cargo") is None:
        raise UnavailableError("the floor is left out: cargo is not on the path")
    intel = platform.machine().lower() in ("x86_64", "amd64")
    flags = {"plain": "-C target-cpu=x86-64" if intel else "-C target-cpu=generic"}
    if intel and "avx2" in processor_flags():
        flags["x86-64-v3"] = "-C target-cpu=x86-64-v3"
    programs = {}
    for name, rustflags in flags.items():
        target = CACHE / f"floor-{name}"
        subprocess.run(
            ["cargo", "build", "--release", "--quiet", "--manifest-path", str(HERE / "floor" / "Cargo.toml")],
            env={**os.environ, "RUSTFLAGS": rustflags, "CARGO_TARGET_DIR": str(target)},
            check=True,
        )
        programs[name] = target / "release" / "floor"
    return programs


class Floor:
    """All builds of the floor over one file of rows."""

    def __init__(self, workers: dict[str, Worker]) -> None:
        self.workers = workers

    def measure(self, depth: int, leaves: int) -> dict[str, float]:
        """One pass of each build: nanoseconds per row by the name of the build."""
        answers = {name: worker.ask(f"{depth} {leaves}") for name, worker in self.workers.items()}
        return {name: 1e9 * answer["seconds"] / answer["rows"] for name, answer in answers.items()}


@contextmanager
def start(programs: dict[str, Path], rows: Path) -> Iterator[Floor]:
    """Start every build on the file `rows`; they end with the context."""
    with ExitStack() as stack:
        yield Floor(
            {name: stack.enter_context(Worker([str(path), str(rows)])) for name, path in programs.items()}
        )
