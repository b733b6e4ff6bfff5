"""The board as the page gets it: its geometry, and the sheets that Python paints."""

from __future__ import annotations

import tomllib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import msgspec

from branchline.boards.draw import Geometry, drawing, ground_svg, labels_svg, svg
from branchline.boards.drawing.signs import PLAYER_SIGNS
from branchline.boards.library import load_map
from branchline.server.live.players import COLORS
from tests.server.people import PATIENCE, http_get

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.boards.draw import Drawing
    from tests.server.servers import Server


def test_the_page_gets_the_geometry_and_the_sheets_that_a_picture_is_made_of(server: Server) -> None:
    board = drawing(load_map("london").spec)
    row = next(row for row in http_get(f"{server.address}/api/maps").json()["maps"] if row["id"] == "london")

    def part(name: str) -> httpx.Response:
        return http_get(f"{server.address}/api/maps/london/{row['hash']}/{name}")

    assert msgspec.json.decode(part("geometry").content, type=Geometry) == board.geometry
    sheets: dict[str, Callable[[Drawing], str]] = {
        "ground.svg": ground_svg,
        "labels.svg": labels_svg,
        "labels.svg?size=1": partial(labels_svg, size=1),
        "labels.svg?size=2": partial(labels_svg, size=-1),
        "board.svg": svg,
    }
    for name, paint in sheets.items():
        answer = part(name)
        assert answer.text == paint(board)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
    refused = part("labels.svg?size=huge")
    assert refused.status_code == 400
    assert "'huge'" in refused.json()["message"]


def test_the_page_gets_fonts_for_the_letters_that_it_lacks(server: Server) -> None:
    text = load_map("mini").text.replace('"Mini"', '"日本"')
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as guest:
        guest.get("/api/me")
        row = guest.post("/api/maps", json={"text": text}).json()["map"]
        found = guest.get(f"/api/maps/{row['id']}/{row['hash']}/fonts").json()["fonts"]
    assert {letter for font in found for letter in font["letters"]} == {"日", "本"}


def test_the_ground_is_painted_in_the_language_that_is_asked_for(server: Server) -> None:
    row = next(row for row in http_get(f"{server.address}/api/maps").json()["maps"] if row["id"] == "london")
    address = f"{server.address}/api/maps/london/{row['hash']}/ground.svg"
    found = {language: http_get(address, params={"language": language}) for language in ("", "en", "fr", "xx")}
    assert 'aria-label="Les bus du centre · 1965"' in found["fr"].text
    assert {found[language].text for language in ("", "en", "xx")} == {ground_svg(drawing(load_map("london").spec))}
    assert found["fr"].headers["etag"] != found["en"].headers["etag"]


def test_every_color_that_a_guest_can_choose_has_a_sign() -> None:
    assert {sign.name for sign in PLAYER_SIGNS} == set(COLORS)


def test_the_page_and_the_package_have_the_same_version() -> None:
    root = Path(__file__).parents[2]
    package = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    page = msgspec.json.decode((root / "web/package.json").read_bytes())
    # What never changes for a version is cached under it: a page of another version must not find it.
    assert page["version"] == package["project"]["version"]
