"""The catalogue of data sets: what each one is, where it comes from, and by which checksum it is known.

The facts stand in `catalogue.json` beside this file. No rows are kept here, and no file is looked for (see
places).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from riparian.aliases import suggestion
from riparian.plain import shown
from riparian.settings import listed


@dataclass(frozen=True)
class Part:
    """One file that a publisher offers.

    Parameters
    ----------
    url : str
        Where it is offered.
    file : str
        The name it has on disk.
    sha256 : str
        Its checksum; what differs from it is refused.
    bytes : int or None
        Its length, None if nobody states it.
    skip : int, default 0
        Lines at the top that are no rows.
    member : str, default ""
        The file meant, if this one is a zip archive.
    unpacked_sha256 : str, default ""
        The checksum of what is in it, if it is packed and somebody states it.
    """

    url: str
    file: str
    sha256: str
    bytes: int | None = None
    skip: int = 0
    member: str = ""
    unpacked_sha256: str = ""


@dataclass(frozen=True)
class Source:
    """A public download: files in their order, and how their lines are read.

    Parameters
    ----------
    parts : tuple of Part
        The files, whose rows follow one another.
    stated_by : str
        Who states the checksums in public.
    compared : str
        How it was compared with our own file: 'byte for byte' (our rows, written as the publisher writes
        them, have this checksum), 'value for value', or 'not yet' (classes are counted whenever it is read).
    form : str, 'csv' or 'libsvm'
        How a line is written.
    delimiter : str, ',' or ' '
        What stands between values; ' ' for any run of blanks and tabs.
    before : tuple of str
        Columns in front that are left out.
    target : str, 'first' or 'last'
        Where the label stands.
    label_end : str
        What is cut off the end of a label.
    """

    parts: tuple[Part, ...]
    stated_by: str
    compared: str
    form: str = "csv"
    delimiter: str = ","
    before: tuple[str, ...] = ()
    target: str = "last"
    label_end: str = ""


@dataclass(frozen=True)
class Entry:
    """What is known of one data set.

    Parameters
    ----------
    name, title : str
        The name it is asked for by, and what it is.
    rows : int
        Number of rows.
    target : str
        Name of the column that holds the labels.
    classes : mapping of label to int
        Rows of each class, in the order of the labels.
    columns, nominal, binary : tuple of str
        All columns without the target; those of texts; those that hold only 0 and 1.
    missing : mapping of str to int
        Missing values by column.
    order : str
        What the order of the rows is: some files are sorted by class and want `shuffle`.
    origin, page, licence, citation : str
        Where the rows come from.
    differences : str
        How they differ from the canonical version.
    file, sha256, bytes : str, str, int or None
        The Parquet file that holds them; None if there is only the publisher's own.
    source : Source or None
        Where they can be downloaded; None if no public file with a known checksum is known.
    words : int, default 0
        Number of binary columns `a0`, `a1`, ... kept as one list of those that are 1.
    """

    name: str
    title: str
    rows: int
    target: str
    classes: Mapping[Any, int]
    columns: tuple[str, ...]
    nominal: tuple[str, ...] = ()
    binary: tuple[str, ...] = ()
    missing: Mapping[str, int] = field(default_factory=dict)
    order: str = "as published"
    origin: str = ""
    page: str = ""
    licence: str = "not stated"
    citation: str = ""
    differences: str = ""
    file: str | None = None
    sha256: str | None = None
    bytes: int | None = None
    source: Source | None = None
    words: int = 0


def datasets() -> dict[str, Entry]:
    """What there is: the entry of every data set by its name.

    Examples
    --------
    >>> entry = datasets()["electricity"]
    >>> entry.rows, dict(entry.classes), entry.nominal
    (45312, {'DOWN': 26075, 'UP': 19237}, ('day',))
    >>> [name for name, entry in datasets().items() if entry.source is None][:3]
    ['electricity', 'airlines', 'cod_rna_331k']
    """
    return dict(_entries())


def entry_of(name: str) -> Entry:
    """The entry of one data set, or what may have been meant."""
    entries = _entries()
    if name not in entries:
        raise ValueError(
            f"data set must be {listed(entries)}, got {shown(name)}{suggestion(name, list(entries))}"
        )
    return entries[name]


@cache
def _entries() -> dict[str, Entry]:
    facts = json.loads((files("riparian.streams") / "catalogue.json").read_text("utf-8"))
    return {name: _entry(name, fact) for name, fact in facts.items()}


def _entry(name: str, fact: dict[str, Any]) -> Entry:
    """An entry from its JSON, where labels are texts and 'all' stands for every column."""
    whole = fact.pop("labels") == "whole numbers"
    classes = {int(label) if whole else label: count for label, count in fact.pop("classes").items()}
    columns = tuple(fact.pop("columns")) or tuple(f"a{number}" for number in range(fact["words"]))
    kinds = {kind: columns if fact[kind] == "all" else tuple(fact[kind]) for kind in ("nominal", "binary")}
    if fact["words"]:
        kinds["binary"] = columns
    source = fact.pop("source")
    return Entry(
        **{**fact, **kinds},
        name=name,
        classes=dict(sorted(classes.items())),
        columns=columns,
        source=None if source is None else _source(source),
    )


def _source(fact: dict[str, Any]) -> Source:
    parts = tuple(Part(**part) for part in fact.pop("parts"))
    return Source(parts=parts, **{**fact, "before": tuple(fact.get("before", ()))})
