"""The result of a game, item by item."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from branchline.engine.rules import scoring as s
from branchline.engine.rules.scoring import new_result

if TYPE_CHECKING:
    from branchline.engine.game import Game

DECIDED_BY = ("points", "tickets", "longest path", "shared")


class SeatResult(msgspec.Struct, frozen=True):
    """The points of one seat, item by item."""

    seat: int
    name: str
    rank: int
    total: int
    routes: int
    tickets_made: list[int]
    tickets_missed: list[int]
    ticket_points: int
    ticket_losses: int
    longest_path: int
    longest_path_bonus: int
    districts: dict[str, int]
    flags: int
    technologies: int


class Result(msgspec.Struct, frozen=True):
    """The result: seats in seat order, the winners, and the rule that decided (E5)."""

    seats: list[SeatResult]
    winners: list[int]
    decided_by: str

    @property
    def totals(self) -> list[int]:
        """The final scores in seat order."""
        return [seat.total for seat in self.seats]

    def __str__(self) -> str:
        lines = [
            f"{seat.rank}. {seat.name}: {seat.total} = {_parts(seat)}"
            for seat in sorted(self.seats, key=lambda seat: (seat.rank, seat.seat))
        ]
        return "\n".join(lines)


def _parts(seat: SeatResult) -> str:
    bonuses = {
        "longest path": seat.longest_path_bonus,
        "districts": sum(seat.districts.values()),
        "flags": seat.flags,
        "technologies": seat.technologies,
    }
    parts = [f"routes {seat.routes}", f"tickets +{seat.ticket_points} −{-seat.ticket_losses}"]
    parts += [f"{name} {_signed(points)}" for name, points in bonuses.items() if points]
    return ", ".join(parts)


def _signed(points: int) -> str:
    return f"+{points}" if points >= 0 else f"−{-points}"


def read_result(game: Game) -> Result:
    """Return the itemized result of a game as it stands."""
    table = new_result()
    rule = game._score(table)
    seats = [_read_seat(game, seat, table[seat].tolist()) for seat in range(game.players)]
    winners = [seat.seat for seat in seats if seat.rank == 1]
    return Result(seats=seats, winners=winners, decided_by=DECIDED_BY[rule])


def _read_seat(game: Game, seat: int, row: list[int]) -> SeatResult:
    made = [ticket for ticket in game.tickets_of(seat) if game.has_completed(seat, ticket)]
    return SeatResult(
        seat=seat,
        name=game.names[seat],
        rank=row[s.RANK],
        total=row[s.TOTAL],
        routes=row[s.ROUTES],
        tickets_made=made,
        tickets_missed=[ticket for ticket in game.tickets_of(seat) if ticket not in made],
        ticket_points=row[s.TICKETS_MADE],
        ticket_losses=row[s.TICKETS_MISSED],
        longest_path=row[s.PATH],
        longest_path_bonus=row[s.LONGEST_PATH],
        districts={district.name: district.points for district in game.districts_of(seat)},
        flags=row[s.FLAGS],
        technologies=row[s.TECHNOLOGIES],
    )
