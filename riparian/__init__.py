"""Decision trees that grow beside the stream.

Learners: `VFDT`, `MDT`, `HTree`, `CorrHTree`, `CTree`, `IADEM2`, `OHyT`, `MultiwayTree`. Every one takes rows
(`learn_one`), tables (`learn_many`) and scikit-learn's words (`fit`). A name is loaded when it is first asked
for, so that `import riparian` stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from riparian._native import __version__ as __version__
    from riparian.identifiers import IdentifierWarning as IdentifierWarning
    from riparian.model_files import ModelFileError as ModelFileError
    from riparian.model_files import from_bytes as from_bytes
    from riparian.model_files import load as load
    from riparian.presets import IADEM2 as IADEM2
    from riparian.presets import MDT as MDT
    from riparian.presets import VFDT as VFDT
    from riparian.presets import CorrHTree as CorrHTree
    from riparian.presets import CTree as CTree
    from riparian.presets import HTree as HTree
    from riparian.presets import MultiwayTree as MultiwayTree
    from riparian.presets import OHyT as OHyT
    from riparian.snapshot import Snapshot as Snapshot
    from riparian.trees import Tree as Tree

__all__ = [
    "IADEM2",
    "MDT",
    "VFDT",
    "CTree",
    "CorrHTree",
    "HTree",
    "IdentifierWarning",
    "ModelFileError",
    "MultiwayTree",
    "OHyT",
    "Snapshot",
    "Tree",
    "__version__",
    "from_bytes",
    "load",
]

_HOMES = {
    "CTree": "riparian.presets",
    "CorrHTree": "riparian.presets",
    "HTree": "riparian.presets",
    "IADEM2": "riparian.presets",
    "MDT": "riparian.presets",
    "MultiwayTree": "riparian.presets",
    "OHyT": "riparian.presets",
    "VFDT": "riparian.presets",
    "Snapshot": "riparian.snapshot",
    "Tree": "riparian.trees",
    "IdentifierWarning": "riparian.identifiers",
    "ModelFileError": "riparian.model_files",
    "from_bytes": "riparian.model_files",
    "load": "riparian.model_files",
    "__version__": "riparian._native",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'riparian' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
