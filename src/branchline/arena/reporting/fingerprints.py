"""The style of a bot in figures: how long its routes are, how many tickets it keeps, and how often it blocks others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from branchline.arena.jobs import Job, play
from branchline.engine.actions import Claim, TakeTickets, decode
from branchline.engine.game import Game

if TYPE_CHECKING:
    from branchline.arena.results import Results
    from branchline.boards.board import Board

    Array = np.ndarray[Any, Any]

SAMPLE = 60
"""The number of games that are replayed to see what was blocked and when tickets were drawn."""


class Fingerprint(msgspec.Struct, frozen=True):
    """The style of one bot of a match; all figures but the last two are means over its games."""

    bot: str
    turns: float
    """Turns of all players in a game."""
    routes: float
    """Routes claimed."""
    route_length: float
    """Spaces of a route."""
    tickets: float
    """Tickets held at the end."""
    missed: float
    """Tickets not completed."""
    ticket_draws: float
    """How often tickets were drawn in a game, after the first ones; from the games that were replayed."""
    blocking: float
    """The share of claims that made another player's way to a ticket longer; from the games that were replayed."""


def fingerprints(results: Results) -> list[Fingerprint]:
    """Return the style of each bot of a match."""
    draws, blocking = _replayed(results)
    played, board, summary = results.played, results.match.board, results.summary()
    lengths = np.array([route.length for route in board.routes])
    found = []
    for index, bot in enumerate(summary.bots):
        sat = played.seats_of(index)
        claimed = _route_sets(played.by_seat("routes")[sat], len(lengths))
        found.append(
            Fingerprint(
                bot=bot.bot,
                turns=float(played.column("turns")[sat.any(axis=1)].mean()),
                routes=float(claimed.sum(axis=1).mean()),
                route_length=float((claimed * lengths).sum() / max(1, claimed.sum())),
                tickets=bot.tickets_made + bot.tickets_missed,
                missed=bot.tickets_missed,
                ticket_draws=draws[index],
                blocking=blocking[index],
            )
        )
    return found


def _route_sets(words: Array, routes: int) -> Array:
    """Return masks of two words each as rows of booleans, one for every route."""
    numbers = np.arange(routes)
    shifts = (numbers % 64).astype(np.uint64)
    return np.asarray((words[:, numbers // 64] >> shifts) & np.uint64(1) != 0)


# -- games that are replayed ---------------------------------------------------------------------


def _replayed(results: Results) -> tuple[list[float], list[float]]:
    """Return for each bot how often it drew tickets per game, and the share of its claims that blocked somebody."""
    match = results.match
    logs = [entry for batch in results.in_order for entry in batch.logged()]
    if not logs and match.in_kernel:
        logs = play(Job(match, 0, 0, min(SAMPLE, results.games), logs=True)).logged()
    counts = np.zeros((3, match.players))
    for number, log in logs[:SAMPLE]:
        counts[:, match.seating(number)] += _counts(Game(match.board, match.key(number)), log)
    draws, claims, blocked = counts
    return (draws / max(1, len(logs[:SAMPLE]))).tolist(), (blocked / np.maximum(1, claims)).tolist()


def _counts(game: Game, log: list[int]) -> Array:
    """Return for each seat how often it drew tickets, claimed routes, and blocked another seat by that."""
    counts = np.zeros((3, game.players))
    for code in log:
        seat, action = game.turn, decode(game.board, code)
        counts[0, seat] += isinstance(action, TakeTickets)
        before = _ways(game, seat) if isinstance(action, Claim) else []
        game.play(code)
        if isinstance(action, Claim):
            counts[1, seat] += 1
            counts[2, seat] += before != _ways(game, seat)
    return counts


def _ways(game: Game, but: int) -> list[int | None]:
    """Return the spaces that each seat but one lacks for each of its tickets; `None` if there is no way left."""
    board, open_routes = game.board, game.open_routes
    ways = []
    for seat in range(game.players):
        if seat == but:
            continue
        usable = {route: board.routes[route].length for route in open_routes} | dict.fromkeys(game.routes_of(seat), 0)
        ways += [_missing_spaces(board, usable, ticket) for ticket in game.tickets_of(seat)]
    return ways


def _missing_spaces(board: Board, usable: dict[int, int], ticket: int) -> int | None:
    path = board.shortest_path(usable, ticket)
    return None if path is None else sum(usable[route] for route in path)
