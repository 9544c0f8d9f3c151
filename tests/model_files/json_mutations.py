"""JSON that was changed: its bytes, keys, values and shape. Seeded, so that a finding can be had again.

Objects are lists of pairs on the way, since a hostile one may have a key twice.
"""

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

# Numbers, texts and shapes as they are written: no library would write all of them.
ODD = [
    *[
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "-1e999",
        "1e-999",
        "-0.0",
        "0.1",
        "1e15",
        "0",
        "1",
        "-1",
        "255",
    ],
    *["4294967296", "9223372036854775808", "12345678901234567890", "1" + 400 * "0", "-1" + 5000 * "0"],
    *["true", "false", "null", '""', '"x"', '"1"', '"\\ud800"', '"\\udfff x"', '"\\u0000"', '"a\\nb\\u001b"'],
    *['"' + 20_000 * "x" + '"', '"mc"', '"VFDT"', '"bins:99999999999"', '"100KB"', '"<U9"', '"<i8"'],
    *["[]", "{}", "[[]]", '["x"]', '{"x":1,"x":2}', '{"tuple":[]}', '{"tuple":[1,[2]]}', '{"tuple":{"a":1}}'],
    *[depth * "[" + depth * "]" for depth in (60, 900, 5000)],
    *[depth * '{"tuple":[' + depth * "]}" for depth in (99, 100, 101, 300, 450, 900, 5000)],
]


class Raw(str):
    """JSON as it stands."""

    __slots__ = ()


class Pairs(list[Any]):
    """An object: its keys and values, in order."""


KEYS = [Raw('"\\ud800"'), "self", "__class__", "", "a\nb", 10_000 * "x"]


def mutations(texts: Sequence[bytes], seed: int) -> Iterator[bytes]:
    """Changed forms of the first text, without end; keys and values of all of them are brought in."""
    rng = random.Random(seed)
    known = [value for text in texts for value in within(parsed(text))]
    keys = [*KEYS, *sorted({key for value in known if isinstance(value, Pairs) for key, _ in value})]
    values = [Raw(written(value)) for value in known]
    while True:
        if rng.random() < 0.25:
            text = bytearray(texts[0])
            for _ in range(rng.choice([1, 1, 2, 8])):
                change_bytes(text, rng)
            yield bytes(text)
        else:
            root = [parsed(texts[0])]
            for _ in range(rng.choice([1, 1, 1, 2, 4])):
                change_shape(root, rng, values, keys)
            yield "".join(map(written, root)).encode()


def change_bytes(text: bytearray, rng: random.Random) -> None:
    """Change some of the bytes, take them out, double them or cut the rest off."""
    at, count = rng.randrange(len(text) + 1), rng.randrange(1, 30)
    match rng.randrange(5):
        case 0:
            text[at : at + 1] = rng.randbytes(1)
        case 1:
            text[at : at + 1] = rng.choice(['"', "{", "}", "[", "]", ",", ":", "\\", "9", "-", "e"]).encode()
        case 2:
            del text[at : at + count]
        case 3:
            text[at:at] = text[at : at + count]
        case _:
            del text[at:]


def change_shape(root: list[Any], rng: random.Random, values: list[Raw], keys: list[str]) -> None:
    """Change one value of an array or object, its key, or whether it is there."""
    holders = [value for value in within(root) if isinstance(value, list) and value]
    if not holders:
        return
    holder = rng.choice(holders)
    at = rng.randrange(len(holder))
    keyed = isinstance(holder, Pairs)
    key, value = holder[at] if keyed else (None, holder[at])
    match rng.randrange(6):
        case 0:
            del holder[at]
            return
        case 1:
            holder.insert(rng.randrange(len(holder) + 1), holder[at])
            return
        case 2:
            key = rng.choice(keys)
        case 3:
            value = rng.choice(values)
        case _:
            value = Raw(rng.choice(ODD))
    holder[at] = (key, value) if keyed else value


# ---- JSON with pairs


def parsed(text: bytes) -> Any:
    """A text of JSON with its objects as pairs."""
    return json.loads(text, object_pairs_hook=Pairs)


def written(value: Any) -> str:
    """The text of a value."""
    if isinstance(value, Raw):
        return value
    if isinstance(value, Pairs):
        return "{" + ",".join(f"{written(key)}:{written(one)}" for key, one in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value)


def within(value: Any) -> list[Any]:
    """A value and all that is in it."""
    found = [value]
    for each in found:
        if isinstance(each, Pairs):
            found += [one for _, one in each]
        elif isinstance(each, list):
            found += each
    return found
