"""What the library tells, in the words of the command line: `--skip-broken` for `on_error='skip'`, and so on.

The library speaks of its settings as Python has them. All that goes to standard error passes through here.
"""

from __future__ import annotations

import ast
import re
import shlex

# Settings that are options with a value, and those that are options as they stand.
VALUED = {
    "nominal": "--nominal",
    "numeric": "--numeric",
    "ignore": "--ignore",
    "weight": "--weight",
    "target": "--target",
    "delimiter": "--delimiter",
    "format": "--format",
    "shuffle": "--seed",
    "every": "--concept",
    "position": "--concept",
    "width": "--drift-width",
    "times": "--times",
    "stays": "--stays",
    "between": "--between",
    "rows": "--rows",
    "threads": "--threads",
}
FLAGS = {
    "on_error='skip'": "--skip-broken",
    "header=True": "--header",
    "header=False": "--no-header",
    "resume=True": "--resume",
    "overwrite=True": "--overwrite",
}
# Settings whose option has another name, where they are told by name alone.
RENAMED = {"on_error": "--skip-broken", "shuffle": "--seed", "every": "--concept", "width": "--drift-width"}

# What is otherwise on a command line, or can be done from Python only.
PHRASES = {
    ": riparian.load gives it": " (--load)",
    ", missing=[...] says what counts as missing": "",
    "if it is meant to be, raise max_line_bytes": "from Python, max_line_bytes raises the limit",
    "give None if there is none, or declare": "leave it empty if there is none, or declare",
    "leave probabilities out": "leave --proba out",
    " (or declare them with classes=)": "",
    "pass an array (X.to_numpy()), or start a new tree with clone()": "from Python, it learns on from arrays",
    "read it with riparian.streams.read": "give its path",
    "; read what comes from elsewhere with from_bytes": "; save it to a file first",
    "pass w= (or sample_weight=) when learning": "--weight names the column that holds them",
    "declare classes= and nominal= if you like": "--nominal names columns of categories",
}

_NAMES = "|".join(VALUED)
_VALUED = re.compile(rf"(?<![\w:,./-])({_NAMES})=(\[[^\]]*\]|'[^']*'|[\w.-]+)?")
_ABSENT = re.compile(rf"\b(ha[ds]) no (on_error|header|{_NAMES})(?=, and has | now\b)")
_ALONE = re.compile(r"(\w+(?: and \w+)*)(?= can be given for )")


def in_options(message: str) -> str:
    """A message of the library with options in place of settings.

    Examples
    --------
    >>> in_options("wanted a number, got 'x'; if the column holds names, read it with nominal=['the gate']")
    "wanted a number, got 'x'; if the column holds names, read it with --nominal 'the gate'"
    >>> in_options("wanted 3 fields, got 2 fields; on_error='skip' leaves such lines out")
    'wanted 3 fields, got 2 fields; --skip-broken leaves such lines out'
    """
    for told, here in {**PHRASES, **FLAGS}.items():
        message = message.replace(told, here)
    message = _VALUED.sub(lambda found: f"{VALUED[found[1]]} {_value(found[2] or '')}".rstrip(), message)
    message = _ABSENT.sub(lambda found: f"{found[1]} no {option_of(found[2])}", message)
    return _ALONE.sub(lambda found: " and ".join(map(option_of, found[1].split(" and "))), message)


def option_of(setting: str) -> str:
    """The option for a setting of streams."""
    return RENAMED.get(setting, VALUED.get(setting, f"--{setting}"))


def _value(text: str) -> str:
    """A value as a shell takes it; those of a list are separated by commas."""
    try:
        found = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        found = text.strip("[]'")
    plain = ",".join(map(str, found)) if isinstance(found, list) else str(found)
    if not plain.isprintable():
        return text  # as a message spells it: a shell could not take the real characters
    return shlex.quote(plain) if plain else ""
