"""Results on their way to files and frames, and back from JSON. NaN and "has none" are written as nothing."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.guests import guest

Table = dict[str, NDArray[Any]]

FORMAT = 1
WORDS = frozenset({"model", "class"})
PARTS: dict[str, type] = {
    "kind": str,
    "table": dict,
    "summary": dict,
    "confusion": dict,
    "classes": list,
    "settings": dict,
    "versions": dict,
    "times": dict,
}
SPELLED: dict[type, str] = {str: "a text", dict: "an object", list: "a list"}
WHOLE = frozenset({"row", "rows", "nodes", "leaves", "depth", "memory_bytes", "fold", "epoch"})


def column(values: Sequence[Any], *, words: bool = False) -> NDArray[Any]:
    """A column of numbers, None as NaN; or of words."""
    if not words:
        return np.array([math.nan if value is None else value for value in values], dtype=np.float64)
    found = np.empty(len(values), dtype=object)
    found[:] = values
    return found


def whole_columns(table: Table) -> Table:
    """The table with whole numbers where a column holds no others and none is missing."""
    found = {}
    for name, values in table.items():
        whole = name in WHOLE and values.dtype.kind == "f" and np.isfinite(values).all()
        found[name] = values.astype(np.int64) if whole else values
    return found


def plain_value(name: str, value: Any) -> Any:
    """A value as Python has it; None for NaN, whole numbers whole."""
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float):
        if not math.isfinite(value):
            return None
        return int(value) if name in WHOLE and value.is_integer() else value
    return value


def write_csv(path: Path, table: Table) -> None:
    """A table with a header."""
    columns = [[plain_value(name, value) for value in values] for name, values in table.items()]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(table)
        writer.writerows(zip(*columns, strict=True))


def write_parquet(path: Path, table: Table) -> None:
    """A table by pyarrow."""
    pyarrow = guest("pyarrow", "frames")
    parquet = guest("pyarrow.parquet", "frames")
    columns = {}
    for name, values in whole_columns(table).items():
        listed = [plain_value(name, value) for value in values]
        if name == "class" and len(set(map(type, listed))) > 1:
            listed = [str(value) for value in listed]  # a Parquet column has one type
        columns[name] = pyarrow.array(listed)
    parquet.write_table(pyarrow.table(columns), path)


def to_json(parts: Mapping[str, Any]) -> str:
    """Everything as JSON, one line per column."""
    return (
        json.dumps({name: _storable(value) for name, value in parts.items()}, indent=1, allow_nan=False)
        + "\n"
    )


def _storable(value: Any, name: str = "") -> Any:
    if isinstance(value, Mapping):
        return {str(key): _storable(entry, str(key)) for key, entry in value.items()}
    if isinstance(value, np.ndarray):
        return [_storable(entry, name) for entry in value]
    if isinstance(value, list | tuple):
        return [_storable(entry) for entry in value]
    value = plain_value(name, value)
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)


def read_json(path: Path) -> dict[str, Any]:
    """The parts of a result; a file that holds none is refused."""
    try:
        found: Any = json.loads(path.read_text("utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as reason:
        raise ValueError(f"{path} is no result: it is not JSON ({reason})") from None
    version = found.get("riparian_result") if isinstance(found, dict) else None
    if version is None:
        raise ValueError(f"{path} is no result: write one with result.to_json(path)")
    if version != FORMAT:
        raise ValueError(f"{path} has format {version}, this riparian reads {FORMAT}: update riparian")
    del found["riparian_result"]
    wrong = _damage(found)
    if wrong:
        raise ValueError(f"{path} is a damaged result: {wrong}")
    try:
        for name in ("table", "summary"):
            found[name] = {key: _column(key, values) for key, values in found[name].items()}
        classes = found["classes"]
        shape = (len(classes), len(classes) + 1)
        found["confusion"] = {
            model: np.array(cells, dtype=np.float64).reshape(shape)
            for model, cells in found["confusion"].items()
        }
    except (KeyError, TypeError, ValueError, AttributeError) as reason:
        raise ValueError(f"{path} is a damaged result: {reason}") from None
    parts: dict[str, Any] = found
    return parts


def _damage(parts: Mapping[str, Any]) -> str:
    """What is wrong with the parts of a result, as far as their form goes."""
    for name, kind in PARTS.items():
        if name not in parts:
            return f"{name!r} is missing"
        if not isinstance(parts[name], kind):
            return f"{name!r} should be {SPELLED[kind]}, it is {parts[name]!r:.40}"
    unknown = [name for name in parts if name not in PARTS]
    if unknown:
        return f"{unknown[0]!r} is no part of a result"
    for name in ("table", "summary"):
        lengths = set()
        for column_name, values in parts[name].items():
            if not isinstance(values, list):
                return f"column {column_name!r} of {name!r} should be a list, it is {values!r:.40}"
            lengths.add(len(values))
        if "model" not in parts[name]:
            return f"{name!r} has no column 'model'"
        if len(lengths) > 1:
            return f"the columns of {name!r} are not equally long"
    if not {"rows", "seconds"} <= set(parts["summary"]):
        return "'summary' has no column 'rows' or 'seconds'"
    return ""


def _column(name: str, values: Sequence[Any]) -> NDArray[Any]:
    found = column(values, words=name in WORDS)
    return found.astype(np.int64) if name in ("row", "rows") else found
