"""What may stand for a table, and how it reaches the native tree.

Two-dimensional arrays go as they are, and so does anything that speaks Arrow; pandas frames, lists of rows,
lists of dicts and dicts of columns become a list of (name, column). No guest is imported: a frame is known by
its type's module.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian import sound
from riparian.columns import Column, coded, described, from_array, from_codes, from_objects, native
from riparian.frames import from_series, readable
from riparian.plain import plain, shown


@dataclass(frozen=True)
class Known:
    """What the tree has learned about columns, and which ones are declared nominal."""

    owner: str
    columns: Sequence[Any] = ()
    kinds: Sequence[str | None] = ()
    nominal: Sequence[Any] = ()
    counted: NDArray[np.bool_] | None = None  # rows of positive weight; None: all

    @cached_property
    def places(self) -> dict[Any, int]:
        """Positions of the columns learned, by name."""
        return {name: place for place, name in enumerate(self.columns)}

    def kinds_of(self, names: Iterable[Hashable]) -> list[str | None]:
        """The kinds of a table's columns, each declared, else learned, else not known; new ones come last."""
        found: list[str | None] = []
        to_come = len(self.columns)
        for name in names:
            place = self.places.get(name, to_come)
            to_come += place == to_come
            if name in self.nominal or (not isinstance(name, int) and place in self.nominal):
                found.append("nominal")
            else:
                found.append(self.kinds[place] if place < len(self.kinds) else None)
        return found

    def kinds_by_position(self, width: int) -> list[str | None]:
        """The kinds of unnamed columns."""
        return self.kinds_of(self.columns if len(self.columns) == width else range(width))

    @property
    def positional(self) -> bool:
        """Whether the columns learned have no names."""
        return bool(self.columns) and all(isinstance(name, int) for name in self.columns)


@dataclass(frozen=True)
class Table:
    """A table ready for the native tree; `names` is None where the columns have positions only.

    A list holds pairs of a name and a column, a tuple columns without names.
    """

    data: Any
    rows: int | None
    width: int | None
    names: list[Any] | None = None

    def by_position(self) -> Table:
        """The same columns without their names."""
        if self.names is None:
            return self
        if isinstance(self.data, list):
            columns = tuple(column for _, column in self.data)
        else:
            columns = tuple(from_array(np.asarray(self.data[name]), name, None) for name in self.names)
        return Table(columns, self.rows, self.width)


def table(X: Any, known: Known) -> Table:
    """Whatever stands for a table, checked and ready for the native tree."""
    guest = type(X).__module__.partition(".")[0]
    if guest == "pandas" and hasattr(X, "iloc"):
        return _pandas(X, known)
    if guest == "scipy" and hasattr(X, "toarray"):
        raise TypeError("sparse tables are not supported: pass X.toarray(), or dicts of the values present")
    if guest == "polars" and hasattr(X, "collect"):
        raise TypeError("a LazyFrame holds no rows yet: pass X.collect()")
    if isinstance(X, np.ndarray):
        return _array(X, known)
    if isinstance(X, Mapping):
        return _columns(X, known)
    if (hasattr(X, "__arrow_c_stream__") or hasattr(X, "__arrow_c_array__")) and not _is_series(X):
        return _arrow(readable(X, known.kinds_of(X.columns)) if guest == "polars" else X)
    if isinstance(X, Sequence) and not isinstance(X, str | bytes):
        return _rows(X, known)
    if hasattr(X, "__array__"):
        return _array(np.asarray(X), known)
    raise TypeError(
        f"X must be a table, got {shown(X)}: pass a two-dimensional array, a frame, a list of rows or dicts, "
        "a dict of columns, or an object with __arrow_c_stream__ or __arrow_c_array__"
    )


def fitting(found: Table, known: Known) -> Table:
    """The table if its columns go with those learned; by position where one side has no names."""
    if found.names is not None:
        strange = [name for name in found.names if not isinstance(name, int)]
        if known.positional and strange:
            raise ValueError(
                f"{known.owner} learned columns by position, got a column named {shown(strange[0])}: "
                "pass an array (X.to_numpy()), or start a new tree with clone()"
            )
        return found
    if not known.columns:
        absent = [item for item in known.nominal if not isinstance(item, int) or item >= (found.width or 0)]
        if absent and found.rows:
            raise ValueError(
                f"nominal names column {shown(absent[0])}, but X has {found.width} columns without names: "
                f"name positions below {found.width}, or pass a frame"
            )
        return found
    if found.width != len(known.columns):
        raise ValueError(
            f"X has {found.width} features, but {known.owner} is expecting "
            f"{len(known.columns)} features as input: pass the columns it learned, in their order"
        )
    return found


def agree(found: Table, labelled: int) -> None:
    """Refuse a table with another number of rows than there are labels."""
    if found.rows is not None and found.rows != labelled:
        raise ValueError(f"X has {found.rows} rows, y has {labelled}; give one label per row")


def _is_series(X: Any) -> bool:
    return type(X).__name__ in {"Series", "Array", "ChunkedArray"} or getattr(X, "ndim", 2) == 1


def _one_dimensional(got: object) -> ValueError:
    return ValueError(
        f"Expected 2D array, got {got} instead. Reshape your data either using array.reshape(-1, 1) "
        "if it has a single feature, or array.reshape(1, -1) if it is a single row"
    )


def _named(names: Sequence[Any]) -> list[Any]:
    found = [plain(name) for name in names]
    if len(set(found)) < len(found):
        twice = next(name for position, name in enumerate(found) if name in found[:position])
        raise ValueError(f"columns must have distinct names, got {shown(twice)} twice: rename one")
    return found


def _listed(names: list[Any] | None, columns: list[Column], rows: int) -> Table:
    data = tuple(columns) if names is None else list(zip(names, columns, strict=True))
    return Table(data, rows, len(columns), names)


def _without_columns(rows: int, known: Known) -> Table:
    """Rows without columns: there are as many as said, and all their values are missing."""
    silent = [(name, np.full(rows, np.nan)) for name in known.columns[:1]]
    return Table(silent or np.empty((rows, 0)), rows, 0, [])


def _array(X: NDArray[Any], known: Known) -> Table:
    if X.ndim == 1 and X.dtype.names is not None:
        fields = list(X.dtype.names)
        kinds = known.kinds_of(fields)
        columns = [from_array(X[name], name, kinds[at], known.counted) for at, name in enumerate(fields)]
        return _listed(fields, columns, len(X))
    if X.ndim != 2:
        raise _one_dimensional(f"{X.ndim}D array" if X.ndim else "scalar array")
    rows, width = X.shape
    if X.dtype.kind in "biuf" and not isinstance(X, np.ma.MaskedArray):
        if X.dtype.kind != "b" or "numeric" not in known.kinds:
            return Table(native(X), rows, width)
        # Bools count as numbers only in the columns where numbers were learned.
        kinds = known.kinds_by_position(width)
        bools: list[Column] = [
            X[:, at].astype(np.uint8) if kinds[at] == "numeric" else X[:, at] for at in range(width)
        ]
        return _listed(None, bools, rows)
    if width == 0:
        return Table(np.empty((rows, 0)), rows, 0)
    kinds = known.kinds_by_position(width)
    columns = [from_array(X[:, at], at, kinds[at], known.counted) for at in range(width)]
    return _listed(None, columns, rows)


def _rows(X: Sequence[Any], known: Known) -> Table:
    if not len(X):
        return Table(np.empty((0, len(known.columns))), 0, len(known.columns))
    if isinstance(X[0], Mapping):
        return _dicts(X, known)
    if not (set(map(type, X)) <= {list, tuple} and len(set(map(len, X))) == 1):
        _like_the_first(X)
    width = len(X[0])
    if not width:
        return Table(np.empty((len(X), 0)), len(X), 0)
    kinds = known.kinds_by_position(width)
    columns = [
        from_objects(values, at, kinds[at], known.counted) for at, values in enumerate(_by_column(X, width))
    ]
    return _listed(None, columns, len(X))


def _by_column(rows: Iterable[Iterable[Any]], width: int) -> Iterator[list[Any]]:
    """The columns of rows of equal length; zip would jump through memory for each value of a long table."""
    values = list(chain.from_iterable(rows))
    return (values[at::width] for at in range(width))


def _like_the_first(X: Sequence[Any]) -> None:
    """Refuse the first row that is not a sequence of as many values as row 0."""
    for row, values in enumerate(X):
        if isinstance(values, str | bytes | bytearray | Mapping) or not hasattr(values, "__len__"):
            if row == 0:
                raise _one_dimensional(f"a list of {type(values).__name__}")
            raise TypeError(f"row {row} must be a list of values like row 0, got {shown(values)}")
        if len(values) != len(X[0]):
            raise ValueError(
                f"row {row} has {len(values)} values, row 0 has {len(X[0])}: give every row the same columns"
            )


def _dicts(X: Sequence[Any], known: Known) -> Table:
    if set(map(type, X)) != {dict}:
        for row, values in enumerate(X):
            if not isinstance(values, Mapping):
                raise TypeError(f"row {row} must be a dict like row 0, got {shown(values)}")
    # Rows mostly have the same keys: each distinct list of keys is looked at once, in order of arrival.
    heard = X if known.counted is None else compress(X, known.counted)
    shapes = dict.fromkeys(map(tuple, heard))
    names = dict.fromkeys(chain.from_iterable(shapes))
    if known.counted is not None:
        names.update(dict.fromkeys(name for values in X for name in values if name in known.places))
    if not names:
        return _without_columns(len(X), known)
    by_column: Iterable[Sequence[Any]]
    if len(shapes) == 1 and known.counted is None:
        by_column = _by_column((values.values() for values in X), len(names))
    else:
        by_column = ([values.get(name) for values in X] for name in names)
    columns = [
        from_objects(values, name, kind, known.counted)
        for values, name, kind in zip(by_column, names, known.kinds_of(names), strict=True)
    ]
    return _listed(_named(list(names)), columns, len(X))


def _columns(X: Mapping[Any, Any], known: Known) -> Table:
    names = _named(list(X))
    if not names:
        # A batch of a stream without columns still says how many rows it has.
        return _without_columns(getattr(X, "rows", 0), known)
    columns: list[Column] = []
    first: int | None = None
    for name, kind, values in zip(names, known.kinds_of(names), X.values(), strict=True):
        if isinstance(values, str | bytes | Mapping) or not hasattr(values, "__len__"):
            raise TypeError(
                f"column {shown(name)} must be a sequence of values, got {shown(values)}: use learn_one for "
                "a row"
            )
        if isinstance(values, set | frozenset):
            raise TypeError(
                f"column {shown(name)} must be a sequence of values, got a set, which has no order"
            )
        sound.check(values, described(name))
        if type(values).__module__.partition(".")[0] == "pandas" and hasattr(values, "iloc"):
            columns.append(from_series(values, name, kind, known.counted))
        elif kind != "numeric" and (found := coded(values)) is not None:
            columns.append(from_codes(*found, name))
        elif hasattr(values, "__array__"):
            array = np.asanyarray(values)
            if array.ndim != 1:
                raise ValueError(f"column {shown(name)} must be one-dimensional, got shape {array.shape}")
            columns.append(from_array(array, name, kind, known.counted))
        else:
            columns.append(from_objects(values, name, kind, known.counted))
        first = len(values) if first is None else first
        if len(values) != first:
            raise ValueError(
                f"column {shown(name)} has {len(values)} rows, column {shown(names[0])} has {first}"
            )
    return _listed(names, columns, first or 0)


def _pandas(X: Any, known: Known) -> Table:
    if getattr(X, "ndim", 2) == 1:
        raise _one_dimensional("a pandas Series")
    names = _named(X.columns.tolist())
    named = names != list(range(len(names)))
    if named or len(known.columns) != len(names):
        kinds = known.kinds_of(names)
    else:
        kinds = known.kinds_by_position(len(names))
    columns = [from_series(X.iloc[:, at], name, kinds[at], known.counted) for at, name in enumerate(names)]
    return _listed(names if named else None, columns, len(X))


def _arrow(X: Any) -> Table:
    names = getattr(X, "column_names", None) or getattr(X, "columns", None)
    names = list(names) if isinstance(names, list | tuple) else None
    if type(X).__module__.partition(".")[0] == "pyarrow" and hasattr(X, "validate"):
        sound.check_lengths(X)
    rows = len(X) if hasattr(X, "__len__") else None
    width = None if names is None else len(names)
    # Columns of an Arrow table always bear names, even where we cannot see them from here.
    return Table(X, rows, width, _named(names) if names is not None else [""])
