"""Evaluation of learners on streams.

`prequential` tests, then trains, row by row; it gives a `Result`.
"""

from riparian.evaluate.interrupt import Interrupted
from riparian.evaluate.measures import MEASURES
from riparian.evaluate.meter import Meter
from riparian.evaluate.prequential import prequential
from riparian.evaluate.result import Result

__all__ = ["MEASURES", "Interrupted", "Meter", "Result", "prequential"]
