"""Files as streams: `read` finds out what a file is, and reads it block by block."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from riparian.streams.file import File
from riparian.streams.options import MAX_LINE_BYTES, Key, options
from riparian.streams.sources import ARROW_FORMATS, Source, format_of, located


def read(
    source: Source,
    *,
    target: Key | None = None,
    labelled: bool = True,
    format: str | None = None,  # noqa: A002 - the word users know
    nominal: Iterable[Key] | Mapping[Key, Sequence[str] | None] = (),
    numeric: Iterable[Key] = (),
    ignore: Iterable[Key] = (),
    weight: Key | None = None,
    classes: Iterable[Any] | None = None,
    missing: Iterable[str] | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    comment: str | None = None,
    on_error: str = "stop",
    max_line_bytes: int = MAX_LINE_BYTES,
) -> File:
    r"""A file of any size as a stream of columns.

    Parameters
    ----------
    source : path, glob, '-' or a list of paths and globs
        The files, plain or packed with gzip or zstd; '-' is standard input. Several files are one stream:
        those of a glob sorted by name, those of a list in its order. Each has its own header, and columns
        are matched by name.
    target : str or int, default: the last column
        The class, by name or by place (from 0, negative from the end). An ARFF or JSON lines file with a
        column named 'class' has that as its default; that of a libsvm file is always its label.
    labelled : bool, default True
        Whether rows have a class. Without one, in files of rows to be predicted, all columns are alike, and
        NaN stands for the classes; a column that is named as the class is left out if it is there.
    format : 'csv', 'arff', 'libsvm', 'jsonl', 'parquet' or 'arrow', default: by suffix, else by first bytes
        The layout. 'arrow' is Arrow IPC, as a file (Feather) or a stream.
    nominal : list of columns, or dict from column to its values
        Columns to read as names, whatever they hold. Where values are given no others are accepted.
    numeric : list of columns
        Columns to read as numbers.
    ignore : list of columns
        Columns to leave out.
    weight : str or int
        The column that holds the weight of a row.
    classes : list of texts or of whole numbers
        All classes, in order; no others are accepted.
    missing : list of texts, default '', '?', 'NA', 'N/A', 'NaN', 'nan', 'null', 'NULL', 'None'
        What stands for a missing value; in ARFF files '?' unless told. A text in quotes never does, except in
        numeric columns.
    delimiter : one character, default: found out
        What stands between the fields of a CSV file. Unless told, it is the one of tab, semicolon, bar, comma
        and space that splits the first lines into equally many fields.
    header : bool, default: found out
        Whether the first line of a CSV file names the columns. Unless told, it does if a field of it is
        text and the column below is numeric, or if all its fields are different texts that do not occur
        again in their columns.
    comment : one character, default: none
        What lines of a CSV file begin with that are no rows.
    on_error : 'stop' or 'skip', default 'stop'
        What to do at a line that cannot be read: raise `BrokenLine` after the rows before it, or leave it out
        and count it in `skipped`.
    max_line_bytes : int, default 16,777,216
        Longest line that is not broken, its end included: what bounds the memory. A row of a CSV file that
        goes over several lines, in quotes, counts as one.

    Notes
    -----
    The kind of a column that is not told is found out from the first block, one MiB or 10,000 rows: numeric
    if its values are numbers, but for one in twenty at the most, else nominal. A text among the numbers is
    then a broken line. Classes that are all whole numbers stay numbers, all others are names.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "gauges.csv"
    >>> _ = path.write_text("level,gate,state\n1.5,open,dry\n?,shut,wet\n")
    >>> stream = read(path)
    >>> X, y, w = stream.take(2)
    >>> X["level"], list(X["gate"]), list(y)
    (array([1.5, nan]), ['open', 'shut'], ['dry', 'wet'])
    """
    told = options(
        target=target,
        labelled=labelled,
        weight=weight,
        nominal=nominal,
        numeric=numeric,
        ignore=ignore,
        classes=classes,
        missing=missing,
        delimiter=delimiter,
        header=header,
        comment=comment,
        on_error=on_error,
        max_line_bytes=max_line_bytes,
    )
    paths = located(source)
    found = format_of(paths, format)
    if found is not None:
        told.fits(found)
    if found in ARROW_FORMATS:
        from riparian.streams.arrow_files import ArrowFile

        return ArrowFile(paths, found, told)
    from riparian.streams.text_files import TextFile

    return TextFile(paths, found, told)
