"""The end of a match: the itemised result, the routes of the longest path, and who won when somebody gave up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.server.projection import wire

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.engine.result import Result, SeatResult
    from branchline.server.live.match import Match

STEPS = 200_000
"""So long a search for the routes of a path is worth its time; the length itself is always exact."""


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
        path=trace_path(game.board, routes, seat.longest_path),
        districts=seat.districts,
        flags=seat.flags,
        technologies=seat.technologies,
    )


def trace_path(board: Board, routes: list[int], length: int) -> list[int]:
    """Return routes, in order, of a path of this length; empty if the search for it grows too long.

    >>> from branchline.boards.library import load_map
    >>> board = load_map("london").board()
    >>> trace_path(board, [0], board.routes[0].length)
    [0]
    """
    if not length:
        return []
    return _Search(board, routes, length).run()


class _Search:
    """A depth-first search that knows the length it is looking for."""

    def __init__(self, board: Board, routes: list[int], length: int) -> None:
        self.tracks = {route: board.routes[route] for route in routes}
        self.length = length
        self.ways: dict[int, list[int]] = {}
        for route, track in self.tracks.items():
            self.ways.setdefault(track.a, []).append(route)
            self.ways.setdefault(track.b, []).append(route)
        self.steps = STEPS
        self.path: list[int] = []

    def run(self) -> list[int]:
        # A longest path usually begins where an odd number of routes meet.
        starts = sorted(self.ways, key=lambda city: (len(self.ways[city]) % 2 == 0, len(self.ways[city])))
        left = sum(track.length for track in self.tracks.values())
        for city in starts:
            if self._walk(city, 0, left):
                return list(self.path)
        return []

    def _walk(self, city: int, walked: int, left: int) -> bool:
        if walked == self.length:
            return True
        self.steps -= 1
        if self.steps < 0 or walked + left < self.length:
            return False
        for route in self.ways[city]:
            if route in self.path:
                continue
            track = self.tracks[route]
            self.path.append(route)
            if self._walk(track.b if track.a == city else track.a, walked + track.length, left - track.length):
                return True
            self.path.pop()
        return False
