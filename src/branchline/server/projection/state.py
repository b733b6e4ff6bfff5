"""The state of a match as one viewer may see it. Everything about the play comes from a view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from branchline.engine.deal import commitment_of
from branchline.engine.view_state.build import fill
from branchline.engine.view_state.network import NetworkCache
from branchline.engine.view_state.result import final_result
from branchline.server.live import commands
from branchline.server.live.map_store import SHORT
from branchline.server.projection import wire

if TYPE_CHECKING:
    from branchline.server.live.match import Match
    from branchline.server.live.rooms import Presence


@dataclass(frozen=True)
class Viewer:
    """Who looks at a match: from which chair (none for a spectator), and which chairs are theirs."""

    chair: int | None = None
    own_chairs: frozenset[int] = frozenset()

    def seat(self, match: Match) -> int | None:
        """Return the viewer's seat."""
        return None if self.chair is None else match.seat_of_chair(self.chair)


class Projector:
    """Projects one match for all its viewers, who share a cache of what follows from the routes."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._cache = NetworkCache()

    def state(self, viewer: Viewer, presence: Presence) -> wire.State:
        """Return the match as a viewer may see it."""
        match = self.match
        state = _table(match, viewer, presence)
        if match.game is None:
            state.commitment = None if match.seed is None else commitment_of(match.seed)
            state.commitments = match.commitments or None
        else:
            state.commitment = match.game.commitment
            state.entropy = [entropy.hex() for entropy in match.game.entropy] or None
            fill(state, match.view(state.you), self._cache)
            _add_undo(state, match)
            _add_resignation(state, match)
            if match.stage == "over":
                _add_end(state, match)
        return state


def _table(match: Match, viewer: Viewer, presence: Presence) -> wire.State:
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
        seats={number: _seat(match, number, viewer, presence, deciding) for number in range(len(match.seats))},
        you=viewer.seat(match),
        clock=match.clock,
        watchers=presence.watchers,
        rev=match.rev,
        moves=match.moves,
        deciding=deciding,
        rematch=match.rematch,
    )


def _seat(match: Match, number: int, viewer: Viewer, presence: Presence, deciding: list[int]) -> wire.Seat:
    seat = match.seats[number]
    return wire.Seat(
        kind=seat.kind,
        name=seat.name,
        color=seat.color,
        level=seat.level,
        here=(seat.kind == "bot" or seat.chair in presence.chairs) or None,
        host=(match.host in seat.guests) or None,
        yours=(seat.chair in viewer.own_chairs) or None,
        resigned=seat.resigned or None,
        deadline=match.deadline if number in deciding and not seat.is_automatic else None,
    )


def _add_undo(state: wire.State, match: Match) -> None:
    undo = match.undo
    if undo is not None:
        state.undo = wire.UndoAsk(seat=undo.seat, moves=match.moves - undo.to, agreed=sorted(undo.agreed))
    if state.you is None or match.stage != "playing":
        return
    refusal = commands.why_no_undo(match, state.you)
    if refusal is not None:
        state.no_undo = refusal.code
    else:
        to = commands.undo_start(match, state.you)
        state.can_undo = wire.UndoScope(moves=match.moves - to, seats=list(dict.fromkeys(match.movers[to:])))


def _add_resignation(state: wire.State, match: Match) -> None:
    if state.you is not None and match.stage == "playing" and not match.seats[state.you].resigned:
        state.last_opponent = match.last_opponent(state.you)


def _add_end(state: wire.State, match: Match) -> None:
    """Add what the end reveals to everyone (P5): the tickets, the result and the seed."""
    game = match.playing
    state.result = final_result(game)
    state.result.winners, state.result.decided_by = match.outcome
    state.revealed = {seat: game.tickets_of(seat) for seat in range(game.players)}
    state.seed = game.seed.hex()
    state.legal, state.offer, state.turn = None, None, None


def to_json_values(state: wire.State) -> dict[str, Any]:
    """Return a state as JSON values (dicts, lists, strings, numbers), for comparing and patching."""
    values: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
    return values
