"""riparian itself: one timed run of a fresh tree, answered in the same words as the peers."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.clock import Clock
from benchmarks.places import UnavailableError
from benchmarks.streams import Stream


def tree(stream: Stream, predictor: str, threads: int = 1, preset: str = "VFDT", **given: Any) -> Any:
    """A fresh tree with default parameters but for those given."""
    try:
        made = getattr(import_module("riparian"), preset)
    except ImportError:
        raise UnavailableError("riparian is left out: it is not built (make build)") from None
    return made(predictor=predictor, nominal=list(stream.nominal) or None, threads=threads, **given)


@dataclass(frozen=True)
class Run:
    """One run: the tree as it is afterwards, and what the peers report too."""

    tree: Any
    seconds: float
    busy: float  # seconds on the processor, all threads together
    rows: int
    right: Any  # per row, whether the prequential prediction was right; None after training only

    def figures(self) -> dict[str, Any]:
        """The part of the run that goes into the tables."""
        return {
            "seconds": self.seconds,
            "busy": self.busy,
            "rows": self.rows,
            "accuracy": None if self.right is None else float(self.right.mean()),
            "nodes": self.tree.n_nodes,
            "leaves": self.tree.n_leaves,
            "depth": self.tree.depth,
        }

    def accuracy_of_first(self, rows: int) -> float | None:
        """Prequential accuracy over the first rows, for a peer that saw no others."""
        return None if self.right is None else float(self.right[:rows].mean())


def run(stream: Stream, predictor: str, mode: str, threads: int = 1, **given: Any) -> Run:
    """Learn the whole stream in one call, or predict and learn it in one call; `given` is for the tree."""
    model = tree(stream, predictor, threads, **given)
    if mode == "train":
        clock = Clock()
        model.learn_many(stream.X, stream.y)
        return Run(model, *clock.read(), stream.n_rows, None)
    clock = Clock()
    predictions = model.predict_then_learn_many(stream.X, stream.y)
    seconds, busy = clock.read()
    return Run(model, seconds, busy, stream.n_rows, np.asarray(predictions) == stream.y)


def mean_depth(model: Any) -> float:
    """Depth of the leaves, averaged over the rows that they stand for: tests that a row passes."""
    leaves = [node for node in model.nodes() if node["leaf"]]
    weight = sum(leaf["weight"] for leaf in leaves)
    return float(sum(leaf["weight"] * leaf["depth"] for leaf in leaves) / weight)
