"""Keeps the files of a format for ever, and what their trees say.

Usage: python -m tests.model_files.golden [--answers]
Makes the folder golden/format-N of the format that is written now, if it is not there yet: files that every
later version must read, and what each tree answered, before and after some more rows. A file that is there
is never written again. `--answers` records anew what the trees of the files say, after a change of the
definition (docs/definition.md) that has its line in the changelog.
"""

import contextlib
import json
import random
import shutil
import sys
from pathlib import Path
from typing import Any

import riparian
from riparian.trees import Tree
from tests.model_files import corpus

FOLDER = Path(__file__).parent / "golden"
ROWS = 40


def rows() -> list[tuple[dict[str, Any], Any]]:
    """Rows that the trees of the corpus understand, with classes and categories that are new to them."""
    rng = random.Random("golden")
    found = []
    for i in range(ROWS):
        x = {
            "x": rng.randrange(24) / 4 - 1,
            "y": rng.random(),
            "flag": rng.random() < 0.5,
            "code": rng.choice([0, 5, 9]),
        }
        x |= {"s": "abcd"[rng.randrange(4)], "far": f"t{rng.randrange(70)}"}
        found.append((x, ["elm", 3, 0.5, "new"][i % 4]))
    return found


def told(tree: Tree) -> dict[str, Any]:
    """What a tree says; it learns the rows meanwhile, as far as its budget holds what is new in them."""
    before = tree.to_text()
    answers = [repr(tree.predict_one(x)) for x, _ in rows()]
    start = tree.n_rows
    for x, label in rows():
        with contextlib.suppress(ValueError):
            tree.learn_one(x, label)
    return {
        "made": repr(tree),
        "rows": start,
        "answers": answers,
        "before": before.splitlines(),
        "after": tree.to_text().splitlines(),
    }


def main() -> None:
    """Keep the format that is written now."""
    data = riparian.VFDT().to_bytes()
    folder = FOLDER / f"format-{int.from_bytes(data[8:12], 'little')}"
    if "--answers" not in sys.argv[1:]:
        if folder.exists():
            sys.exit(f"{folder.name} is kept already, and files of a format never change")
        shutil.copytree(corpus.FOLDER, folder)
    said = {path.name: told(riparian.load(path)) for path in sorted(folder.glob("*.model"))}
    (folder / "told.json").write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
