"""The rules of the four games, played slowly.

Comments cite the numbered rules. Where those leave a question open, this reading holds:

 1. A market card is named by its kind; of several alike the leftmost is taken. The one exception:
    with `replacement_wild`, the wild taken as the second card is the replacement itself.
 2. With `replacement_wild`, only the card lying in the first card's slot counts as the replacement.
    When D6 sweeps it away, the five new cards are no replacements. A blind first card has none.
    D3 stays: after a wild taken from the market as the first card there is no second.
 3. D6 means "whenever": it is looked at again after every discard too, so that a reset D10 had
    skipped happens as soon as it can help. D6 is never looked at halfway through refilling.
 4. D10's numbers follow the market of the map: "five" is its size; "three cards that are not wild"
    is the fewest that allow a market without reset (size - reset_at_wilds + 1).
 5. D8 ends the turn by itself when there is no second card to take, also with `single_draw`.
 6. T3: a technology that could be bought does not forbid the pass. A pass after buying is a pass.
 7. A claim ends the turn except the first one under the Thermocompressor; then "second route" follows
    even when no second route can be paid, for the hand is secret: the player passes.
 8. The Thermocompressor goes back at the end of the turn it was bought in, whatever the action was.
    It may be bought without any route in sight. Until the end of the turn it lies with the player
    (as does the Right of Way until its route is claimed) and is not on sale.
 9. K11: the Right of Way may be bought only if the cards left after this very payment, the pieces and
    the technologies allow a claim. A route held by two others may be claimed as well. What C6 closed
    and nobody holds cannot be.
10. K18 takes the cards from the ordinary spaces; a ferry of nothing but symbols costs them all. A
    discount of several cards may be used in part: any number of cards from the lowest price to the full
    one is a price.
11. K15 with nobody completing any ticket is a tie for most: +20. K16 follows E3: a path of length 0 is
    never the longest, so it costs 15.
12. K9's points are route points; "technology points" are those of the end (K10, K15, K16).
13. E5: the longest path card is held or not; two players without it are level on it, however long
    their paths. Whoever ties for the longest path holds it.
14. A place without a region needs no concession. A length beyond K3's that no technology opens cannot
    be claimed.
15. F1: the card kept has the color of the route; a gray route gives none.
16. `scores` are the running ones and stay so; what the end adds is in `result()` only.
17. Parallel tracks of one length are one double, also when there are more than two.
18. When fewer tickets are offered than the least number to keep, all of them are kept (P1).
19. K1's sets may differ in size within one payment: each has the size of the map or of an owned technology.
20. A route needs every technology that opens what is closed about it (K5: "all that apply").
21. A technology that goes back (K11, K13) does nothing but its one thing, whatever else its card says. One
    that K17 took off sale while it was out does not come back.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol, TypeAlias

from .box import GRAY, WILD, Route, Technology, open_box
from .graph import longest_path, reached

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

Action: TypeAlias = tuple[object, ...]
Payment: TypeAlias = Counter[str]

OPTIONS = {"single_draw", "replacement_wild", "advanced"}
CLAIMING = {"turn", "held route", "second route"}


class Dealer(Protocol):
    """Chance."""

    def card(self, deck: Counter[str]) -> str:
        """The next card of the shuffled deck; one that is in it."""

    def ticket_order(self, tickets: list[int]) -> list[int]:
        """The shuffled tickets, top first."""


@dataclass(frozen=True)
class SeatResult:
    """What one seat scored."""

    route_points: int
    technology_points: int
    flags: int
    flag_points: int
    tickets_made: list[int]
    tickets_missed: list[int]
    ticket_points: int
    longest_path: int
    longest_path_bonus: int
    districts: list[str]
    district_points: int
    total: int


@dataclass(frozen=True)
class Result:
    """The end of a game. Ranks begin at 1; who is level shares one, and the next is skipped."""

    seats: list[SeatResult]
    ranks: list[int]
    winners: set[int]
    decided_by: str


def _complaint(*checks: tuple[bool, str]) -> str:
    return next((reason for bad, reason in checks if bad), "")


def _remove(cards: Counter[str], taken: Counter[str]) -> None:
    cards.subtract(taken)
    for kind in [kind for kind, number in cards.items() if number == 0]:
        del cards[kind]


def _holds(hand: Counter[str], payment: Counter[str]) -> bool:
    whole = all(number >= 0 for number in payment.values())
    return whole and all(hand[kind] >= number for kind, number in payment.items())


@cache
def _are_sets(cards: int, sets: int, sizes: frozenset[int]) -> bool:
    """Whether this many cards are exactly this many sets (K1)."""
    if sets == 0 or cards <= 0:
        return sets == 0 and cards == 0
    return any(_are_sets(cards - size, sets - 1, sizes) for size in sizes)


class Oracle:
    """One game."""

    def __init__(self, map_file: Path, players: int, options: Collection[str], dealer: Dealer) -> None:
        self.box = open_box(map_file)
        if not self.box.least <= players <= self.box.most:
            raise ValueError(f"this map is not for {players} players")
        if not set(options) <= OPTIONS:
            raise ValueError("no such option")
        self.players = players
        self.options = set(options)
        self.dealer = dealer

        self.turn = 0
        self.phase = "first tickets"
        self.market: list[str | None] = [None] * self.box.market
        self.deck: Counter[str] = Counter(self.box.cards)
        self.discards: Counter[str] = Counter()
        self.hands: list[Counter[str]] = [Counter() for _ in range(players)]
        self.pieces = [self.box.pieces] * players  # S1
        self.scores = [0] * players  # S1
        self.route_points = [0] * players
        self.flags = [0] * players
        self.tickets: list[list[int]] = [[] for _ in range(players)]
        self.offers: list[list[int]] = [[] for _ in range(players)]
        self.set_aside: list[list[int]] = [[] for _ in range(players)]  # returned, S6 not yet over
        self.ticket_deck: list[int] = []
        self.technologies: list[set[str]] = [set() for _ in range(players)]
        self.copies = {
            name: 0 if technology.advanced and "advanced" not in self.options else technology.copies
            for name, technology in self.box.technologies.items()  # K7, K12
        }
        self.front: list[set[str]] = [set() for _ in range(players)]
        self.holders: list[list[int]] = [[] for _ in self.box.routes]

        self.reshuffled = False  # K17
        self.bought = False  # K8: one technology a turn
        self.replacement: int | None = None  # the slot refilled after the first card
        self.passes = 0  # in a row (T3)
        self.last_turns: int | None = None  # turns left once E1 has happened
        self._set_up()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    # ------------------------------------------------------------------ S: setting up

    def _set_up(self) -> None:
        for hand in self.hands:  # S2: wilds first
            self._move_wilds(hand)
        for hand in self.hands:  # S2
            for _ in range(self.box.first_hand):
                self._blind(hand)
        self._settle_market()  # S3
        self.ticket_deck = self.dealer.ticket_order(list(range(len(self.box.tickets))))
        if sorted(self.ticket_deck) != list(range(len(self.box.tickets))):
            raise LookupError("the dealer lost tickets")
        for seat in range(self.players):  # S4
            self._offer(seat, self.box.first_deal)

    def _move_wilds(self, hand: Counter[str]) -> None:
        wilds = Counter({WILD: min(self.box.first_wilds, self.deck[WILD])})
        _remove(self.deck, wilds)
        hand.update(+wilds)

    # ------------------------------------------------------------------ D: cards

    def _blind(self, hand: Counter[str]) -> None:
        card = self._next_card()
        if card is not None:
            hand[card] += 1

    def _next_card(self) -> str | None:
        if not self.deck:
            self._reshuffle()
        if not self.deck:
            return None  # D8, D9
        card = self.dealer.card(Counter(self.deck))
        if self.deck[card] < 1:
            raise LookupError(f"the deck holds no {card}")
        _remove(self.deck, Counter([card]))
        return card

    def _reshuffle(self) -> None:  # D7
        if self.discards:
            self.reshuffled = True
            self.deck, self.discards = self.discards, Counter()
            for name, technology in self.box.technologies.items():
                if technology.until_reshuffle:
                    self.copies[name] = 0  # K17

    def _discard(self, cards: Counter[str]) -> None:
        self.discards.update(+cards)
        self._settle_market()  # D9

    def _settle_market(self) -> bool:
        """Refill the market; return whether D6 reset it."""
        self._refill()
        reset = False
        while self._market_must_go():  # D6
            reset = True
            self.discards.update(card for card in self.market if card is not None)
            self.market = [None] * self.box.market
            self._refill()
        return reset

    def _refill(self) -> None:  # D2, D9
        for slot, card in enumerate(self.market):
            if card is None:
                self.market[slot] = self._next_card()

    def _market_must_go(self) -> bool:
        if self.box.reset_at_wilds == 0:
            return False  # D6, UK
        face_up = Counter(card for card in self.market if card is not None)
        everything = face_up + self.deck + self.discards
        plain = everything.total() - everything[WILD]
        helps = plain >= self.box.market - self.box.reset_at_wilds + 1 and everything.total() > self.box.market  # D10
        return face_up[WILD] >= self.box.reset_at_wilds and helps

    def _blind_cards_left(self) -> int:
        return self.deck.total() + self.discards.total()

    def _may_take(self, kind: str) -> bool:
        """Whether a market card of this kind may be taken now, as the first or the second card."""
        if kind not in self.market:
            return False
        if kind == WILD and self.phase == "second card":
            return self._replacement_is_wild()  # D4
        return True

    def _replacement_is_wild(self) -> bool:  # the option replacement_wild
        return (
            "replacement_wild" in self.options
            and self.replacement is not None
            and self.market[self.replacement] == WILD
        )

    def _can_draw(self) -> bool:  # D8
        kinds = {card for card in self.market if card is not None}
        return self._blind_cards_left() > 0 or any(self._may_take(kind) for kind in kinds)

    def _why_not_draw(self, source: str) -> str:
        if self.phase not in {"turn", "second card"}:
            return "cards are not drawn now"
        if source == "deck":
            return _complaint((self._blind_cards_left() == 0, "no deck and no discards (D8)"))
        return _complaint(
            (source not in self.market, "no such card in the market"),
            (not self._may_take(source), "a market wild is never the second card (D4)"),
        )

    def _draw(self, source: str) -> None:
        first = self.phase == "turn"
        replaced = None
        if source == "deck":
            self._blind(self.hands[self.turn])  # D5
        else:
            replaced = self._take_from_market(source)
        if not first or source == WILD:  # D1, D3
            self._end_turn()
            return
        self.phase = "second card"
        self.replacement = replaced
        if not self._can_draw():
            self._end_turn()  # D8

    def _take_from_market(self, kind: str) -> int | None:
        """Take a card; the slot of its replacement, if that still lies there."""
        slot = self.market.index(kind)
        if kind == WILD and self.phase == "second card" and self.replacement is not None:
            slot = self.replacement
        self.hands[self.turn][kind] += 1
        self.market[slot] = None
        reset = self._settle_market()  # D2, D6
        return None if reset else slot

    def _blind_at_once(self) -> int:  # K14
        return max((one.blind_cards for one in self._owned()), default=0)

    def _why_not_draw_three(self) -> str:
        number = self._blind_at_once()
        return _complaint(
            (self.phase != "turn", "cards are not drawn now"),
            (number == 0, "needs Water Tenders (K14)"),
            (self._blind_cards_left() < number, "too few cards left for all of them"),
        )

    def _draw_three(self) -> None:
        for _ in range(self._blind_at_once()):
            self._blind(self.hands[self.turn])
        self._end_turn()

    # ------------------------------------------------------------------ P: tickets

    def _offer(self, seat: int, number: int) -> None:  # P1
        self.offers[seat] = self.ticket_deck[:number]
        self.ticket_deck = self.ticket_deck[number:]

    def _why_not_tickets(self) -> str:
        return _complaint(
            (self.phase != "turn", "tickets are not drawn now"),
            (not self.ticket_deck, "no ticket is left (P3)"),
        )

    def _draw_tickets(self) -> None:
        self._offer(self.turn, self.box.later_deal)
        self.phase = "keep tickets"

    def _why_not_keep(self, positions: tuple[object, ...]) -> str:
        offer = self.offers[self.turn]
        first = self.phase == "first tickets"
        least = min(self.box.first_keep if first else self.box.later_keep, len(offer))
        return _complaint(
            (self.phase not in {"first tickets", "keep tickets"}, "no tickets are offered"),
            (any(one not in range(len(offer)) for one in positions), "no such ticket"),
            (len(set(positions)) < len(positions), "the same ticket twice"),
            (len(positions) < least, "too few tickets kept (S4, P1)"),
        )

    def _keep(self, positions: tuple[object, ...]) -> None:
        seat, offer = self.turn, self.offers[self.turn]
        self.offers[seat] = []
        self.tickets[seat] += [one for place, one in enumerate(offer) if place in positions]
        returned = [one for place, one in enumerate(offer) if place not in positions]
        if self.phase == "keep tickets":
            self.ticket_deck += returned  # P2
            self._end_turn()
            return
        self.set_aside[seat] = returned  # S6
        if seat + 1 < self.players:
            self.turn = seat + 1
            return
        for pile in self.set_aside:  # S4
            self.ticket_deck += pile
        self.set_aside = [[] for _ in range(self.players)]
        self.turn = 0
        self.phase = "turn"

    # ------------------------------------------------------------------ C: claiming

    def _why_not_there(self, number: int, held: bool) -> str:
        """Whether the board lets the seat on turn claim this route, an open or (K11) a held one."""
        holders = self.holders[number]
        beside = [seat for other in self.box.beside[number] for seat in self.holders[other]]
        closed = self.players < self.box.both_tracks_from and bool(beside)
        return _complaint(
            (self.turn in holders, "one's own route"),
            (self.turn in beside, "the other track is one's own (C5)"),
            (held and not holders, "nobody else holds it (K11)"),
            (not held and bool(holders), "it is not open (C1)"),
            (not held and closed, "the other track is claimed (C6)"),
        )

    def _why_not_free(self, number: int, held: bool) -> str:
        """Whether board, pieces and technologies allow it: all but the payment."""
        route = self.box.routes[number]
        return self._why_not_there(number, held) or _complaint(
            (self.pieces[self.turn] < route.length, "too few pieces (C3)"),
            (not self._has_technologies(route), "a technology is missing (K3, K4, K5)"),
        )

    def _has_technologies(self, route: Route) -> bool:
        return route.free or all(self._is_open(technologies) for technologies in self._closed_until(route))  # K6

    def _is_open(self, technologies: set[str]) -> bool:
        held = {name for name in self.technologies[self.turn] if not self.box.technologies[name].goes_back}
        return bool(technologies) and technologies <= held

    def _closed_until(self, route: Route) -> Iterator[set[str]]:
        """For each thing that closes a route to a beginner, the technologies that open it."""
        limits, technologies = self.box.limits, self.box.technologies.items()
        if limits is None:
            return
        for region in {self.box.regions[route.a], self.box.regions[route.b]} - {*limits.regions, ""}:  # K4
            yield {name for name, one in technologies if region in one.regions}
        if route.length > limits.longest:  # K3, K5
            yield {name for name, one in technologies if route.length in one.lengths}
        if route.ferry and not limits.ferries:
            yield {name for name, one in technologies if one.ferries}

    def prices(self, route: Route) -> range:
        """How many ordinary spaces may be paid for, the symbols apart: all, or fewer by K18."""
        ordinary = route.length - route.ferry
        never_less = 1 if route.ferry == 0 else 0
        discount = sum(one.discount for one in self._owned())
        return range(max(never_less, ordinary - discount), ordinary + 1)

    def set_sizes(self) -> set[int]:
        """How many cards may stand for one wild (K1)."""
        sizes = {self.box.cards_per_wild, *(one.cards_per_wild for one in self._owned())}
        return sizes - {0}

    def colors_of(self, route: Route) -> list[str]:
        """The colors that a route takes (C2)."""
        return self.box.colors if route.color == GRAY else [route.color]

    def _readings(self, route: Route, cards: Counter[str]) -> Iterator[tuple[str, int, int, int]]:
        """Ways to pay from these cards: color, cards of it, real wilds, sets of cards (C2, K1, K2, K18)."""
        for color in self.colors_of(route):
            for ordinary in self.prices(route):
                for plain in range(min(ordinary, cards[color]) + 1):
                    for wilds in range(min(ordinary + route.ferry - plain, cards[WILD]) + 1):
                        yield color, plain, wilds, ordinary + route.ferry - plain - wilds

    def _pays(self, route: Route, payment: Counter[str]) -> bool:
        return any(
            _are_sets(payment.total() - plain - wilds, sets, frozenset(self.set_sizes()))
            for _, plain, wilds, sets in self._readings(route, payment)
        )

    def _can_pay(self, route: Route, hand: Counter[str]) -> bool:
        sizes = self.set_sizes()
        return any(
            sets == 0 or (sizes and min(sizes) * sets <= hand.total() - plain - wilds)
            for _, plain, wilds, sets in self._readings(route, hand)
        )

    def claimable(self) -> set[int]:
        """The routes the seat on turn could claim now."""
        if self.phase not in CLAIMING:
            return set()
        return self._claimable_with(self.hands[self.turn], held=self.phase == "held route")

    def _claimable_with(self, hand: Counter[str], held: bool) -> set[int]:
        return {
            number
            for number, route in enumerate(self.box.routes)
            if not self._why_not_free(number, held) and self._can_pay(route, hand)
        }

    def payments(self, number: int) -> list[Payment]:
        """Every way to pay for a claimable route without K1's substitutions."""
        if self.phase not in CLAIMING or self._why_not_free(number, held=self.phase == "held route"):
            return []
        found: list[Payment] = []
        for color, plain, wilds, sets in self._readings(self.box.routes[number], self.hands[self.turn]):
            payment = +Counter({color: plain, WILD: wilds})
            if sets == 0 and payment not in found:
                found.append(payment)
        return found

    def _why_not_claim(self, number: int, payment: Counter[str], keep: bool) -> str:
        if self.phase not in CLAIMING:
            return "routes are not claimed now"
        if number not in range(len(self.box.routes)):
            return "no such route"
        route = self.box.routes[number]
        return self._why_not_free(number, held=self.phase == "held route") or _complaint(
            (not _holds(self.hands[self.turn], payment), "cards that are not in the hand"),
            (not self._pays(route, payment), "not the price of this route (C2, K1, K2)"),
            (keep and not self._may_keep(route, payment), "no such card to keep (F1)"),
        )

    def _claim(self, number: int, payment: Counter[str], keep: bool) -> None:
        seat, route = self.turn, self.box.routes[number]
        points = self._points(route)
        _remove(self.hands[seat], payment)
        self.holders[number].append(seat)
        self.pieces[seat] -= route.length
        self.route_points[seat] += points
        self.scores[seat] += points  # C4, K19
        kept = Counter([route.color] if keep else [])
        self.front[seat] |= set(kept)  # F1
        self._discard(payment - kept)
        if self.phase == "turn" and any(self.box.technologies[name].second_route for name in self.technologies[seat]):
            self.phase = "second route"  # K13
        else:
            self._end_turn()

    def _points(self, route: Route) -> int:
        owned = self._owned()
        more = sum(one.route_points for one in owned)  # K9
        ferry = sum(one.ferry_points for one in owned) if route.ferry else 0
        return self.box.route_points[route.length] + more + ferry

    # ------------------------------------------------------------------ F: flags

    def _may_keep(self, route: Route, payment: Counter[str]) -> bool:  # F1, F2
        return (
            route.color in self.box.flag_colors
            and payment[route.color] > 0
            and route.color not in self.front[self.turn]
        )

    def _make_flag(self, seat: int) -> None:  # F3
        if self.box.flag_colors and self.front[seat] == set(self.box.flag_colors):
            self.flags[seat] += 1
            self.scores[seat] += self.box.flag_points
            cards = Counter(self.front[seat])
            self.front[seat] = set()
            self._discard(cards)

    # ------------------------------------------------------------------ K: technologies

    def _owned(self) -> list[Technology]:
        """What the seat on turn has for good."""
        held = [self.box.technologies[name] for name in sorted(self.technologies[self.turn])]
        return [one for one in held if not one.goes_back]

    def _why_not_buy(self, name: str, payment: Counter[str]) -> str:
        if name not in self.box.technologies:
            return "no such technology"
        technology = self.box.technologies[name]
        return _complaint(
            (self.phase != "turn", "technologies are bought before the action (K8)"),
            (self.bought, "one technology a turn (K8)"),
            (name in self.technologies[self.turn], "one copy of each (K7)"),
            (self.copies[name] == 0, "none is on sale"),
            (not _holds(self.hands[self.turn], payment), "cards that are not in the hand"),
            (not self._pays_wilds(technology.cost, payment), "not its price (K1, K7)"),
        ) or _complaint(
            (technology.held_route and not self._can_claim_held(payment), "no held route could be claimed (K11)")
        )

    def _pays_wilds(self, cost: int, payment: Counter[str]) -> bool:  # K1
        return any(
            _are_sets(payment.total() - wilds, cost - wilds, frozenset(self.set_sizes()))
            for wilds in range(min(cost, payment[WILD]) + 1)
        )

    def _can_claim_held(self, spent: Counter[str]) -> bool:
        """K11: whether a held route could be claimed once this is paid."""
        return bool(self._claimable_with(self.hands[self.turn] - spent, held=True))

    def _buy(self, name: str, payment: Counter[str]) -> None:
        self.bought = True
        self.copies[name] -= 1
        self.technologies[self.turn].add(name)
        if self.box.technologies[name].held_route:
            self.phase = "held route"  # K11
        _remove(self.hands[self.turn], payment)
        self._discard(payment)  # K8

    def _hand_back(self, seat: int) -> None:  # K11, K13
        for name in sorted(self.technologies[seat]):
            technology = self.box.technologies[name]
            if technology.goes_back:
                self.technologies[seat].remove(name)
                if not (technology.until_reshuffle and self.reshuffled):  # K17
                    self.copies[name] += 1

    # ------------------------------------------------------------------ T: the turn

    def _why_not_pass(self) -> str:
        if self.phase == "second card":
            return _complaint(("single_draw" not in self.options, "two cards are drawn (D1)"))
        if self.phase == "second route":
            return ""  # K13
        return _complaint(
            (self.phase != "turn", "there is nothing to pass"),
            (self._can_draw(), "cards can be drawn (T3)"),
            (bool(self.ticket_deck), "tickets can be drawn (T3)"),
        ) or _complaint((bool(self.claimable()), "a route can be claimed (T3)"))

    def _end_turn(self, passed: bool = False) -> None:
        seat = self.turn
        self._make_flag(seat)
        self._hand_back(seat)
        self.bought = False
        self.replacement = None
        self.passes = self.passes + 1 if passed else 0
        if self.last_turns is not None:
            self.last_turns -= 1
        elif self.pieces[seat] <= self.box.last_round_at:
            self.last_turns = self.players  # E1
        if self.last_turns == 0 or self.passes == self.players:  # E1, T3
            self.phase = "over"
        else:
            self.phase = "turn"
            self.turn = (seat + 1) % self.players  # T2

    def why_not(self, action: Action) -> str:
        """Why an action is refused; empty if it is not."""
        match action:
            case _ if self.over:
                reason = "the game is over"
            case ("keep", tuple() as positions):
                reason = self._why_not_keep(positions)
            case ("draw", str() as source):
                reason = self._why_not_draw(source)
            case ("draw three",):
                reason = self._why_not_draw_three()
            case ("claim", int() as number, Counter() as payment, bool() as keep):
                reason = self._why_not_claim(number, payment, keep)
            case ("tickets",):
                reason = self._why_not_tickets()
            case ("buy", str() as name, Counter() as payment):
                reason = self._why_not_buy(name, payment)
            case ("pass",):
                reason = self._why_not_pass()
            case _:
                reason = "no such action"
        return reason

    def accepts(self, action: Action) -> bool:
        """Whether the rules allow this action now."""
        return not self.why_not(action)

    def play(self, action: Action) -> None:
        """Do it; a refused action raises ValueError and changes nothing."""
        if reason := self.why_not(action):
            raise ValueError(reason)
        match action:
            case ("keep", tuple() as positions):
                self._keep(positions)
            case ("draw", str() as source):
                self._draw(source)
            case ("draw three",):
                self._draw_three()
            case ("claim", int() as number, Counter() as payment, bool() as keep):
                self._claim(number, payment, keep)
            case ("tickets",):
                self._draw_tickets()
            case ("buy", str() as name, Counter() as payment):
                self._buy(name, payment)
            case _:
                self._end_turn(passed=self.phase == "turn")

    # ------------------------------------------------------------------ E: the end

    def routes_of(self, seat: int) -> list[Route]:
        """The routes a seat holds."""
        return [route for route, holders in zip(self.box.routes, self.holders, strict=True) if seat in holders]

    def _made(self, seat: int, ticket: int) -> bool:  # P6
        card, routes = self.box.tickets[ticket], self.routes_of(seat)
        return any(set(card.b) & reached(city, routes) for city in card.a)

    def _tickets_made(self, seat: int) -> list[int]:
        return [ticket for ticket in self.tickets[seat] if self._made(seat, ticket)]

    def _technology_points(self, seat: int, made: list[int], paths: list[int]) -> int:
        most = max(made)
        points = 0
        for name in self.technologies[seat]:
            technology = self.box.technologies[name]
            if technology.goes_back:
                continue
            points += technology.ticket_points * made[seat]  # K10
            has_most = made[seat] == most
            points += technology.most_tickets if has_most else -technology.most_tickets  # K15
            has_path = seat in _longest(paths)
            points += technology.longest_path if has_path else -technology.longest_path  # K16
        return points

    def _seat_result(self, seat: int, made: list[list[int]], paths: list[int]) -> SeatResult:
        missed = [ticket for ticket in self.tickets[seat] if ticket not in made[seat]]
        ticket_points = sum(self.box.tickets[one].points for one in made[seat])  # E2
        ticket_points -= sum(self.box.tickets[one].points for one in missed)
        routes = self.routes_of(seat)
        joined = [one for one in self.box.districts if set(one.cities) <= reached(one.cities[0], routes)]  # E4
        district_points = sum(one.points for one in joined)
        bonus = self.box.longest_path if seat in _longest(paths) else 0  # E3
        technology_points = self._technology_points(seat, [len(one) for one in made], paths)
        flag_points = self.flags[seat] * self.box.flag_points
        return SeatResult(
            route_points=self.route_points[seat],
            technology_points=technology_points,
            flags=self.flags[seat],
            flag_points=flag_points,
            tickets_made=made[seat],
            tickets_missed=missed,
            ticket_points=ticket_points,
            longest_path=paths[seat],
            longest_path_bonus=bonus,
            districts=[one.name for one in joined],
            district_points=district_points,
            total=self.scores[seat] + technology_points + ticket_points + bonus + district_points,
        )

    def result(self) -> Result:
        """The final scoring of the board as it stands."""
        seats = range(self.players)
        made = [self._tickets_made(seat) for seat in seats]
        paths = [longest_path(self.routes_of(seat)) for seat in seats]
        results = [self._seat_result(seat, made, paths) for seat in seats]
        measures = {"tickets": [len(one) for one in made]}
        measures["longest path"] = [int(seat in _longest(paths)) for seat in seats]
        rules = ["points", *self.box.ties]  # E5
        measures["points"] = [one.total for one in results]
        standing = [tuple(measures[rule][seat] for rule in rules) for seat in seats]
        ranks = [1 + sum(other > mine for other in standing) for mine in standing]
        winners = {seat for seat in seats if ranks[seat] == 1}
        return Result(results, ranks, winners, _decided_by(standing, rules))


def _longest(paths: list[int]) -> set[int]:
    """Who has the longest path (E3)."""
    return {seat for seat, length in enumerate(paths) if length > 0 and length == max(paths)}


def _decided_by(standing: list[tuple[int, ...]], rules: list[str]) -> str:
    """The first rule after which one seat leads (E5)."""
    best = max(standing)
    for place, rule in enumerate(rules, start=1):
        if sum(one[:place] == best[:place] for one in standing) == 1:
            return rule
    return "shared"
