"""A text among many numbers is a slip that is told, not a reason to take all of them for names."""

from pathlib import Path

import pytest

from riparian.streams import BrokenLine, Categories, read


def written(folder: Path, values: list[str]) -> Path:
    path = folder / "levels.csv"
    path.write_text(
        "level,state\n" + "".join(f"{value},{'wet' if i % 2 else 'dry'}\n" for i, value in enumerate(values))
    )
    return path


def test_one_text_among_many_numbers_is_told_by_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, ["1.5"] * 4 + ["high"] + ["2.5"] * 95)
    with pytest.raises(BrokenLine, match=r"line 6, column 1 'level'.*'high'"):
        read(path).take(100)
    stream = read(path, on_error="skip")
    assert len(stream.take(100)) == 99
    assert stream.skipped == 1
    names = read(path, nominal=["level"]).take(100).X["level"]
    assert isinstance(names, Categories)
    assert names.categories == ["1.5", "high", "2.5"]


@pytest.mark.parametrize(
    ("numbers", "texts", "nominal"),
    [(19, 1, False), (18, 1, True), (95, 5, False), (94, 6, True), (3, 1, True), (0, 4, True), (4, 0, False)],
)
def test_a_column_is_numeric_if_one_value_in_twenty_at_most_is_no_number(
    tmp_path: Path, numbers: int, texts: int, nominal: bool
) -> None:
    path = written(tmp_path, ["1"] * numbers + ["high"] * texts)
    (column,) = read(path, on_error="skip").columns
    assert (column.categories is not None) == nominal
