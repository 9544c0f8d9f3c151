"""From a file into a tree: whatever the format, one tree; and Ctrl-C is heard while nothing comes."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from riparian import VFDT
from riparian.streams import Generated, read, write
from tests.streams.tables import written

ROOT = Path(__file__).resolve().parent.parent.parent


def tree_of(stream, size=8192):
    tree = VFDT(grace_period=100, tau=0.2)
    for X, y, w in stream.batches(size=size):
        tree.learn_many(X, y, w=w)
    return tree


@pytest.mark.parametrize("name", ["a.csv", "a.csv.zst", "a.arff", "a.parquet"])
def test_a_file_grows_the_tree_of_the_rows_it_was_written_from(tmp_path, name):
    stream = Generated("agrawal", seed=5)
    write(stream, tmp_path / name, 20_000)
    nominal = [column.name for column in stream.columns if column.categories]
    back = read(tmp_path / name, **({"nominal": [*nominal, "class"]} if "csv" in name else {}))
    tree = VFDT(grace_period=100, tau=0.2)
    for X, y, _ in stream.batches(rows=20_000):
        tree.learn_many(X, y)
    found = tree_of(back)
    assert found.n_nodes > 3
    assert found.to_text() == tree.to_text()
    assert found.digest() == tree_of(back, size=777).digest()


@pytest.mark.parametrize("target", [0, 1, 2, 3])
def test_the_place_of_the_class_does_not_change_the_tree(tmp_path, target):
    X, y, _ = Generated("sea", seed=2).take(5000)
    columns = [*(values.tolist() for values in X.values())]
    columns.insert(target, list(y))
    names = [*X]
    names.insert(target, "class")
    lines = [",".join(map(str, row)) for row in (names, *zip(*columns, strict=True))]
    stream = read(written(tmp_path, "a.csv", "\n".join(lines)), target="class")
    expected = VFDT(grace_period=100, tau=0.2)
    expected.learn_many(X, y)
    assert tree_of(stream).digest() == expected.digest()


def test_rows_one_by_one_are_the_rows_of_the_batches(tmp_path):
    stream = read(written(tmp_path, "a.csv", "x,g,class\n1,p,u\n?,,v\n"))
    assert [(row["g"], label) for row, label in stream] == [("p", "u"), (None, "v")]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal on this system")
def test_an_interrupt_is_heard_while_standard_input_is_silent():
    # Everything is imported first: an interrupt within an import is Python's own affair.
    program = (
        "import riparian.streams.text_files\n"
        "from riparian.streams import read\n"
        "try:\n"
        "    print('ready', flush=True)\n"
        "    read('-')\n"
        "except KeyboardInterrupt:\n"
        "    print('heard')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "heard\n"
    process.communicate()
    assert process.returncode == 0
