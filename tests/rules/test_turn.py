"""T: the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.positions import at_turn, given, happened, listed, refused

if TYPE_CHECKING:
    from branchline.engine.game import Game


def stuck(players: int = 2) -> Game:
    """A game in which nobody can do anything: no cards to draw, no tickets, no open route."""
    game = at_turn("london", players, market=[], deck={}, ticket_deck=[])
    game._records[0].open[:] = 0
    return game


def test_T1_one_of_three_actions() -> None:
    game = at_turn("london", hand={"blue": 2})
    words = {action.split()[0] for action in listed(game)}
    assert words == {"draw", "claim", "tickets"}


def test_T1_drawing_excludes_the_others() -> None:
    game = at_turn("london", hand={"blue": 2})
    game.play("draw deck")
    assert game.turn == 0
    assert refused(game, "tickets") == "not_now"
    assert refused(game, "claim Regent's Park–Baker Street blue×2") == "not_now"
    game.play("draw deck")
    assert game.turn == 1


def test_T1_claiming_ends_the_turn() -> None:
    game = at_turn("london", hand={"blue": 3})
    game.play("claim Regent's Park–Baker Street blue×2")
    assert (game.turn, game.phase) == (1, "turn")


def test_T1_drawn_tickets_must_be_kept_at_once() -> None:
    game = at_turn("london", hand={"blue": 2})
    game.play("tickets")
    assert refused(game, "draw deck") == "not_now"
    assert refused(game, "claim Regent's Park–Baker Street blue×2") == "not_now"
    assert refused(game, "pass") == "not_now"
    game.play("keep 1")
    assert (game.turn, game.phase) == (1, "turn")


def test_T2_play_goes_round_in_seat_order() -> None:
    game = at_turn("usa", 5)
    order = []
    for _ in range(7):
        order.append(game.turn)
        game.play("tickets")
        game.play("keep 1")
    assert order == [0, 1, 2, 3, 4, 0, 1]


@pytest.mark.parametrize(
    "something",
    [{"market": ["pink"]}, {"deck": {"blue": 1}}, {"discards": {"blue": 1}}, {"ticket_deck": [3]}],
)
def test_T3_who_can_do_something_cannot_pass(something: dict[str, Any]) -> None:
    game = stuck()
    assert listed(game) == {"pass"}
    given(game, **{"deck": {}, **something})
    assert refused(game, "pass") == "must_act"
    assert "pass" not in listed(game)


def test_T3_who_can_claim_cannot_pass() -> None:
    game = at_turn("london", market=[], deck={}, ticket_deck=[], hand={"blue": 2})
    assert refused(game, "pass") == "must_act"
    given(game, hand={"blue": 2}, deck={}, pieces={0: 0})
    assert listed(game) == {"pass"}


def test_T3_the_game_ends_when_everyone_passes_in_a_row() -> None:
    game = stuck(3)
    for seat in range(3):
        assert not game.over
        assert game.turn == seat
        events = game.play("pass")
    assert game.over
    assert happened(events)[-1] == "GameOver"
    assert not game.last_round
    assert len(game.result.totals) == 3


def test_T3_a_pass_between_actions_does_not_count() -> None:
    game = stuck()
    game.play("pass")
    given(game, deck={}, ticket_deck=[3])
    game.play("tickets")
    game.play("keep 1")
    assert game.turn == 0
    game.play("pass")
    assert not game.over
    game.play("pass")
    assert game.over
