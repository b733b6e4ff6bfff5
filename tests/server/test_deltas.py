"""Folding the updates of a socket gives the whole state, for every seat and spectator, on every map."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import branchline as bl
from branchline.boards.library import find_maps
from branchline.engine.view_state.build import view_state
from branchline.engine.view_state.types import OwnState
from branchline.server.live import commands
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.live.presence import Presence
from branchline.server.projection.feed import feed_of
from branchline.server.projection.patch import patched
from branchline.server.projection.state import Projector, Viewer, to_json_values
from branchline.server.refusal import Refusal
from tests.server.test_leak import Recorder, new_room

if TYPE_CHECKING:
    from branchline.server.live.rooms import Room
    from branchline.server.projection import wire

MAPS = [found.name for found in find_maps() if found.built_in]
GAMES = [*((name, None, []) for name in MAPS), ("usa", 5, []), ("uk", 3, ["advanced"])]


def _is_minimal(patch: dict[str, Any], state: dict[str, Any]) -> bool:
    """Return whether a patch has nothing that the state has already."""
    for name, value in patch.items():
        if isinstance(value, dict) and isinstance(state.get(name), dict):
            if not value or not _is_minimal(value, state[name]):
                return False
        elif state.get(name) == value:
            return False
    return True


class Follower(Recorder):
    """A reader that folds what it is sent; nothing may be sent that it has already."""

    def __init__(self, viewer: Viewer) -> None:
        super().__init__(viewer)
        self.state: dict[str, Any] = {}
        self.seq = -1

    def send(self, message: bytes) -> None:
        super().send(message)
        content = msgspec.json.decode(message)
        if content["t"] == "welcome":
            self.state, self.seq = content["state"], content["seq"]
        else:
            assert _is_minimal(content["patch"], self.state)
            self.state = patched(self.state, content["patch"])
            if "seq" in content:
                assert content["seq"] == self.seq + 1
                self.seq = content["seq"]


class Table:
    """A game that everybody follows: each seat, the host with all seats, and a spectator."""

    def __init__(self, map_name: str, players: int | None, options: list[str], dice: random.Random) -> None:
        self.dice = dice
        spec = bl.load_map(map_name).spec
        self.players = players or spec.players.least
        self.match = Match("deltas", lambda name, digest, seats, chosen: bl.load_map(name).board(seats, chosen))
        setups = [r.SeatSetup("person", f"P{chair}", "red", guest=f"g{chair}") for chair in range(self.players)]
        self.match.apply(
            0, 1.0, None, r.Created(map_name, "0" * 64, "T", setups, "g0", options, clock=30, seed="cd" * 32)
        )
        self.room: Room = new_room(self.match)
        everyone = frozenset(range(self.players))
        viewers = [Viewer(chair, frozenset({chair})) for chair in range(self.players)]
        self.readers = [Follower(viewer) for viewer in (*viewers, Viewer(0, everyone), Viewer())]

    async def everybody_enters(self) -> None:
        for reader in self.readers:
            await feed_of(self.room).enter(reader)

    async def submit(self, record: r.Record) -> None:
        await self.room.submit(None, lambda _: record)
        self.check()

    def check(self) -> None:
        """Compare what everybody has folded with the state made from scratch, and with the engine's own."""
        for reader in self.readers:
            state = Projector(self.match).state(reader.viewer, self.room.presence)
            assert reader.state == msgspec.json.decode(msgspec.json.encode(state))
            if self.match.stage == "playing":
                self._check_play(state, reader.viewer.seat(self.match))

    def _check_play(self, state: wire.State, seat: int | None) -> None:
        play = view_state(self.match.view(seat))
        for name in play.__struct_fields__:
            if name not in ("options", "seats"):
                assert getattr(state, name) == getattr(play, name), name
        for number, shown in play.seats.items():
            assert all(getattr(state.seats[number], name) == getattr(shown, name) for name in shown.__struct_fields__)

    async def take_turn(self) -> None:
        """Do one thing that people do: mostly play, sometimes chat, leave and return, or take a move back."""
        what = self.dice.random()
        if what < 0.03:
            await self.submit(r.Said("P0", "Hello", 0))
        elif what < 0.06:
            reader = self.dice.choice(self.readers)
            feed_of(self.room).leave(reader)
            self.readers.remove(reader)
            self.check()
            self.readers.append(Follower(reader.viewer))
            await feed_of(self.room).enter(self.readers[-1])
            self.check()
        elif what < 0.12 and self.match.movers:
            await self._take_back(self.dice.choice(self.match.movers))
        else:
            code = int(self.dice.choice(self.match.playing.legal.codes.tolist()))
            await self.submit(r.Acted(self.match.playing.turn, code))

    async def _take_back(self, seat: int) -> None:
        try:
            undo = commands.ask_undo(self.match, seat)
        except Refusal:
            return
        await self.submit(undo)
        for other in sorted(undo.needs):
            if self.match.undo is not None:
                await self.submit(r.UndoAnswered(other, self.dice.random() < 0.7))


@pytest.mark.parametrize(("map_name", "players", "options"), GAMES)
def test_folded_updates_are_the_whole_state(map_name: str, players: int | None, options: list[str]) -> None:
    async def play() -> None:
        table = Table(map_name, players, options, random.Random(f"{map_name} {players}"))
        await table.everybody_enters()
        table.check()
        await table.submit(r.Committed(0, "ab" * 32))
        await table.submit(r.Committed(1, "ef" * 32))
        await table.submit(r.Revealed(0, "12" * 32))
        chairs = list(range(table.players))[::-1]  # everybody gets another seat than before
        await table.submit(r.Started("cd" * 32, chairs, ["12" * 32]))
        while table.match.stage == "playing" and table.match.moves < 50:
            await table.take_turn()
        for seat in range(table.players - 1):
            if table.match.stage == "playing":
                await table.submit(r.Resigned(seat))
        await table.submit(r.Rematched("another"))
        assert table.match.stage == "over"
        assert all(reader.state["stage"] == "over" for reader in table.readers)

    asyncio.run(play())


def test_what_only_one_viewer_sees_is_no_part_of_what_everyone_sees() -> None:
    table = Table("london", 2, [], random.Random(1))
    table.match.apply(1, 1.0, None, r.Started("cd" * 32, [0, 1]))
    public = to_json_values(Projector(table.match).public(Presence()))
    assert not set(public) & {*OwnState.__struct_fields__, "no_undo"}
    assert public == to_json_values(Projector(table.match).state(Viewer(), Presence()))
