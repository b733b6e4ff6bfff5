"""Advice for a first game: one simple move with a reason, from a view alone and without any search.

It follows the shortest open paths of the seat's tickets: claim what is on them, else collect cards for them, else
claim what scores most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from branchline.engine.actions import Action, Buy, Claim, Draw, Keep
from branchline.engine.view_state.ticket_help import TicketPaths

if TYPE_CHECKING:
    from branchline.engine.views import View

Kind = Literal["tickets", "ticket route", "technology", "points", "last turn", "collect", "cards", "only"]
"""Why a move is advised: see `advice_for`."""
LONG = 3
"""The spaces from which a route is worth claiming for its points alone."""
FULL_HAND = 9
"""The number of cards in hand from which any route is worth claiming."""
WILD = "wild"


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move, why it is advised, and the route or the ticket that it is for."""

    action: Action
    kind: Kind
    route: int | None = None
    ticket: int | None = None


def advice_for(view: View) -> Advice:
    """Return a move for the view's seat, which has to decide.

    The kinds: keep the `tickets` that need the fewest pieces for their points; claim a `ticket route`; buy a
    `technology` that such a route needs; claim for `points`, or in the `last turn`; draw cards to `collect` the color
    of a route, or any `cards`; or the `only` thing left.
    """
    return _Adviser(view).advice()


class _Adviser:
    """One decision of a seat."""

    def __init__(self, view: View) -> None:
        self.view, self.board, self.seat = view, view.board, int(view.seat or 0)
        self.paths = TicketPaths(self.board, self.seat)
        self.actions = list(view.legal)
        self.claims = self._cheapest_claims()
        own = set(view.routes_of(self.seat))
        self.wanted: dict[int, int] = {}
        """The routes that tickets need, each with its ticket."""
        for ticket, help_ in self.paths.help(view, view.tickets).items():
            if help_.status == "open":
                self.wanted |= {route: ticket for route in help_.path if route not in own and route not in self.wanted}

    def advice(self) -> Advice:
        steps = (self._keep, self._claim_for_ticket, self._buy, self._claim_for_points, self._collect)
        return next((found for step in steps if (found := step()) is not None), Advice(self.actions[0], "only"))

    def _cheapest_claims(self) -> dict[int, Claim]:
        """Return for every route that can be claimed the claim with the fewest wilds; a card is kept if possible."""
        found: dict[int, Claim] = {}
        for claim in (action for action in self.actions if isinstance(action, Claim)):
            if claim.route not in found or _cost(claim) < _cost(found[claim.route]):
                found[claim.route] = claim
        return found

    def _keep(self) -> Advice | None:
        choices = [action for action in self.actions if isinstance(action, Keep)]
        if not choices:
            return None
        helps = self.paths.help(self.view, self.view.offer)
        fewest = min(len(choice.tickets) for choice in choices)

        def worth(choice: Keep) -> float:
            tickets = [self.view.offer[place] for place in choice.tickets]
            return sum(
                self.board.tickets[ticket].points / max(1, helps[ticket].pieces)
                for ticket in tickets
                if helps[ticket].status != "lost"
            )

        return Advice(max((choice for choice in choices if len(choice.tickets) == fewest), key=worth), "tickets")

    def _claim_for_ticket(self) -> Advice | None:
        found = [self.claims[route] for route in self.wanted if route in self.claims]
        if not found:
            return None
        claim = max(found, key=lambda claim: self.board.routes[claim.route].length)
        return Advice(claim, "ticket route", claim.route, self.wanted[claim.route])

    def _buy(self) -> Advice | None:
        for route, ticket in self.wanted.items():
            missing = self.view.technologies_missing(route, self.seat)
            for action in self.actions:
                if isinstance(action, Buy) and action.technology in missing:
                    return Advice(action, "technology", route, ticket)
        return None

    def _claim_for_points(self) -> Advice | None:
        """Claim the route that scores most: at the end, with many cards, or if no ticket needs them."""
        if not self.claims:
            return None
        claim = max(self.claims.values(), key=lambda claim: self.board.routes[claim.route].points)
        if self.view.last_round:
            return Advice(claim, "last turn", claim.route)
        is_long = self.board.routes[claim.route].length >= min(LONG, self.view.pieces[self.seat])
        if (is_long and not self.wanted) or sum(self.view.hand.values()) >= FULL_HAND:
            return Advice(claim, "points", claim.route)
        return None

    def _collect(self) -> Advice | None:
        """Draw the color for the route that lacks the fewest cards, or from the deck."""
        draws = {action.card: action for action in self.actions if isinstance(action, Draw)}
        if not draws:
            return None
        open_routes = set(self.view.open_routes)
        targets = [route for route in self.wanted if route in open_routes] or sorted(open_routes)
        lacking = {route: self.view.missing_cards(Claim(route, self._payment(route))) for route in targets}
        for route in sorted(targets, key=lambda route: (sum(lacking[route].values()), route)):
            for color in lacking[route]:
                if color in draws and color != WILD:
                    return Advice(draws[color], "collect", route, self.wanted.get(route))
        return Advice(draws.get("deck") or next(iter(draws.values())), "cards")

    def _payment(self, route: int) -> dict[str, int]:
        return self.view.on_turn(self.seat).likeliest_payment(route)


def _cost(claim: Claim) -> tuple[int, int, bool]:
    return claim.cards.get(WILD, 0), sum(claim.cards.values()), not claim.keep
