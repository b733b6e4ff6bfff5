"""What a room, the writer and the clock do when something goes wrong in the middle."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import statistics
import threading
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request  # noqa: TC002 (starlette looks at it)
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from branchline.boards.library import load_map
from branchline.server.http import sockets
from branchline.server.http.budgets import Gate, ProcessorBudget
from branchline.server.http.rate_limits import Limits
from branchline.server.http.security import BehindProxy
from branchline.server.live import autoplay, commands
from branchline.server.live import records as r
from branchline.server.live.autoplay import Autoplayer
from branchline.server.live.bot_players import choose
from branchline.server.live.cluster.cluster import Cluster
from branchline.server.live.players import COLORS
from branchline.server.live.rooms import Room, Rooms
from branchline.server.projection.feed import feed_of
from branchline.server.projection.game_rows import row_of
from branchline.server.projection.state import Viewer
from branchline.server.refusal import Refusal
from branchline.server.settings import Settings
from branchline.server.store import Append, Store, open_store
from tests.server.test_leak import Recorder, new_match, new_room

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from branchline.engine.views import View
    from branchline.server.live.match import BoardFinder, Match


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a file."""
    opened = open_store(str(tmp_path / "games.db"))
    yield opened
    opened.close()


async def room_of(store: Store, match: Match, on_change: Callable[[Room], None] = lambda _: None) -> Room:
    """Return a room whose game is stored as far as `new_match` takes it."""
    entries = [Append(match.id, seq, 1.0, None, "{}") for seq in range(match.seq + 1)]
    await store.add_game(entries, row_of(match), {})
    return Room(match, store, row_of, on_change)


def said(text: str) -> Callable[[Match], r.Said]:
    return lambda _: r.Said("Ada", text, 0)


def test_a_disconnected_sender_neither_stops_the_writer_nor_hides_the_record(store: Store) -> None:
    async def work() -> None:
        room = await room_of(store, new_match("london", 2, []))
        before, hold = room.match.seq, threading.Event()
        blocked = asyncio.create_task(store.write(lambda _: hold.wait(60)))
        await asyncio.sleep(0)
        gone = asyncio.create_task(room.submit("c0:1", said("first")))
        lost = asyncio.create_task(store.let_in(room.match.id, "eve"))
        await asyncio.sleep(0.05)
        for task in (gone, lost):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        hold.set()
        await blocked
        assert await room.submit("c0:2", said("second")) == (before + 2, False)
        assert [line.text for line in room.match.chat] == ["first", "second"]
        assert await room.submit("c0:1", said("first")) == (before + 1, True)

    asyncio.run(work())


def test_a_record_that_was_stored_although_the_store_failed_is_sent(store: Store) -> None:
    async def work() -> None:
        room = await room_of(store, new_match("london", 2, []))
        before, append = room.match.seq, store.append

        async def breaks_after(entry: Append) -> bool:
            await append(entry)
            raise ConnectionError("the answer was lost")

        store.append = breaks_after  # type: ignore[method-assign]
        with pytest.raises(Refusal, match="cannot store"):
            await room.submit("c0:1", said("hello"))
        store.append = append  # type: ignore[method-assign]
        while room.match.seq == before:  # noqa: ASYNC110 (the room reads it back by itself)
            await asyncio.sleep(0.01)
        assert await room.submit("c0:1", said("hello")) == (before + 1, True)

    asyncio.run(work())


def test_nothing_is_stored_after_a_record_that_could_not_be_applied(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        room = await room_of(store, new_match("london", 2, []))
        before = room.match.seq

        def fails(*_: object, **__: object) -> None:
            raise ValueError("damaged")

        monkeypatch.setattr(room.match, "_act", fails)
        act = partial(commands.act, seat=0, rev=room.match.rev, wanted="keep 1 2")
        with pytest.raises(Refusal, match="damaged"):
            await room.submit("c0:1", act)
        with pytest.raises(Refusal, match="damaged"):
            await room.submit("c0:2", said("hello"))
        assert [seq for seq, *_ in await store.records(room.match.id, before)] == [before + 1]

    asyncio.run(work())


@pytest.mark.parametrize("error", [BlockingIOError("no more processes"), MemoryError()])
def test_a_game_is_not_quarantined_because_the_machine_was_short_of_something(store: Store, error: Exception) -> None:
    async def work() -> None:
        board = load_map("mini").board(2)
        setups = [r.SeatSetup("person", "Ada", COLORS[0], guest="ada"), r.SeatSetup("open", "", COLORS[1])]
        body = r.to_text(r.Created("mini", "0" * 64, "Mini", setups, "ada"))
        await store.add_game([Append("abcdefghjk", 0, 1.0, None, body)], row_of(new_match("mini", 2, [])), {})
        maps = _Maps(error, lambda *_: board)
        rooms = Rooms(store, maps, row_of, 10)  # type: ignore[arg-type]
        with pytest.raises(type(error)):
            await rooms.get("abcdefghjk")
        maps.error = None
        assert (await rooms.get("abcdefghjk")).match.title == "Mini"

    asyncio.run(work())


def test_a_game_that_cannot_be_run_does_not_stop_the_others_that_a_process_took(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        rooms, autoplayer = Rooms(store, None, row_of, 10), Autoplayer(Settings())  # type: ignore[arg-type]
        cluster = Cluster(store, rooms, autoplayer, lambda _: False)
        released: list[str] = []
        checked: list[Room] = []
        monkeypatch.setattr(cluster, "_leases", SimpleNamespace(release=released.extend))
        monkeypatch.setattr(autoplayer, "check", checked.append)
        failing, good = [new_match("london", 2, []) for _ in range(2)]
        failing.id, good.id = "failing", "good"
        for match in (failing, good):
            await room_of(store, match)
            rooms.add(match)

        async def fails() -> None:
            raise ConnectionError("the database is away")

        monkeypatch.setattr(rooms.in_memory("failing"), "catch_up", fails)
        await cluster._run_games({"failing": 1, "good": 1})
        await asyncio.gather(*cluster._background)
        assert (cluster.owns("failing"), cluster.owns("good")) == (False, True)
        assert (released, checked) == (["failing"], [rooms.in_memory("good")])
        await autoplayer.stop()

    asyncio.run(work())


class _Maps:
    """A store of maps that may fail."""

    def __init__(self, error: Exception, find_board: BoardFinder) -> None:
        self.error: Exception | None = error
        self._find_board = find_board

    async def version(self, digest: str) -> str:
        if self.error is not None:
            raise self.error
        return digest

    def finder(self, version: str) -> BoardFinder:
        del version
        return self._find_board


def test_a_clock_continues_after_the_store_was_unavailable(store: Store) -> None:
    async def work() -> None:
        match = new_match("london", 2, [])
        autoplayer = Autoplayer(Settings(bot_seconds=1))
        room = await room_of(store, match, autoplayer.check)
        append, failures = store.append, [0]

        async def away(entry: Append) -> bool:
            failures[0] += 1
            if failures[0] < 2:
                raise ConnectionError("away")
            return await append(entry)

        store.append = away  # type: ignore[method-assign]
        match.clock, match.moved_at = 1, 0.0
        moves = match.moves
        autoplayer.check(room)
        while match.moves == moves:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        assert failures[0] >= 2
        await autoplayer.stop()

    asyncio.run(work())


def test_a_database_error_shows_no_values(store: Store) -> None:
    async def work() -> str:
        room = await room_of(store, new_match("london", 2, []))
        try:
            await store.add_game([Append(room.match.id, 0, 1.0, None, "the secret seed")], row_of(room.match), {})
        except Exception as error:  # noqa: BLE001 (whatever is logged of it)
            return str(error)
        return ""

    message = asyncio.run(work())
    assert message
    assert "secret seed" not in message


def _app() -> Any:  # noqa: ANN401
    async def who(request: Request) -> PlainTextResponse:
        assert request.client is not None
        return PlainTextResponse(f"{request.client.host} {request.url.scheme}")

    return BehindProxy(Starlette(routes=[Route("/", who)]))


@pytest.mark.parametrize(
    ("forwarded", "expected"),
    [
        (["203.0.113.9"], "203.0.113.9"),
        (["10.9.8.7, 203.0.113.9"], "203.0.113.9"),
        (["10.9.8.7", "203.0.113.9:4711"], "203.0.113.9"),
        (["[2001:db8::1]:80"], "2001:db8::1"),
        ([], "10.0.0.1"),
    ],
)
def test_behind_a_proxy_only_the_address_it_saw_counts(forwarded: list[str], expected: str) -> None:
    headers = [("X-Forwarded-For", value) for value in forwarded] + [("X-Forwarded-Proto", "https")]

    async def ask() -> str:
        transport = httpx.ASGITransport(_app(), client=("10.0.0.1", 80))
        async with httpx.AsyncClient(transport=transport, base_url="http://site") as client:
            return (await client.get("/", headers=headers)).text

    assert asyncio.run(ask()) == f"{expected} https"


@pytest.mark.parametrize("map_name", ["usa", "london", "paris", "uk"])
def test_updates_are_small(map_name: str) -> None:
    """The median over every update of whole games; a turn that is offered with all its payments is larger."""

    async def play(seed: int) -> list[int]:
        dice = random.Random(seed)
        match = new_match(map_name, 2, [])
        room = new_room(match)
        readers = [Recorder(Viewer(chair, frozenset({chair}))) for chair in range(2)]
        for reader in readers:
            await feed_of(room).enter(reader)
        while match.stage == "playing":
            seat = match.deciding[0]
            code = int(dice.choice(match.view(seat).legal.codes.tolist()))
            record = commands.act_for(match, seat, match.rev, code, "bot")
            await room.submit(None, lambda _, record=record: record)  # type: ignore[misc]
        return [len(data) for reader in readers for data in reader.sent if data.startswith(b'{"t":"update"')]

    assert statistics.median([size for seed in range(3) for size in asyncio.run(play(seed))]) <= 600


class _Stuck:
    """The protocol of a client that reads nothing: it takes some messages and then no more."""

    def __init__(self, most: int) -> None:
        self.most, self.written, self.closed_with = most, 0, 0
        self.handler: Any = None
        self.is_closing = False

    def write(self, message: bytes) -> bool:
        del message
        self.written += 1
        return self.written <= self.most

    def close(self, code: int) -> None:
        self.closed_with = self.closed_with or code
        asyncio.get_running_loop().call_soon(self.handler.closed)

    def serve(self, handler: object) -> None:
        self.handler = handler


def test_a_client_that_does_not_read_is_disconnected() -> None:
    async def work() -> None:
        room, protocol = new_room(new_match("london", 2, [])), _Stuck(most=10)
        state = SimpleNamespace(budget=ProcessorBudget(), limits=Limits())
        await sockets.Socket(state, protocol, room, "g0", "here").enter("0", None)  # type: ignore[arg-type]
        assert room.occupied
        for number in range(11):
            await room.submit(None, said(f"line {number}"))
        await asyncio.sleep(0)
        assert not room.occupied
        assert protocol.closed_with == sockets.SLOW

    asyncio.run(work())


def test_a_socket_that_sends_too_much_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    held_back: list[float] = []

    async def sleep(seconds: float) -> None:
        held_back.append(seconds)

    async def work() -> None:
        room, protocol = new_room(new_match("london", 2, [])), _Stuck(most=1000)
        state = SimpleNamespace(budget=ProcessorBudget(), questions=Gate(0.2), limits=Limits())
        socket = sockets.Socket(state, protocol, room, "g0", "here")  # type: ignore[arg-type]
        await socket.enter("0", None)
        for message in [b'{"t":"ping","id":"p"}'] * 100 + [b"garbage"] * 5:
            await socket.handle(message)

    monkeypatch.setattr(sockets, "asyncio", SimpleNamespace(sleep=sleep))
    asyncio.run(work())
    assert 10 < len(held_back) <= 25
    assert set(held_back) == {sockets.HOLD_BACK_SECONDS}


def test_the_questions_of_a_socket_that_is_closed_are_not_answered_but_its_moves_count() -> None:
    async def work() -> None:
        match = new_match("london", 2, [])
        room, protocol, gate = new_room(match), _Stuck(most=1000), Gate(0.2)
        state = SimpleNamespace(budget=ProcessorBudget(), questions=gate, limits=Limits())
        socket = sockets.Socket(state, protocol, room, "g0", "here")  # type: ignore[arg-type]
        await socket.enter("0", None)
        protocol.is_closing = True
        for message in [b'{"t":"why","id":"w"}', b'{"t":"hint","id":"h"}', b"garbage"] * 30:
            await socket.handle(message)
        assert gate._free_at == 0.0  # nobody else had to wait for them
        await socket.handle(b'{"t":"act","id":"a","rev":%d,"text":"keep 1 2"}' % match.rev)
        assert match.playing.has_chosen(0)

    asyncio.run(work())


def test_a_move_is_acknowledged_as_soon_as_the_others_see_it() -> None:
    """Between them, no other task has a turn: under load, each turn takes long."""

    async def work() -> None:
        match = new_match("london", 2, [])
        room, protocol = new_room(match), _Stuck(most=1000)
        state = SimpleNamespace(budget=ProcessorBudget(), questions=Gate(0.2), limits=Limits())
        socket = sockets.Socket(state, protocol, room, "g0", "here")  # type: ignore[arg-type]
        await socket.enter("0", None)
        loop, turns = asyncio.get_running_loop(), itertools.count()
        written: list[tuple[int, str]] = []

        def count() -> None:
            turn = next(turns)
            protocol.write = lambda message: not written.append((turn, json.loads(message)["t"]))  # type: ignore[method-assign,func-returns-value]
            counting[0] = loop.call_soon(count)

        counting = [loop.call_soon(count)]
        await asyncio.sleep(0)
        await socket.handle(b'{"t":"act","id":"a","rev":%d,"text":"keep 1 2"}' % match.rev)
        counting[0].cancel()
        (seen, first), (acknowledged, second) = written
        assert (first, second) == ("update", "ack")
        assert seen == acknowledged

    asyncio.run(work())


def test_chat_and_undo_are_limited_but_play_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("london", 2, [])
    monkeypatch.setattr(commands, "LONGEST_LOG", match.seq)
    with pytest.raises(Refusal, match="too long"):
        commands.check_space(match)
    with pytest.raises(Refusal, match="too long"):
        commands.ask_undo(match, 0)
    code = int(match.view(0).legal.codes[0])
    assert commands.act_for(match, 0, match.rev, code, "bot").seat == 0


@pytest.mark.parametrize("fault", ["illegal", "raises"])
def test_a_bot_that_fails_has_its_move_made_for_it_and_nothing_broken_is_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    def faulty(level: str, view: View, seconds: float, seed: int | None) -> int:
        if level == "easy":
            return choose(level, view, seconds, seed)
        if fault == "raises":
            raise RuntimeError("a bot of somebody's")
        return 1 << 40  # draws nothing from nowhere

    monkeypatch.setattr(autoplay, "choose", faulty)

    async def work() -> None:
        match = new_match("london", 2, [])
        for seat in match.seats:
            seat.kind, seat.level = "bot", "hard"
        autoplayer = Autoplayer(Settings(bot_pause=0))
        room = await room_of(store, match, autoplayer.check)
        before = match.seq
        autoplayer.check(room)
        while match.moves < 6:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        await autoplayer.stop()
        stored = await store.records(match.id, before)
        again = new_match("london", 2, [])
        for seq, at, key, body in stored:
            again.apply(seq, at, key, r.from_text(body))
        assert again.moves >= 6

    asyncio.run(work())
