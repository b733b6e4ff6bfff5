"""Nothing appears or vanishes: cards, pieces, tickets and technologies, in every state that play can reach."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from branchline.engine.kernel.layout import NOTHING
from tests.oracle.policies import POLICIES
from tests.property.reached import LONGEST, games, play_on, tables

if TYPE_CHECKING:
    from branchline.engine.game import Game

pytestmark = pytest.mark.no_cover  # many games: they add volume, not lines


def check_cards(game: Game) -> None:
    state = game._records[0]
    piles = [*state.hands.tolist(), state.deck.tolist(), state.discards.tolist()]
    totals = [sum(pile) for pile in zip(*piles, strict=True)]
    for kind in state.market.tolist():
        if kind != NOTHING:
            totals[kind] += 1
    for seat in range(game.players):
        for name in game.in_front_of(seat):
            totals[game.board.color(name)] += 1
    assert totals == game._packed[0].cards.tolist()
    assert min(min(pile) for pile in piles) >= 0
    assert state.hand_count.tolist() == [sum(hand) for hand in state.hands.tolist()]
    assert (state.deck_count, state.discard_count) == (sum(state.deck.tolist()), sum(state.discards.tolist()))
    assert (state.known <= state.hands).all()


def check_pieces(game: Game) -> None:
    for seat in range(game.players):
        built = sum(game.board.routes[index].length for index in game.routes_of(seat))
        assert game.pieces[seat] + built == game.board.spec.players.pieces
        assert game.pieces[seat] >= 0
    held = {index for seat in range(game.players) for index in game.routes_of(seat)}
    assert held.isdisjoint(game.open_routes)


def check_tickets(game: Game) -> None:
    seats = range(game.players)
    places = [game.tickets_of(seat) for seat in seats] + [game.offer_of(seat) for seat in seats] + [game.ticket_deck]
    assert sorted(ticket for place in places for ticket in place) == list(range(len(game.board.tickets)))
    assert game.ticket_counts == [len(game.tickets_of(seat)) for seat in seats]


def check_technologies(game: Game) -> None:
    owned = Counter(name for seat in range(game.players) for name in game.technologies_of(seat))
    bought = int(game._records[0].bought)
    for index, (name, technology) in enumerate(game.board.technologies):
        on_sale = technology.copies if not technology.advanced or "advanced" in game.board.options else 0
        out = owned[name] + (bought == index and not owned[name])
        withdrawn = technology.until_reshuffle and bool(game._records[0].reshuffled)
        assert game.copies.get(name, 0) == (0 if withdrawn else on_sale - out)


def check_scores(game: Game) -> None:
    by_technologies = game._records[0].technology_score.tolist()
    for seat in range(game.players):
        by_routes = sum(game.board.routes[route].points for route in game.routes_of(seat))
        assert game.scores[seat] == by_routes + by_technologies[seat] + game.flag_points[seat]


def check(game: Game) -> None:
    for conserved in (check_cards, check_pieces, check_tickets, check_technologies, check_scores):
        conserved(game)


@settings(max_examples=10)
@given(tables(), st.sampled_from(sorted(POLICIES)), st.integers(0, 2**32))
def test_everything_is_conserved_through_a_whole_game(game: Game, policy: str, seed: int) -> None:
    """Looked at after every few actions: what is lost stays lost."""
    check(game)
    while not game.over:
        play_on(game, 10, policy, seed + len(game.log))
        check(game)
        assert len(game.log) < LONGEST


@settings(max_examples=25)
@given(games(), st.sampled_from(sorted(POLICIES)))
def test_every_game_ends(game: Game, policy: str) -> None:
    play_on(game, LONGEST, policy)
    assert game.over
    assert len(game.legal) == 0
