"""Disks that are full, clocks that jump, and databases that go away: nothing acknowledged is lost, and play goes on."""

from __future__ import annotations

import asyncio
import sys
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import update

from branchline.server.live import autoplay
from branchline.server.live.autoplay import Autoplayer
from branchline.server.live.cluster.postgres import Leases
from branchline.server.settings import Settings
from branchline.server.store import open_store
from branchline.server.store.schema import PROCESSES
from tests.server.conftest import postgres
from tests.server.databases import new_database
from tests.server.people import Guest
from tests.server.servers import Server
from tests.server.test_leak import new_match, new_room

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.people import Json, Player

__all__ = ["postgres"]
TWO: list[Json] = [{"kind": "me"}, {"kind": "me"}]


def status_of(url: str) -> int:
    try:
        return int(urllib.request.urlopen(url, timeout=240).status)
    except urllib.error.HTTPError as error:
        return error.code


def wait_for_status(server: Server, status: int) -> None:
    """Wait until the server reports that it is ready, or that it is not; a test that waits forever has failed."""
    end = time.monotonic() + 240
    while status_of(f"{server.address}/readyz") != status:
        assert time.monotonic() < end
        time.sleep(0.05)


async def keep_two(player: Player, request_id: str) -> Json:
    return await player.tell(
        "act", rev=player.state["rev"], action={"action": "keep", "tickets": [0, 1]}, id=request_id
    )


def limit_files(server: Server, size: int = -1) -> None:
    """Let every write of a server beyond a size fail, as on a disk that is full; -1 is no limit."""
    import resource

    assert server.process is not None
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits other processes")
def test_a_full_disk_is_reported_and_play_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        async with Guest(server.address) as ada:
            game = (await ada.make("mini", TWO, start=True))["id"]
            first, second = await ada.open(game, seat=0), await ada.open(game, seat=1)
            assert (await keep_two(first, "before"))["t"] == "ack"
            limit_files(server, 1)
            refused = await keep_two(second, "while-full")
            assert (refused["t"], refused["code"]) == ("refused", "not_stored")
            await asyncio.to_thread(wait_for_status, server, 503)
            assert await asyncio.to_thread(status_of, f"{server.address}/healthz") == 200
            limit_files(server)  # no limit
            await asyncio.to_thread(wait_for_status, server, 200)
            assert (await keep_two(second, "while-full"))["t"] == "ack"  # the same message again
            assert second.state["phase"] == "turn"

    with Server(str(tmp_path / "games.db"), tmp_path / "server.log") as server:
        asyncio.run(play(server))


# -- clocks ------------------------------------------------------------------------------------


def clock_of(autoplayer: Autoplayer) -> asyncio.TimerHandle:
    (clock,) = autoplayer._clocks.values()
    return clock


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_a_jump_of_the_time_of_day_gives_and_takes_no_time(jump: float, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        match = new_match("london", 2, [])
        match.clock, match.moved_at = 30, time.time()
        room, autoplayer = new_room(match), Autoplayer(Settings())
        autoplayer.check(room)
        before = clock_of(autoplayer)
        now = time.time
        monkeypatch.setattr(time, "time", lambda: now() + jump)
        autoplayer.check(room)  # as after a line of chat
        assert clock_of(autoplayer) is before
        assert not before.cancelled()
        await autoplayer.stop()

    asyncio.run(work())


def test_nobody_gets_more_time_than_the_clock_gives_when_the_time_of_day_was_set_back() -> None:
    async def work() -> None:
        match = new_match("london", 2, [])
        match.clock, match.moved_at = 30, time.time() + 3600  # moved before the time was set back by an hour
        autoplayer = Autoplayer(Settings())
        autoplayer.check(new_room(match))
        left = clock_of(autoplayer).when() - asyncio.get_running_loop().time()
        assert left <= 30 + autoplay.GRACE_SECONDS
        await autoplayer.stop()

    asyncio.run(work())


def test_a_lease_from_before_the_clock_of_the_database_was_set_back_is_not_believed(postgres: Json) -> None:
    store = open_store(new_database(postgres))
    dead, alive = Leases(store.engine.url, "dead"), Leases(store.engine.url, "alive")
    try:
        dead.renew()
        alive.renew()
        assert dead.take(["g"]) == {"g": 1}
        assert alive.take_abandoned(10) == {}
        with store.engine.begin() as connection:
            connection.execute(update(PROCESSES).where(PROCESSES.c.id == "dead").values(until=PROCESSES.c.until + 3600))
        assert alive.take_abandoned(10) == {"g": 2}
    finally:
        alive.close()
        dead.close()
        store.close()
