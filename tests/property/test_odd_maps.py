"""On every map file, however odd its numbers, the list of actions and the judging of one agree with the rules.

Kernel and oracle play odd maps in lockstep: every listed action is accepted by both, the listed payments are exactly
the sensible ones (see `tests/oracle/sensible.py`), and each says the same of any other action.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest

import branchline as bl
from branchline.rl.games import Games
from tests.odd_maps import odd_map_file
from tests.oracle.lockstep import ODD, Plan, Run, run_games
from tests.oracle.pair import for_oracle
from tests.property.reached import play_on

pytestmark = pytest.mark.no_cover  # many games: they add volume, not lines

FILES = 60
PART = 10
SMALL = 6
"""Cards in a hand of which every subset is tried as a payment."""


@pytest.mark.parametrize("first", range(0, FILES, PART))
def test_kernel_and_oracle_agree_on_odd_maps(first: int) -> None:
    for seed in range(first, first + PART):
        run_games(f"{ODD}{seed}", seed, 1, every=3)


@pytest.mark.parametrize("seed", range(FILES, FILES + 12))
def test_of_all_payments_from_a_hand_kernel_and_oracle_accept_the_same(seed: int) -> None:
    run = Run(Plan(f"{ODD}{seed}", seed), every=1000)
    random, game = Random(seed), run.pair.game
    for _ in range(60):
        few = 0 < game.hand_counts[game.turn] <= SMALL
        if few and game.phase in {"turn", "held route", "second route"}:
            every_payment(run, random)
        if game.over:
            return
        run.step()


def every_payment(run: Run, random: Random) -> None:
    """Try each subset of the hand on one route and on one technology."""
    game, oracle = run.pair.game, run.pair.oracle
    hand = game.hand(game.turn)
    route = random.randrange(len(game.board.routes))
    technology = random.choice(game.board.technologies)[0] if game.board.technologies else None
    for numbers in product(*(range(held + 1) for held in hand.values())):
        cards = {name: number for name, number in zip(hand, numbers, strict=True) if number}
        actions: list[bl.Action] = [bl.Claim(route, cards)]
        if technology is not None:
            actions.append(bl.Buy(technology, cards))
        for action in actions:
            assert (game.why_not(action) is None) == oracle.accepts(for_oracle(action)), action


@pytest.mark.parametrize("seed", range(0, FILES, 3))
def test_what_a_table_says_of_a_seat_is_what_the_oracle_says(seed: int) -> None:
    run = Run(Plan(f"{ODD}{seed}", seed), every=1000)
    game, oracle = run.pair.game, run.pair.oracle
    for _ in range(80):
        if game.over:
            return
        run.step()
        if game.phase == "first tickets" or game.over:
            continue
        seat = game.turn
        assert [game.price(number) for number in range(len(oracle.box.routes))] == [
            oracle.prices(route)[0] + route.ferry for route in oracle.box.routes
        ]
        assert game.set_sizes(seat) == sorted(oracle.set_sizes())
        assert game.cards_per_wild(seat) == min(oracle.set_sizes(), default=0)
        assert game.blind_cards(seat) == oracle._blind_at_once()
        assert game.least_to_keep(seat) == min(oracle.box.later_keep, len(oracle.offers[seat]))


@pytest.mark.parametrize("seed", range(0, FILES, 3))
def test_every_listed_action_has_a_number_of_its_own_in_the_learning_space(seed: int) -> None:
    game = bl.new_game(odd_map_file(seed), seed=seed)
    games = Games(game.board)
    for step in range(40):
        games.set_state_bytes(game.to_bytes())
        codes = game.legal.codes.tolist()
        numbers = [games.number_of(0, code) for code in codes]
        assert -1 not in numbers
        assert max(Counter(numbers).values()) == 1
        assert [games.code(0, number) for number in numbers] == codes
        play_on(game, 1, "uniform", seed + step)
        if game.over:
            return


def test_odd_maps_are_odd() -> None:
    """The files differ in every number that a rule depends on."""
    specs = [bl.load_map(odd_map_file(seed)).spec for seed in range(FILES)]
    assert {spec.rules.cards_per_wild for spec in specs} >= {0, 1, 2, 3, 4, 5}
    assert {spec.cards.market for spec in specs} == {1, 2, 3, 4, 5}
    assert {spec.cards.reset_at_wilds for spec in specs} >= {0, 1, 2, 3}
    assert {spec.rules.last_round_at for spec in specs} >= {0, 2, 5}
    assert {len(spec.cards.colors) for spec in specs} >= {1, 2, 8}
    assert {len(spec.scoring.ties) for spec in specs} == {0, 1, 2}
    assert any(spec.flag for spec in specs)
    assert any(spec.districts for spec in specs)
    assert any(spec.without_technology for spec in specs)
    without_sets = [spec for spec in specs if spec.rules.cards_per_wild == 0]
    assert any(one.cards_per_wild for spec in without_sets for one in spec.technologies.values())
