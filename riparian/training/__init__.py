"""Training that survives: a tree learns a stream, and a run that was stopped or killed goes on at its row.

The checkpoint is the model file itself, so there is one file, and it is always a model.
"""

from __future__ import annotations

from riparian.training.checkpoint import Checkpoint
from riparian.training.loop import Training, train
from riparian.training.stopping import Stopped

__all__ = ["Checkpoint", "Stopped", "Training", "train"]
