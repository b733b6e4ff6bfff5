"""The state of a match as one viewer may see it. Everything about the play comes from a view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from branchline.engine.deal import commitment_of
from branchline.engine.view_state.build import fill_own, fill_public
from branchline.engine.view_state.network import NetworkCache
from branchline.engine.view_state.result import final_result
from branchline.server.live import commands
from branchline.server.live.map_store import SHORT
from branchline.server.projection import wire

if TYPE_CHECKING:
    from branchline.server.live.match import Match
    from branchline.server.live.presence import Presence


@dataclass(frozen=True)
class Viewer:
    """Who looks at a match: from which chair (none for a spectator), and which chairs are theirs."""

    chair: int | None = None
    own_chairs: frozenset[int] = frozenset()

    def seat(self, match: Match) -> int | None:
        """Return the viewer's seat."""
        return None if self.chair is None else match.seat_of_chair(self.chair)


@dataclass(frozen=True)
class Private:
    """What only one viewer is sent: their own part of the state, and which seats are theirs."""

    own: wire.OwnState
    seats: frozenset[int] = frozenset()


class Projector:
    """Projects one match for all its viewers: what everyone sees once, and for each of them what only they do."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._cache = NetworkCache()

    def state(self, viewer: Viewer, presence: Presence) -> wire.State:
        """Return the match as a viewer may see it."""
        return combined(self.public(presence), self.private(viewer))

    def public(self, presence: Presence) -> wire.State:
        """Return the match as everyone sees it, which is all that a spectator does."""
        match = self.match
        state = _table(match, presence)
        if match.game is None:
            state.commitment = None if match.seed is None else commitment_of(match.seed)
            state.commitments = dict(match.commitments) or None
            return state
        state.commitment = match.game.commitment
        state.entropy = [entropy.hex() for entropy in match.game.entropy] or None
        fill_public(state, match.view(None), self._cache)
        undo = match.undo
        if undo is not None:
            state.undo = wire.UndoAsk(seat=undo.seat, moves=match.moves - undo.to, agreed=sorted(undo.agreed))
        if match.stage == "over":
            _add_end(state, match)
        return state

    def private(self, viewer: Viewer) -> Private:
        """Return what only a viewer may see."""
        match, own, seat = self.match, wire.OwnState(), viewer.seat(self.match)
        seats = frozenset(number for number, taken in enumerate(match.seats) if taken.chair in viewer.own_chairs)
        if seat is not None:
            own.you = seat
            if match.game is not None:
                fill_own(own, match.view(seat), seat, self._cache, may_decide=seat in match.deciding)
                _limit_own(own, match, seat)
        return Private(own, seats)


def combined(public: wire.State, private: Private) -> wire.State:
    """Return a whole state from what everyone sees and what only its viewer does."""
    own = {name: getattr(private.own, name) for name in wire.OwnState.__struct_fields__}
    seats = {
        number: replace(seat, yours=True) if number in private.seats else seat for number, seat in public.seats.items()
    }
    return replace(public, seats=seats, **own)


def _table(match: Match, presence: Presence) -> wire.State:
    """Return what there is to see before the play."""
    deciding = match.deciding
    return wire.State(
        game=match.id,
        map=wire.MapRef(id=match.map, hash=match.map_hash[:SHORT], name=match.title),
        stage=match.stage,
        players=len(match.seats),
        options=match.options,
        public=match.public,
        hints=match.hints,
        created=match.created,
        seats={number: _seat(match, number, presence, deciding) for number in range(len(match.seats))},
        clock=match.clock,
        watchers=presence.watchers,
        rev=match.rev,
        moves=match.moves,
        deciding=deciding,
        rematch=match.rematch,
    )


def _seat(match: Match, number: int, presence: Presence, deciding: list[int]) -> wire.Seat:
    seat = match.seats[number]
    return wire.Seat(
        kind=seat.kind,
        name=seat.name,
        color=seat.color,
        level=seat.level,
        here=(seat.kind == "bot" or seat.chair in presence.chairs) or None,
        host=(match.host in seat.guests) or None,
        resigned=seat.resigned or None,
        deadline=match.deadline if number in deciding and not seat.is_automatic else None,
    )


def _limit_own(own: wire.OwnState, match: Match, seat: int) -> None:
    """Take away what a seat can no longer do, and add what it could take back and who wins if it resigns."""
    if match.stage == "over":
        own.legal, own.offer = None, None
        return
    refusal = commands.why_no_undo(match, seat)
    if refusal is not None:
        own.no_undo = refusal.code
    else:
        to = commands.undo_start(match, seat)
        own.can_undo = wire.UndoScope(moves=match.moves - to, seats=list(dict.fromkeys(match.movers[to:])))
    if not match.seats[seat].resigned:
        own.last_opponent = match.last_opponent(seat)


def _add_end(state: wire.State, match: Match) -> None:
    """Add what the end reveals to everyone (P5): the tickets, the result and the seed."""
    game = match.playing
    state.result = final_result(game)
    state.result.winners, state.result.decided_by = match.outcome
    state.revealed = {seat: game.tickets_of(seat) for seat in range(game.players)}
    state.seed = game.seed.hex()
    state.turn = None


def to_json_values(state: wire.State) -> dict[str, Any]:
    """Return a state as JSON values (dicts, lists, strings, numbers), for comparing and patching."""
    values: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
    return values
