"""MOA's trees over the same rows, in Java (see `moa/Race.java`).

MOA's jar ships inside CapyMOA's wheel, which is downloaded once and unzipped; CapyMOA itself takes no part.
"""

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.places import CACHE, HERE, UnavailableError
from benchmarks.worker import Worker

CAPYMOA = "0.15.1"
# One collector thread, because the contest is one thread against one; the heap is large and touched
# beforehand, so that collections are few (rows live in the old half, the tree's garbage dies in the young
# half). What other collectors give is in the README.
MACHINE = ("-Xms4g", "-Xmx4g", "-Xmn2g", "-XX:+UseSerialGC", "-XX:+AlwaysPreTouch")
# Where nothing is timed: memory as it is needed.
UNTIMED = ("-Xmx6g", "-XX:+UseSerialGC")


def classpath() -> str:
    """Fetch the jar and compile the race, once; return the class path of both.

    Raises
    ------
    UnavailableError
        If there is no Java compiler, or the wheel cannot be had.
    """
    if not (shutil.which("java") and shutil.which("javac")):
        raise UnavailableError("MOA is left out: java and javac (17 or later) are not on the path")
    jar = CACHE / f"moa-{CAPYMOA}.jar"
    if not jar.exists():
        fetch(jar)
    classes = CACHE / "classes"
    sources = sorted((HERE / "moa").glob("*.java"))
    subprocess.run(["javac", "-cp", str(jar), "-d", str(classes), *map(str, sources)], check=True)
    return f"{jar}:{classes}"


def fetch(jar: Path) -> None:
    """Download CapyMOA's wheel without its dependencies and take the jar out."""
    CACHE.mkdir(exist_ok=True)
    wheels = list(CACHE.glob(f"capymoa-{CAPYMOA}-*.whl"))
    if not wheels:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(CACHE)]
        if subprocess.run([*command, f"capymoa=={CAPYMOA}"]).returncode:
            raise UnavailableError(
                f"MOA is left out: capymoa {CAPYMOA}, which brings its jar, was not downloaded"
            )
        wheels = list(CACHE.glob(f"capymoa-{CAPYMOA}-*.whl"))
    with zipfile.ZipFile(wheels[0]) as wheel, wheel.open("capymoa/jar/moa.jar") as source:
        jar.write_bytes(source.read())


def version(path: str) -> str:
    """Name the MOA build and the Java that runs it."""
    with zipfile.ZipFile(path.split(":")[0]) as jar:
        text = jar.read("META-INF/maven/nz.ac.waikato.cms.moa/moa/pom.properties").decode()
    build = next(line.partition("=")[2] for line in text.splitlines() if line.startswith("version="))
    java = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr.split('"')[1]
    return f"{build.strip()} (in capymoa {CAPYMOA}), Java {java}"


def start(
    path: str,
    rows: Path,
    predictor: str,
    observer: str = "",
    tree: str = "",
    machine: Sequence[str] = MACHINE,
) -> Worker:
    """Start one virtual machine for one predictor, observer and tree; ask it for "train" or "prequential".

    Trees are "iadem2", or nothing for the Hoeffding tree.
    """
    return Worker(["java", *machine, "-cp", path, "Race", str(rows), predictor, observer, tree])
