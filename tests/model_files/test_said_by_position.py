"""Files of the first version that call their columns positions, though they have names: they load, as names.

`said_by_position/` holds one for each way there was to make such a file; nothing there is ever written again.
"""

from pathlib import Path

import numpy as np
import pytest

import riparian

FOLDER = Path(__file__).parent / "said_by_position"
COLUMNS = {
    "series": ["level", "gate"],
    "empty_dicts": ["level"],
    "empty_dicts_only": [],
    "empty_array": ["level"],
    "keys_and_items": ["level"],
    "tuples": [0, 1, ("a", "x"), ("b", "y")],
    "numbers": [0, 1, 5, 6],
    "fractions": [0, 1, 0.5, 1.5],
}


@pytest.mark.parametrize("made", COLUMNS)
def test_columns_that_are_not_numbered_are_names(made: str) -> None:
    tree = riparian.load(FOLDER / f"{made}.model")
    assert tree._asked().columns == COLUMNS[made]
    assert not tree._asked().by_position
    rows = tree.n_rows
    tree.learn_one(
        dict.fromkeys([*COLUMNS[made], "new"], 1.0) | ({"gate": "open"} if made == "series" else {}), "y"
    )
    assert tree.n_rows == rows + 1
    again = riparian.from_bytes(tree.to_bytes())
    assert again.digest() == tree.digest()
    assert again._asked().columns == [*COLUMNS[made], "new"]


def test_every_file_that_is_kept_is_read() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(COLUMNS)


def test_columns_that_are_numbered_stay_positions() -> None:
    tree = riparian.VFDT()
    tree.learn_many(np.zeros((2, 3)), [0, 1])
    assert riparian.from_bytes(tree.to_bytes())._asked().by_position
