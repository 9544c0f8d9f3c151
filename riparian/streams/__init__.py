"""Streams: rows in an order, handed over batch by batch.

Streams that are made up (`Generated`, with MOA's rows where MOA has the generator), and streams from files
(`read`). Both can be written to files (`write`).
"""

from riparian.categories import Categories
from riparian.streams.broken import BrokenLine
from riparian.streams.file import File
from riparian.streams.files import read
from riparian.streams.generated import Generated, chain, kinds
from riparian.streams.stream import Batch, Column, Stream
from riparian.streams.writing import write

__all__ = [
    "Batch",
    "BrokenLine",
    "Categories",
    "Column",
    "File",
    "Generated",
    "Stream",
    "chain",
    "kinds",
    "read",
    "write",
]
