"""Make the files of `data/0.1.0`, with the real 0.1.0.

In a checkout of 0.1.0 with its own environment, put this folder at `tests/compatibility` and run
`python -m tests.compatibility.make_0_1_0`. The maps and the settings file are written by hand (`island.toml` by
`branchline map new island`); all other files are made here. Ids, secrets and seeds of the server's games differ each
time, so commit the result as a whole.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import sqlalchemy
from sqlalchemy.schema import CreateIndex, CreateTable

import branchline as bl
from tests.compatibility.answers import COOKIE, collect
from tests.compatibility.files import FOLDER, facts_of, load_dump
from tests.server.databases import new_database, start_postgres
from tests.server.people import Guest, play_out
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server.people import Player

Json: TypeAlias = Any
VERSION = FOLDER.name
NAMES = ("Ada", "Žofie Dvořáková", "小林 さくら", "Renée O’Neill", "Łukasz Ωμέγα-Ñandú")
START = 1_740_855_600
"""The time that the server is given: 1 March 2025, so that a clock of 14 days has expired by now."""
TWO_WEEKS = 1_209_600
NAMELESS = "a guest without a name"


# -- saved games -------------------------------------------------------------------------------


class Plan(NamedTuple):
    """A game to be saved: to its end, or until `stop` says so."""

    map: str
    players: int
    options: tuple[str, ...] = ()
    bot: str | None = None
    stop: Callable[[bl.Game], bool] = lambda game: game.over


def at_phase(phase: str, moves: int = 0) -> Callable[[bl.Game], bool]:
    """Stop in a phase, after some moves at least."""
    return lambda game: game.over or (game.phase == phase and len(game.log) >= moves)


PLANS = {
    "usa-2": Plan("usa", 2, bot="planner"),
    "usa-3": Plan("usa", 3, ("replacement_wild",)),
    "usa-4": Plan("usa", 4, ("single_draw", "replacement_wild"), bot="easy"),
    "usa-5": Plan("usa", 5, ("single_draw",)),
    "usa-dealt": Plan("usa", 5, stop=at_phase("first tickets")),
    "usa-second-card": Plan("usa", 3, bot="greedy", stop=at_phase("second card", 80)),
    "london-2": Plan("london", 2, ("reference-manual",)),
    "london-3": Plan("london", 3, bot="planner"),
    "london-4": Plan("london", 4, ("single_draw",), bot="medium"),
    "london-keep": Plan("london", 2, ("replacement_wild",), stop=at_phase("keep tickets", 12)),
    "paris-2": Plan("paris", 2, bot="planner"),
    "paris-3": Plan("paris", 3, ("replacement_wild",)),
    "paris-4": Plan("paris", 4, ("single_draw", "replacement_wild"), bot="easy"),
    "paris-turn": Plan("paris", 3, stop=at_phase("turn", 40)),
    "uk-2": Plan("uk", 2, ("advanced",), bot="planner"),
    "uk-3": Plan("uk", 3, bot="medium"),
    "uk-4": Plan("uk", 4, ("advanced", "single_draw", "replacement_wild")),
    "uk-held-route": Plan("uk", 3, ("advanced",), stop=at_phase("held route", 30)),
    "uk-second-route": Plan("uk", 3, ("advanced",), stop=at_phase("second route", 30)),
    "mini-2": Plan("mini", 2),
    "mini-3": Plan("mini", 3, bot="planner"),
    "island-4": Plan("island", 4, bot="planner"),
    "everything-2": Plan("everything", 2, ("full",)),
    "everything-3": Plan("everything", 3, ("gentle", "advanced"), bot="easy"),
    "everything-held-route": Plan("everything", 3, stop=at_phase("held route", 20)),
    "everything-second-route": Plan("everything", 3, ("advanced",), stop=at_phase("second route", 20)),
}
PHASES = {"first tickets", "turn", "second card", "keep tickets", "held route", "second route", "over"}
DECIDED_BY = {"points": 0, "tickets": 98, "longest path": 205, "shared": 637}
"""The rules that can decide a game (E5), each with the number of a game on the island that it decides."""


def play(plan: Plan, seed: str) -> bl.Game:
    """Play a game with bots, or at random with a preference for claiming and buying."""
    game = bl.new_game(plan.map, plan.players, seed, plan.options, NAMES[: plan.players])
    dice = random.Random(seed)
    bots = [bl.bot(plan.bot) for _ in range(plan.players)] if plan.bot else []
    for player in bots:
        player.start(dice.getrandbits(40))
    if not plan.stop(game) and dice.random() < 0.5:  # first tickets may be chosen in any order
        for seat in reversed(range(1, plan.players)):
            game.play(bl.Keep(tuple(range(len(game.offer_of(seat)))), seat))
    while not plan.stop(game):
        view = game.view(game.turn)
        game.play(bots[game.turn].choose(view) if bots else _random_action(list(game.legal), dice))
    return game


def _random_action(actions: list[Any], dice: random.Random) -> Any:  # noqa: ANN401 (an action)
    for kind, chance in ((bl.Buy, 0.5), (bl.Claim, 0.8), (bl.DrawBlind, 0.5)):
        wished = [action for action in actions if isinstance(action, kind)]
        if wished and dice.random() < chance:
            return dice.choice(wished)
    return dice.choice([action for action in actions if action != bl.Pass()] or actions)


def save_games() -> None:
    """Save every planned game, and one for each rule that can decide a game."""
    games = {name: play(plan, f"compatibility {name}") for name, plan in PLANS.items()}
    for rule, number in DECIDED_BY.items():
        game = games[f"island-{rule.replace(' ', '-')}"] = play(Plan("island", 2), f"compatibility {rule} {number}")
        assert game.result.decided_by == rule
    assert {game.phase for game in games.values()} == PHASES
    played = {type(action) for game in games.values() for action, _ in game.replay()}
    assert played == {type(None), bl.Keep, bl.Draw, bl.DrawBlind, bl.TakeTickets, bl.Claim, bl.Buy, bl.Pass}, played
    folder = fresh("games")
    for name, game in games.items():
        game.save(folder / f"{name}.branchline")
    write_lines(FOLDER / "games.json", {name: facts_of(game, game.to_bytes()) for name, game in games.items()})


# -- a tournament ------------------------------------------------------------------------------


def save_tournament() -> None:
    """Play a small tournament into a folder, and keep the standings that it led to."""
    folder = fresh("tournament")
    shutil.rmtree(folder)
    words = ("tournament", "easy", "greedy", "random", "--map", "island", "--players", "2,3", "--games", "3")
    said = branchline(*words, "--seed", "7", "--runner", "inline", "--out", str(folder), "--json")
    (FOLDER / "standings.json").write_text(json.dumps(json.loads(said), indent=1) + "\n", encoding="utf-8")


def branchline(*words: str) -> str:
    """Run the command line and return what it prints."""
    done = subprocess.run([sys.executable, "-m", "branchline", *words], check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


# -- a site ------------------------------------------------------------------------------------

RECORDS = [
    *("created", "sat down", "joined", "chair set", "edited", "started"),
    *("acted", "undo asked", "undo answered", "resigned", "said", "rematched"),
]
"""Every kind of record that 0.1.0 stores."""


Chooser: TypeAlias = "Callable[[Player], Json]"


class Table(NamedTuple):
    """A game of the site, and the sockets of those who play it."""

    id: str
    made: Json
    players: list[Player]


async def seated(host: Guest, others: list[Guest], map_name: str, bots: list[str], **more: Json) -> Table:
    """Make a game for people and bots, let everyone sit down, and start it."""
    seats = [{"kind": "me"}, *({"kind": "open"} for _ in others), *({"kind": "bot", "level": level} for level in bots)]
    made = await host.make(map_name, seats, **more)
    path = f"/api/games/{made['id']}"
    for chair, other in enumerate(others, 1):
        await other.call("POST", f"{path}/enter", {"token": made["invite"]})
        made["seats"][str(chair)] = (await other.call("POST", f"{path}/seats/{chair}", {}))["token"]
    await host.call("POST", f"{path}/start")
    return Table(made["id"], made, [await person.open(made["id"]) for person in (host, *others)])


async def settle(table: Table, moves: int, choose: Chooser, waits_for: int = 0) -> None:
    """Play some moves, then on until one of the people has to decide and the server has nothing to do."""
    while True:
        await caught_up(table)
        state = table.players[0].state
        deciding = [player for player in table.players if player.state["you"] in state["deciding"]]
        if deciding == [table.players[waits_for]] and state["moves"] >= moves:
            return
        if deciding:
            assert (await deciding[-1].act(choose(deciding[-1])))["t"] == "ack"
        else:
            await table.players[0].take()


def at_random(seed: int) -> Chooser:
    """Choose one of the actions that the server offers."""
    dice = random.Random(seed)
    return lambda player: player.choice(dice)


def greedy_for_tickets(player: Player) -> Json:
    """Take tickets whenever possible and keep them all: a sure way to the lowest score."""
    if "offer" in player.state:
        return {"action": "keep", "tickets": list(range(len(player.state["offer"]["tickets"])))}
    if player.state["legal"]["tickets"]:
        return {"action": "tickets"}
    return {"action": "draw", "card": player.state["legal"]["draw"][0]}


async def caught_up(table: Table) -> None:
    """Let every socket read all that was sent."""
    for player in table.players:
        await player.tell("ping")


async def hang_up(table: Table) -> None:
    """Close the sockets of a game."""
    for player in table.players:
        await player.close()


async def fill(address: str, site: Json) -> None:
    """Make all the games of the site."""
    people = {name: Guest(address) for name in ("Ada", "Žofie", "小林", NAMELESS, "Fay", "Gus")}
    ada, zofie, sakura, nameless, fay, gus = people.values()
    for name, color in (("Ada", "red"), ("Žofie", "green"), ("小林", "white")):
        await people[name].call("PUT", "/api/me", {"name": name, "colour": color})
    for person in (nameless, fay, gus):
        await person.call("GET", "/api/me")
    games = {
        "open": await _open(ada, zofie, sakura, nameless),
        "running": await _running(ada, zofie, sakura, nameless),
        "choosing": await _choosing(ada),
        "undo": await _undo(zofie, ada),
        "advanced": await _advanced(ada),
        "custom": await _custom(sakura, nameless),
        "finished": await _finished(ada, zofie),
        "resigned": await _resigned(nameless, ada),
        "imported": await _imported(zofie),
        "clock": await _clock(fay, gus),
    }
    games["rematch"] = await _rematch(games["finished"], zofie)
    seats = {
        "open": ["Ada", "Žofie", "小林", NAMELESS],
        "running": ["Ada", "Žofie", "小林", NAMELESS],
        "choosing": ["Ada"],
        "undo": ["Žofie", "Ada"],
        "advanced": ["Ada"],
        "custom": ["小林", NAMELESS],
        "finished": ["Ada", "Žofie"],
        "resigned": [NAMELESS, "Ada"],
        "imported": ["Žofie"],
        "rematch": ["Žofie", "Ada"],
    }
    site["games"] = {name: {**game, "people": seats.get(name, [])} for name, game in games.items()}
    site["guests"] = {name: person.http.cookies[COOKIE] for name, person in people.items()}
    for person in people.values():
        await person.http.aclose()


async def _open(ada: Guest, zofie: Guest, sakura: Guest, nameless: Guest) -> Json:
    """An open table: one has come and gone, one sits there with two devices, the host has changed the options."""
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}, {"kind": "bot", "level": "hard"}]
    made = await ada.make("london", seats, options=["single_draw"], hints=False)
    path = f"/api/games/{made['id']}"
    await zofie.call("POST", f"{path}/enter", {"token": made["invite"]})
    made["invite"] = (await ada.call("POST", f"{path}/invite"))["invite"]
    made["seats"]["1"] = (await zofie.call("POST", f"{path}/seats/1", {"name": "Žofie", "colour": "yellow"}))["token"]
    await sakura.call("POST", f"{path}/enter", {"token": made["seats"]["1"]})  # the other device
    await nameless.call("POST", f"{path}/enter", {"token": made["invite"]})
    await nameless.call("POST", f"{path}/seats/2", {})
    await nameless.call("DELETE", f"{path}/seats/2")
    await ada.call("PUT", f"{path}/seats/3", {"kind": "bot", "level": "easy"})
    await ada.call("PATCH", path, {"options": ["reference-manual"], "clock": TWO_WEEKS})
    return {**made, "players": 4}


async def _running(ada: Guest, zofie: Guest, sakura: Guest, nameless: Guest) -> Json:
    """A public game of three people and a bot: one has resigned, some have talked, it is the host's turn."""
    table = await seated(ada, [zofie, sakura], "london", ["easy"], public=True, options=["reference-manual"])
    choose = at_random(3)
    await settle(table, 12, choose)
    watcher = await nameless.open(table.id)
    await table.players[0].tell("chat", text="Good luck, всем!")
    await watcher.tell("chat", text="I am only watching.")
    await watcher.close()
    await table.players[2].tell("resign")
    rest = Table(table.id, table.made, table.players[:2])
    await settle(rest, 30, choose, waits_for=1)
    last = {"id": "resent", "rev": rest.players[1].state["rev"], "action": choose(rest.players[1])}
    answer = await rest.players[1].tell("act", **last)
    await settle(rest, 30, choose)
    await hang_up(table)
    return {**table.made, "players": 4, "resent": {"message": last, "seq": answer["seq"]}}


async def _choosing(ada: Guest) -> Json:
    """A game of five at its first tickets: all but one have chosen, and one guest plays two seats."""
    seats = [{"kind": "me"}, {"kind": "me", "name": "Ada’s mother"}, *({"kind": "bot", "level": "easy"},) * 3]
    made = await ada.make("usa", seats, start=True, shuffle=False)
    player = await ada.open(made["id"], 1)
    await player.act({"action": "keep", "tickets": [0, 2]})
    while player.state["deciding"] != [0]:
        await player.take()
    await player.close()
    return {**made, "players": 5}


async def _undo(zofie: Guest, ada: Guest) -> Json:
    """A game in which one undo was granted and one refused; a third is asked for and not answered yet."""
    table = await seated(zofie, [ada], "mini", [])
    mine, other = table.players
    choose = at_random(5)
    await settle(table, 8, choose)
    for yes in (True, False, None):
        await mine.act(choose(mine))
        await mine.tell("chat", text="Oops!")
        await mine.tell("undo")
        await caught_up(table)
        if yes is not None:
            await other.tell("agree", yes=yes)
            await settle(table, mine.state["moves"] + 2, choose)
    await hang_up(table)
    return {**table.made, "players": 2}


async def _advanced(ada: Guest) -> Json:
    """A game in which a technology of the advanced game was bought."""
    table = await seated(ada, [], "uk", ["easy"], options=["advanced", "single_draw"], public=True)
    player, dice = table.players[0], random.Random(2)
    advanced = {name for name, technology in bl.load_map("uk").spec.technologies.items() if technology.advanced}

    def choose(player: Player) -> Json:
        """Save cards for a technology of the advanced game, and now and then spend them."""
        buys = player.state.get("legal", {}).get("buy", {})
        for name in advanced & set(buys):
            return {"action": "buy", "technology": name, "cards": buys[name][0]}
        if "offer" in player.state or dice.random() < 0.2:
            return player.choice(dice)
        return {"action": "draw", "card": dice.choice(player.state["legal"]["draw"])}

    while not advanced & set(player.state["seats"][str(player.state["you"])]["technologies"]):
        await settle(table, player.state["moves"] + 1, choose)
    await settle(table, player.state["moves"] + 24, at_random(2))
    while player.state["phase"] != "turn":
        await settle(table, player.state["moves"] + 1, at_random(2))
    await hang_up(table)
    return {**table.made, "players": 2}


async def _custom(sakura: Guest, nameless: Guest) -> Json:
    """A game on a map that a guest uploaded."""
    text = (FOLDER / "maps" / "everything.toml").read_text(encoding="utf-8")
    report = await sakura.call("POST", "/api/maps", {"text": text})
    table = await seated(sakura, [nameless], report["map"]["id"], ["easy"], options=["full"])
    await settle(table, 30, at_random(8))
    await hang_up(table)
    return {**table.made, "players": 3, "map": report["map"]}


async def _finished(ada: Guest, zofie: Guest) -> Json:
    """A finished game: with chat, an undo, and a move that the clock made."""
    table = await seated(ada, [zofie], "paris", ["medium"], public=True, clock=10)
    mine, other = table.players
    choose = at_random(13)
    await settle(table, 9, choose)
    while "out of time" not in str(other.log):
        await other.take()
    await settle(table, 15, choose)
    await mine.act(choose(mine))
    await mine.tell("undo")
    await caught_up(table)
    await other.tell("agree", yes=True)
    await caught_up(table)
    await play_out(table.players, random.Random(13))
    await other.tell("chat", text="Bien joué !")
    await hang_up(table)
    return {**table.made, "players": 3, "replayed": True}


async def _rematch(finished: Json, zofie: Guest) -> Json:
    """The same table again, not started yet."""
    made = await zofie.call("POST", f"/api/games/{finished['id']}/rematch")
    return {**made, "players": 3}


async def _resigned(nameless: Guest, ada: Guest) -> Json:
    """A game that ended because all people resigned, one after the other."""
    table = await seated(nameless, [ada], "mini", ["medium"], public=True)
    await settle(table, 8, greedy_for_tickets)
    await table.players[0].tell("resign")
    rest = Table(table.id, table.made, table.players[1:])
    await settle(rest, 16, greedy_for_tickets)
    await rest.players[0].tell("resign")
    await hang_up(table)
    return {**table.made, "players": 3, "replayed": True}


async def _imported(zofie: Guest) -> Json:
    """A saved game that a guest imported."""
    text = (FOLDER / "games" / "uk-2.branchline").read_text(encoding="utf-8")
    entered = await zofie.call("POST", "/api/replays", {"text": text})
    return {"id": entered["game"], "invite": "", "seats": {}, "players": 2}


async def _clock(fay: Guest, gus: Guest) -> Json:
    """A game whose clock runs out while no server is running; nobody but these two can see it."""
    table = await seated(fay, [gus], "mini", [], clock=TWO_WEEKS)
    await settle(table, 6, at_random(1))
    state = table.players[0].state
    await hang_up(table)
    return {**table.made, "players": 2, "moves": state["moves"], "turn": state["turn"]}


def save_site() -> None:
    """Let a server make all kinds of games; keep its database, and what it answers about them."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        set_clock_back(folder)
        site: Json = {}
        with Server(str(folder / "first.db"), folder / "server.log") as server:
            asyncio.run(fill(server.address, site))
        with Server(str(folder / "first.db"), folder / "server.log"):
            time.sleep(5)  # a start brings the lists of games up to date
        dump = dumped(folder / "first.db")
        (FOLDER / "site.sql").write_text(dump, encoding="utf-8")
        load_dump(dump, folder / "again.db")
        with Server(str(folder / "again.db"), folder / "server.log") as server:
            answers = asyncio.run(collect(server.address, site, viewer="eyes"))
        (FOLDER / "postgresql.sql").write_text(postgres_schema(folder), encoding="utf-8")
    write_lines(FOLDER / "site.json", site)
    write_lines(FOLDER / "answers.json", answers)


def set_clock_back(folder: Path) -> None:
    """Set the clock of every Python process that is started from now on back to `START`."""
    back = time.time() - START
    code = f"import time\n_now = time.time\ntime.time = lambda: round(_now() - {back!r}, 3)\n"
    (folder / "sitecustomize.py").write_text(code, encoding="utf-8")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])


def dumped(path: Path) -> str:
    """Return a database as SQL."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("VACUUM")
    dump = "\n".join(connection.iterdump()) + "\n"
    connection.close()
    for record in RECORDS:
        assert f'{{"r":"{record}"' in dump, record
    for by in ("bot", "clock"):
        assert f'"by":"{by}"' in dump, by
    return dump


def postgres_schema(folder: Path) -> str:
    """Return the tables as 0.1.0 makes them in PostgreSQL; their rows are those of SQLite."""
    postgres = start_postgres(folder / "postgres")
    try:
        address = new_database(postgres)
        branchline("db", "copy", str(folder / "again.db"), address)
        engine = sqlalchemy.create_engine(sqlalchemy.make_url(address).set(drivername="postgresql+psycopg"))
        metadata = sqlalchemy.MetaData()
        metadata.reflect(engine)
        makers: list[Any] = []
        for table in metadata.sorted_tables:
            makers += [CreateTable(table), *(CreateIndex(index) for index in sorted(table.indexes, key=str))]
        statements = [str(maker.compile(engine)).strip() for maker in makers]
        engine.dispose()
    finally:
        postgres.cleanup()
    return ";\n".join(statements) + ";\n"


# -- files -------------------------------------------------------------------------------------


def fresh(name: str) -> Path:
    """Return an empty folder of the data."""
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def write_lines(path: Path, values: dict[str, Json]) -> None:
    """Write a JSON object with a line for each of its keys."""
    lines = (f"{json.dumps(key, ensure_ascii=False)}:{_short(value)}" for key, value in values.items())
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _short(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    """Make everything."""
    assert bl.__version__ == VERSION, f"this is {bl.__version__}: run it in a checkout of {VERSION}"
    os.environ["BRANCHLINE_MAPS"] = str(FOLDER / "maps")
    save_games()
    save_tournament()
    del os.environ["BRANCHLINE_MAPS"]  # a guest uploads the map
    save_site()


if __name__ == "__main__":
    main()
