"""What an evaluation found, as tidy tables: one line per model and sample, one per model, one per class.

A table is a dict of columns. Files are written by files, text is laid out by text, the HTML page by report.
"""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from riparian.evaluate import files, text
from riparian.evaluate.measures import precision, recall
from riparian.evaluate.seeds import seeds
from riparian.guests import guest
from riparian.plain import shown
from riparian.replacing import complete
from riparian.settings import listed

Table = dict[str, NDArray[Any]]
TABLES = ("table", "summary", "per_class")
# Of the summary, what a terminal has room for.
SHOWN = (
    "model",
    "rows",
    "accuracy",
    "kappa",
    "log_loss",
    "nodes",
    "leaves",
    "depth",
    "memory_bytes",
    "seconds",
    "rows_per_second",
)


@dataclass
class Result:
    """What an evaluation found.

    Parameters
    ----------
    kind : str
        How it was evaluated: 'prequential', 'holdout' or 'folds'.
    table : dict of columns
        One line per model and sample: `model`, `row`, the measures, `nodes`, `leaves`, `depth`,
        `memory_bytes`, `seconds` (of the learner alone) and `rows_per_second`. Sizes are NaN for
        models that are no trees.
    summary : dict of columns
        One line per model: the cumulative measures after the last row, size and time.
    confusion : dict of arrays
        By model, the weight by true class (lines) and predicted class; the last column is "no answer".
    classes : list
        The classes, in the order of lines and columns of `confusion`.
    settings : dict
        Stream, models and evaluation as they were set.
    versions : dict
        Of what the numbers depend on.
    times : dict
        Seconds spent on the stream and on measuring, which count for no learner.

    Examples
    --------
    >>> from riparian import VFDT
    >>> from riparian.evaluate import prequential
    >>> from riparian.streams import Generated
    >>> result = prequential(VFDT(), Generated("sea", seed=1), rows=5000)
    >>> result["VFDT"]["rows"], round(result["VFDT"]["accuracy"], 2)
    (5000, 0.86)
    >>> result.table["row"].tolist()
    [1000, 2000, 3000, 4000, 5000]
    """

    kind: str
    table: Table
    summary: Table
    confusion: dict[str, NDArray[np.float64]]
    classes: list[Any]
    settings: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    times: dict[str, float] = field(default_factory=dict)

    # ---- reading

    @property
    def models(self) -> list[str]:
        """The models' names."""
        return [str(name) for name in self.summary["model"]]

    @property
    def seeds(self) -> dict[str, Any]:
        """Every seed among the settings, by where it was set."""
        return dict(seeds(self.settings))

    @property
    def per_class(self) -> Table:
        """One line per model and class: its weight, what was predicted as it, precision and recall."""
        found: dict[str, list[Any]] = {
            name: [] for name in ("model", "class", "weight", "predicted", "precision", "recall")
        }
        for model, confusion in self.confusion.items():
            found["model"] += [model] * len(confusion)
            found["class"] += self.classes[: len(confusion)]
            found["weight"] += confusion.sum(axis=1).tolist()
            found["predicted"] += confusion.sum(axis=0)[: len(confusion)].tolist()
            found["precision"] += precision(confusion).tolist()
            found["recall"] += recall(confusion).tolist()
        return {name: files.column(values, words=name in files.WORDS) for name, values in found.items()}

    def __getitem__(self, model: str) -> dict[str, Any]:
        """The summary of one model; whole numbers are whole, and what a model has not is None."""
        if model not in self.models:
            raise KeyError(f"there is no model {shown(model)} in this result, there is {listed(self.models)}")
        place = self.models.index(model)
        return {name: files.plain_value(name, values[place]) for name, values in self.summary.items()}

    def of(self, model: str) -> Table:
        """The samples of one model."""
        chosen = self.table["model"] == model
        return {name: values[chosen] for name, values in self.table.items() if name != "model"}

    def to_text(self, width: int | None = None) -> str:
        """The summary as a table; a line per measure, not per model, if it is wider than `width`."""
        return text.table({name: self.summary[name] for name in SHOWN if name in self.summary}, width)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Result: {self.kind} on {self.settings.get('stream', {}).get('name', 'a stream')}\n{self}"

    # ---- handing over

    def _chosen(self, which: str) -> Table:
        if which not in TABLES:
            raise ValueError(f"which must be {listed(TABLES)}, got {shown(which)}")
        found: Table = getattr(self, which)
        return found

    def to_pandas(self, which: str = "table") -> Any:
        """A table as a pandas frame; `which` is 'table', 'summary' or 'per_class'."""
        return guest("pandas", "frames").DataFrame(files.whole_columns(self._chosen(which)))

    def to_polars(self, which: str = "table") -> Any:
        """A table as a polars frame; `which` is 'table', 'summary' or 'per_class'."""
        columns = files.whole_columns(self._chosen(which))
        lists = {name: list(v) if v.dtype == object else v for name, v in columns.items()}
        return guest("polars", "frames").DataFrame(lists, strict=False)

    def to_csv(self, path: str | os.PathLike[str], which: str = "table") -> None:
        """A table as a CSV file with a header; what is missing is empty."""
        with complete(path) as fresh:
            files.write_csv(fresh, self._chosen(which))

    def to_parquet(self, path: str | os.PathLike[str], which: str = "table") -> None:
        """A table as a Parquet file, by pyarrow."""
        with complete(path) as fresh:
            files.write_parquet(fresh, self._chosen(which))

    def to_json(self, path: str | os.PathLike[str] | None = None) -> str:
        """Everything as JSON: written to `path` if there is one, returned in any case; `load` reads it."""
        written = files.to_json(self._parts())
        if path is not None:
            with complete(path) as fresh:
                fresh.write_text(written, encoding="utf-8")
        return written

    def _parts(self) -> dict[str, Any]:
        names = ("kind", "table", "summary", "confusion", "classes", "settings", "versions", "times")
        parts = {name: getattr(self, name) for name in names}
        parts["classes"] = [str(c) if isinstance(c, tuple | frozenset) else c for c in self.classes]
        return {"riparian_result": files.FORMAT, **parts}

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """The result that `to_json` wrote."""
        return cls(**files.read_json(Path(path)))

    def report(self, path: str | os.PathLike[str]) -> None:
        """Everything as one HTML file that needs nothing beside it."""
        from riparian.evaluate.report import page

        with complete(path) as fresh:
            fresh.write_text(page(self), encoding="utf-8")


def versions() -> dict[str, str]:
    """Of what the numbers depend on."""
    from riparian._native import __version__

    return {"riparian": __version__, "python": platform.python_version(), "numpy": np.__version__}
