"""There is one room for each game, and who enters it finds everything that is stored, whichever process stored it."""

from __future__ import annotations

import asyncio
import gc
import time
import weakref
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy.exc import OperationalError

from branchline.boards.library import load_map
from branchline.server.live import records as r
from branchline.server.live.autoplay import Autoplayer
from branchline.server.live.cluster.cluster import NEWS, Cluster, SingleProcess
from branchline.server.live.match import Match
from branchline.server.live.players import COLORS
from branchline.server.live.rooms import OVER_IDLE, Rooms
from branchline.server.metering import measured, metering
from branchline.server.projection.feed import feed_of
from branchline.server.projection.game_rows import row_of, waits_for_people
from branchline.server.projection.state import Viewer
from branchline.server.settings import Settings
from branchline.server.site import Site
from branchline.server.store import Append, Store, open_store
from tests.server.databases import new_database
from tests.server.test_leak import new_match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from branchline.server.live.match import BoardFinder, SeatKind
    from tests.server.people import Json

GAME = "abcdefghjk"
SETUPS = [r.SeatSetup("person", "Ada", COLORS[0], guest="ada"), r.SeatSetup("open", "", COLORS[1])]
CREATED = r.Created("mini", "0" * 64, "Mini", SETUPS, "ada")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file."""
    opened = open_store(str(tmp_path / "games.db"))
    yield opened
    opened.close()


class Maps:
    """A store of one map."""

    def __init__(self, meanwhile: Callable[[], Any] | None = None) -> None:
        board = load_map("mini").board(2)
        self._find: BoardFinder = lambda *_: board
        self._meanwhile = meanwhile

    async def version(self, digest: str) -> str:
        """Return a version; something else happens while it is read."""
        if self._meanwhile is not None:
            await self._meanwhile()
        return digest

    def finder(self, version: str) -> BoardFinder:
        """Return the board for any version."""
        del version
        return self._find


async def add_table(store: Store) -> Match:
    """Store a table with an open seat."""
    match = Match(GAME, Maps().finder(""))
    match.apply(0, 1.0, None, CREATED)
    await store.add_game([Append(GAME, 0, 1.0, None, r.to_text(CREATED))], row_of(match), {})
    return match


async def say(store: Store, seq: int) -> None:
    """Store a line of chat as another process would."""
    assert await store.append(Append(GAME, seq, 2.0, None, r.to_text(r.Said("Ada", "hello", 0))))


def test_a_room_that_somebody_asked_for_meanwhile_stays_in_memory(store: Store) -> None:
    """Otherwise its players would be in a room of their own, which learns nothing of what others do."""

    async def work() -> None:
        await add_table(store)
        rooms = Rooms(store, Maps(), row_of, 10)  # type: ignore[arg-type]
        autoplayer = Autoplayer(Settings())
        site = SingleProcess(store, rooms, autoplayer, lambda _: False)
        resumed, room = await asyncio.gather(site._resume_game(GAME), rooms.get(GAME))
        assert not resumed
        assert rooms.in_memory(GAME) is room
        await autoplayer.stop()

    asyncio.run(work())


def test_a_room_that_only_the_server_looked_at_leaves_the_memory(store: Store) -> None:
    async def work() -> None:
        await add_table(store)
        rooms = Rooms(store, Maps(), row_of, 10)  # type: ignore[arg-type]
        autoplayer = Autoplayer(Settings())
        await SingleProcess(store, rooms, autoplayer, lambda _: False)._resume_game(GAME)
        assert rooms.in_memory(GAME) is None
        await autoplayer.stop()

    asyncio.run(work())


def test_loading_a_game_is_charged_to_whoever_asks_for_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise anybody could have long games loaded one after the other, at the cost of everybody's moves."""
    replay = Rooms._replayed

    async def slow(self: Rooms, game: str, rows: Any) -> Match:  # noqa: ANN401 (rows of the store)
        end = time.thread_time() + 0.05
        while time.thread_time() < end:
            pass
        return await replay(self, game, rows)

    async def work() -> float:
        await add_table(store)
        rooms = Rooms(store, Maps(), row_of, 10)  # type: ignore[arg-type]
        with metering("ada") as meter:
            await measured(rooms.get(GAME))
        return meter.on_loop

    monkeypatch.setattr(Rooms, "_replayed", slow)
    assert asyncio.run(work()) >= 0.05


def test_what_is_stored_while_a_game_is_loaded_is_applied(store: Store) -> None:
    async def work() -> None:
        await add_table(store)

        async def meanwhile() -> None:
            await say(store, 1)
            cluster._handle(NEWS, "other", GAME, [])

        rooms = Rooms(store, Maps(meanwhile), row_of, 10)  # type: ignore[arg-type]
        autoplayer: Any = SimpleNamespace(is_needed=bool)
        cluster = Cluster(store, rooms, autoplayer, lambda _: False)
        room = await rooms.get(GAME)
        await asyncio.gather(*cluster._background)
        assert [line.text for line in room.match.chat] == ["hello"]

    asyncio.run(work())


def test_who_comes_from_another_process_finds_what_was_answered_there(postgres: Json) -> None:
    """A notification may come later than the player does, or never."""

    async def work() -> None:
        database = new_database(postgres)
        here, there = open_store(database), open_store(database)
        site = Site(Settings(database=database), here)
        site.library_read.set()
        site.rules_loaded.set()
        site.rooms.add(await add_table(there))
        await say(there, 1)
        room = await site.room(GAME)
        assert [line.text for line in room.match.chat] == ["hello"]
        await site.autoplayer.stop()
        here.close()
        there.close()

    asyncio.run(work())


def test_a_room_is_shown_as_it_was_while_the_database_is_unreachable(store: Store) -> None:
    async def work() -> None:
        rooms = Rooms(store, Maps(), row_of, 10)  # type: ignore[arg-type]
        room = rooms.add(await add_table(store))
        autoplayer: Any = SimpleNamespace(is_needed=bool)
        cluster = Cluster(store, rooms, autoplayer, lambda _: False)

        async def fails() -> None:
            raise OperationalError("SELECT", {}, ConnectionError("the database is away"))

        room.catch_up = fails  # type: ignore[method-assign]
        await cluster.refresh(room)
        assert room.match.seq == 0

    asyncio.run(work())


def test_a_start_loads_only_the_games_that_may_wait_for_the_server(store: Store) -> None:
    """A busy site has thousands of games between people: loading them would delay the others after a restart."""

    async def work() -> None:
        asked: list[str] = []
        kinds: dict[str, SeatKind] = {"abcdefghjk": "person", "abcdefghjm": "bot", "abcdefghjn": "person"}
        for game, kind in kinds.items():
            match = new_match("mini", 2, [])
            match.id, match.seats[1].kind = game, kind
            await store.add_game([Append(game, 0, 1.0, None, "{}")], row_of(match), {})

        async def get(game: str) -> None:
            asked.append(game)
            raise ConnectionError("it need not be loaded here")

        rooms: Any = SimpleNamespace(get=get, in_memory=lambda _: None)
        autoplayer: Any = SimpleNamespace(is_needed=bool)
        await SingleProcess(store, rooms, autoplayer, waits_for_people).resume()
        assert asked == ["abcdefghjm"]

    asyncio.run(work())


def test_the_room_of_a_finished_game_leaves_the_memory_before_others(store: Store) -> None:
    async def work() -> None:
        rooms = Rooms(store, Maps(), row_of, 10)  # type: ignore[arg-type]
        over, playing = new_match("mini", 2, []), new_match("mini", 2, [])
        over.stage, playing.id = "over", "other"
        for match in (over, playing):
            rooms.add(match).last_used -= OVER_IDLE + 1
        assert [room.match for room in rooms.sweep(10 * OVER_IDLE, lambda _: False)] == [over]

    asyncio.run(work())


def test_the_memory_of_a_room_that_nobody_needs_is_free_at_once(store: Store) -> None:
    """Collections of reference cycles are rare on purpose: a game that waited for one would stay for hours."""

    async def work() -> None:
        rooms = Rooms(store, Maps(), row_of, 10)  # type: ignore[arg-type]
        room = rooms.add(new_match("mini", 2, []))
        feed_of(room).state(Viewer())
        memory = weakref.ref(room), weakref.ref(room.match), weakref.ref(feed_of(room))
        del room
        assert len(rooms.sweep(-1.0, lambda _: False)) == 1
        assert [found() for found in memory] == [None, None, None]

    gc.collect()
    gc.disable()
    try:
        asyncio.run(work())
    finally:
        gc.enable()
