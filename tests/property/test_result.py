"""The result is the sum of its parts, and its ranks follow from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from branchline.engine.saves import result_line
from tests.property.reached import games

if TYPE_CHECKING:
    from branchline.engine.game import Game


pytestmark = pytest.mark.no_cover  # many games: they add volume, not lines


@settings(max_examples=80)
@given(games(most=900))
def test_a_score_is_the_sum_of_its_parts(game: Game) -> None:
    for seat in game.result.seats:
        parts = (seat.routes, seat.ticket_points, seat.ticket_losses, seat.longest_path_bonus, seat.flags)
        assert seat.total == sum(parts) + sum(seat.districts.values()) + seat.technologies


@settings(max_examples=60)
@given(games(most=900))
def test_tickets_are_made_or_missed_and_count_their_points(game: Game) -> None:
    for seat in game.result.seats:
        assert sorted([*seat.tickets_made, *seat.tickets_missed]) == game.tickets_of(seat.seat)
        points = game.board.tickets
        assert seat.ticket_points == sum(points[ticket].points for ticket in seat.tickets_made)
        assert seat.ticket_losses == -sum(points[ticket].points for ticket in seat.tickets_missed)
        for ticket in game.tickets_of(seat.seat):
            assert (ticket in seat.tickets_made) == game.board.completed(game.routes_of(seat.seat), ticket)


@settings(max_examples=60)
@given(games(most=900))
def test_ranks_follow_points_tickets_and_the_longest_path(game: Game) -> None:
    result = game.result
    path = "longest path" in game.board.spec.scoring.ties
    standing = [(seat.total, len(seat.tickets_made), path and seat.longest_path_bonus) for seat in result.seats]
    assert [seat.rank for seat in result.seats] == [1 + sum(other > own for other in standing) for own in standing]
    assert result.winners == [seat.seat for seat in result.seats if seat.rank == 1]
    assert (len(result.winners) > 1) == (result.decided_by == "shared")
    assert result.totals == [seat.total for seat in result.seats]
    assert str(max(result.totals)) in result_line(result)


@settings(max_examples=30)
@given(games(("usa",), most=900))
def test_the_longest_path_is_the_boards_own(game: Game) -> None:
    for seat in game.result.seats:
        assert seat.longest_path == game.board.longest_path(game.routes_of(seat.seat))
