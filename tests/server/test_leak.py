"""What a seat and a spectator are sent does not change when what they cannot know is dealt anew."""

from __future__ import annotations

import asyncio
import dataclasses
import random
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
import pytest

import branchline as bl
from branchline.engine.events import Secret
from branchline.server.http.sockets import _why_routes
from branchline.server.live import records as r
from branchline.server.live.match import Happened, Match
from branchline.server.live.rooms import Listener, Room
from branchline.server.projection import legality, wire
from branchline.server.projection.state import Eyes, Presence, plain, state_of, step_of

if TYPE_CHECKING:
    from branchline.engine.views import View

_Struct: TypeAlias = Any
GAMES = [("usa", 5, []), ("london", 4, []), ("paris", 3, []), ("uk", 4, ["advanced"]), ("uk", 2, [])]


class Recorder(Listener):
    """Keeps the bytes that a socket would send."""

    def __init__(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self.sent: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.sent.append(message)


class NoStore:
    """Takes every record."""

    is_postgres = False

    async def append(self, entry: object) -> bool:
        return True

    async def set_row(self, game: str, row: object) -> None:
        return None


def new_match(map_name: str, players: int, options: list[str]) -> Match:
    match = Match("leak", lambda name, digest, seats, chosen: bl.load_map(name).board(seats, chosen))
    setups = [r.SeatSetup("person", f"P{seat}", "red", guest=f"g{seat}") for seat in range(players)]
    match.apply(0, 1.0, None, r.Created(map_name, "0" * 64, "T", setups, "g0", options))
    match.apply(1, 1.0, None, r.Started("ab" * 32, list(range(players))))
    return match


def dealt_anew(match: Match, seat: int | None, dice: random.Random) -> Match:
    """Return the match with everything dealt anew that the eyes cannot know."""
    world = next(match.view(seat).worlds(dice))
    world.key, world.log, world.names = match.playing.key, match.playing.log, match.playing.names
    twin = Match(match.id, match._find_board)
    twin.__dict__.update({**match.__dict__, "game": world, "memory": type(match.memory)()})
    return twin


def seen(match: Match, eyes: Eyes) -> bytes:
    """Return the bytes of a welcome, but for the time of day and the older log, which was checked as it came."""
    room = Room(match, NoStore(), lambda _: None)  # type: ignore[arg-type]
    welcome = room._welcome(eyes, plain(state_of(match, eyes, Presence())), match.seq - 2)
    welcome.now = 0.0
    return msgspec.json.encode(welcome)


def answers(match: Match, seat: int) -> bytes:
    """Return what a seat may be told when it asks."""
    view: View = legality.on_turn(match.view(seat), seat)
    return msgspec.json.encode([_why_routes(view), legality.routes_opened(view, seat)])


def scrambled(happened: Happened, seat: int | None) -> Happened:
    """Return a step in which every secret that the seat may not know has another value."""

    def scramble(event: _Struct) -> _Struct:
        changes = {
            name: Secret(value.seat, ["something", "else"])
            for name in event.__struct_fields__
            if isinstance(value := getattr(event, name), Secret) and value.seat != seat
        }
        return msgspec.structs.replace(event, **changes) if changes else event

    return dataclasses.replace(happened, events=tuple(scramble(event) for event in happened.events))


@pytest.mark.parametrize(("map_name", "players", "options"), GAMES)
def test_nothing_that_is_sent_depends_on_what_cannot_be_known(map_name: str, players: int, options: list[str]) -> None:
    match, dice = new_match(map_name, players, options), random.Random(map_name)
    everyone = [*range(players), None]
    while match.stage == "playing":
        code = int(dice.choice(match.playing.legal.codes.tolist()))
        happened = match.apply(match.seq + 1, 2.0, None, r.Acted(match.playing.turn, code))
        seat = everyone[match.moves % len(everyone)]  # each in turn: all of them at every move would take minutes
        _check_step(match, happened, everyone)
        _check_state(match, seat, dice)
    assert match.moves > 20


def _check_step(match: Match, happened: Happened, everyone: list[int | None]) -> None:
    for seat in everyone:
        told = msgspec.json.encode(step_of(match, happened, seat))
        assert told == msgspec.json.encode(step_of(match, scrambled(happened, seat), seat))


def _check_state(match: Match, seat: int | None, dice: random.Random) -> None:
    if match.stage == "over":
        return
    eyes = Eyes(seat, frozenset() if seat is None else frozenset({seat}))
    twin = dealt_anew(match, seat, dice)
    assert seen(match, eyes) == seen(twin, eyes)
    if seat is not None:
        assert answers(match, seat) == answers(twin, seat)


def test_the_check_notices_a_leak() -> None:
    match = new_match("usa", 2, [])
    twin = dealt_anew(match, 0, random.Random(1))
    mine, other = Eyes(0, frozenset({0})), Eyes(1, frozenset({1}))
    assert seen(match, mine) == seen(twin, mine)
    assert seen(match, other) != seen(twin, other)


def test_updates_are_the_steps_and_the_difference_of_states() -> None:
    """So that the two checks above cover every byte of an update."""

    async def play() -> None:
        match = new_match("london", 2, [])
        room = Room(match, NoStore(), lambda _: None)  # type: ignore[arg-type]
        listeners = [Recorder(Eyes(seat, frozenset({seat}))) for seat in (0, 1)] + [Recorder(Eyes())]
        for listener in listeners:
            await room.enter(listener)
        states = [plain(state_of(match, listener.eyes, room.presence)) for listener in listeners]
        code = int(match.playing.legal.codes[0])
        await room.submit(None, lambda _: r.Acted(0, code))
        for listener, before in zip(listeners, states, strict=True):
            update = msgspec.json.decode(listener.sent[-1], type=wire.Update)
            after = plain(state_of(match, listener.eyes, room.presence))
            from branchline.server.projection.patch import difference

            assert update.patch == difference(before, after)
            step = step_of(match, match.log[-1], listener.eyes.chair)
            assert msgspec.json.encode(update.step) == msgspec.json.encode(step)

    asyncio.run(play())
