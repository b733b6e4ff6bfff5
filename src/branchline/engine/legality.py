"""Answers to "may I?" and "why not?", from a seat's view alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from branchline.boards.board import GRAY
from branchline.engine.actions import Claim, cards_of
from branchline.engine.entry_points import why_not_at
from branchline.engine.layout import NOTHING, TURN
from branchline.engine.reasons import CARDS_NOT_HELD
from branchline.engine.refusals import REASONS, sentence
from branchline.engine.views import View

if TYPE_CHECKING:
    from branchline.engine.actions import Action, Cards


@dataclass(frozen=True)
class Reason:
    """Why something is not legal: a code for programs, a sentence for people, and the cards that are missing."""

    code: str
    message: str
    missing: Cards | None = None


def why_not(view: View, action: Action | int | str) -> Reason | None:
    """Return why an action is not legal in a view, or nothing where it is."""
    code = view.code_of(action)
    reason = int(why_not_at(view._packed, view._records, 0, code))
    if not reason:
        return None
    missing = _missing(view, code) if reason == CARDS_NOT_HELD else None
    return Reason(REASONS[reason], sentence(view, code, reason), missing)


def _missing(view: View, code: int) -> Cards:
    hand = view.hand
    wanted = {name: number - hand.get(name, 0) for name, number in cards_of(view.board, code).items()}
    return {name: number for name, number in wanted.items() if number > 0}


def on_turn(view: View, seat: int) -> View:
    """Return the view as it would be if it were this seat's turn."""
    records = view.record
    records["turn"], records["phase"], records["bought"] = seat, TURN, NOTHING
    return View(view.board, view._packed, records)


def why_not_route(view: View, route: int) -> Reason | None:
    """Return why no payment at all claims a route: what is missing of the likeliest one."""
    return why_not(view, Claim(route, likeliest_payment(view, route)))


def likeliest_payment(view: View, route: int) -> Cards:
    """Return what a player would pay: the color of which most is held, and wilds for the rest."""
    board, hand = view.board, view.hand
    track = board.routes[route]
    color = _best_color(view) if track.color == GRAY else board.colors[track.color]
    cost = max(1, track.ferry, track.length - _discount(view))
    wilds = min(hand.get("wild", 0), cost)
    of_color = min(hand.get(color, 0), cost - track.ferry)
    short = max(0, cost - wilds - of_color)
    for_ferry = max(0, track.ferry - wilds)
    payment = {
        color: cost - wilds - for_ferry if short else of_color,
        "wild": wilds + for_ferry if short else cost - of_color,
    }
    return {name: number for name, number in payment.items() if number > 0}


def _best_color(view: View) -> str:
    hand = view.hand
    return max(view.board.colors, key=lambda name: hand.get(name, 0))


def _discount(view: View) -> int:
    held = view.technologies_of(view.turn)
    return sum(technology.discount for name, technology in view.board.technologies if name in held)


def routes_opened(view: View, seat: int) -> dict[str, list[int]]:
    """Return, for each technology a seat could buy, the open routes that nothing but it keeps closed."""
    held = set(view.technologies_of(seat))
    names = [name for name, _ in view.board.technologies]
    lacking = {
        route: {names[need] for need in view.board.routes[route].needs} - held
        for route in view.open_routes
        if view.board.routes[route].needs
    }
    on_sale = [name for name, copies in view.copies.items() if copies and name not in held]
    return {name: [route for route, needs in lacking.items() if needs == {name}] for name in on_sale}
