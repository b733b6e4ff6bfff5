"""The oracle against situations worked out by hand, and against itself in random play."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product
from pathlib import Path

import pytest

from .box import WILD, Route, open_box
from .graph import longest_path, other_end
from .oracle import Action, Oracle

MAPS = Path(__file__).parents[2] / "src" / "branchline" / "maps"
EVERY_OPTION = ("single_draw", "replacement_wild", "advanced")
SIZES = {"usa": (2, 3, 4, 5), "london": (2, 3, 4), "paris": (2, 3, 4), "uk": (2, 3, 4)}
CLAIMING = [(name, players, (), "claim") for name, sizes in SIZES.items() for players in sizes]
DRAWING = [(name, sizes[-1], EVERY_OPTION, "draw") for name, sizes in SIZES.items()]


class Scripted:
    """Deals the given cards and tickets first; after them, the color the deck has most of."""

    def __init__(self, cards: str = "", tickets: tuple[int, ...] = ()) -> None:
        self.cards = cards.split()
        self.tickets = tickets

    def card(self, deck: Counter[str]) -> str:
        if self.cards:
            return self.cards.pop(0)
        return max(deck, key=lambda kind: (kind != WILD, deck[kind], kind))

    def ticket_order(self, tickets: list[int]) -> list[int]:
        return [*self.tickets, *(one for one in tickets if one not in self.tickets)]


class Shuffled:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def card(self, deck: Counter[str]) -> str:
        return self.random.choice(sorted(deck.elements()))

    def ticket_order(self, tickets: list[int]) -> list[int]:
        return self.random.sample(tickets, len(tickets))


def cards(**numbers: int) -> Counter[str]:
    return Counter(numbers)


def started(name: str, players: int = 2, options: tuple[str, ...] = (), script: str = "") -> Oracle:
    """A game at its first turn, everyone keeping every ticket."""
    game = Oracle(MAPS / f"{name}.toml", players, options, Scripted(script))
    for seat in range(players):
        game.play(("keep", tuple(range(len(game.offers[seat])))))
    return game


def stacked(game: Oracle, *coming: str) -> None:
    """Put these cards on top of the deck."""
    assert isinstance(game.dealer, Scripted)
    game.dealer.cards = list(coming)
    assert not Counter(coming) - game.deck


def number(game: Oracle, a: str, b: str, nth: int = 0) -> int:
    found = [one for one, route in enumerate(game.box.routes) if {route.a, route.b} == {a, b}]
    return found[nth]


def give(game: Oracle, seat: int, *ways: tuple[str, str]) -> None:
    for a, b in ways:
        game.holders[number(game, a, b)].append(seat)


def ticket(game: Oracle, a: str, b: str) -> int:
    return next(one for one, card in enumerate(game.box.tickets) if (a in card.a) and (b in card.b))


def dry(game: Oracle) -> None:
    """No deck, no discards, no market, no tickets, no hands."""
    game.deck, game.discards = Counter(), Counter()
    game.market = [None] * 5
    game.ticket_deck = []
    game.hands = [Counter() for _ in game.hands]


# ---------------------------------------------------------------------- S


def test_S1_S2_uk_deals_four_cards_and_one_wild() -> None:
    game = Oracle(MAPS / "uk.toml", 4, (), Scripted())
    assert all(hand.total() == 5 and hand[WILD] == 1 for hand in game.hands)
    assert game.deck.total() == 116 - 20 - 5
    assert (game.pieces, game.scores) == ([35] * 4, [0] * 4)


def test_S2_seat_after_seat_then_the_market_from_the_left() -> None:
    game = Oracle(MAPS / "london.toml", 2, (), Scripted("blue blue pink wild green black pink orange wild"))
    assert game.hands == [cards(blue=2), cards(pink=1, wild=1)]
    assert game.market == ["green", "black", "pink", "orange", "wild"]


def test_S3_the_first_market_is_reset_too() -> None:
    script = "blue blue blue blue wild green wild green wild pink pink pink pink wild"
    game = Oracle(MAPS / "london.toml", 2, (), Scripted(script))
    assert game.market == ["pink", "pink", "pink", "pink", "wild"]
    assert game.discards == cards(wild=3, green=2)


def test_S4_S6_returned_tickets_go_under_when_all_have_chosen() -> None:
    game = Oracle(MAPS / "usa.toml", 2, (), Scripted(tickets=(9, 8, 7, 6, 5, 4)))
    assert game.offers == [[9, 8, 7], [6, 5, 4]]
    assert game.why_not(("keep", (0,))) == "too few tickets kept (S4, P1)"
    assert not game.accepts(("keep", (0, 0)))
    assert not game.accepts(("keep", (0, 3)))
    assert not game.accepts(("draw", "deck"))
    game.play(("keep", (2, 0)))
    assert (game.turn, game.phase, len(game.ticket_deck)) == (1, "first tickets", 24)
    game.play(("keep", (1, 2)))
    assert game.tickets == [[9, 7], [5, 4]]
    assert game.ticket_deck[-2:] == [8, 6]
    assert (game.turn, game.phase) == (0, "turn")


# ---------------------------------------------------------------------- T


def test_T1_T2_one_action_and_round_the_table() -> None:
    game = started("usa", 3)
    for seat in (0, 1, 2, 0):
        assert (game.turn, game.phase) == (seat, "turn")
        game.play(("draw", "deck"))
        assert (game.turn, game.phase) == (seat, "second card")
        assert not game.accepts(("tickets",))
        game.play(("draw", "deck"))


def test_T3_pass_only_when_nothing_is_possible_and_all_passes_end_the_game() -> None:
    game = started("london", 2)
    assert not game.accepts(("pass",))
    dry(game)
    assert game.accepts(("pass",))
    game.hands[0] = cards(green=1)
    assert not game.accepts(("pass",))
    game.hands[0] = Counter()
    game.play(("pass",))
    assert (game.turn, game.over) == (1, False)
    game.ticket_deck = [0]
    assert not game.accepts(("pass",))
    game.play(("tickets",))
    game.play(("keep", (0,)))
    game.play(("pass",))
    assert not game.over
    game.play(("pass",))
    assert game.over
    assert game.why_not(("pass",)) == "the game is over"


def test_T3_refused_actions_change_nothing() -> None:
    game = started("usa")
    before = (Counter(game.hands[0]), list(game.market), game.turn, game.phase)
    actions: list[Action] = [("pass",), ("claim", 0, cards(red=9), False), ("fly",), ("keep", (0,)), ("draw", "mauve")]
    for action in actions:
        with pytest.raises(ValueError, match=r"."):
            game.play(action)
    assert before == (game.hands[0], game.market, game.turn, game.phase)


# ---------------------------------------------------------------------- D


def test_D1_D2_a_market_card_is_replaced_at_once() -> None:
    game = started("usa")
    game.market = ["red", "blue", "blue", "green", "wild"]
    game.hands[0] = Counter()
    stacked(game, "black", "white")
    game.play(("draw", "blue"))
    assert game.market == ["red", "black", "blue", "green", "wild"]
    game.play(("draw", "black"))
    assert game.market == ["red", "white", "blue", "green", "wild"]
    assert game.hands[0] == cards(blue=1, black=1)
    assert game.turn == 1


def test_D3_a_market_wild_is_the_only_card() -> None:
    game = started("usa")
    game.market = ["red", "blue", "blue", "green", "wild"]
    game.play(("draw", WILD))
    assert (game.turn, game.phase) == (1, "turn")


def test_D4_a_market_wild_is_never_the_second_card() -> None:
    game = started("usa")
    game.market = ["red", "blue", "blue", "green", "wild"]
    stacked(game, "wild")
    game.play(("draw", "red"))
    assert game.market == ["wild", "blue", "blue", "green", "wild"]
    assert game.why_not(("draw", WILD)) == "a market wild is never the second card (D4)"


def test_D5_a_blind_wild_is_a_card_like_any_other() -> None:
    game = started("usa")
    stacked(game, "wild", "wild")
    game.play(("draw", "deck"))
    assert game.phase == "second card"
    game.play(("draw", "deck"))
    assert game.hands[0][WILD] == 2


def test_D6_three_wilds_reset_the_market_again_and_again() -> None:
    game = started("usa")
    game.market = ["red", "wild", "blue", "green", "wild"]
    stacked(game, "wild", "wild", "wild", "red", "wild", "red", "blue", "blue", "blue", "blue", "wild")
    game.play(("draw", "blue"))
    assert game.market == ["blue", "blue", "blue", "blue", "wild"]
    assert game.discards == cards(red=3, green=1, wild=6)
    assert game.phase == "second card"


def test_D6_never_in_the_uk() -> None:
    game = started("uk")
    game.market = ["red", "wild", "wild", "wild", "wild"]
    stacked(game, "wild")
    game.play(("draw", "red"))
    assert game.market == ["wild"] * 5


def test_D7_the_discards_become_the_deck_when_a_card_is_needed() -> None:
    game = started("usa")
    game.deck, game.discards = cards(red=1), cards(blue=3)
    game.play(("draw", "deck"))
    assert (game.deck, game.discards) == (Counter(), cards(blue=3))
    game.play(("draw", "deck"))
    assert (game.deck, game.discards) == (cards(blue=2), Counter())


def test_D8_the_turn_ends_without_a_second_card() -> None:
    game = started("usa")
    dry(game)
    game.market = ["red", "wild", None, None, None]
    assert not game.accepts(("draw", "deck"))
    game.play(("draw", "red"))
    assert (game.turn, game.phase) == (1, "turn")
    game.play(("draw", WILD))
    assert game.why_not(("draw", "deck")) == "no deck and no discards (D8)"
    game.hands[0] = Counter()
    assert game.accepts(("pass",))


def test_D9_a_short_market_is_refilled_from_the_discards() -> None:
    game = started("usa")
    dry(game)
    game.market = ["red", None, "red", None, None]
    game.hands[0] = cards(blue=2, green=1)
    game.play(("claim", number(game, "Duluth", "Omaha"), cards(blue=2), False))
    assert game.market == ["red", "blue", "red", "blue", None]
    assert not game.deck
    assert not game.discards


def test_D10_no_reset_that_cannot_help_until_it_can() -> None:
    game = started("usa")
    dry(game)
    game.market = ["wild", "wild", "red", "red", "green"]
    game.deck = cards(wild=4)
    game.hands[0] = cards(blue=1, green=2)
    game.play(("draw", "red"))  # two plain cards are left on the table
    assert game.market == ["wild", "wild", "wild", "red", "green"]
    game.play(("draw", "deck"))
    game.play(("draw", "deck"))
    game.play(("draw", "deck"))
    stacked(game)
    game.play(("claim", number(game, "Seattle", "Portland"), cards(blue=1), False))
    assert game.market.count(WILD) < 3  # six cards, three of them plain: now it helps


def test_D10_five_cards_in_all_are_never_reset() -> None:
    game = started("london")
    dry(game)
    game.market = ["wild", "wild", "blue", "blue", "blue"]
    game.deck = cards(wild=1)
    game.play(("draw", "blue"))
    assert game.market == ["wild", "wild", "wild", "blue", "blue"]


def test_option_single_draw_allows_to_stop() -> None:
    game = started("london", options=("single_draw",))
    game.play(("draw", "deck"))
    game.play(("pass",))
    assert (game.turn, game.phase, game.passes) == (1, "turn", 0)
    strict = started("london")
    strict.play(("draw", "deck"))
    assert not strict.accepts(("pass",))


def test_option_replacement_wild() -> None:
    game = started("london", options=("replacement_wild",))
    game.market = ["wild", "blue", "blue", "green", "pink"]
    stacked(game, "wild", "black")
    game.play(("draw", "green"))
    game.play(("draw", WILD))
    assert game.market == ["wild", "blue", "blue", "black", "pink"]
    stacked(game, "orange")
    game.play(("draw", "blue"))  # the replacement is orange: the old wild stays out of reach
    assert not game.accepts(("draw", WILD))


def test_option_replacement_wild_does_not_survive_a_reset() -> None:
    game = started("london", options=("replacement_wild",))
    game.market = ["wild", "wild", "blue", "green", "pink"]
    stacked(game, "wild", "blue", "blue", "wild", "green", "green")
    game.play(("draw", "blue"))
    assert game.market == ["blue", "blue", "wild", "green", "green"]
    assert not game.accepts(("draw", WILD))


# ---------------------------------------------------------------------- C


def test_C2_payments_of_a_colored_and_a_gray_route() -> None:
    game = started("usa")
    game.hands[0] = cards(red=2, blue=1, wild=1)
    assert game.payments(number(game, "Boston", "New York")) == [cards(red=1, wild=1), cards(red=2)]
    gray = game.payments(number(game, "Duluth", "Omaha"))
    assert sorted(sorted(one.elements()) for one in gray) == [["blue", "wild"], ["red", "red"], ["red", "wild"]]
    route = number(game, "Duluth", "Omaha")
    assert not game.accepts(("claim", route, cards(red=1, blue=1), False))
    assert not game.accepts(("claim", route, cards(red=2, wild=1), False))
    assert not game.accepts(("claim", route, cards(blue=2), False))


def test_C2_wilds_alone_pay_any_route() -> None:
    game = started("usa")
    game.hands[0] = cards(wild=2)
    assert game.payments(number(game, "Boston", "New York")) == [cards(wild=2)]
    assert game.payments(number(game, "Duluth", "Omaha")) == [cards(wild=2)]


def test_C3_pieces_for_every_space() -> None:
    game = started("usa")
    game.hands[0] = cards(white=6)
    game.pieces[0] = 5
    route = number(game, "Calgary", "Winnipeg")
    assert game.why_not(("claim", route, cards(white=6), False)) == "too few pieces (C3)"
    game.pieces[0] = 6
    assert route in game.claimable()


def test_C4_points_at_once_and_cards_to_the_discards() -> None:
    game = started("usa")
    game.hands[0] = cards(white=5, wild=2, red=1)
    game.play(("claim", number(game, "Calgary", "Winnipeg"), cards(white=5, wild=1), False))
    assert (game.scores[0], game.pieces[0], game.turn) == (15, 39, 1)
    assert game.hands[0] == cards(wild=1, red=1)
    assert game.discards == cards(white=5, wild=1)


@pytest.mark.parametrize(("name", "players", "both"), [("usa", 3, False), ("usa", 4, True), ("london", 3, True)])
def test_C5_C6_double_routes(name: str, players: int, both: bool) -> None:
    game = started(name, players)
    ends = ("Boston", "New York") if name == "usa" else ("Hyde Park", "Buckingham Palace")
    first, second = number(game, *ends), number(game, *ends, 1)
    game.holders[first] = [0]
    for hand in game.hands:
        hand[WILD] = 9
    assert not {first, second} & game.claimable()  # one's own (C5)
    game.turn = 1
    assert first not in game.claimable()
    assert (second in game.claimable()) == both
    assert game.accepts(("claim", second, cards(wild=game.box.routes[second].length), False)) == both


# ---------------------------------------------------------------------- P


def test_P1_P2_three_drawn_one_kept_the_others_under_in_order() -> None:
    game = started("usa")
    top = game.ticket_deck[:3]
    game.play(("tickets",))
    assert (game.phase, game.offers[0]) == ("keep tickets", top)
    assert not game.accepts(("keep", ()))
    game.play(("keep", (1,)))
    assert game.tickets[0][-1] == top[1]
    assert game.ticket_deck[-2:] == [top[0], top[2]]
    assert game.turn == 1


def test_P1_P3_the_last_ticket_is_kept_and_then_none_is_left() -> None:
    game = started("london")
    game.ticket_deck = [4]
    game.play(("tickets",))
    assert not game.accepts(("keep", ()))
    game.play(("keep", (0,)))
    assert game.why_not(("tickets",)) == "no ticket is left (P3)"


def test_P6_a_ticket_is_made_by_ones_own_routes() -> None:
    game = started("usa")
    game.tickets = [[ticket(game, "Kansas City", "Houston")], [ticket(game, "Kansas City", "Houston")]]
    ways = [("Kansas City", "Oklahoma City"), ("Oklahoma City", "Dallas"), ("Dallas", "Houston")]
    give(game, 0, *ways)
    give(game, 1, *ways[:2])
    result = game.result()
    assert [one.ticket_points for one in result.seats] == [5, -5]


def test_P6_either_french_spot_but_neither_leads_on() -> None:
    game = started("uk")
    game.tickets = [[ticket(game, "London", "France (east)")], [ticket(game, "Leeds", "France (west)")]]
    assert game.box.tickets[game.tickets[0][0]].b == ["France (west)", "France (east)"]
    give(game, 0, ("London", "Dover"), ("Dover", "France (east)"))
    give(game, 1, ("Southampton", "France (west)"), ("France (east)", "Dover"))
    give(game, 1, ("Dover", "London"), ("London", "Northampton"))
    assert [one.ticket_points for one in game.result().seats] == [7, -10]
    game.tickets[1] = [ticket(game, "Southampton", "London")]
    assert game.result().seats[1].ticket_points == -4


# ---------------------------------------------------------------------- E


def test_E1_everyone_has_one_last_turn() -> None:
    game = started("london", 3)
    game.play(("draw", "deck"))
    game.play(("draw", "deck"))
    game.pieces[1] = 3
    game.hands[1] = cards(green=1)
    game.play(("claim", number(game, "Piccadilly Circus", "Covent Garden"), cards(green=1), False))
    for seat in (2, 0, 1):
        assert (game.turn, game.over) == (seat, False)
        game.play(("draw", "deck"))
        game.play(("draw", "deck"))
    assert game.over


def test_E2_missed_tickets_take_points_off() -> None:
    game = started("usa")
    game.tickets = [[0], []]
    game.scores = [5, 0]
    result = game.result()
    assert (result.seats[0].total, result.seats[0].tickets_missed) == (-7, [0])


def test_E3_the_longest_path_may_loop_but_uses_no_route_twice() -> None:
    game = started("usa")
    game.tickets = [[], []]
    # A triangle of 4 + 4 + 6 with two tails of 1 at the same corner: all of it is one path.
    give(game, 0, ("Calgary", "Helena"), ("Calgary", "Seattle"), ("Helena", "Seattle"))
    give(game, 0, ("Seattle", "Portland"), ("Seattle", "Vancouver"))
    give(game, 1, ("Miami", "New Orleans"), ("Atlanta", "Miami"))
    result = game.result()
    assert [one.longest_path for one in result.seats] == [16, 11]
    assert [one.longest_path_bonus for one in result.seats] == [10, 0]


def test_E3_ties_earn_it_all_and_nothing_earns_nothing() -> None:
    game = started("usa", 3)
    game.tickets = [[], [], []]
    assert [one.total for one in game.result().seats] == [0, 0, 0]
    give(game, 0, ("Portland", "Seattle"))
    give(game, 2, ("Kansas City", "Omaha"))
    result = game.result()
    assert [one.total for one in result.seats] == [10, 0, 10]
    assert (result.winners, result.ranks, result.decided_by) == ({0, 2}, [1, 3, 1], "shared")


def test_E3_bounding_does_not_change_the_longest_path() -> None:
    routes = open_box(MAPS / "usa.toml").routes
    chance = random.Random(1)
    near = [route for route in routes if route.length <= 3]
    for _ in range(60):
        some = chance.sample(near, chance.randint(1, 15))
        assert longest_path(some) == max(_trails(city, some) for route in some for city in (route.a, route.b))


def _trails(city: str, unused: list[Route]) -> int:
    onward = [route for route in unused if city in {route.a, route.b}]
    return max(
        (
            route.length + _trails(other_end(route, city), [one for one in unused if one is not route])
            for route in onward
        ),
        default=0,
    )


def test_E4_districts_are_joined_also_over_other_places() -> None:
    game = started("london")
    game.tickets = [[], []]
    give(game, 0, ("British Museum", "Piccadilly Circus"), ("Piccadilly Circus", "Covent Garden"))
    give(game, 1, ("Waterloo", "Globe Theatre"), ("Waterloo", "Big Ben"), ("Big Ben", "Elephant & Castle"))
    result = game.result()
    assert [one.districts for one in result.seats] == [["1"], ["3"]]
    assert [one.total for one in result.seats] == [1, 3]


def test_E5_points_then_tickets_then_the_longest_path_card() -> None:
    game = started("usa", 3)
    made = ticket(game, "Kansas City", "Houston")
    game.tickets = [[made], [], []]
    give(game, 0, ("Kansas City", "Oklahoma City"), ("Oklahoma City", "Dallas"), ("Dallas", "Houston"))
    give(game, 1, ("Helena", "Seattle"))
    game.scores = [6, 1, 5]  # and 5 for the ticket, and 10 for the path of six
    assert game.result().decided_by == "tickets"
    assert game.result().ranks == [1, 2, 3]
    game.tickets = [[], [], []]
    game.scores = [11, 1, 5]
    assert (game.result().decided_by, game.result().winners) == ("longest path", {1})
    game.scores = [12, 1, 5]
    assert (game.result().decided_by, game.result().winners) == ("points", {0})
    game.scores = [12, 1, 12]  # the longer of two paths is not the card
    assert (game.result().decided_by, game.result().winners) == ("shared", {0, 2})


def test_E5_london_shares_after_tickets() -> None:
    game = started("london")
    game.tickets = [[], []]
    give(game, 0, ("Baker Street", "Hyde Park"))
    assert game.result().decided_by == "shared"


# ---------------------------------------------------------------------- F


def test_F1_F2_what_may_be_kept() -> None:
    game = started("paris")
    game.hands[0] = cards(white=2, wild=2, yellow=2)
    white = number(game, "Batignolles", "Montmartre")
    assert game.accepts(("claim", white, cards(white=1, wild=1), True))
    assert game.accepts(("claim", white, cards(white=2), False))
    assert not game.accepts(("claim", white, cards(wild=2), True))
    assert not game.accepts(("claim", number(game, "Montmartre", "Opéra", 1), cards(yellow=2), True))
    game.front[0] = {"white"}
    assert not game.accepts(("claim", white, cards(white=2), True))


def test_F1_F4_the_card_lies_in_front() -> None:
    game = started("paris")
    game.hands[0] = cards(white=2)
    game.play(("claim", number(game, "Batignolles", "Montmartre"), cards(white=2), True))
    assert (game.front[0], game.discards, game.hands[0]) == ({"white"}, cards(white=1), Counter())


def test_F3_a_flag_scores_at_the_end_of_the_turn() -> None:
    game = started("paris")
    game.front[0] = {"white", "red"}
    game.hands[0] = cards(blue=1)
    game.play(("claim", number(game, "Belleville", "Père-Lachaise"), cards(blue=1), True))
    assert (game.scores[0], game.flags[0], game.front[0]) == (5, 1, set())
    assert game.discards == cards(white=1, red=1, blue=1)
    result = game.result()
    assert (result.seats[0].route_points, result.seats[0].flag_points) == (1, 4)


def test_F3_the_flag_refills_a_short_market() -> None:
    game = started("paris")
    dry(game)
    game.front[0] = {"white", "red"}
    game.hands[0] = cards(blue=1)
    game.play(("claim", number(game, "Belleville", "Père-Lachaise"), cards(blue=1), True))
    assert sum(card is not None for card in game.market) == 3


# ---------------------------------------------------------------------- K


def test_K1_four_cards_for_a_wild_wherever_it_is_paid() -> None:
    game = started("uk")
    game.hands[0] = cards(red=3, blue=2, green=1, wild=1)
    gray = number(game, "Brighton", "London")
    assert game.accepts(("claim", gray, cards(red=2, blue=1, green=1), False))
    assert game.accepts(("claim", gray, cards(red=2, blue=1, wild=1), False))  # a waste
    assert not game.accepts(("claim", gray, cards(red=3), False))
    assert game.accepts(("buy", "Wales Concession", cards(red=1, blue=2, green=1)))
    assert game.accepts(("buy", "Wales Concession", cards(wild=1)))
    assert not game.accepts(("buy", "Wales Concession", cards(red=1, wild=1)))
    assert game.accepts(("buy", "Booster", cards(red=3, blue=1, wild=1)))
    game.technologies[0] = {"Booster"}
    assert game.accepts(("claim", gray, cards(red=3), False))
    assert game.accepts(("claim", gray, cards(red=2, blue=1, green=1), False))  # four stay legal
    assert game.accepts(("buy", "Propellers", cards(red=3, blue=2, green=1)))
    assert game.accepts(("buy", "Propellers", cards(red=3, blue=2, green=1, wild=1)))  # three, and four
    assert not game.accepts(("buy", "Propellers", cards(red=3, blue=2)))


def test_K1_never_outside_the_uk() -> None:
    game = started("usa")
    game.hands[0] = cards(red=4)
    assert not game.accepts(("claim", number(game, "Chicago", "Saint Louis"), cards(red=4), False))


@pytest.mark.parametrize("technologies", [(), ("Booster",), ("Diesel Power",), ("Booster", "Diesel Power")])
@pytest.mark.parametrize("ends", [("Cambridge", "Norwich"), ("Dover", "France (east)"), ("Brighton", "London")])
def test_K1_every_payment_against_all_ways_to_lay_it_out(technologies: tuple[str, ...], ends: tuple[str, str]) -> None:
    game = started("uk")
    game.technologies[0] = {*technologies, "Propellers", "Ireland / France Concession"}
    hand = game.hands[0] = cards(red=3, blue=3, wild=3)
    route = number(game, *ends)
    legal = _laid_out(game.box.routes[route], "Booster" in technologies, "Diesel Power" in technologies)
    for red, blue, wild in product(range(4), repeat=3):
        payment = cards(red=red, blue=blue, wild=wild)
        assert game.accepts(("claim", route, payment, False)) == ((red, blue, wild) in legal)
    assert hand == cards(red=3, blue=3, wild=3)


def _laid_out(route: Route, booster: bool, diesel: bool) -> set[tuple[int, int, int]]:
    """All payments from 3 red, 3 blue, 3 wild, put down space by space."""
    kinds = ("red", "blue", "wild")
    sizes = (3, 4) if booster else (4,)
    sets = [one for one in product(range(4), repeat=3) if sum(one) in sizes]
    singles = {kind: tuple(int(kind == one) for one in kinds) for kind in kinds}
    full = ["symbol"] * route.ferry + ["space"] * (route.length - route.ferry)
    prices = [full]
    if diesel and full[-1] == "space" and len(full) > 1:
        prices.append(full[:-1])
    legal = set()
    for color in kinds[:2] if route.color == "gray" else [route.color]:
        wild = [*sets, singles["wild"]]
        for spaces in prices:
            ways = [wild if space == "symbol" else [*wild, singles[color]] for space in spaces]
            for laid in product(*ways):
                legal.add(tuple(sum(one[kind] for one in laid) for kind in range(3)))
    return {(one[0], one[1], one[2]) for one in legal if max(one) <= 3}


def test_K2_a_ferry_takes_a_wild_for_each_symbol() -> None:
    game = started("uk")
    game.technologies[0] = {"Propellers", "Ireland / France Concession", "Superheated Steam Boiler"}
    game.hands[0] = cards(red=6, wild=3)
    route = number(game, "Cork", "Penzance")
    assert game.payments(route) == [cards(red=3, wild=3), cards(red=4, wild=2)]
    assert not game.accepts(("claim", route, cards(red=5, wild=1), False))


def test_K3_without_technology_short_english_routes_only() -> None:
    game = started("uk")
    game.hands[0] = cards(wild=12)
    routes = [game.box.routes[one] for one in game.claimable()]
    assert {route.length for route in routes} == {1, 2, 10}
    assert all(game.box.regions[city] in {"England", ""} for route in routes for city in (route.a, route.b))
    assert [route.length for route in routes if route.ferry] == [10]  # K6


def test_K4_K5_stranraer_londonderry_needs_four_technologies() -> None:
    game = started("uk")
    game.hands[0] = cards(wild=12)
    needed = {"Scotland Concession", "Ireland / France Concession", "Mechanical Stoker", "Propellers"}
    route = number(game, "Stranraer", "Londonderry")
    for size in range(5):
        for some in combinations(sorted(needed), size):
            game.technologies[0] = {*some, "Superheated Steam Boiler"}
            assert (route in game.claimable()) == (size == 4)
    game.technologies[0] = {"Wales Concession", "Mechanical Stoker"}
    assert number(game, "Birmingham", "Cardiff") in game.claimable()
    assert number(game, "Hull", "Norwich") not in game.claimable()


def test_K6_new_york_scores_forty() -> None:
    game = started("uk")
    game.hands[0] = cards(red=7, wild=3)
    game.play(("claim", number(game, "New York", "Southampton"), cards(red=7, wild=3), False))
    assert (game.scores[0], game.pieces[0]) == (40, 25)


def test_K7_K8_one_purchase_a_turn_one_copy_each() -> None:
    game = started("uk")
    game.hands[0] = cards(wild=6, red=1)
    game.copies["Booster"] = 0
    assert not game.accepts(("buy", "Booster", cards(wild=2)))
    assert not game.accepts(("buy", "Water Tenders", cards(wild=2)))  # K12
    assert not game.accepts(("buy", "Propellers", cards(wild=3)))
    game.play(("buy", "Propellers", cards(wild=2)))
    assert (game.turn, game.phase, game.copies["Propellers"]) == (0, "turn", 3)
    assert game.discards == cards(wild=2)
    assert game.why_not(("buy", "Wales Concession", cards(wild=1))) == "one technology a turn (K8)"
    game.play(("draw", "deck"))
    assert not game.accepts(("buy", "Wales Concession", cards(wild=1)))
    game.play(("draw", "deck"))
    game.play(("draw", "deck"))
    game.play(("draw", "deck"))
    assert game.why_not(("buy", "Propellers", cards(wild=2))) == "one copy of each (K7)"
    assert game.accepts(("buy", "Wales Concession", cards(wild=1)))


@pytest.mark.parametrize(
    ("technologies", "land", "ferry", "new_york"),
    [
        ((), 1, 1, 40),
        (("Boiler Lagging",), 2, 2, 41),
        (("Steam Turbines",), 1, 3, 42),
        (("Boiler Lagging", "Steam Turbines"), 2, 4, 43),
    ],
)
def test_K9_lagging_and_turbines(technologies: tuple[str, ...], land: int, ferry: int, new_york: int) -> None:
    for ends, points in [
        (("Brighton", "London"), land),
        (("Barrow", "Liverpool"), ferry),
        (("New York", "Southampton"), new_york),
    ]:
        game = started("uk")
        game.technologies[0] = {*technologies, "Propellers"}
        game.hands[0] = cards(wild=10)
        route = number(game, *ends)
        game.play(("claim", route, cards(wild=game.box.routes[route].length), False))
        assert game.scores[0] == points


def test_K10_double_heading() -> None:
    game = started("uk")
    game.tickets = [[ticket(game, "London", "Brighton"), 0], []]
    give(game, 0, ("Brighton", "London"))
    game.technologies[0] = {"Double Heading"}
    seat = game.result().seats[0]
    assert (seat.technology_points, seat.ticket_points, seat.total) == (2, -2, 0)


def test_K11_right_of_way() -> None:
    game = started("uk", 3)
    game.hands[0] = cards(wild=4, red=1, green=1)
    buy: Action = ("buy", "Right of Way", cards(wild=4))
    assert not game.accepts(buy)  # nobody holds anything
    route = number(game, "Brighton", "London")
    game.holders[route] = [1]
    game.play(buy)
    assert (game.phase, game.claimable(), game.copies["Right of Way"]) == ("held route", {route}, 0)
    assert not game.accepts(("draw", "deck"))
    assert not game.accepts(("pass",))
    game.play(("claim", route, cards(red=1), False))
    assert game.holders[route] == [1, 0]
    assert (game.copies["Right of Way"], game.technologies[0], game.turn) == (1, set(), 1)
    assert (game.scores[0], game.pieces[0]) == (1, 34)


def test_K11_not_beside_ones_own_track_and_only_when_it_can_be_paid() -> None:
    game = started("uk", 3)
    game.hands[0] = cards(wild=5, yellow=1)
    orange, yellow = number(game, "Cambridge", "London"), number(game, "Cambridge", "London", 1)
    game.holders[yellow] = [1]
    assert game.accepts(("buy", "Right of Way", cards(wild=4)))
    game.holders[orange] = [0]
    assert not game.accepts(("buy", "Right of Way", cards(wild=4)))
    game.holders[orange] = [2]
    game.hands[0] = cards(wild=4, blue=1)
    assert not game.accepts(("buy", "Right of Way", cards(wild=4)))
    game.hands[0] = cards(wild=4, orange=1)
    game.pieces[0] = 0
    assert not game.accepts(("buy", "Right of Way", cards(wild=4)))


def test_K11_a_track_closed_by_c6_is_not_held() -> None:
    game = started("uk", 2)
    game.hands[0] = cards(wild=6)
    game.holders[number(game, "Cambridge", "London")] = [1]
    game.play(("buy", "Right of Way", cards(wild=4)))
    assert game.claimable() == {number(game, "Cambridge", "London")}


def test_K12_K13_thermocompressor_claims_two() -> None:
    game = started("uk", options=("advanced",))
    game.hands[0] = cards(wild=3)
    game.play(("buy", "Thermocompressor", cards(wild=1)))
    assert game.copies["Thermocompressor"] == 0
    game.play(("claim", number(game, "Brighton", "London"), cards(wild=1), False))
    assert (game.turn, game.phase) == (0, "second route")
    assert not game.accepts(("draw", "deck"))
    game.play(("claim", number(game, "Reading", "London"), cards(wild=1), False))
    assert (game.turn, game.scores[0], game.copies["Thermocompressor"]) == (1, 2, 1)


def test_K13_the_second_may_be_declined_and_a_draw_wastes_it() -> None:
    game = started("uk", options=("advanced",))
    for hand in game.hands:
        hand[WILD] = 3
    game.play(("buy", "Thermocompressor", cards(wild=1)))
    game.play(("claim", number(game, "Brighton", "London"), cards(wild=1), False))
    game.play(("pass",))
    assert (game.turn, game.phase, game.passes) == (1, "turn", 0)
    game.play(("buy", "Thermocompressor", cards(wild=1)))
    game.play(("draw", "deck"))
    game.play(("draw", "deck"))
    assert (game.turn, game.copies["Thermocompressor"], game.technologies[1]) == (0, 1, set())


def test_K14_water_tenders() -> None:
    game = started("uk", options=("advanced",))
    assert not game.accepts(("draw three",))
    game.technologies[0] = {"Water Tenders"}
    before = game.hands[0].total()
    game.deck, game.discards = cards(red=1), cards(blue=1)
    assert not game.accepts(("draw three",))
    game.discards = cards(blue=2)
    game.play(("draw three",))
    assert (game.hands[0].total(), game.turn) == (before + 3, 1)


def test_K15_risky_contracts() -> None:
    game = started("uk", options=("advanced",))
    brighton = ticket(game, "London", "Brighton")
    game.tickets = [[], [brighton]]
    game.technologies[0] = {"Risky Contracts"}
    assert game.result().seats[0].technology_points == 20  # level at none
    give(game, 1, ("Brighton", "London"))
    assert game.result().seats[0].technology_points == -20
    game.tickets[0] = [ticket(game, "London", "France (east)")]
    give(game, 0, ("London", "Dover"), ("Dover", "France (east)"))
    assert game.result().seats[0].technology_points == 20


def test_K16_equalising_beam() -> None:
    game = started("uk", options=("advanced",))
    game.technologies[0] = {"Equalising Beam"}
    assert game.result().seats[0].technology_points == -15
    give(game, 0, ("Brighton", "London"))
    give(game, 1, ("London", "Reading"))
    assert game.result().seats[0].technology_points == 15
    give(game, 1, ("London", "Ipswich"))
    result = game.result()
    assert (result.seats[0].technology_points, result.seats[1].longest_path_bonus) == (-15, 0)


def test_K17_sold_until_the_first_reshuffle() -> None:
    game = started("uk", options=("advanced",))
    game.hands[0] = cards(wild=2)
    assert game.accepts(("buy", "Risky Contracts", cards(wild=2)))
    game.technologies[1] = {"Equalising Beam"}
    game.deck, game.discards = cards(red=1), cards(red=5)
    game.play(("draw", "deck"))
    assert game.copies["Risky Contracts"] == 1
    game.play(("draw", "deck"))
    assert (game.copies["Risky Contracts"], game.copies["Equalising Beam"]) == (0, 0)
    assert game.technologies[1] == {"Equalising Beam"}


def test_K18_diesel_power() -> None:
    game = started("uk", options=("advanced",))
    game.technologies[0] = {"Diesel Power", "Propellers"}
    game.hands[0] = cards(red=9, wild=3)
    norwich = number(game, "Cambridge", "Norwich")
    lower, full = [cards(wild=1), cards(red=1)], [cards(wild=2), cards(red=1, wild=1), cards(red=2)]
    assert game.payments(norwich) == lower + full
    assert not game.accepts(("claim", norwich, cards(red=3), False))
    assert game.payments(number(game, "Barrow", "Liverpool")) == [cards(wild=1)]
    assert cards(red=6, wild=3) in game.payments(number(game, "New York", "Southampton"))
    game.play(("claim", norwich, cards(red=1), False))
    assert (game.scores[0], game.pieces[0]) == (2, 33)


def test_K20_two_ways_to_penzance() -> None:
    game = started("uk", 2)
    game.technologies[0] = {"Mechanical Stoker", "Propellers"}
    game.hands[0] = cards(wild=5)
    land, sea = number(game, "Penzance", "Plymouth"), number(game, "Penzance", "Plymouth", 1)
    game.play(("claim", land, cards(wild=2), False))
    game.turn = 0
    assert sea in game.claimable()


# ---------------------------------------------------------------------- random play


def some_cards(game: Oracle, chance: random.Random, number: int) -> Counter[str]:
    hand = sorted(game.hands[game.turn].elements())
    return Counter(chance.sample(hand, min(len(hand), number)))


def accepted(game: Oracle, chance: random.Random) -> list[Action]:
    """Some of the actions that are open now; at least one, and one of each kind but for purchases."""
    count = len(game.offers[game.turn])
    tries: list[Action] = [("keep", kept) for size in range(count + 1) for kept in combinations(range(count), size)]
    tries += [("draw", kind) for kind in ("deck", *sorted({card for card in game.market if card}))]
    tries += [("draw three",), ("tickets",), ("pass",)]
    for name, technology in game.box.technologies.items():
        sizes = [technology.cost * cards_each for cards_each in (3, 4)]
        payments = [cards(wild=technology.cost), *(some_cards(game, chance, size) for size in sizes)]
        tries += [("buy", name, payment) for payment in payments]
    claimable = sorted(game.claimable())
    for route in chance.sample(claimable, min(3, len(claimable))):
        payments = [*game.payments(route), some_cards(game, chance, chance.randint(3, 12))]
        tries += [("claim", route, payment, keep) for payment in payments for keep in (False, True)]
    return [one for one in tries if game.accepts(one)]


def check(game: Oracle) -> None:
    table = Counter(card for card in game.market if card) + game.deck + game.discards
    for hand, front in zip(game.hands, game.front, strict=True):
        table += hand + Counter(front)
        assert all(count > 0 for count in hand.values())
        assert len(front) < 3
    assert table == game.box.cards
    piles = [game.ticket_deck, *game.tickets, *game.offers, *game.set_aside]
    assert sorted(one for pile in piles for one in pile) == list(range(len(game.box.tickets)))
    for seat in range(game.players):
        laid = sum(route.length for route in game.routes_of(seat))
        assert game.pieces[seat] == game.box.pieces - laid >= 0
    if game.box.reset_at_wilds and game.market.count(WILD) >= 3:
        assert _plain_on_table(game) < 3 or game.deck.total() + game.discards.total() == 0
    for name, technology in game.box.technologies.items():
        held = sum(name in owned for owned in game.technologies)
        assert game.copies[name] in {0, technology.copies - held}


def _plain_on_table(game: Oracle) -> int:
    table = Counter(card for card in game.market if card) + game.deck + game.discards
    return table.total() - table[WILD]


def random_game(name: str, players: int, options: tuple[str, ...], habit: str) -> Oracle:
    """Play to the end; out of habit, every other action is of one kind where that is open."""
    chance = random.Random(f"{name} {players} {options} {habit}")
    game = Oracle(MAPS / f"{name}.toml", players, options, Shuffled(chance.randrange(10**6)))
    for _ in range(5000):
        if game.over:
            break
        check(game)
        actions = accepted(game, chance)
        kinds = sorted({str(one[0]) for one in actions})
        kind = habit if habit in kinds and chance.random() < 0.7 else chance.choice(kinds)
        game.play(chance.choice([one for one in actions if one[0] == kind]))
    return game


@pytest.mark.parametrize(("name", "players", "options", "habit"), [*CLAIMING, *DRAWING, ("uk", 2, (), "draw")])
def test_random_games_keep_everything_in_the_box(name: str, players: int, options: tuple[str, ...], habit: str) -> None:
    game = random_game(name, players, options, habit)
    assert game.over
    check(game)
    result = game.result()
    for seat, mine in enumerate(result.seats):
        assert game.scores[seat] == mine.route_points + mine.flag_points
        assert len(mine.tickets_made) + len(mine.tickets_missed) == len(game.tickets[seat])
    assert result.winners == {seat for seat, rank in enumerate(result.ranks) if rank == 1}
    assert (len(result.winners) > 1) == (result.decided_by == "shared")
