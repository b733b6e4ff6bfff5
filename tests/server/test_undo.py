"""An undo takes back a mistake; it shows nobody what comes next, and it does not let anybody try their luck again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import branchline as bl
from branchline.engine.game import parse_save
from branchline.engine.saves import save_text
from branchline.server.live import commands
from branchline.server.live import records as r
from branchline.server.projection.replays import replay_of
from branchline.server.projection.state import Viewer
from branchline.server.refusal import Refusal
from tests.server.test_leak import new_match, state_values

if TYPE_CHECKING:
    from branchline.server.live.match import Match
    from branchline.server.live.records import Record


def record(match: Match, made: Record) -> None:
    match.apply(match.seq + 1, 5.0, None, made)


def act(match: Match, text: str) -> None:
    """Play a line of notation for the seat that has to decide."""
    record(match, commands.act(match, match.deciding[0], match.rev, text))


def undo(match: Match, seat: int) -> None:
    """Take back a seat's last move; everybody agrees."""
    asked = commands.ask_undo(match, seat)
    record(match, asked)
    for other in asked.needs:
        record(match, commands.answer_undo(match, other, yes=True))


def new_turn(*, bots: bool = False, one_person: bool = False) -> Match:
    """Return a match of two in London at its first turn."""
    match = new_match("london", 2, [])
    if bots:
        match.seats[1].kind, match.seats[1].guests = "bot", set()
    if one_person:
        match.seats[1].guests = set(match.seats[0].guests)
    for _ in range(2):
        act(match, "keep 1")
    return match


def claim(match: Match) -> None:
    """Claim the first route that the seat on turn can claim."""
    claims = [action for action in match.playing.legal if isinstance(action, bl.Claim)]
    record(match, commands.act(match, match.playing.turn, match.rev, claims[0]))


def pass_turns(match: Match) -> None:
    """Draw two cards from the deck for the seat on turn."""
    for _ in range(2):
        act(match, "draw deck")


def until_a_claim(match: Match) -> None:
    """Play until seat 0 can claim a route."""
    while match.playing.turn or not any(isinstance(action, bl.Claim) for action in match.playing.legal):
        pass_turns(match)


@pytest.mark.parametrize("bots", [False, True])
@pytest.mark.parametrize("move", ["draw deck", "tickets"])
def test_a_move_that_showed_something_hidden_stands(move: str, bots: bool) -> None:
    match = new_turn(bots=bots)
    act(match, move)
    with pytest.raises(Refusal, match="showed you a hidden card or ticket") as caught:
        commands.ask_undo(match, 0)
    assert caught.value.code == "seen_hidden"
    assert state_values(match, Viewer(0, frozenset({0})))["no_undo"] == "seen_hidden"


def test_a_face_up_card_stands_because_the_next_card_of_the_deck_was_turned_up() -> None:
    match = new_turn()
    card = next(card for card in match.playing.market if card not in ("wild", None))
    act(match, f"draw {card}")
    assert commands.why_no_undo(match, 0) is not None


def test_the_choice_of_tickets_can_be_taken_back_but_not_the_look_at_them() -> None:
    match = new_turn()
    act(match, "tickets")
    offered = match.playing.offer_of(0)
    act(match, "keep 1")
    undo(match, 0)
    assert match.playing.offer_of(0) == offered
    with pytest.raises(Refusal, match="hidden"):
        commands.ask_undo(match, 0)


@pytest.mark.parametrize("bots", [False, True])
def test_a_claim_can_be_taken_back_and_what_follows_is_dealt_again(bots: bool) -> None:
    match = new_turn(bots=bots)
    until_a_claim(match)
    hands = [match.playing.hand(seat) for seat in range(2)]
    deals = []
    for _ in range(2):
        claim(match)
        twin = parse_save(save_text(match.playing)).game
        for _ in range(2):
            twin.play("draw deck")
            twin.play("draw deck")
            twin.play("draw deck")
            twin.play("draw deck")
        deals.append([twin.hand(seat) for seat in range(2)])
        undo(match, 0)
        assert [match.playing.hand(seat) for seat in range(2)] == hands
    assert deals[0] != deals[1]


def test_the_state_says_what_an_undo_would_take_back() -> None:
    match = new_turn()
    until_a_claim(match)
    claim(match)
    pass_turns(match)
    assert state_values(match, Viewer(0, frozenset({0})))["can_undo"] == {"moves": 3, "seats": [0, 1]}
    undo(match, 0)
    assert match.playing.turn == 0
    assert "can_undo" not in state_values(match, Viewer())  # a spectator has nothing to take back


def test_after_the_others_have_drawn_a_move_is_taken_back_only_once() -> None:
    match = new_turn(bots=True)
    until_a_claim(match)
    claim(match)
    pass_turns(match)
    undo(match, 0)
    claim(match)
    undo(match, 0)  # nobody has drawn since: this is no second try
    claim(match)
    pass_turns(match)
    with pytest.raises(Refusal, match="already taken back this move once") as caught:
        commands.ask_undo(match, 0)
    assert caught.value.code == "taken_back"


def test_one_person_on_two_seats_cannot_take_back_what_either_seat_saw() -> None:
    match = new_turn(one_person=True)
    until_a_claim(match)
    claim(match)
    pass_turns(match)
    assert commands.why_no_undo(match, 0) is not None
    assert commands.why_no_undo(match, 1) is not None


def test_a_match_with_undo_replays_from_its_records_saves_and_replays_for_viewers() -> None:
    match = new_turn()
    until_a_claim(match)
    claim(match)
    pass_turns(match)
    undo(match, 0)
    while match.stage == "playing":
        codes = match.playing.legal.codes
        record(match, r.Acted(match.playing.turn, int(codes[len(codes) // 2])))
    again = new_match("london", 2, [])
    for entry in match.log[2:]:
        again.apply(entry.seq, entry.at, None, r.from_text(r.to_text(entry.record)))
    assert again.playing.to_bytes() == match.playing.to_bytes()
    assert parse_save(save_text(match.playing)).game.to_bytes() == match.playing.to_bytes()
    replay = replay_of(match, "all")
    assert len(replay.steps) == match.moves
    assert replay.steps[-1].patch["result"]["winners"] == match.outcome[0]
