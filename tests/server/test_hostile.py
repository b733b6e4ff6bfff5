"""What a malicious player, guest or stranger may try, over the wire, on both databases."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest
import websockets

from tests.server.people import Guest, Json, Player, http_get, http_post

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

    from tests.server.servers import Server


async def _closed(player: Player) -> int:
    """Wait until the server closes the socket, and return the close code."""
    try:
        while True:
            await player.take()
    except websockets.ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def test_a_player_who_left_a_seat_sees_nothing_of_the_next_player(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada, Guest(server.address) as eve, Guest(server.address) as bob:
            game = (await ada.make("london", [{"kind": "me"}, {"kind": "open"}], public=True))["id"]
            taken = await eve.call("POST", f"/api/games/{game}/seats/1", {"name": "Eve"})
            spying = await eve.open(game)
            assert spying.state["you"] == 1
            await eve.call("DELETE", f"/api/games/{game}/seats/1")
            assert await _closed(spying) == 4000
            again = await eve.open(game)
            assert "you" not in again.state
            await bob.call("POST", f"/api/games/{game}/seats/1", {"name": "Bob"})
            await eve.call("POST", f"/api/games/{game}/enter", {"token": taken["token"]}, expect=403)
            await ada.call("POST", f"/api/games/{game}/start")
            while again.state["stage"] == "table":
                await again.take()
            assert not {"hand", "offer", "you"} & set(again.state)
            await again.close()

    asyncio.run(play())


def test_a_player_whom_the_host_removed_cannot_see_the_bots_hand(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada, Guest(server.address) as eve:
            game = (await ada.make("london", [{"kind": "me"}, {"kind": "open"}], public=True))["id"]
            taken = await eve.call("POST", f"/api/games/{game}/seats/1", {"name": "Eve"})
            spying = await eve.open(game)
            await ada.call("DELETE", f"/api/games/{game}/seats/1")
            await ada.call("PUT", f"/api/games/{game}/seats/1", {"kind": "bot", "level": "easy"})
            assert await _closed(spying) == 4000
            await eve.call("POST", f"/api/games/{game}/enter", {"token": taken["token"]}, expect=403)
            await ada.call("POST", f"/api/games/{game}/start")
            state = await eve.call("GET", f"/api/games/{game}")
            assert not {"hand", "offer", "you"} & set(state)

    asyncio.run(play())


@pytest.mark.parametrize(
    "game", ["%00", "nothing-here", "k3v9q2m7xw4%00", "%F0%9F%9A%82", "x" * 2000, "%27%20OR%201=1"]
)
def test_a_malformed_game_id_is_not_found(server: Server, game: str) -> None:
    for path in ("", "/replay", "/download"):
        answer = http_get(f"{server.address}/api/games/{game}{path}")
        assert answer.status_code == 404, answer.text
        assert answer.json()["code"] == "not_found"
    for page in ("game", "replay"):
        assert http_get(f"{server.address}/{page}/{game}").status_code == 404


@pytest.mark.parametrize("name", ["map-", "map-\x00", "map-%", "map-" + "0" * 16, "../maps/usa", "/etc/passwd"])
def test_a_malformed_map_id_is_not_found(server: Server, name: str) -> None:
    body = {"map": name, "seats": [{"kind": "me"}, {"kind": "bot"}]}
    answer = http_post(f"{server.address}/api/games", json=body)
    assert answer.status_code == 404, answer.text


@pytest.mark.parametrize("seat", ["²", "٣", "9" * 5000, "-1", "0x0"])
def test_a_malformed_seat_number_is_refused(server: Server, seat: str) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada:
            game = (await ada.make("london", [{"kind": "me"}, {"kind": "bot"}], start=True))["id"]
            answer = await ada.http.get(f"/api/games/{game}", params={"seat": seat})
            assert answer.status_code == 403, answer.text
            player = await ada.open(game, since=seat)  # type: ignore[arg-type] # makes no sense, so everything is sent
            assert player.state["game"] == game
            await player.close()

    asyncio.run(play())


def test_an_import_reads_no_file_of_the_server(server: Server, tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    secret.write_text('[about]\nname = "hush"\npassword = "hush"\n', encoding="utf-8")
    for named in (str(secret), "/etc/passwd", "../../etc/passwd", str(tmp_path / "none.toml")):
        text = f"Branchline game 1\nrules: 1\nmap: usa 0\n map : {named} 0\nplayers: 2\n\nend: 0 actions 0\n"
        answer = http_post(f"{server.address}/api/replays", json={"text": text})
        assert answer.json()["code"] == "broken_save"
        assert "map of this site" in answer.json()["message"]
        assert "hush" not in answer.text


def test_a_save_longer_than_any_game_is_refused(server: Server) -> None:
    answer = http_post(f"{server.address}/api/replays", json={"text": "Branchline game 1\n" + "pass\n" * 70_000})
    assert answer.json()["code"] == "broken_save"


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 90_000, "a." * 60_000 + "b = 1", "[[x]]\n" * 30_000, "\x00", "a = '\ud7ff'"]
)
def test_a_malicious_map_file_is_refused(server: Server, text: str) -> None:
    answer = http_post(f"{server.address}/api/maps", json={"text": text})
    assert answer.status_code == 422, answer.text
    assert answer.json()["code"] == "broken_map"


def test_two_players_who_want_a_rematch_get_one_game_and_second_devices_join_it(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada, Guest(server.address) as bob, Guest(server.address) as phone:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "open"}], public=True, shuffle=False)
            game = made["id"]
            await bob.call("POST", f"/api/games/{game}/seats/1", {"name": "Bob"})
            await phone.call("POST", f"/api/games/{game}/enter", {"token": made["seats"]["0"]})
            await ada.call("POST", f"/api/games/{game}/start")
            player = await ada.open(game)
            await player.tell("resign")
            await player.close()
            asked = await asyncio.gather(*(who.call("POST", f"/api/games/{game}/rematch") for who in (ada, bob, phone)))
            assert len({reply["id"] for reply in asked}) == 1
            for who, seat in ((ada, 0), (bob, 1), (phone, 0)):
                state = await who.call("GET", f"/api/games/{asked[0]['id']}")
                assert state["you"] == seat

    asyncio.run(play())


def test_spectators_who_share_a_view_all_learn_of_another_one(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada, Guest(server.address) as eve, Guest(server.address) as mal:
            game = (await ada.make("london", [{"kind": "me"}, {"kind": "open"}], public=True))["id"]
            watchers: list[Player] = [await who.open(game) for who in (eve, mal, eve)]
            for watcher in watchers:
                while watcher.state["watchers"] < 3:
                    await watcher.take()
            await watchers[2].close()
            for watcher in watchers[:2]:
                while watcher.state["watchers"] != 2:
                    await watcher.take()
                await watcher.close()

    asyncio.run(play())


def test_a_client_that_disconnects_during_a_move_stops_nothing(server: Server) -> None:
    """The move is played or not, the others are notified, and the server continues to write."""

    async def play() -> None:
        dice = random.Random(4)
        async with Guest(server.address) as ada, Guest(server.address) as bob:
            game = (await ada.make("london", [{"kind": "me"}, {"kind": "open"}], public=True))["id"]
            await bob.call("POST", f"/api/games/{game}/seats/1", {"name": "Bob"})
            await ada.call("POST", f"/api/games/{game}/start")
            other = await bob.open(game)
            for number in range(12):
                player = await ada.open(game)
                await _chat_and_vanish(player, number)
                if player.must_decide:
                    again = await ada.open(game)
                    await again.act(again.choice(dice))
                    await again.close()
                if other.must_decide:
                    await other.act(other.choice(dice))
            reply = await other.tell("chat", text="still here")
            assert reply["t"] == "ack"
            while other.seq < reply["seq"]:
                await other.take()
            state = await bob.call("GET", f"/api/games/{game}")
            assert state["rev"] == other.state["rev"]
            await other.close()

    asyncio.run(play())


async def _chat_and_vanish(player: Player, number: int) -> None:
    """Send many messages at once and drop the connection before an answer can arrive."""
    for line in range(8):
        await player.socket.send(f'{{"t": "chat", "id": "v{number}-{line}", "text": "bye"}}')
    player.socket.transport.abort()


def test_responses_are_compressed_for_clients_that_accept_it(server: Server) -> None:
    def get(path: str, how: str) -> httpx.Response:
        return http_get(server.address + path, headers={"Accept-Encoding": how})

    maps: Json = get("/api/maps", "identity").json()["maps"][0]
    picture = f"/api/maps/{maps['id']}/{maps['hash']}/board.svg"
    script = http_get(server.address + "/").text.partition('src="')[2].partition('"')[0]
    for path in (
        "/api/maps",
        picture,
        picture.replace("board.svg", "facts"),
        "/api/openapi.json",
        *filter(None, [script]),
    ):
        plain, small = get(path, "identity"), get(path, "br, gzip")
        assert "content-encoding" not in plain.headers
        assert small.headers["content-encoding"] == "gzip"
        assert small.content == plain.content
        assert int(small.headers["content-length"]) < len(plain.content) / 2
        assert "Accept-Encoding" in plain.headers["vary"]
        assert "Accept-Encoding" in small.headers["vary"]
        assert "default-src 'none'" in small.headers["content-security-policy"]
    assert "content-encoding" not in get("/healthz", "gzip").headers
    assert get("/icon-192.png", "gzip").headers.get("content-encoding") is None
    again = http_get(server.address + picture, headers={"If-None-Match": get(picture, "gzip").headers["etag"]})
    assert again.status_code == 304
