"""Nothing is stored that cannot be applied again, and a game that cannot be loaded harms no other."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
import websockets
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline.boards.library import load_map
from branchline.engine.game import checked_name
from branchline.errors import BranchlineError
from branchline.server.http import identity
from branchline.server.live import commands
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.live.players import COLORS, free_name
from tests.server.people import Guest
from tests.server.servers import Server

if TYPE_CHECKING:
    from pathlib import Path

AWKWARD = ["ev|il", "|", "||||", "a\u2028b", "\u202eabc", "\x00x", "x" * 40, "é" * 40, "\ufeff", "\u3164", "ﷺ" * 24]
AWKWARD += [
    "👩‍👩‍👧‍👦" * 4,
    "e\u0301" * 20,
    "'; DROP TABLE games; --",
    '"}',
    "names: a | b",
    "\ud7ff",
    "\U0010ffff",
    "ǅ" * 24,
    " a ",
]
AWKWARD += ["%00", "<script>", "none", "0", "٣", "\u00a0", "a\tb", "\\u0000", "end: 3 actions", "ß" * 24, "\u0130" * 24]


@given(st.text(max_size=40) | st.sampled_from(AWKWARD), st.text(max_size=40))
def test_every_cleaned_name_can_be_played_under(text: str, other: str) -> None:
    name = identity.clean_name(text)
    if name:
        assert checked_name(free_name(name, {name, identity.clean_name(other)})) != ""


@settings(max_examples=150)
@given(st.lists(st.text(max_size=40) | st.sampled_from(AWKWARD), min_size=4, max_size=4))
def test_a_record_is_refused_or_applies_after_a_restart(texts: list[str]) -> None:
    """Every text field of every record at a table, whatever it contains, cleaned or not."""
    board = load_map("mini").board(2)
    setups = [r.SeatSetup("person", texts[0], texts[1], guest="ada"), r.SeatSetup("open", "", COLORS[0])]
    created = r.Created("mini", "hash", texts[2], setups, "ada")
    match, stored = Match("game", lambda *_: board), [created]
    match.apply(0, 0.0, None, created)
    wanted: list[Any] = [
        lambda: commands.sit(match, "bob", 1, texts[3], texts[1]),
        lambda: r.Said(texts[0], texts[1], 0),
        lambda: commands.start(match, "ada"),
        lambda: r.Said(texts[2], texts[3]),
    ]
    for propose in wanted:
        try:
            record = propose()
            match.check_applies(record, 0.0)
        except (BranchlineError, UnicodeEncodeError):
            continue
        stored.append(record)
        match.apply(match.seq + 1, 0.0, None, record)
    again = Match("game", lambda *_: board)
    for seq, record in enumerate(stored):
        again.apply(seq, 0.0, None, r.from_text(r.to_text(record)))
    assert [seat.name for seat in again.seats] == [seat.name for seat in match.seats]
    assert (again.stage, len(again.chat)) == (match.stage, len(match.chat))


def test_games_with_awkward_names_survive_a_restart(tmp_path: Path) -> None:
    async def fill(address: str, text: str) -> str:
        async with Guest(address) as ada, Guest(address) as eve:
            await ada.http.put("/api/me", json={"name": text})
            seats = [{"kind": "me", "name": text}, {"kind": "open"}, {"kind": "bot", "level": "easy", "name": text}]
            game = str((await ada.make("london", seats, public=True))["id"])
            await eve.call("POST", f"/api/games/{game}/seats/1", {"name": text})
            await ada.call("POST", f"/api/games/{game}/start")
            player = await ada.open(game)
            await player.tell("chat", text=text)
            await player.close()
            return game

    async def names(address: str, games: list[str]) -> list[list[str]]:
        async with Guest(address) as bob:
            states = [await bob.call("GET", f"/api/games/{game}") for game in games]
            return [[seat["name"] for seat in state["seats"].values()] for state in states]

    async def play(server: Server) -> tuple[list[str], list[list[str]]]:
        games = [await fill(server.address, text) for text in AWKWARD]
        return games, await names(server.address, games)

    server = Server(str(tmp_path / "games.db"), tmp_path / "server.log").start()
    try:
        games, before = asyncio.run(play(server))
        server.stop()
        server.start()
        assert asyncio.run(names(server.address, games)) == before
    finally:
        server.stop()


def test_a_game_that_cannot_be_loaded_is_quarantined_and_harms_no_other(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    server = Server(str(database), tmp_path / "server.log").start()

    async def play() -> None:
        async with Guest(server.address) as ada:
            bad, good = [
                (await ada.make("london", [{"kind": "me"}, {"kind": "bot", "name": "Eve"}], start=True))["id"]
                for _ in range(2)
            ]
            server.stop()
            with closing(sqlite3.connect(database)) as connection, connection:
                connection.execute("UPDATE records SET body = replace(body, 'Eve', 'ev|il') WHERE game = ?", (bad,))
            server.start()
            listed = await ada.call("GET", "/api/games?show=mine")
            assert {game["id"] for game in listed["games"]} == {bad, good}
            assert (await ada.call("GET", f"/api/games/{good}"))["stage"] == "playing"
            for _ in range(2):
                refused = await ada.call("GET", f"/api/games/{bad}", expect=410)
                assert refused["code"] == "quarantined"
                assert "damaged" in refused["message"]
            player = await ada.open(bad)
            with pytest.raises(websockets.ConnectionClosed):
                await player.take()

    try:
        asyncio.run(play())
    finally:
        server.stop()
    assert server.log.read_text(encoding="utf-8").count("game_quarantined") == 1
