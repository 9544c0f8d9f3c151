"""Record the bins of MOA's VFML observer, for tests/observers/test_against_oracles.py.

    python -m tools.moa.record_bins

Needs Java 17 or later; MOA's jar is taken from CapyMOA's wheel, as for the benchmarks. Each column is kept
with its rows, so that the file says everything.
"""

from __future__ import annotations

import json
import random
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.peers_moa import CAPYMOA, classpath

HERE = Path(__file__).resolve().parent
OUT = HERE.parent.parent / "tests" / "observers" / "moa_bins.json"
ROWS = 150
Row = tuple[float, int, float]  # value, class, weight


def columns() -> list[dict[str, Any]]:
    """Columns of several kinds and limits."""
    found = []
    for limit, name in [(10, "normal"), (4, "normal"), (100, "normal"), (10, "whole"), (10, "sorted")]:
        rng = random.Random(f"{name} {limit}")
        classes = 3
        rows: list[Row] = []
        for _ in range(ROWS):
            k = rng.randrange(classes)
            value = round(rng.gauss(k, 1.5), 0 if name == "whole" else 3)
            rows.append((value + 0.0, k, rng.randrange(1, 9) / 4.0))
        if name == "sorted":
            rows.sort()
        found.append({"name": f"{name}, {limit} bins", "limit": limit, "classes": classes, "rows": rows})
    return found


def main() -> None:
    """Ask MOA and write the file."""
    asked = columns()
    told = []
    for c in asked:
        told.append(f"{c['limit']} {len(c['rows'])} {c['classes']}")
        told += [f"{x!r} {k} {w!r}" for x, k, w in c["rows"]]
    jar = classpath().split(":")[0]
    with tempfile.TemporaryDirectory() as classes:
        subprocess.run(["javac", "-cp", jar, "-d", classes, str(HERE / "RecordBins.java")], check=True)
        program = "moa.classifiers.core.attributeclassobservers.RecordBins"
        command = ["java", "-cp", f"{jar}:{classes}", program]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, input="\n".join(told))
    cases = [{**c, "bins": json.loads(line)} for c, line in zip(asked, done.stdout.splitlines(), strict=True)]
    text = ",\n".join(json.dumps(case) for case in cases)
    OUT.write_text(f'{{"moa": "the jar of capymoa {CAPYMOA}", "cases": [\n{text}\n]}}\n')


if __name__ == "__main__":
    main()
