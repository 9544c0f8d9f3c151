"""A line that cannot be read: which one, and what to do about it."""

from __future__ import annotations


class BrokenLine(ValueError):  # noqa: N818 - named by what it is
    """A line of a file that cannot be read; the rows before it were handed over.

    Parameters
    ----------
    message : str
        The whole message.
    file : str
        The file.
    line : int
        The line as an editor counts, from 1; in Parquet and Arrow files the row, from 1.
    column : str or None
        The column, where it is about one.
    value : str or None
        The value in question.

    Examples
    --------
    >>> str(BrokenLine("rows.csv, line 3: wanted 4 fields, got 2 fields", "rows.csv", 3))
    'rows.csv, line 3: wanted 4 fields, got 2 fields'
    """

    def __init__(
        self, message: str, file: str, line: int, column: str | None = None, value: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.value = value

    def __reduce__(self) -> tuple[type[BrokenLine], tuple[str, str, int, str | None, str | None]]:
        return BrokenLine, (self.message, self.file, self.line, self.column, self.value)
