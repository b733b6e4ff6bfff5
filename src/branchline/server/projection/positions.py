"""Stored positions as they are sent: nothing but the view of the seat that decides, and the moves to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.actions import Action, notation
from branchline.engine.view_state.types import Part
from branchline.server.live import records as r
from branchline.server.live.match import Match
from branchline.server.live.players import COLORS
from branchline.server.live.presence import Presence
from branchline.server.projection.state import Projector, Viewer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from branchline.analysis.positions import Position
    from branchline.boards.board import Board
    from branchline.server.live.map_store import MapVersion
    from branchline.server.projection import wire


class MoveChoice(Part, kw_only=True):
    """A move to choose."""

    action: Action
    text: str


def choices_of(board: Board, actions: Iterable[Action]) -> list[MoveChoice]:
    """Return actions as moves to choose from."""
    return [MoveChoice(action=action, text=notation(board, action)) for action in actions]


def state_of(position: Position, version: MapVersion) -> wire.State:
    """Return a position, as the seat that decides sees it."""
    game = position.game()
    seat, board = game.turn, game.board
    match = Match(position.id, lambda *_: board)
    setups = [r.SeatSetup("bot", f"Player {number + 1}", COLORS[number]) for number in range(position.players)]
    created = r.Created(version.id, version.hash, version.spec.about.name, setups, "", hints=False, shuffle=False)
    match.apply(0, 0.0, None, created)
    match.apply(1, 0.0, None, r.Started(game.seed.hex(), list(range(position.players))))
    for code in position.moves:
        match.apply(match.seq + 1, 0.0, None, r.Acted(match.deciding[0], code, "bot"))
    state = Projector(match).state(Viewer(seat), Presence())
    # The seed is a small number, so even its hash would tell the deck; and one chooses from the choices.
    state.commitment, state.legal, state.no_undo, state.can_undo = None, None, None, None
    return state
