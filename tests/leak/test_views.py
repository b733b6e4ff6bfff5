"""A view holds all that a seat may know and nothing more: deal the rest again, and it does not change by a byte."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import branchline as bl
from branchline.engine.game import view_of_bytes
from branchline.engine.kernel.layout import NOTHING, STATE
from tests.positions import at_turn, dealt
from tests.positions import given as position
from tests.property.reached import games, play_on
from tests.property.test_conserved import check

if TYPE_CHECKING:
    from branchline.engine.game import Game
    from branchline.engine.views import View

SECRETS = {
    "hands",
    "held",
    "returned",
    "offer",
    "chosen",
    "queue",
    "key",
    "block",
    "counter",
    "block_left",
    "deck",
    "viewer",
}
"""The fields of a state of which some part is hidden from somebody."""


def viewers(game: Game) -> list[int | None]:
    return [*range(game.players), None]


def worlds(view: View, number: int, seed: int = 0) -> list[Game]:
    return list(islice(view.worlds(Random(seed)), number))


@settings(max_examples=60)
@given(games(most=500), st.integers(0, 2**32))
def test_dealing_again_what_a_seat_cannot_know_changes_no_byte_of_its_view(game: Game, seed: int) -> None:
    for viewer in viewers(game):
        view = game.view(viewer)
        for world in worlds(view, 3, seed):
            assert world.view(viewer).to_bytes() == view.to_bytes()


@settings(max_examples=25)
@given(games(most=500), st.integers(0, 2**32))
def test_a_world_is_a_sound_game_that_can_be_played_on(game: Game, seed: int) -> None:
    for viewer in viewers(game):
        (world,) = worlds(game.view(viewer), 1, seed)
        check(world)
        play_on(world, 40, seed=seed)
        check(world)


@settings(max_examples=40)
@given(games(most=500))
def test_what_is_public_is_the_same_in_every_view(game: Game) -> None:
    truth = game._records[0]
    for viewer in viewers(game):
        record = game.view(viewer).record[0]
        for name in set(STATE.names or ()) - SECRETS:
            assert np.array_equal(record[name], truth[name]), name


@settings(max_examples=40)
@given(games(most=500))
def test_a_seat_sees_its_own_and_of_others_what_everyone_saw(game: Game) -> None:
    for viewer in viewers(game):
        view = game.view(viewer)
        assert view.seat == viewer
        for seat in range(game.players):
            own = seat == viewer
            assert view._hand(seat) == (game.hand(seat) if own else game.cards_seen(seat))
            assert view._tickets(seat) == (game.tickets_of(seat) if own or game.over else [])
            assert view._offer(seat) == (game.offer_of(seat) if own else [NOTHING] * len(game.offer_of(seat)))
        truth = game.ticket_deck
        assert all(known in {None, real} for known, real in zip(view.known_ticket_deck, truth, strict=True))


@settings(max_examples=40)
@given(games(most=500))
def test_a_view_lists_the_legal_actions_of_its_own_seat_alone(game: Game) -> None:
    assume(not game.over)
    for viewer in viewers(game):
        codes = game.view(viewer).legal.codes.tolist()
        if viewer == game.turn:
            assert codes == game.legal.codes.tolist()
        elif game.phase == "first tickets" and viewer is not None:
            assert all(code in game.legal for code in codes)
        else:
            assert codes == []


def test_a_view_is_a_value_with_no_way_back() -> None:
    game = dealt("usa", 3)
    view = game.view(1)
    before = view.to_bytes()
    play_on(game, 30)
    assert view.to_bytes() == before
    assert not any(isinstance(value, bl.Game) for value in vars(view).values())
    assert not np.shares_memory(view._records, game._records)


def test_a_view_travels_as_bytes() -> None:
    game = dealt("usa", 3)
    view = game.view(1)
    assert view_of_bytes(game.board, view.to_bytes()).hand == view.hand
    with pytest.raises(bl.BranchlineError, match="another version"):
        view_of_bytes(game.board, view.to_bytes()[:-1])


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_is_no_view_of_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(bl.BranchlineError, match="no seat"):
        dealt("usa", 3).view(seat)


def test_a_view_remembers_the_cards_taken_face_up_until_they_are_paid() -> None:
    game = at_turn("london", 3, market=["blue", "green", "black", "pink", "yellow"], deck={"blue": 3})
    game.play("draw green")
    game.play("draw deck")
    assert [game.view(viewer).cards_seen(0) for viewer in (1, 2, None)] == [{"green": 1}] * 3
    assert game.view(1)._hand(0) == {"green": 1}
    position(game, turn=0)
    game.play("draw blue")
    game.play("draw black")
    assert game.cards_seen(0) == {"green": 1, "blue": 1, "black": 1}
    position(game, turn=0)
    game.play("claim Regent's Park–Baker Street blue×2")
    # One blue was seen and one was not: whichever was paid, no blue is known to be left.
    assert game.view(1).cards_seen(0) == {"green": 1, "black": 1}


def test_at_the_end_tickets_are_shown_and_hands_are_not() -> None:
    game = dealt("london", 3)
    play_on(game, 5000, "collector")
    assert game.over
    for viewer in (1, 2, None):
        view = game.view(viewer)
        assert view.revealed_tickets == [game.tickets_of(seat) for seat in range(3)]
        assert view._hand(0) == game.cards_seen(0)
    assert game.view(None).hand == {}
