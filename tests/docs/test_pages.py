"""The Python on the pages of docs/ runs, and their links lead somewhere."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
WITH_PYTHON = [page for page in PAGES if ">>>" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_the_python_of_a_page_runs(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_of_a_page_lead_to_files(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text(encoding="utf-8"))
    missing = [link for link in links if not (page.parent / link).exists()]
    assert not missing


def place_of(path: str) -> Path | None:
    """Return the file or folder of the sources that a page names, such as `server/live/` or `web/src/`."""
    places = (ROOT / path, ROOT / "src/branchline" / path)
    return next((place for place in places if place.exists()), None)


@pytest.mark.parametrize("page", [ROOT / "CONTRIBUTING.md", DOCS / "explanation/architecture.md"], ids=lambda p: p.name)
def test_the_sources_that_a_page_names_exist(page: Path) -> None:
    names = re.findall(r"`([\w./-]+/[\w./-]*)`", page.read_text(encoding="utf-8"))
    assert len(names) > 10
    assert {name for name in names if place_of(name) is None} <= {"dist/"}  # which a release makes


def test_the_walk_of_an_action_names_functions_that_exist() -> None:
    text = (DOCS / "explanation/architecture.md").read_text(encoding="utf-8")
    steps = re.findall(r"`(?:\w+\.)?(\w+)` in `([\w./]+\.(?:py|ts))`", text)
    assert len(steps) > 8
    for function, file in steps:
        place = place_of(file)
        assert place is not None, file
        assert re.search(rf"\b{function}\b", place.read_text(encoding="utf-8")), f"{function} is not in {file}"
