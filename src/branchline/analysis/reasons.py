"""Why a move was worse than another: what the continuations of both show, the strongest evidence first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from branchline.analysis.endings import ITEMS, Endings
from branchline.analysis.review_data import ReviewReason
from branchline.engine.actions import Claim, Draw, Keep, TakeTickets
from branchline.engine.rules import scoring

if TYPE_CHECKING:
    from collections.abc import Iterator

    from branchline.analysis.judgement import Evidence
    from branchline.engine.actions import Action
    from branchline.engine.views import View

OFTEN = 0.2
"""The share of continuations that makes an event a reason."""
SOME_POINTS = 2.0
"""The expected points that make a difference a reason."""
SLIGHTLY = 0.5
"""The expected points below which moves bring as many."""
SOME_TURNS = 1.5
LATE_TURNS = 12.0
"""Turns by which a game must get shorter or longer, and turns before the end in which that is a reason."""
EXAMINED = 192
"""Continuations in which tickets are checked."""


def reason_for(view: View, evidence: Evidence) -> ReviewReason:
    """Return why the played move was worse than the best."""
    case = _Case(view, evidence)
    return next(case.reasons())


class _Case:
    """A decision with the continuations of its best and of its played move."""

    def __init__(self, view: View, evidence: Evidence) -> None:
        self.view, self.board, self.seat = view, view.board, evidence.judgement.seat
        self.best: Action = evidence.judgement.best.action
        self.played: Action = evidence.judgement.choice.action
        self.outcomes = evidence.outcomes
        self.endings = Endings(self.board, self.outcomes, self.seat)
        self.loss = evidence.judgement.choice

    def reasons(self) -> Iterator[ReviewReason]:
        yield from self._payment()
        yield from self._route_to_a_rival()
        yield from self._kept_tickets()
        yield from self._end_of_the_game()
        yield from self._ticket_that_fails()
        yield from self._drawn_tickets()
        yield from self._items()
        points = round(self.loss.points_loss, 1)
        yield ReviewReason("on_average", points=points) if points >= SLIGHTLY else ReviewReason("wins_less")

    # -- what each move does --------------------------------------------------------------------

    def _payment(self) -> Iterator[ReviewReason]:
        if not isinstance(self.played, Claim):
            return
        wilds = self.played.cards.get("wild", 0)
        if isinstance(self.best, Claim) and self._joins_the_same(self.best.route, self.played.route):
            spent = wilds - self.best.cards.get("wild", 0)
            if spent > 0:
                yield ReviewReason("wilds_spent", route=self.played.route, number=spent)
        drawn = self.best.card if isinstance(self.best, Draw) and self.best.card in self.view.market else None
        if wilds and drawn and self.played.cards.get(drawn):
            yield ReviewReason("color_on_table", route=self.played.route, card=drawn, number=wilds)

    def _joins_the_same(self, route: int, other: int) -> bool:
        """Return whether two routes are the same, or tracks of a double."""
        first, second = self.board.routes[route], self.board.routes[other]
        return {first.a, first.b} == {second.a, second.b}

    def _route_to_a_rival(self) -> Iterator[ReviewReason]:
        if not isinstance(self.best, Claim):
            return
        route = self.best.route
        if isinstance(self.played, Claim) and self.played.route == route:
            return
        shares = {seat: self.endings.owned(1, seat, route) for seat in range(self.view.players) if seat != self.seat}
        rival = max(shares, key=lambda seat: shares[seat])
        if shares[rival] >= OFTEN:
            yield ReviewReason("rival_takes", route=route, seat=rival, share=round(shares[rival], 3))

    def _kept_tickets(self) -> Iterator[ReviewReason]:
        if not (isinstance(self.played, Keep) and isinstance(self.best, Keep)):
            return
        offer = self.view.offer
        played = {offer[place] for place in self.played.tickets}
        best = {offer[place] for place in self.best.tickets}
        found: list[tuple[float, ReviewReason]] = []
        for ticket in sorted(played - best):
            share, points = self._worth_of(ticket, 1)
            found.append((-share, ReviewReason("ticket_costs", ticket=ticket, share=share, points=points)))
        for ticket in sorted(best - played):
            share, points = self._worth_of(ticket, 0)
            found.append((share - 1, ReviewReason("ticket_worth", ticket=ticket, best_share=share, points=points)))
        yield from (reason for _, reason in sorted(found, key=lambda pair: -pair[0]))

    def _drawn_tickets(self) -> Iterator[ReviewReason]:
        gain = self._item(scoring.TICKETS_MADE) + self._item(scoring.TICKETS_MISSED)
        if isinstance(self.played, TakeTickets) and self.loss.points_loss > 0:
            yield ReviewReason("tickets_cost", points=round(self.loss.points_loss, 1))
        if isinstance(self.best, TakeTickets) and gain >= SOME_POINTS:
            yield ReviewReason("tickets_pay", points=round(gain, 1))

    def _end_of_the_game(self) -> Iterator[ReviewReason]:
        best, played = self.endings.turns(0), self.endings.turns(1)
        if min(best, played) - self.view.turns > LATE_TURNS:
            return
        turns = round(abs(best - played))
        if best - played >= SOME_TURNS and isinstance(self.played, Claim):
            yield ReviewReason("ends_early", number=turns)
        if played - best >= SOME_TURNS and isinstance(self.best, Claim):
            yield ReviewReason("ends_late", number=turns)

    # -- what comes of it -----------------------------------------------------------------------

    def _ticket_that_fails(self) -> Iterator[ReviewReason]:
        found = []
        for ticket in self.view.tickets:
            if self.view.has_completed(self.seat, ticket):
                continue
            played, best = self._completed(ticket, 1), self._completed(ticket, 0)
            cost = 2 * self.board.tickets[ticket].points * (best - played)
            if cost >= SOME_POINTS and best - played >= OFTEN / 2:
                found.append((cost, ReviewReason("ticket_fails", ticket=ticket, share=played, best_share=best)))
        yield from (reason for _, reason in sorted(found, key=lambda pair: -pair[0]))

    def _items(self) -> Iterator[ReviewReason]:
        scores = self.outcomes.scores.mean(axis=1)
        rivals = {seat: float(scores[1, seat] - scores[0, seat]) for seat in range(self.view.players)}
        del rivals[self.seat]
        rival = max(rivals, key=lambda seat: rivals[seat])
        items = {name: self._item(column) for name, column in ITEMS.items()}
        item = max(items, key=lambda name: items[name])
        if rivals[rival] > max(SOME_POINTS, items[item]):
            yield ReviewReason("rival_gains", seat=rival, points=round(rivals[rival], 1))
        if items[item] >= SOME_POINTS:
            yield ReviewReason("fewer_points", item=item, points=round(items[item], 1))

    # -- counting -------------------------------------------------------------------------------

    def _item(self, column: int) -> float:
        """Return how many more points of an item the best move scores than the played one."""
        return self.endings.item(0, column) - self.endings.item(1, column)

    def _completed(self, ticket: int, move: int) -> float:
        """Return how often the deciding seat completes a ticket."""
        return round(self.endings.completed(move, ticket, EXAMINED), 3)

    def _worth_of(self, ticket: int, move: int) -> tuple[float, float]:
        """Return how often a ticket is completed, and its expected points."""
        share = self._completed(ticket, move)
        return share, round((2 * share - 1) * self.board.tickets[ticket].points, 1)
