"""How long `import riparian` takes, in fresh interpreters.

The package loads its parts when they are first asked for, so the time until `VFDT` is there is shown too:
that is what a program waits for, and most of it is NumPy.
"""

import subprocess
import sys
from time import perf_counter

from benchmarks.places import HERE

STATEMENTS = {
    "bare interpreter": "pass",
    "import numpy": "import numpy",
    "import riparian": "import riparian",
    "from riparian import VFDT": "from riparian import VFDT",
}


def measure(repeats: int) -> dict[str, float]:
    """Seconds that an interpreter takes to run each statement, start and end included; best of the rounds."""
    best: dict[str, float] = {}
    for _ in range(repeats):
        for name, statement in STATEMENTS.items():
            start = perf_counter()
            subprocess.run([sys.executable, "-c", statement], check=True, cwd=HERE.parent)
            seconds = perf_counter() - start
            best[name] = min(seconds, best.get(name, seconds))
    return best
