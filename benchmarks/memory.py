"""Bytes per leaf, beside the numbers that the leaf stores.

A leaf stores, for each class it knows: the class, votes and own weight; five numbers per numeric column
(weight, mean, squares, least, greatest); one per category of each nominal column, and their sum; and six
numbers for the leaf itself. Its bytes are all that it owns, what the allocator adds included. The whole tree,
with inner nodes, labels and the table of columns, is shown beside it; the scratch of the block path, which
does not outlive a call, is not.
"""

from typing import Any

from benchmarks import learner
from benchmarks.streams import Stream


def measure(stream: Stream, predictor: str) -> dict[str, Any]:
    """Learn the stream, then weigh the tree."""
    model = learner.run(stream, predictor, "train").tree
    leaf_bytes, numbers = model._tree.leaf_bytes()
    return {
        "stream": stream.name,
        "predictor": predictor,
        "leaves": model.n_leaves,
        "bytes": model.memory_bytes(),
        "leaf_bytes": leaf_bytes,
        "number_bytes": 8 * numbers,
        "ratio": leaf_bytes / (8 * numbers),
    }
