"""Models as files and bytes: what a tree is called, what it was made with and all that it has learned.

The core writes and reads the learning state (`docs/model-files.md` describes the format); what only Python
knows goes along as JSON, in a section of its own. Nothing that is read is trusted, and no code is run.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from riparian import _native
from riparian.parameters import FREE
from riparian.plain import bare, shown
from riparian.replacing import named, remove_left, replaced, settle, target_of

if TYPE_CHECKING:
    from riparian.trees import Tree

ABOUT = "about"
# A label is as long as this at the most, or as the longest one that there is.
LONGEST = 10_000
# Tuples stand within each other as deep as this at the most.
DEEPEST = 100
# Python may refuse to write and to read longer decimal numbers, so these are stored as hexadecimal.
MOST_BITS = 2000
_VAST = re.compile("-?0x[0-9a-f]+")
# So many names may have one hash, as they are compared one by one then.
MOST_ALIKE = 100
# Characters of a message.
MOST_SHOWN = 500
# Sections beside the learning state: name, whether a reader that does not know it may skip it, what it holds.
Sections = list[tuple[str, bool, bytes]]


# What every model file begins with.
MAGIC = b"riparian"


class ModelFileError(ValueError):
    """A file or bytes that hold no model, or a damaged one; the message says what is wrong."""


# ---- what only Python knows


def about(tree: Tree, native: _native.Tree) -> bytes:
    """The preset with its settings, labels and names as JSON."""
    name = type(tree).__name__
    if _presets().get(name) is not type(tree):
        raise TypeError(
            f"a file holds presets of riparian, got {name}, a class of your own: "
            "use pickle, which keeps the class, or a preset"
        )
    dtype = tree._label_dtype
    told = {
        "preset": name,
        # How many threads work is for each process to say: the tree is the same.
        "settings": {key: _plain(value, key) for key, value in tree.get_params().items() if key not in FREE},
        "started": {key: _plain(value, key) for key, value in (tree._started_with or {}).items()},
        "labels": [_plain(label, "label") for label in native.classes],
        "label_dtype": None if dtype is None or dtype.kind not in "biufU" else dtype.str,
        "columns": [_plain(column, "column") for column in native.columns],
        "by_position": native.by_position,
    }
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # Half a pair of surrogates, which a name may hold, is no UTF-8: it is written as JSON's escape.
    return text.encode(errors="backslashreplace")


def _plain(value: Any, what: str, room: int = DEEPEST) -> Any:
    """A value as JSON has it; tuples, which may be labels or names, are marked, and so are vast numbers."""
    value = value if isinstance(value, tuple) else bare(value)
    if isinstance(value, float) and not np.isfinite(value):
        raise ValueError(f"{what} {value} is no number, and a file does not hold it: use a text, or pickle")
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        return {"int": hex(value)}
    if value is None or isinstance(value, bool | str | int | float):
        return value
    if isinstance(value, tuple):
        if not room:
            raise ValueError(f"{what} has tuples in tuples, more than {DEEPEST} deep: use a text, or pickle")
        return {"tuple": [_plain(item, what, room - 1) for item in value]}
    if what in ("classes", "nominal") and isinstance(value, Iterable) and not isinstance(value, bytes):
        # The order of a set differs from one process to the next.
        items = sorted(value, key=repr) if isinstance(value, set | frozenset) else value
        return [_plain(item, what, room) for item in items]
    raise TypeError(
        f"{what} {shown(value)} is of type {type(value).__name__!r}, which a file does not hold: it holds "
        "texts, numbers, bools and tuples of them; use these, or pickle"
    )


def _restored(value: Any, room: int = DEEPEST) -> Any:
    """The inverse of `_plain`."""
    if isinstance(value, dict) and set(value) == {"tuple"} and isinstance(value["tuple"], list):
        if not room:
            raise ValueError(f"a value has tuples in tuples, more than {DEEPEST} deep")
        return tuple(_restored(item, room - 1) for item in value["tuple"])
    if isinstance(value, dict) and set(value) == {"int"} and _VAST.fullmatch(str(value["int"])):
        return int(value["int"], 16)
    if isinstance(value, list):
        return [_restored(item, room) for item in value]
    if isinstance(value, dict):
        raise ValueError(f"a value that is none: {shown(value)}")
    return value


def _finite(text: str) -> float:
    if not np.isfinite(found := float(text)):
        raise ValueError(f"{text} is no number")
    return found


def described(section: bytes) -> Any:
    """What a section of JSON holds; what is infinite is refused, as JSON has no such numbers."""
    try:
        return json.loads(section, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as wrong:
        raise ValueError(f"its description is no JSON: {wrong}") from None


def in_a_line(text: str) -> str:
    r"""A text about a model that can be shown, whatever the model holds.

    >>> print(in_a_line("no setting 'a\nb'"))
    no setting 'a\nb'
    """
    shown = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text[:MOST_SHOWN])
    return shown if len(text) <= MOST_SHOWN else f"{shown}..."


def _presets() -> Mapping[str, type[Tree]]:
    from riparian import presets

    return {name: getattr(presets, name) for name in presets.__all__}


def _tree(model: _native.Model) -> Tree:
    """The tree of a model that was read."""
    if ABOUT not in model.others:
        raise ValueError("the model does not say what it is: there is no section 'about'")
    told = described(model.others[ABOUT])
    wanted = {
        "preset": str,
        "settings": dict,
        "started": dict,
        "labels": list,
        "columns": list,
        "by_position": bool,
    }
    for name, kind in wanted.items():
        if not isinstance(told, dict) or not isinstance(told.get(name), kind):
            raise ValueError(f"section 'about' of the model has no {name!r}, or not as it should be")
    preset = _presets().get(told["preset"])
    if preset is None:
        raise ValueError(
            f"the model is a {shown(told['preset'])}, which this version of riparian does not have: use a "
            "later one"
        )
    given = {name: _restored(value) for name, value in told["settings"].items() if name not in FREE}
    for name in ("classes", "nominal"):
        if isinstance(given.get(name), list):
            _check_names("settings", given[name])
    tree = _with_settings(preset, given)
    started = tree._given() | {name: _restored(value) for name, value in told["started"].items()}
    origin = _with_settings(preset, {**tree.get_params(), **started})
    labels, columns = _restored(told["labels"]), _restored(told["columns"])
    for what, found in (("labels", labels), ("columns", columns), ("nominal", origin._given()["nominal"])):
        _check_names(what, found)
    settings = origin._settings()
    native = model.tree(labels, columns, origin._given()["nominal"], told["by_position"], settings)
    tree._tree, tree._started_with = native, origin._given()
    tree._label_dtype = _dtype(told.get("label_dtype"), labels)
    return tree


def _with_settings(preset: type[Tree], given: Mapping[str, Any]) -> Tree:
    try:
        return preset(**given)
    except (TypeError, ValueError) as wrong:
        raise ValueError(f"{wrong}; if a later version of riparian wrote it, use that one") from None


def _check_names(what: str, names: list[Any]) -> None:
    """Refuse names that are there twice, or made to be looked for one after the other."""
    try:
        alike = max(Counter(map(hash, names)).values(), default=0)
    except TypeError:
        raise ValueError(f"the model has {what} that are lists") from None
    if alike > MOST_ALIKE:
        raise ValueError(f"the model has {what} that are made to collide")
    if what == "labels" and len(set(names)) < len(names):
        raise ValueError("the model names a label twice")


def _dtype(text: Any, labels: list[Any]) -> np.dtype[Any] | None:
    if text is None:
        return None
    if not isinstance(text, str) or not re.fullmatch(r"[<>|][biufU]\d{1,6}", text):
        raise ValueError(f"the model has labels of a dtype {shown(text)}")
    found = np.dtype(text)
    longest = max([LONGEST, *(len(label) for label in labels if isinstance(label, str))])
    if found.kind == "U" and found.itemsize > 4 * longest:
        raise ValueError(f"the model has labels of a dtype {text!r}, longer than any of them")
    return found


def _made(
    read: Callable[[], _native.Model], where: str, beginning: Callable[[], bytes]
) -> tuple[Tree, dict[str, bytes]]:
    """The tree and the other sections of what is read; whatever is wrong is a `ModelFileError`."""
    try:
        model = read()
        return _tree(model), model.others
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError) as wrong:
        raise ModelFileError(f"{where}: {in_a_line(str(wrong))}{_way_out(beginning())}") from None


def _other_door(given: object) -> str:
    """How to load what is neither bytes nor a name, or the one in place of the other."""
    if isinstance(given, str | os.PathLike):
        return "use riparian.load for a file"
    held = "file.read()" if hasattr(given, "read") else "data"
    return f"use riparian.from_bytes({held}) for bytes, riparian.load(path) for a file"


def _first(path: str | os.PathLike[str]) -> bytes:
    """The first bytes of a file."""
    with open(path, "rb") as file:
        return file.read(len(MAGIC))


def _way_out(beginning: bytes) -> str:
    """What to do with bytes that others write."""
    if re.match(rb"\x80[\x02-\x05]", beginning):
        return (
            "; it is a pickle: use pickle.load, or joblib.load if joblib wrote it, and only if you trust it, "
            "as both run what it holds"
        )
    if re.match(rb"x[\x01\x5e\x9c\xda]|\x1f\x8b|BZh|\xfd7zXZ", beginning):
        return "; it is compressed: unpack it first, or use joblib.load if joblib wrote it"
    return ""


# ---- bytes and files


def to_bytes(tree: Tree, sections: Sections | None = None) -> bytes:
    """A tree as the bytes of its file."""
    native = tree._asked()
    return native.to_bytes([(ABOUT, False, about(tree, native)), *(sections or ())])


def from_bytes(data: bytes | bytearray | memoryview) -> Tree:
    """The tree that `Tree.to_bytes` gave.

    Parameters
    ----------
    data : bytes
        All of them.

    Returns
    -------
    Tree
        Of the preset that was saved; it learns on as if it had never stopped.

    Raises
    ------
    ModelFileError
        The bytes are no model, or damaged; the message says what is wrong.

    Examples
    --------
    >>> import riparian
    >>> tree = riparian.VFDT()
    >>> tree.learn_one({"level": 2.5}, "rising")
    >>> again = riparian.from_bytes(tree.to_bytes())
    >>> again.digest() == tree.digest()
    True
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise TypeError(f"data must be bytes, got {shown(data)}; {_other_door(data)}")
    held = bytes(data)
    return _made(lambda: _native.Model.from_bytes(held, [ABOUT]), "data", lambda: held[: len(MAGIC)])[0]


def save(tree: Tree, path: str | os.PathLike[str], sections: Sections | None = None) -> None:
    """Write a tree to a file: a reader sees the old file or the new one, never a half."""
    native = tree._asked()
    parts = [(ABOUT, False, about(tree, native)), *(sections or ())]
    target = target_of(path)
    remove_left(target)
    with replaced(path) as fresh:
        native.save(fresh, parts)
    settle(target)


def load(path: str | os.PathLike[str]) -> Tree:
    """The tree that `Tree.save` wrote.

    Parameters
    ----------
    path : path
        The file.

    Returns
    -------
    Tree
        Of the preset that was saved; it learns on as if it had never stopped.

    Raises
    ------
    ModelFileError
        The file is no model, or damaged; the message says what is wrong. Loading runs no code of the file.

    Examples
    --------
    >>> import riparian, tempfile, pathlib
    >>> tree = riparian.VFDT()
    >>> tree.learn_one({"level": 2.5}, "rising")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     tree.save(pathlib.Path(folder) / "river.model")
    ...     again = riparian.load(pathlib.Path(folder) / "river.model")
    >>> again, again.predict_one({"level": 2.0})
    (VFDT(), 'rising')
    """
    return loaded(path)[0]


def loaded(path: str | os.PathLike[str], *asked: str) -> tuple[Tree, dict[str, bytes]]:
    """The tree of a file, and sections beside it by name."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path must be the name of a file, got {shown(path)}; {_other_door(path)}")
    mode = os.stat(path).st_mode  # raises FileNotFoundError, with the name
    if stat.S_ISDIR(mode):
        raise ModelFileError(f"{os.fspath(path)}: this is a folder; name the file in it")
    if not stat.S_ISREG(mode):
        raise ModelFileError(
            f"{os.fspath(path)}: this is no file; read what comes from elsewhere with from_bytes"
        )
    try:
        return _made(
            lambda: _native.Model.load(Path(path), [ABOUT, *asked]), os.fspath(path), lambda: _first(path)
        )
    except OSError as error:
        raise named(error, path) from None


def is_model(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins as model files do."""
    if not Path(path).is_file():
        return False
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC
