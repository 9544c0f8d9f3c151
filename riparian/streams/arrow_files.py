"""Parquet and Arrow IPC files as streams, through pyarrow and record batch by record batch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riparian.aliases import suggestion
from riparian.guests import guest
from riparian.plain import shown
from riparian.streams.arrow_batches import Opened
from riparian.streams.arrow_columns import (
    Found,
    Names,
    Reading,
    all_whole,
    is_codes,
    is_nominal,
    is_numeric,
    read_numbers,
    read_numbers_from_names,
    read_weights,
    read_whole_classes,
)
from riparian.streams.broken import BrokenLine
from riparian.streams.file import File
from riparian.streams.options import Key, Options
from riparian.streams.stream import Batch, Column, NoSuchPlace, Place, Values, count_of, finding

KEPT_FAULTS = 10


class ArrowFile(File):
    """Rows of Parquet or Arrow files; made by `read`."""

    def __init__(self, paths: tuple[Path | None, ...], format: str, options: Options) -> None:  # noqa: A002
        guest("pyarrow", "frames", "Parquet and Arrow files are read and written by pyarrow")
        self._named(paths)
        self.format = format
        self.options = options
        self._skipped = 0
        self._faults: list[str] = []
        # Whether classes that came as floats are whole numbers, once that is known.
        self._whole: bool | None = None
        first = Opened(paths[0], format)
        self._first: Opened | None = first
        self._schema = first.schema
        self._names: list[str] = list(first.schema.names)
        self._plan()
        counts = [first.rows, *(Opened(path, format).rows for path in paths[1:])]
        self.rows = None if None in counts else sum(count or 0 for count in counts)

    @property
    def names(self) -> list[str]:
        """The columns that are read, the class among them."""
        return [name for name in self._kept if name != self._weight]

    @property
    def may_weigh(self) -> bool:
        """Whether a column holds weights."""
        return self._weight is not None

    @property
    def numbers(self) -> set[str]:
        """Those of them that hold numbers, or classes that are numbers."""
        kinds = {name: self._schema.field(name).type for name in self.names if name not in self._nominal}
        return {name for name, kind in kinds.items() if is_numeric(kind) or name in self._numeric}

    @property
    def codes(self) -> set[str]:
        """Those whose type is a dictionary of numbers."""
        told = {self.target, *self._numeric}
        return {name for name in self.names if name not in told and is_codes(self._schema.field(name).type)}

    # ---- which column is what

    def _place(self, role: str, key: Key) -> str:
        names: list[str] = self._names
        if isinstance(key, int) and -len(names) <= key < len(names):
            return names[key]
        if key not in names:
            there = ", ".join(map(shown, names[:20]))
            raise ValueError(
                f"{role}: there is no column {shown(key)}{suggestion(key, names)}; there are [{there}]"
            )
        return str(key)

    def _plan(self) -> None:
        told, names = self.options, self._names
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise ValueError(f"two columns are called {shown(twice)}; rename one")
        if not names:
            raise ValueError(f"{self.name}: there is no column")
        absent = not told.labelled and told.target not in (None, *names, *range(-len(names), len(names)))
        wanted = names[-1] if told.target is None or absent else told.target
        self.usual_class = self._place("target", wanted)
        self.target = self.usual_class if told.labelled else ""
        self._weight = None if told.weight is None else self._place("weight", told.weight)
        several = len(self.paths) > 1
        self._ignored = {
            str(key) if several and key not in names else self._place("ignore", key) for key in told.ignore
        }
        if told.only is not None:
            self._ignored |= set(names) - {*told.only, self.target, self._weight}
        self._nominal = {self._place("nominal", key): values for key, values in told.nominal}
        self._numeric = {self._place("numeric", key) for key in told.numeric}
        if not told.labelled and told.target is not None and not absent:
            self._ignored.add(self.usual_class)
        if self._weight == self.target:
            raise ValueError(f"weight and target must be two columns, got {shown(self.target)} for both")
        needed = {self.target, self._weight} & self._ignored
        if needed:
            raise ValueError(
                f"ignore: column {shown(needed.pop())} is needed; name another target or weight, or keep it"
            )
        both = self._numeric & set(self._nominal)
        if both:
            raise ValueError(f"column {shown(both.pop())} must be numeric or nominal, got both")
        if self.target in self._numeric:
            raise ValueError(
                f"column {shown(self.target)} is the class, which holds names or whole numbers: leave it "
                "out of numeric="
            )
        self._kept = [name for name in names if name not in self._ignored]
        self._readings()  # refuses types that no column can have, now

    def _readings(self) -> dict[str, Reading]:
        return {name: self._reading(name, self._schema.field(name).type) for name in self._kept}

    def _reading(self, name: str, kind: Any) -> Reading:
        types = guest("pyarrow.types", "frames")
        target = name == self.target
        if not (is_numeric(kind) or is_nominal(kind)):
            raise ValueError(
                f"column {shown(name)} holds values of type {kind}, which are neither numbers nor names; "
                f"ignore=[{shown(name)}] leaves it out"
            )
        if target and self.options.classes is not None:
            whole = isinstance(self.options.classes[0], int) and is_numeric(kind)
            known = self.options.classes
            return read_whole_classes(known) if whole else Names(map(str, known), required=True)
        if name == self._weight:
            return read_weights
        if name in self._nominal:
            return Names(self._nominal[name], required=target, as_text=is_numeric(kind) or is_codes(kind))
        if target and is_numeric(kind):
            return read_whole_classes(None) if types.is_integer(kind) else self._floats()
        if is_nominal(kind) and name not in self._numeric:
            known = (False, True) if types.is_boolean(kind) else ()
            return _open_names(known, target)
        if is_nominal(kind) and not types.is_boolean(kind):
            return read_numbers_from_names()
        return read_numbers

    def _floats(self) -> Reading:
        """Classes that came as floats: the first batch decides whether they are whole numbers or names."""
        names, whole = Names(None, required=True), read_whole_classes(None)

        def reading(array: Any) -> Found:
            if self._whole is None:
                self._whole = all_whole(array)
            return whole(array) if self._whole else names(array)

        return reading

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns, without the target."""
        found = []
        for name in self._kept:
            kind = self._schema.field(name).type
            if name in (self._weight, self.target):
                continue
            nominal = name in self._nominal or (is_nominal(kind) and name not in self._numeric)
            boolean = guest("pyarrow.types", "frames").is_boolean(kind) and name not in self._nominal
            known: tuple[Any, ...] = (False, True) if boolean else tuple(self._nominal.get(name) or ())
            found.append(Column(name, known if nominal else None))
        return tuple(found)

    @property
    def classes(self) -> tuple[Any, ...] | None:
        """The classes in order, if they were given."""
        return self.options.classes

    @property
    def skipped(self) -> int:
        """Rows left out so far in the latest reading."""
        return self._skipped

    @property
    def faults(self) -> tuple[str, ...]:
        """What was wrong with the first ten of them."""
        return tuple(self._faults)

    # ---- reading

    def start(self) -> Iterator[Batch]:
        """Batches from the first row. A row that does not fit raises `BrokenLine` after those before it."""
        return (batch for _, batch in self.placed())

    def placed(self, place: Place | None = None) -> Iterator[tuple[Place | None, Batch]]:
        """Batches with where they begin: in which file, and at which row of it."""
        again = not self._begin()
        first = Opened(self.paths[0], self.format) if again or self._first is None else self._first
        self._first = None
        self._skipped, self._faults, self._whole = 0, [], None
        begin = (0, 0)
        if place is not None:
            with finding(self):
                begin = (count_of(place, "file"), count_of(place, "row"))
                self._skipped, self._whole = count_of(place, "skipped"), place["whole"]
                if not isinstance(self._whole, bool | None):
                    raise TypeError
        return self._batches(first, *begin)

    def _batches(self, first: Opened, file: int, wanted: int) -> Iterator[tuple[Place | None, Batch]]:
        readings = self._readings()
        for place, path in enumerate(self.paths):
            if place < file:
                continue
            opened = first if place == 0 else self._matched(Opened(path, self.format), first.name)
            row = 0
            for batch in opened.batches(self._kept):
                at = {"file": place, "row": row, "skipped": self._skipped, "whole": self._whole}
                if place > file or row >= wanted:
                    found = {name: readings[name](batch.column(at)) for at, name in enumerate(self._kept)}
                    for part in self._whole_rows(found, batch.num_rows, opened.name, row):
                        yield at, part
                row += batch.num_rows
                if place == file and row > wanted > row - batch.num_rows:
                    raise NoSuchPlace(self)

    def _matched(self, opened: Opened, first: str) -> Opened:
        """A further file has the columns of the first one, of the same types."""
        names = opened.schema.names
        for name in self._kept:
            if name not in names:
                raise ValueError(f"{opened.name} has no column {shown(name)}, and {first} has one")
            kinds = (opened.schema.field(name).type, self._schema.field(name).type)
            if is_numeric(kinds[0]) != is_numeric(kinds[1]):
                raise ValueError(
                    f"{opened.name}: column {shown(name)} is of type {kinds[0]}, and in {first} of {kinds[1]}"
                )
        wanted = names if self.options.only is None else self.options.only
        known = {*self._names, *self._ignored}
        extra = [name for name in names if name in wanted and name not in known]
        if extra:
            raise ValueError(
                f"{opened.name} has a column {shown(extra[0])}, and {first} has none; "
                f"ignore=[{shown(extra[0])}] leaves it out"
            )
        return opened

    def _whole_rows(self, found: dict[str, Found], rows: int, file: str, before: int) -> Iterator[Batch]:
        bad: NDArray[np.bool_] = np.zeros(rows, dtype=np.bool_)
        for column in found.values():
            if column.bad is not None:
                bad |= column.bad
        batch = self._batch(found)
        if not bad.any():
            if rows:
                yield batch
            return
        wrong = np.flatnonzero(bad).tolist()
        if not self.options.skip:
            if wrong[0]:
                yield batch.part(0, wrong[0])
            raise self._broken(found, wrong[0], file, before)
        self._skipped += len(wrong)
        for row in wrong[: KEPT_FAULTS - len(self._faults)]:
            self._faults.append(str(self._broken(found, row, file, before)))
        good = ~bad
        if good.any():
            X = {name: values[good] for name, values in batch.X.items()}
            yield Batch(X, batch.y[good], None if batch.w is None else batch.w[good])

    def _batch(self, found: dict[str, Found]) -> Batch:
        values: dict[str, Values] = {name: column.values for name, column in found.items()}
        rows = len(next(iter(values.values())))
        y = values.pop(self.target) if self.options.labelled else np.full(rows, np.nan)
        weights = None if self._weight is None else np.asarray(values.pop(self._weight))
        return Batch(values, y, weights)

    def _broken(self, found: dict[str, Found], row: int, file: str, before: int) -> BrokenLine:
        name, column = next((n, c) for n, c in found.items() if c.bad is not None and c.bad[row])
        line = before + row + 1
        return BrokenLine(f"{file}, row {line}, column {shown(name)}: {column.wrong(row)}", file, line, name)


def _open_names(known: tuple[Any, ...], required: bool) -> Names:
    """Names of which some are known beforehand, and others may come."""
    found = Names(None, required)
    for value in known:
        found._code(value)
    return found
