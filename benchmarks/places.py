"""Where the benchmarks keep what they make. Everything but the results is ignored by git."""

from pathlib import Path

HERE = Path(__file__).parent
CACHE = HERE / ".cache"
RESULTS = HERE / "results"


class UnavailableError(Exception):
    """A peer cannot take part on this machine; the text says why in one line."""
