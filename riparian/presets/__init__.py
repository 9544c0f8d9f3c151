"""Published learners: one part per axis, the citation, and the published defaults."""

from riparian.presets.c_tree import CTree
from riparian.presets.h_tree import CorrHTree, HTree
from riparian.presets.iadem2 import IADEM2
from riparian.presets.mdt import MDT
from riparian.presets.multiway import MultiwayTree
from riparian.presets.ohyt import OHyT
from riparian.presets.vfdt import VFDT

__all__ = ["IADEM2", "MDT", "VFDT", "CTree", "CorrHTree", "HTree", "MultiwayTree", "OHyT"]
