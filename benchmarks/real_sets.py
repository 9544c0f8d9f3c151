"""Real data sets as rows in memory, in the form of the made ones, so that MOA can be given them too.

A nominal column becomes the places of its values among all values of the file, sorted; what is missing is
NaN. Classes are numbered in the same way. Rows keep the order of the file.
"""

import numpy as np

from benchmarks.places import UnavailableError
from benchmarks.streams import Matrix, Stream
from riparian.categories import Categories
from riparian.streams import dataset
from riparian.streams.download import DatasetError


def load(name: str) -> Stream:
    """Read a data set that is at hand; nothing is downloaded.

    Raises
    ------
    UnavailableError
        If it is not at hand.
    """
    try:
        source = dataset(name, download=False)
    except DatasetError:
        raise UnavailableError(f"{name} is left out: it is not in the folder RIPARIAN_DATA") from None
    assert source.rows is not None
    batch = source.take(source.rows)
    X = np.empty((len(batch), len(batch.X)))
    for place, values in enumerate(batch.X.values()):
        X[:, place] = numbers(values)
    places = {label: code for code, label in enumerate(source.classes)}
    y = np.array([places[label] for label in batch.y], dtype=np.int64)
    categories = tuple(len(column.categories or ()) for column in source.columns)
    return Stream(name, X, y, categories, len(places))


def numbers(values: object) -> Matrix:
    """A column as numbers: its own, or the places of its categories."""
    if not isinstance(values, Categories):
        return np.asarray(values, dtype=np.float64)
    found = values.codes.astype(np.float64)
    found[values.codes < 0] = np.nan
    return found
