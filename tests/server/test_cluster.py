"""Two processes on one PostgreSQL: a game's players at both, and one of the processes dies."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from sqlalchemy import select

from branchline.server.live.cluster import postgres as cluster_postgres
from branchline.server.live.cluster.cluster import Cluster
from branchline.server.live.cluster.postgres import Leases
from branchline.server.processes import check
from branchline.server.settings import Settings, SettingsError
from branchline.server.store import Append, NotOwnerError, Owner, engines, open_store
from branchline.server.store.engines import open_engine
from branchline.server.store.schema import OWNERS
from branchline.server.store.store import _is_owner
from tests.crash.takeover import take_over
from tests.server.databases import new_database
from tests.server.people import Guest, Json
from tests.server.servers import Server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.server.people import Player


@pytest.fixture
def pair(postgres: Json, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers of one site."""
    database = new_database(postgres)
    with Server(database, tmp_path / "one.log") as one, Server(database, tmp_path / "two.log") as two:
        yield one, two


def test_a_game_goes_on_when_one_of_two_processes_dies(pair: tuple[Server, Server]) -> None:
    """How soon is measured by `python -m tests.crash.takeover`; here it is enough that it does."""
    assert asyncio.run(take_over(*pair)) > 0


def test_clients_of_a_dead_process_are_no_longer_present(pair: tuple[Server, Server]) -> None:
    one, two = pair

    async def play() -> None:
        async with Guest(one.address) as ada, Guest(two.address) as bob:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "open"}], public=True)
            await bob.call("POST", f"/api/games/{made['id']}/seats/1", {"name": "Bob"})
            first = await ada.open(made["id"])
            second = await bob.open(made["id"])  # comes later to a process that did not know who is at the other
            while not second.state["seats"]["0"].get("here"):
                await second.take()
            while not first.state["seats"]["1"].get("here"):
                await first.take()
            one.kill()
            while second.state["seats"]["0"].get("here"):
                await second.take()
            await second.close()

    asyncio.run(play())


def test_orphans_are_taken_over_by_the_other_process(pair: tuple[Server, Server]) -> None:
    """A game that only the dead process had in memory, waiting for a bot, is found by the other."""
    one, two = pair

    async def play() -> None:
        async with Guest(one.address) as ada:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True)
            player = await ada.open(made["id"])
            before = player.state["rev"]
            one.kill()
            ada.http.base_url = ada.address = two.address
            back = await ada.open(made["id"])
            await back.act(back.choice(random.Random(1)))
            while not (back.must_decide and back.state["rev"] > before + 1) and back.state["stage"] == "playing":
                await back.take()
            await back.close()

    asyncio.run(play())


def test_the_game_of_a_stopped_process_is_run_by_another(postgres: Json, tmp_path: Path) -> None:
    """How soon is measured by `python -m tests.crash.takeover --stop`; here it is enough that it happens at all."""
    database, dice = new_database(postgres), random.Random(1)
    with Server(database, tmp_path / "one.log") as one:

        async def play() -> None:
            async with Guest(one.address) as ada:
                made = await ada.make("london", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], start=True)
                await bot_moves(await ada.open(made["id"]), dice)
                before = owner_of(database, made["id"])
                assert one.process is not None
                with Server(database, tmp_path / "two.log") as two:  # after the game has its owner
                    one.process.send_signal(signal.SIGSTOP)
                    try:
                        ada.http.base_url = ada.address = two.address
                        await bot_moves(await ada.open(made["id"]), dice)
                        after = owner_of(database, made["id"])
                    finally:
                        one.process.send_signal(signal.SIGCONT)
                assert after.process != before.process
                assert after.token > before.token

        asyncio.run(play())


async def bot_moves(player: Player, dice: random.Random) -> None:
    """Play until the other seat, a bot's, has made some moves."""
    me, seen = player.state["you"], player.seq
    while sum(step.get("seat") not in (None, me) for step in player.log if step["seq"] > seen) < 2:
        if player.must_decide:
            await player.act(player.choice(dice))
        else:
            await player.take()


def owner_of(database: str, game: str) -> Owner:
    """Return who runs a game, by the database."""
    engine = open_engine(database)
    with engine.connect() as connection:
        found = connection.execute(select(OWNERS.c.process, OWNERS.c.token).where(OWNERS.c.game == game)).one()
    engine.dispose()
    return Owner(*found)


def test_a_former_owner_is_refused_whatever_it_writes(postgres: Json) -> None:
    store = open_store(new_database(postgres))
    url = store.engine.url
    frozen, other = Leases(url, "frozen"), Leases(url, "other")
    row = {"stage": "playing", "public": False, "created": 1.0, "updated": 1.0, "row": "{}"}

    async def write(seq: int, owner: Owner) -> bool:
        return await store.append(Append("g", seq, 1.0, None, "{}", owner=owner))

    async def play() -> None:
        await store.add_game([Append("g", 0, 1.0, None, "{}")], row, {})
        for process in (frozen, other):
            process.renew()
        mine = frozen.take(["g"])["g"]
        assert other.take(["g"]) == {}
        assert other.take_abandoned(10) == {}
        assert await write(1, Owner("frozen", mine))
        with store.engine.begin() as connection:  # as if the process had been stopped for a while
            connection.exec_driver_sql("UPDATE processes SET until = until - 60 WHERE id = 'frozen'")
        theirs = other.take_abandoned(10)["g"]
        assert theirs > mine
        frozen.renew()  # it goes on as if nothing had happened
        with pytest.raises(NotOwnerError):
            await write(2, Owner("frozen", mine))
        assert frozen.take(["g"]) == {}
        assert await write(2, Owner("other", theirs))
        assert [seq for seq, *_ in await store.records("g")] == [0, 1, 2]

    try:
        asyncio.run(play())
    finally:
        frozen.close()
        other.close()
        store.close()


def test_a_process_that_is_stopped_in_the_middle_of_a_write_keeps_no_game(
    postgres: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its transaction holds a lock on the game, for which the lease of another process must not wait either."""
    monkeypatch.setattr(engines, "IDLE_SECONDS", 0.5)
    monkeypatch.setattr(cluster_postgres, "LOCK_SECONDS", 0.1)
    store = open_store(new_database(postgres))
    stopped, other = Leases(store.engine.url, "stopped"), Leases(store.engine.url, "other")
    owner = Owner("stopped", stopped.take(["g"])["g"])
    taken: dict[str, int] = {}
    connection = store.engine.connect()
    assert _is_owner(connection, "g", owner)  # as at the beginning of a write, which never goes on
    for _ in range(100):
        other.renew()
        with contextlib.suppress(psycopg.errors.LockNotAvailable):
            taken = other.take(["g"])
        if taken:
            break
    assert taken == {"g": owner.token + 1}
    connection.invalidate()
    connection.close()
    stopped.close()
    other.close()
    store.close()


def test_a_process_that_stops_gracefully_leaves_its_games_at_once(postgres: Json) -> None:
    store = open_store(new_database(postgres))
    first, second = Leases(store.engine.url, "first"), Leases(store.engine.url, "second")
    first.renew()
    second.renew()
    token = first.take(["a", "b"])["a"]
    first.release(["a"])
    assert second.take(["a", "b"]) == {"a": token + 1}
    first.close()
    assert second.take(["b"]) == {"b": token + 1}
    second.close()
    store.close()


def test_both_processes_write_at_once_and_each_action_counts_once(pair: tuple[Server, Server]) -> None:
    one, two = pair

    async def play() -> None:
        async with Guest(one.address) as ada, Guest(two.address) as bob:
            made = await ada.make("london", [{"kind": "me"}, {"kind": "open"}], public=True)
            await bob.call("POST", f"/api/games/{made['id']}/seats/1", {"name": "Bob"})
            first, second = await ada.open(made["id"]), await bob.open(made["id"])
            for round_ in range(10):
                said = await asyncio.gather(
                    first.tell("chat", text=f"a{round_}", id=f"a{round_}"),
                    second.tell("chat", text=f"b{round_}", id=f"b{round_}"),
                )
                assert [answer["t"] for answer in said] == ["ack", "ack"]
                assert said[0]["seq"] != said[1]["seq"]
            last = max(first.seq, second.seq)
            for player in (first, second):
                while player.seq < last:
                    await player.take()
                assert len({line["text"] for line in player.chat}) == 20
                await player.close()
            assert first.chat == second.chat

    asyncio.run(play())


def test_leases_are_renewed_while_the_shared_threads_are_busy(postgres: Json) -> None:
    async def work() -> None:
        blocked, free = threading.Event(), asyncio.Event()
        store = open_store(new_database(postgres))
        rooms: Any = []
        cluster = Cluster(store, rooms, SimpleNamespace(is_needed=bool), bool)  # type: ignore[arg-type]
        loop = asyncio.get_running_loop()
        await cluster.start()
        busy = [asyncio.create_task(asyncio.to_thread(blocked.wait)) for _ in range(100)]
        renew = cluster._leases.renew

        def renewed() -> None:
            renew()
            loop.call_soon_threadsafe(free.set)

        cluster._leases.renew = renewed  # type: ignore[method-assign]
        try:
            await asyncio.wait_for(free.wait(), 60)
        finally:
            blocked.set()
            await asyncio.gather(*busy)
            await cluster.stop()
            store.close()

    asyncio.run(work())


def children_of(process: int) -> list[int]:
    """Return the processes that a process has started."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text(encoding="ascii").split()]


@pytest.mark.skipif(sys.platform != "linux", reason="looks for the processes in /proc")
def test_processes_share_a_port_and_one_that_dies_is_replaced(postgres: Json, tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        assert server.process is not None
        serving = children_of(server.process.pid)
        assert len(serving) == 2
        async with Guest(server.address) as ada, Guest(server.address) as bob:
            made = await ada.make("mini", [{"kind": "me"}, {"kind": "open"}], public=True)
            await bob.call("POST", f"/api/games/{made['id']}/seats/1", {"name": "Bob"})
            await ada.call("POST", f"/api/games/{made['id']}/start")
            os.kill(serving[0], signal.SIGKILL)
            while len([pid for pid in children_of(server.process.pid) if pid not in serving]) < 1:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            for guest in (ada, bob):
                player = await guest.open(made["id"])
                assert (await player.act({"action": "keep", "tickets": [0, 1]}))["t"] == "ack"
                await player.close()

    with Server(new_database(postgres), tmp_path / "server.log", processes=2) as server:
        asyncio.run(play(server))


def test_a_file_is_not_shared_by_processes(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "games.db"), processes=2)
    with pytest.raises(SettingsError, match="needs a database that processes can share"):
        check(settings)
