"""Record the first rows of MOA's own streams, for tests/streams/test_moa.py.

    python -m tools.moa.record

Needs Java 17 or later; MOA's jar is taken from CapyMOA's wheel, as for the benchmarks. Of every stream
a few rows are kept as they are, and a digest of ten thousand.
"""

from __future__ import annotations

import hashlib
import json
import struct
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.peers_moa import CAPYMOA, classpath

HERE = Path(__file__).resolve().parent
OUT = HERE.parent.parent / "tests" / "streams" / "moa_rows.json"
ROWS = 10_000
SHOWN = 4

# What MOA is asked for, and what riparian is: a recipe as in riparian/_native.pyi.
Recipe = tuple[Any, ...]
TREE = "generators.RandomTreeGenerator -r 5 -i 9 -c 4 -o 3 -u 6 -v 4 -d 7 -l 2 -f 0.3"
TREE_RECIPE: Recipe = (
    "random-tree",
    {
        "tree_seed": 5,
        "seed": 9,
        "classes": 4,
        "nominals": 3,
        "numerics": 6,
        "values": 4,
        "max_depth": 7,
        "first_leaf": 2,
        "leaf_fraction": 0.3,
    },
)
MOVING = {"model_seed": 2, "centroids": 30, "drifting": 20, "change": 0.001}
STREAMS: list[tuple[str, Recipe]] = [
    ("generators.RandomTreeGenerator", ("random-tree", {})),
    (TREE, TREE_RECIPE),
    ("generators.RandomRBFGenerator", ("rbf", {})),
    (
        "generators.RandomRBFGenerator -r 3 -i 4 -c 5 -a 7 -n 20",
        ("rbf", {"model_seed": 3, "seed": 4, "classes": 5, "columns": 7, "centroids": 20}),
    ),
    ("generators.RandomRBFGeneratorDrift -r 2 -n 30 -k 20 -s 0.001", ("rbf", MOVING)),
    ("generators.WaveformGenerator -i 77", ("waveform", {"seed": 77})),
    ("generators.WaveformGenerator -i 2 -n", ("waveform", {"seed": 2, "noise": True})),
    ("generators.HyperplaneGenerator", ("hyperplane", {})),
    (
        "generators.HyperplaneGenerator -i 6 -a 5 -k 3 -t 0.01 -n 20 -s 30",
        ("hyperplane", {"seed": 6, "columns": 5, "drifting": 3, "change": 0.01, "noise": 20, "turns": 30}),
    ),
    ("generators.LEDGenerator", ("led", {})),
    ("generators.LEDGenerator -i 8 -n 25 -s", ("led", {"seed": 8, "noise": 25, "irrelevant": False})),
    ("generators.LEDGeneratorDrift -i 8 -d 5", ("led", {"seed": 8, "drifting": 5})),
    ("generators.STAGGERGenerator -i 3", ("stagger", {"seed": 3})),
    ("generators.STAGGERGenerator -i 3 -f 2 -b", ("stagger", {"seed": 3, "function": 2, "balanced": True})),
    ("generators.STAGGERGenerator -i 3 -f 3", ("stagger", {"seed": 3, "function": 3})),
    *(
        (f"generators.AgrawalGenerator -i {f} -f {f}", ("agrawal", {"seed": f, "function": f}))
        for f in range(1, 11)
    ),
    (
        "generators.AgrawalGenerator -i 4 -f 2 -p 0.3 -b",
        ("agrawal", {"seed": 4, "function": 2, "perturbation": 0.3, "balanced": True}),
    ),
    ("generators.AgrawalGenerator -f 7 -p 0", ("agrawal", {"function": 7, "perturbation": 0})),
    *((f"generators.SEAGenerator -i {f} -f {f}", ("sea", {"seed": f, "function": f})) for f in range(1, 5)),
    ("generators.SEAGenerator -p 30 -b", ("sea", {"noise": 30, "balanced": True})),
    *((f"generators.SineGenerator -i {f} -f {f}", ("sine", {"seed": f, "function": f})) for f in range(1, 5)),
    (
        "generators.SineGenerator -i 5 -f 3 -s -b",
        ("sine", {"seed": 5, "function": 3, "irrelevant": False, "balanced": True}),
    ),
    ("generators.MixedGenerator -i 5", ("mixed", {"seed": 5})),
    ("generators.MixedGenerator -f 2 -b", ("mixed", {"function": 2, "balanced": True})),
    (
        f"FilteredStream -s ({TREE}) -f (AddNoiseFilter -r 7 -a 0.2 -c 0.15)",
        ("noise", {"seed": 7, "columns": 0.2, "labels": 0.15}, TREE_RECIPE),
    ),
    (
        "FilteredStream -s (generators.AgrawalGenerator -f 3) -f AddNoiseFilter",
        ("noise", {}, ("agrawal", {"function": 3})),
    ),
    (
        "ConceptDriftStream -s (generators.SEAGenerator -f 1) -d (generators.SEAGenerator -f 3 -i 2)"
        " -p 5000 -w 1500 -r 4",
        (
            "drift",
            {"position": 5000, "width": 1500, "seed": 4},
            ("sea", {"function": 1}),
            ("sea", {"function": 3, "seed": 2}),
        ),
    ),
    (
        "RecurrentConceptDriftStream -s (generators.STAGGERGenerator -f 1)"
        " -d (generators.STAGGERGenerator -f 2 -i 2) -p 1000 -w 100 -x 900 -y 700 -z 3 -r 6",
        (
            "drift",
            {"position": 1000, "width": 100, "times": 3, "stays": 900, "between": 700, "seed": 6},
            ("stagger", {"function": 1}),
            ("stagger", {"function": 2, "seed": 2}),
        ),
    ),
]


def main() -> None:
    """Ask MOA and write the file."""
    path = classpath()
    with tempfile.TemporaryDirectory() as classes:
        jar = path.split(":")[0]
        subprocess.run(["javac", "-cp", jar, "-d", classes, str(HERE / "RecordRows.java")], check=True)
        command = ["java", "-cp", f"{jar}:{classes}", "RecordRows", str(ROWS), *(moa for moa, _ in STREAMS)]
        lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    found = [kept(recipe, json.loads(line)) for (_, recipe), line in zip(STREAMS, lines, strict=True)]
    text = ",\n".join(json.dumps(entry) for entry in found)
    OUT.write_text(f'{{"moa": "the jar of capymoa {CAPYMOA}", "rows": {ROWS}, "streams": [\n{text}\n]}}\n')


def kept(recipe: Recipe, recorded: dict[str, Any]) -> dict[str, Any]:
    """What is kept of a stream: names, a few rows, and the digest of all."""
    digest = hashlib.sha256()
    rows = [
        [*(float.fromhex(value) for value in values), float(label)] for *values, label in recorded["rows"]
    ]
    for row in rows:
        digest.update(struct.pack(f"<{len(row)}d", *row))
    shown = [[value.hex() for value in row] for row in rows[:SHOWN]]
    columns, classes = recorded["columns"], recorded["classes"][1:]
    return {
        "moa": recorded["stream"],
        "recipe": recipe,
        "columns": columns,
        "classes": classes,
        "rows": shown,
        "digest": digest.hexdigest(),
    }


if __name__ == "__main__":
    main()
