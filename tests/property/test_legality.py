"""What is listed is accepted, what is accepted is listed, and what is refused changes nothing."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import branchline as bl
from branchline.boards.board import WILD
from branchline.engine.actions import kind_of, target_of
from branchline.engine.entry_points import new_dice, play_at, why_not_at
from branchline.engine.kernel.codes import (
    BUY,
    CARD_BITS,
    CLAIM,
    CODE_BITS,
    OPTION,
    PAYMENT,
    TARGET,
)
from branchline.engine.kernel.trace import new_trace
from tests.oracle.policies import POLICIES
from tests.property.reached import MAPS, WITHOUT_SETS, games, play_on, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.engine.game import Game

pytestmark = pytest.mark.no_cover  # many games: they add volume, not lines

SMALL = 7
"""Cards in a hand of which every subset is tried."""


@settings(max_examples=60)
@given(games())
def test_every_listed_action_is_accepted(game: Game) -> None:
    codes = game.legal.codes.tolist()
    assert bool(codes) != game.over
    assert len(set(codes)) == len(codes)
    for code in codes[:: max(1, len(codes) // 40)]:
        twin = game.copy()
        twin.play(code)
        assert twin.to_bytes() != game.to_bytes()


def mutated(code: int, bits: list[int]) -> int:
    for bit in bits:
        code ^= 1 << bit
    return code


@settings(max_examples=100)
@given(games(), st.data())
def test_why_not_and_play_agree_and_a_refused_action_changes_no_byte(game: Game, data: st.DataObject) -> None:
    listed = game.legal.codes.tolist() or [1]
    near = st.builds(
        mutated, st.sampled_from(listed), st.lists(st.integers(0, OPTION + 2), min_size=1, max_size=3, unique=True)
    )
    before, trace = game.to_bytes(), new_trace()
    for code in data.draw(st.lists(near | st.integers(-(2**63), 2**63 - 1), min_size=10, max_size=10)):
        reason = why_not_at(game._packed, game._records, 0, code)
        assert game.to_bytes() == before
        twin = game.copy()
        assert play_at(twin._packed, twin._records, 0, code, trace) == reason
        assert (twin.to_bytes() == before) == (reason != 0)


@settings(max_examples=60)
@given(games(), st.integers() | st.text() | st.none() | st.floats() | st.binary() | st.booleans())
def test_nonsense_is_refused_and_changes_no_byte(game: Game, nonsense: Any) -> None:  # noqa: ANN401
    assume(nonsense not in game.legal)
    before, log = game.to_bytes(), list(game.log)
    with pytest.raises((bl.MalformedAction, bl.IllegalAction)) as caught:
        game.play(nonsense)
    assert str(caught.value)
    assert (game.to_bytes(), game.log) == (before, log)


@settings(max_examples=30)
@given(games())
def test_a_stale_action_changes_no_byte(game: Game) -> None:
    before = game.to_bytes()
    for at in (len(game.log) + 1, len(game.log) - 1, -1):
        with pytest.raises(bl.StaleAction):
            game.play("draw deck", at=at)
    assert game.to_bytes() == before


def payments(game: Game) -> Iterator[int]:
    """Every set of cards of the hand on turn, as the part of a code."""
    hand = game._records[0].hands[game.turn].tolist()
    for numbers in product(*(range(held + 1) for held in hand)):
        yield sum(number << (PAYMENT + CARD_BITS * kind) for kind, number in enumerate(numbers))


def accepted(game: Game, kind: int, targets: int, options: int) -> set[int]:
    """Every claim or purchase that is accepted, by trying them all."""
    everything = (
        kind | target << TARGET | payment | option << OPTION
        for target in range(targets)
        for payment in payments(game)
        for option in range(options)
    )
    return {code for code in everything if why_not_at(game._packed, game._records, 0, code) == 0}


def with_a_small_hand(game: Game, seed: int) -> Game:
    """Play on until the seat on turn may claim and has few cards."""
    for step in range(300):
        few = 0 < game.hand_counts[game.turn] <= SMALL if not game.over else False
        if few and game.phase in {"turn", "held route", "second route"}:
            return game
        play_on(game, 1, "builder", seed + step)
    return game


@settings(max_examples=12)
@given(tables(WITHOUT_SETS), st.integers(0, 200), st.integers(0, 2**32))
def test_without_k1_the_list_is_exactly_what_is_accepted(game: Game, skip: int, seed: int) -> None:
    play_on(game, skip, "builder", seed)
    assume(not with_a_small_hand(game, seed).over)
    listed = {code for code in game.legal.codes.tolist() if kind_of(code) == CLAIM}
    assert listed == accepted(game, CLAIM, len(game.board.routes), options=2)


@settings(max_examples=8)
@given(tables(("uk",)), st.integers(0, 200), st.integers(0, 2**32))
def test_with_k1_the_list_has_every_claim_and_purchase_that_some_payment_allows(
    game: Game, skip: int, seed: int
) -> None:
    play_on(game, skip, "inventor", seed)
    assume(not with_a_small_hand(game, seed).over)
    listed = set(game.legal.codes.tolist())
    for kind, targets in ((CLAIM, len(game.board.routes)), (BUY, len(game.board.technologies))):
        possible = accepted(game, kind, targets, options=1)
        ours = {code for code in listed if kind_of(code) == kind}
        assert ours <= possible
        assert {target_of(code) for code in ours} == {target_of(code) for code in possible}


@settings(max_examples=30)
@given(games(("uk",)))
def test_with_k1_a_claim_can_keep_its_wilds_or_its_colors(game: Game) -> None:
    """Of the listed payments of a claim, one pays no wild if that is possible at all, one no card of the color."""
    hand, per_wild = game.hand(game.turn), game.cards_per_wild(game.turn)
    others = sum(number for name, number in hand.items() if name != "wild")
    for route, listed in game.legal.claims().items():
        track = game.board.routes[route]
        if track.is_gray or track.ferry or "Diesel Power" in game.technologies_of(game.turn):
            continue
        colored = min(hand.get(game.board.route_color(route), 0), track.length)
        if others - colored >= per_wild * (track.length - colored):
            assert any("wild" not in cards for cards in listed)
        if hand.get("wild", 0) >= track.length:
            assert {"wild": track.length} in listed


@settings(max_examples=20)
@given(st.sampled_from(MAPS), st.sampled_from(sorted(POLICIES)), st.integers(0, 2**32))
def test_codes_fit_in_their_bits(name: str, policy: str, seed: int) -> None:
    game = bl.new_game(name, seed=seed)
    play_on(game, 60, policy, seed)
    assert all(0 < code < 1 << CODE_BITS for code in game.legal.codes.tolist())
    assert PAYMENT + CARD_BITS * (WILD + 1) == OPTION


def rolled(seed: int, number: int) -> int:
    """Return what dice of this seed show first: xorshift, in plain Python."""
    x = int(new_dice(seed)[0])
    x ^= x << 13 & 2**64 - 1
    x ^= x >> 7
    x ^= x << 17 & 2**64 - 1
    return (x >> 32) * number >> 32


@settings(max_examples=60)
@given(games(), st.lists(st.integers(0, 2**40), min_size=30, max_size=30))
def test_an_action_picked_by_its_place_is_the_one_listed_there(game: Game, seeds: list[int]) -> None:
    assume(not game.over)
    view, codes, random = game.view(game.turn), game.legal.codes.tolist(), bl.bot("random")
    for seed in seeds:
        random.start(seed)
        assert game.code_of(random.choose(view)) == codes[rolled(seed, len(codes))]
