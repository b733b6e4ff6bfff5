"""Answers to questions about what is legal: would this action be, why not, and what would make it so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from branchline.analysis.advice import advice_for
from branchline.server.live import commands
from branchline.server.projection import wire
from branchline.server.refusal import Refusal

if TYPE_CHECKING:
    from branchline.engine.actions import Action
    from branchline.engine.views import View
    from branchline.server.live.match import Match


def wanted_action(message: wire.Act | wire.Ask) -> Action | str:
    """Return the action of a message, as a value or as a line of notation."""
    wanted = message.action if message.action is not None else message.text
    if wanted is None:
        raise Refusal("bad_message", "Give an action, or its text.")
    return wanted


class Answers:
    """Answers the questions about a match; the same question about the same position is answered once."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._rev = -1
        self._known: dict[tuple[int, int | None, bool], wire.Answer] = {}

    def of(self, seat: int, message: wire.Ask | wire.Why | wire.Opens | wire.Advise) -> wire.Answer:
        """Answer a question of a seat; `why` and `opens` are answered as if it were the seat's turn."""
        match = self._match
        commands.check_playing(match)
        if isinstance(message, wire.Ask):
            return _ask(match, seat, message)
        if isinstance(message, wire.Advise):
            return _advise(match, seat, message)
        if self._rev != match.rev:
            self._rev, self._known = match.rev, {}
        question = (seat, None, True) if isinstance(message, wire.Opens) else (seat, message.route, False)
        if question not in self._known:
            self._known[question] = _answer(match, seat, message)
        return msgspec.structs.replace(self._known[question], id=message.id)


def _answer(match: Match, seat: int, message: wire.Why | wire.Opens) -> wire.Answer:
    view = match.view(seat)
    view = view if view.turn == seat and view.phase != "first tickets" else view.on_turn(seat)
    if isinstance(message, wire.Opens):
        return wire.Answer(id=message.id, opens=view.routes_opened(seat))
    return _why_all(view, message.id) if message.route is None else _why(view, message.id, message.route)


def _advise(match: Match, seat: int, message: wire.Advise) -> wire.Answer:
    commands.check_hints(match)
    commands.check_may_decide(match, seat)
    found = advice_for(match.view(seat))
    move = wire.AdvisedMove(action=found.action, kind=found.kind, route=found.route, ticket=found.ticket)
    return wire.Answer(id=message.id, advice=move)


def _ask(match: Match, seat: int, message: wire.Ask) -> wire.Answer:
    wanted = wanted_action(message)
    try:
        commands.act(match, seat, match.rev, wanted)
    except Refusal as no:
        return wire.Answer(
            id=message.id, legal=False, reason=no.reason or no.code, message=no.message, missing=no.missing
        )
    return wire.Answer(id=message.id, legal=True)


def _why(view: View, request_id: str, route: int) -> wire.Answer:
    if route >= len(view.board.routes):
        raise Refusal("not_found", f"There is no route {route} on this map.")
    payments = view.payments(route)
    if payments:
        return wire.Answer(id=request_id, legal=True, pay=payments)
    reason = view.why_not_route(route)
    if reason is None:
        return wire.Answer(id=request_id, legal=True)
    return wire.Answer(id=request_id, legal=False, reason=reason.code, message=reason.sentence, missing=reason.missing)


def _why_all(view: View, request_id: str) -> wire.Answer:
    claimable = set(view.legal.claimable())
    others = (route for route in range(len(view.board.routes)) if route not in claimable)
    found = {route: view.why_not_route(route) for route in others}
    reasons = {route: reason for route, reason in found.items() if reason is not None}
    return wire.Answer(
        id=request_id,
        routes={route: reason.sentence for route, reason in reasons.items()},
        reasons={route: reason.code for route, reason in reasons.items()},
        lacking={route: reason.missing for route, reason in reasons.items() if reason.missing},
    )
