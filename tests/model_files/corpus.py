"""Writes the corpus: a small model file for every kind of part that a file may hold.

Usage: python -m tests.model_files.corpus
Mutations of these files are fed to the reader, by core/tests/mutated_files.rs and by core/fuzz.
"""

import re
from pathlib import Path

from tests.model_files.trees import OTHERS, TREES, Make

FOLDER = Path(__file__).parent / "corpus"
# Of presets with many settings two files each will do: the others differ by a word.
SPARED = re.compile(r"mDT, (?!intersect)|C-Tree, (?!practical, columns|theory, candidates)")


def name_of(kind: str) -> str:
    """The file of a kind of tree."""
    return re.sub(r"[^a-z0-9.]+", "-", kind.lower()).strip("-") + ".model"


CORPUS: dict[str, Make] = {
    name_of(kind): make for kind, make in (TREES | OTHERS).items() if not SPARED.match(kind)
}


def write(folder: Path) -> None:
    """Every file of the corpus, and none beside."""
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.model"):
        old.unlink()
    for name, make in CORPUS.items():
        (folder / name).write_bytes(make().to_bytes())


if __name__ == "__main__":
    write(FOLDER)
