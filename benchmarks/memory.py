"""Bytes per leaf, beside the numbers that a leaf keeps by definition (docs/definition.md).

A leaf keeps, for each class it knows: the class, votes and own weight; five numbers per numeric column
(weight, mean, squares, least, greatest); one per category of each nominal column, and their sum; and eight
numbers for the leaf itself. Everything the tree owns counts against it: inner nodes, labels and the table of
columns too; the scratch of the block path, which does not outlive a call, does not.
"""

from typing import Any

from benchmarks import learner
from benchmarks.streams import Stream

LEAF_NUMBERS = 8
CLASS_NUMBERS = 3
MOMENTS = 5


def measure(stream: Stream, predictor: str) -> dict[str, Any]:
    """Learn the stream, then weigh the tree."""
    model = learner.run(stream, predictor, "train").tree
    owned, stored = model.memory_bytes(), 8 * stored_numbers(stream, model)
    return {
        "stream": stream.name,
        "predictor": predictor,
        "leaves": model.n_leaves,
        "bytes": owned,
        "number_bytes": stored,
        "ratio": owned / stored,
    }


def stored_numbers(stream: Stream, model: Any) -> int:
    """Numbers that all leaves together keep by definition."""
    numeric = sum(values == 0 for values in stream.values)
    per_class = CLASS_NUMBERS + MOMENTS * numeric + sum(stream.values) + len(stream.nominal)
    leaves = [node for node in model.nodes() if node["leaf"]]
    known = sum(int(weight > 0) for leaf in leaves for weight in leaf["counts"].values())
    return per_class * known + LEAF_NUMBERS * len(leaves)
