"""What an observer takes to count a value and to forget the oldest: no tree (see `updates/src/main.rs`)."""

import os
import platform
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import numpy as np

from benchmarks import exchange, streams
from benchmarks.machine import processor_flags
from benchmarks.places import CACHE, HERE, UnavailableError
from benchmarks.worker import Worker

# The middle of the first wave, where all three classes differ.
COLUMN = 6
PART = 1_000_000


def build() -> Path:
    """Compile the program, for wide registers where the processor has them."""
    if which("cargo") is None:
        raise UnavailableError("observers alone are left out: cargo is not on the path")
    intel = platform.machine().lower() in ("x86_64", "amd64")
    wide = intel and "avx2" in processor_flags()
    target = CACHE / "updates"
    subprocess.run(
        ["cargo", "build", "--release", "--quiet", "--manifest-path", str(HERE / "updates" / "Cargo.toml")],
        env={
            **os.environ,
            "RUSTFLAGS": "-C target-cpu=x86-64-v3" if wide else "",
            "CARGO_TARGET_DIR": str(target),
        },
        check=True,
    )
    return target / "release" / "updates"


def column(rows: int, decimals: int | None) -> streams.Stream:
    """One column of Waveform, rounded or not."""
    parts = [
        streams.make("waveform", min(PART, rows - start), streams.SEED + start // PART)
        for start in range(0, rows, PART)
    ]
    X = np.concatenate([part.X[:, COLUMN : COLUMN + 1] for part in parts])
    y = np.concatenate([part.y for part in parts])
    return streams.Stream("Waveform", X if decimals is None else np.round(X, decimals), y, (0,), 3)


@contextmanager
def start(program: Path, stream: streams.Stream, file: Path) -> Iterator[Worker]:
    """The program with the rows of a stream; it ends with the context."""
    exchange.write(stream, file)
    with Worker([str(program), str(file)]) as worker:
        yield worker
