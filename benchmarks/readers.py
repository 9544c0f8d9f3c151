"""How fast files are read, beside pandas, pyarrow and others: `python -m benchmarks.readers`.

Everyone reads the same generated files from the page cache, on one thread, in batches where it can; best of
interleaved rounds. Writes `benchmarks/results/readers.*`; with options, `partial.*` (ignored by git).
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# Before NumPy is loaded: helpers of a linear algebra library that wait for work would count as busy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from benchmarks import machine
from benchmarks.clock import Clock
from benchmarks.places import HERE, RESULTS

ROWS, REPEATS = 500_000, 5
LARGE_BYTES = (100_000_000, 2_000_000_000)
CHUNK_ROWS = 65_536
Reader = Callable[[Path], int]

# Linux counts the peak of a process here; the count of getrusage begins with what the parent had.
PEAK = """
import sys
from riparian import VFDT
from riparian.evaluate import prequential
from riparian.streams import read
result = prequential(VFDT(), read(sys.argv[1]), every=1_000_000)
print(result["VFDT"]["rows"], int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) / 1024)
"""


# ---- the files


def tables(rows: int) -> dict[str, dict[str, list[Any]]]:
    """Two tables: ten random floats with all their digits; and a mixture of small numbers and names."""
    rng = np.random.default_rng(1)
    floats = {f"x{place}": rng.random(rows).tolist() for place in range(10)}
    floats["class"] = rng.choice(["a", "b", "c"], rows).tolist()
    mixed: dict[str, list[Any]] = {f"n{place}": rng.integers(0, 1000, rows).tolist() for place in range(6)}
    mixed |= {
        f"c{place}": rng.choice(["red", "green", "blue", "yellow"], rows).tolist() for place in range(4)
    }
    mixed["y"] = rng.normal(size=rows).round(3).tolist()
    mixed["class"] = rng.choice(["up", "down"], rows).tolist()
    return {"floats": floats, "mixed": mixed}


def lines(table: dict[str, list[Any]]) -> Iterator[str]:
    for row in zip(*table.values(), strict=True):
        yield ",".join(map(str, row)) + "\n"


def write_files(folder: Path, rows: int) -> dict[str, Path]:
    """The files by name."""
    found = {}
    for name, table in tables(rows).items():
        path = found[f"CSV, {name}"] = folder / f"{name}.csv"
        path.write_text(",".join(table) + "\n" + "".join(lines(table)))
        if name == "floats":
            packed = found["CSV, floats, gzip"] = folder / "floats.csv.gz"
            packed.write_bytes(gzip.compress(path.read_bytes(), 1))
            arff = found["ARFF, floats"] = folder / "floats.arff"
            head = "".join(f"@attribute {column} numeric\n" for column in table if column != "class")
            body = "".join(lines(table))
            arff.write_text(f"@relation floats\n{head}@attribute class {{a,b,c}}\n@data\n{body}")
            sparse = found["libsvm, floats"] = folder / "floats.svm"
            columns = list(table.values())
            with sparse.open("w") as file:
                for row in zip(*columns, strict=True):
                    pairs = " ".join(f"{at}:{value}" for at, value in enumerate(row[:-1], start=1))
                    file.write(f"{'abc'.index(row[-1])} {pairs}\n")
        else:
            objects = found["JSON lines, mixed"] = folder / "mixed.jsonl"
            with objects.open("w") as file:
                for row in zip(*table.values(), strict=True):
                    file.write(json.dumps(dict(zip(table, row, strict=True))) + "\n")
    return found


# ---- the parties


def riparian(path: Path) -> int:
    from riparian.streams import read

    return sum(len(batch) for batch in read(path).batches())


def pandas(path: Path) -> int:
    import pandas as guest

    if path.suffix == ".jsonl":
        return sum(len(part) for part in guest.read_json(path, lines=True, chunksize=CHUNK_ROWS))
    return sum(len(part) for part in guest.read_csv(path, chunksize=CHUNK_ROWS))


def pyarrow(path: Path) -> int:
    import pyarrow

    pyarrow.set_cpu_count(1)
    if path.suffix == ".jsonl":
        from pyarrow import json as guest_json

        return int(guest_json.read_json(path, guest_json.ReadOptions(use_threads=False)).num_rows)
    from pyarrow import csv as guest

    # Names as codes, which is what riparian hands over.
    convert = guest.ConvertOptions(auto_dict_encode=True)
    read = guest.ReadOptions(use_threads=False)
    return sum(batch.num_rows for batch in guest.open_csv(path, read_options=read, convert_options=convert))


def scipy(path: Path) -> int:
    from scipy.io import arff

    return len(arff.loadarff(path)[0])


def sklearn(path: Path) -> int:
    from sklearn.datasets import load_svmlight_file

    return int(load_svmlight_file(str(path))[0].shape[0])


PARTIES: dict[str, tuple[Reader, ...]] = {
    ".csv": (riparian, pandas, pyarrow),
    ".gz": (riparian, pandas, pyarrow),
    ".arff": (riparian, scipy),
    ".svm": (riparian, sklearn),
    ".jsonl": (riparian, pandas, pyarrow),
}


def race(path: Path, rows: int, repeats: int) -> dict[str, float]:
    """Rows per second of processor time of everyone who can read this file, best of interleaved rounds."""
    best: dict[str, float] = {}
    for _ in range(repeats):
        for party in PARTIES[path.suffix]:
            clock = Clock()
            try:
                found = party(path)
            except ImportError:
                continue
            # On the processor: who had to wait for a neighbour is no slower for it.
            _, seconds = clock.read()
            if found != rows:
                raise RuntimeError(f"{party.__name__} read {found} of {rows} rows of {path.name}")
            best[party.__name__] = min(seconds, best.get(party.__name__, seconds))
    return {name: rows / seconds for name, seconds in best.items()}


def peaks(folder: Path, source: Path) -> list[dict[str, float]]:
    """Resident memory at its peak in a fresh process that evaluates a tree on files of different lengths."""
    head, block = source.read_bytes().split(b"\n", 1)
    found = []
    for size in LARGE_BYTES:
        path = folder / "large.csv"
        with path.open("wb") as file:
            file.write(head + b"\n")
            for _ in range(size // len(block)):
                file.write(block)
        command = [sys.executable, "-c", PEAK, str(path)]
        told = subprocess.run(
            command, check=True, capture_output=True, text=True, cwd=HERE.parent
        ).stdout.split()
        found.append({"bytes": path.stat().st_size, "rows": int(told[0]), "peak_mib": float(told[1])})
        path.unlink()
    return found


# ---- the report


def page(results: dict[str, Any]) -> str:
    settings = results["settings"]
    text = [
        "# Reading files",
        "",
        f"Made by `{settings['command']}`: {settings['rows']:,} rows per file, one thread, time on the "
        "processor, best of "
        f"{settings['repeats']} interleaved rounds. Thousand rows per second; in brackets, riparian's rate "
        "against theirs.",
        "",
        "| file | MB | riparian | others |",
        "|---|---|---|---|",
    ]
    for race in results["races"]:
        own = race["rates"]["riparian"]
        others = [(name, rate) for name, rate in race["rates"].items() if name != "riparian"]
        shown = ", ".join(f"{name} {rate / 1e3:,.0f} ({own / rate:.2f}x)" for name, rate in others)
        text.append(f"| {race['file']} | {race['bytes'] / 1e6:.0f} | {own / 1e3:,.0f} | {shown} |")
    text += [
        "",
        "Names come as codes from riparian and pyarrow, as texts from pandas. pandas and riparian read in "
        "batches; pyarrow reads CSV in batches and JSON lines whole, as SciPy reads ARFF and scikit-learn "
        "libsvm.",
        "",
    ]
    if results["memory"]:
        text += [
            "Resident memory at its peak of a process that evaluates a tree on a file, interpreter included:",
            "",
        ]
        text += ["| CSV file, MB | rows | peak, MiB |", "|---|---|---|"]
        for row in results["memory"]:
            text.append(f"| {row['bytes'] / 1e6:,.0f} | {row['rows']:,} | {row['peak_mib']:.0f} |")
        text.append("")
    text += ["| measured on | |", "|---|---|"]
    text += [f"| {name} | {value} |" for name, value in results["machine"].items()]
    return "\n".join(text) + "\n"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.readers", description=__doc__.split("\n\n")[0]
    )
    parser.add_argument("--rows", type=int, default=ROWS, help=f"rows per file (default {ROWS:,})")
    parser.add_argument("--repeats", type=int, default=REPEATS, help=f"rounds that count (default {REPEATS})")
    parser.add_argument("--skip-memory", action="store_true", help="leave out the file of 2 GB")
    chosen = parser.parse_args()
    complete = not chosen.skip_memory and (chosen.rows, chosen.repeats) == (ROWS, REPEATS)
    guests = {name: machine.package_version(name) for name in ("pandas", "pyarrow", "scipy", "scikit-learn")}
    described = {name: value for name, value in machine.describe().items() if name != "river"} | guests
    command = " ".join(["python -m benchmarks.readers", *sys.argv[1:]])
    results: dict[str, Any] = {
        "machine": described,
        "settings": {"rows": chosen.rows, "repeats": chosen.repeats, "command": command},
        "races": [],
        "memory": [],
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = write_files(folder, chosen.rows)
        for file, path in files.items():
            print(f"reading {file}", file=sys.stderr)
            rates = race(path, chosen.rows, chosen.repeats)
            results["races"].append({"file": file, "bytes": path.stat().st_size, "rates": rates})
        if not chosen.skip_memory and Path("/proc/self/status").exists():
            results["memory"] = peaks(folder, files["CSV, mixed"])
    print(page(results))
    RESULTS.mkdir(exist_ok=True)
    stem = "readers" if complete else "partial"
    (RESULTS / f"{stem}.md").write_text(page(results))
    (RESULTS / f"{stem}.json").write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
