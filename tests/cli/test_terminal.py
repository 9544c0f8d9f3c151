"""Whatever a file holds, or a command is given: nothing of it steers the terminal."""

import re
from pathlib import Path

import numpy as np
import pytest

from riparian import VFDT, cli
from riparian.cli.output import say
from riparian.plain import visible
from riparian.streams import read
from tests.runner import run

# Red, a bell, an order of eight bits, a change of direction, the start of the line, and another line.
ESC = "\x1b[31m\x07\x9b1m\u202e\r\u2028"
STEERS = re.compile("[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
ROWS = "".join(f"{row % 7},{'xyz'[row % 3]}\n" for row in range(60))

FILES = {
    "names.csv": f"a{ESC},b\n{ROWS}",
    "others.csv": f"c{ESC},b\n{ROWS}",
    "twice.csv": f"a{ESC},a{ESC}\n{ROWS}",
    "labels.csv": "a,b\n" + "".join(f"{row % 7},{'xyz'[row % 3]}{ESC}\n" for row in range(60)),
    "values.csv": "a,b\n" + "1,x\n" * 40 + f'"{ESC}",x\n',
    "fields.csv": f"a{ESC},b\n1,x,{ESC}\n",
    "quote.csv": f'a{ESC},b\n"1{ESC}"2,x\n',
    "type.arff": f"@relation r\n@attribute 'a{ESC}' '{ESC}'\n@data\n1\n",
    "undeclared.arff": f"@relation r\n@attribute 'a{ESC}' {{x,y}}\n@attribute b {{x}}\n@data\n'{ESC}',x\n",
    "head.arff": f"{ESC}\n@data\n",
    "keys.jsonl": '{"a\\u001b": 1, "a\\u001b": 2, "class": "x"}\n',
    "text.jsonl": f"{ESC}\n",
    "index.svm": f"1 {ESC}\n",
    f"name{ESC}.csv": "a,b\n1,x,3\n",
    "broken.model": f"riparian{ESC}",
}
OPTIONS = [
    f"--{name}" for name in ("target", "ignore", "nominal", "numeric", "weight", "delimiter", "format")
]
OPTIONS += ["--param", "--model"]
WRITTEN = ("train", "show", "evaluate", "generate", "predict")


def words_of(command: str, file: str) -> list[str]:
    return {
        "train": ["train", file, "--out", "new.model"],
        "show": ["show", file],
        "evaluate": ["evaluate", file],
        "generate": ["generate", file, "--out", "new.csv"],
        "predict": ["predict", "names.model", file, "--out", "new.csv"],
    }[command]


COMMANDS = [
    *(words_of(command, file) for command in WRITTEN for file in FILES),
    *([*words_of(command, "names.csv"), option, f"no{ESC}"] for command in WRITTEN[:3] for option in OPTIONS),
    ["train", "names.csv", "--target", f"a{ESC}", "--weight", f"a{ESC}", "--out", "new.model"],
    ["train", "names.csv", "--nominal", f"a{ESC}", "--numeric", f"a{ESC}", "--out", "new.model"],
    ["train", "names.csv", "--numeric", "b", "--out", "new.model"],
    ["train", "names.csv", "others.csv", "--out", "new.model"],
    ["train", "names.csv", f"{ESC}.csv", "--out", "new.model"],
    ["train", "fields.csv", "names.csv", "--skip-broken", "--out", "new.model"],
    ["train", "names.csv", "--out", f"{ESC}/new.model"],
    ["train", "others.csv", "--load", "names.model", "--out", "new.model"],
    ["evaluate", "others.csv", "--load", "names.model"],
    ["evaluate", "labels.csv", "--load", "names.model"],
    ["evaluate", "names.csv", "--load", f"{ESC}.model"],
    ["predict", "names.model", "others.csv", "--out", f"{ESC}.csv"],
    ["predict", "broken.model", "names.csv", "--out", "new.csv"],
    ["show", "names.model"],
    ["show", "names.parquet", "--target", f"no{ESC}"],
    ["show", "names.parquet"],
    ["streams", ESC],
    ["models", ESC],
    ["compare", f"{ESC}.json"],
    ["paper", ESC],
    [ESC],
    ["train", f"--{ESC}"],
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("steering")
    for name, text in FILES.items():
        (made / name).write_text(text, "utf-8")
    tree = VFDT(grace_period=10, tau=1.0, nominal=[f"a{ESC}"])
    signs = [f"{row % 2}{ESC}" for row in range(60)]
    tree.learn_many({f"a{ESC}": signs}, signs)
    assert tree.n_leaves > 1
    tree.save(made / "names.model")
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    table = pa.table({f"a{ESC}": np.arange(60.0), "b": signs})
    pytest.importorskip("pyarrow.parquet").write_table(table, made / "names.parquet")
    return made


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: visible(" ".join(words)).replace("\\", "/"))
def test_nothing_that_a_command_says_steers_the_terminal(
    words: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    for left in ("new.model", "new.csv"):
        Path(left).unlink(missing_ok=True)
    done = run(*words)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert STEERS.findall(done.stdout + done.stderr) == []


@pytest.mark.parametrize("file", ["twice.csv", "type.arff", "head.arff", "keys.jsonl"])
def test_nothing_that_a_reader_refuses_steers_the_terminal(file: str, folder: Path) -> None:
    with pytest.raises(ValueError, match=r"\\x1b") as refused:
        list(read(folder / file).batches())
    assert STEERS.findall(str(refused.value)) == []


def test_a_column_that_is_not_there_is_told_beside_those_that_are(folder: Path) -> None:
    with pytest.raises(ValueError, match="there is no column") as refused:
        read(folder / "names.csv", target=f"no{ESC}")
    told = r"\x1b[31m\x07\x9b1m\u202e\r\u2028"
    assert str(refused.value).endswith(f"target: there is no column 'no{told}'; there are 'a{told}', 'b'")


def test_what_is_visible_is_said_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    say("Größe: 3\n  日本 \\x1b 'a'")
    assert capsys.readouterr().out == "Größe: 3\n  日本 \\x1b 'a'\n"


def test_all_that_a_command_says_passes_one_place() -> None:
    folder = Path(cli.__file__).parent
    assert [
        path.name
        for path in folder.rglob("*.py")
        if path.name != "output.py" and re.search(r"\bs?echo\(|\bprint\(", path.read_text("utf-8"))
    ] == []
