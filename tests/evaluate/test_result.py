"""Results: what their tables hold, and that files and frames hold the same."""

from __future__ import annotations

import csv
import json
import math
import subprocess
import sys

import numpy as np
import pytest

from riparian import VFDT
from riparian.evaluate import Result, prequential
from riparian.evaluate.text import table as as_text
from riparian.streams import Generated
from tests.evaluate.models import Listed, MostFrequent, numbers

MEASURES = ["accuracy", "kappa", "kappa_t", "kappa_m", "balanced_accuracy"]
SIZES = ["nodes", "leaves", "depth", "memory_bytes"]


@pytest.fixture(scope="module")
def result() -> Result:
    models = {"tree": VFDT(grace_period=50), 'a, "b"': MostFrequent()}
    return prequential(models, numbers(1000, seed=2), every=300, window=200, batch_rows=100)


def test_the_table_has_a_line_per_model_and_sample(result):
    windowed = [f"window_{name}" for name in MEASURES]
    assert list(result.table) == ["model", "row", *MEASURES, *windowed, *SIZES, "seconds", "rows_per_second"]
    assert result.table["model"].tolist() == ["tree"] * 4 + ['a, "b"'] * 4
    assert result.table["row"].tolist() == [300, 600, 900, 1000] * 2
    assert {len(values) for values in result.table.values()} == {8}


def test_sizes_that_only_trees_have_are_missing_for_others(result):
    assert np.isfinite(result.of("tree")["nodes"]).all()
    assert np.isnan(result.of('a, "b"')["nodes"]).all()
    assert result['a, "b"']["memory_bytes"] is None
    assert isinstance(result["tree"]["memory_bytes"], int)


def test_the_summary_is_what_the_last_sample_says(result):
    for model in result.models:
        last = {name: values[-1] for name, values in result.of(model).items()}
        for name in MEASURES:
            assert result[model][name] == last[name] or math.isnan(last[name])
        assert result[model]["rows"] == 1000


def test_time_of_the_learner_only_grows_and_makes_the_rate(result):
    seconds = result.of("tree")["seconds"]
    assert (np.diff(seconds) > 0).all()
    assert result.of("tree")["rows_per_second"].tolist() == (result.of("tree")["row"] / seconds).tolist()
    assert set(result.times) == {"stream", "measuring"}


def test_precision_and_recall_stand_beside_each_class(result):
    assert result.per_class["class"].tolist() == [0, 1, 0, 1]
    confusion = result.confusion["tree"]
    assert result.per_class["recall"][0] == confusion[0, 0] / confusion[0].sum()
    assert result.per_class["precision"][1] == confusion[1, 1] / confusion[:, 1].sum()
    assert result.per_class["weight"][:2].sum() == 1000


def test_settings_versions_and_seeds_are_kept(result):
    assert result.settings["stream"] == {"name": "listed", "seed": 5}
    assert result.settings["models"]["tree"]["grace_period"] == 50
    assert result.settings["evaluation"]["window"] == 200
    assert result.settings["evaluation"]["batch_rows"] == 100
    assert result.seeds == {"stream.seed": 5}
    assert {"riparian", "python", "numpy"} <= set(result.versions)


def test_json_brings_back_the_same_result(result, tmp_path):
    path = tmp_path / "result.json"
    assert result.to_json(path) == path.read_text("utf-8")
    back = Result.load(path)
    assert back.to_json() == result.to_json()
    assert repr(back) == repr(result)
    for name, values in result.table.items():
        assert back.table[name].dtype == values.dtype
        assert repr(back.table[name].tolist()) == repr(values.tolist())
    assert np.array_equal(back.confusion["tree"], result.confusion["tree"])


def test_json_holds_no_nan(result):
    json.loads(result.to_json(), parse_constant=lambda word: pytest.fail(word))


def test_labels_that_json_has_not_are_written_as_text():
    labels = np.empty(4, dtype=object)
    labels[:] = [("x", 1), ("y", 2)] * 2
    found = prequential(VFDT(), Listed({"a": np.arange(4.0)}, labels))
    assert json.loads(found.to_json())["classes"] == ["('x', 1)", "('y', 2)"]


@pytest.mark.parametrize("which", ["table", "summary", "per_class"])
def test_csv_holds_every_number_and_nothing_for_the_missing(result, tmp_path, which):
    path = tmp_path / "table.csv"
    result.to_csv(path, which)
    with path.open(newline="", encoding="utf-8") as file:
        header, *lines = csv.reader(file)
    table = getattr(result, which)
    assert header == list(table)
    for name, values in zip(header, zip(*lines, strict=True), strict=True):
        for text, value in zip(values, table[name].tolist(), strict=True):
            if isinstance(value, float) and math.isnan(value):
                assert text == ""
            else:
                assert text == value if isinstance(value, str) else float(text) == value
    assert not any(
        cell.endswith(".0")
        for line in lines
        for name, cell in zip(header, line, strict=True)
        if name in SIZES
    )


def test_frames_hold_the_same_table(result):
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    frame, other = result.to_pandas(), result.to_polars()
    assert isinstance(frame, pandas.DataFrame)
    assert isinstance(other, polars.DataFrame)
    assert list(frame.columns) == list(other.columns) == list(result.table)
    assert frame["row"].tolist() == other["row"].to_list() == result.table["row"].tolist()
    assert frame["accuracy"].tolist() == other["accuracy"].to_list() == result.table["accuracy"].tolist()
    assert result.to_pandas("summary")["model"].tolist() == result.models
    assert result.to_polars("per_class")["class"].to_list() == [0, 1, 0, 1]


def test_parquet_holds_the_same_table(result, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    result.to_parquet(tmp_path / "table.parquet")
    back = parquet.read_table(tmp_path / "table.parquet").to_pydict()
    assert list(back) == list(result.table)
    assert back["row"] == result.table["row"].tolist()
    assert back["nodes"][:4] == result.of("tree")["nodes"].tolist()
    assert back["nodes"][4:] == [None] * 4
    result.to_parquet(tmp_path / "classes.parquet", "per_class")


def test_a_result_reads_as_a_small_table(result):
    first, *lines = str(result).splitlines()
    assert first.split() == [
        "model",
        "rows",
        "accuracy",
        "kappa",
        "nodes",
        "leaves",
        "depth",
        *["memory", "bytes", "seconds", "rows", "per", "second"],
    ]
    assert lines[0].startswith("tree")
    assert " 1,000 " in lines[0]
    assert repr(result).startswith("Result: prequential on listed\n")


def test_text_puts_numbers_right_and_words_left():
    said = as_text({"model": ["a", "bcd"], "accuracy": [0.5, float("nan")], "rows": [1, 123456]})
    assert said.splitlines() == [
        "model  accuracy     rows",
        "a        0.5000        1",
        "bcd           -  123,456",
    ]


def test_an_absent_guest_is_named_with_its_extra():
    program = """
import sys
sys.modules["pandas"] = sys.modules["polars"] = sys.modules["pyarrow"] = None
from riparian import VFDT
from riparian.evaluate import prequential
from riparian.streams import Generated
result = prequential(VFDT(), Generated("sea"), rows=10)
result.to_csv(sys.argv[1]), result.to_json()
for ask in (result.to_pandas, result.to_polars, lambda: result.to_parquet(sys.argv[1])):
    try:
        ask()
    except ImportError as error:
        print(error)
print(*[name for name in ("scipy", "matplotlib", "sklearn", "pandas.core") if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", program, "/dev/null"], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        f"{name} is not installed: pip install riparian[frames]" for name in ("pandas", "polars", "pyarrow")
    ] + [""]


# ---- what must be refused


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("times", None, "'times' is missing"),
        ("extra", 3, "'extra' is no part of a result"),
        ("settings", [1], r"'settings' should be an object, it is \[1\]"),
        ("table", {"model": ["a"], "row": []}, "the columns of 'table' are not equally long"),
        ("table", {"model": 3}, "column 'model' of 'table' should be a list, it is 3"),
        ("summary", {"rows": []}, "'summary' has no column 'model'"),
        ("summary", {"model": []}, "'summary' has no column 'rows' or 'seconds'"),
        ("confusion", {"tree": [[1, 2, 3]]}, "cannot reshape array of size 3"),
        ("confusion", {"tree": "abc"}, "could not convert string"),
        ("table", {"model": ["a"], "row": ["x"]}, "could not convert string"),
    ],
)
def test_a_damaged_file_is_refused_with_what_is_wrong(result, tmp_path, part, value, message):
    parts = json.loads(result.to_json())
    parts[part] = value
    if value is None:
        del parts[part]
    path = tmp_path / "result.json"
    path.write_text(json.dumps(parts))
    with pytest.raises(ValueError, match=f"result.json is a damaged result: {message}"):
        Result.load(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no json", "is no result: it is not JSON"),
        ("[1, 2]", "is no result: write one with result.to_json"),
        ("{}", "is no result: write one with result.to_json"),
        ('{"riparian_result": 99}', "has format 99, this riparian reads 1: update riparian"),
        ('{"riparian_result": 1}', "is a damaged result: 'kind' is missing"),
        ('{"riparian_result": 1, "table": 3, "summary": {}, "classes": [], "confusion": {}}', "damaged"),
    ],
)
def test_a_file_that_holds_no_result_is_refused(tmp_path, text, message):
    path = tmp_path / "result.json"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        Result.load(path)


def test_an_unknown_model_or_table_is_refused(result):
    with pytest.raises(KeyError, match=r"there is no model .*treee.* in this result"):
        result["treee"]
    with pytest.raises(ValueError, match="which must be 'table', 'summary' or 'per_class', got 'all'"):
        result.to_pandas("all")


def test_the_stream_of_a_result_is_described_by_its_settings():
    found = prequential(VFDT(), Generated("sea", seed=9, noise=5), rows=10)
    assert found.settings["stream"] == {"name": "sea", "seed": 9, "noise": 5}
