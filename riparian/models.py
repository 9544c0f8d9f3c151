"""The models by the names that the command line and result files use."""

from __future__ import annotations

import importlib
from typing import Any

from riparian.aliases import suggestion
from riparian.settings import listed
from riparian.trees import Tree

# Word: where the class is.
MODELS: dict[str, tuple[str, str]] = {"vfdt": ("riparian.presets", "VFDT")}


def model_class(word: str) -> type[Tree]:
    """The class behind a word.

    Examples
    --------
    >>> model_class("vfdt").__name__
    'VFDT'
    """
    if word not in MODELS:
        raise ValueError(f"model must be {listed(MODELS)}, got {word!r}{suggestion(word, list(MODELS))}")
    module, name = MODELS[word]
    found: type[Tree] = getattr(importlib.import_module(module), name)
    return found


def model(word: str, **settings: Any) -> Tree:
    """A model by its word.

    Examples
    --------
    >>> model("vfdt", tau=0.1)
    VFDT(tau=0.1)
    """
    return model_class(word)(**settings)
