"""What a model that is loaded goes on with: rows as it has learned them, or none at all."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from riparian.cli.app import app


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """People with a code that looks like a number, a number, a class in the middle, and a day behind it."""
    monkeypatch.chdir(tmp_path)
    for name, start in (("train", 0), ("test", 1)):
        rows = [
            f"0{n % 8},{n % 11},{'yes' if n % 8 in (1, 6) else 'no'},day {n % 40}\n"
            for n in range(start, 6000)
        ]
        Path(f"{name}.csv").write_text("zip,age,left,day\n" + "".join(rows))
    words = [
        "train",
        "train.csv",
        "--target",
        "left",
        "--nominal",
        "zip",
        "--ignore",
        "day",
        "--out",
        "z.model",
    ]
    assert run(*words).exit_code == 0


def test_columns_are_read_as_the_model_has_learned_them() -> None:
    before = Path("z.model").read_bytes()
    words = ["evaluate", "test.csv", "--target", "left", "--load", "z.model", "--json"]
    told = run(*words, "--ignore", "day", "--nominal", "zip")
    assert told.stderr == ""
    assert run(*words, "--ignore", "day").stdout.split('"seconds"')[0] == told.stdout.split('"seconds"')[0]
    assert Path("z.model").read_bytes() == before


def test_new_and_absent_columns_are_told() -> None:
    done = run("evaluate", "test.csv", "--target", "left", "--load", "z.model")
    assert (
        "test.csv has 'day', which z.model has not learned: it is new to it; --ignore day leaves it out"
        in done.stderr
    )
    done = run("evaluate", "test.csv", "--target", "left", "--ignore", "age,day", "--load", "z.model")
    assert "test.csv has no 'age', which the model has learned: it is missing in every row" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["test.csv"],
            "test.csv has the classes 'day 1', 'day 2', 'day 3' and 37 more in its first rows, and the model "
            "has learned 'no', 'yes': name the class with --target",
        ),
        (
            ["test.csv", "--target", "zip"],
            "the class of test.csv, 'zip', is a column that the model has learned from: name the class with",
        ),
        (
            ["sea", "--rows", "9"],
            "sea has none of the columns that the model has learned, which are 'zip', 'age'",
        ),
        (["agrawal", "--rows", "9"], "'groupA' in its first rows, and the model has learned 'no', 'yes'\n"),
    ],
)
def test_another_stream_is_refused(words: list[str], message: str) -> None:
    done = run("evaluate", *words, "--load", "z.model")
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr
