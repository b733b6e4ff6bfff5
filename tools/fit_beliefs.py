"""Fit how the search bot guesses others' tickets from what they have built, and write the weights into the package.

`python -m tools.fit_beliefs` lets planners play on every built-in map (a minute), looks now and then at what another
seat holds, and finds the weights of the clues by which the tickets held are likeliest among all that it might hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

import branchline as bl
from branchline.bots.search.beliefs import ticket_features_at
from branchline.bots.search.bot import fitted_weights
from branchline.bots.search.records import TICKET_FEATURES, new_scratch
from branchline.engine.bits import int64
from branchline.engine.layout import packed
from tools.fit_value import asked, write

Array = np.ndarray[Any, Any]

TABLES = (("usa", 2, 150), ("usa", 4, 60), ("london", 2, 200), ("paris", 2, 200), ("uk", 2, 100), ("uk", 4, 40))
"""Map, players and games."""
EVERY = 12
RIDGE = 1e-3
STEPS = 25
STILL = 1e-6


@dataclass
class Sight:
    """One look at a seat: the clues to each ticket that it may hold, at both ends of the game; which it holds."""

    clues: Array
    held: Array


def laid_out(clues: Array, part: float) -> Array:
    """Lay the clues out for both ends of the game, by how much is built."""
    return np.concatenate([(1 - part) * clues, part * clues], axis=1)


def look(game: bl.Game, seat: int, scratch: Array) -> Sight:
    """Look from the seat on turn at another one."""
    view, other = game.view(game.turn).record, game.view(seat).record
    ticket_features_at(packed(game.board), view, scratch, int64(seat))
    mine, theirs = int(view["held"][0, game.turn]), int(other["held"][0, seat])
    unseen = [ticket for ticket in range(len(game.board.tickets)) if not mine >> ticket & 1]
    part = 1 - int(view["pieces"][0, seat]) / game.board.spec.players.pieces
    held = np.array([theirs >> ticket & 1 for ticket in unseen], dtype=bool)
    return Sight(laid_out(scratch["ticket_features"][0][unseen], part), held)


def sights(name: str, players: int, games: int, seed: int) -> list[Sight]:
    """Let planners play, and look at somebody now and then."""
    dice = np.random.default_rng(seed)
    scratch, planner = new_scratch(), bl.bot("planner")
    found = []
    for number in range(games):
        game = bl.new_game(name, players=players, seed=int(dice.integers(2**48)) + number)
        while not game.over:
            if game.phase == "turn" and dice.integers(EVERY) == 0:
                found.append(look(game, (game.turn + 1 + int(dice.integers(players - 1))) % players, scratch))
            game.play(planner.choose(game.view(game.turn)))
    return [sight for sight in found if sight.held.any()]


def slope(sight: Sight, weights: Array) -> tuple[float, Array, Array]:
    """Return how unlikely the tickets held are, each among those not held, with the first and second derivative."""
    scores = sight.clues @ weights
    chances = np.exp(scores - scores.max())
    loss, first, second = 0.0, np.zeros(len(weights)), np.zeros((len(weights), len(weights)))
    for ticket in np.flatnonzero(sight.held):
        among = np.where(sight.held, 0.0, chances)
        among[ticket] = chances[ticket]
        among /= among.sum()
        mean = among @ sight.clues
        loss -= float(np.log(among[ticket]))
        first += mean - sight.clues[ticket]
        second += (sight.clues * among[:, None]).T @ sight.clues - np.outer(mean, mean)
    return loss, first, second


def fit(found: list[Sight]) -> Array:
    """Return the weights under which the tickets held are likeliest (Newton's method; there is one optimum)."""
    weights = np.zeros(2 * TICKET_FEATURES)
    for _ in range(STEPS):
        slopes = [slope(sight, weights) for sight in found]
        first = sum(each for _, each, _ in slopes) / len(found) + RIDGE * weights
        second = sum(each for _, _, each in slopes) / len(found) + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(second, first)
        weights -= step / max(1.0, float(np.abs(step).max()) / 2)
        if np.abs(step).max() < STILL:
            break
    return weights


def likelihood(found: list[Sight], weights: Array) -> float:
    """Return the chance that a ticket held is picked first, the geometric mean."""
    tickets = sum(int(sight.held.sum()) for sight in found)
    return float(np.exp(-sum(slope(sight, weights)[0] for sight in found) / tickets))


def main() -> None:
    """Fit and write."""
    options = asked(__doc__)
    tables = [
        (f"{name}, {players} players", sights(name, players, max(4, int(games * options.scale)), options.seed))
        for name, players, games in TABLES
    ]
    weights = fit([sight for _, found in tables for sight in found])
    for name, found in tables:
        blind = likelihood(found, np.zeros(2 * TICKET_FEATURES))
        print(  # noqa: T201
            f"{name:18} {len(found):5} looks: a ticket held is guessed with {likelihood(found, weights):.1%}, "
            f"blindly with {blind:.1%}"
        )
    values = msgspec.structs.replace(
        fitted_weights(), belief_weights=np.round(weights.reshape(2, TICKET_FEATURES), 3).tolist()
    )
    write(values, options.out)


if __name__ == "__main__":
    main()
