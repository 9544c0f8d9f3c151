"""The models by the names that the command line and result files use."""

from __future__ import annotations

from typing import Any

import riparian
from riparian.aliases import suggestion
from riparian.plain import shown
from riparian.settings import listed
from riparian.trees import Tree

# Word: the name of the preset, and the settings that the word stands for.
MODELS: dict[str, tuple[str, dict[str, Any]]] = {
    "vfdt": ("VFDT", {}),
    "h-tree": ("HTree", {}),
    "corrh-tree": ("CorrHTree", {}),
    "c-tree": ("CTree", {}),
    "iadem2": ("IADEM2", {}),
    "ohyt": ("OHyT", {}),
    "multiway": ("MultiwayTree", {}),
    "mdt-bin": ("MDT", {"variant": "bin"}),
    "mdt-intersect": ("MDT", {"variant": "intersect"}),
    "mdt-delayed": ("MDT", {"variant": "delayed"}),
    "mdt-combined": ("MDT", {"variant": "combined"}),
}


def model_class(word: str) -> type[Tree]:
    """The class behind a word.

    Examples
    --------
    >>> model_class("vfdt").__name__
    'VFDT'
    """
    if word not in MODELS:
        near = [name for name in MODELS if name.startswith(f"{word}-")]
        hint = f" (there are {listed(near)})" if near else suggestion(word, list(MODELS))
        raise ValueError(f"model must be {listed(MODELS)}, got {shown(word)}{hint}")
    found: type[Tree] = getattr(riparian, MODELS[word][0])
    return found


def model(word: str, **settings: Any) -> Tree:
    """A model by its word.

    Examples
    --------
    >>> model("vfdt", tau=0.1), model("mdt-bin")
    (VFDT(tau=0.1), MDT(variant='bin'))
    """
    found = model_class(word)
    return found(**{**MODELS[word][1], **settings})
