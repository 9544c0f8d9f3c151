"""What all tests share: seeded Hypothesis runs, and real data where there is some."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

try:
    from riparian import __version__
except ImportError as error:
    pytest.exit(f"riparian cannot be imported ({error}): build it with 'make build'", returncode=1)

# "house" draws the same examples on every machine, so that a red test is red for everyone.
# "explore" goes looking for more:  pytest --hypothesis-profile=explore
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("house", patient, derandomize=True)
settings.register_profile("explore", patient, max_examples=2000)
settings.load_profile("house")


# A shell that starts the tests in the background has them ignore Ctrl-C, which some of them press.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# Folders and files of tests that take many seconds: `--quick` leaves them out. How trees grow is slow;
# the doors, the command line and whatever else meets other packages are quick.
SLOW = frozenset(
    [
        "budget",
        "observers",
        "papers",
        "tree",
        "candidates/test_against_oracle.py",
        "rules/test_against_oracle.py",
        "rules/test_iadem_trees.py",
        "rules/test_theorem_4.py",
        "streams/test_places.py",
        "streams/test_unlabelled.py",
        "model_files/test_files.py",
        "model_files/test_mutated_json.py",
        "model_files/test_peak.py",
        "training/test_kills.py",
        "test_digest.py",
        "test_golden.py",
        "test_interrupt.py",
        "test_memory.py",
        "test_one_tree.py",
        "test_oracle.py",
        "test_pairs.py",
    ]
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out tests that take many seconds")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Whether files are passed over; None leaves it to others."""
    folder = Path(__file__).parent
    slow = config.getoption("--quick") and collection_path.is_relative_to(folder)
    return True if slow and collection_path.relative_to(folder).as_posix() in SLOW else None


def pytest_report_header() -> str:
    return f"riparian {__version__}, RIPARIAN_DATA={os.environ.get('RIPARIAN_DATA', '(not set)')}"


class RealData:
    """Finds real data: `real_data("electricity")` is a path, or skips the test and says why."""

    def __call__(self, name: str) -> Path:
        folder = os.environ.get("RIPARIAN_DATA")
        if not folder:
            pytest.skip("real data: the environment variable RIPARIAN_DATA is not set")
        path = Path(folder) / f"{name}.parquet"
        if not path.is_file():
            pytest.skip(f"real data: no {path.name} in the folder that RIPARIAN_DATA names")
        return path


@pytest.fixture(scope="session")
def real_data() -> RealData:
    return RealData()
