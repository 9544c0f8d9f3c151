"""Evaluation of learners on streams: test then train, periodic hold-out, k folds with epochs.

Each gives a `Result`: tidy tables, files, frames and a report. `compare` tests methods over data sets.
"""

from riparian.evaluate.compare import Comparison, compare
from riparian.evaluate.folds import folds
from riparian.evaluate.holdout import holdout
from riparian.evaluate.interrupt import Interrupted
from riparian.evaluate.measures import MEASURES
from riparian.evaluate.meter import Meter
from riparian.evaluate.prequential import prequential
from riparian.evaluate.result import Result

__all__ = [
    "MEASURES",
    "Comparison",
    "Interrupted",
    "Meter",
    "Result",
    "compare",
    "folds",
    "holdout",
    "prequential",
]
