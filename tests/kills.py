"""Training that is killed again and again: at random moments, and in the middle of saves.

`python -m tests.kills --kills 200` does so for several streams and models, and tells how often; it fails if a
file ends with other bytes than that of a run that nobody disturbed.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from riparian.replacing import FRESH
from riparian.training import checkpoint

ROOT = Path(__file__).resolve().parent.parent
EVERY = 5_000
# What is learned; rows.csv is made from a generator beforehand.
CASES = {
    "generator": ["agrawal", "--seed", "1", "--rows", "200000", "--param", "predictor=mc"],
    "drift": ["agrawal > agrawal:function=4", "--concept", "60000", "--rows", "150000", "--threads", "2"],
    "budget": ["random-tree:numerics=200", "--rows", "60000", "--param", "budget=1MB"],
    "file": ["rows.csv", "--model", "vfdt:grace_period=50"],
    "ohyt": ["agrawal", "--rows", "60000", "--model", "ohyt"],
}


@dataclass
class Figures:
    """What a rig has done."""

    kills: int = 0
    # Kills that left a half-written file behind, starts in the middle of a stream, and runs to the end.
    in_saves: int = 0
    resumed: int = 0
    completed: int = 0


def make_rows(folder: Path) -> None:
    """The file that one of the cases reads: numbers, categories, and batches of its own."""
    words = [
        "generate",
        "agrawal:function=2",
        "--rows",
        "60000",
        "--seed",
        "3",
        "--out",
        str(folder / "rows.csv"),
    ]
    subprocess.run(
        [sys.executable, "-m", "riparian", *words],
        cwd=ROOT,
        env=surroundings(),
        check=True,
        capture_output=True,
    )


def surroundings() -> dict[str, str]:
    """The environment of a run, which takes place in another folder."""
    return {**os.environ, "PYTHONPATH": str(ROOT)}


class Rig:
    """One case in a folder of its own."""

    def __init__(self, folder: Path, words: list[str], seed: int) -> None:
        self.folder, self.words = folder, words
        self.model = folder / "killed.model"
        self.random = random.Random(seed)
        self.figures = Figures()
        started = time.perf_counter()
        self.run("undisturbed.model").wait()
        self.seconds = time.perf_counter() - started
        self.expected = (folder / "undisturbed.model").read_bytes()

    def run(self, name: str) -> subprocess.Popen[bytes]:
        options = ["--out", name, "--checkpoint-every", str(EVERY), "--resume"]
        command = [sys.executable, "-m", "riparian", "train", *self.words, *options]
        return subprocess.Popen(command, cwd=self.folder, env=surroundings(), stderr=subprocess.DEVNULL)

    def unfinished(self) -> set[str]:
        """Files that a save has begun to write, and not moved to their place."""
        found = set()
        for folder in self.folder.glob(f".{self.model.name}.*.part"):
            with suppress(FileNotFoundError):
                if (folder / FRESH).stat().st_size:
                    found.add(folder.name)
        return found

    def disturb(self) -> None:
        """One start, and one kill unless it comes to its end before."""
        stale = self.unfinished()
        resumed = self.is_on_the_way()
        process = self.run(self.model.name)
        way = self.random.choice([self.at_any_moment, self.after_checkpoints, self.in_a_save])
        for _ in way(process, stale):
            if process.poll() is not None:
                break
        process.kill()
        code = process.wait()
        assert code in (0, -signal.SIGKILL), f"training ended with {code}"
        self.figures.resumed += resumed
        if code == 0:
            self.complete()
            return
        self.figures.kills += 1
        self.figures.in_saves += bool(self.unfinished() - stale)
        self.is_on_the_way()

    def complete(self) -> None:
        """Look at the end of a run, and begin anew."""
        assert self.model.read_bytes() == self.expected, f"another model: {' '.join(self.words)}"
        assert self.unfinished() == set()
        self.figures.completed += 1
        self.model.unlink()

    def is_on_the_way(self) -> bool:
        """Whether the model file, which is always whole, stands at a row between the first and the last."""
        if not self.model.exists():
            return False
        place = checkpoint.read(self.model)[1]
        assert place is not None
        assert place.read % EVERY == 0
        return place.read > 0 and not place.complete

    # ---- moments to kill at: each is over when it has nothing more to give

    def at_any_moment(self, process: subprocess.Popen[bytes], stale: set[str]) -> Iterator[None]:
        with suppress(subprocess.TimeoutExpired):
            process.wait(self.random.uniform(0, self.seconds))
        yield

    def after_checkpoints(self, process: subprocess.Popen[bytes], stale: set[str]) -> Iterator[None]:
        for _ in range(self.random.randint(1, 6)):
            before = self.stamp()
            while self.stamp() == before:
                yield
        with suppress(subprocess.TimeoutExpired):
            process.wait(self.random.uniform(0, 0.02))

    def in_a_save(self, process: subprocess.Popen[bytes], stale: set[str]) -> Iterator[None]:
        for _ in range(self.random.randint(1, 3)):
            seen = self.unfinished()
            while not self.unfinished() - seen - stale:
                yield

    def stamp(self) -> tuple[int, int] | None:
        with suppress(FileNotFoundError):
            found = self.model.stat()
            return found.st_ino, found.st_mtime_ns
        return None


def rig(folder: Path, case: str, kills: int, seed: int, in_saves: int = 0, resumed: int = 0) -> Figures:
    """Kill so often, and of these at least so often in a save and in the middle of the stream; then end."""
    found = Rig(folder, CASES[case], seed)
    for _ in range(20 * kills):
        figures = found.figures
        if figures.kills >= kills and figures.in_saves >= in_saves and figures.resumed >= resumed:
            break
        found.disturb()
    assert found.run(found.model.name).wait() == 0
    found.complete()
    return found.figures


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Kill training again and again, and compare what comes out.",
        epilog="Columns: kills; how many of them in the middle of a save; starts that went on in the middle "
        "of the stream; runs that came to their end, after which the next one begins anew.",
    )
    parser.add_argument("--kills", type=int, default=200, help="kills in all")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    sys.stdout.write(f"{'case':<10} {'kills':>6} {'in saves':>9} {'resumed':>8} {'completed':>10}\n")
    total = Figures()
    for place, case in enumerate(CASES):
        with tempfile.TemporaryDirectory() as name:
            make_rows(Path(name))
            kills = (given.kills * (place + 1)) // len(CASES) - (given.kills * place) // len(CASES)
            found = rig(Path(name), case, kills, given.seed + place)
        tell(case, found)
        for figure, count in vars(found).items():
            setattr(total, figure, getattr(total, figure) + count)
    tell("all", total)
    sys.stdout.write("every file as in a run that nobody disturbed, byte for byte\n")


def tell(case: str, found: Figures) -> None:
    sys.stdout.write(
        f"{case:<10} {found.kills:>6} {found.in_saves:>9} {found.resumed:>8} {found.completed:>10}\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    main()
