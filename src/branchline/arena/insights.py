"""What a match says about its map: tickets, tracks, seats, and how a game runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.arena.match import Job, play
from branchline.engine.game import Game
from branchline.engine.rules import scoring as s

if TYPE_CHECKING:
    from branchline.arena.results import Results

    Array = np.ndarray[Any, Any]

SAMPLE = 60
"""Games that are played again to see how they run."""
STEPS = 20
"""Points at which a game's run is looked at, from its start to its end."""


class TicketInsight(msgspec.Struct, frozen=True):
    """How a ticket fared with those who kept it."""

    name: str
    points: int
    kept: int
    made_rate: float
    worth: float
    win_rate: float


class TrackInsight(msgspec.Struct, frozen=True):
    """How often a track is claimed, and how much more its holders win than their share."""

    route: int
    name: str
    length: int
    color: str
    claimed: float
    edge: float


def ticket_insights(results: Results) -> list[TicketInsight]:
    """Look at every ticket, the one worth most first."""
    players = results.match.players
    tickets = results.rows("tickets")[:, :players]
    shares = results.shares
    found = []
    for ticket in results.match.board.tickets:
        mark = np.uint64(1 << ticket.index)
        kept, made = tickets[:, :, 0] & mark != 0, tickets[:, :, 1] & mark != 0
        number = int(kept.sum())
        rate = float(made.sum()) / number if number else 0.0
        won = float(shares[kept].mean()) if number else 0.0
        found.append(TicketInsight(ticket.name, ticket.points, number, rate, ticket.points * (2 * rate - 1), won))
    return sorted(found, key=lambda insight: -insight.worth)


def track_insights(results: Results) -> list[TrackInsight]:
    """Look at every track, in the board's order."""
    board = results.match.board
    tracks = results.rows("tracks")[:, : results.match.players]
    shares = results.shares
    found = []
    for route in board.routes:
        held = tracks[:, :, route.index // 64] & np.uint64(1 << (route.index % 64)) != 0
        edge = float(shares[held].mean()) - 1 / results.match.players if held.any() else 0.0
        claimed = float(held.any(axis=1).mean())
        found.append(
            TrackInsight(
                route.index, board.route_name(route.index), route.length, board.route_color(route.index), claimed, edge
            )
        )
    return found


def score_spread(results: Results) -> list[Array]:
    """Return the final scores of each bot."""
    totals = results.rows("tables")[:, : results.match.players, s.TOTAL]
    who = results.rows("who")
    return [totals[who == index] for index in range(results.match.players)]


def run_of_play(results: Results) -> list[list[float]]:
    """Return each bot's mean points on the track through a game, from a sample of the games played again."""
    match = results.match
    logs = [(number, log) for batch in results.batches.values() for number, log in _logged(batch)]
    if not logs and match.in_kernel:
        batch = play(Job(match, 0, 0, min(SAMPLE, results.games), logs=True))
        logs = _logged(batch)
    curves = np.zeros((match.players, STEPS + 1))
    for number, log in logs[:SAMPLE]:
        curves[match.who(number)] += _curve(Game(match.board, match.key(number)), log)
    return (curves / max(1, len(logs[:SAMPLE]))).tolist() if logs else []


def _logged(batch: Any) -> list[tuple[int, list[int]]]:  # noqa: ANN401 (a batch)
    return list(zip(batch.games.tolist(), batch.logs, strict=False))


def _curve(game: Game, log: list[int]) -> Array:
    """Return the points of every seat at equal steps through a game."""
    scores = [list(game.scores)]
    for code in log:
        game.play(code)
        scores.append(list(game.scores))
    picked = np.linspace(0, len(scores) - 1, STEPS + 1).round().astype(int)
    return np.array([scores[step] for step in picked]).T
