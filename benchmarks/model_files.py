"""Model files: how large they are, how fast they are written and read, and what a snapshot takes.

    python -m benchmarks.model_files [--folder DIR] [--rows N] [--repeats N]

Trees of every kind, written to a folder (`--folder`: a disk in memory by default, so that the code is
measured and not the disk) beside plain bytes of the same length: write, fsync and rename; open and read.
Trees are saved where they grew, and loaded in a process of their own, as they are in life. river's tree is
pickled beside ours where river is installed. Rounds take turns, and the best round of each counts. A complete
run writes `benchmarks/results/model_files.*`, any other `partial.*` (ignored
by git).
"""

import argparse
import json
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import riparian
from benchmarks import peers_river, race, streams
from benchmarks.machine import describe
from benchmarks.places import RESULTS, UnavailableError
from benchmarks.report import table
from benchmarks.targets import Verdict, at_least, at_most
from riparian.streams import open_stream, write
from riparian.training import train
from riparian.trees import Tree

ROWS, REPEATS = 300_000, 5
SHARED = Path("/dev/shm")
# Trees below this many bytes are all overhead: files of them are judged by their size alone.
LARGE = 10_000_000

TREES: dict[str, Callable[[], Tree]] = {
    "gaussian": lambda: riparian.VFDT(),
    "gaussian, a leaf for every 20 rows": lambda: riparian.VFDT(grace_period=20, tau=10.0, predictor="nb"),
    "bins:1000": lambda: riparian.VFDT(observer="bins:1000"),
    "dyadic:512": lambda: riparian.VFDT(observer="dyadic:512"),
    "histogram:100": lambda: riparian.VFDT(observer="histogram:100"),
    "quantiles:1000": lambda: riparian.VFDT(observer="quantiles:1000"),
    "exhaustive": lambda: riparian.VFDT(observer="exhaustive"),
    "segments": lambda: riparian.VFDT(observer="segments"),
    "window of 200,000 rows": lambda: riparian.VFDT(window=200_000, predictor="mc"),
    "OHyT": lambda: riparian.OHyT(),
}

NOTES = """\
- **A disk in memory** has no fsync to wait for: on a real disk saving waits for the disk, as plain bytes do.
- **State** is `memory_bytes()`: what the allocator adds and the room that lists keep for growth are part of
  it, and are not written.
- **GB/s** are bytes of the file, which may be far fewer than those of the tree (segments). Trees of few bytes
  are opening and closing of files, and JSON; a tree of very many small leaves, or of very many names, is the
  allocation of their lists.
- **Two threads** save and load what is larger than 4 MB, one for the file and one for the tree.
- **Loaded into a heap** where a tree has just grown, in many small pieces, a tree of very many small leaves
  takes up to twice as long: that is the allocator's time.
- **Peak** is by how much the process grew at the most while it loaded the tree for the first time.
- **Snapshots** copy what answers need: nothing but class weights for majority leaves (mc), and observers
  where naive Bayes is asked (nb; nba: some of the leaves).
- **Going on** reads a file once for its SHA-256, and from its place on.
- **river** is pickled after 20,000 rows and so is ours, with the same observer."""

Figures = dict[str, Any]


def arguments() -> argparse.Namespace:
    """Read the command line."""
    about = (__doc__ or "").split("\n\n")[0]
    parser = argparse.ArgumentParser(prog="python -m benchmarks.model_files", description=about)
    parser.add_argument("--folder", type=Path, default=SHARED if SHARED.is_dir() else None)
    parser.add_argument("--rows", type=int, default=ROWS, help=f"rows that trees learn (default {ROWS:,})")
    parser.add_argument("--repeats", type=int, default=REPEATS, help=f"rounds (default {REPEATS})")
    chosen = parser.parse_args()
    chosen.complete = (chosen.rows, chosen.repeats, chosen.folder) == (ROWS, REPEATS, SHARED)
    return chosen


def best_of(repeats: int, parties: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """The least seconds of each, in rounds that take turns."""
    best = dict.fromkeys(parties, np.inf)
    for _ in range(repeats):
        for name, run in parties.items():
            start = perf_counter()
            found = run()
            best[name] = min(best[name], perf_counter() - start)
            del found
    return best


def write_plain(data: bytes, path: Path) -> None:
    """Bytes to a file as carefully as a model."""
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


def measured(name: str, tree: Tree, folder: Path, repeats: int) -> Figures:
    """One tree."""
    race.note(f"{name}: {tree.n_nodes:,} nodes")
    path, plain = folder / "a.model", folder / "plain"
    tree.save(path)
    data = path.read_bytes()
    write_plain(data, plain)
    took = best_of(
        repeats,
        {
            "save": lambda: tree.save(path),
            "plain write": lambda: write_plain(data, plain),
            "snapshot": tree.snapshot,
        },
    )
    loaded = elsewhere(path, plain, repeats)
    sizes = {
        "file": len(data),
        "state": tree.memory_bytes(),
        "snapshot_bytes": tree.snapshot().memory_bytes(),
        "peak": loaded.pop("peak"),
    }
    same = loaded.pop("digest") == tree.digest()
    return {"tree": name, "nodes": tree.n_nodes, **sizes, "seconds": {**took, **loaded}, "same": same}


def elsewhere(path: Path, plain: Path, repeats: int) -> Figures:
    """What loading takes in a process of its own."""
    words = [sys.executable, "-m", "benchmarks.model_files", *map(str, (path, plain, repeats))]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    found: Figures = json.loads(done.stdout)
    return found


def load_here(path: Path, plain: Path, repeats: int) -> Figures:
    """Loading, beside plain reading, with the most memory that the first loading took."""
    riparian.from_bytes(riparian.VFDT().to_bytes())
    before = held("VmRSS")
    tree = riparian.load(path)
    peak = held("VmHWM") - before
    digest = tree.digest()
    del tree
    took = best_of(repeats, {"load": lambda: riparian.load(path), "plain read": plain.read_bytes})
    return {**took, "peak": peak, "digest": digest}


def held(what: str) -> int:
    """Bytes that this process holds (VmRSS), or held at the most (VmHWM)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(what))


def beside_river(stream: streams.Stream, repeats: int) -> Figures:
    """Pickles of river's tree and of ours after the same rows."""
    rows = peers_river.prefix(stream)
    theirs = peers_river.tree("nba", rows.nominal)
    for x, y in zip(rows.rows, rows.labels, strict=True):
        theirs.learn_one(x, y)
    ours = riparian.VFDT()
    ours.learn_many(stream.X[: len(rows.labels)], stream.y[: len(rows.labels)])
    found = {}
    both: dict[str, Any] = {"riparian": ours, "river": theirs}
    for name, tree in both.items():
        data = pickle.dumps(tree)
        parties: dict[str, Callable[[], Any]] = {
            "dump": partial(pickle.dumps, tree),
            "load": partial(pickle.loads, data),
        }
        took = best_of(repeats, parties)
        found[name] = {"bytes": len(data), **took}
    return found


def going_on(folder: Path, rows: int, repeats: int) -> Figures:
    """What it takes to train, and to go on for one row behind all that was trained."""
    race.note("going on")
    rows_of = folder / "agrawal.csv"
    write(open_stream("agrawal"), rows_of, rows=rows + 1)
    found = {}
    for name, stream in {"agrawal": "agrawal", "a CSV file of it": str(rows_of)}.items():
        whole, path = folder / "whole.model", folder / "on.model"

        def trained(stream: str = stream, whole: Path = whole) -> None:
            train(riparian.VFDT(), stream, whole, rows=rows, overwrite=True)

        def went_on(stream: str = stream, whole: Path = whole, path: Path = path) -> None:
            shutil.copy(whole, path)
            train(riparian.VFDT(), stream, path, rows=rows + 1, resume=True)

        found[name] = {"rows": rows, **best_of(repeats, {"train": trained, "go on": went_on})}
    return found


def grown(stream: streams.Stream) -> list[tuple[str, Tree]]:
    """All trees."""
    found = []
    for name, make in TREES.items():
        tree = make()
        tree.learn_many(stream.X, stream.y)
        found.append((name, tree))
    for predictor in ("mc", "nb", "nba"):
        tree = riparian.VFDT(grace_period=20, tau=10.0, predictor=predictor, observer="bins:100")
        tree.learn_many(stream.X, stream.y)
        found.append((f"bins:100, {predictor}, a leaf for every 20 rows", tree))
    # Trees that are mostly room to grow, and such as are mostly names.
    for observer in ("exhaustive", "segments"):
        tree = riparian.VFDT(grace_period=20, tau=10.0, predictor="mc", observer=observer)
        tree.learn_many(stream.X, stream.y)
        found.append((f"{observer}, a leaf for every 20 rows", tree))
    tree = riparian.VFDT()
    names = [f"page {n}" for n in range(len(stream.X))]
    tree.learn_many({"page": np.array(names), "x": stream.X[:, 0]}, stream.y)
    found.append(("as many names as rows", tree))
    # As many nodes for their bytes as there can be in life.
    tree = riparian.VFDT(grace_period=3, tau=10.0, predictor="nb")
    tree.learn_many(stream.X[:, :5], stream.y)
    found.append(("gaussian, five columns, a leaf for every 3 rows", tree))
    return found


def verdicts(results: Figures) -> list[Verdict]:
    """What was asked for, and whether it was met."""
    large = [each for each in results["trees"] if each["file"] >= LARGE]
    speed = {
        way: {each["tree"]: each["file"] / 1e9 / each["seconds"][way] for each in large}
        for way in ("save", "load")
    }
    return [
        at_most(
            "bytes of a file beside those of the state",
            1.1,
            {e["tree"]: e["file"] / e["state"] for e in results["trees"]},
        ),
        at_least("saving, files of 10 MB and more", 1, speed["save"], "GB/s"),
        at_least("loading, files of 10 MB and more", 1, speed["load"], "GB/s"),
        at_most(
            "memory at the most while loading, beside the tree, files of 10 MB and more",
            1.5,
            {e["tree"]: e["peak"] / e["state"] for e in large},
        ),
        at_most(
            "the same beside the file",
            1.5,
            {e["tree"]: e["peak"] / e["file"] for e in large},
        ),
        at_least(
            "loaded with the digest of the saved",
            100,
            {e["tree"]: 100.0 * e["same"] for e in results["trees"]},
            "%",
        ),
    ]


def rows_of(results: Figures) -> list[list[str]]:
    """Trees, line by line."""
    found = []
    for each in results["trees"]:
        took, size = each["seconds"], each["file"]
        rates = [f"{size / 1e9 / took[way]:.2f}" for way in ("save", "plain write", "load", "plain read")]
        share = f"{100 * each['snapshot_bytes'] / each['state']:.1f} %"
        sizes = [f"{each['nodes']:,}", f"{size / 1e6:,.2f}", f"{size / each['state']:.2f}"]
        sizes += [f"{each['peak'] / each['state']:.2f}" if size >= LARGE else ""]
        found.append([each["tree"], *sizes, *rates, f"{1e3 * took['snapshot']:,.2f}", share])
    return found


def page(results: Figures) -> str:
    """All tables."""
    settings = results["settings"]
    judged = [list(asdict(verdict).values()) for verdict in verdicts(results)]
    names = [
        "tree",
        "nodes",
        "file, MB",
        "file / state",
        "peak / state",
        "save, GB/s",
        "plain write",
        "load, GB/s",
        "plain read",
    ]
    names += ["snapshot, ms", "its bytes / state"]
    pickles = [
        [name, f"{each['bytes']:,}", f"{1e3 * each['dump']:.2f}", f"{1e3 * each['load']:.2f}"]
        for name, each in results["pickles"].items()
    ]
    going = [
        [name, f"{each['rows']:,}", f"{each['train']:.2f}", f"{each['go on']:.3f}"]
        for name, each in results["going on"].items()
    ]
    sections = [
        ("What was asked", table(["target", "asked", "measured", "verdict"], judged)),
        ("Files and snapshots", table(names, rows_of(results))),
        ("Pickles after 20,000 rows", table(["library", "bytes", "dump, ms", "load, ms"], pickles)),
        ("Going on for one row", table(["stream", "rows before", "training, s", "going on, s"], going)),
        ("Traps", NOTES),
        ("Measured on", "\n".join(f"- {name}: {value}" for name, value in results["machine"].items())),
    ]
    head = (
        f"# Model files\n\nMade by `{settings['command']}`: trees that learned {settings['rows']:,} rows of "
        f"Waveform, best of {settings['repeats']} rounds, files on {settings['folder']}."
    )
    left_out = "".join(f"\n\nNote: {line}." for line in results["left_out"])
    return head + left_out + "".join(f"\n\n## {title}\n\n{text}" for title, text in sections if text) + "\n"


def main() -> None:
    """Measure, print and write."""
    chosen = arguments()
    results: Figures = {
        "machine": describe(),
        "settings": {
            "rows": chosen.rows,
            "repeats": chosen.repeats,
            "folder": "a disk in memory" if chosen.folder == SHARED else "a disk",
            "command": " ".join(["python -m benchmarks.model_files", *sys.argv[1:]]),
        },
        "left_out": [],
        "pickles": {},
    }
    stream = streams.make("waveform", chosen.rows)
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        results["trees"] = [measured(*each, Path(folder), chosen.repeats) for each in grown(stream)]
        results["going on"] = going_on(Path(folder), 10 * chosen.rows, chosen.repeats)
    try:
        results["pickles"] = beside_river(stream, chosen.repeats)
    except UnavailableError as reason:
        results["left_out"].append(str(reason))
    print(page(results))
    name = "model_files" if chosen.complete and not results["left_out"] else "partial"
    judged = [asdict(verdict) for verdict in verdicts(results)]
    (RESULTS / f"{name}.md").write_text(page(results))
    (RESULTS / f"{name}.json").write_text(json.dumps({**results, "targets": judged}, indent=1) + "\n")


if __name__ == "__main__":
    if len(sys.argv) == 4 and Path(sys.argv[1]).is_file():
        print(json.dumps(load_here(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))))
    else:
        main()
