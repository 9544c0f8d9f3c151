"""Real data sets as rows in memory, in the form of the made ones, so that MOA can be given them too.

A nominal column becomes the places of its values among all values of the file, sorted; what is missing is
NaN. Classes are numbered in the same way. Rows keep the order of the file, unless a seed for another one is
given.
"""

import numpy as np

from benchmarks.places import UnavailableError
from benchmarks.streams import Matrix, Stream
from riparian.categories import Categories
from riparian.streams import dataset, datasets
from riparian.streams.download import DatasetError
from riparian.streams.named import Dataset
from riparian.streams.stream import Batch

# Too wide for MOA, and not at hand as a whole: its part of 25,010 rows is.
NOT_SHARED = ("spam_assassin_sparse", "poker_hand")
LEAST_ROWS = 1_000
# Its nominal columns with hundreds of categories take MOA long, and give splits hundreds of branches.
APART = "airlines"


def shared() -> list[str]:
    """The 26 sets of 1,000 rows and more that means are taken over."""
    found = datasets().items()
    return [name for name, entry in found if entry.rows >= LEAST_ROWS and name not in (*NOT_SHARED, APART)]


def seed_of(name: str) -> int | None:
    """1 for a file that is sorted by class, whose order would be an extreme drift; None for all others."""
    return 1 if "sorted by class" in datasets()[name].order else None


def read(name: str, shuffle: int | None = None) -> tuple[Dataset, Batch]:
    """A data set that is at hand, with all its rows as a learner gets them; nothing is downloaded.

    Raises
    ------
    UnavailableError
        If it is not at hand.
    """
    try:
        source = dataset(name, shuffle=shuffle, download=False)
    except DatasetError:
        raise UnavailableError(f"{name} is left out: it is not in the folder RIPARIAN_DATA") from None
    assert source.rows is not None
    return source, source.take(source.rows)


def load(name: str, shuffle: int | None = None) -> Stream:
    """Read a data set that is at hand, as numbers (see `read`)."""
    return as_numbers(*read(name, shuffle))


def as_numbers(source: Dataset, batch: Batch) -> Stream:
    """Rows of a data set as numbers."""
    X = np.empty((len(batch), len(batch.X)))
    for place, values in enumerate(batch.X.values()):
        X[:, place] = numbers(values)
    places = {label: code for code, label in enumerate(source.classes)}
    y = np.array([places[label] for label in batch.y], dtype=np.int64)
    categories = tuple(len(column.categories or ()) for column in source.columns)
    return Stream(source.name, X, y, categories, len(places))


def numbers(values: object) -> Matrix:
    """A column as numbers: its own, or the places of its categories."""
    if not isinstance(values, Categories):
        return np.asarray(values, dtype=np.float64)
    found = values.codes.astype(np.float64)
    found[values.codes < 0] = np.nan
    return found
