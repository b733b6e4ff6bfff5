"""What a seat and a spectator are sent does not change when what they cannot know is dealt again."""

from __future__ import annotations

import asyncio
import dataclasses
import random
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
import pytest

import branchline as bl
from branchline.engine.events import Secret
from branchline.server.live import records as r
from branchline.server.live.match import LogEntry, Match
from branchline.server.live.presence import Presence
from branchline.server.live.rooms import Room
from branchline.server.projection import wire
from branchline.server.projection.answers import Answers
from branchline.server.projection.feed import feed_of
from branchline.server.projection.game_rows import row_of
from branchline.server.projection.patch import difference
from branchline.server.projection.state import Projector, Viewer, to_json_values
from branchline.server.projection.steps import step_of

if TYPE_CHECKING:
    from collections.abc import Callable

_Struct: TypeAlias = Any
GAMES = [("usa", 5, []), ("london", 4, []), ("paris", 3, []), ("uk", 4, ["advanced"]), ("uk", 2, [])]


class Recorder:
    """Keeps the bytes that a socket would send."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.sent: list[bytes] = []

    def send(self, message: bytes) -> None:
        self.sent.append(message)

    def close(self, reason: wire.Bye) -> None:
        self.sent.append(msgspec.json.encode(reason))


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


def new_room(match: Match, on_change: Callable[[Room], None] = lambda _: None) -> Room:
    """Return a room that stores nothing."""
    return Room(match, NoStore(), row_of, on_change)  # type: ignore[arg-type]


def state_values(match: Match, viewer: Viewer, presence: Presence = Presence()) -> dict[str, Any]:  # noqa: B008 (frozen)
    """Return the state of a match for a viewer, as JSON values."""
    return to_json_values(Projector(match).state(viewer, presence))


def dealt_again(match: Match, seat: int | None, dice: random.Random) -> Match:
    """Return the match with everything dealt again that the seat cannot know."""
    world = next(match.view(seat).worlds(dice))
    game = match.playing
    world.seed, world.key, world.log, world.names = game.seed, game.key, game.log, game.names
    twin = Match(match.id, match._find_board)
    twin.__dict__.update({**match.__dict__, "game": world})
    return twin


def seen(match: Match, viewer: Viewer) -> bytes:
    """Return the bytes of a welcome, but for the time of day and the older log, which was checked as it came."""
    state = Projector(match).state(viewer, Presence())
    welcome = feed_of(new_room(match)).welcome(viewer, state, match.seq - 2)
    welcome.now = 0.0
    return msgspec.json.encode(welcome)


def answers(match: Match, seat: int) -> bytes:
    """Return the answers that a seat may get to its questions."""
    questions: list[wire.Why | wire.Opens] = [wire.Why(id="1"), wire.Opens(id="2")]
    return msgspec.json.encode([Answers(match).of(seat, question) for question in questions])


def scrambled(entry: LogEntry, seat: int | None) -> LogEntry:
    """Return a step in which every secret that the seat may not know has another value."""

    def scramble(event: _Struct) -> _Struct:
        changes = {
            name: Secret(value.seat, ["something", "else"])
            for name in event.__struct_fields__
            if isinstance(value := getattr(event, name), Secret) and value.seat != seat
        }
        return msgspec.structs.replace(event, **changes) if changes else event

    return dataclasses.replace(entry, events=tuple(scramble(event) for event in entry.events))


@pytest.mark.no_cover  # whole games, with every state computed twice: they add volume, not lines
@pytest.mark.parametrize(("map_name", "players", "options"), GAMES)
def test_nothing_that_is_sent_depends_on_hidden_information(map_name: str, players: int, options: list[str]) -> None:
    match, dice = new_match(map_name, players, options), random.Random(map_name)
    everyone = [*range(players), None]
    while match.stage == "playing":
        code = int(dice.choice(match.playing.legal.codes.tolist()))
        entry = match.apply(match.seq + 1, 2.0, None, r.Acted(match.playing.turn, code))
        seat = everyone[match.moves % len(everyone)]  # each in turn: all of them at every move would take minutes
        _check_step(entry, everyone)
        _check_state(match, seat, dice)
    assert match.moves > 20


def _check_step(entry: LogEntry, everyone: list[int | None]) -> None:
    for seat in everyone:
        sent = msgspec.json.encode(step_of(entry, seat))
        assert sent == msgspec.json.encode(step_of(scrambled(entry, seat), seat))


def _check_state(match: Match, seat: int | None, dice: random.Random) -> None:
    if match.stage == "over":
        return
    viewer = Viewer(seat, frozenset() if seat is None else frozenset({seat}))
    twin = dealt_again(match, seat, dice)
    assert seen(match, viewer) == seen(twin, viewer)
    if seat is not None:
        assert answers(match, seat) == answers(twin, seat)


def test_the_check_notices_a_leak() -> None:
    match = new_match("usa", 2, [])
    twin = dealt_again(match, 0, random.Random(1))
    mine, other = Viewer(0, frozenset({0})), Viewer(1, frozenset({1}))
    assert seen(match, mine) == seen(twin, mine)
    assert seen(match, other) != seen(twin, other)


def test_updates_are_the_steps_and_the_difference_of_states() -> None:
    """So that the two checks above cover every byte of an update."""

    async def play() -> None:
        match = new_match("london", 2, [])
        room = new_room(match)
        feed = feed_of(room)
        readers = [Recorder(Viewer(seat, frozenset({seat}))) for seat in (0, 1)] + [Recorder(Viewer())]
        for reader in readers:
            await feed.enter(reader)
        states = [state_values(match, reader.viewer, room.presence) for reader in readers]
        code = int(match.playing.legal.codes[0])
        await room.submit(None, lambda _: r.Acted(0, code))
        for reader, before in zip(readers, states, strict=True):
            update = msgspec.json.decode(reader.sent[-1], type=wire.Update)
            after = state_values(match, reader.viewer, room.presence)
            assert update.patch == difference(before, after)
            step = step_of(match.log[-1], reader.viewer.chair)
            assert msgspec.json.encode(update.step) == msgspec.json.encode(step)

    asyncio.run(play())
