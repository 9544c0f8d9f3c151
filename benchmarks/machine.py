"""What the figures were measured on: processor, system and versions. No names of hosts or people."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import which


def processor_fields() -> dict[str, str]:
    """The first processor's entry in Linux's list, or nothing elsewhere."""
    listing = Path("/proc/cpuinfo")
    if not listing.exists():
        return {}
    first = listing.read_text().split("\n\n")[0]
    pairs = (line.partition(":") for line in first.splitlines())
    return {key.strip(): value.strip() for key, _, value in pairs}


def processor_flags() -> set[str]:
    """Instruction sets the processor offers."""
    return set(processor_fields().get("flags", "").split())


def package_version(name: str) -> str:
    """The installed version of a Python package."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def own_version() -> str:
    """The version of riparian as it is imported, installed or not."""
    try:
        from riparian import __version__
    except ImportError:
        return "not built"
    return __version__


def tool_version(tool: str) -> str:
    """The first line that `tool --version` prints."""
    if which(tool) is None:
        return "not installed"
    return subprocess.run([tool, "--version"], capture_output=True, text=True).stdout.splitlines()[0]


def describe() -> dict[str, str]:
    """Everything that belongs beside a figure, by name."""
    processor = processor_fields().get("model name") or platform.processor() or platform.machine()
    wide = [name for name in ("avx2", "avx512f") if name in processor_flags()]
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "processor": f"{processor} ({', '.join([platform.machine(), *wide])})",
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.release().split('-')[0]}",
        "python": platform.python_version(),
        "numpy": package_version("numpy"),
        "riparian": own_version(),
        "river": package_version("river"),
        "rustc": tool_version("rustc"),
    }
