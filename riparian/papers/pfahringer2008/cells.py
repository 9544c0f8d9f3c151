"""The cells of the experiment: what is trained, on what and in how much memory; which of them are wanted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from riparian.aliases import suggestion
from riparian.papers.pfahringer2008.configurations import BUDGETS, CONFIGURATIONS
from riparian.papers.pfahringer2008.streams import SORTED, STREAMS

# The paper does not say in how much memory its curves were drawn.
CURVE_BUDGET = "32MB"
# Figure 3 is about many sorted blocks of rows, so its runs are so many times as long as the others.
LONGER = {"figure3": 5}


@dataclass(frozen=True)
class Cell:
    """One training: a part of the paper, a stream, a configuration and a budget."""

    part: str
    stream: str
    configuration: str
    budget: str

    @property
    def is_curve(self) -> bool:
        """Whether it is tested along the way, and not at the end only."""
        return self.part != "tables"

    def rows(self, scale: Scale) -> int:
        """Rows that it is trained with, if it is not frozen before."""
        return scale.rows * LONGER.get(self.part, 1)


@dataclass(frozen=True)
class Scale:
    """How much is trained and tested, and with which seed.

    Parameters
    ----------
    rows : int
        Rows to train with; the paper trained for ten hours.
    holdout : int
        Rows of the hold-out.
    seed : int, default 1
        Seed of the training rows.
    """

    rows: int
    holdout: int
    seed: int = 1

    def __str__(self) -> str:
        return f"{self.rows:,} rows, hold-out of {self.holdout:,}, seed {self.seed}"


FULL = Scale(2_000_000, 1_000_000)
QUICK = Scale(20_000, 10_000)


def all_cells() -> list[Cell]:
    """All cells; those of one stream follow each other, because they share its rows.

    >>> len([cell for cell in all_cells() if not cell.is_curve])
    648
    """
    curves = [Cell("figure2", "rts", name, CURVE_BUDGET) for name in ("gk10", "gk100", "gk1000")]
    for stream in ("genF2", SORTED):
        curves += [Cell("figure3", stream, name, CURVE_BUDGET) for name in ("vfml10", "gauss10")]
    cells = []
    for stream in (*STREAMS, SORTED):
        if stream != SORTED:
            cells += [Cell("tables", stream, name, budget) for budget in BUDGETS for name in CONFIGURATIONS]
        cells += [curve for curve in curves if curve.stream == stream]
    return cells


def chosen(only: Iterable[str]) -> list[Cell]:
    """The cells that all words agree on; words for one and the same thing are alternatives.

    Parameters
    ----------
    only : words
        Names of streams, configurations and budgets; several in one text are separated by commas.

    Examples
    --------
    >>> [(cell.stream, cell.budget) for cell in chosen(["rts,wave21", "gauss10", "32mb"])]
    [('rts', '32MB'), ('wave21', '32MB')]
    """
    known = {
        "stream": (*STREAMS, SORTED),
        "configuration": tuple(CONFIGURATIONS),
        "budget": tuple(BUDGETS),
    }
    words = [word.strip() for text in only for word in text.split(",")]
    wanted: dict[str, set[str]] = {}
    for word in words:
        found = [
            (kind, name) for kind, names in known.items() for name in names if name.lower() == word.lower()
        ]
        if not found:
            names = [name for kind in known.values() for name in kind]
            raise ValueError(
                f"{word!r} is no stream, configuration or budget of the paper{suggestion(word, names)}; "
                f"there are {', '.join(names)}"
            )
        for kind, name in found:
            wanted.setdefault(kind, set()).add(name)
    cells = [cell for cell in all_cells() if all(getattr(cell, kind) in wanted[kind] for kind in wanted)]
    if not cells:
        raise ValueError(f"no cell of the paper is all of {', '.join(words)}; leave one of them out")
    return cells
