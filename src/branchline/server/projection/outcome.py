"""The end of a match: the itemised result, the routes of the longest path, and who won when somebody gave up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.server.projection import wire

if TYPE_CHECKING:
    from branchline.engine.result import Result, SeatResult
    from branchline.server.live.match import Match


def final_result(match: Match) -> wire.FinalResult:
    """Return the result; who resigned cannot win."""
    result = match.playing.result
    winners, decided_by = _winners(match, result)
    return wire.FinalResult(
        seats=[_seat_score(match, seat) for seat in result.seats], winners=winners, decided_by=decided_by
    )


def _winners(match: Match, result: Result) -> tuple[list[int], str]:
    resigned = {number for number, seat in enumerate(match.seats) if seat.resigned}
    if not resigned:
        return result.winners, result.decided_by
    left = [seat for seat in result.seats if seat.seat not in resigned]
    best = min((seat.rank for seat in left), default=0)
    return [seat.seat for seat in left if seat.rank == best], "resignation"


def _seat_score(match: Match, seat: SeatResult) -> wire.SeatScore:
    game = match.playing
    routes = game.routes_of(seat.seat)
    return wire.SeatScore(
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
        path=game.board.longest_path_routes(routes),
        districts=seat.districts,
        flags=seat.flags,
        technologies=seat.technologies,
    )
