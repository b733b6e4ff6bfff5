"""The addresses of the page: what exists, what a link to it looks like elsewhere, and the pictures it shows."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from branchline.server.http.link_previews import PAGES
from branchline.server.live.players import COLORS
from branchline.server.projection.pictures import TEXTS, final_position
from tests.server.people import Guest, http_get
from tests.server.test_leak import new_match
from tests.server.test_match import played

if TYPE_CHECKING:
    from tests.server.servers import Server

BOT = {"kind": "bot", "level": "easy"}


def properties(html: str) -> dict[str, str]:
    """Return the Open Graph properties of a page."""
    return dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)">', html))


APP = Path(__file__).parents[2] / "web/src/App.svelte"


def test_the_server_and_the_page_know_the_same_pages() -> None:
    pages = set(re.findall(r'page === "(\w+)"', APP.read_text(encoding="utf-8")))
    assert {"home", "game", "replay"} <= pages
    assert set(PAGES) == pages - {"home", "game", "replay"} | {""}, "a page is in App.svelte and in link_previews.PAGES"


@pytest.mark.parametrize("path", ["", "games", "watch", "rules", "rules/london"])
def test_pages_that_exist_answer_200(server: Server, path: str) -> None:
    answer = http_get(f"{server.address}/{path}")
    assert answer.status_code == 200
    assert properties(answer.text)["og:url"] == f"{server.address}/{path}"


@pytest.mark.parametrize("path", ["nowhere", "rules/atlantis", "game/nothing", "replay/nothing", "games/x", "game"])
def test_pages_that_do_not_exist_answer_404_with_the_page(server: Server, path: str) -> None:
    answer = http_get(f"{server.address}/{path}")
    assert answer.status_code == 404
    assert '<div id="app">' in answer.text


async def previewed(guest: Guest, path: str, name: str, text: str) -> dict[str, str]:
    """Wait until a property of a preview contains a text, since lists of games are updated in the background."""
    while True:
        found = properties((await guest.http.get(path)).text)
        if text in found[name]:
            return found
        await asyncio.sleep(0.02)


def test_a_link_to_a_table_a_game_and_a_replay_is_previewed(server: Server) -> None:
    async def visit() -> None:
        async with Guest(server.address) as ada, Guest(server.address) as stranger:
            await ada.call("PUT", "/api/me", {"name": 'Ada "1815"'})
            made = await ada.make("london", [{"kind": "me"}, BOT], public=True)
            path = f"/game/{made['id']}"
            table = properties((await stranger.http.get(path)).text)
            assert table["og:title"] == "A table for London"
            assert table["og:description"].startswith("Ada &quot;1815&quot; and Easy bot at the table")
            picture = await stranger.http.get(table["og:image"])
            assert picture.content[1:4] == b"PNG"

            await ada.call("POST", f"/api/games/{made['id']}/start")
            await previewed(stranger, path, "og:description", "Watch")
            player = await ada.open(made["id"])
            await player.tell("resign")
            await player.close()
            over = await previewed(stranger, f"/replay/{made['id']}", "og:title", "Easy bot won on London")
            final = await stranger.http.get(over["og:image"])
            french = await stranger.http.get(over["og:image"], params={"language": "fr"})
            unknown = await stranger.http.get(over["og:image"], params={"language": "xx"})
            assert final.content[1:4] == french.content[1:4] == b"PNG"
            assert final.content == unknown.content != french.content

    asyncio.run(visit())


def test_a_link_to_a_private_game_names_nobody(server: Server) -> None:
    async def visit() -> None:
        async with Guest(server.address) as ada:
            await ada.call("PUT", "/api/me", {"name": "Ada"})
            made = await ada.make("london", [{"kind": "me"}, BOT], start=True)
            page = (await ada.http.get(f"/game/{made['id']}")).text
            assert properties(page)["og:title"] == "A game on London"
            assert "Ada" not in page
            unfinished = await ada.http.get(f"/api/games/{made['id']}/picture.png")
            assert unfinished.status_code == 409

    asyncio.run(visit())


def test_the_final_picture_has_every_player_with_name_and_score() -> None:
    match = new_match("mini", 2, [])
    for seat, color in zip(match.seats, COLORS, strict=False):
        seat.color = color
    played(match, 10_000)
    assert match.stage == "over"
    totals, winners = match.playing.result.totals, match.outcome[0]
    captions = [player.name for player in final_position(match).players]
    assert captions == [f"P{seat} {totals[seat]}{' (won)' if seat in winners else ''}" for seat in range(2)]
    match.seats[1].name = "Medium bot"
    french = [player.name for player in final_position(match, "fr").players]
    assert french[1] == f"Robot moyen {totals[1]}{' (gagné)' if 1 in winners else ''}"


def test_the_picture_and_the_page_call_bots_the_same_in_french() -> None:
    page = (Path(__file__).parents[2] / "web/src/i18n/fr.ts").read_text(encoding="utf-8")
    levels = page.partition("const LEVELS")[2].partition("};")[0]
    assert dict(re.findall(r'(\w+): "(\w+)",', levels)) == TEXTS["fr"].levels
