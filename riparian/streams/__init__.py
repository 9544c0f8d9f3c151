"""Streams: rows in an order, handed over batch by batch.

Streams that are made up (`Generated`, with MOA's rows where MOA has the generator).
"""

from riparian.categories import Categories
from riparian.streams.generated import Generated, chain, kinds
from riparian.streams.stream import Batch, Column, Stream

__all__ = ["Batch", "Categories", "Column", "Generated", "Stream", "chain", "kinds"]
