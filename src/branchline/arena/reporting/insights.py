"""What a match shows about its map: tickets, routes, scores, and how they develop during a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.arena.jobs import Job, play
from branchline.engine.game import Game

if TYPE_CHECKING:
    from branchline.arena.results import Results

    Array = np.ndarray[Any, Any]

SAMPLE = 60
"""The number of games that are replayed to see how scores develop."""
STEPS = 20
"""The number of points of such a curve."""


class TicketInsight(msgspec.Struct, frozen=True):
    """How often a ticket was kept and completed, what it was worth, and how often its owners won."""

    name: str
    points: int
    kept: int
    made_rate: float
    worth: float
    win_rate: float


class RouteInsight(msgspec.Struct, frozen=True):
    """How often a route was claimed, and how much more often than average its owners won."""

    route: int
    name: str
    length: int
    color: str
    claimed: float
    edge: float


def ticket_insights(results: Results) -> list[TicketInsight]:
    """Return an insight for every ticket, the most valuable first."""
    played, shares = results.played, results.played.shares
    found = []
    for ticket in results.match.board.tickets:
        bit = np.uint64(1 << ticket.index)
        kept = played.by_seat("tickets") & bit != 0
        completed = played.by_seat("completed_tickets") & bit != 0
        number = int(kept.sum())
        rate = float(completed.sum()) / number if number else 0.0
        won = float(shares[kept].mean()) if number else 0.0
        found.append(TicketInsight(ticket.name, ticket.points, number, rate, ticket.points * (2 * rate - 1), won))
    return sorted(found, key=lambda insight: -insight.worth)


def route_insights(results: Results) -> list[RouteInsight]:
    """Return an insight for every route, in the order of the board."""
    board, played, shares = results.match.board, results.played, results.played.shares
    owned = played.by_seat("routes")
    found = []
    for route in board.routes:
        held = owned[:, :, route.index // 64] & np.uint64(1 << (route.index % 64)) != 0
        edge = float(shares[held].mean()) - 1 / played.players if held.any() else 0.0
        claimed = float(held.any(axis=1).mean())
        name, color = board.route_name(route.index), board.route_color(route.index)
        found.append(RouteInsight(route.index, name, route.length, color, claimed, edge))
    return found


def final_scores(results: Results) -> list[Array]:
    """Return the final scores of each bot."""
    played = results.played
    return [played.scores()[played.seats_of(bot)] for bot in range(played.players)]


def score_curves(results: Results) -> list[list[float]]:
    """Return the mean score of each bot over the course of a game, from a sample of the games."""
    match = results.match
    logs = [entry for batch in results.batches.values() for entry in batch.logged()]
    if not logs and match.in_kernel:
        logs = play(Job(match, 0, 0, min(SAMPLE, results.games), logs=True)).logged()
    curves = np.zeros((match.players, STEPS + 1))
    for number, log in logs[:SAMPLE]:
        curves[match.seating(number)] += _curve(Game(match.board, match.key(number)), log)
    return (curves / max(1, len(logs[:SAMPLE]))).tolist() if logs else []


def _curve(game: Game, log: list[int]) -> Array:
    """Return the score of every seat at equal steps of a game."""
    scores = [list(game.scores)]
    for code in log:
        game.play(code)
        scores.append(list(game.scores))
    picked = np.linspace(0, len(scores) - 1, STEPS + 1).round().astype(int)
    return np.array([scores[step] for step in picked]).T
