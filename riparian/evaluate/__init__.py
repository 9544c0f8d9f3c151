"""Evaluation of learners on streams: test then train, periodic hold-out, k folds with epochs.

Each gives a `Result`: tidy tables, files, frames and a report. `compare` tests methods over data sets.
`active` learns only the rows whose label was asked for.
"""

from riparian.evaluate.active import Active, active
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
    "Active",
    "Comparison",
    "Interrupted",
    "Meter",
    "Result",
    "active",
    "compare",
    "folds",
    "holdout",
    "prequential",
]
