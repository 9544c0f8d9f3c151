"""The HTML report: well-formed, self-contained, escaped, and with the numbers of the result."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np
import pytest

from riparian import VFDT
from riparian.evaluate import folds, holdout, prequential
from riparian.evaluate.svg import Line, apart, chart, number, thinned, ticks
from riparian.streams import Generated
from tests.evaluate.models import LastLabel, Listed, MostFrequent, numbers

EVIL = "<script>alert(\"x\")</script> & 'co'"
EMPTY = {"meta", "line"}


class Checked(HTMLParser):
    """Fails on tags that are not closed in order; keeps tags and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not self.open or self.open[-1] != "style":
            self.text += data + " "


def parsed(path) -> Checked:
    page = Checked()
    page.feed(path.read_text("utf-8"))
    page.close()
    assert page.open == []
    return page


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    result = prequential(
        {"tree": VFDT(), EVIL: MostFrequent()}, numbers(3000), every=100, window=500, batch_rows=100
    )
    path = tmp_path_factory.mktemp("report") / "out.html"
    result.report(path)
    return result, path


def test_the_page_is_well_formed_and_self_contained(page):
    _, path = page
    found = parsed(path)
    text = path.read_text("utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert not {tag for tag, _ in found.tags} & {"script", "link", "img", "iframe", "object"}
    assert not re.search(r"https?://|url\(|@import|src=|href=", text)
    assert "prefers-color-scheme: dark" in text


def test_all_text_is_escaped(page):
    _, path = page
    assert "<script" not in path.read_text("utf-8")
    assert EVIL in parsed(path).text


def test_the_page_has_curves_tables_settings_versions_and_seed(page):
    result, path = page
    found = parsed(path)
    assert sum(tag == "svg" for tag, _ in found.tags) == 6
    for said in (
        "Summary",
        "Classes",
        "Settings",
        "Accuracy in the last 500 rows",
        "Nodes",
        "Bytes",
        "stream.seed",
    ):
        assert said in found.text
    assert f"{result['tree']['accuracy']:.4f}" in found.text
    assert f"{result['tree']['memory_bytes']:,}" in found.text
    assert result.versions["numpy"] in found.text
    assert "grace_period" in found.text
    for cell in result.confusion["tree"].astype(int).ravel()[:2]:
        assert f"{cell:,}" in found.text


def test_a_line_of_a_chart_ends_where_its_name_stands(page):
    _, path = page
    names = [
        attrs for tag, attrs in parsed(path).tags if tag == "text" and "name" in (attrs.get("class") or "")
    ]
    assert len(names) == 2 * 4 + 2  # four measures for both models, two sizes for the tree


@pytest.mark.parametrize(
    "make",
    [
        lambda: holdout([VFDT(), LastLabel()], numbers(300), test_rows=50, every=100),
        lambda: folds([VFDT(), MostFrequent()], numbers(300), k=3, epochs=3),
        lambda: folds(VFDT(), numbers(30), k=2),
        lambda: prequential(VFDT(), numbers(10)),
        lambda: prequential(VFDT(), numbers(10), rows=0),
        lambda: prequential(VFDT(), numbers(3000), fading=0.99, window=None),
        lambda: prequential([VFDT(max_depth=n) for n in range(1, 12)], Generated("led"), rows=500, every=100),
        lambda: prequential(VFDT(), Listed({"a": np.arange(100.0)}, np.arange(100)), every=10),
    ],
    ids=["holdout", "folds", "one epoch", "one sample", "no rows", "fading", "many models", "many classes"],
)
def test_results_of_every_kind_become_a_page(make, tmp_path):
    make().report(tmp_path / "it.html")
    parsed(tmp_path / "it.html")


def test_the_same_result_gives_the_same_page(page, tmp_path):
    result, path = page
    result.report(tmp_path / "again.html")
    assert (tmp_path / "again.html").read_bytes() == path.read_bytes()


# ---- charts


def test_ticks_are_round_and_reach_around_the_values():
    assert ticks(0.0, 150_000.0, 6) == [0, 50_000, 100_000, 150_000]
    assert ticks(0.5, 0.5)[0] < 0.5 < ticks(0.5, 0.5)[-1]
    for seed in range(50):
        low, high = sorted(np.random.default_rng(seed).normal(0, 10.0 ** (seed % 7 - 3), 2))
        found = ticks(low, high)
        assert found[0] <= low
        assert high <= found[-1]
        assert 2 <= len(found) <= 8


def test_numbers_on_axes_are_short():
    assert [number(x) for x in (0, 0.1, 9000, 20_000, 1_500_000, -3e9)] == [
        "0",
        "0.1",
        "9000",
        "20k",
        "1.5M",
        "-3G",
    ]


def test_thinning_keeps_ends_and_extremes():
    y = np.random.default_rng(1).random(50_000)
    y[20_000], y[30_000], y[7] = 9.0, -9.0, np.nan
    line = thinned(Line("it", np.arange(50_000), y))
    assert len(line.x) <= 705
    assert (line.x[0], line.x[-1]) == (0, 49_999)
    assert {9.0, -9.0} <= set(line.y.tolist())


def test_names_do_not_overlap():
    found = apart([50.0, 50.0, 50.0, 99.0], 14.0, 0.0, 100.0)
    assert np.diff(sorted(found)).min() >= 14.0
    assert max(found) <= 100.0


def test_a_gap_breaks_the_line_and_a_lone_point_is_a_dot():
    drawn = chart(
        [Line("it", np.arange(5), np.array([1.0, 2.0, np.nan, 3.0, np.nan]))], x_name="x", y_name="y"
    )
    path = re.search(r' d="([^"]+)"', drawn)[1]
    assert path.count("M") == 2
    assert "nan" not in drawn


def test_nothing_to_draw_is_said():
    line = Line("it", np.arange(2), np.full(2, np.nan))
    assert chart([line], x_name="x", y_name="kappa <") == '<p class="none">No values of kappa &lt;.</p>'
