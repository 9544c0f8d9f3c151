"""Where bytes come from: packed or plain, one file or many, standard input; and how much memory they take."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from riparian.streams import BrokenLine, read
from tests.streams.tables import listed, until_broken, written

ROOT = Path(__file__).resolve().parent.parent.parent
pyarrow = pytest.importorskip("pyarrow")
TEXT = "a,b,class\n" + "".join(f"{n},{'xyz'[n % 3]},{n % 2}\n" for n in range(3000))


def zstd(content: bytes) -> bytes:
    return pyarrow.compress(content, codec="zstd", asbytes=True)


def in_a_fresh_python(program: str, *arguments: str, stdin: bytes | None = None) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], cwd=ROOT, input=stdin, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode().strip()


# ---- packed or plain


@pytest.mark.parametrize("pack", [gzip.compress, zstd], ids=["gzip", "zstd"])
@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.csv.zst"])
def test_packed_files_are_told_by_their_bytes_and_not_by_their_name(tmp_path, pack, name):
    expected = listed(read(written(tmp_path, "plain.csv", TEXT)))
    assert listed(read(written(tmp_path, name, pack(TEXT.encode())))) == expected
    assert listed(read(written(tmp_path, "lie.csv.gz", TEXT))) == expected


@pytest.mark.parametrize("pack", [gzip.compress, zstd], ids=["gzip", "zstd"])
def test_parts_that_were_packed_one_by_one_are_one_file(tmp_path, pack):
    whole = TEXT.encode()
    path = written(tmp_path, "a.csv.gz", pack(whole[:5000]) + pack(whole[5000:]))
    assert listed(read(path)) == listed(read(written(tmp_path, "plain.csv", TEXT)))


@pytest.mark.parametrize("pack", [gzip.compress, zstd], ids=["gzip", "zstd"])
def test_a_packed_file_that_is_cut_short_is_told_after_its_whole_lines(tmp_path, pack):
    # Such digits do not pack well, so that half of the bytes are about half of the rows.
    numbers = [place * 0.7310585786 % 1 for place in range(30_000)]
    text = "a,class\n" + "".join(f"{number!r},1\n" for number in numbers)
    packed = pack(text.encode())
    path = written(tmp_path, "a.csv.gz", packed[: len(packed) // 2])
    error, rows = until_broken(read(path))
    assert isinstance(error, BrokenLine)
    assert "the compressed data ends too early or is damaged here" in str(error)
    assert rows == numbers[: len(rows)]
    assert 5000 < len(rows) < 30_000
    assert error.line == len(rows) + 2
    stream = read(path, on_error="skip")
    assert listed(stream)["a"] == rows
    assert stream.skipped == 1


def test_damaged_bytes_are_told(tmp_path):
    packed = bytearray(gzip.compress(TEXT.encode()))
    packed[len(packed) // 2] ^= 0xFF
    with pytest.raises(BrokenLine, match="damaged"):
        listed(read(written(tmp_path, "a.csv.gz", bytes(packed))))


def test_a_head_that_is_cut_short_is_told(tmp_path):
    with pytest.raises(BrokenLine, match="line 1: the compressed data ends too early"):
        read(written(tmp_path, "a.csv.gz", gzip.compress(TEXT.encode())[:12]))


# ---- several files


def test_a_glob_is_one_stream_in_the_order_of_names(tmp_path):
    for name, row in (("b", "3,v"), ("a", "1,u"), ("c", "5,w")):
        written(tmp_path, f"{name}.csv", f"x,class\n{row}\n")
    stream = read(str(tmp_path / "*.csv"))
    assert listed(stream) == {"x": [1, 3, 5], "class": ["u", "v", "w"]}
    assert stream.name == "a.csv and 2 more"
    backwards = [tmp_path / "c.csv", tmp_path / "a.csv"]
    assert listed(read(backwards)) == {"x": [5, 1], "class": ["w", "u"]}


def test_columns_of_several_files_are_matched_by_name(tmp_path):
    one = written(tmp_path, "one.csv", "x,g,class\n1,p,u\n")
    two = written(tmp_path, "two.csv.gz", gzip.compress(b"class,g,x\nv,q,2\nu,p,3\n"))
    found = listed(read([one, two]))
    assert found == {"x": [1, 2, 3], "g": ["p", "q", "p"], "class": ["u", "v", "u"]}
    codes = [batch.X["g"].codes.tolist() for batch in read([one, two]).batches()]
    assert codes == [[0], [1, 0]]


def test_a_missing_column_names_both_files(tmp_path):
    one = written(tmp_path, "one.csv", "x,g,class\n1,2,u\n")
    two = written(tmp_path, "two.csv", "x,class\n1,u\n")
    error, rows = until_broken(read([one, two]))
    assert re.search(r"two\.csv has no column 'g', and .*one\.csv has one; there are 'x'", str(error))
    assert rows == [1]
    with pytest.raises(
        ValueError, match=r"one\.csv has a column 'g', and .*two\.csv has none; ignore=\['g'\]"
    ):
        listed(read([two, one]))
    assert listed(read([two, one], ignore=["g"], target="class")) == {"x": [1, 1], "class": ["u", "u"]}


def test_broken_lines_name_their_own_file(tmp_path):
    one = written(tmp_path, "one.csv", "x,class\n1,u\n")
    two = written(tmp_path, "two.csv", "x,class\n2,u\nthree,v\n")
    with pytest.raises(BrokenLine, match=r"two\.csv, line 3, column 1 'x'"):
        listed(read([one, two]))


def test_other_formats_go_on_from_file_to_file(tmp_path):
    for name in "ab":
        written(tmp_path, f"{name}.jsonl", f'{{"k": "{name}", "class": 1}}\n')
        written(tmp_path, f"{name}.svm", f"1 {ord(name)}:1\n")
        written(
            tmp_path,
            f"{name}.arff",
            f"@relation x\n@attribute k {{a,b}}\n@attribute class {{u}}\n@data\n{name},u\n",
        )
    assert listed(read(str(tmp_path / "*.jsonl"))) == {"k": ["a", "b"], "class": [1, 1]}
    assert listed(read(str(tmp_path / "*.arff"))) == {"k": ["a", "b"], "class": ["u", "u"]}
    assert listed(read(str(tmp_path / "*.svm"))) == {"f97": [1, 0], "class": [1, 1], "f98": [None, 1]}


def test_a_line_too_long_at_the_end_of_a_file_costs_the_next_file_nothing(tmp_path):
    # Exactly two blocks: the end of the file is found while the rest of the long line is being dropped.
    start = b"a,b\n" + b"1,y\n" * 3 + b"2,"
    one = written(tmp_path, "one.csv", start + b"x" * ((2 << 20) - len(start)))
    two = written(tmp_path, "two.csv", "a,b\n5,p\n6,q\n")
    stream = read([one, two], max_line_bytes=1000, on_error="skip", target=0)
    assert listed(stream)["a"] == [1, 1, 1, 5, 6]
    assert stream.skipped == 1


def test_what_is_not_there_is_refused_by_name(tmp_path):
    with pytest.raises(FileNotFoundError, match="nothing\\.csv"):
        read(tmp_path / "nothing.csv")
    with pytest.raises(FileNotFoundError, match="no file matches"):
        read(str(tmp_path / "*.csv"))
    with pytest.raises(IsADirectoryError, match="is a folder; name the files in it"):
        read(tmp_path)
    with pytest.raises(ValueError, match="at least one file"):
        read([])
    with pytest.raises(TypeError, match="source must be a path"):
        read(7)
    written(tmp_path, "a.csv", "x\n1\n")
    written(tmp_path, "a.arff", "@relation x\n")
    with pytest.raises(ValueError, match="must have one format, got arff"):
        read(str(tmp_path / "a.*"))


@pytest.mark.parametrize(
    ("text", "layout"),
    [
        ("@relation x\n@attribute a real\n@data\n1\n", "arff"),
        ('{"a": 1}\n', "jsonl"),
        ("1 1:2\n", "libsvm"),
        ("a,b\n1,2\n", "csv"),
    ],
)
def test_a_file_without_a_telling_name_is_told_by_its_first_line(tmp_path, text, layout):
    assert read(written(tmp_path, "rows", text)).format == layout
    assert read(written(tmp_path, "rows.txt", text)).format == layout


# ---- what comes only once

ECHO = """
import sys
from riparian.streams import read
stream = read("-", **eval(sys.argv[1]))
print(stream.format, stream.name, sum(len(batch) for batch in stream.batches()))
try:
    stream.start()
except ValueError as error:
    print(error)
"""


@pytest.mark.parametrize("packed", [False, True])
def test_standard_input_is_read_once(packed):
    content = gzip.compress(TEXT.encode()) if packed else TEXT.encode()
    assert in_a_fresh_python(ECHO, "{}", stdin=content).splitlines() == [
        "csv standard input 3000",
        "standard input can be read only once, and was; save it to a file to read it again",
    ]


def test_standard_input_is_read_alone(tmp_path):
    with pytest.raises(ValueError, match="is read alone"):
        read(["-", written(tmp_path, "a.csv", TEXT)])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_read_once(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(TEXT,))
    writer.start()
    stream = read(pipe)
    assert len(listed(stream)["a"]) == 3000
    writer.join()
    with pytest.raises(ValueError, match="pipe can be read only once"):
        stream.start()


# ---- memory

PEAK = """
import resource, sys
from riparian.streams import read
def peak():
    try:
        # The count of getrusage begins with what the parent had when it made this process.
        return int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0]) // 1024
    except FileNotFoundError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
small = read(sys.argv[1])
rows = sum(len(batch) for batch in small.batches())
before = peak()
large = read(sys.argv[2], **eval(sys.argv[3]))
try:
    rows = sum(len(batch) for batch in large.batches())
except ValueError as error:
    print(str(error).split(":", 1)[1].split(";")[0].strip(), end=" / ")
print(rows, peak() - before)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no count of resident memory on this system")
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
def test_memory_does_not_grow_with_the_file(tmp_path, packed):
    small = written(tmp_path, "small.csv", TEXT)
    head, block = TEXT.split("\n", 1)
    large = tmp_path / "large.csv"
    with large.open("wb") as file:
        # 3,000 rows of 27 kB, 4,000 times: 108 MB; packed members may simply follow each other.
        pack = gzip.compress if packed else bytes
        file.write(pack(f"{head}\n".encode()))
        many = pack((block * 100).encode())
        for _ in range(40):
            file.write(many)
    rows, grown = in_a_fresh_python(PEAK, str(small), str(large), "{}").split()
    assert int(rows) == 12_000_000
    # Window, columns of a batch and decoder are there already: the length of the file adds nothing.
    assert int(grown) < 20


@pytest.mark.skipif(sys.platform == "win32", reason="no count of resident memory on this system")
def test_a_line_of_many_megabytes_out_of_a_small_packed_file_is_refused_in_bounded_memory(tmp_path):
    small = written(tmp_path, "small.csv", TEXT)
    bomb = written(tmp_path, "bomb.csv.gz", gzip.compress(b"a,b\n1," + b"x" * 200_000_000, 1))
    assert bomb.stat().st_size < 2_000_000
    said, _, grown = in_a_fresh_python(
        PEAK, str(small), str(bomb), "{'nominal': ['a'], 'header': True}"
    ).partition("/")
    assert said.strip() == "the line is longer than 16777216 bytes"
    # At most twice the limit of a line is held.
    assert int(grown.split()[1]) < 60
