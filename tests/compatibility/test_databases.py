"""A database of a 0.1.0 server: this version opens it, shows everyone the same games, and plays them on."""

from __future__ import annotations

import asyncio
import json
import random
from typing import TYPE_CHECKING, NamedTuple

import pytest
import sqlalchemy

import branchline as bl
from tests.compatibility.answers import Json, collect, guest
from tests.compatibility.files import FOLDER, load_dump, read_json
from tests.server.databases import new_database, start_postgres
from tests.server.people import play_out
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from tests.server.people import Guest

SITE = read_json("site.json")
GAMES = SITE["games"]


# -- what may differ ---------------------------------------------------------------------------

RENAMED = {"colour": "color", "way": "path", "short": "pieces", "eyes": "viewer"}
"""Fields of the wire that have another name now."""
CHOSEN = ("path",)
"""Fields with one of several equally good paths over the board: any of them will do."""
PLAYER_COLOR = "color"
"""The colors of players are others now; which of them replaces an old one depends on who else sits at the table."""

ADDED = ("level", "resigned")
"""The level of a bot in a list of games; 0.1.0 did not tell it there."""
SEATING, SEATING_FIELDS = ("sat down", "left"), ("seat", "name")
"""Events from before the start. They name the player and the player's seat now; 0.1.0 gave the number of the chair."""


def new_name(key: str) -> str:
    """Return the name that a field, or a parameter in a question, has now."""
    return RENAMED.get(key, key.replace("?eyes=", "?viewer="))


def renamed(value: Json) -> Json:
    """Return an answer of 0.1.0 in the words of this version."""
    if isinstance(value, dict):
        return {new_name(key): renamed(part) for key, part in value.items()}
    return [renamed(part) for part in value] if isinstance(value, list) else value


def without_additions(value: Json) -> Json:
    """Return a list of games without what such lists did not have: the levels of bots, and who resigned."""
    if isinstance(value, dict):
        return {key: without_additions(part) for key, part in value.items() if key not in ADDED}
    return [without_additions(part) for part in value] if isinstance(value, list) else value


def without_choices(value: Json) -> Json:
    """Return an answer without what may differ."""
    if isinstance(value, dict):
        kept = {key: part for key, part in value.items() if not (key in CHOSEN and isinstance(part, list))}
        if _is_seating(kept):
            kept = {key: part for key, part in kept.items() if key not in SEATING_FIELDS}
        return {key: without_choices(part) for key, part in kept.items() if key != PLAYER_COLOR}
    return [without_choices(part) for part in value] if isinstance(value, list) else value


def _is_seating(value: Json) -> bool:
    """Return whether a value is an event of seating, or the entry of the log that contains it."""
    events = value.get("events", [])
    return value.get("event") in SEATING or (isinstance(events, list) and any(map(_is_seating, events)))


def names_in(value: Json) -> set[str]:
    """Return every name of a field."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return set(value if isinstance(value, dict) else ()).union(*map(names_in, parts))


OLD = renamed(read_json("answers.json"))
KNOWN = names_in([OLD, SITE])
"""The fields that 0.1.0 had. Others may be new; one of these must not appear where it was not."""


def differences(old: Json, new: Json, place: str = "") -> list[str]:
    """Return where an answer does not say what it said before; fields that 0.1.0 did not have are ignored."""
    if isinstance(old, dict) and isinstance(new, dict):
        told = {key: part for key, part in new.items() if key in KNOWN}
        found = [f"{place}/{key}: only {'before' if key in old else 'now'}" for key in sorted(set(old) ^ set(told))]
        for key in sorted(set(old) & set(told)):
            found += differences(old[key], told[key], f"{place}/{key}")
        return found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [text for number, pair in pairs for text in differences(*pair, f"{place}/{number}")]
    return [] if old == new else [f"{place}: {old!r} is now {new!r}"]


def unfolded(answer: Json) -> Json:
    """Return a replay with the whole state in place of each patch: the same change may be said in another way."""
    state = answer["body"]["state"]
    steps = []
    for step in answer["body"]["steps"]:
        state = merged(state, step["patch"])
        steps.append({**step, "patch": state})
    return {**answer, "body": {**answer["body"], "steps": steps}}


def merged(value: Json, patch: Json) -> Json:
    """Apply a merge patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for key, part in patch.items():
        if part is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), part)
    return result


# -- the old site, served by this version ------------------------------------------------------


class Upgraded(NamedTuple):
    """A server on an old database, and what it answered before anyone played on."""

    address: str
    answers: dict[str, Json]

    def guest(self, name: str | None) -> AbstractAsyncContextManager[Guest]:
        """Return a guest of the old site, known by the old cookie, or a stranger."""
        return guest(self.address, SITE["guests"][name] if name else None)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgraded]:
    """The old site on this version; SQLite's is started twice, since what the first start changes must be kept."""
    folder = tmp_path_factory.mktemp("upgraded")
    database, log = folder / "games.db", folder / "server.log"
    load_dump((FOLDER / "site.sql").read_text(encoding="utf-8"), database)
    postgres = start_postgres(folder / "postgres") if request.param == "postgres" else None
    try:
        if postgres is None:
            address = str(database)
            Server(address, log).start().stop()
        else:
            address = in_postgres(database, new_database(postgres))
        with Server(address, log) as server:
            yield Upgraded(server.address, asyncio.run(collect(server.address, SITE)))
    finally:
        if postgres is not None:
            postgres.cleanup()


def in_postgres(database: Path, address: str) -> str:
    """Fill a PostgreSQL database with the tables that 0.1.0 made there, and the rows of a SQLite file."""
    sqlite = sqlalchemy.create_engine(sqlalchemy.URL.create("sqlite", database=str(database)))
    postgres = sqlalchemy.create_engine(sqlalchemy.make_url(address).set(drivername="postgresql+psycopg"))
    metadata = sqlalchemy.MetaData()
    metadata.reflect(sqlite)
    with sqlite.connect() as reading, postgres.begin() as writing:
        writing.exec_driver_sql((FOLDER / "postgresql.sql").read_text(encoding="utf-8"))
        for table in metadata.sorted_tables:
            rows = [dict(row) for row in reading.execute(sqlalchemy.select(table)).mappings()]
            writing.execute(table.insert(), rows)
    sqlite.dispose()
    postgres.dispose()
    return address


# -- nothing is lost ---------------------------------------------------------------------------


@pytest.mark.parametrize("question", ["/api/me", "/api/games?show=", "?seat=", "/download", "/replay?", "socket of"])
def test_everyone_gets_the_same_answers_as_before(upgraded: Upgraded, question: str) -> None:
    asked = [key for key in OLD if question in key]
    assert asked
    for key in asked:
        old, new = OLD[key], upgraded.answers[key]
        if question == "/replay?":
            old, new = unfolded(old), unfolded(new)
        if question == "/api/games?show=":
            new = without_additions(new)
        assert differences(without_choices(old), without_choices(new)) == [], key


def test_a_downloaded_game_loads_with_the_result_that_was_shown(upgraded: Upgraded, tmp_path: Path) -> None:
    finished = GAMES["finished"]["id"]
    (tmp_path / "old.branchline").write_text(upgraded.answers[f"Ada: /api/games/{finished}/download"]["body"], "utf-8")
    result = upgraded.answers[f"Ada: /api/games/{finished}?seat=none"]["body"]["result"]
    game = bl.Game.load(tmp_path / "old.branchline")
    assert game.over
    assert game.result.totals == [seat["total"] for seat in result["seats"]]
    assert game.result.winners == result["winners"]


def test_an_uploaded_map_is_still_there(upgraded: Upgraded) -> None:
    async def ask() -> None:
        async with upgraded.guest("小林") as owner, upgraded.guest("Ada") as other:
            old = GAMES["custom"]["map"]
            mine = [row for row in (await owner.call("GET", "/api/maps"))["maps"] if row.get("yours")]
            assert differences([old], mine) == []
            assert not [row for row in (await other.call("GET", "/api/maps"))["maps"] if row.get("yours")]
            for part in ("facts", "geometry", "board.svg"):
                assert (await owner.http.get(f"/api/maps/{old['id']}/{old['hash']}/{part}")).status_code == 200
            made = await owner.make(old["id"], [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True)
            assert (await owner.call("GET", f"/api/games/{made['id']}"))["map"]["hash"] == old["hash"]

    asyncio.run(ask())


# -- and everything goes on --------------------------------------------------------------------


def test_a_running_game_is_played_to_its_end(upgraded: Upgraded, tmp_path: Path) -> None:
    async def play() -> None:
        running = GAMES["running"]["id"]
        async with upgraded.guest("Ada") as ada, upgraded.guest("Žofie") as zofie:
            players = [await ada.open(running), await zofie.open(running)]
            await play_out(players, random.Random(1))
            assert players[0].state["result"]["winners"]
            totals = [seat["total"] for seat in players[0].state["result"]["seats"]]
            saved = tmp_path / "running.branchline"
            saved.write_text((await ada.http.get(f"/api/games/{running}/download")).text, "utf-8")
            assert bl.Game.load(saved).result.totals == totals
            for player in players:
                await player.close()

    asyncio.run(play())


def test_a_message_sent_again_after_the_upgrade_is_not_played_twice(upgraded: Upgraded) -> None:
    async def send() -> None:
        resent = GAMES["running"]["resent"]
        async with upgraded.guest("Žofie") as zofie:
            player = await zofie.open(GAMES["running"]["id"])
            again = await player.tell("act", **resent["message"])
            assert (again["t"], again["seq"], again["again"]) == ("ack", resent["seq"], True)
            await player.close()

    asyncio.run(send())


def test_first_tickets_are_chosen_and_play_begins(upgraded: Upgraded) -> None:
    async def play() -> None:
        async with upgraded.guest("Ada") as ada:
            player = await ada.open(GAMES["choosing"]["id"], 0)
            assert (await player.act({"action": "keep", "tickets": [0, 1]}))["t"] == "ack"
            assert player.state["phase"] == "turn"
            await player.close()

    asyncio.run(play())


@pytest.mark.parametrize(("name", "who"), [("advanced", "Ada"), ("custom", "小林")])
def test_a_game_with_technologies_goes_on(upgraded: Upgraded, name: str, who: str) -> None:
    async def play() -> None:
        async with upgraded.guest(who) as person:
            player = await person.open(GAMES[name]["id"])
            before = player.state["moves"]
            assert (await player.act(player.choice(random.Random(4))))["t"] == "ack"
            assert player.state["moves"] > before
            await player.close()

    asyncio.run(play())


def test_an_undo_that_was_asked_for_before_can_be_granted(upgraded: Upgraded) -> None:
    async def play() -> None:
        async with upgraded.guest("Ada") as ada:
            player = await ada.open(GAMES["undo"]["id"])
            asked, moves = player.state["undo"], player.state["moves"]
            assert (await player.tell("agree", yes=True))["t"] == "ack"
            assert "undo" not in player.state
            assert player.state["moves"] == moves - asked["moves"]
            await player.close()

    asyncio.run(play())


def test_links_still_open_the_table_and_the_seats_that_they_are_for(upgraded: Upgraded) -> None:
    async def sit_down() -> None:
        table = GAMES["open"]
        path = f"/api/games/{table['id']}"
        async with upgraded.guest(None) as eve, upgraded.guest(None) as device, upgraded.guest("Ada") as ada:
            await eve.call("GET", path, expect=403)
            await eve.call("POST", f"{path}/enter", {"token": table["invite"]})
            await eve.call("POST", f"{path}/seats/2", {"name": "Eve"})
            assert (await device.call("POST", f"{path}/enter", {"token": table["seats"]["1"]}))["seat"] == 1
            state = await ada.call("POST", f"{path}/start")
            assert state["stage"] == "playing"
            assert sorted(seat["name"] for seat in state["seats"].values()) == ["Ada", "Easy bot", "Eve", "Žofie"]
            same = await device.call("GET", path)
            assert same["seats"][str(same["you"])]["name"] == "Žofie"

    asyncio.run(sit_down())


def test_a_rematch_is_still_one_game_for_all_and_can_begin(upgraded: Upgraded) -> None:
    async def play() -> None:
        async with upgraded.guest("Ada") as ada, upgraded.guest("Žofie") as zofie:
            again = await ada.call("POST", f"/api/games/{GAMES['finished']['id']}/rematch")
            assert again["id"] == GAMES["rematch"]["id"]
            state = await zofie.call("POST", f"/api/games/{again['id']}/start")
            assert state["stage"] == "playing"

    asyncio.run(play())


def test_a_clock_that_ran_out_while_no_server_was_running_has_decided(upgraded: Upgraded) -> None:
    async def ask() -> None:
        old = GAMES["clock"]
        async with upgraded.guest("Fay") as fay:
            state = await fay.call("GET", f"/api/games/{old['id']}")
            while state["moves"] == old["moves"]:
                await asyncio.sleep(0.05)
                state = await fay.call("GET", f"/api/games/{old['id']}")
            assert state["moves"] == old["moves"] + 1
            player = await fay.open(old["id"])
            assert "out of time" in json.dumps(player.log)
            await player.close()

    asyncio.run(ask())
