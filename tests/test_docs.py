"""Every example in README.md, CONTRIBUTING.md and docs/ prints what it says; every link leads somewhere."""

from __future__ import annotations

import doctest
import importlib.util
import re
from pathlib import Path

import pytest

from riparian import VFDT
from riparian.aliases import NAMES, VALUES

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
GUESTS = ("pandas", "polars", "pyarrow", "sklearn", "matplotlib", "river")
AXES = ("schema", "tree", "leaf", "observers", "criteria", "candidates", "rules", "predictors", "budget")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def python_only(text: str) -> str:
    """The page with all but its Python blocks blanked: line numbers in a report stay those of the page."""
    inside, lines = False, []
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            inside = not inside and line.strip() == "```python"
            lines.append("")
        else:
            lines.append(line if inside else "")
    return "\n".join(lines) + "\n"


def test_python_only_ends_an_example_at_the_fence():
    page = "text\n```python\n>>> 1 + 1\n2\n```\nmore >>> text\n```sh\n>>> no\n```\n"
    assert python_only(page).split("\n") == ["", "", ">>> 1 + 1", "2", "", "", "", "", "", ""]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_examples_print_what_the_page_says(page, real_data):
    text = python_only(page.read_text("utf-8"))
    for guest in GUESTS:
        if re.search(rf"^\s*>>> (import|from) {guest}\b", text, re.M) and not importlib.util.find_spec(guest):
            pytest.skip(f"{guest} is not installed")
    for name in re.findall(r'^\s*>>> .*\bdataset\("(\w+)"', text, re.M):
        real_data(name)
    test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, name_of(page), str(page), 0)
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    failed = runner.run(test, out=report.append).failed
    assert failed == 0, "".join(report)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_files_that_exist(page):
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.S)
    targets = [t.split("#")[0] for t in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in t]
    assert [t for t in targets if t and not (page.parent / t).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_named_on_a_page_exist(page):
    named = re.findall(
        r"`((?:core|bridge|dispatch|readers|riparian|tests|benchmarks|docs|tools)/[\w./-]+)`",
        page.read_text("utf-8"),
    )
    built = ("benchmarks/results", "riparian/_native.abi3.so")
    assert [path for path in named if not path.startswith(built) and not (ROOT / path).exists()] == []


def test_the_readme_starts_with_the_two_commands():
    commands = re.findall(r"^make \w+", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert commands[:2] == ["make demo", "make test"]


def test_every_brought_name_in_the_readme_means_what_the_table_says():
    _, section = (ROOT / "README.md").read_text("utf-8").split("## Coming from another library")
    settings = VFDT().get_params()
    for row in re.findall(r"^\| `(\w+)` \|(.*)\|$", section, re.M):
        setting, brought = row[0], re.findall(r"`(\w+)`", row[1])
        if setting in settings:
            assert {NAMES.get(name, name) for name in brought} == {setting}
    rows = re.findall(r'^\| `(\w+)="([\w:]+)"` \|(.*)\|$', section, re.M)
    assert len(rows) > 3
    for setting, value, cells in rows:
        assert {VALUES[setting][name] for name in re.findall(r"`(\w+)`", cells)} == {value}


def test_every_axis_has_its_chapter_and_the_map_names_it():
    contents = (ROOT / "docs" / "index.md").read_text("utf-8")
    assert [axis for axis in AXES if f"({axis}.md)" not in contents] == []
