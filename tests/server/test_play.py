"""Whole games over the wire, on both databases, by clients that play what they are offered."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from branchline.engine.game import parse_save
from branchline.engine.refusals import REASONS
from tests.server.people import Guest, http_get, play_out

if TYPE_CHECKING:
    from tests.server.servers import Server

MAPS = ("usa", "london", "paris", "uk")


@pytest.mark.parametrize("map_name", MAPS)
def test_a_whole_game_against_a_bot(server: Server, map_name: str) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada:
            made = await ada.make(map_name, [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True)
            player = await ada.open(made["id"])
            assert player.state["commitment"]
            assert "seed" not in player.state
            await play_out([player], random.Random(7))
            assert player.state["result"]["winners"]
            assert player.state["seed"]
            assert set(player.state["revealed"]) == {"0", "1"}
            text = (await ada.http.get(f"/api/games/{made['id']}/download")).text
            game = parse_save(text).game
            assert game.commitment == player.state["commitment"]
            assert game.result.totals == [seat["total"] for seat in player.state["result"]["seats"]]
            await player.close()

    asyncio.run(play())


def test_people_play_and_a_spectator_sees_the_same_board(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada, Guest(server.address) as bob, Guest(server.address) as eve:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}], public=True)
            await ada.call("POST", f"/api/games/{made['id']}/start", expect=409)
            await bob.call("POST", f"/api/games/{made['id']}/seats/1", {"name": "Bob", "color": "wine"})
            await ada.call("PUT", f"/api/games/{made['id']}/seats/2", {"kind": "bot", "level": "easy"})
            watcher = await eve.open(made["id"])
            players = [await ada.open(made["id"]), await bob.open(made["id"])]
            await ada.call("POST", f"/api/games/{made['id']}/start")
            for player in players:
                await player.until("update")
                while player.state["stage"] == "table":
                    await player.take()
            await play_out(players, random.Random(3))
            while watcher.state["stage"] != "over":
                await watcher.take()
            public = ("routes", "market", "deck", "result", "revealed", "seed", "moves", "rev")
            for name in public:
                assert watcher.state[name] == players[0].state[name] == players[1].state[name]
            assert "hand" not in watcher.state
            assert watcher.seq == players[0].seq
            for player in (*players, watcher):
                await player.close()

    asyncio.run(play())


def test_a_resend_is_acknowledged_and_not_played_twice(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada:
            made = await ada.make(
                "usa", [{"kind": "me"}, {"kind": "me", "name": "Other me"}], start=True, shuffle=False
            )
            first, second = await ada.open(made["id"], 0), await ada.open(made["id"], 1)
            keep = {"action": "keep", "tickets": [0, 1]}
            ack = await first.act(keep, id="same")
            again = await first.act(keep, id="same")
            assert (again["t"], again["seq"], again["again"]) == ("ack", ack["seq"], True)
            assert (await second.act(keep, id="same"))["t"] == "ack"  # another seat's ids are its own
            while first.state["phase"] == "first tickets":
                await first.take()
            stale = await first.tell("act", rev=first.state["rev"] - 1, action={"action": "draw", "card": "deck"})
            assert stale["code"] == "stale"
            early = await second.act({"action": "draw", "card": "deck"})
            assert early["code"] == "not_your_turn"
            broke = await first.act({"action": "claim", "route": 0, "cards": {"wild": 9}})
            assert (broke["code"], broke["reason"]) == ("illegal", "cards_not_held")
            assert "wild" in broke["missing"]
            assert (await first.tell("act", rev=first.state["rev"], text="draw deck"))["t"] == "ack"
            for player in (first, second):
                await player.close()

    asyncio.run(play())


def test_a_dropped_client_resumes_without_a_gap(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True)
            player, dice = await ada.open(made["id"]), random.Random(1)
            seen = [step["seq"] for step in player.log]
            for _ in range(12):
                while player.state["stage"] == "playing" and not player.must_decide:
                    await player.take()
                await player.act(player.choice(dice))
                seen += [step["seq"] for step in player.log if step["seq"] > seen[-1]]
                await player.close()
                player = await ada.open(made["id"], since=seen[-1])
                assert all(step["seq"] > seen[-1] for step in player.log)
                seen += [step["seq"] for step in player.log]
            whole = await ada.open(made["id"])
            assert [step["seq"] for step in whole.log][: len(seen)] == seen
            assert whole.state == player.state or whole.seq > player.seq
            await player.close()
            await whole.close()

    asyncio.run(play())


def test_undo_needs_the_others_and_bots_agree(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada, Guest(server.address) as bob:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "open"}], shuffle=False)
            await bob.call("POST", f"/api/games/{made['id']}/enter", {"token": made["invite"]})
            await bob.call("POST", f"/api/games/{made['id']}/seats/1", {})
            await ada.call("POST", f"/api/games/{made['id']}/start")
            first, second = await ada.open(made["id"]), await bob.open(made["id"])
            for player in (first, second):
                await player.act({"action": "keep", "tickets": [0]})
            while first.state["phase"] != "turn":
                await first.take()
            before = {name: first.state[name] for name in ("hand", "market", "moves")}
            assert (await second.tell("undo"))["t"] == "ack"  # Bob takes his choice of tickets back?
            while "undo" not in first.state:
                await first.take()
            assert (await first.tell("agree", yes=False))["t"] == "ack"
            assert "undo" not in first.state
            assert (await second.tell("undo"))["t"] == "ack"
            while "undo" not in first.state:
                await first.take()
            assert (await first.tell("agree", yes=True))["t"] == "ack"
            while first.state["moves"] == before["moves"]:
                await first.take()
            assert first.state["phase"] == "first tickets"
            assert {name: first.state[name] for name in ("hand", "market")} == {
                name: before[name] for name in ("hand", "market")
            }
            assert first.log[-1]["events"][0]["event"] == "undone"
            await second.act({"action": "keep", "tickets": [0]})
            while first.state["phase"] != "turn":
                await first.take()
            assert (await first.act({"action": "draw", "card": "deck"}))["t"] == "ack"
            assert first.state["no_undo"] == "seen_hidden"
            assert (await first.tell("undo"))["code"] == "seen_hidden"
            for player in (first, second):
                await player.close()

    asyncio.run(play())


def test_a_player_who_resigns_cannot_win_and_a_rematch_follows(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada:
            made = await ada.make("paris", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True)
            player = await ada.open(made["id"])
            assert (await player.tell("resign"))["t"] == "ack"
            assert player.state["stage"] == "over"
            assert player.state["result"]["winners"] == [1 - player.state["you"]]
            assert player.state["result"]["decided_by"] == "resignation"
            (row,) = (await ada.call("GET", "/api/games?show=mine"))["games"]
            assert row["yours"] == [player.state["you"]]  # by which the page finds the next level
            assert "guests" not in row
            next_game = await ada.call("POST", f"/api/games/{made['id']}/rematch")
            assert (await ada.call("GET", f"/api/games/{next_game['id']}"))["stage"] == "table"
            await player.take()
            assert player.state["rematch"] == next_game["id"]
            await player.close()

    asyncio.run(play())


def test_the_server_decides_when_the_clock_runs_out(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "me"}], start=True, clock=10)
            players = [await ada.open(made["id"], seat) for seat in (0, 1)]
            deadline = players[0].state["seats"]["0"]["deadline"]
            assert 5 < deadline - players[0].state["created"] <= 11
            for player in players:
                await player.close()

    asyncio.run(play())


def test_asking(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada:
            made = await ada.make("uk", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True)
            player = await ada.open(made["id"])
            await player.act({"action": "keep", "tickets": [0, 1, 2]})
            while not (player.must_decide and "legal" in player.state):
                await player.take()
            claims = player.state["legal"]["claims"]
            why = await player.tell("why")
            reasons = why["routes"]
            assert set(why["reasons"]) == set(reasons)
            assert set(why["reasons"].values()) <= set(REASONS.values())
            assert set(why["lacking"]) == {route for route, code in why["reasons"].items() if code == "cards_not_held"}
            facts = (await ada.http.get(_facts(player.state))).json()
            assert len(claims) + len(reasons) == len(facts["routes"])
            assert all(reason.endswith(".") for reason in reasons.values())
            some = next(iter(reasons))
            alone = await player.tell("why", route=int(some))
            assert (alone["legal"], alone["message"]) == (False, reasons[some])
            assert alone["reason"] == why["reasons"][some]
            opens = (await player.tell("opens"))["opens"]
            assert opens
            assert all(
                set(facts["routes"][route]["needs"]) == {name} for name, found in opens.items() for route in found
            )
            asked = await player.tell("ask", action={"action": "pass"})
            assert (asked["legal"], asked["reason"]) == (False, "must_act")
            assert (await player.tell("ask", text="draw deck"))["legal"] is True
            hint = (await player.tell("hint"))["hints"][0]
            assert (await player.tell("ask", action=hint["action"]))["legal"] is True
            await player.close()

    asyncio.run(play())


def _facts(state: dict[str, dict[str, str]]) -> str:
    return f"/api/maps/{state['map']['id']}/{state['map']['hash']}/facts"


def test_chat_is_cleaned_and_remembered(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True)
            player = await ada.open(made["id"])
            assert (await player.tell("chat", text=" hello\u202e\x07  there "))["t"] == "ack"
            assert (await player.tell("chat", text="\u202e"))["code"] == "bad_message"
            assert player.chat[-1]["text"] == "hello there"
            later = await ada.open(made["id"])
            assert [line["text"] for line in later.chat] == ["hello there"]
            await player.close()
            await later.close()

    asyncio.run(play())


@pytest.mark.parametrize("viewer", ["all", "0", "none"])
def test_a_replay_ends_where_the_game_did(server: Server, viewer: str) -> None:
    from branchline.server.projection.patch import patched

    async def play() -> None:
        async with Guest(server.address) as ada:
            made = await ada.make("paris", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True)
            player = await ada.open(made["id"])
            await play_out([player], random.Random(11))
            replay = await ada.call("GET", f"/api/games/{made['id']}/replay?viewer={viewer}")
            state = replay["state"]
            for step in replay["steps"]:
                state = patched(state, step["patch"])
            assert state["routes"] == player.state["routes"]
            assert state["result"] == player.state["result"]
            assert ("hands" in state) == (viewer == "all")
            text = (await ada.http.get(f"/api/games/{made['id']}/download")).text
            entered = await ada.call("POST", "/api/replays", {"text": text})
            again = await ada.call("GET", f"/api/games/{entered['game']}")
            assert again["result"]["seats"] == player.state["result"]["seats"]
            await ada.call("POST", "/api/replays", {"text": text.replace("draw", "drow")}, expect=422)
            await player.close()

    asyncio.run(play())


def test_lists_and_private_games(server: Server) -> None:
    async def play() -> None:
        async with Guest(server.address) as ada, Guest(server.address) as bob:
            hidden = await ada.make("london", [{"kind": "me"}, {"kind": "open"}])
            shown = await ada.make("london", [{"kind": "me"}, {"kind": "open"}], public=True)
            listed = [game["id"] for game in (await bob.call("GET", "/api/games?show=open"))["games"]]
            assert shown["id"] in listed
            assert hidden["id"] not in listed
            await bob.call("GET", f"/api/games/{hidden['id']}", expect=403)
            await bob.call("POST", f"/api/games/{hidden['id']}/enter", {"token": "no"}, expect=403)
            await bob.call("POST", f"/api/games/{hidden['id']}/enter", {"token": hidden["invite"]})
            await bob.call("GET", f"/api/games/{hidden['id']}")
            fresh = await ada.call("POST", f"/api/games/{hidden['id']}/invite")
            assert fresh["invite"] != hidden["invite"]
            await bob.call("POST", f"/api/games/{hidden['id']}/enter", {"token": hidden["invite"]}, expect=403)
            async with Guest(server.address) as second_device:
                entered = await second_device.call(
                    "POST", f"/api/games/{hidden['id']}/enter", {"token": hidden["seats"]["0"]}
                )
                assert entered["seat"] == 0
                assert (await second_device.call("GET", f"/api/games/{hidden['id']}"))["you"] == 0
            mine = {game["id"] for game in (await ada.call("GET", "/api/games?show=mine"))["games"]}
            assert {hidden["id"], shown["id"]} <= mine

    asyncio.run(play())


def test_the_pages_of_the_host(server: Server) -> None:
    for path, part in (("/healthz", "ok"), ("/readyz", '"ready":true'), ("/metrics", "branchline_rooms")):
        answer = http_get(server.address + path)
        assert answer.status_code == 200
        assert part in answer.text
