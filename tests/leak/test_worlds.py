"""The true game is one of the worlds, and no world is likelier than it should be: small cases, all ways counted."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations
from random import Random
from typing import TYPE_CHECKING, Any

from branchline.engine.actions import Keep
from tests.positions import at_turn, dealt

if TYPE_CHECKING:
    from collections.abc import Callable

    from branchline.engine.game import Game

MANY = 1200


def seen_in_worlds(game: Game, viewer: int | None, look: Callable[[Game], Any]) -> Counter[Any]:
    """Count what many worlds of a view show."""
    return Counter(look(world) for world in islice(game.view(viewer).worlds(Random(3)), MANY))


def evenly(seen: Counter[Any], weights: dict[Any, int]) -> bool:
    """Return whether counts fit their weights: chi-square within four deviations of its mean."""
    total, sum_of_weights = seen.total(), sum(weights.values())
    expected = {key: total * weight / sum_of_weights for key, weight in weights.items()}
    chi = sum((seen[key] - mean) ** 2 / mean for key, mean in expected.items())
    freedom = len(weights) - 1
    return set(seen) == set(weights) and chi < freedom + 4 * (2 * freedom) ** 0.5


def test_every_deal_of_the_unseen_cards_in_its_true_proportion() -> None:
    """Five unseen cards, two of them in the other hand: a hand is as likely as there are ways to draw it."""
    unseen = ["blue", "blue", "green", "wild", "wild"]
    everything = {"blue": 6, "green": 6, "black": 5, "pink": 6, "yellow": 6, "orange": 5, "wild": 8}
    others = Counter(everything) - Counter(unseen)
    game = at_turn("london", market=["black", "orange"], hand=dict(others), hands={1: {"blue": 1, "wild": 1}})
    assert game.deck_count == 3
    weights = Counter(tuple(sorted(pair)) for pair in permutations(unseen, 2))
    seen = seen_in_worlds(game, 0, lambda world: tuple(sorted(Counter(world.hand(1)).elements())))
    assert evenly(seen, weights)
    assert ("blue", "wild") in seen


def test_known_cards_stay_in_the_hand_that_took_them() -> None:
    game = at_turn("london", market=["blue", "green", "black", "pink", "yellow"])
    game.play("draw pink")
    game.play("draw deck")
    seen = seen_in_worlds(game, 1, lambda world: tuple(sorted(Counter(world.hand(0)).elements())))
    assert all("pink" in hand and len(hand) == 2 for hand in seen)
    assert tuple(sorted(Counter(game.hand(0)).elements())) in seen
    assert len(seen) == 7  # any color beside the pink one, or a wild


def test_every_deal_of_the_unseen_tickets() -> None:
    """Four unseen tickets: one is held by the other seat, three lie in the deck in any order."""
    game = at_turn("london", tickets={0: range(16), 1: [18]}, ticket_deck=[16, 19, 17])
    ways = dict.fromkeys(permutations([16, 17, 18, 19]), 1)
    seen = seen_in_worlds(game, 0, lambda world: (*world.tickets_of(1), *world.ticket_deck))
    assert evenly(seen, ways)
    assert (18, 16, 19, 17) in seen


def test_tickets_that_a_seat_put_under_the_deck_stay_where_they_are() -> None:
    game = at_turn("london", 3, tickets={0: range(14), 2: [18, 19]}, ticket_deck=[14, 15, 16, 17])
    game.play("tickets")
    game.play("keep 1")
    assert game.ticket_deck == [16, 17, 15]
    mine = seen_in_worlds(game, 0, lambda world: world.ticket_deck[-1])
    theirs = seen_in_worlds(game, 1, lambda world: world.ticket_deck[-1])
    assert set(mine) == {15}
    assert set(theirs) == set(range(20))


def test_an_offer_of_another_seat_is_dealt_again() -> None:
    game = at_turn("london", 3, tickets={1: range(14), 2: [14, 15]}, ticket_deck=[16, 17, 18, 19])
    game.play("tickets")
    assert game.offer_of(0) == [16, 17]
    seen = seen_in_worlds(game, 1, lambda world: tuple(world.offer_of(0)))
    assert (16, 17) in seen
    assert len(seen) == 6 * 5  # tickets that seat 1 does not hold
    assert set(seen_in_worlds(game, 0, lambda world: tuple(world.offer_of(0)))) == {(16, 17)}


def test_what_another_seat_chose_to_keep_is_chosen_again() -> None:
    game = dealt("usa", 2)
    game.play(Keep((0, 2), seat=1))
    kept = seen_in_worlds(game, 0, lambda world: int(world._records[0].chosen[1]))
    assert evenly(kept, {0b011: 1, 0b101: 1, 0b110: 1, 0b111: 1})
    assert set(seen_in_worlds(game, 1, lambda world: int(world._records[0].chosen[1]))) == {0b101}


def test_the_future_is_another_in_every_world() -> None:
    game = at_turn("london")
    seen: Counter[Any] = Counter()
    for world in islice(game.view(0).worlds(Random(3)), 200):
        world.play("draw deck")
        seen.update(world.hand(0))
    assert len(seen) == 7


def test_worlds_of_the_same_dice_are_the_same() -> None:
    view = dealt("usa", 3).view(0)
    first, second = (list(islice(view.worlds(Random(9)), 3)) for _ in range(2))
    assert [world.to_bytes() for world in first] == [world.to_bytes() for world in second]
    assert len({world.to_bytes() for world in islice(view.worlds(), 5)}) == 5
