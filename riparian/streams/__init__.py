"""Streams: rows in an order, handed over batch by batch.

Streams that are made up (`Generated`, with MOA's rows where MOA has the generator), and data sets by name
(`dataset`, listed by `datasets`).
"""

from riparian.categories import Categories
from riparian.streams.catalogue import Entry, datasets
from riparian.streams.download import DatasetError
from riparian.streams.generated import Generated, chain, kinds
from riparian.streams.named import Dataset, dataset
from riparian.streams.opening import open_stream
from riparian.streams.stream import Batch, Column, Stream

__all__ = [
    "Batch",
    "Categories",
    "Column",
    "Dataset",
    "DatasetError",
    "Entry",
    "Generated",
    "Stream",
    "chain",
    "dataset",
    "datasets",
    "kinds",
    "open_stream",
]
