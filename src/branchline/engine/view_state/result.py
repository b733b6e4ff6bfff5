"""The result of a game as it is shown: item by item, with the routes that earned it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.engine.view_state.types import FinalResult, SeatScore

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.engine.game import Game
    from branchline.engine.result import SeatResult


def final_result(game: Game) -> FinalResult:
    """Return the result of a game; before its end, what it would be if the game ended now."""
    result = game.result
    return FinalResult(
        seats=[_seat_score(game, seat) for seat in result.seats],
        winners=result.winners,
        decided_by=result.decided_by,
    )


def _seat_score(game: Game, seat: SeatResult) -> SeatScore:
    board, routes = game.board, game.routes_of(seat.seat)
    return SeatScore(
        seat=seat.seat,
        rank=seat.rank,
        total=seat.total,
        routes=seat.routes,
        tickets_made=seat.tickets_made,
        tickets_missed=seat.tickets_missed,
        ticket_points=seat.ticket_points,
        ticket_losses=seat.ticket_losses,
        longest_path=seat.longest_path,
        longest_path_bonus=seat.longest_path_bonus,
        path=game.longest_path_routes(seat.seat) if seat.longest_path else [],
        ticket_paths={ticket: _fewest(board, routes, ticket) for ticket in seat.tickets_made},
        districts=seat.districts,
        flags=seat.flags,
        technologies=seat.technologies,
    )


def _fewest(board: Board, routes: list[int], ticket: int) -> list[int]:
    """Return the fewest of these routes that join the ends of a ticket, in order; empty if they do not."""
    return board.shortest_path(dict.fromkeys(routes, 1), ticket) or []
