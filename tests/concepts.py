"""Random streams whose labels are a table of a few columns: the rule of IADEM-2 finds them in few rows.

`a, b, c, ...` hold text in categories that are equally frequent, `x0, x1, ...` numbers from 0 to 1, of which
the label looks at the side of a half. Every part of a stream has a table of its own: then the columns that
told the class tell nothing, and others do.
"""

import random
from typing import Any

from tests.drawn import Row, draw_weight


def draw_concept(
    seed: int,
    parts: list[tuple[int, float]],
    *,
    nominal: list[int],
    numeric: int = 0,
    classes: int = 2,
    relevant: int = 2,
    missing: float = 0.0,
    weights: str = "unit",
) -> list[Row]:
    """Rows of a stream.

    Parameters
    ----------
    parts : list of (int, float)
        Rows of each part, and the share of labels among them that say nothing.
    nominal : list of int
        Number of categories of each text column.
    relevant : int
        How many columns a table looks at.
    missing : float
        Share of values that are None.
    weights : 'unit', 'eighths' or 'real'
        As in `tests.drawn`.
    """
    rng = random.Random(f"concept {seed}")
    arity = {"abcdefgh"[j]: count for j, count in enumerate(nominal)}
    arity |= {f"x{j}": 2 for j in range(numeric)}
    stream: list[Row] = []
    for rows, noise in parts:
        columns, table = rng.sample(sorted(arity), relevant), dict[tuple[int, ...], int]()
        for _ in range(rows):
            places = {name: rng.randrange(count) for name, count in arity.items()}
            key = tuple(places[name] for name in columns)
            # The first column tells most, and the others when it does not.
            usual = key[0] % classes
            label = table.setdefault(key, usual if rng.random() < 0.7 else rng.randrange(classes))
            if rng.random() < noise:
                label = rng.randrange(classes)
            x: dict[str, Any] = {}
            for name, place in places.items():
                x[name] = (place + rng.random()) / 2.0 if name.startswith("x") else f"{name}{place}"
                if rng.random() < missing:
                    x[name] = None
            stream.append((x, f"class {label}", draw_weight(rng, weights)))
    return stream
