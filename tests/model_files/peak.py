"""How much memory loading takes at its most. Run by tests/model_files/test_peak.py, in a process of its own.

Usage: python -m tests.model_files.peak FILE
Prints one line of JSON: bytes of the file, `memory_bytes()` of the tree, and by how much the most that the
process ever held grew while it was loaded.
"""

import json
import sys
from pathlib import Path

import riparian


def held(what: str) -> int:
    """Bytes that the process holds (VmRSS), or held at the most (VmHWM)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith(what))


if __name__ == "__main__":
    path = Path(sys.argv[1])
    # What only the first tree needs is there afterwards.
    riparian.from_bytes(riparian.VFDT().to_bytes())
    before = held("VmRSS")
    tree = riparian.load(path)
    peak = held("VmHWM") - before
    told = {"file": path.stat().st_size, "tree": tree.memory_bytes(), "peak": peak}
    sys.stdout.write(json.dumps(told) + "\n")
