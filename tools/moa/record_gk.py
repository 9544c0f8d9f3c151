"""Record the tuples of MOA's Greenwald-Khanna observer, for tests/observers/test_gk.py.

    python -m tools.moa.record_gk

Needs Java 17 or later; MOA's jar is taken from CapyMOA's wheel, as for the benchmarks. Each column is kept
with its rows, so that the file says everything: the tuples of the class of a row, after every row where they
are few; the cuts that each class suggests in the end; and the class weights on both sides of some cuts.
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
OUT = HERE.parent.parent / "tests" / "observers" / "moa_gk.json"
CLASSES = 3
# Limit, kind of values, rows, and after how many of them each the tuples are recorded.
KINDS = [
    (3, "normal", 60, 1),
    (4, "normal", 60, 1),
    (10, "normal", 120, 1),
    (10, "ties", 120, 1),
    (10, "one value", 40, 1),
    (10, "sorted", 90, 1),
    (10, "reversed", 90, 1),
    (10, "both ends in turn", 90, 1),
    (17, "ties", 150, 5),
    (40, "normal", 400, 40),
    (100, "normal", 600, 150),
    (100, "sorted", 600, 150),
    (100, "ties", 600, 150),
    (1000, "normal", 150, 150),
]


def values(kind: str, rows: int, rng: random.Random) -> list[float]:
    """Values in the order in which they come."""
    drawn = [round(rng.gauss(0, 3), 3) + 0.0 for _ in range(rows)]
    if kind == "ties":
        return [round(x) + 0.0 for x in drawn]
    if kind == "one value":
        return [1.5] * rows
    if kind == "sorted":
        return sorted(drawn)
    if kind == "reversed":
        return sorted(drawn, reverse=True)
    if kind == "both ends in turn":
        ascending = sorted(drawn)
        pairs = zip(ascending[: rows // 2], reversed(ascending[rows // 2 :]), strict=True)
        return [x for pair in pairs for x in pair]
    return drawn


def columns() -> list[dict[str, Any]]:
    """Columns of several kinds and limits, and the cuts that are asked for."""
    found = []
    for limit, kind, rows, every in KINDS:
        rng = random.Random(f"{kind} {limit}")
        drawn = values(kind, rows, rng)
        # The third class has few values: fewer than there is room for.
        labels = [rng.choice([0, 0, 0, 1, 1, 1, 2]) for _ in drawn]
        cuts = [*sorted(rng.sample(drawn, 12)), -99.5, 0.25, 99.5]
        found.append(
            {
                "name": f"{kind}, {limit} tuples",
                "limit": limit,
                "every": every,
                "rows": list(zip(drawn, labels, strict=True)),
                "asked": cuts,
            }
        )
    return found


def main() -> None:
    """Ask MOA and write the file."""
    asked = columns()
    told: list[str] = []
    for c in asked:
        told.append(f"{c['limit']} {len(c['rows'])} {CLASSES} {c['every']} {len(c['asked'])}")
        told += [f"{x!r} {k}" for x, k in c["rows"]]
        told += [f"{cut!r}" for cut in c.pop("asked")]
    jar = classpath().split(":")[0]
    with tempfile.TemporaryDirectory() as classes:
        subprocess.run(["javac", "-cp", jar, "-d", classes, str(HERE / "RecordGk.java")], check=True)
        command = ["java", "-cp", f"{jar}:{classes}", "moa.core.RecordGk"]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, input="\n".join(told))
    cases = [{**c, **json.loads(line)} for c, line in zip(asked, done.stdout.splitlines(), strict=True)]
    text = ",\n".join(json.dumps(case) for case in cases)
    OUT.write_text(
        f'{{"moa": "the jar of capymoa {CAPYMOA}", "classes": {CLASSES}, "cases": [\n{text}\n]}}\n'
    )


if __name__ == "__main__":
    main()
