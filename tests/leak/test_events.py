"""Events opened for a seat tell it nothing that it may not know, and closed ones cannot get out at all."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from branchline.engine.events import Dealt, DrewBlind, Event, Secret, TicketsKept, TicketsOffered
from tests.positions import dealt
from tests.property.reached import games, play_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from branchline.engine.game import Game

HIDDEN = ("draw deck", "draw blind", "tickets", "keep 1", "keep 1 2", "keep 1 2 3", "keep 2", "keep 1 3", "pass")
"""Actions whose every outcome is a secret of the seat that does them."""


def opened(events: Sequence[Event], viewer: int | None) -> bytes:
    return msgspec.json.encode([event.opened(viewer) for event in events])


def secrets(event: Event) -> list[Secret[Any]]:
    values = [getattr(event, name) for name in event.__struct_fields__]
    return [value for value in values if isinstance(value, Secret)]


@settings(max_examples=60)
@given(games(most=120), st.integers(0, 2**32))
def test_what_others_do_in_secret_looks_the_same_in_every_world(game: Game, seed: int) -> None:
    # A reshuffle, the end of the game, or the last choice of first tickets (how many each kept) shows what was hidden.
    assume(not game.over and game.deck_count >= 3 and game.last_turns != 1 and game.phase != "first tickets")
    for line in [line for line in HIDDEN if line in game.legal]:
        for viewer in {*range(game.players), None} - {game.turn}:
            world = next(game.view(viewer).worlds(Random(seed)))
            seen = {(opened(one.play(line), viewer), one.view(viewer).to_bytes()) for one in (game.copy(), world)}
            assert len(seen) == 1


@settings(max_examples=40)
@given(games(most=300))
def test_only_the_seat_it_belongs_to_can_open_a_secret(game: Game) -> None:
    for _, events in game.replay():
        for event in events:
            for secret in secrets(event):
                assert secret.open(secret.seat) is not None
                assert [secret.open(seat) for seat in [*range(game.players), None] if seat != secret.seat] == [
                    None
                ] * game.players


@settings(max_examples=25)
@given(games(most=300))
def test_an_opened_stream_has_no_secret_of_others(game: Game) -> None:
    """A seat's whole stream names a card drawn blind, or a ticket, only where it is its own."""
    for viewer in [*range(game.players), None]:
        for _, events in game.replay():
            for event in (one.opened(viewer) for one in events):
                if isinstance(event, DrewBlind):
                    assert (event.card is not None) == (event.seat == viewer)
                elif isinstance(event, Dealt):
                    assert (event.cards is not None) == (event.seat == viewer)
                elif isinstance(event, TicketsOffered | TicketsKept):
                    assert (event.tickets is not None) == (event.seat == viewer)


@pytest.mark.parametrize("name", ["usa", "london", "paris", "uk"])
def test_every_card_and_ticket_of_a_hand_is_shown_to_its_seat(name: str) -> None:
    """By its own stream a seat can follow its own hand to the card."""
    game = dealt(name, 3)
    play_on(game, 150, "hoarder")
    drawn: dict[str, int] = {"wild": game.board.spec.cards.first_wilds}
    for _, events in game.replay():
        for event in (one.opened(0) for one in events):
            cards = {"Dealt": "cards", "DrewBlind": "card", "DrewFaceUp": "card"}.get(type(event).__name__)
            if cards and event.seat == 0:  # type: ignore[union-attr]
                found = getattr(event, cards)
                for card in found if isinstance(found, list) else [found]:
                    drawn[card] = drawn.get(card, 0) + 1
            if type(event).__name__ in {"Claimed", "Bought"} and event.seat == 0:  # type: ignore[union-attr]
                for card, number in event.cards.items():  # type: ignore[union-attr]
                    drawn[card] -= number
    assert {card: number for card, number in drawn.items() if number} == game.hand(0)


@settings(max_examples=10)
@given(games(most=200))
def test_closed_events_cannot_be_encoded(game: Game) -> None:
    for _, events in game.replay():
        for event in events:
            if secrets(event):
                for encode in (msgspec.json.encode, msgspec.msgpack.encode, msgspec.to_builtins):
                    with pytest.raises(TypeError):
                        encode(event)
            else:
                assert msgspec.json.encode(event)


def test_a_secret_does_not_print_its_value() -> None:
    secret = Secret(1, ["blue", "wild"])
    assert "blue" not in repr(secret) + str(secret) + f"{secret}"
    event = dealt("london").opening[0]
    assert isinstance(event, Dealt)
    assert not any(color in repr(event) for color in dealt("london").board.colors)
    assert secret == Secret(1, ["blue", "wild"])
    assert secret != Secret(0, ["blue", "wild"])


def test_a_spectator_opens_nothing() -> None:
    game = dealt("uk", 4)
    play_on(game, 60)
    stream = [event for _, events in islice(game.replay(), 80) for event in events]
    assert any(secrets(event) for event in stream)
    assert not any(value.open(None) for event in stream for value in secrets(event))
