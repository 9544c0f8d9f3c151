"""One file of rows for the peers that do not speak Python.

Little endian throughout: int32 rows, columns, classes; int32 categories of each column (0 = numeric);
float64 values row by row; int32 labels. Read by `moa/Rows.java` and `floor/src/rows.rs`.
"""

from pathlib import Path

import numpy as np

from benchmarks.streams import Stream


def write(stream: Stream, path: Path) -> None:
    """Write the rows of `stream` to `path`."""
    header = (*stream.X.shape, stream.n_classes, *stream.values)
    with path.open("wb") as file:
        np.asarray(header, dtype="<i4").tofile(file)
        np.ascontiguousarray(stream.X, dtype="<f8").tofile(file)
        stream.y.astype("<i4").tofile(file)
