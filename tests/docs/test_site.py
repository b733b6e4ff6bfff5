"""The site is built without a warning, has every public name and needs no network; the server has it under /docs."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

import httpx
import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

import branchline as bl
from branchline.server.http import documentation
from tools import docs_site

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site, built without a warning from scratch into a folder of its own."""
    folder = tmp_path_factory.mktemp("documentation")
    docs_site.main(folder / "pages", folder / "site")
    return folder / "site"


ROUTES = [Route("/docs", documentation.documentation), Route("/docs/{path:path}", documentation.documentation)]


def get(path: str) -> httpx.Response:
    """Return what a server answers."""

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(Starlette(routes=ROUTES))
        async with httpx.AsyncClient(transport=transport, base_url="http://games.example") as client:
            return await client.get(path)

    return asyncio.run(ask())


@pytest.fixture
def served(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documentation, "FOLDER", site)


def test_every_public_name_is_in_the_reference() -> None:
    listed = {name for names in docs_site.API.values() for name in names}
    assert listed == {name for name in dir(bl) if not name.startswith("__")}


def test_the_reference_is_made_of_docstrings(site: Path) -> None:
    page = (site / "reference" / "python" / "index.html").read_text(encoding="utf-8")
    for text in ("Play games between bots, one spec per seat", "Set up a game", "longest_path", "why_not"):
        assert text in page


def test_every_command_is_in_the_reference(site: Path) -> None:
    page = (site / "reference" / "cli" / "index.html").read_text(encoding="utf-8")
    for text in ("branchline simulate", "branchline map draw", "--save-games", "branchline bots show"):
        assert text in page


def test_the_search_finds_every_page(site: Path) -> None:
    items = msgspec.json.decode((site / "search.json").read_bytes())["items"]
    found = {item["location"].partition("#")[0].rstrip("/") or "." for item in items}
    assert found >= {page.parent.relative_to(site).as_posix() for page in site.rglob("index.html")}
    assert any("Wilson" in item["text"] for item in items)


def test_every_page_is_in_the_navigation_or_linked(site: Path) -> None:
    texts = {page.parent: page.read_text(encoding="utf-8") for page in site.rglob("index.html")}
    links = {
        (folder / link).resolve() for folder, text in texts.items() for link in re.findall(r'href="([^"#?:]+)', text)
    }
    assert [page.relative_to(site) for page in texts if page.resolve() not in links] == []


def test_every_link_leads_to_a_page_and_a_place_on_it(site: Path) -> None:
    texts = {page.parent.resolve(): page.read_text(encoding="utf-8") for page in site.rglob("index.html")}
    places = {folder: {"", *re.findall(r'\bid="([^"]+)"', text)} for folder, text in texts.items()}
    broken = []
    for folder, text in texts.items():
        for link in set(re.findall(r'<a [^>]*?href="([^":]+)"', text)):
            path, _, place = unquote(link).partition("#")
            target = (folder / path).resolve()
            if not target.exists() or place not in places.get(target, {""}):
                broken.append((folder.name, link))
    assert broken == []


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|link|iframe)[^>]*?(?:src|href)=\"?(https?:[^\s\">]+)", text)
        assert [address for address in loaded if "canonical" not in address] == [], page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?https?:|@import", sheet.read_text(encoding="utf-8")), sheet


@pytest.mark.usefixtures("served")
def test_pages_are_served() -> None:
    assert get("/docs").headers["location"] == "/docs/"
    page = get("/docs/tutorials/first-bot/")
    assert page.status_code == 200
    assert "A bot that claims what it can" in page.text
    policy = page.headers["content-security-policy"]
    assert "sha256-" in policy
    assert "script-src 'self' 'unsafe-inline'" not in policy
    assert get("/docs/bots").headers["location"] == "/docs/bots/"
    assert get("/docs/search.json").headers["content-type"].startswith("application/json")


@pytest.mark.parametrize(
    "path", ["nowhere/", "nowhere.html", "../settings.py", "..%2Fapp.py", "..%2Flive", "%00", "assets"]
)
@pytest.mark.usefixtures("served")
def test_nothing_else_is_served(path: str) -> None:
    assert get(f"/docs/{path}").status_code == 404


def test_without_the_site_a_page_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documentation, "FOLDER", tmp_path)
    answer = get("/docs/")
    assert answer.status_code == 404
    assert "make docs" in answer.text
