"""Streams: rows in an order, handed over batch by batch.

Streams that are made up (`Generated`, with MOA's rows where MOA has the generator), data sets by name
(`dataset`, listed by `datasets`), files (`read`) and tables in memory (`from_table`); any of the former by a
line of text (`open_stream`), and all of them into a file (`write`).
"""

from riparian.categories import Categories
from riparian.streams.broken import BrokenLine
from riparian.streams.catalogue import Entry, datasets
from riparian.streams.download import DatasetError
from riparian.streams.file import File
from riparian.streams.files import read
from riparian.streams.from_table import from_table
from riparian.streams.generated import Generated, chain, kinds
from riparian.streams.named import Dataset, dataset
from riparian.streams.opening import open_stream
from riparian.streams.stream import Batch, Column, Stream
from riparian.streams.writing import write

__all__ = [
    "Batch",
    "BrokenLine",
    "Categories",
    "Column",
    "Dataset",
    "DatasetError",
    "Entry",
    "File",
    "Generated",
    "Stream",
    "chain",
    "dataset",
    "datasets",
    "from_table",
    "kinds",
    "open_stream",
    "read",
    "write",
]
