"""Views and boards as plain JSON, for bots in other languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from branchline.engine.actions import notation

if TYPE_CHECKING:
    from branchline.boards.board import Board
    from branchline.engine.table import Legal
    from branchline.engine.views import View


def board_json(board: Board) -> dict[str, Any]:
    """Return all that a bot needs to know of a board; places are numbers, colors are words."""
    return {
        "map": board.map_id,
        "players": board.players,
        "options": sorted(board.options),
        "colors": list(board.colors),
        "pieces": board.spec.players.pieces,
        "cities": [city.name for city in board.cities],
        "routes": [
            {
                "a": route.a,
                "b": route.b,
                "length": route.length,
                "color": board.route_color(route.index),
                "ferry": route.ferry,
                "points": route.points,
                "twin": route.twin,
                "needs": sorted(board.technologies[need][0] for need in route.needs),
            }
            for route in board.routes
        ],
        "tickets": [{"a": sorted(t.a), "b": sorted(t.b), "points": t.points} for t in board.tickets],
        "districts": [{"cities": sorted(d.cities), "points": d.points} for d in board.district_table],
        "technologies": [{"name": name, "cost": t.cost, "effect": t.effect} for name, t in board.technologies],
    }


def view_json(view: View) -> dict[str, Any]:
    """Return what a seat may know; routes and tickets are numbers of the board's lists."""
    seats = range(view.players)
    return {
        "seat": view.seat,
        "turn": view.turn,
        "phase": view.phase,
        "turns": view.turns,
        "last_turns": view.last_turns,
        "hand": view.hand,
        "tickets": view.tickets,
        "offer": view.offer,
        "market": view.market,
        "deck": view.deck_count,
        "discards": view.discards,
        "ticket_deck": view.ticket_deck_count,
        "open_routes": view.open_routes,
        "routes": [view.routes_of(seat) for seat in seats],
        "scores": view.scores,
        "pieces": view.pieces,
        "hand_counts": view.hand_counts,
        "ticket_counts": view.ticket_counts,
        "cards_seen": [view.cards_seen(seat) for seat in seats],
        "in_front": [view.in_front_of(seat) for seat in seats],
        "technologies": [view.technologies_of(seat) for seat in seats],
        "copies": view.copies,
    }


def legal_json(view: View, legal: Legal) -> list[str]:
    """Return the legal actions as lines of notation."""
    return [notation(view.board, action) for action in legal]
